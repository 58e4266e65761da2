//! Training the net: batches in, better weights out.
//!
//! A [`Learner`] holds the parameters in a burn module, an AdamW optimizer and the moving average of the weights. One
//! [`Learn::step`] goes through [`Batch`] in order: sparse first layer on the host, dense layers and their gradients in burn,
//! losses on the host, sparse gradients on the host, clipping, optimizer, moving average.

mod batch;
mod config;
mod error;
mod learner;
mod loss;
mod optimizer;
mod schedule;
mod sparse;
mod state;
#[cfg(test)]
mod tests;

pub use batch::Batch;
pub use config::{Decay, LearnerConfig};
pub use error::LearnError;
pub use learner::{Learn, Learner, StepMetrics};
