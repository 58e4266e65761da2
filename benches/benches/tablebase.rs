//! Positions a second that endgame tables answer, and building one, on one core: `cargo bench -p hexbenches --bench tablebase`.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use hexcore::{AnyRules, Position, variant, with_rules};
use hexmcts::Oracle;
use hexmcts::tablebase::{Builder, Geometry, Sampler, TableSet};
use std::path::PathBuf;
use std::sync::Arc;

const POSITIONS: usize = 10_000;

fn bench(c: &mut Criterion) {
    let any = variant::builtin("glinski").map_err(|e| e.to_string());
    let any = any.and_then(|v| AnyRules::new(&v).map_err(|e| e.to_string())).expect("a built-in variant compiles");
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../target/bench-tables");
    with_rules!(&any, rules => {
        let geometry = Arc::new(Geometry::new(rules));
        let mut builder = Builder::new(geometry.clone(), &folder);
        let mut group = c.benchmark_group("endgame tables");
        for name in ["KPK", "KRKN"] {
            let material = geometry.kinds().parse(name).expect("an ending");
            builder.ensure(&material, &|_, _, _, _| ()).expect("the folder can be written to");
            let mut sampler = Sampler::new(rules, builder.table(&material).expect("just built"), 1);
            let positions: Vec<Position<_>> =
                std::iter::from_fn(|| sampler.draw(None)).take(POSITIONS).map(|s| s.position).collect();
            let set = TableSet::open(rules, &folder).expect("just built");
            group.throughput(Throughput::Elements(positions.len() as u64));
            group.bench_function(format!("probe {name}"), |b| {
                b.iter(|| positions.iter().filter(|pos| set.probe(rules, pos).is_some()).count());
            });
        }
        group.sample_size(10);
        let fresh = || {
            let folder = folder.join("fresh");
            let _ = std::fs::remove_dir_all(&folder);
            Builder::new(geometry.clone(), &folder)
        };
        let material = geometry.kinds().parse("KRK").expect("an ending");
        group.throughput(Throughput::Elements(1));
        group.bench_function("build KRK", |b| {
            b.iter_batched(fresh, |mut builder| builder.ensure(&material, &|_, _, _, _| ()), BatchSize::PerIteration);
        });
        group.finish();
    });
}

criterion_group!(benches, bench);
criterion_main!(benches);
