//! A measurement's folder.
//!
//! ```text
//! DIR/config.toml       the resolved config, every key
//!     rules             id of the rules that are played
//!     lock              held by the process that measures here
//!     games.log         finished games, one line each
//!     games.pgn         the same to read and replay
//!     values.csv        one line a kind and method
//!     imbalances.csv    one line an imbalance and player
//!     results.json      everything
//!     values.svg        the values with their intervals
//!     report.html       a page that needs nothing beside it
//!     arbiter-*/        the match of measured against published values, a tournament's folder
//! ```

use super::config::PieceValuesConfig;
use super::error::PieceValuesError;
use super::record::{OUTCOME, ValueGame};
use super::report;
use super::results::Results;
use crate::journal::{Entry, Journal, Logged};
use crate::net::write_atomically;
use crate::run::{RunError, differences, lock_folder, same_rules};
use crate::tournament::TournamentConfig;
use hexcore::{Game, GameText, Layout, Rules};
use rayon::prelude::*;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

const CONFIG: &str = "config.toml";
const JOURNAL: &str = "games.log";

/// What may change when a measurement goes on: who plays, how much is played and asked, on how many threads, what it is compared
/// with. A game says whose it is, and what of it is no longer asked for is left alone.
const FREE: [&str; 10] = [
    "threads",
    "players",
    "bootstrap",
    "published",
    "matches.pairs",
    "outcome.games",
    "outcome.positions",
    "outcome.from_ply",
    "probe",
    "arbiter",
];

/// A folder that this process measures in.
#[derive(Debug)]
pub(super) struct MeasurementFolder {
    root: PathBuf,
    /// Held, not read.
    _lock: File,
}

impl MeasurementFolder {
    /// Begins a measurement, or goes on with the one in the folder.
    pub(super) fn open(
        root: &Path,
        config: &PieceValuesConfig,
        rules_id: u64,
    ) -> Result<(Self, Journal<ValueGame>, Logged<ValueGame>), PieceValuesError> {
        fs::create_dir_all(root).map_err(PieceValuesError::io(root))?;
        let file = root.join(CONFIG);
        if file.exists() {
            let earlier = PieceValuesConfig::load(&file, &[])?;
            let differences = differences(&earlier, config, &FREE);
            if !differences.is_empty() {
                return Err(RunError::Changed { path: root.into(), differences }.into());
            }
        } else {
            let entries = fs::read_dir(root).map_err(PieceValuesError::io(root))?;
            let known =
                |name: &std::ffi::OsStr| name == "lock" || name == "rules" || name.to_string_lossy().contains(".tmp");
            if entries.flatten().any(|entry| !known(&entry.file_name())) {
                return Err(RunError::Exists { path: root.into(), hint: "choose another folder with --out" }.into());
            }
        }
        let folder = Self { root: root.into(), _lock: lock_folder(root)? };
        same_rules(root, rules_id)?;
        folder.write(CONFIG, &config.to_toml())?;
        let (journal, logged) = Journal::open(&folder.journal())?;
        Ok((folder, journal, logged))
    }

    pub(super) fn journal(&self) -> PathBuf {
        self.root.join(JOURNAL)
    }

    /// The folder of the arbiter's match: another one for other values, depths or tests, the same for more pairs.
    pub(super) fn arbiter(&self, tournament: &TournamentConfig) -> PathBuf {
        let text = TournamentConfig { pairs: 0, threads: 0, ..tournament.clone() }.to_toml();
        self.root.join(format!("arbiter-{:08x}", hexcore::fnv(text.as_bytes()) >> 32))
    }

    /// Everything that people and programs read.
    pub(super) fn write_all<L: Layout>(
        &self,
        rules: &Rules<L>,
        config: &PieceValuesConfig,
        results: &Results,
        games: &[ValueGame],
    ) -> Result<(), PieceValuesError> {
        self.write("games.pgn", &text(rules, games))?;
        self.write("values.csv", &report::values_csv(results))?;
        self.write("imbalances.csv", &report::imbalances_csv(results))?;
        self.write("results.json", &results.json())?;
        self.write("values.svg", &report::plot(results, true))?;
        self.write("report.html", &report::page(results, config))
    }

    fn write(&self, name: &str, text: &str) -> Result<(), PieceValuesError> {
        let path = self.root.join(name);
        write_atomically(&path, text.as_bytes()).map_err(PieceValuesError::io(&path))
    }
}

/// The games, one after the other, by player, study and number.
fn text<L: Layout>(rules: &Rules<L>, games: &[ValueGame]) -> String {
    let mut order: Vec<&ValueGame> = games.iter().collect();
    order.sort_by_key(|game| game.key());
    order.into_par_iter().map(|game| one(rules, game) + "\n").collect()
}

fn one<L: Layout>(rules: &Rules<L>, record: &ValueGame) -> String {
    let start = record.fen.as_deref().and_then(|fen| rules.parse_fen(fen).ok()).unwrap_or_else(|| rules.start());
    let mut game = Game::from_position(rules, start);
    // What the journal holds was legal when it was written.
    record.moves.split_whitespace().for_each(|word| drop(game.play_text(word)));
    let mut text = GameText::new(game);
    text.white_score = Some(record.score as f32);
    let mut tag = |name: &str, value: String| text.tags.push((name.into(), value));
    tag("White", record.player.clone());
    tag("Black", record.player.clone());
    tag("Study", record.study.clone());
    tag("Pair", format!("{}.{}", record.pair + 1, record.game + 1));
    if record.study != OUTCOME {
        tag("WhiteLacks", record.given[0].clone());
        tag("BlackLacks", record.given[1].clone());
    }
    tag("Termination", record.termination.clone());
    text.to_string()
}
