//! Where generated moves go: the generator is written once over these.

use super::emit::emit;
use super::kept::Men;
use crate::bits::{BitSet, Cell};
use crate::moves::{Kind, Move};
use crate::rows::{Row, kernels};
use crate::rules::PawnRow;

/// Takes moves as the generator finds them, whole sets at a time.
pub(crate) trait Sink<S: BitSet> {
    /// Targets that are of any interest: what lies elsewhere need not be worked out.
    #[inline(always)]
    fn wanted(&self) -> S {
        !S::EMPTY
    }
    /// Plain moves of one man.
    fn targets(&mut self, from: Cell, kind: Kind, to: S);
    /// Plain moves of officers in rows, each at its place or empty.
    #[inline(always)]
    fn officers(&mut self, men: Men<'_>, target: S) {
        for slot in men.slots() {
            self.targets(men.cell(slot), men.kind(slot), men.reach::<S>(slot) & target);
        }
    }
    /// Moves of many pawns: by lane of a row, onto these targets.
    fn pawns(&mut self, to: Row, row: &PawnRow);
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
    fn officers(&mut self, men: Men<'_>, target: S) {
        let target = kernels::splat(target);
        self.0 += men.rows.iter().map(|&row| u64::from(kernels::count(kernels::and(row, target)))).sum::<u64>();
    }
    #[inline(always)]
    fn pawns(&mut self, to: Row, _: &PawnRow) {
        self.0 += u64::from(kernels::count(to));
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
    fn pawns(&mut self, to: Row, row: &PawnRow) {
        for lane in 0..row.lanes {
            let pattern = Move::new(Cell(0), Cell(0), Kind::PAWN, row.flags[lane]).bits();
            emit::<S, true>(self.0, to.set::<S>(lane), pattern, S::BITS as u32 - row.by[lane]);
        }
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
