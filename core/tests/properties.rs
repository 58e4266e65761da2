//! What must hold everywhere, over (variant, seed, plies): a random game of so many plies from the start.
//!
//! How games are made: `random_games`.

#![allow(clippy::unwrap_used)] // A test may panic.

use hexcore::{
    AnyRules, Color, Layout, Move, Open, Position, Rules,
    naive::{self, Referee},
    variant::{builtin, builtin_names, read},
    with_rules,
};
use proptest::prelude::*;
use std::collections::{BTreeSet, HashSet};
use std::path::Path;
use std::sync::LazyLock;

mod random_games;
use random_games::{Random, game, game_from, legal, scattered};

/// The variants that ship, and three that are no games but use every kind of rule.
static RULES: LazyLock<Vec<AnyRules>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/variants");
    let made_up = ["menagerie", "carousel", "pageant"].map(|name| {
        let path = folder.join(format!("{name}.toml"));
        read(&path.to_string_lossy()).unwrap_or_else(|e| panic!("{e}"))
    });
    let shipped = builtin_names().iter().map(|name| builtin(name).unwrap());
    shipped.chain(made_up).map(|variant| AnyRules::new(&variant).unwrap()).collect()
});

/// An index into [`RULES`].
fn variants() -> std::ops::Range<usize> {
    0..RULES.len()
}

/// The naive generator finds the same moves, and the same position after one.
fn generators_agree<L: Layout>(rules: &Rules<L>, pos: &Position<L>, played: Option<Move>) {
    let referee = Referee::new(rules);
    let state = referee.state(rules, pos);
    let moves = legal(rules, pos);
    let fast: HashSet<naive::Move> = moves.iter().map(|&m| referee.convert(rules, m)).collect();
    let naive: HashSet<naive::Move> = referee.legal_moves(&state).into_iter().collect();
    let names = |set: &HashSet<naive::Move>, other: &HashSet<naive::Move>| -> Vec<String> {
        let name = |m: &naive::Move| format!("{}-{} {m:?}", rules.board().name(m.from), rules.board().name(m.to));
        set.difference(other).map(name).collect()
    };
    let (only_fast, only_naive) = (names(&fast, &naive), names(&naive, &fast));
    let fen = rules.fen(pos);
    assert!(only_fast.is_empty() && only_naive.is_empty(), "{fen}: only fast {only_fast:?}, only naive {only_naive:?}");
    assert_eq!(fast.len(), moves.len(), "{fen}: a move is listed twice");
    assert_eq!(rules.count_legal(pos), moves.len() as u64, "{fen}: list and count");
    assert!(moves.len() <= rules.move_bound(), "{fen}: {} moves", moves.len());
    assert_eq!(rules.in_check(pos), referee.in_check(&state), "{fen}: check");
    if let Some(m) = played {
        let mut next = *pos;
        rules.play(&mut next, m);
        let expected = referee.play(&state, &referee.convert(rules, m));
        assert_eq!(referee.state(rules, &next), expected, "{fen}: after {m:?}");
    }
}

