//! A player that thinks aloud: it tells what it has found so far, and everything in the end.

use super::thinker::Thinker;
use super::{Budget, PlayerSpec};
use crate::config::Opponent;
use crate::endgames::open_tables;
use crate::model::{Model, ModelError, default_model, find_model, searched_folders};
use hexcore::{Game, Layout, Position, Rules};
use hexmcts::tablebase::TableError;
use hexmcts::{
    AlphaBeta, ConfigError, Decision, Evaluator, Greedy, Limits, Material, Player, Random, Search, SearchConfig,
    Variation, Wdl,
};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How an engine is set up.
#[derive(Clone, Debug)]
pub struct EngineConfig {
    /// Seed of all it draws at random.
    pub seed: u64,
    /// Best moves that it shows with their lines.
    pub lines: usize,
    /// Most memory of a search tree in MiB.
    pub memory: u32,
    /// Threads of a tree search; its moves repeat with one only.
    pub threads: usize,
    /// Exact endgames.
    pub tables: Tables,
}

/// Where a tree search takes exact endgames from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Tables {
    /// Tables of these rules, if they are where tables usually are.
    #[default]
    Found,
    /// A folder, which must hold tables of these rules.
    Folder(PathBuf),
    /// Nowhere.
    None,
}

impl std::str::FromStr for Tables {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Tables, Self::Err> {
        Ok(if text == "none" { Tables::None } else { Tables::Folder(text.into()) })
    }
}

impl Default for EngineConfig {
    fn default() -> EngineConfig {
        EngineConfig { seed: 1, lines: 1, memory: 1024, threads: 1, tables: Tables::Found }
    }
}

/// A player that cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// No model is named and none ships.
    #[error("no model for {variant} in {searched}; train one, name one, or set HEXFORGE_MODELS to a folder of models")]
    NoModel {
        /// The variant.
        variant: String,
        /// Where one was looked for.
        searched: String,
    },
    /// The model cannot be used.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A setting makes no sense.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The endgame tables cannot be used.
    #[error(transparent)]
    Tables(#[from] TableError),
}

/// A player of one variant.
pub struct Engine<L: Layout> {
    name: String,
    mind: Mind<L>,
    seed: u64,
    /// Judges single positions.
    judge: Box<dyn Evaluator<L>>,
}

enum Mind<L: Layout> {
    Tree(Box<Thinker<L>>),
    Deepening(AlphaBeta<L>, u32),
    Instant(Box<dyn Player<L>>),
}

impl<L: Layout> Engine<L> {
    /// The player of a description.
    ///
    /// # Errors
    /// A model that is not there, is damaged or is for another variant.
    pub fn new(spec: &PlayerSpec, rules: &Rules<L>, config: &EngineConfig) -> Result<Engine<L>, EngineError> {
        let seed = config.seed;
        let mut judge: Box<dyn Evaluator<L>> = Box::new(Material::default());
        let mut name = spec.to_string();
        let mind = match spec {
            PlayerSpec::Baseline(Opponent::Random) => Mind::Instant(Box::new(Random::new(seed))),
            PlayerSpec::Baseline(Opponent::Greedy) => Mind::Instant(Box::new(Greedy::new(seed))),
            PlayerSpec::Baseline(Opponent::AlphaBeta(depth)) => {
                Mind::Deepening(AlphaBeta::at_depth(*depth, seed)?.with_lines(config.lines), *depth)
            }
            PlayerSpec::Model { model, budget } => {
                let path = match model {
                    Some(name) => find_model(name, rules)?,
                    None => default_model(rules).ok_or_else(|| EngineError::NoModel {
                        variant: rules.variant().name.clone(),
                        searched: searched_folders(),
                    })?,
                };
                let model = Model::load(&path, rules)?;
                judge = Box::new(model.evaluator());
                name = format!("{}@{budget}", model.name());
                let settings = SearchConfig { memory: config.memory, ..SearchConfig::default() };
                let mut search = Search::new(settings)?;
                let tables = match &config.tables {
                    Tables::Found => open_tables(rules, None)?,
                    Tables::Folder(folder) => open_tables(rules, Some(folder))?,
                    Tables::None => None,
                };
                if let Some(tables) = tables {
                    search = search.with_oracle(tables);
                }
                let evaluator = |_| Box::new(model.evaluator()) as Box<dyn Evaluator<L>>;
                let evaluators = (0..config.threads.max(1)).map(evaluator).collect();
                Mind::Tree(Box::new(Thinker::new(search, evaluators, config)))
            }
        };
        Ok(Engine { name, mind, seed, judge })
    }

