//! Recorded games for people.

use super::{GameRecord, PlyFlags, ReplayError};
use hexcore::{Color, Layout, Rules};
use std::fmt::Write;

/// A game as text: headers in the manner of PGN, then the moves in the variant's notation, each with the expected score
/// of the side that made it and what kind of ply it was.
///
/// # Errors
/// A record that is no game of these rules.
pub fn export_text<L: Layout>(rules: &Rules<L>, game: &GameRecord) -> Result<String, ReplayError> {
    let played = game.replay(rules)?;
    let mut text = String::new();
    let mut header = |name: &str, value: String| {
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    };
    header("Variant", rules.variant().name.clone());
    header("Rules", format!("{:016x}", rules.id()));
    if let Some(fen) = &game.start {
        header("FEN", fen.clone());
    }
    header("Generation", game.generation.to_string());
    header("Seed", game.seed.to_string());
    header("Result", format!("{}-{}", short(game.white_score), short(game.score(Color::Black))));
    header("Termination", game.termination.to_string());
    header("Plies", game.plies.len().to_string());
    text.push('\n');
    let mut line = String::new();
    let moves = game.plies.iter().zip(played.moves()).zip(played.positions());
    for (ply, ((record, &m), position)) in moves.enumerate() {
        let mut word = match position.side() {
            Color::White => format!("{}. ", position.number()),
            Color::Black if ply == 0 => format!("{}... ", position.number()),
            Color::Black => String::new(),
        };
        word.push_str(&rules.move_text(position, m));
        if record.flags.contains(PlyFlags::RANDOM) {
            word.push_str(" {random}");
        } else {
            let marks = [(PlyFlags::SAMPLED, " sampled"), (PlyFlags::PROVEN, " proven")];
            let marks: String =
                marks.iter().filter(|(f, _)| record.flags.contains(*f)).map(|(_, mark)| *mark).collect();
            // Infallible: writing to a string.
            let _ = write!(word, " {{{:.3}{marks}}}", record.value.get());
        }
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > 100 {
            text.push_str(&line);
            text.push('\n');
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&word);
    }
    if !line.is_empty() {
        text.push_str(&line);
        text.push('\n');
    }
    Ok(text)
}

/// A score as short as it can be told: 1, 0.5, 0.667.
fn short(score: f32) -> String {
    let text = format!("{score:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}
