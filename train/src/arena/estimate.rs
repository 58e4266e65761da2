//! What the results of a match say of the player: score, Elo, normalized Elo, each with what is known of its error.

use super::normal::{Z, normal_cdf};
use ndarray::Array1;

/// Normalized Elo of one standard deviation of a game.
pub(super) const NELO: f64 = 800.0 / std::f64::consts::LN_10;

/// A player's expected score against another, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Pairs it is based on.
    pub pairs: u64,
    /// The mean score; 1/2 of no games.
    pub score: f64,
    /// Lower end of the 95 % interval.
    pub lo: f64,
    /// Upper end.
    pub hi: f64,
    /// Standard error of the score; never 0.
    pub error: f64,
    /// The score and its interval in Elo.
    pub elo: Elo,
    /// Normalized Elo: the score's distance from 1/2 in standard deviations of a game, times 800 / ln 10
    /// (Van den Bergh, Normalized Elo, 2020). Unlike Elo it does not depend on how many games are drawn.
    pub normalized_elo: f64,
    /// Likelihood of superiority: the probability, 0 to 1, that the player's expected score is above 1/2, in the normal
    /// approximation (Chess Programming Wiki, Match Statistics).
    pub los: f64,
}

/// A score in Elo, `-400 log10(1 / score - 1)` (Elo, The Rating of Chessplayers, 1978, in its logistic form). Infinite for
/// scores of 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// Of the mean score.
    pub value: f64,
    /// Of the interval's lower end.
    pub lo: f64,
    /// Of its upper end.
    pub hi: f64,
}

impl Elo {
    /// The Elo difference at which a score is expected.
    pub fn of(score: f64) -> f64 {
        -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10()
    }

    /// The score that is expected at an Elo difference.
    pub fn expected(elo: f64) -> f64 {
        1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
    }
}

impl Estimate {
    /// The interval is Wilson's (Probable inference, 1927), which needs neither many games nor a score far from 0 and 1:
    /// all `mu` with `|score - mu| <= z sqrt(v(mu) / n)`. Wilson has `v(mu) = mu (1 - mu)`, the variance of a game that is
    /// won or lost; pairs vary less, so `v` is multiplied by `f`, the observed variance of the pairs over that of wins and
    /// losses with the same mean (Kish's design effect). `f` is taken after adding one pair won and one lost, so that
    /// `f = 1` if all pairs had the same score of 0 or 1, and the interval never shrinks to a point.
    pub(super) fn new(scores: &Array1<f64>, counts: &Array1<f64>) -> Self {
        let n = counts.sum();
        if n == 0.0 {
            let elo = Elo { value: 0.0, lo: f64::NEG_INFINITY, hi: f64::INFINITY };
            return Self { pairs: 0, score: 0.5, lo: 0.0, hi: 1.0, error: 0.5, elo, normalized_elo: 0.0, los: 0.5 };
        }
        let score = scores.dot(counts) / n;
        let padded = (n * score + 1.0) / (n + 2.0);
        let squares = scores.mapv(|x| (x - padded).powi(2)).dot(counts) + padded.powi(2) + (1.0 - padded).powi(2);
        let variance = squares / (n + 2.0);
        let size = n * padded * (1.0 - padded) / variance;
        let (lo, hi) = wilson(score, size);
        let error = (variance / n).sqrt();
        // As it is published, without the added pairs, except where there is no other variance than theirs.
        let observed = scores.mapv(|x| (x - score).powi(2)).dot(counts) / n;
        // A game has twice the variance of the mean of two.
        let deviation = (2.0 * if observed > 0.0 { observed } else { variance }).sqrt();
        let normalized_elo = (score - 0.5) / deviation * NELO;
        Self {
            pairs: n as u64,
            score,
            lo,
            hi,
            error,
            elo: Elo { value: Elo::of(score), lo: Elo::of(lo), hi: Elo::of(hi) },
            normalized_elo,
            los: normal_cdf((score - 0.5) / error),
        }
    }
}

/// Wilson's interval for a mean of `n` values of 0 and 1.
fn wilson(mean: f64, n: f64) -> (f64, f64) {
    let z2 = Z * Z;
    let centre = (mean + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z / (1.0 + z2 / n) * (mean * (1.0 - mean) / n + z2 / (4.0 * n * n)).sqrt();
    // The ends of the range are reached exactly, rounding apart.
    let lo = if mean <= 0.0 { 0.0 } else { (centre - half).max(0.0) };
    let hi = if mean >= 1.0 { 1.0 } else { (centre + half).min(1.0) };
    (lo, hi)
}
