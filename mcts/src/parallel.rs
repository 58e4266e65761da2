//! One tree, several threads: each gathers and applies under a lock and evaluates outside it.

use crate::evaluator::{Batch, Evaluator};
use crate::limits::Limits;
use crate::result::SearchResult;
use crate::search::Search;
use hexcore::{Game, Layout, Rules};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::Thread;
use std::time::Duration;

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
        self.run_watched(game, limits, seed, evaluators, width, Duration::MAX, &mut |_| true)
    }

    /// [`run_parallel`](Search::run_parallel), with a look at the search now and then: it ends when `look` says false.
    #[expect(clippy::too_many_arguments, reason = "those of a run, and how it is watched")]
    pub fn run_watched(
        &mut self,
        game: &Game<L>,
        limits: Limits,
        seed: u64,
        evaluators: &mut [Box<dyn Evaluator<L>>],
        width: usize,
        every: Duration,
        look: &mut dyn FnMut(&Search<L>) -> bool,
    ) -> SearchResult {
        let rules = game.rules();
        self.start(game, limits, seed);
        let (over, running) = (AtomicBool::new(false), AtomicUsize::new(evaluators.len()));
        let shared = Mutex::new(&mut *self);
        let watcher = std::thread::current();
        std::thread::scope(|scope| {
            for evaluator in evaluators {
                let (shared, over, running, watcher) = (&shared, &over, &running, &watcher);
                scope.spawn(move || {
                    let _alarm = Alarm { over, running, watcher };
                    work(rules, shared, evaluator.as_mut(), width.max(1), over);
                });
            }
            while running.load(Ordering::Acquire) > 0 {
                std::thread::park_timeout(every);
                let search = shared.lock().unwrap_or_else(PoisonError::into_inner);
                let looks = running.load(Ordering::Acquire) > 0 && search.simulations() > 0;
                if looks && !look(&**search) {
                    over.store(true, Ordering::Relaxed);
                }
            }
        });
        self.result(rules)
    }
}

/// Tells that a thread ends; if it panics it raises the flag, lest the others wait for leaves that never come back.
struct Alarm<'a> {
    over: &'a AtomicBool,
    running: &'a AtomicUsize,
    watcher: &'a Thread,
}

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.over.store(true, Ordering::Relaxed);
        }
        self.running.fetch_sub(1, Ordering::Release);
        self.watcher.unpark();
    }
}

fn work<L: Layout>(
    rules: &Rules<L>,
    shared: &Mutex<&mut Search<L>>,
    evaluator: &mut dyn Evaluator<L>,
    width: usize,
    over: &AtomicBool,
) {
    let mut batch = Batch::new();
    let mut leaves = 0..0;
    loop {
        {
            let mut search = shared.lock().unwrap_or_else(PoisonError::into_inner);
            search.apply(&batch, std::mem::take(&mut leaves));
            batch.clear();
            if over.load(Ordering::Relaxed) || search.done() {
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

    /// Evaluators that count material, one a thread.
    fn counting<L: Layout>(threads: usize) -> Vec<Box<dyn Evaluator<L>>> {
        (0..threads).map(|_| Box::new(Material::default()) as Box<dyn Evaluator<L>>).collect()
    }

    #[test]
    fn threads_share_the_simulations() {
        with_rules!(&AnyRules::new(&builtin("glinski").unwrap()).unwrap(), rules => {
            let game = Game::new(rules);
            let mut search = Search::new(SearchConfig::default()).unwrap();
            let mut evaluators = counting(3);
            let result = search.run_parallel(&game, Limits::simulations(2000), 1, &mut evaluators, 4);
            assert_eq!(result.simulations, 2000);
            assert_eq!(result.moves.iter().map(|m| m.visits).sum::<u32>(), 2000);
            assert!(result.best.is_some());
        });
    }

    #[test]
    fn whoever_watches_may_end_it() {
        with_rules!(&AnyRules::new(&builtin("glinski").unwrap()).unwrap(), rules => {
            let game = Game::new(rules);
            let mut search = Search::new(SearchConfig::default()).unwrap();
            let mut evaluators = counting(2);
            let (mut looks, every) = (0, Duration::from_millis(1));
            let result = search.run_watched(&game, Limits::infinite(), 1, &mut evaluators, 1, every, &mut |search| {
                looks += 1;
                search.simulations() < 500
            });
            assert!(looks > 0 && result.simulations >= 500 && result.best.is_some());
            // No leaf is out: the tree can be gone on with.
            assert_eq!(search.run_parallel(&game, Limits::simulations(100), 1, &mut evaluators, 1).simulations, 100);
        });
    }

    #[test]
    fn one_thread_repeats_the_plain_search() {
        with_rules!(&AnyRules::new(&builtin("glinski").unwrap()).unwrap(), rules => {
            let game = Game::new(rules);
            let search = || Search::new(SearchConfig::default()).unwrap();
            let mut evaluators = counting(1);
            let parallel = search().run_parallel(&game, Limits::simulations(500), 1, &mut evaluators, 4);
            let plain = search().run(&game, Limits::simulations(500), 1, &mut Material::default(), &mut Batch::new(), 4);
            assert_eq!(parallel, plain);
        });
    }
}
