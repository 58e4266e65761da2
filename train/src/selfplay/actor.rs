//! An actor: a thread that makes games until it is told to stop.

use super::slot::{Slot, search_config};
use super::{Counters, Made, Teacher, Workshop};
use crate::encode::Encoder;
use crate::evaluator::NetEvaluator;
use crate::net::NetKernel;
use hexcore::Layout;
use hexmcts::{Batch, ConfigError, Evaluator, Search};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::SyncSender;
use std::time::Instant;

/// A net that plays, with the number it was published under.
pub struct Published {
    /// The generation, from 1; 0 is the net before any learning.
    pub generation: u32,
    /// The net.
    pub kernel: Box<dyn NetKernel>,
}

/// A thread's worth of games.
pub struct Actor<'w, 'r, L: Layout> {
    workshop: &'w Workshop<'r, L>,
    evaluator: NetEvaluator,
    generation: u32,
    slots: Vec<Slot<'r, L>>,
    batch: Batch<L>,
    teacher: Teacher<L>,
    out: SyncSender<Made>,
}

impl<'w, 'r, L: Layout> Actor<'w, 'r, L> {
    /// An actor that hands its games to `out`.
    ///
    /// # Errors
    /// Search settings that make no sense.
    pub fn new(
        workshop: &'w Workshop<'r, L>,
        encoder: Arc<Encoder>,
        out: SyncSender<Made>,
    ) -> Result<Self, ConfigError> {
        search_config(&workshop.config.selfplay).validate()?;
        let (generation, kernel) = newest(workshop);
        Ok(Actor {
            workshop,
            evaluator: NetEvaluator::new(encoder, kernel),
            generation,
            slots: Vec::new(),
            batch: Batch::new(),
            teacher: Teacher::new(workshop.config)?,
            out,
        })
    }

    /// Makes games: the teacher's as long as the workshop teaches, the net's own from then on.
    pub fn run(mut self) {
        while !self.workshop.stopped() {
            let begin = Instant::now();
            if self.workshop.teaching.load(Ordering::Relaxed) {
                if let Some(record) = self.teacher.game(self.workshop) {
                    self.hand_over(Made { record, wrong_resignation: None });
                }
            } else {
                self.step();
            }
            Counters::add(&self.workshop.counters.ran, begin.elapsed().as_nanos() as u64);
        }
    }

    /// A round: one leaf of every game.
    fn step(&mut self) {
        if self.slots.is_empty() {
            for _ in 0..self.workshop.config.selfplay.games_per_actor.max(1) {
                // The settings were checked when the actor was made.
                let Ok(mut search) = Search::new(search_config(&self.workshop.config.selfplay)) else { return };
                if let Some(tables) = &self.workshop.tables {
                    search = search.with_oracle(tables.clone());
                }
                self.slots.push(Slot::new(self.workshop, search, self.generation));
            }
        }
        if self.workshop.generation.load(Ordering::Acquire) != self.generation {
            let (generation, kernel) = newest(self.workshop);
            self.generation = generation;
            self.evaluator.set_kernel(kernel);
        }
        self.batch.clear();
        let mut done = Vec::new();
        for slot in &mut self.slots {
            slot.gather(self.workshop, self.generation, &mut self.batch, |made| done.push(made));
        }
        for made in done {
            self.hand_over(made);
        }
        if self.batch.is_empty() {
            return;
        }
        self.evaluator.evaluate(self.workshop.rules, &mut self.batch);
        Counters::add(&self.workshop.counters.evaluations, self.batch.len() as u64);
        for slot in &mut self.slots {
            slot.apply(&self.batch);
        }
    }

    fn hand_over(&self, made: Made) {
        let begin = Instant::now();
        // Nobody takes games any more: the run is over, and `stop` is about to say so.
        if self.out.send(made).is_err() {
            self.workshop.stop.store(true, Ordering::Relaxed);
        }
        Counters::add(&self.workshop.counters.waited, begin.elapsed().as_nanos() as u64);
    }
}

fn newest<L: Layout>(workshop: &Workshop<'_, L>) -> (u32, Box<dyn NetKernel>) {
    let net = workshop.net.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    (net.generation, net.kernel.fork())
}
