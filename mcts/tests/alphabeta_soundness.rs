//! Alpha-beta with every switch: mates, repetition, the move limit, the transposition table.

#![allow(clippy::unwrap_used, reason = "a test's panic is its answer")]

mod common;

use common::{random_game, rules, shuffled};
use hexcore::{Game, Layout, Outcome, with_rules};
use hexmcts::{AlphaBeta, AlphaBetaConfig, Decision, Limits, Player};

/// The yardstick, each switch alone, and all of them.
fn settings() -> Vec<(&'static str, AlphaBetaConfig)> {
    let plain = || AlphaBetaConfig { noise: 0, ..AlphaBetaConfig::default() };
    vec![
        ("plain", plain()),
        ("large table", AlphaBetaConfig { table_bits: 20, ..plain() }),
        ("null window", AlphaBetaConfig { null_window: true, ..plain() }),
        ("null move", AlphaBetaConfig { null_move: true, ..plain() }),
        ("late reductions", AlphaBetaConfig { late_reductions: true, ..plain() }),
        ("check extension", AlphaBetaConfig { check_extension: true, ..plain() }),
        ("all", all()),
    ]
}

fn all() -> AlphaBetaConfig {
    AlphaBetaConfig { null_window: true, null_move: true, late_reductions: true, ..AlphaBetaConfig::strong() }
}

fn choose<L: Layout>(config: &AlphaBetaConfig, game: &Game<'_, L>, limits: &Limits) -> Decision {
    AlphaBeta::new(config.clone(), 1).unwrap().choose(game, limits).unwrap()
}