/// What a position keeps beside its men is what can be computed from them, and all of it can be written down.
fn positions_hold<L: Layout>(rules: &Rules<L>, pos: &Position<L>) {
    let fen = rules.fen(pos);
    assert_eq!(rules.check_position(pos), Ok(()), "{fen}");
    let read = rules.parse_fen(&fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
    assert_eq!(rules.fen(&read), fen, "written, read and written");
    assert_eq!(read, *pos, "{fen}: written and read");
}

/// Every legal move has a text of its own, in each notation, and a move that is not listed is not legal.
fn moves_hold<L: Layout>(rules: &Rules<L>, pos: &Position<L>, seed: u64) {
    let moves = legal(rules, pos);
    let fen = rules.fen(pos);
    let (mut bare, mut own) = (HashSet::new(), HashSet::new());
    let mut random = Random(seed);
    for &m in &moves {
        assert!(bare.insert(rules.bare_text(m)), "{fen}: two moves are written {}", rules.bare_text(m));
        assert!(own.insert(rules.move_text(pos, m)), "{fen}: two moves are written {}", rules.move_text(pos, m));
        // Reading generates all moves again: one in eight will do.
        if random.below(8) == 0 {
            for text in [rules.bare_text(m), rules.move_text(pos, m)] {
                assert_eq!(rules.parse_move(pos, &text).as_ref(), Ok(&m), "{fen}: {text}");
            }
            assert!(rules.is_legal(pos, m), "{fen}: {m:?}");
            assert_eq!(Move::from_bits(m.bits()), m);
        }
        let other = Move::from_bits(m.bits() ^ 1 << random.below(32));
        assert_eq!(rules.is_legal(pos, other), moves.contains(&other), "{fen}: {other:?}");
    }
}

/// A state with every cell put elsewhere and, if `exchange`, the colors exchanged.
fn image(
    rules_board: &hexcore::Board,
    state: &naive::State,
    to: impl Fn(hexcore::Cell) -> hexcore::Cell,
    exchange: bool,
) -> naive::State {
    let mut image = naive::State::empty(rules_board);
    let turn = |color: Color| if exchange { !color } else { color };
    for &cell in rules_board.cells() {
        let man = state.at(rules_board, cell).map(|man| naive::Man { color: turn(man.color), ..man });
        image.put(rules_board, to(cell), man);
    }
    image.side = turn(state.side);
    image.unmoved = state.unmoved.iter().map(|&cell| to(cell)).collect::<BTreeSet<_>>();
    image.open = match state.open {
        Open::None => Open::None,
        Open::Passed { pawn, cells } => Open::Passed { pawn: to(pawn), cells: cells.map(&to) },
        Open::Scorned { pawn, by } => Open::Scorned { pawn: to(pawn), by: to(by) },
    };
    image
}

/// The mirror and the exchange of colors turn legal moves into legal moves.
fn symmetries_hold<L: Layout>(rules: &Rules<L>, pos: &Position<L>) {
    let referee = Referee::new(rules);
    let board = rules.board();
    let moves = |pos: &Position<L>, to: &dyn Fn(hexcore::Cell) -> hexcore::Cell| -> HashSet<naive::Move> {
        let turned = legal(rules, pos).into_iter().map(|m| referee.convert(rules, m));
        turned.map(|m| naive::Move { from: to(m.from), to: to(m.to), ..m }).collect()
    };
    let same = |cell| cell;
    let flip = |cell| board.flip(cell);
    let flipped = rules.flipped(pos);
    assert_eq!(referee.state(rules, &flipped), image(board, &referee.state(rules, pos), flip, true));
    assert_eq!(moves(&flipped, &same), moves(pos, &flip), "{}: colors exchanged", rules.fen(pos));
    assert_eq!(rules.flipped(&flipped), *pos);
    if let Some(mirrored) = rules.mirrored(pos) {
        let mirror = |cell| board.mirror(cell).unwrap();
        assert_eq!(referee.state(rules, &mirrored), image(board, &referee.state(rules, pos), mirror, false));
        assert_eq!(moves(&mirrored, &same), moves(pos, &mirror), "{}: mirrored", rules.fen(pos));
        assert_eq!(rules.mirrored(&mirrored), Some(*pos));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn fast_and_naive_generators_agree(variant in variants(), seed: u64, plies in 0usize..160) {
        with_rules!(&RULES[variant], rules => {
            for (pos, m) in game(rules, seed, plies) {
                generators_agree(rules, &pos, m);
            }
        });
    }

    #[test]
    fn all_holds_among_scattered_men(variant in variants(), seed: u64, plies in 0usize..16) {
        let mut random = Random(seed);
        with_rules!(&RULES[variant], rules => {
            for _ in 0..20 {
                let Some(pos) = scattered(rules, &mut random) else { continue };
                for (pos, m) in game_from(rules, pos, &mut random, plies) {
                    generators_agree(rules, &pos, m);
                    positions_hold(rules, &pos);
                    symmetries_hold(rules, &pos);
                }
            }
        });
    }

    #[test]
    fn positions_hold_and_are_written_and_read(variant in variants(), seed: u64, plies in 0usize..300) {
        with_rules!(&RULES[variant], rules => {
            for (pos, _) in game(rules, seed, plies) {
                positions_hold(rules, &pos);
            }
        });
    }

    #[test]
    fn moves_are_written_and_read(variant in variants(), seed: u64, plies in 0usize..80) {
        with_rules!(&RULES[variant], rules => {
            for (pos, _) in game(rules, seed, plies).into_iter().step_by(5) {
                moves_hold(rules, &pos, seed);
            }
        });
    }

    #[test]
    fn symmetries_turn_legal_moves_into_legal_moves(variant in variants(), seed: u64, plies in 0usize..200) {
        with_rules!(&RULES[variant], rules => {
            for (pos, _) in game(rules, seed, plies) {
                symmetries_hold(rules, &pos);
            }
        });
    }
}
