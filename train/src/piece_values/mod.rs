//! What men are worth, measured by four methods that can disagree.
//!
//! * [`Matches`]: games in which one side lacks some men and the other side others;
//! * [`Outcomes`]: regression of the outcomes of whole games;
//! * [`Probes`]: what nets think of a man that is taken off the board;
//! * [`Arbitration`]: a match of the measured values against the variant's.
//!
//! [`measure`] is the sequence. A game that is over is in the journal before the next one begins: a measurement that is
//! killed goes on when it is started again, and one with more games to play plays only those.

mod arbiter;
mod army;
mod boards;
mod config;
mod error;
mod fit;
mod folder;
mod homes;
mod matches;
mod odds;
mod outcome;
mod plan;
mod probe;
mod record;
mod report;
mod results;
mod statistics;

pub use arbiter::Arbitration;
pub use army::Imbalance;
pub use config::{ArbiterConfig, MatchesConfig, OutcomeConfig, PieceValuesConfig, ProbeConfig, PublishedTable};
pub use error::PieceValuesError;
pub use fit::Value;
pub use homes::HomeResult;
pub use matches::{Additivity, ImbalanceResult, Matches};
pub use outcome::Outcomes;
pub use probe::{Probe, Probes};
pub use record::ValueGame;
pub use results::{Column, Comparison, Disagreement, Results, Table};

use crate::model::{Model, find_model};
use crate::telemetry::Telemetry;
use crate::tournament::Roster;
use boards::{Desk, Hall, Study};
use folder::MeasurementFolder;
use hexcore::{Kind, Layout, Problem, Rules};
use std::path::Path;
use std::sync::Mutex;

/// Samples of the bootstrap behind the line of progress.
const ROUGH: u32 = 60;
/// How far the variant's values may be off, as a part of them and in pawns: the pilot corrects them by as much as it knows
/// better.
const DOUBT: [f64; 2] = [0.3, 0.5];

/// What a measurement needs beside its config.
pub struct Setup {
    players: Roster,
    nets: Vec<Model>,
}

impl Setup {
    /// Finds players and nets.
    ///
    /// # Errors
    /// Every one that cannot be had, with its key in the config.
    pub fn new<L: Layout>(config: &PieceValuesConfig, rules: &Rules<L>) -> Result<Setup, Vec<Problem>> {
        let listed = config.players.iter().enumerate().map(|(i, text)| (format!("players[{i}]"), text.clone()));
        let players = Roster::of(listed.collect(), rules);
        let mut nets = Vec::new();
        let mut problems = Vec::new();
        for (i, name) in config.probe.nets.iter().enumerate() {
            match find_model(name, rules).and_then(|path| Model::load(&path, rules)) {
                Ok(model) => nets.push(model),
                Err(error) => problems.push(Problem::new(format!("probe.nets[{i}]"), error.to_string())),
            }
        }
        let sums: Vec<Option<&String>> = nets.iter().map(|net| net.card().map(|card| &card.checksum)).collect();
        for (i, sum) in sums.iter().enumerate().filter(|(i, sum)| sum.is_some() && sums[..*i].contains(sum)) {
            let message =
                format!("has the weights of another one ({}), and nets must be independent", sum.map_or("", |s| s));
            problems.push(Problem::new(format!("probe.nets[{i}]"), message));
        }
        match players {
            Ok(players) if problems.is_empty() => Ok(Setup { players, nets }),
            Ok(_) => Err(problems),
            Err(mut wrong) => {
                wrong.extend(problems);
                Err(wrong)
            }
        }
    }
}

/// Measures in a folder, or goes on with what was measured there, and writes down what it came to. `quick` is said in the
/// results; the config has been made so by [`PieceValuesConfig::quick`].
///
/// # Errors
/// A folder that cannot be used or written to, openings that cannot be found, or a player that cannot be seated. What was
/// finished before is in the folder, and the measurement can be gone on with.
pub fn measure<L: Layout>(
    rules: &Rules<L>,
    config: &PieceValuesConfig,
    setup: &Setup,
    quick: bool,
    root: &Path,
    telemetry: &Telemetry,
) -> Result<Results, PieceValuesError> {
    let (folder, journal, logged) = MeasurementFolder::open(root, config, rules.id())?;
    for (line, message) in &logged.damaged {
        telemetry.say(&format!("{}, line {line}: {message}; the game is played again", folder.journal().display()));
    }
    let desk = Mutex::new(Desk { journal, games: logged.games });
    let hall = Hall { rules, config, roster: &setup.players, telemetry, desk };
    for player in 0..setup.players.len() {
        play_matches(&hall, player)?;
        if config.outcome.games > 0 {
            hall.play(player, &[Study::Outcome(config.outcome.games)], "whole games", &|games| outcomes_so_far(games))?;
        }
    }
    let games = hall.desk().games.clone();
    let mut results = Results::new(rules, config, quick);
    for player in 0..setup.players.len() {
        let name = setup.players.name(player);
        results.matches.extend(Matches::new(rules, config, name, &games));
        let outcomes = Outcomes::new(rules, config, name, &games);
        if outcomes.is_none() && config.outcome.games > 0 {
            let from = config.outcome.from_ply;
            results.notes.push(format!("no outcomes by {name}: no game has a quiet position from ply {from} on"));
        }
        results.outcomes.extend(outcomes);
    }
    results.notes.extend(army::absent(rules).map(|kind| format!("{kind}: none at the start, so it is not measured")));
    results.probes = probe_nets(rules, config, setup, &games, telemetry);
    if config.arbiter.pairs > 0 {
        match arbiter::choose(&results.matches) {
            Some(matches) => results.arbiter = arbiter::arbitrate(rules, config, matches, &folder, telemetry)?,
            None => results.notes.extend(arbiter::impossible(&results.matches)),
        }
    }
    results.compare();
    folder.write_all(rules, config, &results, &games)?;
    Ok(results)
}

