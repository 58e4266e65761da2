//! A measurement's config: the TOML of `configs/piece-values`, key for key.

mod check;

use crate::config::{ConfigError, Edit, read_config};
use crate::tournament::SprtConfig;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// Everything that decides a measurement of piece values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PieceValuesConfig {
    /// The variant: the name of one that ships, or the path of a `.toml` file.
    pub variant: String,
    /// Where all randomness comes from. Players whose budget does not depend on the clock play the same games again.
    pub seed: u64,
    /// Games played at a time; 0 is one for each core.
    pub threads: usize,
    /// Who plays, each against itself: `greedy`, `alphabeta:DEPTH`, `model@SIMULATIONS` or `model:NAME@SIMULATIONS`. Each
    /// gives answers of its own. The arbiter plays with those of the first for whom all are established.
    pub players: Vec<String>,
    /// Games begin with random plies: at least and at most so many.
    pub opening_plies: [u32; 2],
    /// Openings are taken only if alpha-beta's expected score, all men on the board, is at most so far from 1/2.
    pub balance: f64,
    /// A game that gets so long is a draw.
    pub max_plies: u32,
    /// Samples of the bootstraps that the intervals come from.
    pub bootstrap: u32,
    /// Games in which one side lacks men.
    pub matches: MatchesConfig,
    /// Regression of the outcomes of whole games.
    pub outcome: OutcomeConfig,
    /// Asking nets.
    pub probe: ProbeConfig,
    /// The match of the measured values against the variant's.
    pub arbiter: ArbiterConfig,
    /// Tables of values to compare with, beside the variant's own.
    pub published: Vec<PublishedTable>,
}

/// Imbalance matches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MatchesConfig {
    /// What the sides lack, by letters: `R-NP` is a side without a rook against one without a knight and a pawn, `P` a side
    /// without a pawn against a whole army. An empty list makes one that fits the values: those of the variant in the
    /// pilot, those that the pilot found afterwards.
    pub imbalances: Vec<String>,
    /// Pairs of games of each imbalance in the pilot.
    pub pilot: u32,
    /// Pairs of games of each imbalance after it; 0 together with `pilot = 0` leaves this method out.
    pub pairs: u32,
}

/// Outcome regression.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OutcomeConfig {
    /// Games from the start; 0 leaves this method out.
    pub games: u32,
    /// Quiet positions taken from each game, at random, at most.
    pub positions: u32,
    /// None of them before this ply.
    pub from_ply: u32,
}

/// Net probing. It takes its positions from the games of the outcome regression.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ProbeConfig {
    /// Models, by name or path: independently trained ones, three or more. None leaves this method out.
    pub nets: Vec<String>,
    /// Positions in which they are asked.
    pub positions: u32,
    /// Only positions in which the net's expected score is at most so far from 1/2, where its value has room to change.
    pub margin: f64,
}

/// The arbiter: alpha-beta with the measured values against the same alpha-beta with the variant's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ArbiterConfig {
    /// Pairs of games, at most; 0 leaves this method out.
    pub pairs: u32,
    /// Depth of both.
    pub depth: u32,
    /// The test that ends the match.
    pub sprt: SprtConfig,
}

/// A table of published values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedTable {
    /// Whose it is.
    pub name: String,
    /// In pawns, by the names of the kinds.
    pub values: BTreeMap<String, f32>,
}

impl Default for PieceValuesConfig {
    fn default() -> Self {
        Self {
            variant: "glinski".into(),
            seed: 1,
            threads: 0,
            players: vec!["alphabeta:2".into()],
            opening_plies: [4, 8],
            balance: 0.15,
            max_plies: 300,
            bootstrap: 1000,
            matches: MatchesConfig::default(),
            outcome: OutcomeConfig::default(),
            probe: ProbeConfig::default(),
            arbiter: ArbiterConfig::default(),
            published: Vec::new(),
        }
    }
}

impl Default for MatchesConfig {
    fn default() -> Self {
        Self { imbalances: Vec::new(), pilot: 100, pairs: 1000 }
    }
}

impl Default for OutcomeConfig {
    fn default() -> Self {
        Self { games: 4000, positions: 2, from_ply: 20 }
    }
}

impl Default for ProbeConfig {
    fn default() -> Self {
        Self { nets: Vec::new(), positions: 3000, margin: 0.35 }
    }
}

impl Default for ArbiterConfig {
    fn default() -> Self {
        Self { pairs: 1000, depth: 2, sprt: SprtConfig { elo1: 20.0, ..SprtConfig::default() } }
    }
}

/// The quick mode has one in so many of the games and positions.
const QUICK: u32 = 20;
/// But not fewer pairs of an imbalance than this.
const QUICK_PAIRS: u32 = 20;

impl PieceValuesConfig {
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

    /// The same measurement with a twentieth of the games and positions: minutes, and wide intervals.
    #[must_use]
    pub fn quick(mut self) -> Self {
        let fewer = |n: u32, least: u32| (n / QUICK).max(least.min(n));
        self.matches.pairs = fewer(self.matches.pairs, QUICK_PAIRS);
        self.matches.pilot = fewer(self.matches.pilot, QUICK_PAIRS);
        self.outcome.games = fewer(self.outcome.games, 200);
        self.probe.positions = fewer(self.probe.positions, 300);
        self.arbiter.pairs = fewer(self.arbiter.pairs, 20);
        self
    }
}

#[cfg(test)]
mod tests;
