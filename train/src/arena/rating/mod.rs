//! Ratings of many players at once: the most likely strengths, given all their games.
//!
//! Davidson's model (On extending the Bradley-Terry model to accommodate ties in paired comparison experiments, 1970) with
//! a first-move advantage: with `x = strength(White) - strength(Black) + advantage`, a game is won, drawn and lost by White
//! in proportion to `exp(x / 2)`, `nu` and `exp(-x / 2)`. Without draws that is the model of Bradley and Terry, and of Elo.
//! A score between win and draw counts as so much of each. Strengths become Elo by the factor that makes a small difference
//! of two equal-coloured players mean the same expected score as in Elo's curve: `400 / ln 10` times `2 / (2 + nu)` (as in
//! Coulom's BayesElo).
//!
//! Intervals are those of the profile likelihood: all values that, with everything else at its best, are not less likely
//! than the data allow at 95 %. They exist where Fisher's information gives none: who has won every game has a lower bound
//! and no upper one. The games of a pair share their opening, and strengths are not one number: how much more or less the
//! scores of a player's pairs vary than independent games of this model would widens or narrows its
//! interval, as in quasi-likelihood (McCullagh and Nelder, Generalized Linear Models, 1989, chapter 9).

mod fit;
mod graph;
mod likelihood;
mod profile;

use fit::Fit;
use likelihood::Results;
use serde::{Deserialize, Serialize};

/// How draws count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RatingModel {
    /// As results of their own, more likely between equals.
    #[default]
    Davidson,
    /// As half a win and half a loss.
    BradleyTerry,
}

/// A finished pair of games of two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Graded {
    /// The player who has White in the first game.
    pub first: usize,
    /// The other one.
    pub second: usize,
    /// The first player's score, 0 to 1, with White and with Black.
    pub scores: [f64; 2],
}

/// Ends of a 95 % interval; infinite where the games set no bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub lo: f64,
    /// Upper end.
    pub hi: f64,
}

/// A strength in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The most likely value: infinite for who only won or only lost against the anchor's group, not a number where the
    /// games leave even that open.
    pub elo: f64,
    /// Its 95 % interval, the anchor's own strength being exact.
    pub interval: Interval,
}

/// What the games say of all players.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// By player; none for who has not played the anchor, nor anybody who has, and so on.
    pub players: Vec<Option<Rating>>,
    /// Who has 0 Elo: the anchor that was asked for, unless there is a larger group of players who can be compared with
    /// each other and not with it; then one of them.
    pub anchor: usize,
    /// Elo of having White.
    pub advantage: Rating,
    /// Probability of a draw between equals.
    pub draws: f64,
    /// Variance of all pairs over that of independent games.
    pub dispersion: f64,
}

/// Rates players by their pairs of games.
pub fn rate(players: usize, pairs: &[Graded], anchor: usize, model: RatingModel) -> Ratings {
    let results = Results::new(players, pairs, model);
    let anchor = graph::anchor(&results, anchor);
    let groups = graph::Groups::new(&results, anchor);
    let mut fit = Fit::new(&results, &groups, anchor);
    fit.climb(None);
    let spread = fit.spread(pairs, None);
    let scale = fit.elo();
    let one = |index: usize, dispersion: f64, bounded: [bool; 2]| {
        let interval = profile::interval(&fit, index, dispersion, bounded);
        let elo = match bounded {
            [true, true] => scale * fit.values[index],
            [true, false] => f64::INFINITY,
            [false, true] => f64::NEG_INFINITY,
            [false, false] => f64::NAN,
        };
        Rating { elo, interval: Interval { lo: scale * interval.lo, hi: scale * interval.hi } }
    };
    let rating = |player: usize| {
        if player == anchor {
            return Some(Rating { elo: 0.0, interval: Interval { lo: 0.0, hi: 0.0 } });
        }
        fit.index(player)
            .map(|index| one(index, fit.spread(pairs, Some(player)).careful_ratio(), groups.bounded(player)))
    };
    Ratings {
        players: (0..players).map(rating).collect(),
        anchor,
        advantage: one(fit.advantage(), spread.careful_ratio(), [true, true]),
        draws: fit.draws(),
        dispersion: spread.ratio(),
    }
}

#[cfg(test)]
mod tests;
