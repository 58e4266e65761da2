//! Games as people and programs read them: the game text of [`GameText`], with tags for what else a tournament knows.

use super::TournamentError;
use super::record::GameRecord;
use hexcore::{Game, GameText, Layout, Rules};
use std::path::Path;

/// Name of the file of games in a tournament's folder.
pub const GAMES: &str = "games.pgn";

/// The games, numbered from 1, with a blank line between them.
///
/// # Errors
/// A game of the log that is none by these rules, with its first wrong move.
pub(super) fn text<L: Layout>(rules: &Rules<L>, games: &[GameRecord], log: &Path) -> Result<String, TournamentError> {
    let one = |(i, record): (usize, &GameRecord)| match replay(rules, record) {
        Ok(game) => {
            let white_score = Some(record.score as f32);
            Ok(GameText { tags: tags(i + 1, record), game, white_score }.to_string())
        }
        Err(message) => {
            let (white, black) = (record.white().into(), record.black().into());
            Err(TournamentError::Game { path: log.into(), pair: record.pair + 1, white, black, message })
        }
    };
    Ok(games.iter().enumerate().map(one).collect::<Result<Vec<String>, _>>()?.join("\n"))
}

fn replay<'r, L: Layout>(rules: &'r Rules<L>, record: &GameRecord) -> Result<Game<'r, L>, String> {
    let mut game = match &record.fen {
        Some(fen) => Game::from_fen(rules, fen).map_err(|error| error.to_string())?,
        None => Game::new(rules),
    };
    for text in record.moves.split_whitespace() {
        game.play_text(text).map_err(|error| format!("ply {}: {error}", game.ply() + 1))?;
    }
    Ok(game)
}

fn tags(number: usize, record: &GameRecord) -> Vec<(String, String)> {
    let mut tags = vec![
        ("Game", number.to_string()),
        // As PGN has it: the pair, and which of its two games.
        ("Round", format!("{}.{}", record.pair + 1, record.game + 1)),
        ("White", record.white().to_string()),
        ("Black", record.black().to_string()),
        ("Opening", (record.opening + 1).to_string()),
        ("Book", record.book.to_string()),
        ("Termination", record.termination.clone()),
        ("Plies", record.plies().to_string()),
    ];
    if !record.remark.is_empty() {
        tags.push(("Remark", record.remark.clone()));
    }
    tags.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
}

/// Reads and replays a file of games.
///
/// # Errors
/// The first mistake: where the text is no game of these rules, or which game is not what its tags say.
pub fn read<'r, L: Layout>(rules: &'r Rules<L>, text: &str) -> Result<Vec<GameText<'r, L>>, String> {
    let games = rules.parse_games(text).map_err(|error| error.to_string())?;
    for (i, game) in games.iter().enumerate() {
        compare(game).map_err(|message| format!("game {}: {message}", i + 1))?;
    }
    Ok(games)
}

/// Compares a game with its tags.
fn compare<L: Layout>(text: &GameText<'_, L>) -> Result<(), String> {
    let plies = text.game.ply().to_string();
    if let Some(said) = text.tag("Plies").filter(|&said| said != plies) {
        return Err(format!("it has {plies} plies, its tag says {said}"));
    }
    let ending = text.game.outcome().map(|outcome| outcome.ending.to_string());
    match (ending, text.tag("Termination")) {
        (Some(found), Some(said)) if said != found => Err(format!("it ends by {found}, its tag says {said}")),
        _ => Ok(()),
    }
}
