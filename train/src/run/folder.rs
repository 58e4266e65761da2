//! The folder: beginning, locking, going on.

use super::changes::differences;
use super::lock::{LOCK, lock_folder};
use super::{RunError, RunState};
use crate::config::{Edit, RunConfig};
use crate::net::write_atomically;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

const CONFIG: &str = "config.toml";
const STATE: &str = "run.json";

/// What may change when a run goes on: how long (with `budget.steps` also over how many steps the learning rate falls), on how
/// many cores, how it is measured and kept. The rest decides what its numbers mean.
const FREE: [&str; 5] = ["threads", "budget", "learner.total_steps", "evaluation", "checkpoint"];

/// A run folder that this process works on. No other process can have one at the same place.
#[derive(Debug)]
pub struct RunFolder {
    pub(super) root: PathBuf,
    /// Held, not read: the system lets go of it when the process ends, however it ends.
    _lock: File,
}

impl RunFolder {
    /// Begins a run in a folder that is not there yet, or is empty.
    ///
    /// # Errors
    /// A folder with something in it, another process there, or the system's refusal.
    pub fn create(root: &Path, config: &RunConfig) -> Result<Self, RunError> {
        let exists = |hint| Err(RunError::Exists { path: root.into(), hint });
        if root.join(CONFIG).exists() {
            return exists("--resume goes on with the run in it");
        }
        fs::create_dir_all(root).map_err(RunError::io(root))?;
        let mut entries = fs::read_dir(root).map_err(RunError::io(root))?;
        // A lock alone is what a begin leaves that was killed at once.
        if entries.any(|entry| entry.is_ok_and(|entry| entry.file_name() != LOCK)) {
            return exists("choose another folder");
        }
        let folder = Self { root: root.into(), _lock: lock_folder(root)? };
        for path in [folder.games(), folder.checkpoints()] {
            fs::create_dir_all(&path).map_err(RunError::io(&path))?;
        }
        folder.save(&RunState::default())?;
        // Last: from now on it is a run.
        folder.write_config(config)?;
        Ok(folder)
    }

    /// The config of the run in a folder, with edits.
    ///
    /// # Errors
    /// No run there, or a config or edit that is wrong.
    pub fn read_config(root: &Path, edits: &[Edit]) -> Result<RunConfig, RunError> {
        if !root.join(CONFIG).exists() {
            return Err(RunError::NotARun { path: root.into(), missing: CONFIG });
        }
        Ok(RunConfig::load(&root.join(CONFIG), edits)?)
    }

    /// Goes on with a run. `config` may differ from the run's only in what does not change the meaning of its numbers:
    /// threads, budget, evaluation, checkpoints.
    ///
    /// # Errors
    /// No run there, another process at work, a config that differs (each key is named), or a damaged state.
    pub fn resume(root: &Path, config: &RunConfig) -> Result<(Self, RunState), RunError> {
        let began_with = Self::read_config(root, &[])?;
        let differences = differences(&began_with, config, &FREE);
        if !differences.is_empty() {
            return Err(RunError::Changed { path: root.into(), differences });
        }
        if !root.join(STATE).exists() {
            return Err(RunError::NotARun { path: root.into(), missing: STATE });
        }
        let folder = Self { root: root.into(), _lock: lock_folder(root)? };
        for path in [folder.games(), folder.checkpoints()] {
            fs::create_dir_all(&path).map_err(RunError::io(&path))?;
        }
        folder.sweep()?;
        let mut state = RunState::read(&root.join(STATE))?;
        if let Some(newest) = folder.generations()?.last() {
            state = state.at_checkpoint(&RunState::read(&folder.checkpoint(*newest).join("state.json"))?);
        }
        state.resumes += 1;
        folder.save(&state)?;
        if *config != began_with {
            folder.write_config(config)?;
        }
        Ok((folder, state))
    }

    /// Saves the counters.
    ///
    /// # Errors
    /// The system's refusal; the state saved before stays valid.
    pub fn save(&self, state: &RunState) -> Result<(), RunError> {
        state.write(&self.root.join(STATE))
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }
    /// Where recorded games are.
    pub fn games(&self) -> PathBuf {
        self.root.join("games")
    }
    /// Where published nets are.
    pub fn checkpoints(&self) -> PathBuf {
        self.root.join("checkpoints")
    }
    /// The report.
    pub fn report(&self) -> PathBuf {
        self.root.join("report.html")
    }

    fn write_config(&self, config: &RunConfig) -> Result<(), RunError> {
        let path = self.root.join(CONFIG);
        write_atomically(&path, config.to_toml().as_bytes()).map_err(RunError::io(&path))
    }
}
