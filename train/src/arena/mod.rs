//! Matches between players, and what their results mean.
//!
//! ```
//! use hextrain::arena::{MatchTally, Sprt, SprtModel};
//!
//! let mut tally = MatchTally::new();
//! (0..60).for_each(|_| tally.push([1.0, 0.5]));
//! (0..20).for_each(|_| tally.push([0.0, 0.5]));
//! let estimate = tally.estimate();
//! assert_eq!(estimate.score, 0.625);
//! assert!(estimate.elo.lo > 0.0 && estimate.los > 0.99);
//! let test = Sprt { model: SprtModel::Normalized, elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
//! assert!(test.llr(&tally) > test.bounds()[1]);
//! ```

mod baseline;
mod estimate;
mod normal;
mod pair;
mod points;
mod rating;
mod sprt;
mod tally;

pub use estimate::{Elo, Estimate};
pub use normal::{Z, normal_cdf};
pub use pair::{PairResult, PairRules, play_pair, random_opening};
pub use points::points;
pub use rating::{Graded, Interval, Rating, RatingModel, Ratings, rate};
pub use sprt::{Sprt, SprtModel, Verdict};
pub use tally::MatchTally;

#[cfg(test)]
mod tests;
