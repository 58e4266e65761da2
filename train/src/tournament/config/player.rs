//! A player of a tournament, described.

use crate::config::Opponent;
use crate::player::{Budget, PlayerSpec};
use hexcore::Problem;
use hexmcts::{AlphaBetaConfig, Limits, SearchConfig};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// A player: one of ours (`player`) or a program (`command`), and how long it thinks about a move. Several limits together
/// hold all at once.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlayerConfig {
    /// Its name in tables; made of the rest if it is not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `random`, `greedy`, `alphabeta`, `alphabeta:DEPTH`, `model`, `model:NAME` or `model:NAME@SIMULATIONS`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// A program that talks the protocol of `hexforge uci`, and its arguments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<Vec<String>>,
    /// A program's options, sent before the first game.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// The folder that a program runs in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folder: Option<PathBuf>,
    /// Seconds after which a program that does not answer is ended and has lost the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<f64>,
    /// Milliseconds that a program may take above `movetime` before it has lost on time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<u64>,
    /// Simulations a move of a model's tree search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simulations: Option<u32>,
    /// Nodes a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Plies that alpha-beta or a program looks ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Milliseconds a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// Alpha-beta: a model whose values take the place of material.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<String>,
    /// Settings of alpha-beta.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alphabeta: Option<AlphaBetaConfig>,
    /// Settings of a model's tree search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchConfig>,
}

/// What kind of player a description means.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::tournament) enum Kind {
    Random,
    Greedy,
    AlphaBeta { config: AlphaBetaConfig, values: Option<String> },
    Tree { model: Option<String>, config: SearchConfig },
    Program { command: Vec<String> },
}

/// A description understood.
#[derive(Clone, Debug)]
pub(in crate::tournament) struct Entrant {
    pub(in crate::tournament) name: String,
    /// Its key in the config.
    pub(in crate::tournament) key: String,
    pub(in crate::tournament) kind: Kind,
    pub(in crate::tournament) limits: Limits,
    pub(in crate::tournament) config: PlayerConfig,
}

impl PlayerConfig {
    /// What the description means, or all that is wrong with it.
    pub(in crate::tournament) fn entrant(&self, key: &str) -> Result<Entrant, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut wrong = |name: &str, message: String| {
            let key = if key.starts_with("players") || name.is_empty() { key.into() } else { format!("{key}.{name}") };
            problems.push(Problem::new(key, message));
        };
        let mut limits = Limits {
            simulations: self.simulations,
            nodes: self.nodes,
            depth: self.depth,
            time: self.movetime.map(Duration::from_millis),
            ..Limits::default()
        };
        let kind = match (&self.player, &self.command) {
            (Some(text), None) => self.ours(text, &mut limits).map_err(|message| wrong("player", message)).ok(),
            (None, Some(command)) if !command.is_empty() => Some(Kind::Program { command: command.clone() }),
            (None, Some(_)) => {
                wrong("command", "is an empty list, expected a program and its arguments".into());
                None
            }
            _ => {
                wrong("", "expected either `player` or `command`".into());
                None
            }
        };
        let Some(kind) = kind else { return Err(problems) };
        let allowed: &[&str] = match &kind {
            Kind::Random | Kind::Greedy => &[],
            Kind::AlphaBeta { .. } => &["nodes", "depth", "movetime", "values", "alphabeta"],
            Kind::Tree { .. } => &["simulations", "nodes", "movetime", "search"],
            Kind::Program { .. } => &["nodes", "depth", "movetime", "options", "folder", "timeout", "margin"],
        };
        for (name, given) in self.given() {
            if given && !allowed.contains(&name) {
                wrong(name, format!("has no meaning for this player: expected {}", one_of(allowed)));
            }
        }
        for (name, zero) in [
            ("simulations", limits.simulations == Some(0)),
            ("nodes", limits.nodes == Some(0)),
            ("depth", limits.depth.is_some_and(|d| !(1..=100).contains(&d))),
            ("movetime", limits.time == Some(Duration::ZERO)),
        ] {
            if zero {
                wrong(name, "is out of range: expected 1 or more (depth: 1 to 100)".into());
            }
        }
        if self.timeout.is_some_and(|s| !(s > 0.0 && s <= 86_400.0)) {
            wrong("timeout", "expected above 0, at most 86400 seconds".into());
        }
        let unlimited = (limits.simulations, limits.nodes, limits.depth, limits.time) == (None, None, None, None);
        if unlimited && !matches!(kind, Kind::Random | Kind::Greedy) {
            let budgets: Vec<&str> = allowed.iter().copied().filter(|name| BUDGETS.contains(name)).collect();
            wrong("", format!("thinks without end: expected {}", one_of(&budgets)));
        }
        if let Kind::AlphaBeta { config, .. } = &kind
            && let Err(error) = config.validate()
        {
            wrong(&format!("alphabeta.{}", error.key), format!("is {}, expected {}", error.value, error.expected));
        }
        if let Kind::Tree { config, .. } = &kind
            && let Err(error) = config.validate()
        {
            wrong(&format!("search.{}", error.key), format!("is {}, expected {}", error.value, error.expected));
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let name = self.name.clone().unwrap_or_else(|| self.made_name(&kind, &limits));
        Ok(Entrant { name, key: key.into(), kind, limits, config: self.clone() })
    }

