//! When a run ends, and what it leaves behind on the way.

use serde::{Deserialize, Serialize};

/// When a run ends: at the first limit it reaches. At least one must be given.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BudgetConfig {
    /// Minutes of work, the teacher stage included; time between a kill and a resume does not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minutes: Option<f64>,
    /// Positions of self-play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
    /// Steps of the learner, the teacher stage included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<u64>,
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Seconds of work.
    pub seconds: f64,
    /// Positions of self-play.
    pub positions: u64,
    /// Steps of the learner.
    pub steps: u64,
}

impl BudgetConfig {
    /// The part of the budget that is spent, 0 to 1; the run is over at 1.
    pub fn spent(&self, now: Progress) -> f64 {
        let parts = [
            self.minutes.map(|limit| now.seconds / (60.0 * limit)),
            self.positions.map(|limit| now.positions as f64 / limit as f64),
            self.steps.map(|limit| now.steps as f64 / limit as f64),
        ];
        parts.into_iter().flatten().fold(0.0, f64::max).min(1.0)
    }
}

/// How often the net is published and which nets are kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CheckpointConfig {
    /// Seconds between two checkpoints; self-play goes on with the newest.
    pub every_seconds: f64,
    /// How many of the newest checkpoints are kept, beside the best and every tenth.
    pub keep: usize,
}

impl Default for CheckpointConfig {
    fn default() -> Self {
        Self { every_seconds: 60.0, keep: 10 }
    }
}
