//! What a quiet position is worth: material with a little noise, or an evaluator's value.

use super::score;
use crate::evaluator::Evaluator;
use crate::rng::scatter;
use hexcore::{Kind, Layout, Move, Position, Rules};
use std::collections::BTreeMap;

/// Worth of each kind in centipawns.
#[derive(Clone, Debug)]
pub(super) struct Values([i32; 16]);

impl Values {
    /// The variant's, but for kinds that have another one.
    pub(super) fn new<L: Layout>(rules: &Rules<L>, others: &BTreeMap<String, f32>) -> Values {
        let mut values = [0; 16];
        for (value, kind) in values.iter_mut().zip(rules.kinds()) {
            let worth = others.get(&kind.name).copied().unwrap_or(kind.value);
            *value = (100.0 * worth).round() as i32;
        }
        Values(values)
    }

    #[inline(always)]
    pub(super) fn of(&self, kind: Kind) -> i32 {
        self.0[kind.index() & 15]
    }

    /// What a move changes in the balance.
    #[inline(always)]
    pub(super) fn gain<L: Layout>(&self, pos: &Position<L>, m: Move) -> i32 {
        let taken = crate::material::captured(pos, m).map_or(0, |kind| self.of(kind));
        match m.promotion() {
            Some(kind) => taken + self.of(kind) - self.of(m.kind()),
            None => taken,
        }
    }

    /// The side to move's balance.
    pub(super) fn balance<L: Layout>(&self, rules: &Rules<L>, pos: &Position<L>) -> i32 {
        let (us, them) = (pos.side(), !pos.side());
        let kinds = (0..rules.kinds().len()).map(Kind::new);
        let count = |color, kind| hexcore::BitSet::count(pos.men(color, kind)) as i32;
        kinds.map(|kind| self.of(kind) * (count(us, kind) - count(them, kind))).sum()
    }
}

/// Judges a position, given its material balance.
pub(super) trait Judge<L: Layout> {
    /// Nodes after which the limits are looked at again.
    const LOOK: u64;
    fn judge(&mut self, rules: &Rules<L>, pos: &Position<L>, balance: i32) -> i32;
}

/// Material and noise.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counting {
    pub(super) seed: u64,
    pub(super) noise: u32,
}

impl Counting {
    pub(super) fn new(seed: u64, noise: u32) -> Counting {
        Counting { seed: scatter(seed) | 1, noise }
    }
}

impl<L: Layout> Judge<L> for Counting {
    const LOOK: u64 = 1024;
    #[inline(always)]
    fn judge(&mut self, _: &Rules<L>, pos: &Position<L>, balance: i32) -> i32 {
        let bits = pos.hash().wrapping_mul(self.seed) >> 32;
        let spread = u64::from(2 * self.noise + 1);
        balance + ((bits * spread) >> 32) as i32 - self.noise as i32
    }
}

/// An evaluator's value.
pub(super) struct Learned<'a, L: Layout>(pub(super) &'a mut dyn Evaluator<L>);

impl<L: Layout> Judge<L> for Learned<'_, L> {
    const LOOK: u64 = 64;
    #[inline]
    fn judge(&mut self, rules: &Rules<L>, pos: &Position<L>, _: i32) -> i32 {
        score::of_expected(self.0.value(rules, pos).score())
    }
}
