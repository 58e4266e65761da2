//! Where generated moves go: the generator is written once over these.

use super::emit::emit;
use crate::bits::{BitSet, Cell};
use crate::moves::{Kind, Move};

/// Takes moves as the generator finds them, whole sets at a time.
pub(crate) trait Sink<S: BitSet> {
    /// Targets that are of any interest: what lies elsewhere need not be worked out.
    #[inline(always)]
    fn wanted(&self) -> S {
        !S::EMPTY
    }
    /// Plain moves of one man.
    fn targets(&mut self, from: Cell, kind: Kind, to: S);
    /// Moves of many pawns, each from the cell that a rotation by `by` took to its target.
    fn shifted(&mut self, to: S, by: u32, flags: u32);
    /// A pawn move with its promotions.
    fn promotions(&mut self, m: Move, choices: &[Kind]);
    /// Any other move.
    fn one(&mut self, m: Move);
}

/// Counts moves.
pub(crate) struct Count(pub(crate) u64);

impl<S: BitSet> Sink<S> for Count {
    #[inline(always)]
    fn targets(&mut self, _: Cell, _: Kind, to: S) {
        self.0 += u64::from(to.count());
    }
    #[inline(always)]
    fn shifted(&mut self, to: S, _: u32, _: u32) {
        self.0 += u64::from(to.count());
    }
    #[inline(always)]
    fn promotions(&mut self, _: Move, choices: &[Kind]) {
        self.0 += choices.len() as u64;
    }
    #[inline(always)]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Lists moves.
pub(crate) struct List<'a>(pub(crate) &'a mut Vec<Move>);

impl<S: BitSet> Sink<S> for List<'_> {
    #[inline(always)]
    fn targets(&mut self, from: Cell, kind: Kind, to: S) {
        emit::<S, false>(self.0, to, Move::new(from, Cell(0), kind, 0).bits(), 0);
    }
    #[inline(always)]
    fn shifted(&mut self, to: S, by: u32, flags: u32) {
        let pattern = Move::new(Cell(0), Cell(0), Kind::PAWN, flags).bits();
        emit::<S, true>(self.0, to, pattern, S::BITS as u32 - by);
    }
    #[inline(always)]
    fn promotions(&mut self, m: Move, choices: &[Kind]) {
        self.0.extend(choices.iter().map(|&kind| m.promote(kind)));
    }
    #[inline(always)]
    fn one(&mut self, m: Move) {
        self.0.push(m);
    }
}
