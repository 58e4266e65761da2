//! What can go wrong with a measurement.

use crate::config::ConfigError;
use crate::journal::JournalError;
use crate::run::RunError;
use crate::tournament::TournamentError;
use std::io;
use std::path::{Path, PathBuf};

/// A measurement that cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum PieceValuesError {
    /// The config is wrong.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(#[from] RunError),
    /// The journal of games.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The arbiter's match.
    #[error("arbiter: {0}")]
    Arbiter(#[from] TournamentError),
    /// The system's refusal.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A player that cannot be seated.
    #[error("{0}")]
    Setup(String),
    /// No opening for a study.
    #[error("{study}: {message}")]
    Opening {
        /// The study.
        study: String,
        /// What is wrong and what was expected.
        message: String,
    },
    /// Threads that cannot be started.
    #[error("cannot start threads: {0}")]
    Threads(String),
}

impl PieceValuesError {
    /// For `map_err`: the system's refusal at a path.
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { path: path.into(), source }
    }
}
