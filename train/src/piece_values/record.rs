//! A finished game of a measurement, as the journal keeps it.

use crate::journal::Entry;
use serde::{Deserialize, Serialize};

/// A finished game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueGame {
    /// Who played against itself.
    pub player: String,
    /// What for: `outcome`, or an imbalance such as `R-NP`.
    pub study: String,
    /// Number of the pair, from 0; of the game, for `outcome`.
    pub pair: u32,
    /// 0 if White lacks what the imbalance says first, 1 if Black does.
    pub game: u8,
    /// Where the game begins, if not at the variant's start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Cells on which the men that White and Black lack stood at the start of the variant, with blanks between them.
    pub given: [String; 2],
    /// All moves, with blanks between them.
    pub moves: String,
    /// So many of them are the opening's.
    pub book: u32,
    /// White's score, 0 to 1.
    pub score: f64,
    /// Why the game is over.
    pub termination: String,
}

/// The study of games from the start.
pub(super) const OUTCOME: &str = "outcome";

impl Entry for ValueGame {
    type Key = (String, String, u32, u8);

    fn key(&self) -> Self::Key {
        (self.player.clone(), self.study.clone(), self.pair, self.game)
    }
}

impl ValueGame {
    /// The score of the side that lacks what the imbalance says first.
    pub fn first_score(&self) -> f64 {
        if self.game == 0 { self.score } else { 1.0 - self.score }
    }
}
