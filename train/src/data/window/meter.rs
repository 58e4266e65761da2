//! How often each position is used.

use serde::{Deserialize, Serialize};

/// Keeps the learner from seeing the same positions too often: it may draw as many samples as positions were added, times
/// the uses allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UseMeter {
    /// Positions added so far.
    pub added: u64,
    /// Samples drawn so far.
    pub taken: u64,
}

impl UseMeter {
    /// Counts new positions.
    pub fn add(&mut self, positions: u64) {
        self.added += positions;
    }

    /// Takes leave to draw `samples`, each position being used `uses` times on average: if there is none, nothing is
    /// counted and the learner waits for new games.
    pub fn take(&mut self, samples: u64, uses: f64) -> bool {
        let allowed = (self.taken + samples) as f64 <= self.added as f64 * uses;
        if allowed {
            self.taken += samples;
        }
        allowed
    }

    /// Average uses so far.
    pub fn uses(&self) -> f64 {
        self.taken as f64 / (self.added as f64).max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_position_is_used_more_often_than_allowed() {
        let mut meter = UseMeter::default();
        assert!(!meter.take(1, 4.0));
        meter.add(100);
        let batches = (0..1000).filter(|_| meter.take(64, 4.0)).count();
        assert_eq!((batches, meter.taken), (6, 384));
        assert!((meter.uses() - 3.84).abs() < 1e-9);
    }
}
