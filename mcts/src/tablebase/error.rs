//! What can go wrong with endgame tables: which ending or file, and what was expected.

use std::path::PathBuf;
use thiserror::Error;

/// A table that cannot be made, read or asked.
#[derive(Debug, Error)]
pub enum TableError {
    /// An ending's name that is wrong.
    #[error("ending `{text}`: {message}")]
    Material {
        /// The name.
        text: String,
        /// What is wrong and what was expected.
        message: String,
    },
    /// An ending that does not fit.
    #[error("{name} needs {need:.1} GiB of memory; {limit:.1} GiB are allowed")]
    Memory {
        /// The ending.
        name: String,
        /// GiB needed.
        need: f64,
        /// GiB allowed.
        limit: f64,
    },
    /// More positions than can be numbered.
    #[error("{name} has {positions} positions a side; at most {most} can be numbered")]
    TooLarge {
        /// The ending.
        name: String,
        /// Positions of one side to move.
        positions: u128,
        /// The limit.
        most: u64,
    },
    /// A win that takes longer than a table can say.
    #[error("{name}: a win takes {plies} plies, more than a table can hold")]
    TooDeep {
        /// The ending.
        name: String,
        /// Its plies.
        plies: u32,
    },
    /// A variant for which tables of some sort cannot be.
    #[error("{variant}: {message}")]
    Variant {
        /// The variant.
        variant: String,
        /// Why.
        message: String,
    },
    /// A table's file that is not as it was written.
    #[error("{}: {message}: build it again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: &'static str,
    },
    /// A table that is needed is missing.
    #[error("no table of {name} in {}: build it with `hexforge tablebase build`", folder.display())]
    Missing {
        /// The ending.
        name: String,
        /// Where it was looked for.
        folder: PathBuf,
    },
    /// A file that is not what it should be.
    #[error("{}: {message}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong and what was expected.
        message: String,
    },
    /// A file that cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// A position that no table holds.
    #[error("{0}")]
    Position(String),
    /// A claim that makes no sense.
    #[error("claims of {variant}: {message}")]
    Claim {
        /// The variant.
        variant: String,
        /// What is wrong and what was expected.
        message: String,
    },
}
