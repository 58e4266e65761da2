//! Recorded games for people.

use super::{GameRecord, PlyFlags, ReplayError};
use hexcore::{GameText, Layout, Rules};

/// A game as text: headers in the manner of PGN, then the moves in the variant's notation, each with the expected score
/// of the side that made it and what kind of ply it was.
///
/// # Errors
/// A record that is no game of these rules.
pub fn export_text<L: Layout>(rules: &Rules<L>, game: &GameRecord) -> Result<String, ReplayError> {
    let played = game.replay(rules)?;
    let mut tags = vec![("Rules", format!("{:016x}", rules.id()))];
    tags.push(("Generation", game.generation.to_string()));
    tags.push(("Seed", game.seed.to_string()));
    tags.push(("Termination", game.termination.to_string()));
    tags.push(("Plies", game.plies.len().to_string()));
    let tags = tags.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
    let text = GameText { tags, game: played, white_score: Some(game.white_score) };
    Ok(text.with_comments(|ply| {
        let record = &game.plies[ply];
        if record.flags.contains(PlyFlags::RANDOM) {
            return Some("random".into());
        }
        let marks = [(PlyFlags::SAMPLED, " sampled"), (PlyFlags::PROVEN, " proven")];
        let marks: String = marks.iter().filter(|(f, _)| record.flags.contains(*f)).map(|(_, mark)| *mark).collect();
        Some(format!("{:.3}{marks}", record.value.get()))
    }))
}
