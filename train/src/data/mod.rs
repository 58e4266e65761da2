//! Games on disk and in memory: what self-play leaves behind and what the learner samples from.
//!
//! Games are kept, not tensors: start, moves, search values, policy targets and the result, under a header that names
//! the variant and its rules. Encodings are made when a position is sampled.
//!
//! [`GameStore`] is a folder of files that [`GameWriter`] appends to and [`GameReader`] reads; [`ReplayWindow`] keeps the
//! newest games in memory and draws positions from them.

mod codec;
mod error;
mod export;
mod header;
mod reader;
mod record;
mod replay;
mod store;
mod stored_move;
mod window;
mod writer;

pub use error::{DataError, ReplayError};
pub use export::export_text;
pub use header::{GameHeader, VERSION};
pub use reader::{GameReader, Tail};
pub use record::{Fraction, GameRecord, PlyFlags, PlyRecord, Termination};
pub use replay::Seen;
pub use store::GameStore;
pub use stored_move::StoredMove;
pub use window::{PolicyEntry, ReplayWindow, Sample, UseMeter};
pub use writer::{GameWriter, Storage, SyncPolicy};

#[cfg(test)]
mod tests;
