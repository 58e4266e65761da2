//! Sequential tests: is a player better than another, decided as soon as the games say so.
//!
//! The generalised sequential probability ratio test (Li, Liu, Ying: Generalized sequential probability ratio test for
//! separate families of hypotheses, 2014) on the scores of pairs: under each hypothesis the distribution of scores is the
//! most likely one that agrees with it. The hypotheses are of the expected score (logistic Elo) or of its distance from 1/2
//! in standard deviations (normalized Elo; Van den Bergh, Comments on Normalized Elo, section 4.1), which makes the length of
//! the test depend on the hypotheses alone and not on how many games are drawn.

use super::MatchTally;
use super::estimate::{Elo, NELO};
use serde::{Deserialize, Serialize};

/// What the Elo of a test is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SprtModel {
    /// Normalized Elo.
    #[default]
    Normalized,
    /// Elo of the expected score.
    Logistic,
}

/// A test of H1, the first player is better by `elo1`, against H0, by `elo0` only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// What the Elo is.
    pub model: SprtModel,
    /// Elo under H0.
    pub elo0: f64,
    /// Elo under H1.
    pub elo1: f64,
    /// Probability that H1 is accepted though H0 holds.
    pub alpha: f64,
    /// Probability that H0 is accepted though H1 holds.
    pub beta: f64,
}

/// What a test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Neither can be accepted yet.
    Open,
    /// H0 is accepted.
    H0,
    /// H1 is accepted.
    H1,
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Verdict::Open => "open",
            Verdict::H0 => "H0",
            Verdict::H1 => "H1",
        })
    }
}

/// Counted for a score that no pair has had: the hypotheses must be able to give it some probability.
const UNSEEN: f64 = 1e-3;

/// A score of a pair and its probability.
#[derive(Clone, Copy, Debug)]
struct Weighted {
    score: f64,
    weight: f64,
}

impl Sprt {
    /// The log-likelihood ratios at which H0 and H1 are accepted (Wald, Sequential tests of statistical hypotheses, 1945).
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The log-likelihood ratio of H1 to H0, given these results of the first player.
    pub fn llr(&self, tally: &MatchTally) -> f64 {
        if tally.pairs() == 0 {
            return 0.0;
        }
        let mut scores: Vec<Weighted> =
            (0..5).map(|i| Weighted { score: f64::from(i) / 4.0, weight: UNSEEN }).collect();
        for (score, count) in tally.pentanomial() {
            match scores.iter_mut().find(|w| w.score == score) {
                Some(found) => found.weight = count as f64,
                None => scores.push(Weighted { score, weight: count as f64 }),
            }
        }
        let pairs: f64 = scores.iter().map(|w| w.weight).sum();
        scores.iter_mut().for_each(|w| w.weight /= pairs);
        let fitted = |elo: f64| match self.model {
            SprtModel::Logistic => with_mean(&scores, Elo::expected(elo)),
            // The mean of two games varies half as much as a game.
            SprtModel::Normalized => with_t_value(&scores, elo / NELO * std::f64::consts::SQRT_2),
        };
        let (h0, h1) = (fitted(self.elo0), fitted(self.elo1));
        let ratio = |((seen, p0), p1): ((&Weighted, f64), f64)| seen.weight * (p1 / p0).ln();
        pairs * scores.iter().zip(h0).zip(h1).map(ratio).sum::<f64>()
    }

    /// What a log-likelihood ratio decides.
    pub fn verdict(&self, llr: f64) -> Verdict {
        let [lower, upper] = self.bounds();
        match llr {
            x if x <= lower => Verdict::H0,
            x if x >= upper => Verdict::H1,
            _ => Verdict::Open,
        }
    }
}

/// The most likely probabilities of the scores among those with this mean.
fn with_mean(scores: &[Weighted], mean: f64) -> Vec<f64> {
    let slopes: Vec<f64> = scores.iter().map(|w| w.score - mean).collect();
    tilted(scores, &slopes)
}

/// The most likely ones among those whose mean lies `t` standard deviations above 1/2: found by making the condition linear
/// where the last ones were, again and again.
fn with_t_value(scores: &[Weighted], t: f64) -> Vec<f64> {
    const ROUNDS: usize = 30;
    let mut found = vec![1.0 / scores.len() as f64; scores.len()];
    for _ in 0..ROUNDS {
        let mean: f64 = found.iter().zip(scores).map(|(p, w)| p * w.score).sum();
        let variance: f64 = found.iter().zip(scores).map(|(p, w)| p * (w.score - mean).powi(2)).sum();
        let slope = |w: &Weighted| {
            let excess = (mean - w.score).powi(2) / variance;
            w.score - 0.5 - t * variance.sqrt() * (1.0 + excess) / 2.0
        };
        let slopes: Vec<f64> = scores.iter().map(slope).collect();
        let next = tilted(scores, &slopes);
        let change = next.iter().zip(&found).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        found = next;
        if change < 1e-9 {
            break;
        }
    }
    found
}

