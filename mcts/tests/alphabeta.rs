//! What alpha-beta promises: plain minimax's value, and ends of games scored as the variant says.

#![allow(clippy::unwrap_used, reason = "a test's panic is its answer")]

mod common;

use common::{random_game, rules, shuffled};
use hexcore::{
    AnyRules, Game, Layout, Move, MoveList, Position, Rules, variant::Stalemate, variant::builtin, with_rules,
};
use hexmcts::{AlphaBeta, AlphaBetaConfig, Limits, Material, Player, balance, gain};
use std::collections::HashMap;

const MATE: i32 = 30_000;

fn noiseless(depth: u32) -> AlphaBetaConfig {
    AlphaBetaConfig { noise: 0, ..AlphaBetaConfig::at_depth(depth) }
}

/// Between what the values of quiet positions lie: they depend on neither depth nor line, so that one answer does for all.
type Quiet = HashMap<u64, [i32; 2]>;

/// Of more quiet positions the values are not worth their time: some positions of many captures would take a minute.
const MOST_QUIET: usize = 200_000;

/// Minimax without bounds, tables or order; the quiescence under it with bounds and a memory, which change no value. It means
/// nothing once there are too many quiet positions.
fn minimax<L: Layout>(rules: &Rules<L>, line: &mut Vec<Position<L>>, depth: u32, ply: i32, known: &mut Quiet) -> i32 {
    let pos = line[line.len() - 1];
    let earlier = &line[..line.len() - 1];
    if ply > 0 && earlier.iter().any(|p| p.hash() == pos.hash()) {
        return 0;
    }
    let mut list = MoveList::new();
    rules.legal_moves(&pos, &mut list);
    if depth == 0 {
        if list.is_empty() && rules.in_check(&pos) {
            return ply - MATE;
        }
        return quiesce(rules, &pos, -MATE, MATE, known);
    }
    if let Some(outcome) = rules.ending(&pos, !list.is_empty()) {
        return match rules.score(outcome, pos.side()) {
            0.0 => ply - MATE,
            0.5 => 0,
            1.0 => MATE - ply,
            other => panic!("score {other}"),
        };
    }
    let child = |&m: &Move| {
        line.push(rules.played(&pos, m));
        let score = -minimax(rules, line, depth - 1, ply + 1, known);
        line.pop();
        score
    };
    list.iter().map(child).max().unwrap()
}

fn quiesce<L: Layout>(rules: &Rules<L>, pos: &Position<L>, alpha: i32, beta: i32, known: &mut Quiet) -> i32 {
    if known.len() >= MOST_QUIET {
        return 0;
    }
    let [least, most] = known.get(&pos.hash()).copied().unwrap_or([-MATE, MATE]);
    if least >= beta || least == most {
        return least;
    }
    if most <= alpha {
        return most;
    }
    let mut best = (100.0 * balance(rules, pos)).round() as i32;
    let mut list = MoveList::new();
    rules.captures(pos, &mut list);
    let mut moves: Vec<(f32, Move)> = list.iter().map(|&m| (gain(rules, pos, m), m)).collect();
    moves.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (_, m) in moves {
        if best >= beta {
            break;
        }
        best = best.max(-quiesce(rules, &rules.played(pos, m), -beta, -alpha.max(best), known));
    }
    let bounds = known.entry(pos.hash()).or_insert([-MATE, MATE]);
    if best > alpha {
        bounds[0] = best;
    }
    if best < beta {
        bounds[1] = best;
    }
    best
}

#[test]
fn the_value_is_plain_minimaxs() {
    // Three plies where most men are gone.
    let games = [(6, 2), (20, 2), (120, 2), (400, 3)];
    let mut compared = [0; 3];
    for variant in ["glinski", "round", "rex"] {
        with_rules!(&rules(variant), rules => {
            for seed in 0..3 {
                for (plies, depths) in games {
                    let game = random_game(rules, seed, plies);
                    let mut known = Quiet::new();
                    for depth in 1..=depths {
                        // The table may know a position more deeply than asked: a small one hardly ever does.
                        let config = AlphaBetaConfig { table_bits: 4, ..noiseless(depth) };
                        let decision = AlphaBeta::new(config, 0).unwrap().choose(&game, &Limits::infinite()).unwrap();
                        let wanted = minimax(rules, &mut game.positions().to_vec(), depth, 0, &mut known);
                        if known.len() >= MOST_QUIET {
                            break;
                        }
                        compared[depth as usize - 1] += 1;
                        assert_eq!(decision.lines[0].centipawns, Some(wanted), "{variant} {} depth {depth}", rules.fen(game.position()));
                    }
                }
            }
        });
    }
    assert!(compared[0] >= 30 && compared[1] >= 24 && compared[2] >= 5, "{compared:?}");
}

#[test]
fn the_switches_find_the_same_mates() {
    with_rules!(&rules("glinski"), rules => {
        let cases = include_str!("tactics/glinski.txt").lines().filter(|l| !l.starts_with('#'));
        for (n, fen) in cases.map(|l| l.split_once(' ').unwrap()) {
            let game = Game::from_fen(rules, fen).unwrap();
            let all = AlphaBetaConfig { null_window: true, null_move: true, late_reductions: true, ..AlphaBetaConfig::strong() };
            let mut player = AlphaBeta::new(all, 0).unwrap();
            let decision = player.choose(&game, &Limits::depth(2 * n.parse::<u32>().unwrap() + 2)).unwrap();
            assert!(decision.proof.is_some_and(|p| p.is_win()), "{fen}");
        }
    });
}

