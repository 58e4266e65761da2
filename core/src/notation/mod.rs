//! Positions, moves and games as text, both ways, in the notation that the variant names.

mod fen;
mod game;
mod move_text;
mod special;

pub use game::{GameText, game_variant};

use crate::error::FenError;

/// A piece of a FEN and where it begins, so that errors can name the column.
#[derive(Clone, Copy)]
struct Field<'a> {
    name: &'static str,
    text: &'a str,
    column: usize,
}

impl Field<'_> {
    fn error(&self, offset: usize, message: impl Into<String>) -> FenError {
        let column = self.column + self.text.get(..offset).map_or(0, |t| t.chars().count());
        FenError { field: self.name, column, message: message.into() }
    }
}
