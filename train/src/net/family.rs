//! The seam between a kind of net and its users: search on one side, the trainer on the other.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::code::{Encoded, NetShape, Wdl};
use super::file::WeightsError;
use super::kernel::PieceCellKernel;
use super::weights::Weights;
use crate::learn::{Learn, LearnError, Learner, LearnerConfig};

/// What search sees of a net: one position at a time, on the calling thread.
///
/// Codes outside the net's [`NetShape`] are a bug of the encoder and panic.
pub trait NetKernel: Send {
    /// Win, draw and loss for the side to move.
    fn value(&mut self, rows: &[u16]) -> Wdl;

    /// The same, and one logit for each move of `encoded`, in order, in `logits` (which is cleared first).
    fn evaluate(&mut self, encoded: &Encoded, logits: &mut Vec<f32>) -> Wdl;

    /// A second kernel for another thread; the weights are shared.
    fn fork(&self) -> Box<dyn NetKernel>;
}

/// The kinds of net, by the name the config uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Sparse rows for men on cells and their attack states, one hidden layer: weak for a sample, very fast.
    #[default]
    PieceCell,
}

impl Family {
    /// Compiles weights for search.
    ///
    /// # Errors
    /// The first tensor that does not fit its shape or is not finite.
    pub fn kernel(self, weights: &Weights) -> Result<Box<dyn NetKernel>, WeightsError> {
        match self {
            Self::PieceCell => PieceCellKernel::boxed(weights),
        }
    }

    /// A learner with fresh weights; `skip` holds one initial piece-square value a row.
    ///
    /// # Errors
    /// An impossible shape or config.
    pub fn learner(
        self,
        shape: NetShape,
        skip: Vec<f32>,
        config: &LearnerConfig,
        seed: u64,
    ) -> Result<Box<dyn Learn>, LearnError> {
        match self {
            Self::PieceCell => Ok(Box::new(Learner::new(shape, skip, config, seed)?)),
        }
    }

    /// A learner that goes on from given weights, with fresh optimizer state.
    ///
    /// # Errors
    /// Weights that do not fit their shape, or an impossible config.
    pub fn learner_from_weights(self, weights: &Weights, config: &LearnerConfig) -> Result<Box<dyn Learn>, LearnError> {
        match self {
            Self::PieceCell => Ok(Box::new(Learner::from_weights(weights, config)?)),
        }
    }

    /// A learner exactly as [`Learn::save`] left it in `dir`.
    ///
    /// # Errors
    /// A missing, damaged or foreign file, or an impossible config.
    pub fn load_learner(self, dir: &Path, config: &LearnerConfig) -> Result<Box<dyn Learn>, LearnError> {
        match self {
            Self::PieceCell => Ok(Box::new(Learner::load(dir, config)?)),
        }
    }
}
