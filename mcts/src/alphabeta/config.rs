//! How an alpha-beta search is set up.

use crate::config::ConfigError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How an alpha-beta search works. By default nothing is pruned, reduced or extended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct AlphaBetaConfig {
    /// Depth in plies where the limits give neither depth, nodes nor time.
    pub depth: u32,
    /// Greatest noise on a position's value, in centipawns either way. It depends on the position and the seed.
    pub noise: u32,
    /// The transposition table has two to the power of this many entries of 16 bytes.
    pub table_bits: u32,
    /// Whether moves after the first are first tried with an empty window.
    pub null_window: bool,
    /// Whether a side so well off that it may pass is cut off (not in check, with more than pawns).
    pub null_move: bool,
    /// Whether late quiet moves are searched less deeply first.
    pub late_reductions: bool,
    /// Whether a move out of check is searched one ply deeper.
    pub check_extension: bool,
    /// What men are worth, in pawns, by the names of their kinds; those of the variant for kinds that are not named.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub piece_values: BTreeMap<String, f32>,
}

impl Default for AlphaBetaConfig {
    fn default() -> AlphaBetaConfig {
        AlphaBetaConfig {
            depth: 3,
            noise: 8,
            table_bits: 17,
            null_window: false,
            null_move: false,
            late_reductions: false,
            check_extension: false,
            piece_values: BTreeMap::new(),
        }
    }
}

impl AlphaBetaConfig {
    /// The yardstick at a depth.
    pub fn at_depth(depth: u32) -> AlphaBetaConfig {
        AlphaBetaConfig { depth, ..AlphaBetaConfig::default() }
    }

    /// What won its matches at equal nodes: the check extension. The other switches did not show a gain
    /// (`benches/results/README.md` has the matches), so they are off here, too.
    pub fn strong() -> AlphaBetaConfig {
        AlphaBetaConfig { noise: 0, table_bits: 20, check_extension: true, ..AlphaBetaConfig::default() }
    }

    /// Checks the settings.
    ///
    /// # Errors
    /// The first setting that makes no sense.
    pub fn validate(&self) -> Result<(), ConfigError> {
        let within = |key, value: u32, low: u32, high: u32, expected| {
            if (low..=high).contains(&value) {
                return Ok(());
            }
            Err(ConfigError { key, value: value.to_string(), expected })
        };
        within("depth", self.depth, 1, 100, "1 to 100")?;
        within("noise", self.noise, 0, 1000, "0 to 1000")?;
        within("table-bits", self.table_bits, 4, 30, "4 to 30")?;
        match self.piece_values.iter().find(|(_, worth)| !(0.0..=1000.0).contains(*worth)) {
            Some((name, worth)) => Err(ConfigError {
                key: "piece-values",
                value: format!("{name} = {worth}"),
                expected: "0 to 1000 pawns",
            }),
            None => Ok(()),
        }
    }
}
