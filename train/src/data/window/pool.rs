//! Games in the order they were played, and a uniform draw from all their positions.

use super::Sample;
use super::packed::Packed;
use crate::seeds::Rng;
use hexcore::{Layout, Rules};
use std::collections::VecDeque;

/// Numbers of positions begin in the middle, so that older games can be put before newer ones.
const MIDDLE: u64 = 1 << 62;

#[derive(Debug)]
pub(super) struct Pool<L: Layout> {
    /// Each game with the number of its first position.
    games: VecDeque<(u64, Packed<L>)>,
    first: u64,
    end: u64,
}

impl<L: Layout> Pool<L> {
    pub(super) fn new() -> Self {
        Self { games: VecDeque::new(), first: MIDDLE, end: MIDDLE }
    }

    pub(super) fn push_newest(&mut self, game: Packed<L>) {
        let number = self.end;
        self.end += game.len() as u64;
        self.games.push_back((number, game));
    }

    pub(super) fn push_oldest(&mut self, game: Packed<L>) {
        self.first -= game.len() as u64;
        self.games.push_front((self.first, game));
    }

    /// Drops the oldest games as long as `capacity` positions remain.
    pub(super) fn shrink(&mut self, capacity: u64) {
        while let Some((_, oldest)) = self.games.front() {
            let rest = self.len() - oldest.len() as u64;
            if rest < capacity.max(1) {
                break;
            }
            self.first += oldest.len() as u64;
            self.games.pop_front();
        }
    }

    pub(super) fn len(&self) -> u64 {
        self.end - self.first
    }

    pub(super) fn games(&self) -> usize {
        self.games.len()
    }

    pub(super) fn generations(&self) -> Option<(u32, u32)> {
        let all = || self.games.iter().map(|(_, game)| game.generation);
        Some((all().min()?, all().max()?))
    }

    pub(super) fn sample(&self, rules: &Rules<L>, rng: &mut Rng) -> Option<Sample<'_, L>> {
        if self.len() == 0 {
            return None;
        }
        let number = self.first + rng.below(self.len());
        // The last game that begins at or before it; games without positions share their number with the next one.
        let game = self.games.partition_point(|(first, _)| *first <= number) - 1;
        let (first, packed) = &self.games[game];
        Some(packed.sample(rules, (number - first) as usize))
    }
}
