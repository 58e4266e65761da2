//! Simulations a second of the bare tree: `cargo run --release -p hexmcts --example sims -- [variant] [seconds]`.

use hexcore::{AnyRules, Game, variant::builtin, with_rules};
use hexmcts::{Batch, Evaluator, Limits, Material, RootRule, Search, SearchConfig, Uniform};
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_else(|| "glinski".into());
    let seconds: f64 = args.next().map_or(Ok(2.0), |s| s.parse())?;
    let any = AnyRules::new(&builtin(&name)?)?;
    with_rules!(&any, rules => {
        let game = Game::new(rules);
        let mut batch = Batch::new();
        let mut measure = |what: &str, config: SearchConfig, limits: Limits, evaluator: &mut dyn Evaluator<_>, width: usize| {
            let mut search = Search::new(config)?;
            let begin = Instant::now();
            let (mut simulations, mut moves) = (0u64, 0u32);
            while begin.elapsed().as_secs_f64() < seconds {
                search.forget();
                let result = search.run(&game, limits.clone(), u64::from(moves), evaluator, &mut batch, width);
                simulations += u64::from(result.simulations);
                moves += 1;
            }
            let rate = simulations as f64 / begin.elapsed().as_secs_f64();
            println!("{what}: {rate:.0} simulations/s ({} a move)", simulations / u64::from(moves));
            Ok::<(), Box<dyn std::error::Error>>(())
        };
        let gumbel = || SearchConfig { root: RootRule::Gumbel, ..SearchConfig::default() };
        let puct = SearchConfig::default;
        let second = || Limits::time(Duration::from_secs(1));
        measure("uniform, puct, 1 s", puct(), second(), &mut Uniform, 1)?;
        measure("uniform, puct, 1 s, 8 leaves at a time", puct(), second(), &mut Uniform, 8)?;
        measure("uniform, puct, 1000000", puct(), Limits::simulations(1_000_000), &mut Uniform, 1)?;
        measure("uniform, puct, 1600", puct(), Limits::simulations(1600), &mut Uniform, 1)?;
        measure("uniform, gumbel, 128", gumbel(), Limits::simulations(128), &mut Uniform, 1)?;
        measure("material, puct, 1600", puct(), Limits::simulations(1600), &mut Material::default(), 1)?;
        let mut evaluators: Vec<Box<dyn Evaluator<_>>> = Vec::new();
        for threads in 1..=2 {
            evaluators.push(Box::new(Material::default()));
            let mut search = Search::new(puct())?;
            let result = search.run_parallel(&game, second(), 1, &mut evaluators, 8);
            println!("material, puct, 1 s, {threads} threads: {} simulations", result.simulations);
        }
    });
    Ok(())
}
