//! What can be wrong with a run's folder.

use crate::config::ConfigError;
use std::io;
use std::path::{Path, PathBuf};

/// A run folder that cannot be used: where, and what was expected.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The system's refusal.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A new run was to begin where something is.
    #[error("{}: already there, expected no folder or an empty one ({hint})", path.display())]
    Exists {
        /// The folder.
        path: PathBuf,
        /// What to do instead.
        hint: &'static str,
    },
    /// No run to go on with.
    #[error("{}: not a run folder, expected {missing} in it", path.display())]
    NotARun {
        /// The folder.
        path: PathBuf,
        /// What is not there.
        missing: &'static str,
    },
    /// Another process works here.
    #[error("{}: in use by {holder}; two processes must not work on one run", path.display())]
    Locked {
        /// The folder.
        path: PathBuf,
        /// Who holds it.
        holder: String,
    },
    /// The config asked for is another than the run's.
    #[error("{}: a run goes on with the config it began with, but {}", path.display(), differences.join("; "))]
    Changed {
        /// The folder.
        path: PathBuf,
        /// Each differing key with both values.
        differences: Vec<String>,
    },
    /// The variant's file was changed since.
    #[error("{}: what is there was played by other rules (id {found}, now {asked}): give another folder", path.display())]
    Rules {
        /// The folder.
        path: PathBuf,
        /// Id of its rules, in hexadecimal digits.
        found: String,
        /// Id of those asked for.
        asked: String,
    },
    /// A state file that cannot be understood.
    #[error("{}: {what}", path.display())]
    State {
        /// The file.
        path: PathBuf,
        /// What is wrong and what was expected.
        what: String,
    },
    /// The config is wrong.
    #[error(transparent)]
    Config(#[from] ConfigError),
}

impl RunError {
    /// For `map_err`: the system's refusal at a path.
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { path: path.into(), source }
    }
}
