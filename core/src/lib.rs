//! Boards, rules, legal moves and notation of hexagonal chess variants, all of them data.
//!
//! ```
//! use hexcore::{AnyRules, Game, with_rules, variant::builtin};
//!
//! let any = AnyRules::new(&builtin("glinski")?)?;
//! with_rules!(&any, rules => {
//!     let mut game = Game::new(rules);
//!     assert_eq!(game.legal_moves().len(), 51);
//!     game.play_text("f5f6")?;
//!     assert_eq!(rules.perft(game.position(), 2), 2_488);
//! });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
mod board;
mod error;
mod game;
mod layout;
mod movegen;
mod moves;
mod notation;
mod odds;
mod outcome;
mod pass;
mod perft;
mod play;
mod position;
mod rows;
mod rules;
mod symmetry;
pub mod variant;

pub use bits::{B256, BitSet, Cell, CellMap, Cells};
pub use board::{Board, Coord, MAX_CELLS};
pub use error::{FenError, GameTextError, MoveError, Problem, ReadError, VariantError, excerpt};
pub use game::Game;
pub use layout::{Layout, Narrow, Rich, Wide};
pub use movegen::{AttackMaps, naive};
pub use moves::{Color, Kind, Move, MoveList, Special};
pub use notation::{GameText, game_variant};
pub use outcome::{Ending, Outcome};
pub use position::{Open, Position, Rights};
pub use rules::{AnyRules, KindInfo, Rules, fnv};
