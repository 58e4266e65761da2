//! Properties over variants, seeds and lengths of games.

#![allow(clippy::unwrap_used, reason = "a test's panic is its answer")]

mod common;

use common::{random_game, rules};
use hexcore::with_rules;
use hexmcts::{
    AlphaBeta, Batch, Greedy, Limits, Material, Player, Random, RootRule, Search, SearchConfig, SearchPlayer,
    SearchResult,
};
use proptest::prelude::*;

fn variant() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["glinski", "round", "rex", "cescacs"])
}

/// What holds of every result.
fn check(result: &SearchResult, simulations: u32) -> Result<(), TestCaseError> {
    let sum = |f: &dyn Fn(&hexmcts::MoveResult) -> f32| result.moves.iter().map(f).sum::<f32>();
    prop_assert!((sum(&|m| m.prior) - 1.0).abs() < 1e-3);
    prop_assert!((sum(&|m| m.policy) - 1.0).abs() < 1e-3);
    prop_assert_eq!(result.moves.iter().map(|m| m.visits).sum::<u32>(), result.simulations);
    prop_assert!(result.simulations == simulations || result.proof.is_some());
    prop_assert_eq!(result.best, result.pv.first().copied());
    let value = result.value;
    prop_assert!((value.win + value.draw + value.loss - 1.0).abs() < 1e-4);
    for m in &result.moves {
        prop_assert_eq!(m.value.is_some(), m.visits > 0);
        prop_assert!(m.value.is_none_or(|v| v.win >= -1e-6 && v.draw >= 0.0 && v.loss >= -1e-6));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn results_are_sound(name in variant(), seed: u64, plies in 0usize..150, n in 1u32..400, width in 1usize..12, gumbel: bool) {
        with_rules!(&rules(name), rules => {
            let game = random_game(rules, seed, plies);
            let root = if gumbel { RootRule::Gumbel } else { RootRule::Puct };
            let config = SearchConfig { root, noise: 0.2, ..SearchConfig::default() };
            let mut search = Search::new(config).unwrap();
            let result = search.run(&game, Limits::simulations(n), seed, &mut Material::default(), &mut Batch::new(), width);
            check(&result, n)?;
            // The line is playable.
            let mut line = game.clone();
            for m in result.pv {
                prop_assert!(line.play(m).is_ok());
            }
        });
    }

    #[test]
    fn players_play_legal_moves_and_repeat_them(name in variant(), seed: u64, plies in 0usize..150) {
        with_rules!(&rules(name), rules => {
            let game = random_game(rules, seed, plies);
            let decide = || {
                let search = SearchPlayer::new(SearchConfig::default(), Box::new(Material::default()), seed).unwrap();
                let mut players: Vec<Box<dyn Player<_>>> = vec![
                    Box::new(Random::new(seed)),
                    Box::new(Greedy::new(seed)),
                    Box::new(AlphaBeta::at_depth(2, seed).unwrap()),
                    Box::new(search.with_simulations(50)),
                ];
                players.iter_mut().map(|p| p.choose(&game, &Limits::infinite()).unwrap()).collect::<Vec<_>>()
            };
            let decisions = decide();
            for decision in &decisions {
                prop_assert!(rules.is_legal(game.position(), decision.mv));
                prop_assert_eq!(decision.pv().first(), Some(&decision.mv));
                let mut line = game.clone();
                for &m in decision.pv() {
                    prop_assert!(line.play(m).is_ok());
                }
            }
            prop_assert_eq!(decisions, decide());
        });
    }
}
