//! How a tree search is set up.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How the tree search works.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct SearchConfig {
    /// How simulations are shared out among the root's moves.
    pub root: RootRule,
    /// Exploration constant of PUCT, for values from -1 to 1.
    pub cpuct: f32,
    /// How much worse than its parent an unvisited move is taken to be, for values from -1 to 1, when the moves visited
    /// have all of the prior mass; with less mass, by its square root. Too much of it hides replies that nobody expects.
    pub fpu_reduction: f32,
    /// PUCT: share of noise in the root's priors; 0 for none.
    pub noise: f32,
    /// PUCT: the noise is Dirichlet noise with this parameter divided by the number of legal moves.
    pub noise_alpha: f32,
    /// PUCT: the move played in the first plies of a game is drawn by its visits to the power of 1 / temperature; 0 for
    /// the most visited.
    pub temperature: f32,
    /// Number of plies, from the start of the game, for which `temperature` holds.
    pub temperature_plies: u32,
    /// Gumbel: number of root moves considered.
    pub considered: u32,
    /// Gumbel: scale of the Gumbel noise; 0 makes the search deterministic, for play.
    pub gumbel_scale: f32,
    /// Gumbel: sigma(q) = (c_visit + most visits) * c_scale * q, for q from 0 to 1.
    pub c_visit: f32,
    /// Gumbel: see `c-visit`.
    pub c_scale: f32,
    /// Whether the tree of the last move is kept for the next one.
    pub reuse: bool,
    /// Whether the search ends once the root's value is proven.
    pub stop_when_proven: bool,
    /// Most memory of the tree in MiB. A tree that outgrows it loses its least visited nodes.
    pub memory: u32,
}

/// How simulations are shared out among the root's moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RootRule {
    /// As everywhere in the tree. Best with many simulations.
    #[default]
    Puct,
    /// Sequential halving of sampled moves (Danihelka et al., ICLR 2022). Best with few simulations; without a limit on
    /// simulations the search falls back to PUCT.
    Gumbel,
}

impl Default for SearchConfig {
    fn default() -> SearchConfig {
        SearchConfig {
            root: RootRule::Puct,
            cpuct: 1.2,
            fpu_reduction: 0.1,
            noise: 0.0,
            noise_alpha: 10.0,
            temperature: 0.0,
            temperature_plies: 0,
            considered: 16,
            gumbel_scale: 1.0,
            c_visit: 50.0,
            c_scale: 1.0,
            reuse: true,
            stop_when_proven: true,
            memory: 1024,
        }
    }
}

/// A setting that makes no sense.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("search.{key} = {value}: expected {expected}")]
pub struct ConfigError {
    /// The setting.
    pub key: &'static str,
    /// Its value.
    pub value: String,
    /// What was expected.
    pub expected: &'static str,
}

impl SearchConfig {
    /// Settings for self-play: a Gumbel root, a fresh tree for every move.
    pub fn self_play() -> SearchConfig {
        SearchConfig { root: RootRule::Gumbel, reuse: false, stop_when_proven: false, ..SearchConfig::default() }
    }

    /// Checks the settings.
    ///
    /// # Errors
    /// The first setting that makes no sense.
    pub fn validate(&self) -> Result<(), ConfigError> {
        let within = |key, value: f32, low: f32, high: f32, expected| {
            if (low..=high).contains(&value) {
                return Ok(());
            }
            Err(ConfigError { key, value: value.to_string(), expected })
        };
        within("cpuct", self.cpuct, 0.0, 100.0, "0 to 100")?;
        within("fpu-reduction", self.fpu_reduction, -2.0, 2.0, "-2 to 2")?;
        within("noise", self.noise, 0.0, 1.0, "0 to 1")?;
        within("noise-alpha", self.noise_alpha, 1e-3, 1e6, "0.001 to 1000000")?;
        within("temperature", self.temperature, 0.0, 100.0, "0 to 100")?;
        within("considered", self.considered as f32, 1.0, 65535.0, "1 to 65535")?;
        within("gumbel-scale", self.gumbel_scale, 0.0, 100.0, "0 to 100")?;
        within("c-visit", self.c_visit, 0.0, 1e6, "0 to 1000000")?;
        within("c-scale", self.c_scale, 0.0, 1e3, "0 to 1000")?;
        within("memory", self.memory as f32, 1.0, 1_048_576.0, "1 to 1048576 (MiB)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_make_sense() {
        assert_eq!(SearchConfig::default().validate(), Ok(()));
        assert_eq!(SearchConfig::self_play().validate(), Ok(()));
    }

    #[test]
    fn an_error_names_the_setting() {
        let config = SearchConfig { cpuct: f32::NAN, ..SearchConfig::default() };
        let error = config.validate().unwrap_err();
        assert_eq!(error.to_string(), "search.cpuct = NaN: expected 0 to 100");
    }
}
