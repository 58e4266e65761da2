//! Whole root statistics for fixed seeds, kept as files: any change of the search's behaviour shows here.
//!
//! A wanted change is accepted with `HEXMCTS_BLESS=1 cargo test -p hexmcts --test golden`, which writes the files anew;
//! the difference belongs in the commit.

#![allow(clippy::unwrap_used, reason = "a test's panic is its answer")]

mod common;

use common::{random_game, rules};
use hexcore::with_rules;
use hexmcts::{AlphaBeta, Batch, Limits, Material, Player, RootRule, Search, SearchConfig};
use std::fmt::Write;

fn check(name: &str, text: &str) {
    let path = format!("{}/tests/golden/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("HEXMCTS_BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(kept, text, "{name}: see this test's first lines for how to accept the change");
}

/// `move visits score` for every visited move, in the order of generation.
fn tree(variant: &str, plies: usize, config: SearchConfig, simulations: u32, width: usize) -> String {
    with_rules!(&rules(variant), rules => {
        let game = random_game(rules, 7, plies);
        let mut search = Search::new(config).unwrap();
        let limits = Limits::simulations(simulations);
        let result = search.run(&game, limits, 42, &mut Material::default(), &mut Batch::new(), width);
        let mut text = format!("{}\nbest {}\n", rules.fen(game.position()), rules.bare_text(result.best.unwrap()));
        for m in result.moves.iter().filter(|m| m.visits > 0) {
            let score = m.value.unwrap().score();
            writeln!(text, "{} {} {score:.4}", rules.bare_text(m.mv), m.visits).unwrap();
        }
        text
    })
}

#[test]
fn puct() {
    check("puct-glinski-start", &tree("glinski", 0, SearchConfig::default(), 800, 1));
    check("puct-glinski-40", &tree("glinski", 40, SearchConfig::default(), 2000, 1));
    check("puct-round-30", &tree("round", 30, SearchConfig::default(), 500, 1));
    check("puct-cescacs-30", &tree("cescacs", 30, SearchConfig::default(), 500, 1));
}

#[test]
fn puct_by_eights() {
    check("puct-glinski-40-by-eights", &tree("glinski", 40, SearchConfig::default(), 2000, 8));
}

#[test]
fn puct_with_noise() {
    let config = SearchConfig { noise: 0.25, ..SearchConfig::default() };
    check("puct-glinski-start-noise", &tree("glinski", 0, config, 400, 1));
}

#[test]
fn gumbel() {
    let config = SearchConfig { root: RootRule::Gumbel, ..SearchConfig::default() };
    check("gumbel-glinski-start", &tree("glinski", 0, config.clone(), 64, 1));
    check("gumbel-glinski-40", &tree("glinski", 40, config.clone(), 256, 1));
    check("gumbel-rex-20", &tree("rex", 20, config, 128, 4));
}

#[test]
fn alpha_beta() {
    let mut text = String::new();
    for (variant, depth) in [("glinski", 4), ("round", 3), ("rex", 3), ("cescacs", 3)] {
        with_rules!(&rules(variant), rules => {
            for plies in [0, 20, 60] {
                let game = random_game(rules, 3, plies);
                let mut player = AlphaBeta::at_depth(depth, 5).unwrap();
                let decision = player.choose(&game, &Limits::infinite()).unwrap();
                let (mv, score) = (rules.bare_text(decision.mv), decision.lines[0].centipawns.unwrap());
                writeln!(text, "{variant} plies {plies} depth {depth}: {mv} {score} {} nodes", decision.nodes).unwrap();
            }
        });
    }
    check("alpha-beta", &text);
}