/// Pilot and main part of the imbalance matches of a player.
fn play_matches<L: Layout>(hall: &Hall<'_, L>, player: usize) -> Result<(), PieceValuesError> {
    let (rules, config) = (hall.rules, hall.config);
    let matches = &config.matches;
    let name = hall.roster.name(player).to_string();
    let estimate = |games: &[ValueGame]| matches_so_far(rules, config, &name, games);
    let given: Vec<Imbalance> =
        matches.imbalances.iter().filter_map(|text| Imbalance::parse(rules, text).ok()).collect();
    let published = |kind: Kind| f64::from(rules.value(kind));
    let all = |list: Vec<Imbalance>, pairs: u32| -> Vec<Study> {
        list.into_iter().filter(|_| pairs > 0).map(|imbalance| Study::Imbalance(imbalance, pairs)).collect()
    };
    if !given.is_empty() {
        return hall.play(player, &all(given, matches.pilot + matches.pairs), "imbalances", &estimate);
    }
    let first = all(plan::plan(rules, &published), matches.pilot);
    hall.play(player, &first, "pilot", &estimate)?;
    // What the pilot found decides what is played next; games that only the main part has have no say in it, so that a
    // measurement that goes on plans the same.
    let studies: Vec<String> = first.iter().map(Study::name).collect();
    let pilot = |game: &&ValueGame| game.pair < matches.pilot && studies.contains(&game.study);
    let games: Vec<ValueGame> = hall.desk().games.iter().filter(pilot).cloned().collect();
    let pairs = matches::pairs(&name, &games);
    // In units that are known even where a pawn's worth is not.
    let found = matches::regress(rules, &pairs, config.bootstrap, config.seed).scaled(rules, &pairs);
    let corrected = |kind: Kind| {
        let (before, name) = (published(kind), &rules.kinds()[kind.index()].name);
        let doubt = DOUBT[0] * before + DOUBT[1];
        let known = found.iter().find(|v| v.kind == *name).and_then(|v| Some((v.value?, v.error()?)));
        known.map_or(before, |(value, error)| {
            let (old, new) = (doubt.powi(-2), error.powi(-2));
            ((old * before + new * value) / (old + new)).max(0.0)
        })
    };
    hall.play(player, &all(plan::plan(rules, &corrected), matches.pairs), "imbalances", &estimate)
}

/// What the matches so far come to, on a line, in the units that are known first: officers worth together what the variant says.
fn matches_so_far<L: Layout>(
    rules: &Rules<L>,
    config: &PieceValuesConfig,
    player: &str,
    games: &[ValueGame],
) -> String {
    let pairs = matches::pairs(player, games);
    let values = matches::regress(rules, &pairs, ROUGH, config.seed).scaled(rules, &pairs);
    let men = army::kinds(rules).len();
    values.iter().take(men).map(|v| format!("{} {v}", v.kind)).collect::<Vec<_>>().join(", ")
}

fn outcomes_so_far(games: &[ValueGame]) -> String {
    let scores: Vec<f64> = games.iter().filter(|g| g.study == record::OUTCOME).map(|g| g.score).collect();
    let (mean, error) = statistics::mean_with_error(&scores);
    format!("White scores {mean:.3} ± {:.3}", crate::arena::Z * error)
}

/// Asks all nets in quiet positions of all players' whole games.
fn probe_nets<L: Layout>(
    rules: &Rules<L>,
    config: &PieceValuesConfig,
    setup: &Setup,
    games: &[ValueGame],
    telemetry: &Telemetry,
) -> Option<Probes> {
    let names = (0..setup.players.len()).map(|player| setup.players.name(player));
    let samples: Vec<outcome::Sample<L>> =
        names.flat_map(|name| outcome::samples(rules, config, name, games)).collect();
    let task = telemetry.task("nets", "nets", setup.nets.len() as u64);
    let mut answers = Vec::new();
    for net in &setup.nets {
        answers.push((net.name(), probe::ask(rules, config, &samples, &mut net.evaluator())));
        task.add(1);
    }
    if !setup.nets.is_empty() {
        task.finish();
    }
    Probes::new(rules, config, &answers)
}

#[cfg(test)]
mod tests;
