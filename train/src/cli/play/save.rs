//! Games that are kept: written to a file that `--game` reads again.

use crate::cli::error::THERE;
use hexcore::{Game, GameText, Layout};
use std::fs::File;
use std::io::{self, Write};

/// The tag that tells why a game is over.
pub(super) const TERMINATION: &str = "Termination";

/// Writes a game; White's score is none as long as it goes on.
///
/// # Errors
/// What keeps it from being written, with the file's name.
pub(super) fn save<L: Layout>(
    name: &str,
    game: Game<'_, L>,
    white_score: Option<f32>,
    termination: &str,
) -> Result<(), String> {
    let tags = [
        ("Rules", format!("{:016x}", game.rules().id())),
        (TERMINATION, termination.to_string()),
        ("Plies", game.ply().to_string()),
    ];
    let tags = tags.map(|(name, value)| (name.to_string(), value)).to_vec();
    let text = GameText { tags, game, white_score }.to_string();
    // A game that was kept is not written over.
    let written = File::create_new(name).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => format!("{name}: {THERE}"),
        _ => format!("{name}: {error}"),
    })
}
