//! Random games and random positions, each a function of a seed.

#![allow(dead_code, reason = "no test needs all of them")]

use hexcore::{
    BitSet, Color, Layout, Move, MoveList, Open, Position, Rules, Special,
    naive::{self, Referee},
};

/// SplitMix64: the moves of a game are a function of its seed.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n as u64) as usize
    }
}

pub(crate) fn legal<L: Layout>(rules: &Rules<L>, pos: &Position<L>) -> Vec<Move> {
    let mut list = MoveList::new();
    rules.legal_moves(pos, &mut list);
    list.to_vec()
}

/// A move, now and then of a rare kind if there is one.
fn choose<L: Layout>(rules: &Rules<L>, pos: &Position<L>, moves: &[Move], random: &mut Random) -> Move {
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
pub(crate) fn game<L: Layout>(rules: &Rules<L>, seed: u64, plies: usize) -> Vec<(Position<L>, Option<Move>)> {
    game_from(rules, rules.start(), &mut Random(seed), plies)
}

pub(crate) fn game_from<L: Layout>(
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
pub(crate) fn scattered<L: Layout>(rules: &Rules<L>, random: &mut Random) -> Option<Position<L>> {
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
