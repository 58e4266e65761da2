//! `hexforge bench`: a signature that only a changed result changes, and the speed of each part.

use super::common::{Common, VariantArg, short};
use anyhow::Result;
use hexcore::{Game, Layout, MoveList, Position, Rules, fnv, with_rules};
use hexmcts::{Batch, Evaluator, Limits, Search, SearchConfig, Uniform};
use hextrain::encode::Encoder;
use hextrain::evaluator::NetEvaluator;
use hextrain::learn::{Batch as TrainingBatch, Learner, LearnerConfig};
use hextrain::net::{Encoded, Family, Weights};
use hextrain::seeds::Seeds;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Do a fixed piece of work: print its signature and the speed of each part
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    variant: VariantArg,
    /// A tenth of the time for each speed; the signature stays the same
    #[arg(long)]
    quick: bool,
    /// Units of the net's hidden layer
    #[arg(long, value_name = "N", default_value_t = 128)]
    hidden: usize,
}

#[derive(Serialize)]
struct Report {
    variant: String,
    /// Of everything that is computed: moves, trees, evaluations.
    signature: String,
    /// Leaves of a bulk perft, one thread.
    movegen_nps: f64,
    /// Simulations of a search that knows nothing, one thread.
    uniform_sims_per_s: f64,
    /// Leaves a net evaluates, encoding included, one thread, by batch size.
    evals_per_s: BTreeMap<usize, f64>,
    /// Simulations of a search with a net, one thread.
    net_sims_per_s: f64,
    /// Positions the learner takes in.
    train_positions_per_s: f64,
}

const BATCHES: [usize; 3] = [1, 32, 256];
const TRAINING_BATCH: usize = 1024;

pub(crate) fn run(args: &Args, common: &Common) -> Result<()> {
    with_rules!(&args.variant.rules()?, rules => run_in(rules, args, common))
}

fn run_in<L: Layout>(rules: &Rules<L>, args: &Args, common: &Common) -> Result<()> {
    let time = Duration::from_millis(if args.quick { 100 } else { 1000 });
    let encoder = Arc::new(Encoder::new(rules));
    let shape = encoder.shape(args.hidden);
    let weights = Weights::init(shape, encoder.material(rules, 0.3), 1);
    let net = NetEvaluator::from_weights(encoder.clone(), Family::default(), &weights)?;
    let positions = positions(rules);
    let evals_per_s = BATCHES.iter().map(|&size| (size, evals(rules, &mut net.fork(), &positions, size, time)));
    let report = Report {
        variant: rules.variant().name.clone(),
        signature: signature(rules, &mut net.fork(), &positions)?,
        movegen_nps: movegen(rules, time),
        uniform_sims_per_s: simulations(rules, &mut Uniform, time)?,
        evals_per_s: evals_per_s.collect(),
        net_sims_per_s: simulations(rules, &mut net.fork(), time)?,
        train_positions_per_s: training(rules, &encoder, &weights, &positions, time)?,
    };
    common.print(&report, |report| {
        let evals = report.evals_per_s.iter().map(|(size, rate)| format!("  net, batch {size:<4}     {:>8} evaluations/s\n", short(*rate)));
        format!(
            "{} signature {}\n  moves               {:>8} leaves/s\n  search, no net      {:>8} simulations/s\n{}  search, net         {:>8} simulations/s\n  learner             {:>8} positions/s\n",
            report.variant,
            report.signature,
            short(report.movegen_nps),
            short(report.uniform_sims_per_s),
            evals.collect::<String>(),
            short(report.net_sims_per_s),
            short(report.train_positions_per_s)
        )
    })
}

/// Positions of random games, always the same.
fn positions<L: Layout>(rules: &Rules<L>) -> Vec<Position<L>> {
    let mut positions = Vec::new();
    for number in 0.. {
        let mut rng = Seeds::new(1).rng("bench", number);
        let mut game = Game::new(rules);
        while game.outcome().is_none() && game.ply() < 100 {
            positions.push(*game.position());
            if positions.len() == 2048 {
                return positions;
            }
            let list = game.legal_moves();
            game.push(list[rng.below(list.len() as u64) as usize]);
        }
    }
    positions
}