fn tactics() -> impl Iterator<Item = (u32, &'static str)> {
    let lines = include_str!("tactics/glinski.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once(' ').unwrap()).map(|(n, fen)| (n.parse().unwrap(), fen))
}

/// The yardstick sees a mate as soon as it looks far enough, says in how many plies it comes, and shows the line.
#[test]
fn a_mate_has_its_length_and_its_line() {
    with_rules!(&rules("glinski"), rules => {
        for (n, fen) in tactics() {
            let game = Game::from_fen(rules, fen).unwrap();
            for (name, config) in settings().into_iter().take(3) {
                let decision = choose(&config, &game, &Limits::depth(2 * n));
                let proof = decision.proof.unwrap_or_else(|| panic!("{name}: {fen}"));
                assert_eq!((proof.score, u32::from(proof.plies)), (1.0, 2 * n - 1), "{name}: {fen}");
                let mut line = game.clone();
                for &m in decision.pv() {
                    line.play(m).unwrap();
                }
                // A line may end early where the table knew the rest.
                if line.ply() as u32 == 2 * n - 1 {
                    assert!(line.outcome().is_some_and(|o| rules.score(o, game.position().side()) == 1.0), "{name}: {fen}");
                }
            }
        }
    });
}

/// What is announced is played: against alpha-beta's own defence the mate comes in no more plies than were said.
#[test]
fn every_setting_plays_the_mates_it_announces() {
    with_rules!(&rules("glinski"), rules => {
        for (n, fen) in tactics() {
            for (name, config) in settings() {
                let mut game = Game::from_fen(rules, fen).unwrap();
                let side = game.position().side();
                let mut announced = None;
                let mut defence = AlphaBeta::at_depth(4, 3).unwrap();
                let outcome: Outcome = loop {
                    if let Some(outcome) = game.outcome() {
                        break outcome;
                    }
                    let m = if game.position().side() == side {
                        let decision = choose(&config, &game, &Limits::depth(2 * n + 1));
                        if let Some(proof) = decision.proof {
                            assert!(proof.is_win(), "{name}: {fen}");
                            let end = game.ply() + usize::from(proof.plies);
                            assert!(announced.is_none_or(|earlier| end <= earlier), "{name}: {fen}: the mate is put off");
                            announced = Some(end);
                        }
                        decision.mv
                    } else {
                        defence.choose(&game, &Limits::infinite()).unwrap().mv
                    };
                    game.play(m).unwrap();
                    assert!(game.ply() < 40, "{name}: {fen}: no mate");
                };
                assert_eq!(rules.score(outcome, side), 1.0, "{name}: {fen}: {outcome:?}");
                assert!(announced.is_some_and(|end| game.ply() <= end), "{name}: {fen}: {announced:?}, {}", game.ply());
            }
        }
    });
}

/// Up to four plies the same position is always reached with the same depth left and the same history that matters, so
/// that what the table knows is what the search would find.
#[test]
fn the_table_changes_no_value() {
    for variant in ["glinski", "round", "rex"] {
        with_rules!(&rules(variant), rules => {
            for (seed, plies) in [(1, 30), (2, 60), (3, 90), (4, 120)] {
                let game = random_game(rules, seed, plies);
                let scores = [4, 10, 20].map(|table_bits| {
                    let config = AlphaBetaConfig { noise: 0, table_bits, ..AlphaBetaConfig::default() };
                    let mut player = AlphaBeta::new(config, 0).unwrap().with_lines(3);
                    // A search leaves nothing for the next one.
                    let first = player.choose(&game, &Limits::depth(3)).unwrap();
                    let again = player.choose(&game, &Limits::depth(3)).unwrap();
                    assert_eq!(first, again, "{variant} {seed}");
                    again.lines.iter().map(|line| (line.centipawns, line.proof)).collect::<Vec<_>>()
                });
                assert!(scores.iter().all(|s| *s == scores[0]), "{variant} {seed}: {scores:?}");
            }
        });
    }
}

#[test]
fn every_setting_repeats_when_lost_and_does_not_when_winning() {
    with_rules!(&rules("glinski"), rules => {
        let (game, again) = shuffled(rules);
        for (name, config) in settings() {
            let decision = choose(&config, &game, &Limits::depth(4));
            assert_eq!(decision.lines[0].centipawns, Some(0), "{name}");
            let next = rules.played(game.position(), decision.mv);
            assert!(game.positions().iter().any(|p| p.hash() == next.hash()), "{name}");
            // The other side, a queen and a rook up, could repeat and does not.
            let mut other = game.clone();
            other.push(again);
            let decision = choose(&config, &other, &Limits::depth(4));
            assert!(decision.lines[0].centipawns.unwrap() > 1000, "{name}: {decision:?}");
            let next = rules.played(other.position(), decision.mv);
            assert!(other.positions().iter().all(|p| p.hash() != next.hash()), "{name}");
        }
    });
}

/// A mate in `n` given with so many plies on the clock.
fn with_clock(n: u32, clock: u32) -> String {
    let fits =
        |&(moves, fen): &(u32, &str)| moves == n && (fen.starts_with("1/3/5/7/5P3") || fen.starts_with("1/3/5/2Q4"));
    let (_, fen) = tactics().find(fits).unwrap();
    let mut words: Vec<String> = fen.split(' ').map(String::from).collect();
    let place = words.len() - 2;
    words[place] = clock.to_string();
    words.join(" ")
}

#[test]
fn a_mate_on_the_last_ply_of_the_limit_is_a_mate_and_a_later_one_is_a_draw() {
    with_rules!(&rules("glinski"), rules => {
        let limit = u32::from(rules.variant().end.move_limit);
        for (name, config) in settings() {
            for (n, clock, wins) in [(1, limit - 1, true), (2, limit - 3, true), (2, limit - 2, false)] {
                let game = Game::from_fen(rules, &with_clock(n, clock)).unwrap();
                let decision = choose(&config, &game, &Limits::depth(2 * n));
                let won = decision.proof.is_some_and(|proof| proof.is_win());
                if wins {
                    assert!(won, "{name}: {n} with {clock}: {decision:?}");
                } else {
                    // Only a move that sets the clock back can still win.
                    let resets = rules.played(game.position(), decision.mv).clock() == 0;
                    assert!(!won || resets, "{name}: {decision:?}");
                }
            }
        }
    });
}

/// Null moves and reductions look at fewer nodes for the same depth, which is what they are for.
#[test]
fn the_switches_save_nodes() {
    with_rules!(&rules("glinski"), rules => {
        let nodes = |config: &AlphaBetaConfig| -> u64 {
            (0..4).map(|seed| choose(config, &random_game(rules, seed, 20), &Limits::depth(5)).nodes).sum()
        };
        let plain = nodes(&settings()[0].1);
        for (name, config) in settings().into_iter().filter(|(name, _)| ["null move", "late reductions", "all"].contains(name)) {
            let found = nodes(&config);
            assert!(found < plain, "{name}: {found} of {plain}");
        }
    });
}
