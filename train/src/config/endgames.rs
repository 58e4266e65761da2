//! What exact endgame tables do in self-play.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Exact endgames in self-play. Searches take the tables' values as proven wherever they meet them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EndgamesConfig {
    /// The folder of the variant's tables, as `hexforge tablebase build` makes it; none for no tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tables: Option<PathBuf>,
    /// Whether a game ends with its exact result as soon as a table knows it. If not, it is played on, and what is learnt
    /// as its outcome is still the exact one; positions after a mistake that changed it are left out.
    pub adjudicate: bool,
    /// Part of the games that begin from a random position of the tables and are played to the end, 0 to 1.
    pub starts: f64,
}

impl Default for EndgamesConfig {
    fn default() -> Self {
        Self { tables: None, adjudicate: true, starts: 0.0 }
    }
}
