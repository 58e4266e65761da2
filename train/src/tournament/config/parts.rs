//! The sections of a tournament's config.

use crate::arena::{RatingModel, Sprt, SprtModel};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Who plays whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody everybody.
    #[default]
    RoundRobin,
    /// The first players all others.
    Gauntlet,
    /// Everybody the next ones in the list.
    Ladder,
    /// Two players each other.
    Match,
}

/// How games begin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OpeningConfig {
    /// A file of openings, one a line: a FEN, moves from the start, or both with `moves` between them. Without a file
    /// openings are made: random plies from the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// Whether the lines of the file are taken in an order drawn by the seed.
    pub shuffle: bool,
    /// Made openings: at least and at most so many plies.
    pub plies: [u32; 2],
    /// Openings are taken only if the expected score is at most so far from 1/2; 0.5 takes all.
    pub balance: f64,
    /// Who says what the expected score is: `alphabeta:DEPTH` or a model, as in `players`.
    pub judge: String,
}

impl Default for OpeningConfig {
    fn default() -> Self {
        Self { file: None, shuffle: false, plies: [4, 6], balance: 0.5, judge: "alphabeta:2".into() }
    }
}

/// How games end before their end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AdjudicationConfig {
    /// A game that gets so long is a draw.
    pub max_plies: u32,
    /// A game ends with the truth where an exact endgame table of these rules knows it; `hexforge tablebase` builds them.
    pub tables: bool,
    /// A game that both players take for won by the same side is won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<ScoreRule>,
    /// A game that both players take for level is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
}

impl Default for AdjudicationConfig {
    fn default() -> Self {
        Self { max_plies: 300, tables: false, win: None, draw: None }
    }
}

/// When a game counts as won.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoreRule {
    /// The expected score of the winner, in the opinion of both players.
    pub score: f64,
    /// For so many plies in a row.
    pub plies: u32,
}

/// When a game counts as drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// The expected score is at most so far from 1/2, in the opinion of both players.
    pub margin: f64,
    /// For so many plies in a row.
    pub plies: u32,
    /// Not before so many plies have been played.
    #[serde(default)]
    pub from_ply: u32,
}

/// How players are rated.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RatingConfig {
    /// The player whose rating is given; the first one if none is named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor: Option<String>,
    /// The rating of the anchor.
    pub elo: f64,
    /// How draws count: `davidson` or `bradley-terry`.
    pub model: RatingModel,
}

/// A sequential test of the first player against the second.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SprtConfig {
    /// What the Elo is: `normalized` or `logistic`.
    pub model: SprtModel,
    /// Elo under H0.
    pub elo0: f64,
    /// Elo under H1.
    pub elo1: f64,
    /// Probability of accepting H1 though H0 holds.
    pub alpha: f64,
    /// Probability of accepting H0 though H1 holds.
    pub beta: f64,
}

impl Default for SprtConfig {
    fn default() -> Self {
        Self { model: SprtModel::Normalized, elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 }
    }
}

impl SprtConfig {
    /// The test.
    pub fn test(&self) -> Sprt {
        let Self { model, elo0, elo1, alpha, beta } = *self;
        Sprt { model, elo0, elo1, alpha, beta }
    }
}

/// The nets of a training run as players, spread evenly over its time; they come after the players of the lists.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckpointsConfig {
    /// The run's folder.
    pub run: PathBuf,
    /// At most so many of its nets: the first, the last, and others between.
    #[serde(default = "eight")]
    pub most: usize,
    /// Simulations a move.
    #[serde(default = "simulations")]
    pub simulations: u32,
}

fn eight() -> usize {
    8
}

fn simulations() -> u32 {
    crate::player::SIMULATIONS
}
