//! What the tree search promises: repeatability, batches, kept trees, repetition, and the Gumbel root's improvement.

#![allow(clippy::unwrap_used, reason = "a test's panic is its answer")]

mod common;

use common::{random_game, rules, shuffled};
use hexcore::{Game, Layout, Move, Narrow, Position, Rules, with_rules};
use hexmcts::{
    AlphaBeta, Batch, Evaluator, Greedy, Limits, Material, Oracle, Player, Proof, Random, Rng, RootRule, Search,
    SearchConfig, SearchResult, Uniform, Wdl,
};
use std::sync::Arc;

fn run<L: Layout>(game: &Game<L>, config: SearchConfig, n: u32, seed: u64, width: usize) -> SearchResult {
    let mut search = Search::new(config).unwrap();
    search.run(game, Limits::simulations(n), seed, &mut Material::default(), &mut Batch::new(), width)
}

fn gumbel() -> SearchConfig {
    SearchConfig { root: RootRule::Gumbel, ..SearchConfig::default() }
}

#[test]
fn a_seed_repeats_everything() {
    with_rules!(&rules("glinski"), rules => {
        let game = random_game(rules, 1, 30);
        let noisy = SearchConfig { noise: 0.25, ..SearchConfig::default() };
        for config in [gumbel(), noisy] {
            let first = run(&game, config.clone(), 200, 5, 1);
            assert_eq!(first, run(&game, config.clone(), 200, 5, 1));
            assert_ne!(first.moves, run(&game, config, 200, 6, 1).moves);
        }
    });
}

#[test]
fn only_the_moves_asked_for_are_chosen_from() {
    with_rules!(&rules("glinski"), rules => {
        let game = random_game(rules, 3, 20);
        let moves: Vec<Move> = game.legal_moves().iter().copied().skip(5).step_by(7).take(3).collect();
        let limits = Limits { moves: moves.clone(), depth: Some(2), ..Limits::simulations(300) };
        let mut players: Vec<Box<dyn Player<_>>> = vec![
            Box::new(Random::new(1)),
            Box::new(Greedy::new(1)),
            Box::new(AlphaBeta::at_depth(2, 1).unwrap().with_lines(9)),
        ];
        for player in &mut players {
            let decision = player.choose(&game, &limits).unwrap();
            assert!(decision.lines.iter().all(|line| moves.contains(&line.mv)), "{decision:?}");
        }
        let mut search = Search::new(SearchConfig::default()).unwrap();
        let mut run = |limits: Limits| {
            search.run(&game, limits, 1, &mut Material::default(), &mut Batch::new(), 1).moves.len()
        };
        // A tree that is kept does not keep what it was restricted to.
        let all = game.legal_moves().len();
        assert_eq!([run(limits.clone()), run(Limits::simulations(50)), run(limits)], [3, all, 3]);
    });
}

#[test]
fn leaves_of_many_games_may_share_a_batch() {
    with_rules!(&rules("glinski"), rules => {
        let games: Vec<_> = (0..8).map(|seed| random_game(rules, seed, 20)).collect();
        let mut searches: Vec<_> = games.iter().map(|_| Search::new(gumbel()).unwrap()).collect();
        for (i, (search, game)) in searches.iter_mut().zip(&games).enumerate() {
            search.start(game, Limits::simulations(100), i as u64);
        }
        let mut batch = Batch::new();
        while searches.iter().any(|s| !s.done()) {
            batch.clear();
            let leaves: Vec<_> = searches.iter_mut().map(|s| s.gather(rules, &mut batch, 1)).collect();
            Material::default().evaluate(rules, &mut batch);
            for (search, leaves) in searches.iter_mut().zip(leaves) {
                search.apply(&batch, leaves);
            }
        }
        for (i, (search, game)) in searches.iter().zip(&games).enumerate() {
            assert_eq!(search.result(rules), run(game, gumbel(), 100, i as u64, 1), "game {i}");
        }
    });
}

