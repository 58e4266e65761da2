//! A game: a start position and the moves since, with all that depends on history.

use crate::error::{FenError, MoveError};
use crate::layout::Layout;
use crate::moves::{Move, MoveList};
use crate::outcome::{Ending, Outcome};
use crate::position::Position;
use crate::rules::Rules;

/// A game under way or over.
#[derive(Clone, Debug)]
pub struct Game<'r, L: Layout> {
    rules: &'r Rules<L>,
    /// One more than moves: the last is the present.
    positions: Vec<Position<L>>,
    moves: Vec<Move>,
}

impl<'r, L: Layout> Game<'r, L> {
    /// A game from the start position.
    pub fn new(rules: &'r Rules<L>) -> Game<'r, L> {
        Game::from_position(rules, rules.start())
    }

    /// A game from any position.
    pub fn from_position(rules: &'r Rules<L>, start: Position<L>) -> Game<'r, L> {
        Game { rules, positions: vec![start], moves: Vec::new() }
    }

    /// A game from a FEN.
    ///
    /// # Errors
    /// Where the FEN is wrong and what was expected.
    pub fn from_fen(rules: &'r Rules<L>, fen: &str) -> Result<Game<'r, L>, FenError> {
        Ok(Game::from_position(rules, rules.parse_fen(fen)?))
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &'r Rules<L> {
        self.rules
    }

    /// The present position.
    pub fn position(&self) -> &Position<L> {
        // The vector never runs empty: it starts with one position and `undo` leaves the first.
        &self.positions[self.positions.len() - 1]
    }

    /// All positions from the start to the present.
    pub fn positions(&self) -> &[Position<L>] {
        &self.positions
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Number of plies played.
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// The legal moves, also in a position where the game is over by other means than lack of moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.rules.legal_moves(self.position(), &mut list);
        list
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn play(&mut self, m: Move) -> Result<(), MoveError> {
        if !self.rules.is_legal(self.position(), m) {
            let text = self.rules.bare_text(m);
            return Err(MoveError::Illegal { text, reason: "no legal move of this position".into() });
        }
        self.push(m);
        Ok(())
    }

    /// Plays a move that was generated in this position.
    pub fn push(&mut self, m: Move) {
        debug_assert!(self.rules.is_legal(self.position(), m));
        let mut next = *self.position();
        self.rules.play(&mut next, m);
        debug_assert_eq!(self.rules.check_position(&next), Ok(()));
        self.positions.push(next);
        self.moves.push(m);
    }

    /// Plays a move given as text.
    ///
    /// # Errors
    /// If it is not a legal move's text.
    pub fn play_text(&mut self, text: &str) -> Result<Move, MoveError> {
        let m = self.rules.parse_move(self.position(), text)?;
        self.push(m);
        Ok(m)
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<Move> {
        let m = self.moves.pop()?;
        self.positions.pop();
        Some(m)
    }

    /// How often the present position has occurred, 1 or more.
    pub fn occurrences(&self) -> usize {
        let now = self.position();
        // A capture or pawn move cannot be undone: look back no further than the last one.
        let back = (now.clock() as usize).min(self.positions.len() - 1);
        self.positions.iter().rev().take(back + 1).filter(|p| p.hash() == now.hash()).count()
    }

    /// Whether and how the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        let pos = self.position();
        let ending = self.rules.ending(pos, self.rules.count_legal(pos) != 0);
        if ending.is_some() {
            return ending;
        }
        if self.occurrences() >= self.rules.variant().end.repetition as usize {
            return Some(Outcome { ending: Ending::Repetition, by: None });
        }
        self.rules.move_limit_reached(pos).then_some(Outcome { ending: Ending::MoveLimit, by: None })
    }
}
