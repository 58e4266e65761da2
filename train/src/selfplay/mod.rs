//! Making games: actors that play the newest net against itself, and the shallow teacher of a run's first stage.
//!
//! An actor is a thread with some games side by side. It gathers one leaf of each, evaluates them as one batch and hands
//! finished games over through a bounded channel; it waits for nothing else.

mod actor;
mod recorder;
mod slot;
mod teacher;

pub use actor::{Actor, Published};
pub use recorder::Recorder;
pub use teacher::Teacher;

use crate::config::RunConfig;
use crate::data::GameRecord;
use crate::net::NetKernel;
use crate::seeds::Seeds;
use hexcore::{Layout, Rules};
use hexmcts::tablebase::TableSet;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// What the actors of a run share.
pub struct Workshop<'r, L: Layout> {
    /// The rules.
    pub rules: &'r Rules<L>,
    /// The run's config.
    pub config: &'r RunConfig,
    /// Exact endgames, if there are any.
    pub tables: Option<Arc<TableSet>>,
    /// The run's random streams.
    pub seeds: Seeds,
    /// The net that plays.
    pub net: Mutex<Published>,
    /// Its generation, to be looked at without the lock.
    pub generation: AtomicU32,
    /// Simulations of a full search now.
    pub simulations: AtomicU32,
    /// Number of the next game of self-play: it names the game's random stream.
    pub next_game: AtomicU64,
    /// Number of the teacher's next game.
    pub next_teacher_game: AtomicU64,
    /// Whether the actors still play the teacher's games.
    pub teaching: AtomicBool,
    /// Tells the actors to end. Games under way are given up.
    pub stop: AtomicBool,
    /// What was done so far.
    pub counters: Counters,
}

/// Work done, over all actors.
#[derive(Debug, Default)]
pub struct Counters {
    /// Positions evaluated by the net.
    pub evaluations: AtomicU64,
    /// Simulations of the tree search.
    pub simulations: AtomicU64,
    /// Nanoseconds that actors waited for somebody to take their games.
    pub waited: AtomicU64,
    /// Nanoseconds that actors ran.
    pub ran: AtomicU64,
}

impl Counters {
    pub(crate) fn add(counter: &AtomicU64, n: u64) {
        counter.fetch_add(n, Ordering::Relaxed);
    }

    /// A counter's value.
    pub fn read(counter: &AtomicU64) -> u64 {
        counter.load(Ordering::Relaxed)
    }
}

impl<'r, L: Layout> Workshop<'r, L> {
    /// A workshop that begins with `net` and with the games numbered from `next_game` and `next_teacher_game`.
    pub fn new(
        rules: &'r Rules<L>,
        config: &'r RunConfig,
        net: Published,
        next_game: u64,
        next_teacher_game: u64,
    ) -> Self {
        Workshop {
            rules,
            config,
            tables: None,
            seeds: Seeds::new(config.seed),
            generation: AtomicU32::new(net.generation),
            net: Mutex::new(net),
            simulations: AtomicU32::new(config.selfplay.simulations_at(0.0, 0)),
            next_game: AtomicU64::new(next_game),
            next_teacher_game: AtomicU64::new(next_teacher_game),
            teaching: AtomicBool::new(false),
            stop: AtomicBool::new(false),
            counters: Counters::default(),
        }
    }

    /// Gives the actors a new net. They take it up with their next game.
    pub fn publish(&self, generation: u32, kernel: Box<dyn NetKernel>) {
        // A poisoned lock means that an actor panicked while it copied a kernel; the value behind it is whole.
        let mut net = self.net.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        *net = Published { generation, kernel };
        self.generation.store(generation, Ordering::Release);
    }

    /// Whether the actors are to end.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// A finished game on its way to the disk, with what it cost.
#[derive(Debug)]
pub struct Made {
    /// The game.
    pub record: GameRecord,
    /// Whether one side would have given up and been wrong: known of games that are played to the end all the same.
    pub wrong_resignation: Option<bool>,
}
