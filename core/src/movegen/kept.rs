//! Attack sets kept from position to position.
//!
//! Most moves change what few men attack: the man that moved, and the riders whose lines its cells lie on. What all other
//! officers reach is the parent's. With these sets at hand counting moves takes no look-ups, and the cells that the enemy
//! attacks are the union of his: half the instructions of generating from nothing, over a whole perft.

use super::generate::{Officers, View, danger_by_look_up};
use super::sink::Sink;
use crate::bits::{BitSet, Cell, extract};
use crate::layout::Layout;
use crate::moves::{Color, Kind, Move};
use crate::position::Position;
use crate::rows::{Row, kernels};
use crate::rules::Rules;
use std::marker::PhantomData;

/// Officers a side that sets are kept of. A side with more is generated from nothing.
const SLOTS: usize = 16;

/// Rows that hold the sets of that many officers, however wide.
const ROWS: usize = SLOTS / 2;

/// What each officer of a position reaches by the moves that may capture or not. Slots that stand empty reach nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept<S> {
    sides: [Side; 2],
    /// Rows of a side that are in use.
    rows: usize,
    /// Whether every officer has a slot.
    whole: bool,
    set: PhantomData<S>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Side {
    reach: [Row; ROWS],
    cells: [u8; SLOTS],
    kinds: [u8; SLOTS],
    /// Slots in use, and of those the ones with men that ride.
    used: u32,
    riders: u32,
}

/// One side's officers.
#[derive(Clone, Copy)]
pub(crate) struct Men<'a> {
    pub(crate) rows: &'a [Row],
    side: &'a Side,
}

impl<'a> Men<'a> {
    /// The slots in use.
    #[inline(always)]
    pub(crate) fn slots(self) -> impl Iterator<Item = usize> + use<> {
        bits(self.side.used)
    }
    #[inline(always)]
    pub(crate) fn cell(self, slot: usize) -> Cell {
        Cell(self.side.cells[slot & (SLOTS - 1)])
    }
    #[inline(always)]
    pub(crate) fn kind(self, slot: usize) -> Kind {
        Kind(self.side.kinds[slot & (SLOTS - 1)])
    }
    #[inline(always)]
    pub(crate) fn reach<S: BitSet>(self, slot: usize) -> S {
        self.side.reach[(slot / Row::sets::<S>()) & (ROWS - 1)].set(slot % Row::sets::<S>())
    }
}

/// The numbers of the bits that are set.
#[inline(always)]
fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        bit
    })
}

impl Side {
    /// The slot of the officer on a cell.
    #[inline(always)]
    fn slot(&self, cell: Cell) -> Option<usize> {
        let same = kernels::same(&self.cells, cell.0) & self.used;
        (same != 0).then(|| same.trailing_zeros() as usize)
    }

    #[inline(always)]
    fn put<S: BitSet>(&mut self, slot: usize, set: S) {
        self.reach[(slot / Row::sets::<S>()) & (ROWS - 1)].put(slot % Row::sets::<S>(), set);
    }

    /// Copies the used rows of sets, and tells which slots' sets hold one of the cells.
    #[inline(always)]
    fn copy<S: BitSet>(&self, into: &mut Side, rows: usize, cells: Row) -> u32 {
        let mut words = 0u64;
        for i in 0..rows {
            let row = self.reach[i & (ROWS - 1)];
            into.reach[i & (ROWS - 1)] = row;
            words |= u64::from(kernels::meet(row, cells)) << (8 * i);
        }
        (into.cells, into.kinds, into.used) = (self.cells, self.kinds, self.used);
        // From bits a word to bits a set: those with any of their words' bits.
        let pairs = words | words >> 1;
        if S::WORDS == 2 {
            extract(pairs, 0x5555_5555_5555_5555) as u32
        } else {
            extract(pairs | pairs >> 2, 0x1111_1111_1111_1111) as u32
        }
    }
}

