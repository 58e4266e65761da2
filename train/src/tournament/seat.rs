//! A player at a board.

use crate::player::{External, Fault};
use hexcore::{Game, Layout, Move};
use hexmcts::{Limits, Player};
use std::time::{Duration, Instant};

/// A player at a board, with its budget.
pub struct Seat<L: Layout> {
    mind: Mind<L>,
    limits: Limits,
}

enum Mind<L: Layout> {
    /// Its values mean something.
    Ours(Box<dyn Player<L>>),
    /// It has no opinion of positions.
    Silent(Box<dyn Player<L>>),
    Program(Box<External>),
}

/// A move and what the player thinks of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thought {
    /// The move.
    pub mv: Move,
    /// The side to move's expected score, if the player has an opinion.
    pub score: Option<f64>,
    /// Nodes or simulations.
    pub nodes: u64,
    /// Plies looked ahead.
    pub depth: u32,
    /// Time it took.
    pub time: Duration,
}

impl<L: Layout> Seat<L> {
    pub(super) fn ours(player: Box<dyn Player<L>>, limits: Limits) -> Seat<L> {
        Seat { mind: Mind::Ours(player), limits }
    }

    pub(super) fn silent(player: Box<dyn Player<L>>, limits: Limits) -> Seat<L> {
        Seat { mind: Mind::Silent(player), limits }
    }

    pub(super) fn program(program: External, limits: Limits) -> Seat<L> {
        Seat { mind: Mind::Program(Box::new(program)), limits }
    }

    /// Prepares for a new game. The same seed repeats the same moves, for players of ours without a clock.
    ///
    /// # Errors
    /// A program that is gone or silent.
    pub fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        match &mut self.mind {
            Mind::Ours(player) | Mind::Silent(player) => {
                player.reseed(seed);
                Ok(())
            }
            Mind::Program(program) => program.new_game(),
        }
    }

    /// The move in the present position of a game that is not over.
    ///
    /// # Errors
    /// A program that is gone, silent, late or plays no legal move.
    pub fn choose(&mut self, game: &Game<'_, L>) -> Result<Thought, Fault> {
        let began = Instant::now();
        let silent = matches!(self.mind, Mind::Silent(_));
        match &mut self.mind {
            Mind::Ours(player) | Mind::Silent(player) => {
                let none = || Fault::Illegal { answer: String::new(), reason: "no move was chosen".into() };
                let decision = player.choose(game, &self.limits).ok_or_else(none)?;
                Ok(Thought {
                    mv: decision.mv,
                    score: (!silent).then(|| f64::from(decision.value.score())),
                    nodes: decision.nodes,
                    depth: decision.depth,
                    time: began.elapsed(),
                })
            }
            Mind::Program(program) => {
                let answer = program.choose(game, &self.limits)?;
                let crate::player::Answer { mv, score, nodes, depth, time } = answer;
                Ok(Thought { mv, score, nodes, depth, time })
            }
        }
    }
}