/// The most likely probabilities with `sum p_i slope_i = 0`: `p_i = weight_i / (1 + x slope_i)` with the one `x` that makes
/// the sum 0. As they are, if all slopes have the same sign and no probabilities do.
fn tilted(scores: &[Weighted], slopes: &[f64]) -> Vec<f64> {
    let least = slopes.iter().copied().fold(f64::INFINITY, f64::min);
    let most = slopes.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return scores.iter().map(|w| w.weight).collect();
    }
    // The sum falls from plus to minus infinity between these.
    let (mut lo, mut hi) = (-1.0 / most, -1.0 / least);
    for _ in 0..80 {
        let x = (lo + hi) / 2.0;
        let sum: f64 = scores.iter().zip(slopes).map(|(w, s)| w.weight * s / (1.0 + x * s)).sum();
        if sum > 0.0 { lo = x } else { hi = x }
    }
    let x = (lo + hi) / 2.0;
    scores.iter().zip(slopes).map(|(w, s)| w.weight / (1.0 + x * s)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seeds::Rng;

    fn tally(counts: [u64; 5]) -> MatchTally {
        let mut tally = MatchTally::new();
        for (i, n) in counts.into_iter().enumerate() {
            (0..n).for_each(|_| tally.push([i as f64 / 4.0; 2]));
        }
        tally
    }

    fn test(model: SprtModel, elo0: f64, elo1: f64) -> Sprt {
        Sprt { model, elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// Log-likelihood ratios that others have published.
    #[test]
    fn published_ratios_are_reproduced() {
        use SprtModel::{Logistic, Normalized};
        for (counts, model, elo0, elo1, llr, digits) in [
            // fishtest's raw statistics, montytest 69d3c8dc7c5b3724e29d2712: both "exact" ratios.
            ([13, 37, 50, 25, 3], Normalized, 0.0, 4.0, -0.549_12, 1e-5),
            ([13, 37, 50, 25, 3], Logistic, 0.0, 2.716, -0.537_72, 1e-4),
            // fastchess, printed by ijccrl.com for Revolution 1.0.1 dev.
            ([3, 75, 149, 83, 4], Normalized, 0.0, 2.0, 0.10, 0.005),
            // OpenBench, in Yoshie2000/PlentyChess pull request 213.
            ([44, 241, 590, 413, 71], Normalized, 0.0, 3.0, 2.91, 0.005),
            // fastchess with its logistic model, in lynx-chess/Lynx pull request 1899.
            ([235, 1384, 2521, 1341, 239], Logistic, -5.0, 0.0, 1.69, 0.005),
        ] {
            let found = test(model, elo0, elo1).llr(&tally(counts));
            assert!((found - llr).abs() < digits, "{counts:?}: {found}, published {llr}");
        }
        let bounds = Sprt { alpha: 0.05, beta: 0.1, ..test(Normalized, 0.0, 5.0) }.bounds();
        assert!((bounds[0] + 2.25).abs() < 0.005 && (bounds[1] - 2.89).abs() < 0.005, "{bounds:?}");
    }

    #[test]
    fn one_sided_matches_are_decided_and_extreme_hypotheses_are_finite() {
        for model in [SprtModel::Normalized, SprtModel::Logistic] {
            let test = test(model, 0.0, 20.0);
            assert_eq!(test.verdict(test.llr(&tally([0, 0, 0, 0, 300]))), Verdict::H1, "{model:?}");
            assert_eq!(test.verdict(test.llr(&tally([300, 0, 0, 0, 0]))), Verdict::H0, "{model:?}");
            assert_eq!(test.llr(&MatchTally::new()), 0.0);
            for (elo0, elo1) in [(-1000.0, -500.0), (500.0, 1000.0), (-4000.0, 4000.0)] {
                for counts in [[77, 1, 0, 0, 0], [0, 0, 9, 0, 0], [1, 1, 1, 1, 1], [0, 0, 0, 0, 5]] {
                    assert!(self::test(model, elo0, elo1).llr(&tally(counts)).is_finite(), "{elo0} {elo1} {counts:?}");
                }
            }
        }
    }

    /// Under each hypothesis the other one is accepted at most as often as promised.
    #[test]
    fn error_rates_hold() {
        const TRIALS: u32 = 500;
        for (model, elo1) in [(SprtModel::Normalized, 80.0), (SprtModel::Logistic, 60.0)] {
            let test = test(model, 0.0, elo1);
            for (truth, wrong) in [(0.0, Verdict::H1), (elo1, Verdict::H0)] {
                let mut rng = Rng::new(11);
                let (mut errors, mut length) = (0, 0);
                for _ in 0..TRIALS {
                    let mut tally = MatchTally::new();
                    let verdict = loop {
                        tally.push(pair(&mut rng, model, truth));
                        length += 1;
                        match test.verdict(test.llr(&tally)) {
                            Verdict::Open => {}
                            decided => break decided,
                        }
                    };
                    errors += u32::from(verdict == wrong);
                }
                // Three standard deviations of a binomial with the promised rate: 0.05 of 500.
                let most = 25.0 + 3.0 * (500.0_f64 * 0.05 * 0.95).sqrt();
                assert!(f64::from(errors) <= most, "{model:?} {truth}: {errors} of {TRIALS} wrong, {length} pairs");
                // And not because nothing is ever decided: some hundred pairs suffice.
                assert!(length < TRIALS * 400, "{length}");
            }
        }
    }

    /// A pair of games, of which 30 % are drawn and the opening gives one side something.
    fn pair(rng: &mut Rng, model: SprtModel, elo: f64) -> [f64; 2] {
        const DRAWS: f64 = 0.3;
        const OPENING: f64 = 0.1;
        let mean = match model {
            SprtModel::Logistic => Elo::expected(elo),
            SprtModel::Normalized => {
                // The variance of a pair's mean, near enough constant: that of two games with scores 1/2 +- the opening.
                let variance = (1.0 - DRAWS) / 4.0 - OPENING * OPENING;
                0.5 + elo / NELO * variance.sqrt()
            }
        };
        [OPENING, -OPENING].map(|shift| {
            let wins = mean + shift - DRAWS / 2.0;
            match rng.unit() {
                x if x < wins => 1.0,
                x if x < wins + DRAWS => 0.5,
                _ => 0.0,
            }
        })
    }
}
