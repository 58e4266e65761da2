//! A tournament's folder.
//!
//! ```text
//! DIR/config.toml       the resolved config, every key
//!     rules             id of the rules that are played
//!     lock              held by the process that plays here
//!     games.log         finished games, one line each
//!     games.pgn         the same to read and replay
//!     index.csv         one line a game: players, result, opening, length, why it ended
//!     standings.csv     one line a player
//!     crosstable.csv    one line a pairing
//!     results.json      everything
//!     report.html       a page that needs nothing beside it
//! ```

use super::TournamentError;
use super::config::TournamentConfig;
use super::record::GameRecord;
use crate::journal::{Journal, Logged};
use crate::net::write_atomically;
use crate::run::{RunError, differences, lock_folder, same_rules};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

const CONFIG: &str = "config.toml";
/// Name of the log.
pub const LOG: &str = "games.log";

/// A folder that this process plays in.
#[derive(Debug)]
pub struct TournamentFolder {
    root: PathBuf,
    /// Held, not read.
    _lock: File,
}

/// What may change when a tournament goes on: how much is played, at how many boards, and how it is rated.
const FREE: [&str; 3] = ["threads", "pairs", "rating"];

impl TournamentFolder {
    /// Begins a tournament, or goes on with the one in the folder.
    ///
    /// # Errors
    /// A folder with something else in it or with a tournament of another config (each key is named) or other rules, another
    /// process there, or the system's refusal.
    pub fn open(
        root: &Path,
        config: &TournamentConfig,
        rules_id: u64,
    ) -> Result<(Self, Journal<GameRecord>, Logged<GameRecord>), TournamentError> {
        fs::create_dir_all(root).map_err(TournamentError::io(root))?;
        let file = root.join(CONFIG);
        if file.exists() {
            let earlier = TournamentConfig::load(&file, &[])?;
            let differences = differences(&earlier, config, &FREE);
            if !differences.is_empty() {
                return Err(RunError::Changed { path: root.into(), differences }.into());
            }
        } else {
            let entries = fs::read_dir(root).map_err(TournamentError::io(root))?;
            let known =
                |name: &std::ffi::OsStr| name == "lock" || name == "rules" || name.to_string_lossy().contains(".tmp");
            if entries.flatten().any(|entry| !known(&entry.file_name())) {
                let hint = "choose another folder with --out";
                return Err(RunError::Exists { path: root.into(), hint }.into());
            }
        }
        let folder = Self { root: root.into(), _lock: lock_folder(root)? };
        same_rules(root, rules_id)?;
        folder.write(CONFIG, &config.to_toml())?;
        let (log, logged) = Journal::open(&root.join(LOG))?;
        Ok((folder, log, logged))
    }

    /// Writes a file, whole or not at all.
    ///
    /// # Errors
    /// The system's refusal.
    pub fn write(&self, name: &str, text: &str) -> Result<(), TournamentError> {
        let path = self.root.join(name);
        write_atomically(&path, text.as_bytes()).map_err(TournamentError::io(&path))
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }
}
