//! The rule cases of `tests/rules`, one file a variant.

#![allow(clippy::unwrap_used)] // A test may panic.

use hexcore::{AnyRules, Game, Layout, MoveList, Rules, naive::Referee, variant::builtin, with_rules};
use serde::Deserialize;
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    case: Vec<Case>,
}

/// One case: a position and what must hold of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// The rule, in words.
    id: String,
    /// The position; the start if missing.
    fen: Option<String>,
    /// Moves played first.
    #[serde(default)]
    moves: Vec<String>,
    /// Texts of legal moves.
    #[serde(default)]
    legal: Vec<String>,
    /// Texts that are no legal moves.
    #[serde(default)]
    illegal: Vec<String>,
    /// Number of legal moves.
    count: Option<usize>,
    /// Whether the side to move is in check.
    check: Option<bool>,
    /// How the game has ended; `none` if it has not.
    outcome: Option<String>,
    /// White's expected score of the outcome.
    score: Option<f32>,
    /// The position as FEN.
    result: Option<String>,
    /// Leaf counts of depth 1, 2, ...
    #[serde(default)]
    perft: Vec<u64>,
    /// FENs that must be refused.
    #[serde(default)]
    invalid: Vec<String>,
}

fn run(variant: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/rules/{variant}.toml"));
    let file: File = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    with_rules!(&AnyRules::new(&builtin(variant).unwrap()).unwrap(), rules => {
        for case in &file.case {
            hold(rules, case);
        }
    });
}

fn hold<L: Layout>(rules: &Rules<L>, case: &Case) {
    let id = &case.id;
    for fen in &case.invalid {
        assert!(rules.parse_fen(fen).is_err(), "{id}: `{fen}` was read");
    }
    let mut game = match &case.fen {
        None => Game::new(rules),
        Some(fen) => Game::from_fen(rules, fen).unwrap_or_else(|e| panic!("{id}: {e}")),
    };
    for text in &case.moves {
        game.play_text(text).unwrap_or_else(|e| panic!("{id}: {e}"));
    }
    let pos = game.position();
    for text in &case.legal {
        rules.parse_move(pos, text).unwrap_or_else(|e| panic!("{id}: {e}"));
    }
    for text in &case.illegal {
        let read = rules.parse_move(pos, text);
        assert!(read.is_err(), "{id}: `{text}` was read as {read:?}");
    }
    let mut list = MoveList::new();
    rules.legal_moves(pos, &mut list);
    let referee = Referee::new(rules);
    let naive = referee.legal_moves(&referee.state(rules, pos));
    assert_eq!(naive.len(), list.len(), "{id}: the naive generator disagrees");
    if let Some(count) = case.count {
        let texts: Vec<String> = list.iter().map(|&m| rules.move_text(pos, m)).collect();
        assert_eq!(list.len(), count, "{id}: {}", texts.join(" "));
    }
    if let Some(check) = case.check {
        assert_eq!(rules.in_check(pos), check, "{id}: check");
    }
    if let Some(expected) = &case.outcome {
        let outcome = game.outcome().map_or("none".into(), |o| o.ending.to_string());
        assert_eq!(outcome, *expected, "{id}: outcome");
    }
    if let Some(expected) = case.score {
        let outcome = game.outcome().unwrap_or_else(|| panic!("{id}: the game goes on"));
        let score = rules.score(outcome, hexcore::Color::White);
        assert!((score - expected).abs() < 1e-6, "{id}: score {score}, expected {expected}");
    }
    if let Some(expected) = &case.result {
        assert_eq!(rules.fen(pos), *expected, "{id}: position");
    }
    for (depth, &leaves) in case.perft.iter().enumerate() {
        assert_eq!(rules.perft(pos, depth as u32 + 1), leaves, "{id}: depth {}", depth + 1);
    }
}

macro_rules! files {
    ($($test:ident: $name:literal),* $(,)?) => {
        $(#[test] fn $test() { run($name); })*
    };
}

files! {
    mccooey: "mccooey",
    shafran: "shafran",
    glinski: "glinski",
    round: "round",
    rex: "rex",
    cescacs: "cescacs",
    cescacs_without_castling: "cescacs-without-castling",
}
