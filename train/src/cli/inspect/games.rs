//! Recorded games.

use crate::cli::common::{Common, count, note, points, rules};
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
    /// Mean points of White and Black, if the variant ships and counts its own.
    points: Option<[f64; 2]>,
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

/// A variant's points by White's score.
type PointsOf = Box<dyn Fn(f32) -> Option<[f32; 2]>>;

/// The points that the games of a file are worth, if their variant ships.
fn points_of(header: &GameHeader) -> Option<PointsOf> {
    let any = rules(&header.variant).ok()?;
    let same = with_rules!(&any, rules => rules.id() == header.rules);
    same.then(|| Box::new(move |score| with_rules!(&any, rules => rules.points(score))) as PointsOf)
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
        points: None,
        draws: 0.0,
        generations: [u32::MAX, 0],
        terminations: Termination::ALL.iter().map(|t| (t.to_string(), 0)).collect(),
    };
    let mut points: Option<PointsOf> = None;
    for path in files {
        let mut reader = match &header {
            Some(header) => GameReader::open_for(path, header)?,
            None => GameReader::open(path)?,
        };
        header = header.or(Some(reader.header().clone()));
        if points.is_none() {
            points = header.as_ref().and_then(points_of);
        }
        for game in reader.by_ref() {
            let game = game?;
            if let Some(own) = points.as_ref().and_then(|points| points(game.white_score)) {
                let sums = sum.points.get_or_insert([0.0; 2]);
                (0..2).for_each(|i| sums[i] += f64::from(own[i]));
            }
            sum.add(&game);
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
    sum.points = sum.points.map(|sums| sums.map(|points| points / games));
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
    let plies = if sum.plies == 1 { "1 ply".to_string() } else { format!("{} plies", sum.plies) };
    let own = sum.points.map_or(String::new(), |p| format!(" ({} in points a game)", points(p)));
    let ends = sum.terminations.iter().filter(|(_, n)| **n > 0).map(|(end, n)| format!("  {end:<12} {n}\n"));
    format!(
        "{} of {} in {}: {} ({:.1} a game), {} to learn from\n\
         {} of the teacher, nets {} to {}; White scored {:.3}{own}, {:.1} % drawn\n{}",
        count(sum.games, "game"),
        sum.variant,
        count(sum.files as u64, "file"),
        plies,
        sum.plies as f64 / games,
        count(sum.positions, "position"),
        sum.teacher_games,
        sum.generations[0],
        sum.generations[1],
        sum.white_score,
        100.0 * sum.draws,
        ends.collect::<String>()
    )
}

/// One game, written out.
#[derive(Serialize)]
pub(super) struct Listing {
    pub(super) kind: &'static str,
    pub(super) file: String,
    pub(super) game: u64,
    pub(super) text: String,
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
