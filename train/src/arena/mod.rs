//! Matches between players, and what their results mean.

mod baseline;
mod pair;
mod stats;

pub use pair::{PairResult, PairRules, play_pair, random_opening};
pub use stats::{Elo, Estimate, MatchTally, normal_cdf};