    /// Its name for people.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it makes of a position without thinking: a net's value, or material.
    pub fn value(&mut self, rules: &Rules<L>, position: &Position<L>) -> Wdl {
        self.judge.value(rules, position)
    }

    /// Whether its judgement of single positions is learnt.
    pub fn has_net(&self) -> bool {
        matches!(self.mind, Mind::Tree(_))
    }

    /// Begins afresh: the same games get the same moves again.
    pub fn forget(&mut self) {
        match &mut self.mind {
            Mind::Tree(thinker) => thinker.forget(),
            Mind::Deepening(player, _) => player.reseed(self.seed),
            Mind::Instant(player) => player.reseed(self.seed),
        }
    }

    /// Thinks about the game's present position, and tells `report` now and then what it has found and in what time.
    /// None if the game is over. Whatever stops it, it has a legal move then.
    pub fn think(
        &mut self,
        game: &Game<'_, L>,
        limits: &Limits,
        report: &mut dyn FnMut(&Decision, Duration),
    ) -> Option<Decision> {
        if game.outcome().is_some() {
            return None;
        }
        match &mut self.mind {
            Mind::Instant(player) => player.choose(game, limits),
            Mind::Deepening(player, depth) => deepen(player, *depth, game, limits, report),
            Mind::Tree(thinker) => Some(thinker.think(game, limits, report)),
        }
    }
}

/// Depth after depth, each told when it is finished.
fn deepen<L: Layout>(
    player: &mut AlphaBeta<L>,
    usual: u32,
    game: &Game<'_, L>,
    limits: &Limits,
    report: &mut dyn FnMut(&Decision, Duration),
) -> Option<Decision> {
    let began = Instant::now();
    let unlimited = limits.nodes.is_none() && limits.time.is_none();
    let deepest = match limits.depth {
        Some(depth) => depth,
        None if unlimited && limits.simulations.is_some() => usual,
        None if unlimited && limits.stop.is_none() => usual,
        None => u32::from(u8::MAX),
    };
    let mut best: Option<Decision> = None;
    let mut nodes = 0;
    for depth in 1..=deepest {
        let left = Limits {
            depth: Some(depth),
            simulations: None,
            nodes: limits.nodes.map(|n| n.saturating_sub(nodes).max(1)),
            time: limits.time.map(|t| t.saturating_sub(began.elapsed())),
            stop: limits.stop.clone(),
            moves: limits.moves.clone(),
        };
        let Some(decision) = player.choose(game, &left) else { break };
        nodes += decision.nodes;
        let whole = decision.depth >= depth;
        let decision = Decision { nodes, ..decision };
        let proven = decision.proof.is_some_and(|proof| u32::from(proof.plies) <= depth);
        if whole || best.is_none() {
            report(&decision, began.elapsed());
            best = Some(decision);
        }
        if !whole || proven || limits.stopped() {
            break;
        }
    }
    let first = || {
        let mv = game.legal_moves().iter().copied().find(|&m| limits.allows(m))?;
        let line = Variation { mv, value: Wdl::DRAW, centipawns: None, proof: None, visits: 0, pv: vec![mv] };
        Decision::from_lines(vec![line], nodes, 0)
    };
    best.or_else(first)
}

impl Budget {
    /// The limits of one move.
    pub fn limits(self) -> Limits {
        match self {
            Budget::Simulations(n) => Limits::simulations(n),
            Budget::Time(time) => Limits::time(time),
        }
    }
}

impl PlayerSpec {
    /// The limits of one move.
    pub fn limits(&self) -> Limits {
        match self {
            PlayerSpec::Baseline(Opponent::AlphaBeta(depth)) => Limits::depth(*depth),
            PlayerSpec::Baseline(_) => Limits::infinite(),
            PlayerSpec::Model { budget, .. } => budget.limits(),
        }
    }
}
