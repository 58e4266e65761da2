//! The games, counted by who had White, and how likely they are.

use super::{Graded, RatingModel};
use std::collections::BTreeMap;

/// Games of one player with White against another; a score between win and draw is so much of each.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Counts {
    pub(super) wins: f64,
    pub(super) draws: f64,
    pub(super) losses: f64,
}

/// All games.
#[derive(Clone, Debug)]
pub(super) struct Results {
    pub(super) players: usize,
    /// By White and Black.
    pub(super) counts: BTreeMap<(usize, usize), Counts>,
    /// Whether there are draws that count as such.
    pub(super) draws: bool,
}

impl Results {
    pub(super) fn new(players: usize, pairs: &[Graded], model: RatingModel) -> Results {
        let mut counts: BTreeMap<(usize, usize), Counts> = BTreeMap::new();
        for pair in pairs {
            let games = [(pair.first, pair.second, pair.scores[0]), (pair.second, pair.first, 1.0 - pair.scores[1])];
            for (white, black, score) in games {
                let cell = counts.entry((white, black)).or_default();
                let drawn = 1.0 - (2.0 * score - 1.0).abs();
                let drawn = if model == RatingModel::Davidson { drawn } else { 0.0 };
                cell.draws += drawn;
                cell.wins += score - drawn / 2.0;
                cell.losses += 1.0 - score - drawn / 2.0;
            }
        }
        let draws = counts.values().any(|cell| cell.draws > 0.0);
        Results { players, counts, draws }
    }
}

/// Probabilities of White's win, a draw and White's loss.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chances {
    pub(super) win: f64,
    pub(super) draw: f64,
    pub(super) loss: f64,
    /// Logarithm of what the three were divided by.
    log_sum: f64,
}

impl Chances {
    /// At a difference of strength, the advantage included; `log_nu` is none where there are no draws.
    pub(super) fn new(difference: f64, log_nu: Option<f64>) -> Chances {
        let half = difference / 2.0;
        let most = half.abs().max(log_nu.unwrap_or(f64::NEG_INFINITY));
        let (win, loss) = ((half - most).exp(), (-half - most).exp());
        let draw = log_nu.map_or(0.0, |nu| (nu - most).exp());
        let sum = win + draw + loss;
        Chances { win: win / sum, draw: draw / sum, loss: loss / sum, log_sum: most + sum.ln() }
    }

    /// White's expected score.
    pub(super) fn score(self) -> f64 {
        self.win + self.draw / 2.0
    }

    /// Variance of the score of a game.
    pub(super) fn variance(self) -> f64 {
        self.win + self.draw / 4.0 - self.score().powi(2)
    }

    /// Logarithm of the likelihood of these games.
    pub(super) fn log_likelihood(self, games: Counts, difference: f64, log_nu: Option<f64>) -> f64 {
        let all = games.wins + games.draws + games.losses;
        (games.wins - games.losses) * difference / 2.0 + games.draws * log_nu.unwrap_or(0.0) - all * self.log_sum
    }
}