    fn ours(&self, text: &str, limits: &mut Limits) -> Result<Kind, String> {
        let alphabeta =
            || Kind::AlphaBeta { config: self.alphabeta.clone().unwrap_or_default(), values: self.values.clone() };
        if text == "alphabeta" {
            return Ok(alphabeta());
        }
        let spec: PlayerSpec = text.parse().map_err(|error: crate::player::PlayerSpecError| error.to_string())?;
        Ok(match spec {
            PlayerSpec::Baseline(Opponent::Random) => Kind::Random,
            PlayerSpec::Baseline(Opponent::Greedy) => Kind::Greedy,
            PlayerSpec::Baseline(Opponent::AlphaBeta(depth)) => {
                if limits.depth.is_some_and(|other| other != depth) {
                    return Err(format!("`{text}` and depth = {} contradict each other", limits.depth.unwrap_or(0)));
                }
                limits.depth = Some(depth);
                alphabeta()
            }
            PlayerSpec::Model { model, budget } => {
                let other = limits.simulations.is_some() || limits.nodes.is_some() || limits.time.is_some();
                if !other {
                    *limits = budget.limits();
                } else if text.contains('@') {
                    return Err(format!("`{text}` has a budget already: expected no other"));
                }
                Kind::Tree { model, config: self.search.clone().unwrap_or_default() }
            }
        })
    }

    /// The keys that only some players have.
    fn given(&self) -> [(&'static str, bool); 11] {
        [
            ("simulations", self.simulations.is_some()),
            ("nodes", self.nodes.is_some()),
            ("depth", self.depth.is_some()),
            ("movetime", self.movetime.is_some()),
            ("values", self.values.is_some()),
            ("alphabeta", self.alphabeta.is_some()),
            ("search", self.search.is_some()),
            ("options", !self.options.is_empty()),
            ("folder", self.folder.is_some()),
            ("timeout", self.timeout.is_some()),
            ("margin", self.margin.is_some()),
        ]
    }

    fn made_name(&self, kind: &Kind, limits: &Limits) -> String {
        let budget = [
            limits.simulations.map(|n| Budget::Simulations(n).to_string()),
            limits.nodes.map(|n| format!("{n}n")),
            limits.time.map(|t| format!("{}ms", t.as_millis())),
        ];
        let budget: String = budget.into_iter().flatten().map(|text| format!("@{text}")).collect();
        let last = |path: &str| path.rsplit(['/', '\\']).find(|part| !part.is_empty()).unwrap_or(path).to_string();
        let base = match kind {
            Kind::Random => "random".into(),
            Kind::Greedy => "greedy".into(),
            Kind::AlphaBeta { values, .. } => {
                let depth = limits.depth.map_or(String::new(), |depth| format!(":{depth}"));
                let values = values.as_deref().map_or(String::new(), |model| format!("+{}", last(model)));
                format!("alphabeta{depth}{values}")
            }
            Kind::Tree { model, .. } => model.as_deref().map_or("model".into(), last),
            Kind::Program { command } => {
                let depth = limits.depth.map_or(String::new(), |depth| format!(":{depth}"));
                last(&command[0]) + &depth
            }
        };
        base + &budget
    }
}

const BUDGETS: [&str; 4] = ["simulations", "nodes", "depth", "movetime"];

fn one_of(names: &[&str]) -> String {
    if names.is_empty() { "none of such keys".into() } else { names.join(", ") }
}
