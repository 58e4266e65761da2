//! A model's card: what it is for, where it comes from, how strong it was measured to be.

use super::{CARD, ModelError};
use crate::net::{Family, NetShape};
use hexcore::variant::{in_words, key_at, line_at};
use hexcore::{Layout, Problem, Rules};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// The card of a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Its name.
    pub name: String,
    /// The variant it plays.
    pub variant: String,
    /// [`Rules::id`] of that variant, 16 hexadecimal digits.
    pub rules_id: String,
    /// The kind of net.
    pub family: Family,
    /// CRC-32 of the weight file, 8 hexadecimal digits.
    pub checksum: String,
    /// When it was made, UTC.
    #[serde(default)]
    pub created: String,
    /// The commit of the program that made it.
    #[serde(default)]
    pub commit: String,
    /// The command that made it.
    #[serde(default)]
    pub command: String,
    /// The run config it was made with, as TOML or as the name of a file in `configs`.
    #[serde(default)]
    pub config: String,
    /// The machine it was made on.
    #[serde(default)]
    pub machine: String,
    /// Seconds of work that went into it.
    #[serde(default)]
    pub wall_clock_seconds: f64,
    /// Games it learned from.
    #[serde(default)]
    pub games: u64,
    /// Positions in those games.
    #[serde(default)]
    pub positions: u64,
    /// Nets of the run before it, itself included.
    #[serde(default)]
    pub generation: u64,
    /// The sizes of its tensors.
    pub shape: NetShape,
    /// Its measured strength, one entry an opponent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measured: Vec<Measured>,
}

impl Default for Card {
    fn default() -> Card {
        Card {
            name: String::new(),
            variant: String::new(),
            rules_id: String::new(),
            family: Family::default(),
            checksum: String::new(),
            created: String::new(),
            commit: String::new(),
            command: String::new(),
            config: String::new(),
            machine: String::new(),
            wall_clock_seconds: 0.0,
            games: 0,
            positions: 0,
            generation: 0,
            shape: NetShape::new(0, 0, 0, 0),
            measured: Vec::new(),
        }
    }
}

/// The result of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// Against whom, e.g. `alphabeta:2`.
    pub opponent: String,
    /// Simulations a move of the model's search.
    pub simulations: u32,
    /// Pairs of games with colours swapped.
    pub pairs: u32,
    /// Share of the points, 0 to 1.
    pub score: f64,
    /// Lower end of the 95 % interval of `score`.
    pub lo: f64,
    /// Upper end.
    pub hi: f64,
}

/// A checksum as cards write it.
pub fn hex(checksum: u32) -> String {
    format!("{checksum:08x}")
}

impl Card {
    /// Reads the card of a model's folder.
    ///
    /// # Errors
    /// A folder without a card, or the card's mistake with its line.
    pub fn load(dir: &Path) -> Result<Card, ModelError> {
        let path = dir.join(CARD);
        if !path.exists() {
            return Err(ModelError::NoCard { path: dir.to_path_buf() });
        }
        let text = fs::read_to_string(&path).map_err(|source| ModelError::Io { path: path.clone(), source })?;
        toml::from_str(&text).map_err(|error| {
            let mut problem = Problem::new("", in_words(error.message()));
            if let Some(place) = error.span() {
                problem.key = key_at(&text, &place);
                problem.line = Some(line_at(&text, place.start));
            }
            ModelError::Card { path, problem }
        })
    }

    /// The card as TOML.
    pub fn to_toml(&self) -> String {
        // A plain struct of numbers, strings and tables: nothing here that TOML cannot hold.
        toml::to_string(self).unwrap_or_else(|error| format!("# cannot be written: {error}\n"))
    }

    /// Whether the model is for these rules.
    pub fn is_for<L: Layout>(&self, rules: &Rules<L>) -> bool {
        self.rules_id == format!("{:016x}", rules.id())
    }

    /// Whether the model at `dir` is for these rules, as an error that names both variants.
    ///
    /// # Errors
    /// If it is for others.
    pub fn check_rules<L: Layout>(&self, dir: &Path, rules: &Rules<L>) -> Result<(), ModelError> {
        if self.is_for(rules) {
            return Ok(());
        }
        Err(ModelError::Rules {
            path: dir.to_path_buf(),
            found: self.variant.clone(),
            found_id: self.rules_id.clone(),
            expected: rules.variant().name.clone(),
            expected_id: rules.id(),
        })
    }
}