/// Everything that is exact on every machine: counts of leaves, legal moves and codes, visits of a search.
fn signature<L: Layout>(rules: &Rules<L>, net: &mut NetEvaluator, positions: &[Position<L>]) -> Result<String> {
    let mut bytes = Vec::new();
    let mut put = |n: u64| bytes.extend(n.to_le_bytes());
    put(rules.id());
    put(rules.perft(&rules.start(), 3));
    let mut list = MoveList::new();
    for pos in positions {
        put(pos.hash());
        rules.legal_moves(pos, &mut list);
        list.iter().for_each(|m| put(m.bits().into()));
    }
    let mut search = Search::new(SearchConfig::default())?;
    let game = Game::new(rules);
    let result = search.run(&game, Limits::simulations(2000), 1, &mut Uniform, &mut Batch::new(), 1);
    result.moves.iter().for_each(|m| put(m.visits.into()));
    for pos in positions.iter().step_by(16) {
        // Coarse enough for the last bit of a sum to differ between machines.
        put((f64::from(net.value(rules, pos).score()) * 64.0).round() as u64);
    }
    Ok(format!("{:016x}", fnv(&bytes)))
}

/// Work a second: rounds until the time is over, the first one not counted.
fn rate(time: Duration, mut work: impl FnMut() -> u64) -> f64 {
    work();
    let (began, mut done) = (Instant::now(), 0);
    while began.elapsed() < time {
        done += work();
    }
    done as f64 / began.elapsed().as_secs_f64()
}

fn movegen<L: Layout>(rules: &Rules<L>, time: Duration) -> f64 {
    let start = rules.start();
    rate(time, || rules.perft(&start, 4))
}

fn simulations<L: Layout>(rules: &Rules<L>, evaluator: &mut dyn Evaluator<L>, time: Duration) -> Result<f64> {
    let mut search = Search::new(SearchConfig { reuse: false, ..SearchConfig::default() })?;
    let (game, mut batch) = (Game::new(rules), Batch::new());
    Ok(rate(time, || search.run(&game, Limits::simulations(10_000), 1, evaluator, &mut batch, 1).simulations.into()))
}

fn evals<L: Layout>(
    rules: &Rules<L>,
    net: &mut NetEvaluator,
    positions: &[Position<L>],
    size: usize,
    time: Duration,
) -> f64 {
    let mut batches: Vec<Batch<L>> = positions
        .chunks_exact(size)
        .map(|chunk| {
            let mut batch = Batch::new();
            for pos in chunk {
                batch.push_position(rules, pos);
            }
            batch
        })
        .collect();
    rate(time, || {
        batches.iter_mut().for_each(|batch| net.evaluate(rules, batch));
        (batches.len() * size) as u64
    })
}

fn training<L: Layout>(
    rules: &Rules<L>,
    encoder: &Encoder,
    weights: &Weights,
    positions: &[Position<L>],
    time: Duration,
) -> Result<f64> {
    let config = LearnerConfig { batch: TRAINING_BATCH, ..LearnerConfig::default() };
    let mut learner = Learner::from_weights(weights, &config)?;
    let mut batch = TrainingBatch::default();
    let (mut encoded, mut list) = (Encoded::default(), MoveList::new());
    for pos in positions.iter().take(TRAINING_BATCH) {
        rules.legal_moves(pos, &mut list);
        encoder.encode(rules, pos, &list, false, &mut encoded);
        let policy = vec![1.0 / list.len() as f32; list.len()];
        batch.push(&encoded, &policy, [0.4, 0.2, 0.4], 1.0);
    }
    let mut failure = None;
    let learned = rate(time, || {
        failure = learner.step(&batch).err().or(failure.take());
        batch.len() as u64
    });
    failure.map_or(Ok(learned), |error| Err(error.into()))
}
