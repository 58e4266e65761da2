//! How far a run has come.

use super::RunError;
use crate::config::Progress;
use crate::data::UseMeter;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;

/// The format of `run.json` that this program writes.
pub const STATE_VERSION: u32 = 1;

/// The stages of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The teacher plays.
    #[default]
    TeacherGames,
    /// The net learns from the teacher's games alone.
    TeacherLearning,
    /// Self-play, learning and evaluation side by side.
    SelfPlay,
    /// The budget is spent.
    Done,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Phase::TeacherGames => "the teacher plays",
            Phase::TeacherLearning => "the net learns from the teacher's games",
            Phase::SelfPlay => "self-play and learning",
            Phase::Done => "finished",
        })
    }
}

/// The counters that a run goes on from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunState {
    /// [`STATE_VERSION`] of the program that wrote it.
    pub version: u32,
    /// Where the run is.
    pub phase: Phase,
    /// Seconds of work, all processes of the run together.
    pub active_seconds: f64,
    /// How often the run was resumed. Part of the names of random streams, so that no game is played twice.
    pub resumes: u32,
    /// The newest published net; 0 before the first.
    pub generation: u32,
    /// Steps of the learner at that net.
    pub step: u64,
    /// Positions added and samples drawn at that net.
    pub meter: UseMeter,
    /// Finished games of the teacher.
    pub teacher_games: u64,
    /// Positions in them.
    pub teacher_positions: u64,
    /// Finished games of self-play.
    pub games: u64,
    /// Positions in them.
    pub positions: u64,
    /// Net evaluations of self-play.
    pub evaluations: u64,
    /// `active_seconds` of the last evaluation.
    pub evaluated_at: f64,
    /// Generation of the last evaluation.
    pub evaluated_generation: u32,
    /// Score of the net that `checkpoints/best` names, summed over the opponents.
    pub best_score: f64,
}

impl Default for RunState {
    fn default() -> Self {
        Self {
            version: STATE_VERSION,
            phase: Phase::default(),
            active_seconds: 0.0,
            resumes: 0,
            generation: 0,
            step: 0,
            meter: UseMeter::default(),
            teacher_games: 0,
            teacher_positions: 0,
            games: 0,
            positions: 0,
            evaluations: 0,
            evaluated_at: 0.0,
            evaluated_generation: 0,
            best_score: 0.0,
        }
    }
}

impl RunState {
    /// The progress that the budget measures.
    pub fn progress(&self) -> Progress {
        Progress { seconds: self.active_seconds, positions: self.positions, steps: self.step }
    }

    /// The state to go on from, given the state saved with the newest net: what the learner did after that net is lost
    /// with it, what was played since is not.
    pub(super) fn at_checkpoint(mut self, net: &Self) -> Self {
        if net.active_seconds > self.active_seconds {
            // Killed between publishing the net and saving the state.
            self = Self { resumes: self.resumes, ..net.clone() };
        }
        self.generation = net.generation;
        self.step = net.step;
        self.meter.taken = net.meter.taken;
        self
    }

    /// Reads a state file.
    ///
    /// # Errors
    /// A file that cannot be read or understood.
    pub fn read(path: &Path) -> Result<Self, RunError> {
        let bytes = std::fs::read(path).map_err(RunError::io(path))?;
        let wrong = |what: String| RunError::State { path: path.into(), what };
        let value: serde_json::Value = serde_json::from_slice(&bytes).map_err(|e| wrong(e.to_string()))?;
        match value.get("version").and_then(serde_json::Value::as_u64) {
            Some(version) if version > STATE_VERSION.into() => {
                Err(wrong(format!("version {version}, expected at most {STATE_VERSION}: a newer program wrote it")))
            }
            Some(_) => serde_json::from_slice(&bytes).map_err(|e| wrong(e.to_string())),
            None => Err(wrong("no `version`, expected the state of a run".into())),
        }
    }

    pub(super) fn write(&self, path: &Path) -> Result<(), RunError> {
        let mut text = serde_json::to_vec_pretty(self)
            .map_err(|error| RunError::State { path: path.into(), what: error.to_string() })?;
        text.push(b'\n');
        crate::net::write_atomically(path, &text).map_err(RunError::io(path))
    }
}
