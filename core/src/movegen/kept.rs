//! Attack sets kept from position to position.
//!
//! Most moves change what few men attack: the man that moved, and the riders whose lines its cells lie on. What all other
//! officers reach is the parent's. With these sets at hand counting moves takes no look-ups, and the cells that the enemy
//! attacks are the union of his: half the instructions of generating from nothing, over a whole perft.

use super::generate::{Officers, View, danger_by_look_up};
use super::sink::Sink;
use crate::bits::{BitSet, Cell};
use crate::layout::Layout;
use crate::moves::{Color, Kind, Move};
use crate::position::Position;
use crate::rows::{Row, kernels};
use crate::rules::Rules;

/// Officers a side that sets are kept of. A side with more is generated from nothing.
pub(crate) const SLOTS: usize = 16;

/// What each officer of a position reaches by the moves that may capture or not.
///
/// Slots 0 to 15 are White's, the others Black's; one that stands empty reaches nothing.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Kept<S> {
    reach: [S; 2 * SLOTS],
    cells: [[u8; SLOTS]; 2],
    kinds: [[u8; SLOTS]; 2],
    /// Slots in use, and of those the ones with men that ride.
    used: [u32; 2],
    riders: u32,
    /// How many slots of a side were ever used: no more need be looked at.
    high: usize,
    /// Whether every officer has a slot.
    whole: bool,
}

impl<S: BitSet> Kept<S> {
    /// The sets of a position, from nothing.
    pub(crate) fn new<L: Layout<Set = S>>(rules: &Rules<L>, pos: &Position<L>) -> Kept<S> {
        let mut kept = Kept {
            reach: [S::EMPTY; 2 * SLOTS],
            cells: [[0; SLOTS]; 2],
            kinds: [[0; SLOTS]; 2],
            used: [0; 2],
            riders: 0,
            high: 0,
            whole: true,
        };
        for color in Color::BOTH {
            for kind in (1..rules.royal.index()).map(Kind::new) {
                for cell in pos.men(color, kind).cells() {
                    kept.add(rules, color, kind, cell, pos.occupied());
                }
            }
        }
        kept
    }

    /// Whether every officer has a slot: if not, the sets are not to be used.
    #[inline(always)]
    pub(crate) fn whole(&self) -> bool {
        self.whole
    }

    fn add<L: Layout<Set = S>>(&mut self, rules: &Rules<L>, color: Color, kind: Kind, cell: Cell, occupied: S) {
        let free = (!self.used[color.index()]).trailing_zeros() as usize;
        if free >= SLOTS {
            self.whole = false;
            return;
        }
        self.high = self.high.max(free + 1);
        self.used[color.index()] |= 1 << free;
        self.fill(rules, color, free, kind, cell, occupied);
    }

    #[inline(always)]
    fn fill<L: Layout<Set = S>>(
        &mut self,
        rules: &Rules<L>,
        color: Color,
        slot: usize,
        kind: Kind,
        cell: Cell,
        occupied: S,
    ) {
        let man = &rules.sides[color.index()].men[kind.index()];
        let at = color.index() * SLOTS + slot;
        self.cells[color.index()][slot] = cell.0;
        self.kinds[color.index()][slot] = kind.0;
        self.riders = self.riders & !(1 << at) | u32::from(!man.both.rides().is_empty()) << at;
        self.reach[at] = man.reach(&rules.rides, cell, occupied);
    }

    /// The slot of the officer on a cell.
    #[inline(always)]
    fn slot(&self, color: Color, cell: Cell) -> Option<usize> {
        let cells = &self.cells[color.index()];
        let same = cells.iter().enumerate().fold(0, |set, (i, &c)| set | u32::from(c == cell.0) << i);
        let same = same & self.used[color.index()];
        (same != 0).then(|| same.trailing_zeros() as usize)
    }

