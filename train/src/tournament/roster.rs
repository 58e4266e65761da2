//! The players of a tournament, ready to be seated at any board.

use super::config::{CheckpointsConfig, TournamentConfig};
use super::seat::Seat;
use crate::evaluator::NetEvaluator;
use crate::model::{Model, default_model, find_model};
use crate::player::{External, ExternalConfig, Fault};
use crate::run::RunState;
use hexcore::{Layout, Problem, Rules};
use hexmcts::{AlphaBeta, Greedy, Limits, Random, SearchPlayer};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::config::{Entrant, Kind, PlayerConfig};

/// How long a program may take for an answer where the config says nothing.
const TIMEOUT: f64 = 60.0;
/// Milliseconds that a program may take above its time for a move where the config says nothing.
const MARGIN: u64 = 250;

/// All players. Every board seats its own copies; nets share their weights.
pub struct Roster {
    members: Vec<Member>,
    variant: String,
}

struct Member {
    entrant: Entrant,
    /// What seats get their evaluators from.
    net: Option<Mutex<NetEvaluator>>,
    /// For nets of a run: seconds of training.
    trained: Option<f64>,
}

impl Roster {
    /// Finds everything that the players need.
    ///
    /// # Errors
    /// Every model that is not there, is damaged or is for another variant, every checkpoint that cannot be used.
    pub fn new<L: Layout>(config: &TournamentConfig, rules: &Rules<L>) -> Result<Roster, Vec<Problem>> {
        let (mut members, mut problems) = Self::members(config.listed(), rules);
        if let Some(run) = &config.checkpoints {
            match checkpoints(run, rules) {
                Ok(nets) => members.extend(nets),
                Err(wrong) => problems.extend(wrong),
            }
        }
        if let Some(anchor) = &config.rating.anchor
            && problems.is_empty()
            && !members.iter().any(|member| member.entrant.name == *anchor)
        {
            problems.push(Problem::new("rating.anchor", format!("no player `{anchor}`")));
        }
        if members.len() < 2 && problems.is_empty() {
            problems.push(Problem::new("players", format!("{} players, expected 2 or more", members.len())));
        }
        let variant = config.variant.clone();
        if problems.is_empty() { Ok(Roster { members, variant }) } else { Err(problems) }
    }

    /// Players by their descriptions in short, each with its key in a config.
    ///
    /// # Errors
    /// Every player that cannot be had.
    pub(crate) fn of<L: Layout>(listed: Vec<(String, String)>, rules: &Rules<L>) -> Result<Roster, Vec<Problem>> {
        let player = |text| PlayerConfig { player: Some(text), ..PlayerConfig::default() };
        let listed = listed.into_iter().map(|(key, text)| (key, player(text))).collect();
        let (members, problems) = Self::members(listed, rules);
        let variant = rules.variant().name.clone();
        if problems.is_empty() { Ok(Roster { members, variant }) } else { Err(problems) }
    }

    fn members<L: Layout>(listed: Vec<(String, PlayerConfig)>, rules: &Rules<L>) -> (Vec<Member>, Vec<Problem>) {
        let mut problems = Vec::new();
        let mut members = Vec::new();
        for (key, player) in listed {
            match player.entrant(&key).and_then(|entrant| Member::new(entrant, rules, None)) {
                Ok(member) => members.push(member),
                Err(wrong) => problems.extend(wrong),
            }
        }
        (members, problems)
    }

    /// How many players there are.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// A player's name.
    pub fn name(&self, player: usize) -> &str {
        &self.members[player].entrant.name
    }

    /// Seconds of training of a player that is a net of a run.
    pub fn trained(&self, player: usize) -> Option<f64> {
        self.members[player].trained
    }

    /// The player of a name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.members.iter().position(|member| member.entrant.name == name)
    }

    /// A copy of a player for one board.
    ///
    /// # Errors
    /// A program that does not start.
    pub fn seat<L: Layout>(&self, player: usize) -> Result<Seat<L>, Fault> {
        self.members[player].seat(&self.variant)
    }
}

/// A player who only judges positions, e.g. of openings.
pub(crate) fn judge<L: Layout>(text: &str, rules: &Rules<L>) -> Result<Seat<L>, Vec<Problem>> {
    const KEY: &str = "openings.judge";
    let config = PlayerConfig { player: Some(text.into()), ..PlayerConfig::default() };
    let mut entrant = config.entrant("players").map_err(|problems| at(KEY, problems))?;
    if let Kind::AlphaBeta { config, .. } = &mut entrant.kind {
        config.noise = 0;
    }
    let member = Member::new(entrant, rules, None).map_err(|problems| at(KEY, problems))?;
    member.seat("").map_err(|fault| vec![Problem::new(KEY, fault.to_string())])
}

fn at(key: &str, problems: Vec<Problem>) -> Vec<Problem> {
    problems.into_iter().map(|problem| Problem::new(key, problem.message)).collect()
}

