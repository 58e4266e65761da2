//! What is wrong with a config.

use super::edit::EditError;
use hexcore::Problem;
use std::path::PathBuf;

/// A config that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// The file is read and wrong.
    #[error("{file}: {}", list(problems))]
    Invalid {
        /// The file.
        file: String,
        /// Every mistake found, each with its key and, if it stands in the file, its line.
        problems: Vec<Problem>,
    },
    /// An edit from the command line is wrong.
    #[error(transparent)]
    Edit(#[from] EditError),
}

impl ConfigError {
    /// The mistakes, for programs that print them one by one.
    pub fn problems(&self) -> Vec<Problem> {
        match self {
            Self::Invalid { problems, .. } => problems.clone(),
            other => vec![Problem::new("", other.to_string())],
        }
    }
}

fn list(problems: &[Problem]) -> String {
    problems.iter().map(Problem::to_string).collect::<Vec<_>>().join("; ")
}
