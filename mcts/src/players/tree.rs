//! The tree search as a player.

use crate::config::{ConfigError, SearchConfig};
use crate::evaluator::{Batch, Evaluator};
use crate::limits::Limits;
use crate::oracle::Oracle;
use crate::player::{Decision, Player, Variation};
use crate::rng::Rng;
use crate::search::Search;
use hexcore::{Game, Layout};
use std::sync::Arc;

/// Plays by a tree search over an evaluator.
pub struct SearchPlayer<L: Layout> {
    search: Search<L>,
    /// One a thread.
    evaluators: Vec<Box<dyn Evaluator<L>>>,
    batch: Batch<L>,
    rng: Rng,
    width: usize,
    lines: usize,
    simulations: u32,
}

impl<L: Layout> SearchPlayer<L> {
    /// A player with this search, evaluator and seed. It does 800 simulations where the limits say nothing.
    ///
    /// # Errors
    /// The first setting that makes no sense.
    pub fn new(
        config: SearchConfig,
        evaluator: Box<dyn Evaluator<L>>,
        seed: u64,
    ) -> Result<SearchPlayer<L>, ConfigError> {
        Ok(SearchPlayer {
            search: Search::new(config)?,
            evaluators: vec![evaluator],
            batch: Batch::new(),
            rng: Rng::new(seed),
            width: 1,
            lines: 1,
            simulations: 800,
        })
    }

    /// The same player with so many leaves evaluated at a time: for evaluators that are slow one by one.
    #[must_use]
    pub fn with_width(mut self, width: usize) -> SearchPlayer<L> {
        self.width = width.max(1);
        self
    }

    /// The same player, showing so many best moves with their lines.
    #[must_use]
    pub fn with_lines(mut self, lines: usize) -> SearchPlayer<L> {
        self.lines = lines.max(1);
        self
    }

    /// The same player, with so many simulations where the limits say nothing.
    #[must_use]
    pub fn with_simulations(mut self, simulations: u32) -> SearchPlayer<L> {
        self.simulations = simulations;
        self
    }

    /// The same player with one more thread for each of these evaluators. Its moves no longer repeat.
    #[must_use]
    pub fn with_threads(mut self, more: impl IntoIterator<Item = Box<dyn Evaluator<L>>>) -> SearchPlayer<L> {
        self.evaluators.extend(more);
        self
    }

    /// The same player with exact knowledge of some positions.
    #[must_use]
    pub fn with_oracle(mut self, oracle: Arc<dyn Oracle<L>>) -> SearchPlayer<L> {
        self.search = self.search.with_oracle(oracle);
        self
    }
}

impl<L: Layout> Player<L> for SearchPlayer<L> {
    fn choose(&mut self, game: &Game<L>, limits: &Limits) -> Option<Decision> {
        let mut limits = limits.clone();
        if limits.simulations.is_none() && limits.nodes.is_none() && limits.time.is_none() && limits.stop.is_none() {
            limits.simulations = Some(self.simulations);
        }
        let seed = self.rng.next_u64();
        let result = match &mut self.evaluators[..] {
            [alone] => self.search.run(game, limits, seed, alone.as_mut(), &mut self.batch, self.width),
            several => self.search.run_parallel(game, limits, seed, several, self.width),
        };
        Some(Decision {
            mv: result.chosen?,
            value: result.value,
            proof: result.proof,
            nodes: u64::from(result.simulations),
            depth: result.pv.len() as u32,
            lines: self.lines(&result),
            search: Some(result),
        })
    }

    fn reseed(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.search.forget();
    }
}

impl<L: Layout> SearchPlayer<L> {
    fn lines(&self, result: &crate::result::SearchResult) -> Vec<Variation> {
        let shown = |r: &crate::result::MoveResult| Variation {
            mv: r.mv,
            value: r.value.unwrap_or(result.value),
            centipawns: None,
            proof: r.proof,
            visits: r.visits,
            pv: self.search.line_of(r.mv),
        };
        let ranking = result.ranking();
        ranking.iter().filter(|r| r.visits > 0 || ranking.len() == 1).take(self.lines).map(shown).collect()
    }
}