impl Member {
    fn new<L: Layout>(entrant: Entrant, rules: &Rules<L>, trained: Option<f64>) -> Result<Member, Vec<Problem>> {
        if let Kind::AlphaBeta { config, .. } = &entrant.kind {
            let known = |name: &str| rules.kinds().iter().any(|kind| kind.exists && kind.name == name);
            let strange = config.piece_values.keys().filter(|name| !known(name));
            let problem = |name: &String| {
                let key = format!("{}.alphabeta.piece-values.{name}", entrant.key);
                Problem::new(key, format!("{} has no {name}", rules.variant().title))
            };
            let problems: Vec<Problem> = strange.map(problem).collect();
            if !problems.is_empty() {
                return Err(problems);
            }
        }
        let wanted = match &entrant.kind {
            Kind::Tree { model: Some(name), .. } | Kind::AlphaBeta { values: Some(name), .. } => {
                Some(find_model(name, rules).map_err(|error| error.to_string()))
            }
            Kind::Tree { model: None, .. } => Some(default_model(rules).ok_or_else(|| {
                format!(
                    "no model for {} in `models`: train one, name one, or leave this player out",
                    rules.variant().name
                )
            })),
            _ => None,
        };
        let load = |path: PathBuf| Model::load(&path, rules).map_err(|error| error.to_string());
        let net = wanted.map(|path| path.and_then(load)).transpose();
        let net = net.map_err(|message| vec![Problem::new(entrant.key.clone(), message)])?;
        Ok(Member { net: net.map(|model| Mutex::new(model.evaluator())), entrant, trained })
    }

    fn seat<L: Layout>(&self, variant: &str) -> Result<Seat<L>, Fault> {
        let Entrant { kind, limits, config, .. } = &self.entrant;
        let net = || self.net.as_ref().map(|net| net.lock().unwrap_or_else(PoisonError::into_inner).fork());
        let broken = |error: hexmcts::ConfigError| Fault::Start(error.to_string());
        let limits = limits.clone();
        Ok(match kind {
            Kind::Random => Seat::silent(Box::new(Random::new(0)), Limits::infinite()),
            Kind::Greedy => Seat::ours(Box::new(Greedy::new(0)), Limits::infinite()),
            Kind::AlphaBeta { config, .. } => {
                let player = AlphaBeta::new(config.clone(), 0).map_err(broken)?;
                match net() {
                    Some(net) => Seat::ours(Box::new(player.with_evaluator(Box::new(net))), limits),
                    None => Seat::ours(Box::new(player), limits),
                }
            }
            Kind::Tree { config, .. } => {
                let Some(net) = net() else { return Err(Fault::Start("no net".into())) };
                let player = SearchPlayer::new(config.clone(), Box::new(net), 0).map_err(broken)?;
                Seat::ours(Box::new(player), limits)
            }
            Kind::Program { command } => {
                let timeout = Duration::from_secs_f64(config.timeout.unwrap_or(TIMEOUT));
                let external = ExternalConfig {
                    command: command.clone(),
                    options: config.options.clone(),
                    folder: config.folder.clone(),
                    // A program is not ended while it may still think.
                    timeout: timeout.max(limits.time.map_or(timeout, |t| t + timeout / 4)),
                    margin: Duration::from_millis(config.margin.unwrap_or(MARGIN)),
                    variant: variant.into(),
                };
                Seat::program(External::start(&external)?, limits)
            }
        })
    }
}

/// Nets of a run, spread evenly over its time.
fn checkpoints<L: Layout>(config: &CheckpointsConfig, rules: &Rules<L>) -> Result<Vec<Member>, Vec<Problem>> {
    let wrong = |message: String| vec![Problem::new("checkpoints.run", message)];
    let nets = crate::run::published(&config.run).map_err(|error| wrong(error.to_string()))?;
    if nets.is_empty() {
        return Err(wrong(format!("{}: no checkpoints there", config.run.display())));
    }
    let mut members = Vec::new();
    for index in spread(nets.len(), config.most) {
        let path = &nets[index];
        let name = path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
        let state = RunState::read(&path.join("state.json")).map_err(|error| wrong(error.to_string()))?;
        let player = PlayerConfig {
            name: Some(name),
            player: Some(format!("model:{}", path.display())),
            simulations: Some(config.simulations),
            ..PlayerConfig::default()
        };
        let entrant = player.entrant("checkpoints").map_err(|problems| at("checkpoints.run", problems))?;
        let member = Member::new(entrant, rules, Some(state.active_seconds));
        members.push(member.map_err(|problems| at("checkpoints.run", problems))?);
    }
    Ok(members)
}

/// At most `most` of `n` indices, the first and the last among them.
fn spread(n: usize, most: usize) -> Vec<usize> {
    let count = most.min(n);
    if count < 2 {
        return (n - count..n).collect();
    }
    (0..count).map(|i| i * (n - 1) / (count - 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checkpoints_are_spread_evenly() {
        assert_eq!(spread(10, 4), [0, 3, 6, 9]);
        assert_eq!(spread(3, 8), [0, 1, 2]);
        assert_eq!(spread(5, 1), [4]);
        assert_eq!(spread(1, 2), [0]);
    }
}
