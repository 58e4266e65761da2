//! The end of a run: the last net is measured, becomes a model with a card, and the report is written.

use super::evaluator::{Board, row};
use super::learner::{Learning, Net};
use super::setup::Setup;
use super::{TrainError, TrainSummary, summary};
use crate::arena::{MatchTally, PairResult};
use crate::metrics::{EvaluationRow, RowWriter};
use crate::model::{Card, Measured, Model, WEIGHTS};
use crate::net::Weights;
use crate::run::Phase;
use crate::telemetry::Telemetry;
use hexcore::Layout;
use rayon::prelude::*;
use std::time::Instant;

/// Measures the newest net on all cores and writes model and report.
pub(super) fn finish<L: Layout>(
    setup: &Setup<'_, L>,
    learning: &Learning<'_, '_, L>,
    learnt: bool,
    telemetry: &Telemetry,
) -> Result<TrainSummary, TrainError> {
    let state = learning.state().clone();
    let folder = setup.folder.root().to_path_buf();
    if !learnt || state.generation == 0 {
        summary::write_report(setup)?;
        return Ok(TrainSummary { folder, model: None, state, steps: 0, evaluations: Vec::new(), points: Vec::new() });
    }
    let weights = Weights::load(&setup.folder.checkpoint(state.generation).join(WEIGHTS))?;
    let net = Net { generation: state.generation, step: state.step, weights, phase: Phase::Done };
    let (evaluations, points) = final_matches(setup, learning, &net, telemetry)?;
    let model = setup.folder.root().join("model");
    let card = Card {
        name: setup.folder.root().file_name().map_or("net".into(), |name| name.to_string_lossy().into_owned()),
        family: setup.config.net.family,
        command: std::iter::once("hexforge".to_string()).chain(std::env::args().skip(1)).collect::<Vec<_>>().join(" "),
        config: setup.config.to_toml(),
        wall_clock_seconds: state.active_seconds,
        games: state.games + state.teacher_games,
        positions: state.positions + state.teacher_positions,
        generation: u64::from(state.generation),
        measured: evaluations.iter().map(measured).collect(),
        ..Card::here()
    };
    Model::save(&model, setup.rules, &net.weights, card)?;
    summary::write_report(setup)?;
    // How many steps led here is for the caller to say.
    Ok(TrainSummary { folder, model: Some(model), state, steps: 0, evaluations, points })
}

fn measured(row: &EvaluationRow) -> Measured {
    Measured {
        opponent: row.opponent.clone(),
        simulations: row.simulations,
        pairs: row.pairs as u32,
        score: row.score,
        lo: row.lo,
        hi: row.hi,
    }
}

fn final_matches<L: Layout>(
    setup: &Setup<'_, L>,
    learning: &Learning<'_, '_, L>,
    net: &Net,
    telemetry: &Telemetry,
) -> Result<(Vec<EvaluationRow>, Vec<[f64; 2]>), TrainError> {
    let config = &setup.config.evaluation;
    let mut writer = RowWriter::open::<EvaluationRow>(setup.folder.root(), "evaluations")?;
    let (mut rows, mut points) = (Vec::new(), Vec::new());
    if config.final_pairs == 0 {
        return Ok((rows, points));
    }
    let budgets = config.final_simulations();
    let matches = config.opponents.len() * budgets.len();
    let task = telemetry.task("final matches", "pairs", u64::from(config.final_pairs) * matches as u64);
    let matches = budgets.iter().flat_map(|&n| config.opponents.iter().map(move |&opponent| (opponent, n)));
    for (opponent, simulations) in matches {
        let began = Instant::now();
        // Whatever keeps the players from being made is told here; on the threads they are made alike.
        Board::new(setup, net, opponent, simulations)?;
        let pairs: Vec<Option<PairResult>> = (0..config.final_pairs)
            .into_par_iter()
            .map_init(
                || Board::new(setup, net, opponent, simulations),
                |board, pair| {
                    let result = match board {
                        Ok(board) => board.pair(pair, &|| false),
                        Err(_) => None,
                    };
                    task.add(1);
                    result
                },
            )
            .collect();
        let (mut tally, mut plies) = (MatchTally::new(), 0);
        let mut own = None;
        for pair in pairs.into_iter().flatten() {
            for game in pair.scores.iter().filter_map(|&score| setup.rules.points(score as f32)) {
                let sums: &mut [f64; 2] = own.get_or_insert([0.0; 2]);
                (0..2).for_each(|i| sums[i] += f64::from(game[i]));
            }
            tally.push(pair.scores);
            plies += pair.plies[0] + pair.plies[1];
        }
        let row = row(net, opponent, simulations, learning.seconds(), &tally, plies, began);
        let told = own.map_or(String::new(), |[own, other]| format!(", {own} to {other} points"));
        task.remark(&format!(
            "{} at {simulations}: {:.3} ({:.3} to {:.3}){told}",
            row.opponent, row.score, row.lo, row.hi
        ));
        points.extend(own);
        writer.write(&row)?;
        rows.push(row);
    }
    task.finish();
    Ok((rows, points))
}
