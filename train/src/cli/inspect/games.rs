//! Recorded games.

use crate::cli::common::{Common, note, rules};
use anyhow::{Result, bail};
use hexcore::with_rules;
use hextrain::data::{GameHeader, GameReader, GameRecord, Termination, export_text};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What files of games hold together.
#[derive(Serialize)]
pub(super) struct Summary {
    kind: &'static str,
    variant: String,
    rules_id: String,
    files: usize,
    pub(super) games: u64,
    plies: u64,
    /// Positions that may be learnt from.
    pub(super) positions: u64,
    /// Games of the teacher.
    teacher_games: u64,
    /// Mean score of White.
    white_score: f64,
    /// Share of games in which both sides scored alike.
    draws: f64,
    /// Oldest and newest net that played.
    generations: [u32; 2],
    /// How often games ended how.
    terminations: BTreeMap<String, u64>,
}

pub(super) fn games(files: &[PathBuf], common: &Common) -> Result<()> {
    common.print(&summary(files)?, text)
}

/// Reads every game of the files.
pub(super) fn summary(files: &[PathBuf]) -> Result<Summary> {
    let mut header: Option<GameHeader> = None;
    let mut sum = Summary {
        kind: "games",
        variant: String::new(),
        rules_id: String::new(),
        files: files.len(),
        games: 0,
        plies: 0,
        positions: 0,
        teacher_games: 0,
        white_score: 0.0,
        draws: 0.0,
        generations: [u32::MAX, 0],
        terminations: Termination::ALL.iter().map(|t| (t.to_string(), 0)).collect(),
    };
    for path in files {
        let mut reader = match &header {
            Some(header) => GameReader::open_for(path, header)?,
            None => GameReader::open(path)?,
        };
        header = header.or(Some(reader.header().clone()));
        for game in reader.by_ref() {
            sum.add(&game?);
        }
        if let Some(tail) = reader.tail() {
            note(format!("warning: {tail}"));
        }
    }
    if let Some(header) = header {
        sum.rules_id = format!("{:016x}", header.rules);
        sum.variant = header.variant;
    }
    let games = sum.games.max(1) as f64;
    sum.white_score /= games;
    sum.draws /= games;
    sum.generations[0] = sum.generations[0].min(sum.generations[1]);
    Ok(sum)
}

impl Summary {
    fn add(&mut self, game: &GameRecord) {
        self.games += 1;
        self.plies += game.plies.len() as u64;
        self.positions += game.positions() as u64;
        self.teacher_games += u64::from(game.is_teachers());
        self.white_score += f64::from(game.white_score);
        self.draws += f64::from(u8::from(game.white_score == 0.5));
        self.generations = [self.generations[0].min(game.generation), self.generations[1].max(game.generation)];
        *self.terminations.entry(game.termination.to_string()).or_default() += 1;
    }
}

pub(super) fn text(sum: &Summary) -> String {
    let games = sum.games.max(1) as f64;
    let ends = sum.terminations.iter().filter(|(_, n)| **n > 0).map(|(end, n)| format!("  {end:<12} {n}\n"));
    format!(
        "{} games of {} in {} files: {} plies ({:.1} a game), {} positions to learn from\n\
         {} of the teacher, nets {} to {}; White scored {:.3}, {:.1} % drawn\n{}",
        sum.games,
        sum.variant,
        sum.files,
        sum.plies,
        sum.plies as f64 / games,
        sum.positions,
        sum.teacher_games,
        sum.generations[0],
        sum.generations[1],
        sum.white_score,
        100.0 * sum.draws,
        ends.collect::<String>()
    )
}

#[derive(Serialize)]
struct Listing {
    kind: &'static str,
    file: String,
    game: u64,
    text: String,
}

/// Prints one game, counted through all files.
pub(super) fn game(files: &[PathBuf], number: u64, variant: Option<&str>, common: &Common) -> Result<()> {
    let mut before = 0;
    for path in files {
        let mut reader = GameReader::open(path)?;
        let name = variant.map_or_else(|| reader.header().variant.clone(), str::to_string);
        for game in reader.by_ref() {
            let game = game?;
            if before == number {
                let text = with_rules!(&rules(&name)?, rules => {
                    let expected = GameHeader::new(rules, 0);
                    GameReader::open_for(path, &expected)?;
                    export_text(rules, &game)
                });
                let text = text.map_err(|e| anyhow::anyhow!("{}: game {number}: {e}", path.display()))?;
                let listing = Listing { kind: "game", file: path.display().to_string(), game: number, text };
                return common.print(&listing, |listing| listing.text.clone());
            }
            before += 1;
        }
    }
    bail!("there is no game {number}: expected 0 to {}", before.saturating_sub(1))
}