impl<S: BitSet> Kept<S> {
    /// The sets of a position, from nothing.
    #[inline(never)]
    pub(crate) fn new<L: Layout<Set = S>>(rules: &Rules<L>, pos: &Position<L>) -> Kept<S> {
        let mut kept = Kept { sides: [Side::default(); 2], rows: 0, whole: true, set: PhantomData };
        for color in Color::BOTH {
            let men = &rules.sides[color.index()].men;
            for kind in (1..rules.royal.index()).map(Kind::new) {
                for cell in pos.men(color, kind).cells() {
                    let side = &mut kept.sides[color.index()];
                    let slot = side.used.trailing_ones() as usize;
                    if slot == SLOTS {
                        return Kept { whole: false, ..kept };
                    }
                    let man = &men[kind.index()];
                    (side.cells[slot], side.kinds[slot]) = (cell.0, kind.0);
                    side.used |= 1 << slot;
                    side.riders |= u32::from(!man.both.rides().is_empty()) << slot;
                    side.put(slot, man.reach(&rules.rides, cell, pos.occupied()));
                    kept.rows = kept.rows.max(slot / Row::sets::<S>() + 1);
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

    #[inline(always)]
    fn men(&self, color: Color) -> Men<'_> {
        let side = &self.sides[color.index()];
        Men { rows: &side.reach[..self.rows.min(ROWS)], side }
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
        let occupied = next.occupied();
        let changed = kernels::splat(pos.occupied() ^ occupied);
        (kept.rows, kept.whole) = (self.rows, true);
        let [ours, theirs] = [us, !us].map(Color::index);
        let mut stale = [0; 2];
        for side in [ours, theirs] {
            stale[side] = self.sides[side].copy::<S>(&mut kept.sides[side], self.rows, changed);
        }
        let mut riders = self.sides[theirs].riders;
        if pos.color(!us).has(m.to())
            && let Some(slot) = self.sides[theirs].slot(m.to())
        {
            riders &= !(1 << slot);
            kept.sides[theirs].used &= !(1 << slot);
            kept.sides[theirs].put(slot, S::EMPTY);
        }
        kept.sides[theirs].riders = riders;
        stale[theirs] &= riders;
        kept.sides[ours].riders = self.sides[ours].riders;
        stale[ours] &= self.sides[ours].riders;
        if m.kind() != Kind::PAWN
            && m.kind() != rules.royal
            && let Some(slot) = self.sides[ours].slot(m.from())
        {
            // What it reaches from its new cell is found with the others.
            kept.sides[ours].cells[slot & (SLOTS - 1)] = m.to().0;
            stale[ours] |= 1 << slot;
        }
        // Slots of both sides in one loop: its body is long.
        let mut both = u64::from(stale[0]) | u64::from(stale[1]) << 32;
        while both != 0 {
            let (color, slot) = ((both.trailing_zeros() >> 5) as usize, both.trailing_zeros() as usize & (SLOTS - 1));
            both &= both - 1;
            let side = &mut kept.sides[color];
            let man = &rules.sides[color].men[side.kinds[slot] as usize];
            side.put(slot, man.reach(&rules.rides, Cell(side.cells[slot]), occupied));
        }
    }
}

impl<L: Layout> Officers<L> for &Kept<L::Set> {
    #[inline(always)]
    fn moves<K: Sink<L::Set>>(
        &self,
        _: &Rules<L>,
        pos: &Position<L>,
        view: &View<L::Set>,
        target: L::Set,
        sink: &mut K,
    ) {
        debug_assert!(self.whole);
        let men = self.men(pos.side);
        if view.pinned.is_empty() {
            sink.officers(men, target);
            return;
        }
        for slot in men.slots().filter(|&slot| !view.pinned.has(men.cell(slot))) {
            sink.targets(men.cell(slot), men.kind(slot), men.reach::<L::Set>(slot) & target);
        }
    }

    #[inline(always)]
    fn danger(&self, rules: &Rules<L>, pos: &Position<L>, view: &View<L::Set>) -> L::Set {
        if view.checked {
            // A line through the king goes on behind it, which no kept set knows.
            return danger_by_look_up(rules, pos, view);
        }
        let all = self.men(!pos.side).rows.iter().fold(Row::default(), |all, &row| kernels::or(all, row));
        (0..Row::sets::<L::Set>()).fold(L::Set::EMPTY, |danger, i| danger | all.set(i))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{builtin, builtin_names};
    use crate::{AnyRules, Game, with_rules};

    fn same<S: BitSet>(kept: &Kept<S>, fresh: &Kept<S>, what: &str) {
        assert_eq!(kept.whole, fresh.whole, "{what}");
        for color in Color::BOTH {
            let sets = |kept: &Kept<S>| -> Vec<(u8, u8, [u64; 4])> {
                let men = kept.men(color);
                let words = |set: S| std::array::from_fn(|i| if i < S::WORDS { set.word(i) } else { 0 });
                let mut all: Vec<_> =
                    men.slots().map(|s| (men.cell(s).0, men.kind(s).0, words(men.reach::<S>(s)))).collect();
                all.sort_unstable();
                all
            };
            assert_eq!(sets(kept), sets(fresh), "{what} {color}");
            let all = |kept: &Kept<S>| -> u32 { kept.men(color).rows.iter().map(|&row| kernels::count(row)).sum() };
            assert_eq!(all(kept), all(fresh), "an empty slot reaches something: {what} {color}");
        }
    }

    #[test]
    fn kept_sets_are_those_of_the_position() {
        for name in builtin_names() {
            with_rules!(&AnyRules::new(&builtin(name).unwrap()).unwrap(), rules => {
                let mut seed = 7u64;
                for _ in 0..20 {
                    let mut game = Game::new(rules);
                    let mut kept = Kept::new(rules, game.position());
                    while game.ply() < 250 && game.outcome().is_none() {
                        let list = game.legal_moves();
                        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                        let m = list[(seed >> 33) as usize % list.len()];
                        let (pos, before) = (*game.position(), kept);
                        game.push(m);
                        // What stood in the buffer before must not matter.
                        kept = Kept::new(rules, &rules.start());
                        before.after_into(rules, &pos, game.position(), m, &mut kept);
                        let what = format!("{name} {} {}", rules.fen(&pos), rules.move_text(&pos, m));
                        same(&kept, &Kept::new(rules, game.position()), &what);
                        assert_eq!(rules.count_legal_kept(game.position(), &kept), rules.count_legal(game.position()));
                    }
                }
            });
        }
    }

    #[test]
    fn too_many_officers_are_generated_from_nothing() {
        with_rules!(&AnyRules::new(&builtin("glinski").unwrap()).unwrap(), rules => {
            let fen = "k/nnn/nnnnn/nnnnnnn/2nn5/11/11/11/5R5/11/5K5 w - 0 1";
            let pos = rules.parse_setup(fen).unwrap();
            assert!(!Kept::new(rules, &pos).whole());
            let slowly: u64 = rules.perft_divide(&pos, 2).iter().map(|(_, n)| n).sum();
            assert_eq!(rules.perft(&pos, 2), slowly);
            assert_eq!(rules.perft_listed(&pos, 2), slowly);
        });
    }
}
