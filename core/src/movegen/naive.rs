//! The naive generator: it reads the [`Variant`] itself, man by man and cell by cell, and judges the fast one.
//!
//! Nothing here is shared with the fast generator but the board's geometry: no tables, no sets of cells, no pins. Every
//! pseudo-legal move is played on a copy, and is legal if it leaves no king to be taken.

mod king;
mod pawns;
mod translate;

use crate::bits::Cell;
use crate::board::Board;
use crate::layout::Layout;
use crate::moves::{Color, Special};
use crate::position::Open;
use crate::rules::Rules;
use crate::variant::{MoveSpec, Only, Variant};
use std::collections::BTreeSet;

/// A man: its color and its index in [`Variant::pieces`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// Whose it is.
    pub color: Color,
    /// Which piece of the variant.
    pub piece: usize,
}

/// What stands where, and what the past still allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// What stands on each cell, by [`Board::dense`].
    men: Vec<Option<Man>>,
    /// Whose move it is.
    pub side: Color,
    /// The special capture that the last move made possible.
    pub open: Open,
    /// The homes of kings and castling rooks that have not moved; of a color whose king has moved, none.
    pub unmoved: BTreeSet<Cell>,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the man stands.
    pub from: Cell,
    /// Where it goes.
    pub to: Cell,
    /// What it becomes: an index in [`Variant::pieces`].
    pub promotion: Option<usize>,
    /// What is special about it.
    pub special: Special,
}

/// The judge: a variant, its board, and the men at the start, from whom promotions may be supplied.
#[derive(Clone, Debug)]
pub struct Referee<'a> {
    variant: &'a Variant,
    board: &'a Board,
    start: State,
    /// Index of the pawn in [`Variant::pieces`].
    pawn: Option<usize>,
}

impl State {
    /// An empty board with White to move.
    pub fn empty(board: &Board) -> State {
        State { men: vec![None; board.len()], side: Color::White, open: Open::None, unmoved: BTreeSet::new() }
    }

    /// What stands on a cell.
    pub fn at(&self, board: &Board, cell: Cell) -> Option<Man> {
        self.men[board.dense(cell)]
    }

    /// Puts a man on a cell or clears it.
    pub fn put(&mut self, board: &Board, cell: Cell, man: Option<Man>) {
        self.men[board.dense(cell)] = man;
    }
}

