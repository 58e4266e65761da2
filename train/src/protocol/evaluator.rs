//! The evaluator's thread: the newest net against the ladder, while the run goes on.

use super::learner::{Learning, Net};
use super::setup::Setup;
use super::{TrainError, summary};
use crate::arena::{MatchTally, PairResult, PairRules, play_pair};
use crate::config::Opponent;
use crate::evaluator::NetEvaluator;
use crate::metrics::{EvaluationRow, RowWriter};
use crate::run::Phase;
use crate::seeds::Seeds;
use crate::selfplay::Workshop;
use hexcore::Layout;
use hexmcts::{Limits, Player, SearchConfig, SearchPlayer};
use std::time::{Duration, Instant};

/// Measures nets until the workshop stops. The first one is that of the teacher, if there was one.
pub(super) fn run<L: Layout>(
    setup: &Setup<'_, L>,
    workshop: &Workshop<'_, L>,
    learning: &Learning<'_, '_, L>,
) -> Result<(), TrainError> {
    let result = measure(setup, workshop, learning);
    if result.is_err() {
        workshop.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    }
    result
}

fn measure<L: Layout>(
    setup: &Setup<'_, L>,
    workshop: &Workshop<'_, L>,
    learning: &Learning<'_, '_, L>,
) -> Result<(), TrainError> {
    let config = &setup.config.evaluation;
    let mut rows = RowWriter::open::<EvaluationRow>(setup.folder.root(), "evaluations")?;
    let mut first = learning.state().evaluated_generation == 0;
    while !workshop.stopped() {
        std::thread::sleep(Duration::from_millis(100));
        let due = learning.seconds() - learning.state().evaluated_at >= 60.0 * config.every_minutes;
        let Some(net) = learning.newest().filter(|net| net.phase == Phase::SelfPlay) else { continue };
        if config.pairs == 0 || !(first || due) || net.generation == learning.state().evaluated_generation {
            continue;
        }
        first = false;
        let mut total = 0.0;
        for &opponent in &config.opponents {
            let began = Instant::now();
            let mut board = Board::new(setup, &net, opponent, config.simulations)?;
            let mut tally = MatchTally::new();
            let mut plies = 0;
            for pair in 0..config.pairs {
                let Some(result) = board.pair(pair, &|| workshop.stopped()) else { return Ok(()) };
                tally.push(result.scores);
                plies += result.plies[0] + result.plies[1];
            }
            let row = row(&net, opponent, config.simulations, learning.seconds(), &tally, plies, began);
            total += row.score;
            rows.write(&row)?;
        }
        let mut state = learning.state();
        state.evaluated_at = learning.seconds();
        state.evaluated_generation = net.generation;
        if total > state.best_score {
            state.best_score = total;
            setup.folder.set_best(net.generation)?;
        }
        drop(state);
        summary::write_report(setup)?;
    }
    Ok(())
}

/// The two players of a match, on one thread.
pub(super) struct Board<'s, L: Layout> {
    setup: &'s Setup<'s, L>,
    net: SearchPlayer<L>,
    opponent: Box<dyn Player<L>>,
    name: Opponent,
    limits: [Limits; 2],
}

impl<'s, L: Layout> Board<'s, L> {
    pub(super) fn new(
        setup: &'s Setup<'s, L>,
        net: &Net,
        opponent: Opponent,
        simulations: u32,
    ) -> Result<Self, TrainError> {
        let evaluator = NetEvaluator::from_weights(setup.encoder.clone(), setup.config.net.family, &net.weights)?;
        Ok(Board {
            setup,
            net: SearchPlayer::new(SearchConfig::default(), Box::new(evaluator), 0)?,
            opponent: opponent.player(0)?,
            name: opponent,
            limits: [Limits::simulations(simulations), opponent.limits()],
        })
    }

    /// Plays a pair. Its number decides its opening: every net plays the same openings against the same opponent.
    pub(super) fn pair(&mut self, number: u32, stopped: &dyn Fn() -> bool) -> Option<PairResult> {
        let config = &self.setup.config.evaluation;
        let rules = PairRules { opening_plies: config.opening_plies, max_plies: config.max_plies };
        let stream = format!("evaluation {}", self.name);
        let seed = Seeds::new(self.setup.config.seed).seed(&stream, u64::from(number));
        let players =
            [(&mut self.net as &mut dyn Player<L>, &self.limits[0]), (self.opponent.as_mut(), &self.limits[1])];
        play_pair(self.setup.rules, players, &rules, seed, stopped)
    }
}

pub(super) fn row(
    net: &Net,
    opponent: Opponent,
    simulations: u32,
    seconds: f64,
    tally: &MatchTally,
    plies: usize,
    began: Instant,
) -> EvaluationRow {
    let estimate = tally.estimate();
    EvaluationRow {
        seconds,
        generation: net.generation,
        step: net.step,
        opponent: opponent.to_string(),
        simulations,
        pairs: tally.pairs(),
        wins: tally.wins(),
        draws: tally.draws(),
        losses: tally.losses(),
        score: estimate.score,
        lo: estimate.lo,
        hi: estimate.hi,
        plies: plies as f64 / (2 * tally.pairs().max(1)) as f64,
        match_seconds: began.elapsed().as_secs_f64(),
    }
}
