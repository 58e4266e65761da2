//! Alpha-beta with iterative deepening and unlimited capture quiescence.
//!
//! With a fixed depth and its default config this is the yardstick of the workspace: nothing is pruned but by the bounds,
//! and a seeded noise of a few centipawns varies its play.

mod config;
mod judge;
mod moves;
mod order;
mod quiescence;
mod root;
mod score;
mod search;
mod table;

pub use config::AlphaBetaConfig;
pub use root::AlphaBeta;