impl<'a> Referee<'a> {
    /// The judge of these rules.
    pub fn new<L: Layout>(rules: &'a Rules<L>) -> Referee<'a> {
        let (variant, board) = (rules.variant(), rules.board());
        let pawn = variant.pawn.as_ref();
        let pawn = pawn.and_then(|pawn| variant.pieces.iter().position(|p| p.name == pawn.piece));
        let mut referee = Referee { variant, board, start: State::empty(board), pawn };
        referee.start = referee.state(rules, &rules.start());
        referee
    }

    /// All legal moves, each once.
    pub fn legal_moves(&self, state: &State) -> Vec<Move> {
        let checked = self.in_check(state);
        if !checked {
            let forced = self.promotions_in_place(state);
            if !forced.is_empty() {
                return forced;
            }
        }
        let mut found = Vec::new();
        for from in self.men_of(state, state.side) {
            if Some(from.1) == self.pawn {
                self.pawn_moves(state, from.0, &mut found);
            } else {
                self.rides(state, from.0, from.1, &mut found);
            }
        }
        if !checked {
            self.king_specials(state, &mut found);
        }
        let mut legal: Vec<Move> = Vec::new();
        for m in found {
            // Both senses of a ring may lead to one cell: that is one move.
            if !legal.contains(&m) && !self.king_hangs(&self.play(state, &m), state.side) {
                legal.push(m);
            }
        }
        legal
    }

    /// The state after a move.
    pub fn play(&self, state: &State, m: &Move) -> State {
        let mut next = state.clone();
        next.side = !state.side;
        next.open = Open::None;
        let Some(man) = state.at(self.board, m.from) else {
            return next;
        };
        next.put(self.board, m.from, None);
        match (m.special, state.open) {
            (Special::EnPassant, Open::Passed { pawn, .. }) => next.put(self.board, pawn, None),
            (Special::Castling(i), _) => self.move_rooks(state, i, &mut next),
            _ => {}
        }
        let piece = m.promotion.unwrap_or(man.piece);
        next.put(self.board, m.to, Some(Man { piece, ..man }));
        if Some(man.piece) == self.pawn {
            next.open = self.opened(state, m);
        }
        self.forget_moved(&mut next, m);
        next
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self, state: &State) -> bool {
        self.king_hangs(state, state.side)
    }

    /// Leaf positions `depth` plies down.
    pub fn perft(&self, state: &State, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.legal_moves(state);
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.iter().map(|m| self.perft(&self.play(state, m), depth - 1)).sum()
    }

    fn piece(&self, name: &str) -> Option<usize> {
        self.variant.pieces.iter().position(|p| p.name == name)
    }

    /// A cell that the variant names for White, for a color.
    fn cell(&self, name: &str, color: Color) -> Option<Cell> {
        self.board.named(name).map(|c| self.turned(c, color))
    }

    fn turned(&self, cell: Cell, color: Color) -> Cell {
        if color == Color::White { cell } else { self.board.flip(cell) }
    }

    /// A vector that the variant gives for White, for a color.
    fn vector(&self, vector: [i8; 2], color: Color) -> [i8; 2] {
        if color == Color::White { vector } else { self.board.flip_vector(vector) }
    }

    /// Cells and pieces of a color.
    fn men_of(&self, state: &State, color: Color) -> Vec<(Cell, usize)> {
        let man = |&cell: &Cell| state.at(self.board, cell).filter(|m| m.color == color).map(|m| (cell, m.piece));
        self.board.cells().iter().filter_map(man).collect()
    }

    fn king_hangs(&self, state: &State, color: Color) -> bool {
        let royal = |&(_, piece): &(Cell, usize)| self.variant.pieces[piece].royal;
        self.men_of(state, color).into_iter().find(royal).is_some_and(|(king, _)| self.attacked(state, king, !color))
    }

    /// Whether a man of `by` could capture on `target`.
    fn attacked(&self, state: &State, target: Cell, by: Color) -> bool {
        self.men_of(state, by).into_iter().any(|(from, piece)| {
            if Some(piece) == self.pawn {
                return self.pawn_attacks(from, by).contains(&target)
                    || self.strikes(state, from, by).contains(&target);
            }
            let rides = self.variant.pieces[piece].moves.iter().filter(|r| r.only != Some(Only::Move));
            let mut cells = rides.flat_map(|ride| self.ride(state, from, ride, by));
            cells.any(|to| to == target)
                || self.variant.pieces[piece].royal && self.leap_attacks(state, from, by).contains(&target)
        })
    }

    fn rides(&self, state: &State, from: Cell, piece: usize, found: &mut Vec<Move>) {
        for ride in &self.variant.pieces[piece].moves {
            for to in self.ride(state, from, ride, state.side) {
                let allowed = match state.at(self.board, to) {
                    None => ride.only != Some(Only::Capture),
                    Some(man) => man.color != state.side && ride.only != Some(Only::Move),
                };
                if allowed {
                    found.push(Move { from, to, promotion: None, special: Special::None });
                }
            }
        }
    }

    /// The cells that a ride comes to: empty ones, and the first man on each line, whosever it is.
    fn ride(&self, state: &State, from: Cell, ride: &MoveSpec, color: Color) -> Vec<Cell> {
        let vectors = match (&ride.vectors, ride.along) {
            (Some(vectors), _) => vectors.clone(),
            (None, Some(set)) => self.board.vectors(set),
            (None, None) => Vec::new(),
        };
        let mut cells = Vec::new();
        for vector in vectors {
            let mut at = from;
            for step in 1..=ride.max.unwrap_or(u8::MAX) {
                match self.board.step(at, self.vector(vector, color)) {
                    // Once round a ring and home again is no move.
                    Some(next) if next != from => at = next,
                    _ => break,
                }
                if step >= ride.min {
                    cells.push(at);
                }
                if state.at(self.board, at).is_some() {
                    break;
                }
            }
        }
        cells
    }
}
