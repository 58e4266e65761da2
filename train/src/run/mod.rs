//! A run's folder: what a training run leaves behind, and from what it goes on.
//!
//! ```text
//! RUN/config.toml                  the resolved config, every key
//!     run.json                     counters: RunState
//!     lock                         held by the process that works here
//!     games/selfplay-*.hfg         finished games; games/teacher-*.hfg likewise
//!     checkpoints/gen-0001/        one published net: what the learner and the model wrote, and state.json
//!     checkpoints/best             the name of the best one
//!     metrics.csv, metrics.jsonl   one row a reporting interval
//!     evaluations.csv, .jsonl      one row a match
//!     report.html
//! ```
//!
//! Every file is replaced whole or appended to; a folder of `checkpoints` appears under its name only when it is complete.
//! A run that is killed at any moment has lost no finished game and no published net.

mod changes;
mod checkpoints;
mod error;
mod folder;
mod lock;
mod state;

pub(crate) use changes::differences;
pub use checkpoints::published;
pub use error::RunError;
pub use folder::RunFolder;
pub(crate) use lock::{lock_folder, same_rules};
pub use state::{Phase, RunState, STATE_VERSION};

#[cfg(test)]
mod tests;
