//! The learner's thread: samples, steps, and the publication of nets.

use super::TrainError;
use super::sampler::Sampler;
use super::setup::Setup;
use crate::learn::{Batch, Learn, StepMetrics};
use crate::model::WEIGHTS;
use crate::net::Weights;
use crate::run::{Phase, RunState};
use crate::seeds::{Rng, Seeds};
use crate::selfplay::Workshop;
use hexcore::Layout;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// Self-play positions before the learner looks at them, unless the window is smaller.
const FIRST_POSITIONS: u64 = 10_000;

/// The learner's thread and what others see of it.
pub(super) struct Learning<'s, 'r, L: Layout> {
    pub(super) setup: &'s Setup<'r, L>,
    pub(super) workshop: &'s Workshop<'s, L>,
    /// Sums over the steps since the last reading.
    sums: Mutex<Sums>,
    /// The newest published weights with their generation and step.
    newest: Mutex<Option<Arc<Net>>>,
    began: Instant,
    before: f64,
    /// Whether new games come while it learns.
    fed: bool,
}

/// A published net.
pub(super) struct Net {
    pub(super) generation: u32,
    pub(super) step: u64,
    pub(super) weights: Weights,
    /// Whether the teacher stage had ended.
    pub(super) phase: Phase,
}

/// Means over some steps.
#[derive(Clone, Debug, Default)]
pub(super) struct Sums {
    pub(super) steps: u64,
    pub(super) positions: u64,
    pub(super) value_loss: f64,
    pub(super) policy_loss: f64,
    pub(super) policy_top1: f64,
    pub(super) grad_norm: f64,
    pub(super) lr: f64,
}

impl Sums {
    fn add(&mut self, positions: usize, step: &StepMetrics) {
        self.steps += 1;
        self.positions += positions as u64;
        self.value_loss += step.value_loss;
        self.policy_loss += step.policy_loss;
        self.policy_top1 += step.policy_top1;
        self.grad_norm += step.grad_norm;
        self.lr = step.lr;
    }

