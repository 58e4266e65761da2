//! When a search stops.

use hexcore::Move;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// When a search stops: at the first limit it reaches. Without any it runs until it is told to stop.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Simulations of a tree search.
    pub simulations: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Depth of an alpha-beta search in plies.
    pub depth: Option<u32>,
    /// The moves to choose from; all legal ones if empty.
    pub moves: Vec<Move>,
    /// Time for the move.
    pub time: Option<Duration>,
    /// Stops the search once it is true.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// No limit.
    pub fn infinite() -> Limits {
        Limits::default()
    }

    /// So many simulations.
    pub fn simulations(n: u32) -> Limits {
        Limits { simulations: Some(n), ..Limits::default() }
    }

    /// So many positions.
    pub fn nodes(n: u64) -> Limits {
        Limits { nodes: Some(n), ..Limits::default() }
    }

    /// So many plies.
    pub fn depth(n: u32) -> Limits {
        Limits { depth: Some(n), ..Limits::default() }
    }

    /// So much time.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// These limits, and this flag.
    #[must_use]
    pub fn with_stop(self, stop: Arc<AtomicBool>) -> Limits {
        Limits { stop: Some(stop), ..self }
    }

    /// Whether a move of the root may be chosen.
    pub fn allows(&self, m: Move) -> bool {
        self.moves.is_empty() || self.moves.contains(&m)
    }

    /// Whether the flag is up.
    pub fn stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}
