//! The first stage of a run: games of a shallow alpha-beta with plain material, cheap and by the million.

use serde::{Deserialize, Serialize};

/// The teacher stage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TeacherConfig {
    /// Whether there is one; without it the run starts from a random net.
    pub enabled: bool,
    /// Depth of the alpha-beta, before quiescence.
    pub depth: u32,
    /// Minutes of making games: the stage ends here or at `positions`, whichever comes first.
    pub minutes: f64,
    /// Positions to make.
    pub positions: u64,
    /// The first plies of a game are random: at least and at most so many.
    pub random_plies: [u32; 2],
    /// Part of the later moves that are random.
    pub random_moves: f64,
    /// A game that gets so long is a draw.
    pub max_plies: u32,
    /// Weight of the game's result in the value target; the rest is the teacher's score.
    pub z_weight: f64,
    /// The teacher's score in centipawns that makes one unit of logit: expected score = 1 / (1 + exp(-score / scale)).
    pub score_scale: f64,
    /// How often the learner goes through the teacher's positions before self-play begins.
    pub passes: f64,
}

impl Default for TeacherConfig {
    fn default() -> Self {
        Self {
            enabled: true,
            depth: 2,
            minutes: 5.0,
            positions: 3_000_000,
            random_plies: [2, 9],
            random_moves: 0.08,
            max_plies: 300,
            z_weight: 0.3,
            score_scale: 300.0,
            passes: 4.0,
        }
    }
}
