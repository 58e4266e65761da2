//! What can go wrong with a tournament.

use crate::config::ConfigError;
use crate::journal::JournalError;
use crate::run::RunError;
use hexcore::Problem;
use std::io;
use std::path::{Path, PathBuf};

/// A tournament that cannot be played or read.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// The config is wrong.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(#[from] RunError),
    /// Players or openings that cannot be had.
    #[error("{}", list(.0))]
    Setup(Vec<Problem>),
    /// The system's refusal.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// No opening that the config asks for.
    #[error("openings: {0}")]
    Opening(String),
    /// A game that was finished by other rules.
    #[error("{}: pair {pair}, {white} against {black}: {message}; expected a game of the tournament's rules", path.display())]
    Game {
        /// The log that it is in.
        path: PathBuf,
        /// Its pair, from 1.
        pair: u32,
        /// Who had White.
        white: String,
        /// Who had Black.
        black: String,
        /// What is wrong with it.
        message: String,
    },
}

impl From<JournalError> for TournamentError {
    fn from(JournalError { path, source }: JournalError) -> Self {
        Self::Io { path, source }
    }
}

impl TournamentError {
    /// For `map_err`: the system's refusal at a path.
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { path: path.into(), source }
    }
}

fn list(problems: &[Problem]) -> String {
    problems.iter().map(Problem::to_string).collect::<Vec<_>>().join("; ")
}
