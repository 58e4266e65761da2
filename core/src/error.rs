//! Errors: where, and what was expected.

use std::path::PathBuf;
use thiserror::Error;

/// One mistake in a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The key, e.g. `pawn.promotion.to[1]`.
    pub key: String,
    /// What is wrong and what was expected.
    pub message: String,
    /// The line of the file, from 1, if it was read from one.
    pub line: Option<usize>,
}

impl Problem {
    /// A mistake at a key.
    pub fn new(key: impl Into<String>, message: impl Into<String>) -> Problem {
        Problem { key: key.into(), message: message.into(), line: None }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if self.key.is_empty() { write!(f, "{}", self.message) } else { write!(f, "{}: {}", self.key, self.message) }
    }
}

/// A variant that cannot be played.
#[derive(Clone, Debug, Error)]
#[error("variant {variant}: {}", list(problems))]
pub struct VariantError {
    /// The variant's name or file.
    pub variant: String,
    /// Every mistake found.
    pub problems: Vec<Problem>,
}

impl VariantError {
    pub(crate) fn one(variant: &str, problem: Problem) -> VariantError {
        VariantError { variant: variant.to_string(), problems: vec![problem] }
    }
}

fn list(problems: &[Problem]) -> String {
    problems.iter().map(Problem::to_string).collect::<Vec<_>>().join("; ")
}

/// A variant file that cannot be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// Neither a built-in variant nor a file.
    #[error("no variant `{name}`: expected one of {known}, or a .toml file")]
    Unknown {
        /// What was asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The file cannot be read.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// The file is read and wrong.
    #[error(transparent)]
    Variant(#[from] VariantError),
}

/// A position text that is wrong.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("FEN, column {column} ({field}): {message}")]
pub struct FenError {
    /// Which field.
    pub field: &'static str,
    /// Character column, from 1.
    pub column: usize,
    /// What is wrong and what was expected.
    pub message: String,
}

/// A move text that is not a legal move here.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum MoveError {
    /// It is not the text of a move.
    #[error("`{text}` is not a move: {expected}")]
    Syntax {
        /// The text.
        text: String,
        /// What was expected.
        expected: String,
    },
    /// It is a move, but not a legal one.
    #[error("`{text}` is not legal here: {reason}")]
    Illegal {
        /// The text.
        text: String,
        /// Why.
        reason: String,
    },
}
