//! Forced wins in Glinski's game: every position of `tactics/glinski.txt` is verified by exhaustive search, then put to
//! the players.
//!
//! `cargo test -p hexmcts --test tactics -- --ignored` writes the file anew from games of the yardstick against itself.

#![allow(clippy::unwrap_used, reason = "a test's panic is its answer")]

mod common;

use common::{Forced, rules, wins_after, wins_within};
use hexcore::{Game, Layout, Rules, with_rules};
use hexmcts::{AlphaBeta, Batch, Greedy, Limits, Material, Player, Search, SearchConfig};

const FILE: &str = include_str!("tactics/glinski.txt");

/// Number of moves to win, and FEN.
fn cases() -> Vec<(u32, &'static str)> {
    let lines = FILE.lines().filter(|l| !l.starts_with('#') && !l.is_empty());
    lines.map(|l| l.split_once(' ').unwrap()).map(|(n, fen)| (n.parse().unwrap(), fen)).collect()
}

#[test]
fn every_win_is_forced_and_none_is_shorter() {
    with_rules!(&rules("glinski"), rules => {
        for (n, fen) in cases() {
            let pos = rules.parse_fen(fen).unwrap();
            assert_eq!(wins_within(rules, &pos, n, &mut u64::MAX.clone()), Forced::Yes, "{fen}");
            assert_eq!(wins_within(rules, &pos, n - 1, &mut u64::MAX.clone()), Forced::No, "{fen}");
        }
    });
    assert!(cases().len() >= 12);
    assert!((1..=3).all(|n| cases().iter().filter(|c| c.0 == n).count() >= 4));
}

#[test]
fn alpha_beta_finds_the_shortest_win_with_its_distance() {
    with_rules!(&rules("glinski"), rules => {
        for (n, fen) in cases() {
            let game = Game::from_fen(rules, fen).unwrap();
            let mut player = AlphaBeta::at_depth(3, 1).unwrap();
            let decision = player.choose(&game, &Limits::depth(2 * n)).unwrap();
            let proof = decision.proof.expect(fen);
            assert!(proof.is_win() && u32::from(proof.plies) == 2 * n - 1, "{fen}: {proof:?}");
            assert!(decision.pv().len() < 2 * n as usize, "{fen}");
            let next = rules.played(game.position(), decision.mv);
            assert_eq!(wins_after(rules, &next, n, &mut u64::MAX.clone()), Forced::Yes, "{fen}");
        }
    });
}

#[test]
fn the_tree_search_proves_the_win_and_plays_it_out() {
    with_rules!(&rules("glinski"), rules => {
        // Without a policy that expects checks, three moves are too deep for a search that does not look at everything.
        for (n, fen) in cases().into_iter().filter(|c| c.0 <= 2) {
            let mut game = Game::from_fen(rules, fen).unwrap();
            let winner = game.position().side();
            // Every move wins by material: to find the one that mates takes more curiosity than play does.
            let config = SearchConfig { cpuct: 5.0, ..SearchConfig::default() };
            let (mut search, mut batch) = (Search::new(config).unwrap(), Batch::new());
            let mut run = |game: &Game<_>| {
                search.run(game, Limits::simulations(200_000), 1, &mut Material::default(), &mut batch, 1)
            };
            let first = run(&game);
            let proof = first.proof.expect(fen);
            assert!(proof.is_win() && u32::from(proof.plies) >= 2 * n - 1, "{fen}: {proof:?}");
            if n == 1 {
                assert_eq!(proof.plies, 1, "{fen}");
            }
            assert_eq!(first.moves.iter().map(|m| m.policy).sum::<f32>(), 1.0);
            // Whatever the other side does, every move of the winner's comes nearer to the end.
            let mut left = proof.plies;
            while game.outcome().is_none() {
                let result = run(&game);
                if game.position().side() == winner {
                    let now = result.proof.expect(fen);
                    assert!(now.is_win() && now.plies <= left, "{fen}");
                    left = now.plies - 1;
                } else {
                    left = left.saturating_sub(1);
                }
                game.push(result.best.unwrap());
            }
            assert_eq!(rules.score(game.outcome().unwrap(), winner), 1.0, "{fen}");
        }
    });
}

#[test]
fn greedy_sees_what_wins_at_once() {
    with_rules!(&rules("glinski"), rules => {
        for (_, fen) in cases().into_iter().filter(|c| c.0 == 1) {
            let game = Game::from_fen(rules, fen).unwrap();
            let decision = Greedy::new(1).choose(&game, &Limits::infinite()).unwrap();
            assert!(decision.proof.is_some_and(|p| p.plies == 1), "{fen}");
        }
    });
}

/// Positions of games between yardsticks from which a win is forced in exactly `n` moves.
fn find<L: Layout>(rules: &Rules<L>, n: u32, wanted: usize) -> Vec<String> {
    let mut found = Vec::new();
    for seed in 0.. {
        let mut game = common::random_game(rules, seed, 10);
        let mut players = [3, 2].map(|depth| AlphaBeta::at_depth(depth, seed).unwrap());
        let mut fresh = true;
        while let (None, true) = (game.outcome(), game.ply() < 200) {
            let pos = *game.position();
            let mut budget = 3_000_000;
            let exact = (1..=n).map(|k| wins_within(rules, &pos, k, &mut budget)).collect::<Vec<_>>();
            if fresh && exact[n as usize - 1] == Forced::Yes && exact[..n as usize - 1].iter().all(|&a| a == Forced::No)
            {
                found.push(rules.fen(&pos));
                // One position a game.
                fresh = false;
                if found.len() == wanted {
                    return found;
                }
            }
            let turn = game.ply() % 2;
            let decision = players[turn].choose(&game, &Limits::infinite()).unwrap();
            game.push(decision.mv);
        }
    }
    found
}

#[test]
#[ignore = "writes the file that the other tests read"]
fn write_the_file() {
    let mut text = String::from("# Glinski: the side to move wins by force in so many moves, and not sooner.\n");
    with_rules!(&rules("glinski"), rules => {
        for n in 1..=3 {
            for fen in find(rules, n, 6) {
                text += &format!("{n} {fen}\n");
            }
        }
    });
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tactics/glinski.txt");
    std::fs::write(path, text).unwrap();
}
