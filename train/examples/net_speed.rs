//! How fast the net runs and learns on one thread.
//!
//! `cargo run --release -p hextrain --example net_speed`. Positions are random codes of a typical count (36 men, 15 attack
//! states, 40 legal moves in Glinski's sizes); the figures are evaluations and positions a second.

use std::hint::black_box;
use std::time::{Duration, Instant};

use hextrain::learn::{Batch, Learner, LearnerConfig};
use hextrain::net::{Encoded, Family, MoveCode, NetShape, Weights};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const POSITIONS: usize = 8192;
const ROWS: usize = 51;
const MOVES: usize = 40;

fn main() -> anyhow::Result<()> {
    for hidden in [128, 256] {
        let shape = NetShape::new(4400, hidden, 3600, 900);
        let positions = positions(&shape);
        println!("hidden {hidden}, {} weights", Weights::zeros(shape).parameter_count());
        inference(shape, &positions)?;
        for batch in [1024, 4096] {
            training(shape, &positions, batch)?;
        }
    }
    Ok(())
}

fn inference(shape: NetShape, positions: &[Encoded]) -> anyhow::Result<()> {
    let mut kernel = Family::PieceCell.kernel(&Weights::random(shape, 1))?;
    let value = rate(|| {
        for position in positions {
            black_box(kernel.value(black_box(&position.rows)));
        }
        positions.len()
    });
    let mut logits = Vec::new();
    let both = rate(|| {
        for position in positions {
            black_box(kernel.evaluate(black_box(position), &mut logits));
        }
        positions.len()
    });
    println!("  value            {value:>10.0} evaluations/s");
    println!("  value and policy {both:>10.0} evaluations/s");
    Ok(())
}

fn training(shape: NetShape, positions: &[Encoded], size: usize) -> anyhow::Result<()> {
    let config = LearnerConfig { batch: size, ..LearnerConfig::default() };
    let mut learner = Learner::new(shape, vec![0.0; shape.rows], &config, 1)?;
    let batches: Vec<Batch> = positions.chunks(size).map(batch).collect();
    let mut next = (0..batches.len()).cycle();
    let mut failure = None;
    let learned = rate(|| {
        let batch = &batches[next.next().unwrap_or(0)];
        failure = learner.step(batch).err().or(failure.take());
        batch.len()
    });
    println!("  training, batch {size:>4}   {learned:>7.0} positions/s");
    failure.map_or(Ok(()), |error| Err(error.into()))
}

/// Units of work a second: the best of several half-second rounds, because the machine may have other work.
fn rate(mut work: impl FnMut() -> usize) -> f64 {
    work();
    let round = |work: &mut dyn FnMut() -> usize| {
        let (start, mut done) = (Instant::now(), 0);
        while start.elapsed() < Duration::from_millis(500) {
            done += work();
        }
        done as f64 / start.elapsed().as_secs_f64()
    };
    (0..5).map(|_| round(&mut work)).fold(0.0, f64::max)
}

/// Random codes from a linear congruential generator (Knuth's MMIX constants).
fn positions(shape: &NetShape) -> Vec<Encoded> {
    let mut state = 1u64;
    let mut code = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as usize % n) as u16
    };
    (0..POSITIONS)
        .map(|_| Encoded {
            rows: (0..ROWS).map(|_| code(shape.rows)).collect(),
            moves: (0..MOVES)
                .map(|_| MoveCode { index: code(shape.moves), feature: code(shape.move_features) })
                .collect(),
        })
        .collect()
}

fn batch(positions: &[Encoded]) -> Batch {
    let mut batch = Batch::default();
    let policy = [1.0 / MOVES as f32; MOVES];
    for (i, position) in positions.iter().enumerate() {
        let wdl = [[0.7, 0.2, 0.1], [0.2, 0.6, 0.2], [0.1, 0.2, 0.7]][i % 3];
        batch.push(position, &policy, wdl, 1.0);
    }
    batch
}