#[test]
fn wide_batches_find_much_the_same() {
    with_rules!(&rules("glinski"), rules => {
        for seed in 0..4 {
            let game = random_game(rules, seed, 40);
            let (one, many) = (run(&game, SearchConfig::default(), 3000, 0, 1), run(&game, SearchConfig::default(), 3000, 0, 16));
            for result in [&one, &many] {
                assert_eq!(result.moves.iter().map(|m| m.visits).sum::<u32>(), 3000);
            }
            // By material alone two lines of play soon differ; the same judgement of who stands better they share.
            assert!((one.value.score() - many.value.score()).abs() < 0.25, "{:?} {:?}", one.value, many.value);
        }
    });
}

#[test]
fn a_kept_tree_is_the_next_moves() {
    with_rules!(&rules("glinski"), rules => {
        let mut game = random_game(rules, 3, 10);
        let (mut search, mut batch) = (Search::new(SearchConfig::default()).unwrap(), Batch::new());
        let mut material = Material::default();
        for ply in 0..40 {
            if game.outcome().is_some() {
                break;
            }
            let n = 300;
            let result = search.run(&game, Limits::simulations(n), 1, &mut material, &mut batch, 1);
            assert!(result.proof.is_some() || result.simulations == n);
            // Visits of before are kept: there are more than this search's own.
            assert!(ply == 0 || result.proof.is_some() || result.moves.iter().map(|m| m.visits).sum::<u32>() > n);
            // The moves, their order and their priors are those of a fresh tree.
            let fresh = run(&game, SearchConfig::default(), 1, 1, 1);
            assert!(result.moves.iter().map(|m| m.mv).eq(fresh.moves.iter().map(|m| m.mv)));
            assert!(result.moves.iter().zip(&fresh.moves).all(|(a, b)| a.prior == b.prior));
            for m in [result.best.unwrap(), *result.pv.last().unwrap()] {
                assert!(result.pv.contains(&m));
            }
            game.push(result.best.unwrap());
        }
    });
}

#[test]
fn a_tree_keeps_to_its_memory() {
    with_rules!(&rules("glinski"), rules => {
        let game = Game::new(rules);
        let config = SearchConfig { memory: 4, ..SearchConfig::default() };
        let result = run(&game, config, 60_000, 1, 1);
        assert_eq!(result.simulations, 60_000);
        assert_eq!(result.moves.iter().map(|m| m.visits).sum::<u32>(), 60_000);
        assert!(result.nodes < 10_000, "{} nodes", result.nodes);
    });
}

#[test]
fn a_repeated_position_is_a_draw() {
    with_rules!(&rules("glinski"), rules => {
        let (game, back) = shuffled(rules);
        let start = Game::from_position(rules, *game.position());
        let here = run(&game, SearchConfig::default(), 500, 1, 1);
        // A move back into a position of the game is worth a draw exactly; without that history it is not.
        let there = run(&start, SearchConfig::default(), 500, 1, 1);
        assert_eq!(here.of(back).unwrap().value.unwrap().score(), 0.5);
        assert!(there.of(back).unwrap().value.is_none_or(|v| v.score() < 0.4));
        let next = rules.played(game.position(), here.best.unwrap());
        assert!(game.positions().iter().any(|p| p.hash() == next.hash()));
        assert!(there.value.score() < here.value.score());
    });
}

/// Values of root moves drawn by lot; below them every position is worth what its root move is.
struct Bandit {
    seed: u64,
    root: u64,
}

impl Bandit {
    fn worth(&self, hash: u64) -> f32 {
        Rng::new(self.seed ^ hash).unit() as f32
    }
}

impl<L: Layout> Evaluator<L> for Bandit {
    fn evaluate(&mut self, _: &Rules<L>, batch: &mut Batch<L>) {
        let (seed, root) = (self.seed, self.root);
        for leaf in batch.leaves_mut() {
            let hash = leaf.position.hash();
            let mut rng = Rng::new(seed ^ hash);
            let worth = rng.unit() as f32;
            *leaf.value = if hash == root { Wdl::DRAW } else { Wdl::from_score(worth) };
            leaf.logits.iter_mut().for_each(|l| *l = 2.0 * rng.normal() as f32);
        }
    }
}

