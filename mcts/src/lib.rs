//! Tree search and alpha-beta players over [`hexcore`]'s games, for any evaluator.
//!
//! ```
//! use hexcore::{AnyRules, Game, variant::builtin, with_rules};
//! use hexmcts::{Batch, Limits, Material, Search, SearchConfig};
//!
//! with_rules!(&AnyRules::new(&builtin("glinski")?)?, rules => {
//!     let game = Game::new(rules);
//!     let mut search = Search::new(SearchConfig::default())?;
//!     let result = search.run(&game, Limits::simulations(200), 1, &mut Material::default(), &mut Batch::new(), 1);
//!     assert_eq!(result.simulations, 200);
//!     assert_eq!(result.moves.len(), 51);
//! });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alphabeta;
mod cache;
mod config;
mod evaluator;
mod limits;
mod material;
mod oracle;
mod parallel;
mod player;
mod players;
mod result;
mod rng;
mod root;
mod search;
mod softmax;
pub mod tablebase;
mod tree;
mod value;

pub use alphabeta::{AlphaBeta, AlphaBetaConfig};
pub use cache::{CacheCounts, Cached};
pub use config::{ConfigError, RootRule, SearchConfig};
pub use evaluator::{Batch, Evaluator, Leaf};
pub use limits::Limits;
pub use material::{Material, Uniform, balance, captured, gain};
pub use oracle::Oracle;
pub use player::{Decision, Player, Variation};
pub use players::{Greedy, Random, SearchPlayer};
pub use result::{MoveResult, SearchResult};
pub use rng::{Rng, scatter};
pub use search::Search;
pub use value::{Proof, Wdl};
