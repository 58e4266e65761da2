//! The statistics of paired games.
//!
//! Games come in pairs: the same opening twice, with colours swapped. The two games of a pair are not independent (the
//! opening may favour one side), so the pair is the unit: its score `x` is the mean of its two games', and the variance is
//! that of the pairs. With results 1, 1/2 and 0 that is the pentanomial model, `x` in {0, 1/4, 1/2, 3/4, 1}; nothing here
//! depends on that, since variants may score a stalemate 3/4 or 2/3.

use ndarray::Array1;
use std::collections::BTreeMap;

/// Half width of a 95 % interval in standard errors.
const Z: f64 = 1.959_963_984_540_054;

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
}

impl Estimate {
    /// The interval is Wilson's (Probable inference, 1927), which needs neither many games nor a score far from 0 and 1:
    /// all `mu` with `|score - mu| <= z sqrt(v(mu) / n)`. Wilson has `v(mu) = mu (1 - mu)`, the variance of a game that is
    /// won or lost; pairs vary less, so `v` is multiplied by `f`, the observed variance of the pairs over that of wins and
    /// losses with the same mean (Kish's design effect). `f` is taken after adding one pair won and one lost, so that
    /// `f = 1` if all pairs had the same score of 0 or 1, and the interval never shrinks to a point.
    fn new(scores: &Array1<f64>, counts: &Array1<f64>) -> Self {
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
        // A game has twice the variance of the mean of two.
        let normalized_elo = (score - 0.5) / (2.0 * variance).sqrt() * 800.0 / std::f64::consts::LN_10;
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

/// The normal distribution function, to about 10^-7 (through the complementary error function of Press et al., Numerical
/// Recipes, 2nd edition, section 6.2).
pub fn normal_cdf(x: f64) -> f64 {
    const C: [f64; 10] = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.5 * z);
    let exponent = C.iter().rev().fold(0.0, |sum, c| sum * t + c) - z * z;
    let tail = t * exponent.exp() / 2.0;
    if x >= 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seeds::Rng;

    fn tally(pairs: &[[f64; 2]]) -> MatchTally {
        let mut tally = MatchTally::new();
        pairs.iter().for_each(|&pair| tally.push(pair));
        tally
    }

    #[test]
    fn pairs_are_counted_by_their_score() {
        let tally = tally(&[[1.0, 1.0], [1.0, 0.0], [0.5, 0.5], [1.0, 0.5], [0.0, 0.0], [2.0 / 3.0, 1.0 / 3.0]]);
        assert_eq!(tally.pentanomial(), [(0.0, 1), (0.5, 3), (0.75, 1), (1.0, 1)]);
        assert_eq!((tally.wins(), tally.draws(), tally.losses(), tally.pairs()), (4, 5, 3, 6));
        let mut twice = tally.clone();
        twice.merge(&tally);
        assert_eq!((twice.pairs(), twice.wins()), (12, 8));
        assert_eq!(twice.estimate().score, tally.estimate().score);
    }

    #[test]
    fn one_sided_matches_have_an_interval() {
        let all = tally(&[[1.0, 1.0]; 20]).estimate();
        // Wilson's lower bound for 20 of 20 is 20 / (20 + z^2).
        assert!((all.lo - 20.0 / (20.0 + Z * Z)).abs() < 1e-9, "{all:?}");
        assert_eq!((all.score, all.hi, all.elo.hi), (1.0, 1.0, f64::INFINITY));
        assert!(all.los > 0.999 && all.elo.lo > 200.0);
        let none = tally(&[[0.0, 0.0]; 20]).estimate();
        assert!((none.hi - (1.0 - all.lo)).abs() < 1e-9 && none.lo == 0.0);
        let drawn = tally(&[[0.5, 0.5]; 20]).estimate();
        assert!(drawn.lo < 0.48 && drawn.hi > 0.52 && (drawn.los - 0.5).abs() < 1e-7, "{drawn:?}");
        let empty = MatchTally::new().estimate();
        assert_eq!((empty.lo, empty.hi, empty.los), (0.0, 1.0, 0.5));
    }

    #[test]
    fn pairs_that_cancel_out_are_worth_more_than_games() {
        // White wins every game: the players are equal, and surely so.
        let equal = tally(&[[1.0, 0.0]; 100]).estimate();
        assert!(equal.hi - equal.lo < 0.05, "{equal:?}");
        // The same games in other company: 50 pairs won twice, 50 lost twice.
        let mut pairs = vec![[1.0, 1.0]; 50];
        pairs.extend([[0.0, 0.0]; 50]);
        let swinging = tally(&pairs).estimate();
        assert!(swinging.hi - swinging.lo > 0.18, "{swinging:?}");
    }

    #[test]
    fn elo_and_the_normal_distribution_have_their_known_values() {
        for (score, elo) in [(0.5, 0.0), (0.640_065, 100.0), (0.909_091, 400.0)] {
            assert!((Elo::of(score) - elo).abs() < 0.01, "{score}");
        }
        for (x, p) in [(0.0, 0.5), (1.0, 0.841_344_746), (-1.96, 0.024_997_895), (3.0, 0.998_650_102)] {
            assert!((normal_cdf(x) - p).abs() < 2e-7, "{x}: {}", normal_cdf(x));
        }
    }

    /// The interval holds the true score about 95 times in 100, for even and one-sided matches, few and many pairs.
    #[test]
    fn intervals_cover() {
        let mut rng = Rng::new(17);
        for (win, draw, openings) in [(0.4, 0.2, 0.3), (0.7, 0.2, 0.2), (0.93, 0.04, 0.05), (0.2, 0.7, 0.1)] {
            // `openings`: how much the opening's better side gains; it is the player's in one of the games.
            let score = |shift: f64| (win + shift).min(1.0 - draw / 2.0) + draw / 2.0;
            for pairs in [10, 40, 200] {
                let (mut covered, mut width) = (0, 0.0);
                let trials = 2000;
                let truth = {
                    let up = score(openings / 2.0);
                    let down = score(-openings / 2.0);
                    (up + down) / 2.0
                };
                for _ in 0..trials {
                    let mut tally = MatchTally::new();
                    for _ in 0..pairs {
                        tally.push([openings / 2.0, -openings / 2.0].map(|shift| {
                            let won = score(shift) - draw / 2.0;
                            match rng.unit() {
                                x if x < won => 1.0,
                                x if x < won + draw => 0.5,
                                _ => 0.0,
                            }
                        }));
                    }
                    let estimate = tally.estimate();
                    covered += u32::from(estimate.lo <= truth && truth <= estimate.hi);
                    width += (estimate.hi - estimate.lo) / f64::from(trials);
                }
                let coverage = f64::from(covered) / f64::from(trials);
                // Of ten pairs it is a little too wide, because of the two that are added.
                assert!((0.93..=0.995).contains(&coverage), "{win} {draw} {pairs}: {coverage} of width {width}");
            }
        }
    }
}
