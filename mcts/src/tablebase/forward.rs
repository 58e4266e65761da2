//! The moves of a position, and what the positions they lead to are known to be.

use super::ending::{Change, Ending, Values};
use super::index::Cells;
use super::lines::Taken;
use super::state::State;
use hexcore::variant::EnPassant;
use hexcore::{Color, Kind};

/// The special capture that the last move made possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Open {
    None,
    /// A pawn, or what it became, passed one or two cells.
    Passed {
        pawn: u8,
        cells: [u8; 2],
    },
    /// A pawn, or what it became, stepped away from the pawn `by`, which alone may take it.
    Scorned {
        pawn: u8,
        by: u8,
    },
}

/// A legal move.
pub(crate) struct Step<'a> {
    /// Where the men stand after it; a taken man's cell means nothing.
    pub(crate) cells: &'a Cells,
    pub(crate) change: Change,
    /// The state of the position it leads to, the other side being to move.
    pub(crate) state: State,
    /// Whether that state depends on a special capture, so that it is not in any table.
    pub(crate) open: bool,
    /// Whether it takes a man or moves a pawn.
    pub(crate) zeroing: bool,
}

/// Which values are being decided: full wins first, then those of stalemates that count for something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    Wins,
    Stalemates,
}

/// A man's way: who, from where it came is in `cells`, to where.
struct Mover<'a, V> {
    ending: &'a Ending,
    values: &'a V,
    stage: Stage,
    cells: &'a Cells,
    side: Color,
    taken: Taken,
    open: Open,
}

impl Ending {
    /// Calls `found` with every legal move until it says to stop.
    #[inline]
    pub(crate) fn forward<V: Values>(
        &self,
        values: &V,
        stage: Stage,
        (cells, side): (&Cells, Color),
        open: Open,
        found: &mut impl FnMut(&Step) -> bool,
    ) {
        let taken = self.taken(cells);
        let mover = Mover { ending: self, values, stage, cells, side, taken, open };
        if self.waits && mover.promotions_in_place(found) {
            return;
        }
        let geometry = &self.geometry;
        for (slot, &(color, kind)) in self.index.slots().iter().enumerate() {
            if color != side {
                continue;
            }
            let mut stop = false;
            if kind == Kind::PAWN {
                mover.pawn(slot, &mut stop, found);
            } else {
                let lines = &geometry.lines[side.index()][kind.index()];
                lines.walk(cells[slot], &taken, |to, hit| {
                    if !stop {
                        stop = if hit { mover.capture(slot, to, found) } else { mover.quiet(slot, to, found) };
                    }
                });
            }
            if stop {
                return;
            }
        }
    }
}

