//! Trains evaluators for hexagonal chess by self-play, plays with them and measures them.
//!
//! burn is used in [`net`] and [`learn`] only.

pub mod arena;
pub mod config;
pub mod data;
pub mod draw;
pub mod encode;
pub mod endgames;
pub mod evaluator;
pub mod journal;
pub mod learn;
pub mod metrics;
pub mod model;
pub mod net;
pub mod piece_values;
pub mod player;
pub mod protocol;
pub mod provenance;
pub mod report;
pub mod run;
pub mod seeds;
pub mod selfplay;
pub mod telemetry;
pub mod tournament;
