//! A tournament's config: the TOML of `configs/tournaments`, key for key.

mod check;
mod parts;
mod player;

pub use parts::{
    AdjudicationConfig, CheckpointsConfig, DrawRule, Format, OpeningConfig, RatingConfig, ScoreRule, SprtConfig,
};
pub use player::PlayerConfig;
pub(super) use player::{Entrant, Kind};

use crate::config::{ConfigError, Edit, read_config};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Everything that decides a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TournamentConfig {
    /// The variant: the name of one that ships, or the path of a `.toml` file.
    pub variant: String,
    /// Where all randomness comes from. Players whose budget does not depend on the clock play the same games again.
    pub seed: u64,
    /// Games played at a time; 0 is one for each core.
    pub threads: usize,
    /// Who plays whom.
    pub format: Format,
    /// Pairs of games of each pairing: the same opening twice, with colours swapped. In a match with a test, at most.
    pub pairs: u32,
    /// Gauntlet: so many players, from the first, play all others and not each other.
    pub challengers: usize,
    /// Ladder: each player plays so many of the next ones in the list.
    pub neighbours: usize,
    /// Players in short, from the weakest: `random`, `greedy`, `alphabeta:DEPTH`, `model@SIMULATIONS` or
    /// `model:NAME@SIMULATIONS` (or `@2s`, `@500ms`). Those of `[[player]]` come after them.
    pub players: Vec<String>,
    /// How games begin.
    pub openings: OpeningConfig,
    /// How games end before their end.
    pub adjudication: AdjudicationConfig,
    /// How players are rated.
    pub rating: RatingConfig,
    /// A match is over as soon as this test decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtConfig>,
    /// The nets of a training run as players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checkpoints: Option<CheckpointsConfig>,
    /// Players at length.
    #[serde(rename = "player", skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<PlayerConfig>,
}

impl Default for TournamentConfig {
    fn default() -> Self {
        Self {
            variant: "glinski".into(),
            seed: 1,
            threads: 0,
            format: Format::default(),
            pairs: 50,
            challengers: 1,
            neighbours: 2,
            players: Vec::new(),
            openings: OpeningConfig::default(),
            adjudication: AdjudicationConfig::default(),
            rating: RatingConfig::default(),
            sprt: None,
            checkpoints: None,
            entries: Vec::new(),
        }
    }
}

impl TournamentConfig {
    /// Reads a config file, makes the edits and checks every value.
    ///
    /// # Errors
    /// A file that cannot be read, or every mistake in it or in the edits.
    pub fn load(path: &Path, edits: &[Edit]) -> Result<Self, ConfigError> {
        let text = std::fs::read_to_string(path).map_err(|source| ConfigError::Io { path: path.into(), source })?;
        Self::parse(&path.display().to_string(), &text, edits)
    }

    /// The same for a text; `file` is what errors call it.
    ///
    /// # Errors
    /// Every mistake in the text or in the edits.
    pub fn parse(file: &str, text: &str, edits: &[Edit]) -> Result<Self, ConfigError> {
        read_config(file, text, edits, Self::validate)
    }

    /// The config as TOML, every key with its value.
    pub fn to_toml(&self) -> String {
        // Plain structs of numbers, strings and lists: nothing here that TOML cannot hold.
        toml::to_string(self).unwrap_or_else(|error| format!("# cannot be written: {error}\n"))
    }

    /// Games played at a time.
    pub fn threads(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            n => n,
        }
    }

    /// All players that the config names, with their keys in it; those of a run's checkpoints are not among them.
    pub fn listed(&self) -> Vec<(String, PlayerConfig)> {
        let short = self.players.iter().enumerate().map(|(i, text)| {
            let player = PlayerConfig { player: Some(text.clone()), ..PlayerConfig::default() };
            (format!("players[{i}]"), player)
        });
        let long = self.entries.iter().enumerate().map(|(i, player)| (format!("player[{i}]"), player.clone()));
        short.chain(long).collect()
    }
}

#[cfg(test)]
mod tests;
