//! The seam to exact knowledge: endgame tables.

use crate::value::Proof;
use hexcore::{Layout, Position, Rules};

/// Knows some positions exactly.
pub trait Oracle<L: Layout>: Send + Sync {
    /// The value of a position with the plies to the end of the game, if it is known. The position has a legal move.
    fn probe(&self, rules: &Rules<L>, position: &Position<L>) -> Option<Proof>;
}
