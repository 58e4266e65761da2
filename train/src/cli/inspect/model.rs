//! Model folders and bare weights.

use crate::cli::common::{Common, count};
use anyhow::Result;
use hextrain::model::{Card, Measured, WEIGHTS};
use hextrain::net::{NetShape, Weights};
use hextrain::telemetry::clock;
use serde::Serialize;
use std::path::Path;

#[derive(Serialize)]
struct ModelReport {
    kind: &'static str,
    card: Card,
    parameters: usize,
}

#[derive(Serialize)]
struct WeightsReport {
    kind: &'static str,
    shape: NetShape,
    parameters: usize,
    tensors: Vec<Tensor>,
}

#[derive(Serialize)]
struct Tensor {
    name: &'static str,
    dims: Vec<usize>,
    /// Greatest absolute value.
    largest: f32,
}

pub(super) fn model(path: &Path, common: &Common) -> Result<()> {
    let dir = if path.is_file() { path.parent().unwrap_or(Path::new(".")) } else { path };
    let card = Card::load(dir)?;
    let weights = Weights::load_shaped(&dir.join(WEIGHTS), card.shape)?;
    let report = ModelReport { kind: "model", card, parameters: weights.parameter_count() };
    common.print(&report, |report| {
        let card = &report.card;
        let mut text = format!(
            "{}: a {} model, generation {}, {} weights, hidden layer of {}\n",
            card.name, card.variant, card.generation, report.parameters, card.shape.hidden
        );
        let facts = [
            ("made", card.created.clone()),
            ("by", card.command.clone()),
            ("commit", card.commit.clone()),
            ("on", card.machine.clone()),
            ("work", clock(card.wall_clock_seconds)),
            ("learnt from", format!("{}, {}", count(card.games, "game"), count(card.positions, "position"))),
            ("rules", card.rules_id.clone()),
        ];
        for (name, fact) in facts.iter().filter(|(_, fact)| !fact.is_empty()) {
            text.push_str(&format!("  {name:<12} {fact}\n"));
        }
        card.measured.iter().for_each(|m| text.push_str(&measured(m)));
        text
    })
}

fn measured(m: &Measured) -> String {
    let Measured { opponent, simulations, pairs, score, lo, hi } = m;
    format!(
        "  {simulations:>5} simulations against {opponent:<12} {score:.3} ({lo:.3} to {hi:.3}, {})\n",
        count(*pairs, "pair")
    )
}

pub(super) fn weights(path: &Path, common: &Common) -> Result<()> {
    let weights = Weights::load(path)?;
    let tensors = weights.tensors().into_iter().map(|tensor| Tensor {
        name: tensor.name,
        largest: tensor.data.iter().fold(0.0, |most: f32, x| most.max(x.abs())),
        dims: tensor.dims,
    });
    let report = WeightsReport {
        kind: "weights",
        shape: weights.shape,
        parameters: weights.parameter_count(),
        tensors: tensors.collect(),
    };
    common.print(&report, |report| {
        let line = |t: &Tensor| format!("  {:<14} {:?}, largest value {:.3}\n", t.name, t.dims, t.largest);
        let tensors: String = report.tensors.iter().map(line).collect();
        format!("{}: {} weights, hidden layer of {}\n{tensors}", path.display(), report.parameters, report.shape.hidden)
    })
}
