//! The players of the ladder that need no net.

use crate::config::Opponent;
use hexcore::Layout;
use hexmcts::{AlphaBeta, ConfigError, Greedy, Limits, Player, Random};

impl Opponent {
    /// The player.
    ///
    /// # Errors
    /// A depth that makes no sense.
    pub fn player<L: Layout>(self, seed: u64) -> Result<Box<dyn Player<L>>, ConfigError> {
        Ok(match self {
            Opponent::Random => Box::new(Random::new(seed)),
            Opponent::Greedy => Box::new(Greedy::new(seed)),
            Opponent::AlphaBeta(depth) => Box::new(AlphaBeta::at_depth(depth, seed)?),
        })
    }

    /// How long it thinks.
    pub fn limits(self) -> Limits {
        match self {
            Opponent::AlphaBeta(depth) => Limits::depth(depth),
            _ => Limits::infinite(),
        }
    }
}
