//! The results of paired games, counted.
//!
//! Games come in pairs: the same opening twice, with colours swapped. The two games of a pair are not independent (the
//! opening may favour one side), so the pair is the unit: its score `x` is the mean of its two games', and the variance is
//! that of the pairs. With results 1, 1/2 and 0 that is the pentanomial model, `x` in {0, 1/4, 1/2, 3/4, 1}; nothing here
//! depends on that, since variants may score a stalemate 3/4 or 2/3.

use super::Estimate;
use ndarray::Array1;
use std::collections::BTreeMap;

/// Results of a match, by pairs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchTally {
    /// Pairs by score, in millionths.
    pairs: BTreeMap<u32, u64>,
    wins: u64,
    draws: u64,
    losses: u64,
}

impl MatchTally {
    /// No games.
    pub fn new() -> Self {
        Self::default()
    }

    /// Counts a pair by the player's score, 0 to 1, in each of its games.
    pub fn push(&mut self, games: [f64; 2]) {
        for score in games {
            match score {
                s if s > 1.0 - 1e-6 => self.wins += 1,
                s if s < 1e-6 => self.losses += 1,
                _ => self.draws += 1,
            }
        }
        let mean = (games[0] + games[1]) / 2.0;
        *self.pairs.entry((mean.clamp(0.0, 1.0) * 1e6).round() as u32).or_default() += 1;
    }

    /// Counts the pairs of another part of the match.
    pub fn merge(&mut self, other: &Self) {
        for (score, count) in &other.pairs {
            *self.pairs.entry(*score).or_default() += count;
        }
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u64 {
        self.pairs.values().sum()
    }

    /// Games won.
    pub fn wins(&self) -> u64 {
        self.wins
    }

    /// Games drawn, or scored between win and loss.
    pub fn draws(&self) -> u64 {
        self.draws
    }

    /// Games lost.
    pub fn losses(&self) -> u64 {
        self.losses
    }

    /// The scores that pairs have had, lowest first, with their numbers: the pentanomial.
    pub fn pentanomial(&self) -> Vec<(f64, u64)> {
        self.pairs.iter().map(|(&score, &count)| (f64::from(score) / 1e6, count)).collect()
    }

    /// What the results say of the player.
    pub fn estimate(&self) -> Estimate {
        let (scores, counts): (Vec<f64>, Vec<f64>) =
            self.pentanomial().into_iter().map(|(score, count)| (score, count as f64)).unzip();
        Estimate::new(&Array1::from(scores), &Array1::from(counts))
    }
}
