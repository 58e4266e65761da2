//! What can go wrong in a run.

use crate::data::{DataError, ReplayError};
use crate::learn::LearnError;
use crate::metrics::MetricsError;
use crate::model::ModelError;
use crate::net::WeightsError;
use crate::run::RunError;

/// A run that cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The run's folder.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Recorded games.
    #[error(transparent)]
    Data(#[from] DataError),
    /// A game that was just made and does not follow the rules: a bug of ours.
    #[error("a game that self-play made is none: {0}")]
    Game(#[from] ReplayError),
    /// The learner.
    #[error(transparent)]
    Learn(#[from] LearnError),
    /// A net's weights.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// Metrics.
    #[error(transparent)]
    Metrics(#[from] MetricsError),
    /// The trained model.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A search setting.
    #[error(transparent)]
    Search(#[from] hexmcts::ConfigError),
    /// The endgame tables.
    #[error(transparent)]
    Tables(#[from] hexmcts::tablebase::TableError),
    /// The report.
    #[error(transparent)]
    Report(#[from] crate::report::ReportError),
    /// Learning alone, and no games to learn from.
    #[error("{}: no recorded games to learn from", .0.display())]
    NothingToLearn(std::path::PathBuf),
    /// A thread panicked: a bug of ours.
    #[error("the {0}'s thread panicked")]
    Panicked(&'static str),
}
