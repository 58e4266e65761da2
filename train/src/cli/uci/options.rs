//! The protocol's options.

use super::say;
use crate::cli::common::Common;
use anyhow::Result;
use hexcore::{excerpt, variant::builtin_names};
use hextrain::player::{Budget, PlayerSpec, Tables};

/// Options as they are set.
#[derive(Clone, Debug)]
pub(super) struct Options {
    /// The variant's name or file.
    pub variant: String,
    /// The model; none for the one that ships.
    pub model: Option<String>,
    /// Plays instead of a model, if it is set.
    pub player: Option<PlayerSpec>,
    /// Lines shown.
    pub multi_pv: usize,
    /// Memory of the tree in MiB.
    pub hash: u32,
    /// Simulations where `go` gives no limit.
    pub simulations: u32,
    /// Whether info lines tell win, draw and loss.
    pub show_wdl: bool,
    /// Seed of the search.
    pub seed: u64,
    /// Threads of a net's search.
    pub threads: u32,
    /// Endgame tables of a net's search.
    pub tables: Tables,
}

/// What a changed option asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Nothing more.
    Done,
    /// Another player, or one set up anew.
    Player,
    /// Other rules.
    Variant,
    /// The tree is to be forgotten.
    Clear,
}

/// As many as the machine runs at once.
fn most_threads() -> u32 {
    std::thread::available_parallelism().map_or(1, |n| n.get() as u32)
}

/// What stands for a string that is not set.
const EMPTY: &str = "<empty>";
/// The endgame tables of the rules that are played, where tables usually are, if there are any.
const FOUND: &str = "found";

impl Options {
    pub(super) fn new(variant: &str, model: Option<String>, simulations: u32, common: &Common) -> Options {
        Options {
            variant: variant.to_string(),
            model,
            player: None,
            multi_pv: 1,
            hash: 1024,
            simulations,
            show_wdl: false,
            seed: common.seed(),
            threads: common.search_threads() as u32,
            tables: Tables::Found,
        }
    }

    /// Lists the options, as `uci` asks.
    pub(super) fn list(&self) -> Result<()> {
        let variants: String = builtin_names().iter().map(|name| format!(" var {name}")).collect();
        let text = |value: &Option<String>| value.clone().unwrap_or(EMPTY.to_string());
        say(format!("option name Variant type combo default {}{variants}", self.variant))?;
        say(format!("option name Model type string default {}", text(&self.model)))?;
        say(format!("option name Player type string default {EMPTY}"))?;
        say("option name MultiPV type spin default 1 min 1 max 500")?;
        say(format!("option name Threads type spin default {} min 1 max {}", self.threads, most_threads()))?;
        say("option name Hash type spin default 1024 min 1 max 1048576")?;
        say(format!("option name Tables type string default {FOUND}"))?;
        say(format!("option name Simulations type spin default {} min 1 max 1000000000", self.simulations))?;
        say("option name Ponder type check default false")?;
        say("option name UCI_ShowWDL type check default false")?;
        say("option name Clear Hash type button")
    }

    /// Sets an option.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Change, String> {
        let number = |least: u32, most: u32| {
            let n = value.parse().ok().filter(|n| (least..=most).contains(n));
            n.ok_or(format!("option {name}: `{}`, expected {least} to {most}", excerpt(value)))
        };
        let check = || match value {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(format!("option {name}: `{}`, expected true or false", excerpt(value))),
        };
        let text = || Some(value.to_string()).filter(|v| !v.is_empty() && v != EMPTY);
        match name.to_lowercase().as_str() {
            "variant" | "uci_variant" => {
                self.variant = text().ok_or(format!("option {name}: expected a variant"))?;
                return Ok(Change::Variant);
            }
            "model" => {
                self.model = text();
                return Ok(Change::Player);
            }
            "player" => {
                self.player = text()
                    .map(|text| text.parse())
                    .transpose()
                    .map_err(|e: hextrain::player::PlayerSpecError| e.to_string())?;
                return Ok(Change::Player);
            }
            "hash" => {
                self.hash = number(1, 1 << 20)?;
                return Ok(Change::Player);
            }
            "clear hash" => return Ok(Change::Clear),
            "multipv" => {
                self.multi_pv = number(1, 500)? as usize;
                return Ok(Change::Player);
            }
            "threads" => {
                self.threads = number(1, most_threads())?;
                return Ok(Change::Player);
            }
            "tables" => {
                self.tables = match text() {
                    Some(text) if text != FOUND => {
                        let Ok(tables) = text.parse();
                        tables
                    }
                    _ => Tables::Found,
                };
                return Ok(Change::Player);
            }
            "simulations" => self.simulations = number(1, 1_000_000_000)?,
            "ponder" => return check().map(|_| Change::Done),
            "uci_showwdl" => self.show_wdl = check()?,
            _ => return Err(format!("there is no option `{}`", excerpt(name))),
        }
        Ok(Change::Done)
    }

    /// Who plays.
    pub(super) fn spec(&self) -> PlayerSpec {
        let model = || PlayerSpec::Model { model: self.model.clone(), budget: Budget::Simulations(self.simulations) };
        self.player.clone().unwrap_or_else(model)
    }
}
