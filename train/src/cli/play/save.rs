//! A game as text: tags, then numbered moves.

use hexcore::{Color, Game, Layout};

/// The game in the form of `inspect --game`; `result` is White's and Black's score, `*` if it goes on.
pub(super) fn text<L: Layout>(game: &Game<'_, L>, result: &str, termination: &str) -> String {
    let rules = game.rules();
    let mut tags = vec![
        ("Variant", rules.variant().name.clone()),
        ("Rules", format!("{:016x}", rules.id())),
        ("Result", result.to_string()),
        ("Termination", termination.to_string()),
        ("Plies", game.ply().to_string()),
    ];
    let start = &game.positions()[0];
    if *start != rules.start() {
        tags.insert(2, ("FEN", rules.fen(start)));
    }
    let mut text: String = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
    text.push('\n');
    let mut width = 0;
    for (ply, (&m, pos)) in game.moves().iter().zip(game.positions()).enumerate() {
        let number = match pos.side() {
            Color::White => format!("{}. ", pos.number()),
            Color::Black if ply == 0 => format!("{}... ", pos.number()),
            Color::Black => String::new(),
        };
        let word = format!("{number}{}", rules.move_text(pos, m));
        let separator = if width == 0 {
            ""
        } else if width + word.len() > 78 {
            "\n"
        } else {
            " "
        };
        width = if separator == "\n" { word.len() } else { width + separator.len() + word.len() };
        text.push_str(separator);
        text.push_str(&word);
    }
    text + "\n"
}
