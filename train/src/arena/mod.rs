//! Matches between players, and what their results mean.

mod stats;

pub use stats::{Elo, Estimate, MatchTally, normal_cdf};
