//! Leaf positions a second from the start positions on one core, Glinski's beside the published `hexchess` crate.
//!
//! `cargo bench -p hexbenches --bench movegen`. "Bulk" counts the moves of every position of the last ply but one, which
//! is really made; `listed` writes each of those moves out, as `hexchess` does.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hexchess::Hexchess;
use hexcore::{AnyRules, variant, with_rules};
use std::hint::black_box;
use std::time::Instant;

fn hexchess_perft(game: &Hexchess, depth: u32) -> u64 {
    let moves = game.current_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let below = |san| {
        let mut next = game.clone();
        // Generated moves are legal: the crate's own check of that is not what is measured.
        let played = next.apply_move_unsafe(san);
        if played.is_ok() { hexchess_perft(&next, depth - 1) } else { 0 }
    };
    moves.iter().map(below).sum()
}

fn bench(c: &mut Criterion) {
    let any = variant::builtin("glinski")
        .map_err(|e| e.to_string())
        .and_then(|v| AnyRules::new(&v).map_err(|e| e.to_string()));
    let any = any.expect("a built-in variant compiles");
    with_rules!(&any, rules => {
        let start = rules.start();
        let mut group = c.benchmark_group("glinski start");
        group.sample_size(10);
        let (depth, nodes) = (4, 7_282_418);
        assert_eq!(rules.perft(&start, depth), nodes);
        group.throughput(Throughput::Elements(nodes));
        group.bench_function("hexforge bulk, depth 4", |b| b.iter(|| rules.perft(black_box(&start), depth)));
        group.bench_function("hexforge listed, depth 4", |b| b.iter(|| rules.perft_listed(black_box(&start), depth)));
        let theirs = Hexchess::init();
        let (depth, nodes) = (3, 137_858);
        assert_eq!(hexchess_perft(&theirs, depth), nodes);
        group.throughput(Throughput::Elements(nodes));
        group.bench_function("hexchess 2.5.1, depth 3", |b| b.iter(|| hexchess_perft(black_box(&theirs), depth)));
        group.finish();
        ratio("bulk", &|| rules.perft(&start, 5), &theirs);
        ratio("listed", &|| rules.perft_listed(&start, 5), &theirs);
    });
}

/// Runs both in turn, five times, and prints the median of the pairs' ratios: it holds when the machine's speed drifts.
fn ratio(what: &str, ours: &dyn Fn() -> u64, theirs: &Hexchess) {
    let rate = |run: &dyn Fn() -> u64| {
        let begin = Instant::now();
        run() as f64 / begin.elapsed().as_secs_f64()
    };
    let pair = |_| (rate(ours), rate(&|| hexchess_perft(theirs, 4)));
    let mut ratios: Vec<(f64, f64)> = (0..5).map(pair).collect();
    ratios.sort_by(|a, b| (a.0 / a.1).total_cmp(&(b.0 / b.1)));
    let (ours, theirs) = ratios[2];
    println!(
        "{what}: {:.0} M leaves/s against {:.1} M of hexchess: {:.1} x (median of 5 pairs)",
        ours / 1e6,
        theirs / 1e6,
        ours / theirs
    );
}

/// Leaf positions two of the other games have, by depth.
const OTHERS: [(&str, u32, u64); 3] = [("cescacs", 3, 340_385), ("round", 4, 577_797), ("rex", 4, 911_316)];

fn others(c: &mut Criterion) {
    let mut group = c.benchmark_group("starts");
    group.sample_size(10);
    for (name, depth, nodes) in OTHERS {
        let any = variant::builtin(name)
            .map_err(|e| e.to_string())
            .and_then(|v| AnyRules::new(&v).map_err(|e| e.to_string()))
            .expect("a built-in variant compiles");
        with_rules!(&any, rules => {
            let start = rules.start();
            assert_eq!(rules.perft(&start, depth), nodes, "{name}");
            group.throughput(Throughput::Elements(nodes));
            group.bench_function(format!("{name} bulk, depth {depth}"), |b| b.iter(|| rules.perft(black_box(&start), depth)));
            group.bench_function(format!("{name} listed, depth {depth}"), |b| {
                b.iter(|| rules.perft_listed(black_box(&start), depth))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, bench, others);
criterion_main!(benches);
