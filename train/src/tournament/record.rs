//! A finished game, as the log keeps it.

use crate::journal::Entry;
use serde::{Deserialize, Serialize};

/// A finished game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// The pairing's first player.
    pub first: String,
    /// The pairing's second player.
    pub second: String,
    /// Number of the pair of games, from 0.
    pub pair: u32,
    /// 0 if the first player has White, 1 if the second has.
    pub game: u8,
    /// Number of the opening, from 0.
    pub opening: u32,
    /// Where the game begins, if not at the variant's start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// So many of the moves are the opening's.
    pub book: u32,
    /// All moves, with blanks between them.
    pub moves: String,
    /// White's score, 0 to 1.
    pub score: f64,
    /// Why the game is over.
    pub termination: String,
    /// What a program did wrong, if that is why.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub remark: String,
    /// White's and Black's use of time.
    pub used: [Use; 2],
}

/// What a player used in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Use {
    /// Moves it chose.
    pub moves: u32,
    /// Seconds it thought.
    pub seconds: f64,
    /// Seconds of its longest thought.
    pub slowest: f64,
    /// Nodes or simulations.
    pub nodes: u64,
    /// Sum of the depths of its moves.
    pub depths: u64,
}

impl Use {
    /// Adds another game's.
    pub fn add(&mut self, other: &Use) {
        self.moves += other.moves;
        self.seconds += other.seconds;
        self.slowest = self.slowest.max(other.slowest);
        self.nodes += other.nodes;
        self.depths += other.depths;
    }
}

/// White's and Black's score by White's: `1-0`, `1/2-1/2`, `0-1`, or `0.75-0.25`.
pub fn result(white_score: f64) -> String {
    match white_score {
        s if s > 1.0 - 1e-6 => "1-0".into(),
        s if s < 1e-6 => "0-1".into(),
        s if (s - 0.5).abs() < 1e-6 => "1/2-1/2".into(),
        s => format!("{:.2}-{:.2}", s, 1.0 - s),
    }
}

/// Which game of a tournament a game is.
pub type GameKey = (String, String, u32, u8);

impl Entry for GameRecord {
    type Key = GameKey;

    fn key(&self) -> GameKey {
        (self.first.clone(), self.second.clone(), self.pair, self.game)
    }
}

impl GameRecord {
    /// Who had White.
    pub fn white(&self) -> &str {
        if self.game == 0 { &self.first } else { &self.second }
    }

    /// Who had Black.
    pub fn black(&self) -> &str {
        if self.game == 0 { &self.second } else { &self.first }
    }

    /// The score of the pairing's first player.
    pub fn first_score(&self) -> f64 {
        if self.game == 0 { self.score } else { 1.0 - self.score }
    }

    /// Plies of the game, the opening included.
    pub fn plies(&self) -> usize {
        self.moves.split_whitespace().count()
    }

    /// White's and Black's score: `1-0`, `1/2-1/2`, `0-1`, or `0.75-0.25`.
    pub fn result(&self) -> String {
        result(self.score)
    }

    /// Who would have to play it again in the same way: players, colours, start and moves.
    pub fn course(&self) -> (&str, &str, Option<&str>, &str) {
        (self.white(), self.black(), self.fen.as_deref(), &self.moves)
    }
}
