//! The root: iterative deepening, several best lines, and the player.

use super::config::AlphaBetaConfig;
use super::judge::{Counting, Judge, Learned, Values};
use super::order::Habits;
use super::score::{self, INFINITE, MATE};
use super::search::{MAX_PLY, Ply, Searcher, Window};
use super::table::Table;
use crate::config::ConfigError;
use crate::evaluator::Evaluator;
use crate::limits::Limits;
use crate::player::{Decision, Player, Variation};
use hexcore::{Game, Layout, Move, Position};
use std::time::Instant;

/// An alpha-beta player: by material, or by an evaluator's values.
pub struct AlphaBeta<L: Layout> {
    config: AlphaBetaConfig,
    evaluator: Option<Box<dyn Evaluator<L>>>,
    seed: u64,
    lines: usize,
    table: Table,
    habits: Habits,
    plies: Vec<Ply>,
    line: Vec<u64>,
}

impl<L: Layout> AlphaBeta<L> {
    /// A player by material. The seed decides its noise.
    ///
    /// # Errors
    /// The first setting that makes no sense.
    pub fn new(config: AlphaBetaConfig, seed: u64) -> Result<AlphaBeta<L>, ConfigError> {
        config.validate()?;
        Ok(AlphaBeta {
            table: Table::new(config.table_bits),
            habits: Habits::new(),
            plies: vec![Ply::default(); MAX_PLY + 2],
            line: Vec::new(),
            evaluator: None,
            seed,
            lines: 1,
            config,
        })
    }

    /// The yardstick at a depth.
    ///
    /// # Errors
    /// A depth that makes no sense.
    pub fn at_depth(depth: u32, seed: u64) -> Result<AlphaBeta<L>, ConfigError> {
        AlphaBeta::new(AlphaBetaConfig::at_depth(depth), seed)
    }

    /// The same player, by an evaluator's values instead of material.
    #[must_use]
    pub fn with_evaluator(mut self, evaluator: Box<dyn Evaluator<L>>) -> AlphaBeta<L> {
        self.evaluator = Some(evaluator);
        self
    }

    /// The same player, showing so many best moves with their lines.
    #[must_use]
    pub fn with_lines(mut self, lines: usize) -> AlphaBeta<L> {
        self.lines = lines.max(1);
        self
    }

    /// How it is set up.
    pub fn config(&self) -> &AlphaBetaConfig {
        &self.config
    }
}

impl<L: Layout> Player<L> for AlphaBeta<L> {
    fn choose(&mut self, game: &Game<L>, limits: &Limits) -> Option<Decision> {
        let counting = Counting::new(self.seed, self.config.noise);
        let mut evaluator = self.evaluator.take();
        let decision = match &mut evaluator {
            Some(evaluator) => self.deepen(game, limits, Learned(evaluator.as_mut())),
            None => self.deepen(game, limits, counting),
        };
        self.evaluator = evaluator;
        decision
    }

    fn reseed(&mut self, seed: u64) {
        self.seed = seed;
    }
}

/// A root move with what the last search of it said.
#[derive(Clone, Debug)]
struct Candidate {
    mv: Move,
    score: i32,
    pv: Vec<Move>,
}

impl<L: Layout> AlphaBeta<L> {
    fn deepen<J: Judge<L>>(&mut self, game: &Game<L>, limits: &Limits, judge: J) -> Option<Decision> {
        let rules = game.rules();
        let pos = game.position();
        if game.outcome().is_some() {
            return None;
        }
        self.table.restart();
        self.habits.restart();
        self.line.clear();
        self.line.extend(game.positions().iter().map(Position::hash));
        let values = Values::new(rules, &self.config.piece_values);
        let balance = values.balance(rules, pos);
        let mut searcher = Searcher {
            rules,
            config: &self.config,
            values,
            judge,
            table: &mut self.table,
            habits: &mut self.habits,
            plies: &mut self.plies,
            line: &mut self.line,
            limits,
            began: Instant::now(),
            nodes: 0,
            next_look: limits.nodes.unwrap_or(u64::MAX).min(J::LOOK),
            aborted: false,
            leaf_left: 0,
            bare_king_loses: rules.variant().end.bare_king == hexcore::variant::BareKing::Loses,
        };
        let unlimited =
            limits.depth.is_none() && limits.nodes.is_none() && limits.time.is_none() && limits.stop.is_none();
        let deepest = if unlimited { self.config.depth } else { limits.depth.unwrap_or(MAX_PLY as u32 / 2) };
        let allowed = |m: &&Move| limits.allows(**m);
        let moves = game.legal_moves();
        let mut candidates: Vec<Candidate> =
            moves.iter().filter(allowed).map(|&mv| Candidate { mv, score: 0, pv: vec![mv] }).collect();
        let captures = |c: &Candidate| !rules.is_capture(pos, c.mv);
        candidates.sort_by_key(captures);
        let mut best = Vec::new();
        let mut reached = 0;
        for depth in 1..=deepest.clamp(1, MAX_PLY as u32 / 2) {
            let lines = searcher.iterate(pos, depth as i32, balance, &mut candidates, self.lines);
            if !lines.is_empty() {
                best = lines;
            }
            if searcher.aborted {
                break;
            }
            reached = depth;
            let mate = self.lines == 1 && best.first().is_some_and(|c| MATE - c.score.abs() <= depth as i32);
            if mate {
                break;
            }
        }
        let variations = best.iter().map(|c| Variation {
            mv: c.mv,
            value: score::value(c.score),
            centipawns: Some(c.score),
            proof: score::proof(c.score),
            visits: 0,
            pv: c.pv.clone(),
        });
        Decision::from_lines(variations.collect(), searcher.nodes, reached)
    }
}

impl<L: Layout, J: Judge<L>> Searcher<'_, L, J> {
    /// One iteration: the best `lines` moves of those there are, which are left in their order. Empty if the search was
    /// broken off before it knew of any move.
    fn iterate(
        &mut self,
        pos: &Position<L>,
        depth: i32,
        balance: i32,
        candidates: &mut [Candidate],
        lines: usize,
    ) -> Vec<Candidate> {
        let lines = lines.min(candidates.len());
        for line in 0..lines {
            let mut alpha = -INFINITE;
            let mut best = None;
            for (i, candidate) in candidates.iter_mut().enumerate().skip(line) {
                let m = candidate.mv;
                let next = self.rules.played(pos, m);
                let child = -(balance + self.values.gain(pos, m));
                self.line.push(next.hash());
                let window = Window { alpha: -INFINITE, beta: -alpha };
                let score = -self.search(&next, depth - 1, 1, window, child);
                self.line.pop();
                if self.aborted {
                    break;
                }
                if score > alpha {
                    alpha = score;
                    best = Some(i);
                    candidate.score = score;
                    candidate.pv.truncate(1);
                    candidate.pv.extend_from_slice(&self.plies[1].pv);
                }
            }
            // What an unfinished iteration found best is better than the last one's first move, which it searched first.
            if let Some(best) = best {
                candidates[line..=best].rotate_right(1);
            }
            if self.aborted {
                let known = if best.is_some() { line + 1 } else { line };
                return if known == lines { candidates[..known].to_vec() } else { Vec::new() };
            }
        }
        candidates[..lines].to_vec()
    }
}
