//! Solving an ending backwards: from the games' ends to everything that can be forced to them, ply by ply.
//!
//! In layer `d` are the positions decided in exactly `d` plies. Where the side to move loses, every position before wins in
//! `d + 1`; where it wins, the positions before are looked at, and lose once all their moves are lost. Moves into smaller
//! endings are read from their tables and put into the layer of their plies. Wins come first; where a stalemate is worth
//! something between a win and a draw, the same is done once more for it with what wins have left.

mod ends;

use super::ending::{Ending, Values};
use super::error::TableError;
use super::forward::{Open, Stage};
use super::index::Cells;
use super::state::{MOST_PLIES, State, Worth};
use super::table::Table;
use super::verdict::Verdict;
use hexcore::variant::Stalemate;
use hexcore::{Color, Kind};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

/// Positions a thread takes at a time.
const CHUNK: usize = 1 << 12;

/// How far the work on an ending is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Finding out which positions are legal.
    Legal,
    /// Looking at ends of games and at moves into smaller endings.
    Ends,
    /// Going back from there: the layer, in plies.
    Layer(u32),
}

/// Told now and then: the phase, positions done and all of them, both sides to move together.
pub type Progress<'a> = dyn Fn(Phase, u64, u64) + Sync + 'a;

/// The table under work.
struct Work<'a> {
    ending: &'a Ending,
    states: [Vec<AtomicU16>; 2],
    /// Positions that are to be looked at in this layer, each once.
    marked: [Vec<AtomicU64>; 2],
    progress: &'a Progress<'a>,
    decided: AtomicU64,
    all: u64,
    /// Only positions whose pawns have so many moves left, at most, are worked on.
    slice: Option<u32>,
}

/// Positions of White and of Black to move.
type Both = [Vec<u32>; 2];
/// Decisions for later layers.
type Later = BTreeMap<u32, [Vec<(u32, State)>; 2]>;

impl Values for Work<'_> {
    #[inline(always)]
    fn get(&self, side: Color, number: usize) -> State {
        State(self.states[side.index()][number].load(Ordering::Relaxed))
    }
}

/// Bytes of memory that solving an ending with so many numbers takes at most, beside the smaller tables.
pub(crate) fn work_bytes(numbers: u64) -> u64 {
    // For both sides to move: two bytes of state, a bit as a mark, and lists of up to half of the positions.
    numbers * 2 * 2 + numbers / 4 + numbers * 12
}

/// Solves an ending.
///
/// # Errors
/// If a win takes too long to be written down.
pub(crate) fn solve(ending: &Ending, progress: &Progress<'_>) -> Result<Table, TableError> {
    let n = ending.index.len();
    let mut work = Work {
        ending,
        states: Color::BOTH.map(|_| (0..n).map(|_| AtomicU16::new(0)).collect()),
        marked: Color::BOTH.map(|_| (0..n.div_ceil(64)).map(|_| AtomicU64::new(0)).collect()),
        progress,
        decided: AtomicU64::new(0),
        all: 2 * n as u64,
        slice: None,
    };
    work.find_legal();
    for slice in work.slices() {
        work.slice = slice;
        let (ends, later, hanging) = work.find_ends();
        work.layers(Stage::Wins, ends.clone(), later, &hanging)?;
        if matches!(ending.geometry.stalemate, Stalemate::TwoThirds | Stalemate::ThreeQuarters) {
            let later = work.find_stalemates();
            work.layers(Stage::Stalemates, ends, later, &hanging)?;
        }
    }
    let states = |side: &Vec<AtomicU16>| side.iter().map(|s| State(s.load(Ordering::Relaxed))).collect();
    let sides = [states(&work.states[0]), states(&work.states[1])];
    Ok(Table::pack(ending.material.clone(), ending.index.clone(), sides))
}

