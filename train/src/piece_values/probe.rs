//! Net probing: how much a net's value changes when a man is taken off the board, in units of the same for pawns.
//!
//! The change is of the logit of the expected score, the mean over both sides and all positions in which the side has such a
//! man; one of them, drawn at random, is taken. Nets trained with other seeds differ by more than positions do, so the
//! interval has both: Student's over nets and the bootstrap's over positions.

use super::army::{kinds, officers};
use super::config::PieceValuesConfig;
use super::fit::{Least, Value};
use super::outcome::Sample;
use super::statistics::{mean_with_error, student};
use crate::arena::Z;
use crate::seeds::Seeds;
use hexcore::{BitSet, Color, Kind, Layout, Position, Rules};
use hexmcts::Evaluator;
use ndarray::{Array1, ArrayView1};
use rayon::prelude::*;
use serde::Serialize;

const LEAST_POSITIONS: Least = Least(100, "positions");
/// With fewer the spread between trainings is not known.
const LEAST_NETS: Least = Least(3, "independently trained nets");

/// What nets say.
#[derive(Clone, Debug, Serialize)]
pub struct Probes {
    /// Positions in which they were asked, the mean over nets.
    pub positions: u64,
    /// What each kind is worth.
    pub values: Vec<Value>,
    /// The same in other units: the officers of an army are worth together what the variant says.
    pub scaled: Vec<Value>,
    /// What each net says, with the interval over positions alone.
    pub nets: Vec<Probe>,
    /// By kind: standard deviation of the nets' answers, in pawns; none with fewer than two nets.
    pub spread: Vec<Option<f64>>,
}

/// What one net says.
#[derive(Clone, Debug, Serialize)]
pub struct Probe {
    /// The net.
    pub net: String,
    /// Positions in which it was asked.
    pub positions: u64,
    /// Change of the logit by the first kind, the pawn.
    pub pawn: f64,
    /// What each kind is worth.
    pub values: Vec<Value>,
    /// The same in units of [`Probes::scaled`].
    pub scaled: Vec<Value>,
}

/// A net's answers in one position: by kind, sum of changes and their number.
type Answers = Vec<(f64, u32)>;

/// Asks a net in every position.
pub(super) fn ask<L: Layout>(
    rules: &Rules<L>,
    config: &PieceValuesConfig,
    samples: &[Sample<L>],
    evaluator: &mut dyn Evaluator<L>,
) -> Vec<Answers> {
    let kinds = kinds(rules);
    let seeds = Seeds::new(config.seed);
    let mut all = Vec::new();
    for (number, sample) in samples.iter().enumerate() {
        if all.len() >= config.probe.positions as usize {
            break;
        }
        let pos = &sample.position;
        let before = f64::from(evaluator.value(rules, pos).score());
        if (before - 0.5).abs() > config.probe.margin {
            continue;
        }
        let mut rng = seeds.rng("men probed", number as u64);
        let mut answers: Answers = vec![(0.0, 0); kinds.len()];
        for color in Color::BOTH {
            for (kind, answer) in kinds.iter().zip(&mut answers) {
                let men: Vec<_> = pos.men(color, *kind).cells().collect();
                if men.is_empty() {
                    continue;
                }
                let cell = men[rng.below(men.len() as u64) as usize];
                let Some(without) = sound(rules, pos, cell) else { continue };
                let after = f64::from(evaluator.value(rules, &without).score());
                // To the side that loses the man.
                let change = logit(before) - logit(after);
                answer.0 += if pos.side() == color { change } else { -change };
                answer.1 += 1;
            }
        }
        all.push(answers);
    }
    all
}

/// The position without a man, if it is one in which the game goes on.
fn sound<L: Layout>(rules: &Rules<L>, pos: &Position<L>, cell: hexcore::Cell) -> Option<Position<L>> {
    let without = rules.without(pos, &[cell]).ok()?;
    let over = hexcore::Game::from_position(rules, without).outcome().is_some();
    (!over && !rules.in_check(&without)).then_some(without)
}

fn logit(score: f64) -> f64 {
    // A net is never surer than its last bit.
    let score = score.clamp(1e-4, 1.0 - 1e-4);
    (score / (1.0 - score)).ln()
}

