//! From results to values: a logistic regression, and bootstraps for its intervals.

mod bootstrap;
mod logistic;
mod value;

pub(super) use bootstrap::{Fitted, Units, resampled};
pub(super) use logistic::Data;
pub use value::Value;
