//! Legal moves: a fast generator on bit sets, and a naive one that reads the variant and judges it.

mod attack_maps;
mod attacks;
mod captures;
mod emit;
mod generate;
mod kept;
pub mod naive;
mod sink;
mod specials;

use crate::layout::Layout;
use crate::moves::{Color, Move, MoveList};
use crate::position::Position;
use crate::rules::Rules;
pub use attack_maps::AttackMaps;
use generate::{LookUp, generate};
pub(crate) use kept::Kept;
use sink::{Count, List};
pub(crate) use specials::open_captures;

impl<L: Layout> Rules<L> {
    /// Fills `list` with all legal moves, in an order that depends on the position alone.
    #[inline]
    pub fn legal_moves(&self, pos: &Position<L>, list: &mut MoveList) {
        list.restart(self.move_bound + emit::SLACK);
        let mut sink = List(list.vec());
        match pos.side() {
            Color::White => generate::<L, false, _, _>(self, pos, LookUp, &mut sink),
            Color::Black => generate::<L, true, _, _>(self, pos, LookUp, &mut sink),
        }
    }

    /// The number of legal moves.
    #[inline]
    pub fn count_legal(&self, pos: &Position<L>) -> u64 {
        let mut sink = Count(0);
        match pos.side() {
            Color::White => generate::<L, false, _, _>(self, pos, LookUp, &mut sink),
            Color::Black => generate::<L, true, _, _>(self, pos, LookUp, &mut sink),
        }
        sink.0
    }

    /// [`legal_moves`](Rules::legal_moves) with the officers' sets at hand.
    #[inline]
    pub(crate) fn legal_moves_kept(&self, pos: &Position<L>, kept: &Kept<L::Set>, list: &mut MoveList) {
        list.restart(self.move_bound + emit::SLACK);
        let mut sink = List(list.vec());
        match pos.side() {
            Color::White => generate::<L, false, _, _>(self, pos, kept, &mut sink),
            Color::Black => generate::<L, true, _, _>(self, pos, kept, &mut sink),
        }
    }

    /// [`count_legal`](Rules::count_legal) with the officers' sets at hand.
    #[inline]
    pub(crate) fn count_legal_kept(&self, pos: &Position<L>, kept: &Kept<L::Set>) -> u64 {
        let mut sink = Count(0);
        match pos.side() {
            Color::White => generate::<L, false, _, _>(self, pos, kept, &mut sink),
            Color::Black => generate::<L, true, _, _>(self, pos, kept, &mut sink),
        }
        sink.0
    }

    /// Whether `m` is legal here.
    pub fn is_legal(&self, pos: &Position<L>, m: Move) -> bool {
        let mut list = MoveList::new();
        self.legal_moves(pos, &mut list);
        list.contains(&m)
    }
}
