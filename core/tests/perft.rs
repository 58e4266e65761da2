//! Leaf counts of both generators against the suites in `tests/perft`, one file a variant.

#![allow(clippy::unwrap_used)] // A test may panic.

use hexcore::{AnyRules, naive::Referee, variant::builtin, with_rules};
use std::path::Path;

/// Most leaves that are counted again on one thread, and with every leaf move written out.
const QUICK: u64 = 3_000_000;

/// Most leaves that the naive generator counts a line.
const NAIVE: u64 = 45_000;

/// One line of a suite: what is counted and what it must be.
struct Line {
    id: String,
    fen: String,
    depth: u32,
    leaves: u64,
}

fn suite(variant: &str) -> Vec<Line> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/perft/{variant}.perft"));
    let text = std::fs::read_to_string(&path).unwrap();
    let (mut id, mut fen, mut lines) = (String::new(), String::new(), Vec::new());
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        match line.split_once(' ').expect("a key and a value") {
            ("id", value) => id = value.into(),
            ("fen", value) => fen = value.into(),
            ("perft", value) => {
                let (depth, leaves) = value.split_once(' ').expect("a depth and a count");
                let (depth, leaves) = (depth.parse().unwrap(), leaves.parse().unwrap());
                lines.push(Line { id: id.clone(), fen: fen.clone(), depth, leaves });
            }
            (key, _) => panic!("{}: unknown key `{key}`", path.display()),
        }
    }
    assert!(!lines.is_empty());
    lines
}

fn fast(variant: &str) {
    with_rules!(&AnyRules::new(&builtin(variant).unwrap()).unwrap(), rules => {
        for line in suite(variant) {
            let pos = rules.parse_setup(&line.fen).unwrap_or_else(|e| panic!("{}: {e}", line.id));
            let leaves: u64 = rules.perft_divide(&pos, line.depth).iter().map(|(_, n)| n).sum();
            assert_eq!(leaves, line.leaves, "{variant}, {}, depth {}", line.id, line.depth);
            if line.leaves <= QUICK {
                assert_eq!(rules.perft(&pos, line.depth), leaves, "{variant}, {}: one thread", line.id);
                assert_eq!(rules.perft_listed(&pos, line.depth), leaves, "{variant}, {}: listed", line.id);
            }
        }
    });
}

fn naive(variant: &str) {
    with_rules!(&AnyRules::new(&builtin(variant).unwrap()).unwrap(), rules => {
        let referee = Referee::new(rules);
        for line in suite(variant).iter().filter(|line| line.leaves <= NAIVE) {
            let pos = rules.parse_setup(&line.fen).unwrap_or_else(|e| panic!("{}: {e}", line.id));
            let leaves = referee.perft(&referee.state(rules, &pos), line.depth);
            assert_eq!(leaves, line.leaves, "{variant}, {}, depth {}", line.id, line.depth);
        }
    });
}

macro_rules! suites {
    ($($module:ident: $name:literal),* $(,)?) => {$(
        mod $module {
            #[test]
            fn fast() {
                super::fast($name);
            }
            #[test]
            fn naive() {
                super::naive($name);
            }
        }
    )*};
}

suites! {
    mccooey: "mccooey",
    shafran: "shafran",
    glinski: "glinski",
    round: "round",
    round_alternative: "round-alternative",
    rex: "rex",
    cescacs: "cescacs",
}
