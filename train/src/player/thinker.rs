//! A tree search that thinks aloud, on one thread or several.

use super::EngineConfig;
use hexcore::{Game, Layout};
use hexmcts::{Batch, Decision, Evaluator, Limits, Search, Variation};
use std::time::{Duration, Instant};

/// How often it tells what it has found.
const EVERY: Duration = Duration::from_millis(250);
/// How often several threads are looked at: a depth may be reached in between.
const LOOK: Duration = Duration::from_millis(5);
/// Simulations between two looks of one thread.
const STRIDE: u32 = 32;
/// Where only a depth is asked for: a line that ends before it must not be searched for ever.
const MOST_FOR_DEPTH: u32 = 10_000_000;

/// A search and what it thinks with.
pub(super) struct Thinker<L: Layout> {
    search: Search<L>,
    /// One a thread.
    evaluators: Vec<Box<dyn Evaluator<L>>>,
    batch: Batch<L>,
    lines: usize,
    seed: u64,
}

impl<L: Layout> Thinker<L> {
    pub(super) fn new(search: Search<L>, evaluators: Vec<Box<dyn Evaluator<L>>>, config: &EngineConfig) -> Thinker<L> {
        Thinker { search, evaluators, batch: Batch::new(), lines: config.lines.max(1), seed: config.seed }
    }

    pub(super) fn forget(&mut self) {
        self.search.forget();
    }

    /// Thinks to the end of the limits. A depth is reached when the line expected is so many plies long.
    pub(super) fn think(
        &mut self,
        game: &Game<'_, L>,
        limits: &Limits,
        report: &mut dyn FnMut(&Decision, Duration),
    ) -> Decision {
        let (rules, lines, seed) = (game.rules(), self.lines, self.seed);
        let began = Instant::now();
        let mut told = began;
        let depth = limits.depth;
        let mut look = |search: &Search<L>| {
            if told.elapsed() >= EVERY {
                told = Instant::now();
                report(&decide(search, game, lines), began.elapsed());
            }
            depth.is_none_or(|depth| search.result(rules).pv.len() < depth as usize)
        };
        let mut limits = limits.clone();
        if depth.is_some() {
            limits.simulations = Some(limits.simulations.unwrap_or(MOST_FOR_DEPTH));
        }
        let Thinker { search, evaluators, batch, .. } = self;
        if let [evaluator] = &mut evaluators[..] {
            search.start(game, limits, seed);
            while !search.done() {
                batch.clear();
                // One leaf at a time: the kernel gains nothing by more, and the search would lose.
                let leaves = search.gather(rules, batch, 1);
                if !batch.is_empty() {
                    evaluator.evaluate(rules, batch);
                }
                search.apply(batch, leaves);
                if search.simulations() % STRIDE == 1 && !look(search) {
                    break;
                }
            }
        } else {
            search.run_watched(game, limits, seed, evaluators, 1, LOOK, &mut look);
        }
        decide(search, game, lines)
    }
}

/// What a tree search has found so far; the first legal move if that is nothing yet.
fn decide<L: Layout>(search: &Search<L>, game: &Game<'_, L>, lines: usize) -> Decision {
    let result = search.result(game.rules());
    let ranking = result.ranking();
    let line = |r: &hexmcts::MoveResult| Variation {
        mv: r.mv,
        value: r.value.unwrap_or(result.value),
        centipawns: None,
        proof: r.proof,
        visits: r.visits,
        pv: search.line_of(r.mv),
    };
    let visited = ranking.iter().enumerate().filter(|(i, r)| *i == 0 || r.visits > 0).map(|(_, r)| r);
    let first = || game.legal_moves().first().copied().unwrap_or_default();
    Decision {
        mv: ranking.first().map_or_else(first, |r| r.mv),
        value: result.value,
        proof: result.proof,
        nodes: result.simulations.into(),
        depth: result.pv.len() as u32,
        lines: visited.take(lines).map(line).collect(),
        search: Some(result),
    }
}