#[test]
fn the_gumbel_root_improves_its_prior() {
    with_rules!(&rules("glinski"), rules => {
        let (mut better, mut trials) = (0.0, 0);
        for seed in 0..60 {
            let game = random_game(rules, seed, 12);
            let bandit = Bandit { seed, root: game.position().hash() };
            let config = SearchConfig { considered: 16, ..gumbel() };
            let mut search = Search::new(config).unwrap();
            let mut evaluator = Bandit { seed, root: bandit.root };
            // As many simulations as moves considered: each is looked at once, and its value is the bandit's.
            let result = search.run(&game, Limits::simulations(16), seed, &mut evaluator, &mut Batch::new(), 1);
            let q = |m| 1.0 - bandit.worth(rules.played(game.position(), m).hash());
            let expected = |share: &dyn Fn(&hexmcts::MoveResult) -> f32| -> f32 {
                result.moves.iter().map(|m| share(m) * q(m.mv)).sum()
            };
            let (prior, policy) = (expected(&|m| m.prior), expected(&|m| m.policy));
            assert!(policy >= prior - 0.02, "seed {seed}: {policy} after {prior}");
            better += policy - prior;
            trials += 1;
        }
        assert!(better / trials as f32 > 0.1, "{}", better / trials as f32);
    });
}

#[test]
fn the_schedule_halves_the_moves() {
    with_rules!(&rules("glinski"), rules => {
        let game = Game::new(rules);
        let mut search = Search::new(gumbel()).unwrap();
        let result = search.run(&game, Limits::simulations(64), 3, &mut Uniform, &mut Batch::new(), 1);
        let mut visits: Vec<u32> = result.moves.iter().map(|m| m.visits).filter(|&v| v > 0).collect();
        visits.sort_unstable_by(|a, b| b.cmp(a));
        assert_eq!(visits, [15, 15, 7, 7, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1]);
    });
}

/// Knows that every position without queens is a draw in ten plies.
struct NoQueens;

impl Oracle<Narrow> for NoQueens {
    fn probe(&self, rules: &Rules<Narrow>, position: &Position<Narrow>) -> Option<Proof> {
        let queen = rules.kinds().iter().position(|k| k.name == "queen").map(hexcore::Kind::new)?;
        (position.kind(queen) == 0).then_some(Proof { score: 0.5, plies: 10 })
    }
}

#[test]
fn an_oracle_is_believed() {
    let any = rules("glinski");
    let hexcore::AnyRules::Narrow(rules) = &any else { panic!("Glinski's game is narrow") };
    // The only way out of check is to take the last queen.
    let game = Game::from_fen(rules, "1/3/k4/7/9/11/11/11/11/11/1P1K1q5 w - 0 1");
    let Ok(game) = game else { panic!("{game:?}") };
    let mut search = Search::new(SearchConfig::default()).unwrap().with_oracle(Arc::new(NoQueens));
    let result = search.run(&game, Limits::simulations(50), 1, &mut Material::default(), &mut Batch::new(), 1);
    for m in &result.moves {
        let queenless = NoQueens.probe(rules, &rules.played(game.position(), m.mv)).is_some();
        if queenless && m.visits > 0 {
            assert_eq!(m.proof, Some(Proof { score: 0.5, plies: 11 }));
        }
    }
}

#[test]
fn a_search_of_an_ended_game_finds_nothing() {
    with_rules!(&rules("glinski"), rules => {
        let game = Game::from_fen(rules, "1/3/k4/7/9/1R5p3/2R4P3/2N8/11/2p5Q2/2K1R2N3 b - 0 1").unwrap();
        let result = run(&game, SearchConfig::default(), 50, 1, 1);
        assert_eq!((result.best, result.simulations), (None, 0));
    });
}

#[test]
fn a_search_stops_when_told() {
    with_rules!(&rules("glinski"), rules => {
        let game = Game::new(rules);
        let stop = Arc::new(std::sync::atomic::AtomicBool::new(false));
        let mut search = Search::new(SearchConfig::default()).unwrap();
        let mut batch = Batch::new();
        search.start(&game, Limits::infinite().with_stop(stop.clone()), 1);
        for _ in 0..100 {
            assert!(!search.done());
            batch.clear();
            let leaves = search.gather(rules, &mut batch, 1);
            search.apply(&batch, leaves);
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(search.done());
        assert!(search.result(rules).best.is_some());
    });
}
