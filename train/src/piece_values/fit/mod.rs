//! From results to values: a logistic regression, and bootstraps for its intervals.

mod bootstrap;
mod determined;
mod logistic;
mod value;

pub(super) use bootstrap::{Fitted, Units, resampled};
pub(super) use determined::determined;
pub(super) use logistic::Data;
pub(super) use value::Least;
pub use value::Value;
