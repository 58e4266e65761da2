//! What must hold everywhere, over (variant, seed, plies): a random game of so many plies from the start.
//!
//! Half of the moves prefer captures, pawns and specials, so that promotions, en passant and castlings are common.

use hexcore::{
    AnyRules, Color, Layout, Move, MoveList, Open, Position, Rules, Special,
    naive::{self, Referee},
    variant::{builtin, builtin_names},
    with_rules,
};
use proptest::prelude::*;
use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

static RULES: LazyLock<Vec<AnyRules>> =
    LazyLock::new(|| builtin_names().iter().map(|name| AnyRules::new(&builtin(name).unwrap()).unwrap()).collect());

/// SplitMix64: the moves of a game are a function of its seed.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n as u64) as usize
    }
}

fn legal<L: Layout>(rules: &Rules<L>, pos: &Position<L>) -> Vec<Move> {
    let mut list = MoveList::new();
    rules.legal_moves(pos, &mut list);
    list.to_vec()
}

/// A move, now and then of a rare kind if there is one.
fn choose<L: Layout>(rules: &Rules<L>, pos: &Position<L>, moves: &[Move], random: &mut Random) -> Move {
    use hexcore::BitSet;
    let special = |m: &&Move| !matches!(m.special(), Special::None | Special::Advance);
    let enemy = pos.color(!pos.side());
    let capture = |m: &&Move| enemy.has(m.to());
    let pawn = |m: &&Move| rules.kinds()[m.kind().index()].exists && m.kind() == hexcore::Kind::PAWN;
    let promotion = |m: &&Move| m.promotion().is_some();
    // An open capture lapses at once: every other one is made.
    let chance = if pos.open() == Open::None { 8 } else { 2 };
    let rare: Vec<&Move> = match random.below(chance) {
        0 => moves.iter().filter(special).collect(),
        1 => moves.iter().filter(capture).collect(),
        2 => moves.iter().filter(pawn).collect(),
        3 => moves.iter().filter(|m| m.special() == Special::Advance).collect(),
        4 => moves.iter().filter(promotion).collect(),
        _ => Vec::new(),
    };
    if rare.is_empty() { moves[random.below(moves.len())] } else { *rare[random.below(rare.len())] }
}

/// The positions of a random game with the move played in each; the last has none.
fn game<L: Layout>(rules: &Rules<L>, seed: u64, plies: usize) -> Vec<(Position<L>, Option<Move>)> {
    game_from(rules, rules.start(), &mut Random(seed), plies)
}

fn game_from<L: Layout>(
    rules: &Rules<L>,
    mut pos: Position<L>,
    random: &mut Random,
    plies: usize,
) -> Vec<(Position<L>, Option<Move>)> {
    let mut game = Vec::new();
    for _ in 0..plies {
        let moves = legal(rules, &pos);
        if moves.is_empty() {
            break;
        }
        let m = choose(rules, &pos, &moves, random);
        game.push((pos, Some(m)));
        rules.play(&mut pos, m);
    }
    game.push((pos, None));
    game
}

/// A few men anywhere, pawns more often than not, kings and rooks often at home and unmoved: what games rarely reach.
fn scattered<L: Layout>(rules: &Rules<L>, random: &mut Random) -> Option<Position<L>> {
    let (referee, board, variant) = (Referee::new(rules), rules.board(), rules.variant());
    let start = referee.state(rules, &rules.start());
    let mut state = naive::State::empty(board);
    state.side = Color::BOTH[random.below(2)];
    let royal = variant.pieces.iter().position(|p| p.royal)?;
    let pawn = variant.pawn.as_ref().and_then(|pawn| variant.pieces.iter().position(|p| p.name == pawn.piece));
    for color in Color::BOTH {
        let at_home = random.below(2) == 0;
        for &cell in start.unmoved.iter().filter(|_| at_home) {
            let man = start.at(board, cell).filter(|man| man.color == color);
            if man.is_some_and(|man| man.piece == royal || random.below(4) > 0) {
                state.put(board, cell, man);
                state.unmoved.insert(cell);
            }
        }
        let crowned = board.cells().iter().any(|&c| state.at(board, c) == Some(naive::Man { color, piece: royal }));
        let mut pieces = if crowned { Vec::new() } else { vec![royal] };
        for _ in 0..random.below(9) {
            let piece = random.below(variant.pieces.len());
            pieces.push(pawn.filter(|_| random.below(2) == 0).unwrap_or(piece));
        }
        for (i, &piece) in pieces.iter().enumerate() {
            let cell = board.cell(random.below(board.len()));
            let second_king = piece == royal && (crowned || i > 0);
            if state.at(board, cell).is_none() && !second_king {
                state.put(board, cell, Some(naive::Man { color, piece }));
            }
        }
    }
    referee.position(rules, &state).ok()
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
    fn fast_and_naive_generators_agree(variant in 0..builtin_names().len(), seed: u64, plies in 0usize..160) {
        with_rules!(&RULES[variant], rules => {
            for (pos, m) in game(rules, seed, plies) {
                generators_agree(rules, &pos, m);
            }
        });
    }

    #[test]
    fn all_holds_among_scattered_men(variant in 0..builtin_names().len(), seed: u64, plies in 0usize..16) {
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
    fn positions_hold_and_are_written_and_read(variant in 0..builtin_names().len(), seed: u64, plies in 0usize..300) {
        with_rules!(&RULES[variant], rules => {
            for (pos, _) in game(rules, seed, plies) {
                positions_hold(rules, &pos);
            }
        });
    }

    #[test]
    fn moves_are_written_and_read(variant in 0..builtin_names().len(), seed: u64, plies in 0usize..80) {
        with_rules!(&RULES[variant], rules => {
            for (pos, _) in game(rules, seed, plies).into_iter().step_by(5) {
                moves_hold(rules, &pos, seed);
            }
        });
    }

    #[test]
    fn symmetries_turn_legal_moves_into_legal_moves(variant in 0..builtin_names().len(), seed: u64, plies in 0usize..200) {
        with_rules!(&RULES[variant], rules => {
            for (pos, _) in game(rules, seed, plies) {
                symmetries_hold(rules, &pos);
            }
        });
    }
}
