//! What can be wrong with recorded games: where, and what was expected.

use hexcore::FenError;
use std::io;
use std::path::PathBuf;

/// A record file that cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// The system's refusal: no such file, no space left.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// Something else than recorded games.
    #[error("{}: not a file of recorded games, expected it to begin with `HEXGAMES`", path.display())]
    Magic {
        /// The file.
        path: PathBuf,
    },
    /// Written by a newer program.
    #[error("{}: format version {found}, expected at most {newest}: a newer program wrote it", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u16,
        /// The newest version that can be read.
        newest: u16,
    },
    /// The header is damaged or cut off.
    #[error("{}: header: {what}", path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// What is wrong and what was expected.
        what: String,
    },
    /// Games of other rules.
    #[error(
        "{}: games of {found_variant} (rules {found:016x}), expected {expected_variant} (rules {expected:016x})",
        path.display()
    )]
    ForeignRules {
        /// The file.
        path: PathBuf,
        /// The variant the file names.
        found_variant: String,
        /// The rules id the file names.
        found: u64,
        /// The variant in use.
        expected_variant: String,
        /// The rules id in use.
        expected: u64,
    },
    /// A record whose bytes are not what was written.
    #[error("{}: record {record} at byte {offset}: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The record, from 0.
        record: u64,
        /// Where it begins.
        offset: u64,
        /// What is wrong and what was expected.
        what: String,
    },
    /// A record that is no game of these rules.
    #[error("{}: record {record}: {source}", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// The record, from 0.
        record: u64,
        /// What is wrong.
        source: ReplayError,
    },
    /// A game too large to be written.
    #[error("{}: the game cannot be recorded: {what}", path.display())]
    TooLarge {
        /// The file it was meant for.
        path: PathBuf,
        /// What is too large, and how large it may be.
        what: String,
    },
}

/// A record that is no game of the rules.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The start position is wrong.
    #[error("start position: {0}")]
    Start(#[from] FenError),
    /// A move is not legal.
    #[error("ply {ply}: {what} is not legal in {fen}")]
    Illegal {
        /// The ply, from 0.
        ply: usize,
        /// What the move does.
        what: String,
        /// The position.
        fen: String,
    },
    /// A policy target names a move that is not legal.
    #[error("ply {ply}: the policy target's {what} is not legal in {fen}")]
    Policy {
        /// The ply, from 0.
        ply: usize,
        /// What the move does.
        what: String,
        /// The position.
        fen: String,
    },
    /// The game does not end as recorded.
    #[error("after the last move the game is {found}, but {recorded} is recorded")]
    Ending {
        /// What the rules say.
        found: String,
        /// What the record says.
        recorded: String,
    },
}
