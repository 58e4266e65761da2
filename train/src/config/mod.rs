//! A run's config: the TOML of `configs/runs`, key for key.
//!
//! [`RunConfig::load`] reads a file, applies `--set key.path=value` edits and checks every value; each problem names the
//! file, the line, the key and what was expected. [`RunConfig::to_toml`] is what a run folder keeps: every key with the
//! value that was used.

mod budget;
mod check;
mod edit;
mod endgames;
mod error;
mod opponent;
mod range;
mod read;
mod replay;
mod selfplay;
mod teacher;

pub use budget::{BudgetConfig, CheckpointConfig, Progress};
pub use edit::{Edit, EditError};
pub use endgames::EndgamesConfig;
pub use error::ConfigError;
pub use opponent::{EvaluationConfig, Opponent, OpponentError};
pub(crate) use range::Check;
pub use read::{located, read_config};
pub use replay::{ReplayConfig, TargetConfig, WindowFormula};
pub use selfplay::{GumbelConfig, ResignConfig, SelfplayConfig, SimulationStage};
pub use teacher::TeacherConfig;

use crate::learn::LearnerConfig;
use crate::net::Family;
use serde::{Deserialize, Serialize};

/// Everything that decides a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RunConfig {
    /// The variant: the name of one that ships, or the path of a `.toml` file.
    pub variant: String,
    /// Where all randomness of the run comes from.
    pub seed: u64,
    /// Threads of the whole run; 0 is one for each core.
    pub threads: usize,
    /// The net.
    pub net: NetConfig,
    /// The first stage: games of a shallow alpha-beta.
    pub teacher: TeacherConfig,
    /// The second stage: games of the net against itself.
    pub selfplay: SelfplayConfig,
    /// Exact endgame tables.
    pub endgames: EndgamesConfig,
    /// Which positions the learner sees.
    pub replay: ReplayConfig,
    /// What the learner is told about a position.
    pub targets: TargetConfig,
    /// How the net is trained.
    pub learner: LearnerConfig,
    /// How the strength is measured during the run.
    pub evaluation: EvaluationConfig,
    /// When the run ends.
    pub budget: BudgetConfig,
    /// How often the net is published and which nets are kept.
    pub checkpoint: CheckpointConfig,
}

impl Default for RunConfig {
    fn default() -> Self {
        Self {
            variant: "glinski".to_string(),
            seed: 1,
            threads: 0,
            net: NetConfig::default(),
            teacher: TeacherConfig::default(),
            selfplay: SelfplayConfig::default(),
            endgames: EndgamesConfig::default(),
            replay: ReplayConfig::default(),
            targets: TargetConfig::default(),
            learner: LearnerConfig::default(),
            evaluation: EvaluationConfig::default(),
            budget: BudgetConfig { minutes: Some(60.0), ..BudgetConfig::default() },
            checkpoint: CheckpointConfig::default(),
        }
    }
}

impl RunConfig {
    /// The config as TOML, every key with its value.
    pub fn to_toml(&self) -> String {
        // Plain structs of numbers, strings and lists: nothing here that TOML cannot hold.
        toml::to_string(self).unwrap_or_else(|error| format!("# cannot be written: {error}\n"))
    }

    /// Names this config in files: equal only for equal configs.
    pub fn hash(&self) -> u64 {
        hexcore::fnv(self.to_toml().as_bytes())
    }

    /// The threads to use: `threads`, or the number of cores.
    pub fn threads(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            n => n,
        }
    }
}

/// The net of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NetConfig {
    /// Which kind of net.
    pub family: Family,
    /// Units of the hidden layer: a multiple of 32 up to 256.
    pub hidden: usize,
    /// A model to begin with, by name or path, of the same size; without one, the run begins with random weights.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

impl Default for NetConfig {
    fn default() -> Self {
        Self { family: Family::default(), hidden: 128, from: None }
    }
}

#[cfg(test)]
mod tests;
