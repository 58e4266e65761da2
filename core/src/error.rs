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
    #[error("no variant `{}`: expected one of {known}, or a .toml file", excerpt(name))]
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
    #[error("`{}` is not a move: {expected}", excerpt(text))]
    Syntax {
        /// The text.
        text: String,
        /// What was expected.
        expected: String,
    },
    /// It is a move, but not a legal one.
    #[error("`{}` is not legal here: {reason}", excerpt(text))]
    Illegal {
        /// The text.
        text: String,
        /// Why.
        reason: String,
    },
}

/// A game text that is wrong.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}, column {column}: {message}")]
pub struct GameTextError {
    /// The line, from 1.
    pub line: usize,
    /// Character column, from 1.
    pub column: usize,
    /// What is wrong and what was expected.
    pub message: String,
}

/// Characters of a foreign text that a message repeats.
const SHOWN: usize = 40;

/// A foreign text as messages quote it: the beginning is enough to find it, and nothing in it may disturb a terminal.
pub fn excerpt(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}
