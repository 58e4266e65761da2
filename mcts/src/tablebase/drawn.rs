//! Why drawn positions are drawn, from the weaker side's view: it converts, checks for ever, or simply holds.
//!
//! *Conversion* is the least set of draws in which it can force its way into a drawn smaller ending or into being
//! stalemated. *Perpetual check* is the greatest set of the remaining draws in which it always has a checking move after
//! which every reply stays in the set or in the conversions. The rest is *fortress*.

use super::ending::{Ending, Values};
use super::forward::{Open, Stage};
use super::state::{State, Worth};
use super::table::Table;
use hexcore::Color;
use rayon::prelude::*;
use serde::Serialize;
use std::sync::atomic::{AtomicU8, Ordering};

/// Unique drawn positions with one side to move, by why they are drawn. The weaker side is Black.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Drawn {
    /// A drawn smaller ending or stalemate can be forced.
    pub conversion: u64,
    /// Check can be given for ever.
    pub perpetual: u64,
    /// Neither, and yet no way through.
    pub fortress: u64,
}

const CHUNK: usize = 1 << 12;

const NO_DRAW: u8 = 0;
const UNSETTLED: u8 = 1;
const CONVERSION: u8 = 2;
const PERPETUAL: u8 = 3;

struct Split<'a> {
    ending: &'a Ending,
    table: &'a Table,
    kinds: [Vec<AtomicU8>; 2],
}

/// Splits the draws with White and with Black to move.
pub(crate) fn split(ending: &Ending, table: &Table) -> [Drawn; 2] {
    let n = ending.index.len();
    let kind = |side: Color, number: usize| {
        let state = table.get(side, number);
        let drawn = state.is_legal() && state.worth() == Worth::Draw;
        AtomicU8::new(if drawn { UNSETTLED } else { NO_DRAW })
    };
    let kinds = Color::BOTH.map(|side| (0..n).into_par_iter().map(|number| kind(side, number)).collect());
    let split = Split { ending, table, kinds };
    split.conversions();
    split.perpetuals();
    Color::BOTH.map(|side| {
        let count = |wanted: u8| {
            split.kinds[side.index()].par_iter().filter(|k| k.load(Ordering::Relaxed) == wanted).count() as u64
        };
        Drawn { conversion: count(CONVERSION), perpetual: count(PERPETUAL), fortress: count(UNSETTLED) }
    })
}

impl Split<'_> {
    fn kind(&self, side: Color, number: usize) -> u8 {
        self.kinds[side.index()][number].load(Ordering::Relaxed)
    }

    fn settle(&self, side: Color, number: usize, kind: u8) {
        self.kinds[side.index()][number].store(kind, Ordering::Relaxed);
    }

    /// The numbers of `from` that `wanted` holds for, in parallel.
    fn filter(&self, from: &[u32], wanted: impl Fn(usize) -> bool + Sync) -> Vec<u32> {
        let chunks = from.par_chunks(CHUNK);
        chunks
            .map(|chunk| chunk.iter().copied().filter(|&n| wanted(n as usize)).collect::<Vec<_>>())
            .collect::<Vec<_>>()
            .concat()
    }

    fn unsettled(&self, side: Color) -> Vec<u32> {
        (0..self.ending.index.len())
            .filter(|&number| self.kind(side, number) == UNSETTLED)
            .map(|number| number as u32)
            .collect()
    }

    fn conversions(&self) {
        let mut black = self.filter(&self.unsettled(Color::Black), |n| self.converts(Color::Black, n));
        let mut white = self.filter(&self.unsettled(Color::White), |n| self.converts(Color::White, n));
        while !black.is_empty() || !white.is_empty() {
            black.iter().for_each(|&n| self.settle(Color::Black, n as usize, CONVERSION));
            white.iter().for_each(|&n| self.settle(Color::White, n as usize, CONVERSION));
            let before_white = self.before(Color::White, &white);
            let before_black = self.before(Color::Black, &black);
            black = self.filter(&before_white, |n| self.converts(Color::Black, n));
            white = self.filter(&before_black, |n| self.converts(Color::White, n));
        }
    }

    /// Unsettled positions before these ones, each once.
    fn before(&self, side: Color, numbers: &[u32]) -> Vec<u32> {
        let found = numbers.par_chunks(CHUNK).map(|chunk| {
            let mut found = Vec::new();
            for &number in chunk {
                let cells = self.ending.index.decode(number as usize);
                self.ending.backward(&cells, !side, &mut |before| {
                    if self.kind(!side, before.number) == UNSETTLED {
                        found.push(before.number as u32);
                    }
                });
            }
            found
        });
        let mut found = found.collect::<Vec<_>>().concat();
        found.par_sort_unstable();
        found.dedup();
        found
    }

    /// Whether a drawn position is a conversion, as far as is known.
    fn converts(&self, side: Color, number: usize) -> bool {
        if self.table.get(side, number) == State::ENDED_DRAW {
            return true;
        }
        let (mut some, mut all) = (false, true);
        self.look(side, number, |kind, outside, state, _| {
            let drawn = state.worth() == Worth::Draw;
            let good = drawn && (outside || kind == CONVERSION);
            some |= good;
            // A move that loses for White is no way out for it.
            all &= good || !drawn;
            if side == Color::Black { some } else { !all }
        });
        if side == Color::Black { some } else { all }
    }

    /// Calls `found` with the kind, whether it is outside, the state and the check of each move until it says to stop.
    fn look(&self, side: Color, number: usize, mut found: impl FnMut(u8, bool, State, bool) -> bool) {
        let cells = self.ending.index.decode(number);
        self.ending.forward(self.table, Stage::Stalemates, (&cells, side), Open::None, &mut |step| {
            let inside = step.change.promotion.is_none() && step.change.taken.is_none();
            let to = if inside { self.ending.index.encode(step.cells) } else { None };
            let kind = to.map_or(NO_DRAW, |to| self.kind(!side, to));
            let taken = self.ending.taken(step.cells);
            let check = inside && side == Color::Black && self.ending.in_check(step.cells, Color::White, &taken);
            found(kind, !inside, step.state, check)
        });
    }

    fn perpetuals(&self) {
        let mut left = Color::BOTH.map(|side| self.unsettled(side));
        for side in Color::BOTH {
            left[side.index()].iter().for_each(|&n| self.settle(side, n as usize, PERPETUAL));
        }
        loop {
            let before = left[0].len() + left[1].len();
            for side in [Color::Black, Color::White] {
                let keeps = |number: usize| match side {
                    Color::Black => {
                        let mut checks = false;
                        self.look(side, number, |kind, _, _, check| {
                            checks |= check && kind == PERPETUAL;
                            checks
                        });
                        checks
                    }
                    Color::White => {
                        let mut all = true;
                        self.look(side, number, |kind, outside, state, _| {
                            let drawn = state.worth() == Worth::Draw;
                            all &= !drawn || outside || kind == PERPETUAL || kind == CONVERSION;
                            !all
                        });
                        all
                    }
                };
                let kept = self.filter(&left[side.index()], keeps);
                let mut still = kept.iter().peekable();
                for &number in &left[side.index()] {
                    if still.next_if_eq(&&number).is_none() {
                        self.settle(side, number as usize, UNSETTLED);
                    }
                }
                left[side.index()] = kept;
            }
            if left[0].len() + left[1].len() == before {
                return;
            }
        }
    }
}