#[test]
fn a_stalemate_is_worth_what_the_variant_says() {
    // Black has no move but is not in check; here it is White's move, and any quiet one keeps it so.
    let fen = "1/3/k4/7/9/1R5p3/2R4P3/2N8/11/2p5Q2/2K1R2N3 w - 0 1";
    for (worth, wins) in [(Stalemate::Loss, true), (Stalemate::Draw, false)] {
        let mut variant = builtin("glinski").unwrap();
        variant.end.stalemate = worth;
        with_rules!(&AnyRules::new(&variant).unwrap(), rules => {
            let game = Game::from_fen(rules, fen).unwrap();
            let stalemating: Vec<Move> = game.legal_moves().iter().copied().filter(|&m| {
                let next = rules.played(game.position(), m);
                rules.count_legal(&next) == 0 && !rules.in_check(&next)
            }).collect();
            assert!(!stalemating.is_empty());
            let decision = AlphaBeta::new(noiseless(2), 0).unwrap().choose(&game, &Limits::infinite()).unwrap();
            if wins {
                assert_eq!(decision.lines[0].centipawns, Some(MATE - 1));
            } else {
                assert!(!stalemating.contains(&decision.mv));
            }
        });
    }
    let mut variant = builtin("glinski").unwrap();
    variant.end.stalemate = Stalemate::ThreeQuarters;
    with_rules!(&AnyRules::new(&variant).unwrap(), rules => {
        // The stalemated side's quarter, seen from the other side, one ply earlier.
        let game = Game::from_fen(rules, fen).unwrap();
        let mut player = AlphaBeta::new(noiseless(1), 0).unwrap().with_lines(200);
        let decision = player.choose(&game, &Limits::depth(2)).unwrap();
        let stalemates = decision.lines.iter().filter(|l| {
            let next = rules.played(game.position(), l.mv);
            rules.count_legal(&next) == 0 && !rules.in_check(&next)
        });
        for line in stalemates {
            assert!((line.value.score() - 0.75).abs() < 0.01, "{line:?}");
        }
    });
}

#[test]
fn a_lost_side_repeats() {
    with_rules!(&rules("glinski"), rules => {
        let (game, _) = shuffled(rules);
        let decision = AlphaBeta::new(noiseless(3), 0).unwrap().choose(&game, &Limits::infinite()).unwrap();
        assert_eq!(decision.lines[0].centipawns, Some(0));
        let next = rules.played(game.position(), decision.mv);
        assert!(game.positions().iter().any(|p| p.hash() == next.hash()));
    });
}

#[test]
fn the_move_limit_draws() {
    with_rules!(&rules("glinski"), rules => {
        let score = |fen: &str| {
            let game = Game::from_fen(rules, fen).unwrap();
            AlphaBeta::new(noiseless(2), 0).unwrap().choose(&game, &Limits::infinite()).unwrap().lines[0].centipawns
        };
        assert!(score("1/k2/5/7/9/11/11/11/11/11/2K2Q1R3 w - 0 1").unwrap() > 1000);
        assert_eq!(score("1/k2/5/7/9/11/11/11/11/11/2K2Q1R3 w - 99 1"), Some(0));
    });
}

#[test]
fn several_lines_are_the_best_moves_in_order() {
    with_rules!(&rules("glinski"), rules => {
        let game = random_game(rules, 2, 30);
        let mut many = AlphaBeta::new(noiseless(2), 0).unwrap().with_lines(5);
        let lines = many.choose(&game, &Limits::infinite()).unwrap().lines;
        let scores: Vec<i32> = lines.iter().map(|l| l.centipawns.unwrap()).collect();
        assert_eq!(scores.len(), 5);
        assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
        let one = AlphaBeta::new(noiseless(2), 0).unwrap().choose(&game, &Limits::infinite()).unwrap();
        assert_eq!(one.lines[0].centipawns, Some(scores[0]));
    });
}

#[test]
fn nodes_and_stop_are_kept_to() {
    with_rules!(&rules("glinski"), rules => {
        let game = Game::new(rules);
        let decision = AlphaBeta::at_depth(3, 1).unwrap().choose(&game, &Limits::nodes(20_000)).unwrap();
        assert!(decision.nodes < 40_000 && decision.depth >= 1);
        let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
        let stopped = AlphaBeta::at_depth(3, 1).unwrap().choose(&game, &Limits::infinite().with_stop(stop));
        assert!(stopped.is_some());
    });
}

#[test]
fn an_evaluators_value_can_take_materials_place() {
    with_rules!(&rules("glinski"), rules => {
        let game = random_game(rules, 4, 40);
        let counted = AlphaBeta::new(noiseless(2), 0).unwrap().choose(&game, &Limits::infinite()).unwrap();
        let judged = AlphaBeta::new(noiseless(2), 0).unwrap().with_evaluator(Box::new(Material::default()));
        let judged = { judged }.choose(&game, &Limits::infinite()).unwrap();
        // The evaluator is the logistic of the same balance, on the same scale.
        let scores = [&counted, &judged].map(|d| d.lines[0].centipawns.unwrap());
        assert!((scores[0] - scores[1]).abs() <= 3, "{scores:?}");
    });
}
