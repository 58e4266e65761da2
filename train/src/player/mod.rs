//! Players for people and protocols: described by name, thinking aloud.
//!
//! ```
//! use hexcore::{AnyRules, Game, variant::builtin, with_rules};
//! use hextrain::player::{Engine, EngineConfig, PlayerSpec};
//!
//! let spec: PlayerSpec = "alphabeta:2".parse()?;
//! with_rules!(&AnyRules::new(&builtin("glinski")?)?, rules => {
//!     let mut engine = Engine::new(&spec, rules, &EngineConfig::default())?;
//!     let decision = engine.think(&Game::new(rules), &spec.limits(), &mut |_, _| ());
//!     assert_eq!(decision.map(|d| d.depth), Some(2));
//! });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod engine;
mod score;
mod spec;

pub use engine::{Engine, EngineConfig, EngineError, Tables};
pub use score::{centipawns, mate};
pub use spec::{Budget, PlayerSpec, PlayerSpecError, SIMULATIONS};
