//! Simulations a second of the bare tree, and nodes a second of the material alpha-beta, from Glinski's start position on
//! one core: `cargo bench -p hexbenches --bench search`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hexcore::{AnyRules, Game, variant, with_rules};
use hexmcts::{AlphaBeta, Batch, Limits, Player, Search, SearchConfig, Uniform};

const SIMULATIONS: u32 = 10_000;

fn bench(c: &mut Criterion) {
    let any = variant::builtin("glinski").map_err(|e| e.to_string());
    let any = any.and_then(|v| AnyRules::new(&v).map_err(|e| e.to_string())).expect("a built-in variant compiles");
    with_rules!(&any, rules => {
        let game = Game::new(rules);
        let mut group = c.benchmark_group("glinski start");
        group.sample_size(20);
        group.throughput(Throughput::Elements(u64::from(SIMULATIONS)));
        let mut search = Search::new(SearchConfig::default()).expect("the default config makes sense");
        let mut batch = Batch::new();
        group.bench_function("tree search, uniform evaluator", |b| {
            b.iter(|| {
                search.forget();
                search.run(&game, Limits::simulations(SIMULATIONS), 1, &mut Uniform, &mut batch, 1)
            });
        });
        let mut player = AlphaBeta::at_depth(4, 1).expect("depth 4 makes sense");
        let nodes = player.choose(&game, &Limits::depth(4)).map_or(1, |decision| decision.nodes);
        group.throughput(Throughput::Elements(nodes));
        group.bench_function("alpha-beta, depth 4", |b| b.iter(|| player.choose(&game, &Limits::depth(4))));
        group.finish();
    });
}

criterion_group!(benches, bench);
criterion_main!(benches);
