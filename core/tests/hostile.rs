//! Text from anywhere is read or refused, never the end of the program.

#![allow(clippy::unwrap_used)] // A test may panic.

use hexcore::{
    AnyRules,
    variant::{builtin, builtin_names, check_text},
    with_rules,
};
use proptest::prelude::*;
use std::sync::LazyLock;

static RULES: LazyLock<Vec<AnyRules>> =
    LazyLock::new(|| builtin_names().iter().map(|name| AnyRules::new(&builtin(name).unwrap()).unwrap()).collect());

/// A text with a few of its characters replaced, doubled or left out.
fn mangled(text: &str, edits: &[(prop::sample::Index, u8, char)]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for (place, action, c) in edits.iter().filter(|_| !text.is_empty()) {
        if chars.is_empty() {
            break;
        }
        let at = place.index(chars.len());
        match action % 4 {
            0 => chars[at] = *c,
            1 => chars.insert(at, chars[at]),
            2 => chars.insert(at, *c),
            _ => {
                chars.remove(at);
            }
        }
    }
    chars.into_iter().collect()
}

fn edits() -> impl Strategy<Value = Vec<(prop::sample::Index, u8, char)>> {
    let characters =
        prop_oneof![prop::sample::select("/0123456789-@: wbKkPpRr=+".chars().collect::<Vec<_>>()), any::<char>()];
    prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), characters), 1..5)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn positions(variant in 0..builtin_names().len(), edits in edits()) {
        with_rules!(&RULES[variant], rules => {
            let fen = mangled(&rules.variant().start, &edits);
            // What is read must be sound: its moves can be made and written.
            if let Ok(pos) = rules.parse_setup(&fen) {
                for (m, _) in rules.perft_divide(&pos, 1) {
                    prop_assert!(!rules.move_text(&pos, m).is_empty());
                }
                prop_assert_eq!(rules.parse_setup(&rules.fen(&pos)), Ok(pos));
            }
        });
    }

    #[test]
    fn any_text(variant in 0..builtin_names().len(), text in ".{0,60}") {
        with_rules!(&RULES[variant], rules => {
            let _ = rules.parse_fen(&text);
            let _ = rules.parse_move(&rules.start(), &text);
        });
        let _ = check_text(&text);
    }

    #[test]
    fn moves(variant in 0..builtin_names().len(), which: prop::sample::Index, edits in edits()) {
        with_rules!(&RULES[variant], rules => {
            let moves = rules.perft_divide(&rules.start(), 1);
            let m = moves[which.index(moves.len())].0;
            let text = mangled(&rules.move_text(&rules.start(), m), &edits);
            if let Ok(m) = rules.parse_move(&rules.start(), &text) {
                prop_assert!(rules.is_legal(&rules.start(), m));
            }
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn variants(variant in 0..builtin_names().len(), edits in edits()) {
        let text = toml::to_string(&builtin(builtin_names()[variant]).unwrap()).unwrap();
        for problem in check_text(&mangled(&text, &edits)) {
            prop_assert!(!problem.message.is_empty());
        }
    }
}
