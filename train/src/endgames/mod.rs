//! Exact endgames in training and play: where their tables are, and how well a net knows them.

mod exam;
mod place;

pub use exam::{Grade, examine};
pub use place::{find_tables, folder_name, open_tables, tables_root};
