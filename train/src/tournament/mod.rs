//! Tournaments between any players: who plays whom, how games begin and end, what they say, and what stays on the disk.
//!
//! [`hold`] is the sequence. Boards play pairs of games, each on a thread of its own; a game that is over is in the log
//! before the next one begins, so that a process that is killed loses none. What decides a game - opening, randomness of
//! the players - comes from the seed, the names of the players and the number of the pair, so that the same games are played
//! whatever the threads, and after a resume.

mod adjudication;
mod boards;
mod config;
mod csv;
mod error;
mod folder;
mod game;
pub mod games;
mod html;
mod openings;
mod record;
mod results;
mod roster;
mod schedule;
mod seat;
mod sprt;
mod standing;
mod text;

pub use adjudication::{Adjudicator, Decided};
pub use config::{
    AdjudicationConfig, CheckpointsConfig, DrawRule, Format, OpeningConfig, PlayerConfig, RatingConfig, ScoreRule,
    SprtConfig, TournamentConfig,
};
pub use error::TournamentError;
pub use folder::{LOG, TournamentFolder};
pub(crate) use game::play;
pub use openings::{Book, Opening};
pub use record::{GameKey, GameRecord, Use, result};
pub use results::{Results, TestResult};
pub use roster::Roster;
pub(crate) use roster::judge;
pub use schedule::{Pairing, pairings};
pub use seat::{Seat, Thought};
pub use sprt::TestRun;
pub use standing::{Crossing, Score, Standing};

use crate::endgames::open_tables;
use crate::telemetry::Telemetry;
use hexcore::{Layout, Problem, Rules};
use hexmcts::Oracle;
use std::path::Path;
use std::sync::Arc;

/// Everything of a tournament that its config asks for: its players and openings.
pub struct Setup<L: Layout> {
    /// The players.
    pub roster: Roster,
    /// The openings.
    pub book: Book<L>,
    /// Exact knowledge that ends games.
    pub oracle: Option<Arc<dyn Oracle<L>>>,
}

impl<L: Layout> Setup<L> {
    /// Finds players and openings.
    ///
    /// # Errors
    /// Every one that cannot be had, with its key in the config.
    pub fn new(config: &TournamentConfig, rules: &Rules<L>) -> Result<Setup<L>, Vec<Problem>> {
        let mut problems = Vec::new();
        let roster = Roster::new(config, rules).map_err(|wrong| problems.extend(wrong)).ok();
        let book = Book::new(config, rules).map_err(|wrong| problems.extend(wrong)).ok();
        let oracle = config.adjudication.tables.then(|| tables(rules)).transpose();
        let oracle = oracle.map_err(|message| problems.push(Problem::new("adjudication.tables", message)));
        match (roster, book, oracle) {
            (Some(roster), Some(book), Ok(oracle)) => Ok(Setup { roster, book, oracle }),
            _ => Err(problems),
        }
    }

    /// The same with exact knowledge of some positions.
    #[must_use]
    pub fn with_oracle(self, oracle: Arc<dyn Oracle<L>>) -> Setup<L> {
        Setup { oracle: Some(oracle), ..self }
    }
}

fn tables<L: Layout>(rules: &Rules<L>) -> Result<Arc<dyn Oracle<L>>, String> {
    match open_tables(rules, None) {
        Ok(Some(tables)) => Ok(tables),
        Ok(None) => {
            let name = &rules.variant().name;
            Err(format!(
                "there are no tables of these rules; `hexforge tablebase build --variant {name} --men 3` makes some"
            ))
        }
        Err(error) => Err(error.to_string()),
    }
}

/// Holds a tournament in a folder, or goes on with it, and writes down what it came to.
///
/// # Errors
/// A folder that cannot be used or written to, or openings that cannot be found. What was finished before is in the folder,
/// and the tournament can be gone on with. Programs that fail are no errors: see [`Results::failures`].
pub fn hold<L: Layout>(
    rules: &Rules<L>,
    config: &TournamentConfig,
    setup: &Setup<L>,
    root: &Path,
    telemetry: &Telemetry,
) -> Result<Results, TournamentError> {
    let (folder, log, logged) = TournamentFolder::open(root, config, rules.id())?;
    for (line, message) in &logged.damaged {
        telemetry.say(&format!("{}, line {line}: {message}; the game is played again", root.join(LOG).display()));
    }
    let played = boards::play_all(rules, config, setup, log, logged.games, telemetry)?;
    let results = Results::new(rules.variant(), config, &setup.roster, &played.games, played.failures);
    folder.write("index.csv", &csv::index(&played.games))?;
    folder.write("standings.csv", &csv::standings(&results))?;
    folder.write("crosstable.csv", &csv::crosstable(&results))?;
    folder.write("results.json", &results.json())?;
    folder.write("report.html", &html::page(&results, config))?;
    folder.write(games::GAMES, &games::text(rules, &played.games, &root.join(LOG))?)?;
    Ok(results)
}

#[cfg(test)]
mod tests;
