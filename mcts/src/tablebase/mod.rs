//! Exact endgames: tables of every position with few men, what it is worth and how long it takes.

mod backward;
mod build;
mod claims;
mod drawn;
mod ending;
mod error;
mod file;
mod forward;
mod geometry;
mod index;
mod lines;
mod material;
mod pawns;
mod retrograde;
mod sample;
mod set;
mod state;
mod stats;
mod symmetry;
mod table;
mod verdict;
mod verify;

pub use build::{Builder, Plan, Step};
pub use claims::{Bounds, Claim, Claims, Judged, Lead, Truth};
pub use drawn::Drawn;
pub use error::TableError;
pub use file::{EXTENSION, Header, read_header, read_whole};
pub use geometry::Geometry;
pub use material::{Kinds, MAX_MEN, Material};
pub use retrograde::{Phase, Progress};
pub use sample::{Sample, Sampler};
pub use set::{Exact, TableSet, score};
pub use state::Worth;
pub use stats::{Counts, SideCounts};
pub use table::Table;
pub use verify::{Mistake, verify};
