//! Where solving begins: which positions there are, where games end, and what moves into smaller endings decide.

use super::{Both, Later, Phase, Work};
use crate::tablebase::ending::Values;
use crate::tablebase::forward::Stage;
use crate::tablebase::state::State;
use hexcore::Color;
use rayon::prelude::*;
use std::sync::atomic::Ordering;

impl Work<'_> {
    pub(super) fn find_legal(&self) {
        let ending = self.ending;
        self.chunks().for_each(|chunk| {
            let size = chunk.len() as u64;
            for number in chunk {
                let cells = ending.index.decode(number);
                let exists = ending.index.orbit(number) != 0 && ending.can_stand(&cells);
                let taken = ending.taken(&cells);
                for side in Color::BOTH {
                    if !exists || ending.in_check(&cells, !side, &taken) {
                        self.set(side, number, State::ILLEGAL);
                    }
                }
            }
            self.tell(Phase::Legal, 2 * size);
        });
        self.decided.store(0, Ordering::Relaxed);
    }

    /// Ends of games, decisions by moves into smaller endings, and positions whose moves hang on special captures.
    pub(super) fn find_ends(&self) -> (Both, Later, Both) {
        let found: Vec<_> = self
            .chunks()
            .map(|chunk| {
                let size = chunk.len() as u64;
                let mut found = (Both::default(), <[Vec<(u32, State)>; 2]>::default(), Both::default());
                for number in chunk {
                    let cells = self.ending.index.decode(number);
                    if !self.in_slice(&cells) {
                        continue;
                    }
                    for side in Color::BOTH.into_iter().filter(|&side| self.get(side, number).is_open()) {
                        let verdict = self.verdict(Stage::Wins, &cells, side, true);
                        let taken = self.ending.taken(&cells);
                        let in_check = || self.ending.in_check(&cells, side, &taken);
                        let i = side.index();
                        if let Some(end) = self.ending.end(side, verdict.moves, in_check) {
                            found.0[i].push(number as u32);
                            found.1[i].push((number as u32, end));
                            continue;
                        }
                        if !verdict.state.is_open() {
                            found.1[i].push((number as u32, verdict.state));
                        }
                        if verdict.open {
                            found.2[i].push(number as u32);
                        }
                    }
                }
                self.tell(Phase::Ends, 2 * size);
                found
            })
            .collect();
        self.decided.store(0, Ordering::Relaxed);
        let (mut ends, mut later, mut hanging) = (Both::default(), Later::new(), Both::default());
        for (chunk_ends, decisions, open) in found {
            for side in Color::BOTH {
                let i = side.index();
                let mut over = chunk_ends[i].iter().peekable();
                for &(number, state) in &decisions[i] {
                    if over.next_if_eq(&&number).is_some() {
                        // Only now: a position must not be seen decided before all have been looked at.
                        self.set(side, number as usize, state);
                        if state != State::ENDED_DRAW {
                            ends[i].push(number);
                        }
                    } else {
                        later.entry(state.plies()).or_default()[i].push((number, state));
                    }
                }
                hanging[i].extend(&open[i]);
            }
        }
        (ends, later, hanging)
    }

    /// What can be said of stalemates once all wins are known.
    pub(super) fn find_stalemates(&self) -> Later {
        let found: Vec<_> = self
            .chunks()
            .map(|chunk| {
                let mut found: [Vec<(u32, State)>; 2] = Default::default();
                for number in chunk {
                    let cells = self.ending.index.decode(number);
                    if !self.in_slice(&cells) {
                        continue;
                    }
                    for side in Color::BOTH.into_iter().filter(|&side| self.get(side, number).is_open()) {
                        let state = self.verdict(Stage::Stalemates, &cells, side, true).state;
                        if !state.is_open() {
                            found[side.index()].push((number as u32, state));
                        }
                    }
                }
                found
            })
            .collect();
        let mut later = Later::new();
        for side in 0..2 {
            for &(number, state) in found.iter().flat_map(|chunk| &chunk[side]) {
                later.entry(state.plies()).or_default()[side].push((number, state));
            }
        }
        later
    }
}
