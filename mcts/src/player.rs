//! The seam to whoever plays: programs here, people and other programs elsewhere.

use crate::limits::Limits;
use crate::result::SearchResult;
use crate::value::{Proof, Wdl};
use hexcore::{Game, Layout, Move};

/// Chooses moves.
pub trait Player<L: Layout>: Send {
    /// The move to play in the game's present position, and what led to it; none if the game is over.
    fn choose(&mut self, game: &Game<L>, limits: &Limits) -> Option<Decision>;

    /// Prepares for a new game. The same seed and the same games repeat the same moves, under limits that do not
    /// depend on the clock.
    fn reseed(&mut self, seed: u64);
}

impl<L: Layout, P: Player<L> + ?Sized> Player<L> for Box<P> {
    fn choose(&mut self, game: &Game<L>, limits: &Limits) -> Option<Decision> {
        (**self).choose(game, limits)
    }
    fn reseed(&mut self, seed: u64) {
        (**self).reseed(seed);
    }
}

/// A move and what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    /// The move.
    pub mv: Move,
    /// Its value to the side to move.
    pub value: Wdl,
    /// The same in centipawns, if the player counts so.
    pub centipawns: Option<i32>,
    /// What it leads to for certain.
    pub proof: Option<Proof>,
    /// Simulations that chose it, if the player counts so.
    pub visits: u32,
    /// The line expected, from the move on.
    pub pv: Vec<Move>,
}

/// A move chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The move.
    pub mv: Move,
    /// Value of the position to the side to move.
    pub value: Wdl,
    /// What the position is worth for certain.
    pub proof: Option<Proof>,
    /// Positions or simulations looked at.
    pub nodes: u64,
    /// Depth of the last finished iteration, if the player counts so.
    pub depth: u32,
    /// The best lines, best first.
    pub lines: Vec<Variation>,
    /// Everything a tree search found.
    pub search: Option<SearchResult>,
}

impl Decision {
    /// The decision for the first of these lines; none if there is none.
    pub fn from_lines(lines: Vec<Variation>, nodes: u64, depth: u32) -> Option<Decision> {
        let first = lines.first()?;
        Some(Decision { mv: first.mv, value: first.value, proof: first.proof, nodes, depth, lines, search: None })
    }

    /// The line expected, from the move on.
    pub fn pv(&self) -> &[Move] {
        self.lines.first().map_or(&[], |line| &line.pv)
    }
}