/// By kind, the mean change in some positions.
fn means<'a>(answers: impl Iterator<Item = &'a Answers> + Clone, kinds: usize) -> Array1<f64> {
    let mean = |kind: usize| {
        let (sum, n) = answers.clone().fold((0.0, 0), |(sum, n), a| (sum + a[kind].0, n + a[kind].1));
        sum / f64::from(n)
    };
    (0..kinds).map(mean).collect()
}

/// One of these means in units in which what is worth `unit` by them is worth `total`.
fn measured(mean: f64, unit: f64, total: f64) -> f64 {
    if unit > 0.0 { mean * total / unit } else { f64::INFINITY }
}

impl Probes {
    /// What nets said: by net, its name and its answers.
    pub(super) fn new<L: Layout>(
        rules: &Rules<L>,
        config: &PieceValuesConfig,
        nets: &[(String, Vec<Answers>)],
    ) -> Option<Probes> {
        let kinds = kinds(rules);
        if kinds.is_empty() || nets.is_empty() {
            return None;
        }
        let probes: Vec<Probe> = nets.iter().map(|(net, answers)| probe(rules, &kinds, config, net, answers)).collect();
        let said = |i: usize, kind: Kind, of: fn(&Probe) -> &[Value]| {
            let name = &rules.kinds()[kind.index()].name;
            over_nets(name, i == 0, &probes.iter().map(|p| &of(p)[i]).collect::<Vec<_>>())
        };
        let (mut values, mut scaled, mut spread) = (Vec::new(), Vec::new(), Vec::new());
        for (i, &kind) in kinds.iter().enumerate() {
            let (value, between) = said(i, kind, |probe| &probe.values);
            values.push(value);
            spread.push(between);
            scaled.push(said(i, kind, |probe| &probe.scaled).0);
        }
        let positions = probes.iter().map(|p| p.positions).sum::<u64>() / probes.len() as u64;
        Some(Probes { positions, values, scaled, nets: probes, spread })
    }
}

/// What nets say of a kind together, and the standard deviation between them.
fn over_nets(name: &str, unit: bool, values: &[&Value]) -> (Value, Option<f64>) {
    let said: Vec<f64> = values.iter().filter_map(|v| v.value).collect();
    let errors: Vec<f64> = values.iter().filter_map(|v| v.error()).collect();
    let (mean, between) = mean_with_error(&said);
    let n = said.len() as u64;
    // Nets are asked about much the same positions: their errors do not average out.
    let within = errors.iter().sum::<f64>() / errors.len().max(1) as f64;
    let reach = if n < 2 { Z * within } else { (student(n - 1) * between).hypot(Z * within) };
    let ends = (n > 0 && (unit || within > 0.0)).then_some([mean - reach, mean + reach]);
    (Value::of(name, mean, ends, n, LEAST_NETS), (n > 1).then_some(between * (n as f64).sqrt()))
}

fn probe<L: Layout>(
    rules: &Rules<L>,
    kinds: &[Kind],
    config: &PieceValuesConfig,
    net: &str,
    answers: &[Answers],
) -> Probe {
    let found = means(answers.iter(), kinds.len());
    let seeds = Seeds::new(config.seed);
    let sample = |number: u32| {
        let mut rng = seeds.rng("probe bootstrap", number.into());
        let drawn: Vec<&Answers> =
            (0..answers.len()).map(|_| &answers[rng.below(answers.len() as u64) as usize]).collect();
        means(drawn.iter().copied(), kinds.len())
    };
    let samples: Vec<Array1<f64>> = (0..config.bootstrap).into_par_iter().map(sample).collect();
    let asked = |i: usize| answers.iter().filter(|a| a[i].1 > 0).count() as u64;
    let (men, total) = officers(rules, 0, &|i| asked(i) > 0);
    let army =
        |means: ArrayView1<f64>| men.iter().zip(means).filter(|(men, _)| **men > 0.0).map(|(men, x)| men * x).sum();
    let value = |i: usize, unit: &dyn Fn(ArrayView1<f64>) -> f64, total: f64| {
        let of = |means: &Array1<f64>| measured(means[i], unit(means.view()), total);
        let name = &rules.kinds()[kinds[i].index()].name;
        Value::new(name, of(&found), samples.iter().map(of).collect(), asked(i), LEAST_POSITIONS)
    };
    Probe {
        net: net.into(),
        positions: answers.len() as u64,
        pawn: found[0],
        values: (0..kinds.len()).map(|i| value(i, &|means| means[0], 1.0)).collect(),
        scaled: (0..kinds.len()).map(|i| value(i, &army, total)).collect(),
    }
}