impl Work<'_> {
    fn set(&self, side: Color, number: usize, state: State) {
        self.states[side.index()][number].store(state.0, Ordering::Relaxed);
    }

    /// Decides a position, unless it is decided already.
    #[inline(always)]
    fn decide(&self, side: Color, number: usize, state: State) -> bool {
        let cell = &self.states[side.index()][number];
        cell.load(Ordering::Relaxed) == State::OPEN.0
            && cell.compare_exchange(State::OPEN.0, state.0, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    fn chunks(&self) -> impl IndexedParallelIterator<Item = std::ops::Range<usize>> {
        let n = self.ending.index.len();
        (0..n.div_ceil(CHUNK)).into_par_iter().map(move |i| i * CHUNK..n.min((i + 1) * CHUNK))
    }

    fn tell(&self, phase: Phase, more: u64) {
        let done = self.decided.fetch_add(more, Ordering::Relaxed) + more;
        (self.progress)(phase, done, self.all);
    }

    /// With a limit on plies, a pawn's move must lead to what is known already: pawns near their goal come first.
    fn slices(&self) -> Vec<Option<u32>> {
        if self.ending.geometry.limit == 0 || self.ending.material.pawns() == 0 {
            return vec![None];
        }
        let most = |color: Color| self.ending.geometry.pawns[color.index()].moves_left.iter().flatten().max().copied();
        let pawns = |color: Color| self.ending.material.side(color).iter().filter(|k| **k == Kind::PAWN).count() as u32;
        let all: u32 = Color::BOTH.map(|color| pawns(color) * most(color).unwrap_or(0)).iter().sum();
        (0..=all).map(Some).collect()
    }

    fn in_slice(&self, cells: &Cells) -> bool {
        let Some(slice) = self.slice else { return true };
        let left = self.ending.index.slots().iter().zip(cells).map(|(&(color, kind), &cell)| {
            let moves = self.ending.geometry.pawns[color.index()].moves_left.as_ref();
            moves.filter(|_| kind == Kind::PAWN).map_or(0, |moves| moves[cell as usize])
        });
        left.sum::<u32>() == slice
    }

    fn verdict(&self, stage: Stage, cells: &Cells, side: Color, all: bool) -> Verdict {
        self.ending.verdict(self, stage, (cells, side), Open::None, all)
    }

    fn layers(&self, stage: Stage, ends: Both, mut later: Later, hanging: &Both) -> Result<(), TableError> {
        let mut layer = ends;
        let good = if stage == Stage::Wins { Worth::Win } else { Worth::Stalemates };
        for side in Color::BOTH {
            // In the second stage the ends are those that the first left alone.
            let is = |n: &u32| {
                let worth = self.get(side, *n as usize).worth();
                worth == good || worth == good.flip()
            };
            layer[side.index()].retain(is);
        }
        let mut plies = 0;
        loop {
            let size = layer.iter().map(|l| l.len() as u64).sum();
            self.tell(Phase::Layer(plies), size);
            let limit = self.ending.geometry.limit;
            let over = limit != 0 && plies >= u32::from(limit);
            if over || layer.iter().all(Vec::is_empty) && later.is_empty() {
                return Ok(());
            }
            if plies >= MOST_PLIES {
                let name = self.ending.geometry.kinds.name(&self.ending.material);
                return Err(TableError::TooDeep { name, plies: plies + 1 });
            }
            let mut next = Both::default();
            for side in Color::BOTH {
                let looked_at = self.candidates(stage, side, &layer[(!side).index()], &hanging[side.index()]);
                for (number, state) in looked_at {
                    later.entry(state.plies().max(plies + 1)).or_default()[side.index()].push((number, state));
                }
            }
            for side in Color::BOTH {
                next[side.index()] = self.before_losses(good, side, &layer[(!side).index()], plies + 1);
            }
            for (side, decisions) in Color::BOTH.into_iter().zip(later.remove(&(plies + 1)).unwrap_or_default()) {
                let new = decisions.into_iter().filter(|&(number, state)| self.decide(side, number as usize, state));
                next[side.index()].extend(new.map(|(number, _)| number));
            }
            layer = next;
            plies += 1;
        }
    }

    /// Positions of `side` from which a lost position of the other side is reached, which therefore are won.
    fn before_losses(&self, good: Worth, side: Color, layer: &[u32], plies: u32) -> Vec<u32> {
        let won = State::decided(good, plies);
        let found = layer.par_chunks(CHUNK).map(|chunk| {
            let mut found = Vec::new();
            for &number in chunk {
                if self.get(!side, number as usize).worth() != good.flip() {
                    continue;
                }
                let cells = self.ending.index.decode(number as usize);
                self.ending.backward(&cells, side, &mut |before| {
                    if before.certain && self.decide(side, before.number, won) {
                        found.push(before.number as u32);
                    }
                });
            }
            found
        });
        found.collect::<Vec<_>>().concat()
    }

    /// Looks at the positions of `side` before those of a layer that are won for the other side, and at those before any of
    /// its positions by a move that is not certain, and says what is decided now.
    fn candidates(&self, stage: Stage, side: Color, layer: &[u32], hanging: &[u32]) -> Vec<(u32, State)> {
        let marked = &self.marked[side.index()];
        let bit = |number: usize| (number / 64, 1u64 << (number % 64));
        let mark = |number: usize| {
            let (word, bit) = bit(number);
            self.get(side, number).is_open() && marked[word].fetch_or(bit, Ordering::Relaxed) & bit == 0
        };
        let before = layer.par_chunks(CHUNK).map(|chunk| {
            let mut found = Vec::new();
            for &number in chunk {
                let worth = self.get(!side, number as usize).worth();
                let lost = worth == Worth::Loss || worth == Worth::Stalemated;
                let cells = self.ending.index.decode(number as usize);
                self.ending.backward(&cells, side, &mut |before| {
                    if !(lost && before.certain) && mark(before.number) {
                        found.push(before.number as u32);
                    }
                });
            }
            found
        });
        let mut before = before.collect::<Vec<_>>().concat();
        // Where moves are not certain, a candidate may also turn out to be won.
        let all = self.ending.opens || self.ending.waits;
        before.extend(hanging.iter().filter(|&&number| mark(number as usize)));
        let decided = before.par_chunks(CHUNK).map(|chunk| {
            let mut decided = Vec::new();
            for &number in chunk {
                let cells = self.ending.index.decode(number as usize);
                let state = self.verdict(stage, &cells, side, all).state;
                if !state.is_open() {
                    decided.push((number, state));
                }
                let (word, bit) = bit(number as usize);
                marked[word].fetch_and(!bit, Ordering::Relaxed);
            }
            decided
        });
        decided.collect::<Vec<_>>().concat()
    }
}
