//! Players: random, greedy, and the tree search.

mod greedy;
mod random;
mod tree;

pub use greedy::Greedy;
pub use random::Random;
pub use tree::SearchPlayer;
