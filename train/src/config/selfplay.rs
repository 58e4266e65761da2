//! How the games are made from which the net learns.

use serde::{Deserialize, Serialize};

/// Games of the net against itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SelfplayConfig {
    /// Games that one actor thread plays side by side.
    pub games_per_actor: usize,
    /// Simulations of a full search, by progress of the run: the first stage that is not over counts.
    pub simulations: Vec<SimulationStage>,
    /// Part of the moves that are searched in full and give a policy target; the others get `fast_simulations`.
    pub full_fraction: f64,
    /// Simulations of the other moves.
    pub fast_simulations: u32,
    /// The search at the root.
    pub gumbel: GumbelConfig,
    /// The first plies of a game are random: at least and at most so many.
    pub opening_plies: [u32; 2],
    /// So many plies after the opening are drawn from the improved policy; later ones are the search's best move.
    pub sampled_plies: u32,
    /// Temperature of that draw: below 1 sharper than the improved policy, above 1 flatter.
    pub temperature: f64,
    /// A game that gets so long is a draw.
    pub max_plies: u32,
    /// Giving up lost games.
    pub resign: ResignConfig,
}

impl Default for SelfplayConfig {
    fn default() -> Self {
        Self {
            games_per_actor: 32,
            simulations: vec![
                SimulationStage { until: Some(0.3), until_step: None, simulations: 64 },
                SimulationStage { until: None, until_step: None, simulations: 128 },
            ],
            full_fraction: 1.0,
            fast_simulations: 16,
            gumbel: GumbelConfig::default(),
            opening_plies: [0, 4],
            sampled_plies: 20,
            temperature: 1.0,
            max_plies: 300,
            resign: ResignConfig::default(),
        }
    }
}

impl SelfplayConfig {
    /// Simulations of a full search when this part of the budget is spent and so many learner steps are done.
    pub fn simulations_at(&self, spent: f64, step: u64) -> u32 {
        let open = |stage: &&SimulationStage| {
            stage.until.is_none_or(|until| spent < until) && stage.until_step.is_none_or(|until| step < until)
        };
        let stage = self.simulations.iter().find(open).or(self.simulations.last());
        stage.map_or(1, |stage| stage.simulations)
    }
}

/// A stretch of the run with one number of simulations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SimulationStage {
    /// It ends when this part of the run's budget is spent, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<f64>,
    /// It ends at this step of the learner. A stage without an end is the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_step: Option<u64>,
    /// Simulations of a full search.
    pub simulations: u32,
}

/// The Gumbel search at the root (Danihelka et al., Policy improvement by planning with Gumbel, ICLR 2022).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GumbelConfig {
    /// Moves that enter the sequential halving.
    pub considered: u32,
    /// `c_visit` of the paper: the transformed value is `(c_visit + most visits) * c_scale * q`.
    pub c_visit: f64,
    /// `c_scale` of the paper.
    pub c_scale: f64,
    /// Scale of the Gumbel noise: 1 explores as in the paper, 0 always searches the policy's first choices.
    pub exploration: f64,
}

impl Default for GumbelConfig {
    fn default() -> Self {
        Self { considered: 16, c_visit: 50.0, c_scale: 0.5, exploration: 1.0 }
    }
}

/// Giving up: when the side to move's value has stayed at or below `value`, and the other side's agreed, for `plies` plies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ResignConfig {
    /// Expected score at which the game counts as lost; 0 never gives up.
    pub value: f64,
    /// For so many plies in a row, both sides counted.
    pub plies: u32,
    /// Part of the games that are played to the end all the same, to measure how often giving up would have been wrong.
    pub playthrough: f64,
}

impl Default for ResignConfig {
    fn default() -> Self {
        Self { value: 0.02, plies: 6, playthrough: 0.1 }
    }
}
