//! What can go wrong while learning.

use std::path::PathBuf;

use crate::net::{ShapeError, WeightsError};

/// An error of the learner: where, and what was expected.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// A config field outside its range.
    #[error("learner: {field} is {found}, expected {expected}")]
    Config {
        /// The field of [`LearnerConfig`](super::LearnerConfig).
        field: &'static str,
        /// Its value.
        found: f64,
        /// What it may be.
        expected: &'static str,
    },
    /// Sizes that no net can have.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The initial skip does not fit the net.
    #[error("learner: {found} initial skip values, expected {expected}, one a row")]
    Skip {
        /// How many there are.
        found: usize,
        /// How many rows the net has.
        expected: usize,
    },
    /// Unusable weights or weight files.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// A batch the net cannot read.
    #[error("batch: position {position}: {what}")]
    Batch {
        /// Index of the position in the batch.
        position: usize,
        /// What is wrong and what was expected.
        what: String,
    },
    /// A batch without positions, or whose positions all weigh 0.
    #[error("batch: nothing to learn from, expected a position with a weight above 0")]
    EmptyBatch,
    /// The net has diverged; the step was not taken.
    #[error("step {step}: {what} is not finite; the batch is in {}", saved.display())]
    NotFinite {
        /// Steps taken before this one.
        step: u64,
        /// The quantity.
        what: &'static str,
        /// Where the batch was written.
        saved: PathBuf,
    },
    /// The net has diverged, and its batch could not be kept.
    #[error("step {step}: {what} is not finite, and the batch could not be written to {}: {source}", path.display())]
    NotSaved {
        /// Steps taken before this one.
        step: u64,
        /// The quantity.
        what: &'static str,
        /// Where the batch should have gone.
        path: PathBuf,
        /// Why it did not.
        source: std::io::Error,
    },
    /// A file of a saved learner that cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: std::io::Error,
    },
    /// A file of a saved learner that is damaged or is something else.
    #[error("{}: {message}", path.display())]
    State {
        /// The file.
        path: PathBuf,
        /// What is wrong and what was expected.
        message: String,
    },
    /// The thread pool could not be started.
    #[error("learner: {threads} threads could not be started: {message}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What went wrong.
        message: String,
    },
    /// An earlier step panicked half-way.
    #[error("learner: an earlier step panicked and left no net; load the last saved state")]
    Poisoned,
}
