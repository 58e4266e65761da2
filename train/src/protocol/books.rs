//! The books: games go to the disk and into the window, counters into the state, rates into the metrics.

use super::learner::Learning;
use super::setup::{GAMES, Setup};
use super::{Part, TrainError, summary};
use crate::data::{GameStore, SyncPolicy, Termination};
use crate::metrics::{MetricsRow, RowWriter};
use crate::run::Phase;
use crate::selfplay::{Counters, Made};
use crate::telemetry::{Task, Telemetry, short};
use hexcore::Layout;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Largest file of games.
const FILE_BYTES: u64 = 64 << 20;

/// Seconds between two rows of metrics.
const ROW_SECONDS: f64 = 5.0;

/// The bookkeeper of a run.
pub(super) struct Books<'s, 'r, L: Layout> {
    setup: &'s Setup<'r, L>,
    part: Part,
    /// Games of self-play entered by this process.
    entered: u64,
    stores: [GameStore; 2],
    rows: RowWriter,
    task: Task,
    phase_began: f64,
    /// Samples of the teacher's games to take in before self-play begins: fixed when the teacher's time is over.
    lessons: Option<f64>,
    row: Instant,
    reported: Instant,
    interval: Interval,
    counted: [u64; 3],
}

/// Sums over the games finished since the last row.
#[derive(Default)]
struct Interval {
    games: u64,
    positions: u64,
    plies: u64,
    draws: u64,
    resigned: u64,
    judged: u64,
    wrong: u64,
    generations: f64,
    white: f64,
}

fn percent(spent: f64) -> u64 {
    (spent * 100.0) as u64
}

impl<'s, 'r, L: Layout> Books<'s, 'r, L> {
    pub(super) fn new(setup: &'s Setup<'r, L>, part: Part, telemetry: &Telemetry) -> Result<Self, TrainError> {
        let open = |name| {
            let (store, tail) =
                GameStore::open(&setup.folder.games(), name, setup.header.clone(), SyncPolicy::default(), FILE_BYTES)?;
            if let Some(tail) = tail {
                telemetry.say(&format!("{tail}"));
            }
            Ok::<_, TrainError>(store)
        };
        let stores = [open(GAMES[0])?, open(GAMES[1])?];
        let rows = RowWriter::open::<MetricsRow>(setup.folder.root(), "metrics")?;
        let task = telemetry.task("train", "%", 100);
        Ok(Books {
            setup,
            part,
            entered: 0,
            stores,
            rows,
            task,
            phase_began: 0.0,
            lessons: None,
            row: Instant::now(),
            reported: Instant::now(),
            interval: Interval::default(),
            counted: [0; 3],
        })
    }

    /// What was spent of the budget before this process: no part of its rate.
    pub(super) fn begin_at(&self, spent: f64) {
        self.task.begin_at(percent(spent));
    }

    /// Takes a game in.
    pub(super) fn enter(&mut self, learning: &Learning<'_, '_, L>, made: Made) -> Result<(), TrainError> {
        let record = &made.record;
        let teacher = record.is_teachers();
        // First the disk: a game that is counted is one that a resumed run finds again.
        self.stores[usize::from(teacher)].append(record)?;
        let positions = {
            let mut window = self.setup.window.write().unwrap_or_else(|poisoned| poisoned.into_inner());
            window.push(self.setup.rules, record)? as u64
        };
        let mut state = learning.state();
        if teacher {
            state.teacher_games += 1;
            state.teacher_positions += positions;
        } else {
            self.entered += 1;
            state.games += 1;
            state.positions += positions;
            if state.phase == Phase::SelfPlay {
                state.meter.add(positions);
            }
        }
        drop(state);
        let interval = &mut self.interval;
        interval.games += 1;
        interval.positions += positions;
        interval.plies += record.plies.len() as u64;
        interval.draws += u64::from(record.winner.is_none());
        interval.resigned += u64::from(record.termination == Termination::Resignation);
        interval.judged += u64::from(made.wrong_resignation.is_some());
        interval.wrong += u64::from(made.wrong_resignation == Some(true));
        interval.generations += f64::from(record.generation);
        interval.white += f64::from(record.white_score);
        Ok(())
    }

    /// Whether a half that only plays has as many games as it was asked for.
    pub(super) fn full(&self) -> bool {
        matches!(self.part, Part::Play { games: Some(games) } if self.entered >= games)
    }

    /// Moves the run's stages, and writes what is due.
    pub(super) fn tick(&mut self, learning: &Learning<'_, '_, L>) -> Result<(), TrainError> {
        let spent = learning.spent();
        self.turn(learning, spent)?;
        let workshop = learning.workshop;
        let step = learning.state().step;
        workshop.simulations.store(self.setup.config.selfplay.simulations_at(spent, step), Ordering::Relaxed);
        self.task.set(percent(spent));
        if self.row.elapsed().as_secs_f64() >= ROW_SECONDS {
            self.write_row(learning)?;
        }
        if self.reported.elapsed().as_secs_f64() >= 30.0 {
            summary::write_report(self.setup)?;
            self.reported = Instant::now();
        }
        Ok(())
    }

