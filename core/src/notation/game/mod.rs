//! Whole games as text: tags, numbered moves in the variant's notation, the result. One form for every variant, in the
//! manner of PGN; where moves are written in CTL-AN it is that notation's own game text (CTL-PGN).

mod read;
mod result;
mod words;
mod write;

use crate::game::Game;
use crate::layout::Layout;
use crate::variant::MoveText;

/// A game with what else its text tells.
///
/// ```
/// use hexcore::{AnyRules, variant::builtin, with_rules};
///
/// with_rules!(&AnyRules::new(&builtin("cescacs")?)?, rules => {
///     let read = rules.parse_game("1. E7-E13, E21-E15 {a mirror} : *")?;
///     assert_eq!(read.game.ply(), 2);
///     assert!(read.to_string().ends_with("1. E7-E13, E21-E15 :\n*\n"));
/// });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameText<'r, L: Layout> {
    /// Tags beside those that follow from the game (variant, start position, result), in their order.
    pub tags: Vec<(String, String)>,
    /// The game.
    pub game: Game<'r, L>,
    /// White's expected score; none as long as the game goes on.
    pub white_score: Option<f32>,
}

impl<'r, L: Layout> GameText<'r, L> {
    /// A game with the result that the rules give it and no tags of its own.
    pub fn new(game: Game<'r, L>) -> GameText<'r, L> {
        let white_score = game.outcome().map(|outcome| game.rules().score(outcome, crate::moves::Color::White));
        GameText { tags: Vec::new(), game, white_score }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }
}

/// The tag that names the variant.
const VARIANT: &str = "Variant";
/// The tag that tells the result.
const RESULT: &str = "Result";
/// The tag that holds the id of the rules, in hexadecimal digits.
const RULES: &str = "Rules";
/// Tags that set up a position: the usual one, and CTL-PGN's.
const SET_UP: [&str; 2] = ["FEN", "PDTL"];

/// Whether games are written as CTL-PGN has it.
fn is_ctl(moves: MoveText) -> bool {
    moves == MoveText::Ctl
}

/// The variant that the first game of a text says it is of: a name or a title.
pub fn game_variant(text: &str) -> Option<String> {
    let mut words = words::Words::new(text);
    while let Ok(Some(word)) = words.next() {
        match word.token {
            words::Token::Tag { name: VARIANT, value } => return Some(value),
            words::Token::Tag { .. } => {}
            words::Token::Word(_) => return None,
        }
    }
    None
}