    /// Writes over `kept` the sets after `m`, which led from `pos` to `next`.
    #[inline(always)]
    pub(crate) fn after_into<L: Layout<Set = S>>(
        &self,
        rules: &Rules<L>,
        pos: &Position<L>,
        next: &Position<L>,
        m: Move,
        kept: &mut Kept<S>,
    ) {
        if !m.ordinary() || !self.whole {
            *kept = Kept::new(rules, next);
            return;
        }
        let us = pos.side;
        let (before, occupied) = (pos.occupied(), next.occupied());
        (kept.cells, kept.kinds, kept.used) = (self.cells, self.kinds, self.used);
        (kept.high, kept.whole) = (self.high, true);
        let mut stale = self.riders & self.copy(kept, before ^ occupied);
        let mut riders = self.riders;
        if pos.color(!us).has(m.to())
            && let Some(slot) = self.slot(!us, m.to())
        {
            let at = (!us).index() * SLOTS + slot;
            kept.reach[at] = S::EMPTY;
            kept.used[(!us).index()] &= !(1 << slot);
            riders &= !(1 << at);
        }
        if m.kind() != Kind::PAWN
            && m.kind() != rules.royal
            && let Some(slot) = self.slot(us, m.from())
        {
            // What it reaches from its new cell is found with the others.
            kept.cells[us.index()][slot] = m.to().0;
            stale |= 1 << (us.index() * SLOTS + slot);
        }
        kept.riders = riders;
        stale &= riders | !self.riders;
        while stale != 0 {
            let at = stale.trailing_zeros() as usize;
            stale &= stale - 1;
            let (side, slot) = (at / SLOTS, at % SLOTS);
            let man = &rules.sides[side].men[kept.kinds[side][slot] as usize];
            kept.reach[at] = man.reach(&rules.rides, Cell(kept.cells[side][slot]), occupied);
        }
    }

    /// Copies the sets, and tells which hold one of the cells.
    #[inline(always)]
    fn copy(&self, into: &mut Kept<S>, cells: S) -> u32 {
        let (cells, sets) = (kernels::splat(cells), Row::sets::<S>());
        let mut slots = 0;
        for first in [0, SLOTS] {
            let from = self.reach[first..][..SLOTS].chunks_exact(sets);
            let into = into.reach[first..][..SLOTS].chunks_exact_mut(sets);
            for (i, (from, into)) in from.zip(into).take(self.high.div_ceil(sets)).enumerate() {
                let row = Row::read(from);
                row.write(into);
                slots |= u32::from(kernels::meet::<S>(row, cells)) << (first + i * sets);
            }
        }
        slots
    }
}

impl<L: Layout> Officers<L> for &Kept<L::Set> {
    #[inline(always)]
    fn moves<K: Sink<L::Set>>(
        &self,
        rules: &Rules<L>,
        pos: &Position<L>,
        view: &View<L::Set>,
        target: L::Set,
        sink: &mut K,
    ) {
        debug_assert!(self.whole);
        let us = pos.side.index();
        let (reach, cells, kinds) = (&self.reach[us * SLOTS..][..SLOTS], &self.cells[us], &self.kinds[us]);
        let _ = rules;
        for slot in 0..self.high {
            let cell = Cell(cells[slot & (SLOTS - 1)]);
            let mut to = reach[slot & (SLOTS - 1)] & target;
            if !view.pinned.is_empty() && view.pinned.has(cell) {
                to = L::Set::EMPTY;
            }
            sink.targets(cell, Kind(kinds[slot & (SLOTS - 1)]), to);
        }
    }

    #[inline(always)]
    fn danger(&self, rules: &Rules<L>, pos: &Position<L>, view: &View<L::Set>) -> L::Set {
        if view.checked {
            // A line through the king goes on behind it, which no kept set knows.
            return danger_by_look_up(rules, pos, view);
        }
        let them = (!pos.side).index();
        let all = &self.reach[them * SLOTS..][..SLOTS];
        all[..self.high.min(SLOTS)].iter().fold(L::Set::EMPTY, |danger, &set| danger | set)
    }
}