    /// From the teacher's games to its last lessons, to self-play, to the end.
    fn turn(&mut self, learning: &Learning<'_, '_, L>, spent: f64) -> Result<(), TrainError> {
        let (config, seconds) = (&self.setup.config, learning.seconds());
        let mut state = learning.state();
        let phase = state.phase;
        let next = match phase {
            _ if spent >= 1.0 => Phase::Done,
            Phase::TeacherGames if !config.teacher.enabled => Phase::SelfPlay,
            // A half alone does not wait for the other one.
            Phase::TeacherGames if self.part == Part::Learn => Phase::TeacherLearning,
            Phase::TeacherGames | Phase::TeacherLearning if !self.part.learns() => Phase::SelfPlay,
            Phase::TeacherGames => {
                let over = seconds - self.phase_began >= 60.0 * config.teacher.minutes
                    || state.teacher_positions >= config.teacher.positions;
                if over { Phase::TeacherLearning } else { Phase::TeacherGames }
            }
            Phase::TeacherLearning => {
                let positions = state.teacher_positions.min(config.teacher.positions) as f64;
                let lessons = *self.lessons.get_or_insert(positions * config.teacher.passes);
                let over = (state.meter.taken + config.learner.batch as u64) as f64 >= lessons;
                if over { Phase::SelfPlay } else { phase }
            }
            other => other,
        };
        learning
            .workshop
            .teaching
            .store(matches!(next, Phase::TeacherGames | Phase::TeacherLearning), Ordering::Relaxed);
        if next != phase {
            if next == Phase::SelfPlay {
                state.meter = Default::default();
            }
            state.phase = next;
            state.active_seconds = seconds;
            self.phase_began = seconds;
            self.setup.folder.save(&state)?;
        }
        Ok(())
    }

    fn write_row(&mut self, learning: &Learning<'_, '_, L>) -> Result<(), TrainError> {
        let elapsed = self.row.elapsed().as_secs_f64();
        self.row = Instant::now();
        let interval = std::mem::take(&mut self.interval);
        let counters = &learning.workshop.counters;
        let now = [&counters.evaluations, &counters.ran, &counters.waited].map(Counters::read);
        let [evaluations, ran, waited] = std::array::from_fn(|i| (now[i] - self.counted[i]) as f64);
        self.counted = now;
        let sums = learning.take_sums();
        let window = self.setup.window.read().unwrap_or_else(|poisoned| poisoned.into_inner()).len();
        let state = {
            let mut state = learning.state();
            state.active_seconds = learning.seconds();
            state.evaluations += evaluations as u64;
            state.clone()
        };
        let of_games = |n: f64| (interval.games > 0).then(|| n / interval.games as f64);
        let teaching = state.phase != Phase::SelfPlay;
        let row = MetricsRow {
            seconds: state.active_seconds,
            phase: phase_name(state.phase).into(),
            generation: state.generation,
            data_generation: of_games(interval.generations),
            step: state.step,
            games: state.games,
            positions: state.positions,
            teacher_positions: state.teacher_positions,
            window,
            uses: Some(state.meter.uses()),
            simulations: (!teaching).then(|| learning.workshop.simulations.load(Ordering::Relaxed)),
            value_loss: sums.mean(sums.value_loss),
            policy_loss: sums.mean(sums.policy_loss),
            policy_top1: sums.mean(sums.policy_top1),
            grad_norm: sums.mean(sums.grad_norm),
            lr: (sums.steps > 0).then_some(sums.lr),
            trained_per_s: Some(sums.positions as f64 / elapsed),
            positions_per_s: Some(interval.positions as f64 / elapsed),
            evals_per_s: (!teaching).then_some(evaluations / elapsed),
            busy: (ran > 0.0).then_some(1.0 - waited / ran),
            plies: of_games(interval.plies as f64),
            draws: of_games(interval.draws as f64),
            white_score: of_games(interval.white),
            resigned: of_games(interval.resigned as f64),
            wrongly_resigned: (interval.judged > 0).then(|| interval.wrong as f64 / interval.judged as f64),
        };
        self.rows.write(&row)?;
        self.setup.folder.save(&state)?;
        let loss = row.value_loss.map_or(String::new(), |v| format!(", value loss {v:.3}"));
        let rate = short(interval.positions as f64 / elapsed);
        let made = short((state.positions + state.teacher_positions) as f64);
        self.task.remark(&format!("{}, net {}, {made} positions, {rate}/s{loss}", row.phase, row.generation));
        Ok(())
    }

    /// Everything to the disk.
    pub(super) fn close(&mut self, learning: &Learning<'_, '_, L>) -> Result<(), TrainError> {
        for store in &mut self.stores {
            store.sync()?;
        }
        self.write_row(learning)?;
        self.task.finish();
        Ok(())
    }
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::TeacherGames => "teacher-games",
        Phase::TeacherLearning => "teacher-learning",
        Phase::SelfPlay | Phase::Done => "self-play",
    }
}