    /// The mean of a sum; none without steps.
    pub(super) fn mean(&self, sum: f64) -> Option<f64> {
        (self.steps > 0).then(|| sum / self.steps as f64)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Every value behind these locks is whole at any moment: a thread that panicked with one leaves no half.
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl<'s, 'r, L: Layout> Learning<'s, 'r, L> {
    pub(super) fn new(setup: &'s Setup<'r, L>, workshop: &'s Workshop<'s, L>, fed: bool) -> Self {
        let before = lock(&setup.state).active_seconds;
        Learning {
            setup,
            workshop,
            sums: Mutex::default(),
            newest: Mutex::default(),
            began: Instant::now(),
            before,
            fed,
        }
    }

    /// The counters.
    pub(super) fn state(&self) -> MutexGuard<'_, RunState> {
        lock(&self.setup.state)
    }

    /// Seconds of work of the run so far.
    pub(super) fn seconds(&self) -> f64 {
        self.before + self.began.elapsed().as_secs_f64()
    }

    /// Part of the budget that is spent, 0 to 1.
    pub(super) fn spent(&self) -> f64 {
        let mut progress = self.state().progress();
        progress.seconds = self.seconds();
        self.setup.config.budget.spent(progress)
    }

    /// What the steps since the last call measured.
    pub(super) fn take_sums(&self) -> Sums {
        std::mem::take(&mut *lock(&self.sums))
    }

    /// The newest published net of this process.
    pub(super) fn newest(&self) -> Option<Arc<Net>> {
        lock(&self.newest).clone()
    }

    /// Learns until the workshop stops, and publishes what it has learnt by then.
    pub(super) fn run(&self) -> Result<(), TrainError> {
        let result = self.learn();
        if result.is_err() {
            self.workshop.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
        result
    }

    fn learn(&self) -> Result<(), TrainError> {
        let Some(mut learner) = lock(&self.setup.learner).take() else { return Ok(()) };
        let (config, rules) = (&self.setup.config, self.setup.rules);
        let mut sampler = Sampler::new(rules, self.setup.encoder.clone(), config);
        let mut rng = self.stream();
        let mut batch = Batch::default();
        let mut published = Instant::now();
        let mut unpublished = 0;
        let mut phase = self.state().phase;
        while !self.workshop.stopped() {
            let now = self.state().phase;
            let turned = std::mem::replace(&mut phase, now) != now;
            if turned && now == Phase::SelfPlay || published.elapsed().as_secs_f64() >= config.checkpoint.every_seconds
            {
                if unpublished > 0 {
                    self.publish(learner.as_ref())?;
                }
                (published, unpublished) = (Instant::now(), 0);
            }
            let spent = self.spent();
            if !self.may_take(config.learner.batch as u64) {
                if !self.fed && phase != Phase::TeacherGames && self.idle_for_good() {
                    break;
                }
                std::thread::sleep(Duration::from_millis(2));
                continue;
            }
            let z_weight = config.targets.z_weight_at(spent) as f32;
            let filled = {
                let window = self.setup.window.read().unwrap_or_else(|poisoned| poisoned.into_inner());
                sampler.fill(&window, &mut rng, config.learner.batch, z_weight, &mut batch)
            };
            if !filled {
                continue;
            }
            if config.budget.steps.is_none() && spent > 0.0 {
                // The rate falls with the budget: its end in steps is known only by how fast they come.
                learner.set_total_steps((learner.steps() as f64 / spent) as u64);
            }
            let step = learner.step(&batch)?;
            lock(&self.sums).add(batch.len(), &step);
            self.state().step = learner.steps();
            unpublished += 1;
        }
        if unpublished > 0 {
            self.publish(learner.as_ref())?;
        }
        if !self.fed {
            self.workshop.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
        Ok(())
    }

    /// Without new games: whether everything there is has been used as often as it may be.
    fn idle_for_good(&self) -> bool {
        let selfplay = self.setup.window.read().unwrap_or_else(|poisoned| poisoned.into_inner()).len();
        let mut state = self.state();
        if state.phase == Phase::SelfPlay && state.meter.added < selfplay {
            // The games were there before this process: they count as new once.
            state.meter.added = selfplay;
            return false;
        }
        state.phase == Phase::SelfPlay
    }

    /// A stream of its own for each process of the run: samples are drawn anew after a resume, never repeated.
    fn stream(&self) -> Rng {
        let state = self.state();
        Seeds::new(self.setup.config.seed).rng("learner", u64::from(state.resumes) << 40 | state.step)
    }

    /// Takes leave to draw a batch, if the positions there are have not been used often enough.
    fn may_take(&self, batch: u64) -> bool {
        let config = &self.setup.config;
        let (selfplay, teacher) = {
            let window = self.setup.window.read().unwrap_or_else(|poisoned| poisoned.into_inner());
            (window.len(), window.teacher_len())
        };
        let mut state = self.state();
        match state.phase {
            Phase::Done => false,
            Phase::TeacherGames | Phase::TeacherLearning => {
                state.meter.added = state.teacher_positions;
                teacher > 0 && state.meter.take(batch, config.teacher.passes)
            }
            Phase::SelfPlay => {
                if self.fed && selfplay < FIRST_POSITIONS.min(config.replay.window.c as u64) {
                    return false;
                }
                let own = if teacher > 0 { 1.0 - config.replay.teacher_fraction } else { 1.0 };
                state.meter.take((batch as f64 * own) as u64, config.replay.uses)
            }
        }
    }

    /// Gives the newest averaged weights to the actors and writes them with everything needed to go on.
    fn publish(&self, learner: &dyn Learn) -> Result<(), TrainError> {
        let weights = learner.ema_weights();
        let kernel = self.setup.config.net.family.kernel(&weights)?;
        let state = {
            let mut state = self.state();
            state.generation += 1;
            state.step = learner.steps();
            state.active_seconds = self.seconds();
            state.clone()
        };
        self.setup.folder.publish(&state, |dir| -> Result<(), TrainError> {
            learner.save(dir)?;
            weights.save(&dir.join(WEIGHTS))?;
            Ok(())
        })?;
        self.setup.folder.prune(self.setup.config.checkpoint.keep)?;
        let (generation, step, phase) = (state.generation, state.step, state.phase);
        self.workshop.publish(generation, kernel);
        *lock(&self.newest) = Some(Arc::new(Net { generation, step, weights, phase }));
        Ok(())
    }
}
