//! One tree, several threads: each gathers and applies under a lock and evaluates outside it.

use crate::evaluator::{Batch, Evaluator};
use crate::limits::Limits;
use crate::result::SearchResult;
use crate::search::Search;
use hexcore::{Game, Layout, Rules};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

impl<L: Layout> Search<L> {
    /// [`run`](Search::run) with one thread an evaluator. The order in which evaluations come back is chance, so a result
    /// need not repeat; with one evaluator it does.
    pub fn run_parallel(
        &mut self,
        game: &Game<L>,
        limits: Limits,
        seed: u64,
        evaluators: &mut [Box<dyn Evaluator<L>>],
        width: usize,
    ) -> SearchResult {
        let rules = game.rules();
        self.start(game, limits, seed);
        let broken = AtomicBool::new(false);
        let shared = Mutex::new(&mut *self);
        std::thread::scope(|scope| {
            for evaluator in evaluators {
                let (shared, broken) = (&shared, &broken);
                scope.spawn(move || work(rules, shared, evaluator.as_mut(), width.max(1), broken));
            }
        });
        self.result(rules)
    }
}

/// Raises the flag if its thread panics, lest the others wait for leaves that never come back.
struct Alarm<'a>(&'a AtomicBool);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

fn work<L: Layout>(
    rules: &Rules<L>,
    shared: &Mutex<&mut Search<L>>,
    evaluator: &mut dyn Evaluator<L>,
    width: usize,
    broken: &AtomicBool,
) {
    let _alarm = Alarm(broken);
    let mut batch = Batch::new();
    let mut leaves = 0..0;
    while !broken.load(Ordering::Relaxed) {
        {
            let mut search = shared.lock().unwrap_or_else(PoisonError::into_inner);
            search.apply(&batch, std::mem::take(&mut leaves));
            batch.clear();
            if search.done() {
                return;
            }
            leaves = search.gather(rules, &mut batch, width);
        }
        if batch.is_empty() {
            std::thread::yield_now();
        } else {
            evaluator.evaluate(rules, &mut batch);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Material, SearchConfig};
    use hexcore::{AnyRules, variant::builtin, with_rules};

    #[test]
    fn threads_share_the_simulations() {
        with_rules!(&AnyRules::new(&builtin("glinski").unwrap()).unwrap(), rules => {
            let game = Game::new(rules);
            let mut search = Search::new(SearchConfig::default()).unwrap();
            let mut evaluators: Vec<Box<dyn Evaluator<_>>> =
                (0..3).map(|_| Box::new(Material::default()) as Box<dyn Evaluator<_>>).collect();
            let result = search.run_parallel(&game, Limits::simulations(2000), 1, &mut evaluators, 4);
            assert_eq!(result.simulations, 2000);
            assert_eq!(result.moves.iter().map(|m| m.visits).sum::<u32>(), 2000);
            assert!(result.best.is_some());
        });
    }

    #[test]
    fn one_thread_repeats_the_plain_search() {
        with_rules!(&AnyRules::new(&builtin("glinski").unwrap()).unwrap(), rules => {
            let game = Game::new(rules);
            let search = || Search::new(SearchConfig::default()).unwrap();
            let mut evaluators: Vec<Box<dyn Evaluator<_>>> = vec![Box::new(Material::default())];
            let parallel = search().run_parallel(&game, Limits::simulations(500), 1, &mut evaluators, 4);
            let plain = search().run(&game, Limits::simulations(500), 1, &mut Material::default(), &mut Batch::new(), 4);
            assert_eq!(parallel, plain);
        });
    }
}
