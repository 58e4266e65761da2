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
mod external;
mod score;
mod spec;
mod thinker;

pub use engine::{Engine, EngineConfig, EngineError, Tables};
pub use external::{Answer, External, ExternalConfig, Fault};
pub use score::{centipawns, centipawns_to_score, mate};
pub use spec::{Budget, PlayerSpec, PlayerSpecError, SIMULATIONS};
