//! Games as text.

use super::games::Listing;
use crate::cli::common::{Common, count, game_rules, points, read_text};
use anyhow::{Result, anyhow, bail};
use hexcore::{Color, GameText, Layout, Rules, with_rules};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Serialize)]
struct Report {
    kind: &'static str,
    variant: String,
    games: Vec<One>,
}

/// One game of a text.
#[derive(Serialize)]
struct One {
    tags: BTreeMap<String, String>,
    plies: usize,
    /// As a game text has it.
    result: String,
    /// White's expected score; none if the game is not over.
    score: Option<f32>,
    /// White's and Black's points, if the variant counts its own.
    points: Option<[f32; 2]>,
    /// How the moves end the game, if they do.
    outcome: Option<String>,
    /// The position at its end.
    fen: String,
}

/// Sums a file up, or prints one of its games anew.
pub(super) fn text(path: &Path, number: Option<u64>, variant: Option<&str>, common: &Common) -> Result<()> {
    let text = read_text(path)?;
    with_rules!(&game_rules(path, &text, variant)?, rules => text_in(rules, path, &text, number, common))
}

fn text_in<L: Layout>(rules: &Rules<L>, path: &Path, text: &str, number: Option<u64>, common: &Common) -> Result<()> {
    let games = rules.parse_games(text).map_err(|e| anyhow!("{}: {e}", path.display()))?;
    if let Some(number) = number {
        let game = (number as usize).checked_sub(1).and_then(|i| games.get(i));
        let Some(game) = game else { bail!("there is no game {number}: expected 1 to {}", games.len()) };
        let listing = Listing { kind: "game", file: path.display().to_string(), game: number, text: game.to_string() };
        return common.print(&listing, |listing| listing.text.clone());
    }
    let report = Report {
        kind: "game-text",
        variant: rules.variant().name.clone(),
        games: games.iter().map(|game| one(rules, game)).collect(),
    };
    common.print(&report, |report| {
        let line = |(i, one): (usize, &One)| {
            let names = [one.tags.get("White"), one.tags.get("Black")];
            let names = match names {
                [Some(white), Some(black)] => format!(" {white} - {black}"),
                _ => String::new(),
            };
            let own = one.points.map_or(String::new(), |p| format!(" ({} in points)", points(p)));
            let score = one.score.map_or("not over".to_string(), |s| format!("{s:.3} for White{own}"));
            let how = one.outcome.as_deref().or(one.tags.get("Termination").map(String::as_str));
            let how = how.map_or(String::new(), |how| format!(", {how}"));
            format!("{:>5}{names}  {} plies, {}, {score}{how}\n      {}\n", i + 1, one.plies, one.result, one.fen)
        };
        let games: String = report.games.iter().enumerate().map(line).collect();
        format!("{} of {} as text\n{games}", count(report.games.len() as u64, "game"), report.variant)
    })
}

fn one<L: Layout>(rules: &Rules<L>, game: &GameText<'_, L>) -> One {
    let outcome = game.game.outcome();
    let score = game.white_score.or(outcome.map(|outcome| rules.score(outcome, Color::White)));
    One {
        tags: game.tags.iter().cloned().collect(),
        plies: game.game.ply(),
        result: rules.result_text(score),
        score,
        points: score.and_then(|score| rules.points(score)),
        outcome: outcome.map(|outcome| outcome.ending.to_string()),
        fen: rules.fen(game.game.position()),
    }
}