impl<V: Values> Mover<'_, V> {
    fn man_at(&self, cell: u8) -> Option<usize> {
        self.cells[..self.ending.index.slots().len()].iter().position(|&c| c == cell)
    }

    /// An enemy man other than the king.
    fn enemy_at(&self, cell: u8) -> Option<usize> {
        self.man_at(cell).filter(|&man| man >= 2 && self.ending.index.slots()[man].0 != self.side)
    }

    #[inline(always)]
    fn quiet(&self, slot: usize, to: u8, found: &mut impl FnMut(&Step) -> bool) -> bool {
        let mut cells = *self.cells;
        cells[slot] = to;
        let Some(number) = self.ending.index.encode(&cells) else { return false };
        let state = self.values.get(!self.side, number);
        let zeroing = self.ending.index.slots()[slot].1 == Kind::PAWN;
        state.is_legal() && found(&Step { cells: &cells, change: Change::default(), state, open: false, zeroing })
    }

    #[inline]
    fn capture(&self, slot: usize, to: u8, found: &mut impl FnMut(&Step) -> bool) -> bool {
        let Some(victim) = self.enemy_at(to) else { return false };
        self.leave(slot, to, Change { promotion: None, taken: Some(victim) }, found)
    }

    /// Into a smaller ending.
    fn leave(&self, slot: usize, to: u8, change: Change, found: &mut impl FnMut(&Step) -> bool) -> bool {
        let mut cells = *self.cells;
        cells[slot] = to;
        let state = self.ending.outside(change, &cells, !self.side);
        state.is_legal() && found(&Step { cells: &cells, change, state, open: false, zeroing: true })
    }

    fn pawn(&self, slot: usize, stop: &mut bool, found: &mut impl FnMut(&Step) -> bool) {
        let (from, taken) = (self.cells[slot], self.taken);
        let pawns = &self.ending.geometry.pawns[self.side.index()];
        let attacks = &pawns.captures[from as usize];
        let passes = |to: u8| matches!(self.open, Open::Passed { cells, .. } if cells.contains(&to));
        let mut arrive = |to: u8, victim: Option<usize>, open: Open| {
            *stop = *stop || self.arrive(slot, to, victim, open, found);
        };
        for &to in &pawns.steps[from as usize] {
            let automatic = self.ending.geometry.en_passant == EnPassant::Automatic;
            let takes_anyway = automatic && passes(to) && attacks.contains(&to);
            if !taken.has(to) && !takes_anyway {
                arrive(to, None, self.scorned(from, to));
            }
        }
        for &to in attacks {
            if taken.has(to) {
                if let Some(victim) = self.enemy_at(to) {
                    arrive(to, Some(victim), Open::None);
                }
            } else if let Open::Passed { pawn, .. } = self.open
                && passes(to)
            {
                arrive(to, self.man_at(pawn), Open::None);
            }
        }
        for path in &pawns.advances[from as usize] {
            let ([first, .., before, to] | [first @ before, to]) = path.cells[..] else { continue };
            if path.cells[..path.cells.len() - 1].iter().any(|&cell| taken.has(cell)) {
                continue;
            }
            let passed = Open::Passed { pawn: to, cells: [first, before] };
            let open = if self.ending.geometry.en_passant == EnPassant::None { Open::None } else { passed };
            if !taken.has(to) {
                arrive(to, None, open);
            } else if path.captures
                && let Some(victim) = self.enemy_at(to)
            {
                arrive(to, Some(victim), open);
            }
        }
        if let Open::Scorned { pawn, by } = self.open
            && by == from
            && pawns.oblique[from as usize].contains(&pawn)
        {
            arrive(pawn, self.man_at(pawn), Open::None);
        }
    }

    /// What an oblique step away from an enemy pawn opens.
    fn scorned(&self, from: u8, to: u8) -> Open {
        let ending = self.ending;
        let pawns = &ending.geometry.pawns[self.side.index()];
        if !ending.geometry.scornful || !pawns.oblique[from as usize].contains(&to) {
            return Open::None;
        }
        let faced = pawns.ahead[from as usize]
            .filter(|&cell| self.man_at(cell).is_some_and(|man| ending.index.slots()[man] == (!self.side, Kind::PAWN)));
        faced.map_or(Open::None, |by| Open::Scorned { pawn: to, by })
    }

    /// A pawn on a new cell: it becomes what there is, or stays a pawn.
    fn arrive(
        &self,
        slot: usize,
        to: u8,
        victim: Option<usize>,
        open: Open,
        found: &mut impl FnMut(&Step) -> bool,
    ) -> bool {
        if self.ending.geometry.pawns[self.side.index()].zone[to as usize] {
            let kinds = self.available(to);
            if !kinds.is_empty() {
                return kinds.into_iter().any(|kind| {
                    let change = Change { promotion: Some((slot, kind)), taken: victim };
                    self.settle(slot, to, change, open, found)
                });
            }
        }
        self.settle(slot, to, Change { promotion: None, taken: victim }, open, found)
    }

    fn settle(&self, slot: usize, to: u8, change: Change, open: Open, found: &mut impl FnMut(&Step) -> bool) -> bool {
        let inside = change.promotion.is_none() && change.taken.is_none();
        if self.ending.opens && open != Open::None {
            let mut cells = *self.cells;
            cells[slot] = to;
            let taken = self.ending.taken(&cells);
            if self.ending.usable(&cells, !self.side, open, &taken) {
                let state = match inside {
                    true => self.ending.opened(self.values, self.stage, &cells, !self.side, open),
                    false => self.opened_outside(change, &cells, open),
                };
                return state.is_legal() && found(&Step { cells: &cells, change, state, open: true, zeroing: true });
            }
        }
        if inside { self.quiet(slot, to, found) } else { self.leave(slot, to, change, found) }
    }

    fn opened_outside(&self, change: Change, cells: &Cells, open: Open) -> State {
        let Some((solved, cells, side, flip)) = self.ending.enter(change, cells, !self.side) else {
            return State::ILLEGAL;
        };
        let turn = |cell: u8| if flip { self.ending.geometry.flip[cell as usize] } else { cell };
        let open = match open {
            Open::None => Open::None,
            Open::Passed { pawn, cells } => Open::Passed { pawn: turn(pawn), cells: cells.map(turn) },
            Open::Scorned { pawn, by } => Open::Scorned { pawn: turn(pawn), by: turn(by) },
        };
        // The smaller ending is solved: both kinds of values are known there.
        solved.ending.opened(&*solved.table, Stage::Stalemates, &cells, side, open)
    }

    /// The kinds that a pawn of the side to move may become on a cell.
    fn available(&self, cell: u8) -> Vec<Kind> {
        let ending = self.ending;
        let mut kinds = ending.geometry.kinds.promotions(ending.material.side(self.side));
        let shade = |cell: u8| ending.geometry.shade[cell as usize];
        for (kind, supply) in &ending.geometry.by_shade[self.side.index()] {
            let men = ending.index.slots().iter().zip(self.cells);
            let here = men.filter(|(man, at)| **man == (self.side, *kind) && shade(**at) == shade(cell)).count();
            if here as u32 >= supply[shade(cell) as usize] {
                kinds.retain(|k| k != kind);
            }
        }
        kinds
    }

    /// Promotions of pawns that wait: the only legal moves if there are any, except in check.
    fn promotions_in_place(&self, found: &mut impl FnMut(&Step) -> bool) -> bool {
        let pawns = &self.ending.geometry.pawns[self.side.index()];
        let slots = self.ending.index.slots().iter().zip(self.cells).enumerate();
        let waiting: Vec<(usize, u8)> = slots
            .filter(|(_, (man, cell))| **man == (self.side, Kind::PAWN) && pawns.zone[**cell as usize])
            .map(|(slot, (_, &cell))| (slot, cell))
            .collect();
        if waiting.is_empty() || self.ending.in_check(self.cells, self.side, &self.taken) {
            return false;
        }
        let mut any = false;
        for (slot, cell) in waiting {
            for kind in self.available(cell) {
                any = true;
                let change = Change { promotion: Some((slot, kind)), taken: None };
                if self.leave(slot, cell, change, found) {
                    return true;
                }
            }
        }
        any
    }
}
