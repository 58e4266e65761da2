//! Games as people read them: tags, then numbered moves. The same text is read and replayed.

use super::record::GameRecord;
use hexcore::{Color, Game, Layout, Rules};

/// The games, numbered from 1, with a blank line between them.
pub fn text<L: Layout>(rules: &Rules<L>, games: &[GameRecord]) -> String {
    games.iter().enumerate().map(|(i, game)| one(rules, i + 1, game) + "\n").collect()
}

fn one<L: Layout>(rules: &Rules<L>, number: usize, record: &GameRecord) -> String {
    let mut tags = vec![
        ("Game", number.to_string()),
        ("Variant", rules.variant().name.clone()),
        ("White", record.white().to_string()),
        ("Black", record.black().to_string()),
        ("Result", record.result()),
        ("Termination", record.termination.clone()),
        ("Opening", (record.opening + 1).to_string()),
        ("Book", record.book.to_string()),
        ("Plies", record.plies().to_string()),
    ];
    if let Some(fen) = &record.fen {
        tags.push(("FEN", fen.clone()));
    }
    if !record.remark.is_empty() {
        tags.push(("Remark", record.remark.replace('"', "'")));
    }
    let mut text: String = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
    text.push('\n');
    let mut line = String::new();
    let words = numbered(rules, record).into_iter().chain([record.result()]);
    for word in words {
        if !line.is_empty() && line.len() + word.len() > 98 {
            text.push_str(&line);
            text.push('\n');
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&word);
    }
    text + &line + "\n"
}

/// The moves in the variant's notation, with numbers; as they are, should one of them not be legal.
fn numbered<L: Layout>(rules: &Rules<L>, record: &GameRecord) -> Vec<String> {
    let start = record.fen.as_deref().and_then(|fen| rules.parse_fen(fen).ok()).unwrap_or_else(|| rules.start());
    let mut game = Game::from_position(rules, start);
    let word = |text: &str| {
        let pos = *game.position();
        let ply = game.ply();
        let shown = game.play_text(text).map_or(text.to_string(), |m| rules.move_text(&pos, m));
        match pos.side() {
            Color::White => format!("{}. {shown}", pos.number()),
            Color::Black if ply == 0 => format!("{}... {shown}", pos.number()),
            Color::Black => shown,
        }
    };
    record.moves.split_whitespace().map(word).collect()
}

/// A game of a file, replayed.
#[derive(Clone, Debug)]
pub struct Replayed<'r, L: Layout> {
    /// The tags, in their order.
    pub tags: Vec<(String, String)>,
    /// The game, to its end.
    pub game: Game<'r, L>,
}

impl<L: Layout> Replayed<'_, L> {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }
}

/// Reads and replays a file of games.
///
/// # Errors
/// The line of the first mistake, and what it is: a tag that is none, another variant, an illegal move, an end that is
/// not what the tags say.
pub fn read<'r, L: Layout>(rules: &'r Rules<L>, text: &str) -> Result<Vec<Replayed<'r, L>>, (usize, String)> {
    let mut games: Vec<Replayed<'r, L>> = Vec::new();
    let mut tags: Vec<(String, String)> = Vec::new();
    let mut current: Option<Replayed<'r, L>> = None;
    for (number, line) in text.lines().enumerate().map(|(i, line)| (i + 1, line.trim())) {
        let fail = |message: String| Err((number, message));
        if line.is_empty() {
            continue;
        }
        if let Some(tag) = line.strip_prefix('[') {
            if let Some(done) = current.take() {
                games.push(finish(done, number)?);
            }
            let parsed = tag.strip_suffix("\"]").and_then(|tag| tag.split_once(" \""));
            let Some((name, value)) = parsed else { return fail(format!("`{line}`: expected [Name \"value\"]")) };
            let other = &rules.variant().name;
            if name == "Variant" && value != other {
                return fail(format!("a game of {value}, expected one of {other}"));
            }
            tags.push((name.into(), value.into()));
            continue;
        }
        if current.is_none() {
            let tags = std::mem::take(&mut tags);
            let fen = tags.iter().find(|(name, _)| name == "FEN").map(|(_, fen)| rules.parse_fen(fen));
            let start = match fen {
                Some(Ok(position)) => position,
                Some(Err(error)) => return fail(error.to_string()),
                None => rules.start(),
            };
            current = Some(Replayed { tags, game: Game::from_position(rules, start) });
        }
        let Some(Replayed { tags, game }) = &mut current else { continue };
        let result = tags.iter().find(|(name, _)| name == "Result").map_or("*", |(_, value)| value.as_str());
        for word in line.split_whitespace() {
            let is_number = word.ends_with('.') && word.trim_end_matches('.').bytes().all(|b| b.is_ascii_digit());
            if is_number || word == result || word == "*" {
                continue;
            }
            if let Err(error) = game.play_text(word) {
                return fail(format!("ply {}: {error}", game.ply() + 1));
            }
        }
    }
    let lines = text.lines().count();
    current.into_iter().try_for_each(|done| finish(done, lines).map(|done| games.push(done)))?;
    Ok(games)
}

/// Compares a game with its tags.
fn finish<L: Layout>(replayed: Replayed<'_, L>, line: usize) -> Result<Replayed<'_, L>, (usize, String)> {
    let game = &replayed.game;
    if let Some(plies) = replayed.tag("Plies")
        && plies != game.ply().to_string()
    {
        return Err((line, format!("a game of {} plies, its tag says {plies}", game.ply())));
    }
    if let Some(outcome) = game.outcome() {
        let (found, said) = (outcome.ending.to_string(), replayed.tag("Termination").unwrap_or(""));
        if !said.is_empty() && said != found {
            return Err((line, format!("the game ends by {found}, its tag says {said}")));
        }
    }
    Ok(replayed)
}
