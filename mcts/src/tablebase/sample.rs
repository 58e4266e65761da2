//! Random legal positions of an ending with their exact values: lessons for a net, and its examination.

use super::ending::Values;
use super::set::Exact;
use super::state::Worth;
use super::table::Table;
use crate::rng::Rng;
use hexcore::naive::{Man, Referee, State as Board};
use hexcore::{Color, Layout, Position, Rules};
use std::sync::Arc;

/// A position and its value.
#[derive(Clone, Copy, Debug)]
pub struct Sample<L: Layout> {
    /// The position, without history or rights.
    pub position: Position<L>,
    /// What perfect play brings.
    pub exact: Exact,
}

/// Draws positions of one ending, either side to move, either color the stronger one.
pub struct Sampler<'r, L: Layout> {
    rules: &'r Rules<L>,
    referee: Referee<'r>,
    table: Arc<Table>,
    rng: Rng,
}

impl<'r, L: Layout> Sampler<'r, L> {
    /// A sampler of an ending of these rules.
    pub fn new(rules: &'r Rules<L>, table: Arc<Table>, seed: u64) -> Sampler<'r, L> {
        Sampler { rules, referee: Referee::new(rules), table, rng: Rng::new(seed) }
    }

    /// A position drawn evenly from all that are legal and not over, or from those of one worth. None if there is none
    /// among very many draws.
    pub fn draw(&mut self, worth: Option<Worth>) -> Option<Sample<L>> {
        const TRIES: usize = 1_000_000;
        for _ in 0..TRIES {
            let number = self.rng.below(self.table.index.len());
            let side = if self.rng.below(2) == 0 { Color::White } else { Color::Black };
            let state = self.table.get(side, number);
            let wanted = worth.is_none_or(|w| w == state.worth());
            if !state.is_legal() || !wanted {
                continue;
            }
            let turned = self.rng.below(2) == 0;
            let Some(position) = self.position(number, side, turned) else { continue };
            if self.rules.ending(&position, self.rules.count_legal(&position) != 0).is_none() {
                return Some(Sample { position, exact: Exact { worth: state.worth(), plies: state.plies() } });
            }
        }
        None
    }

    fn position(&self, number: usize, side: Color, turned: bool) -> Option<Position<L>> {
        let position = position_of(self.rules, &self.referee, &self.table, side, number)?;
        Some(if turned { self.rules.flipped(&position) } else { position })
    }
}

/// The position of a number, if it is legal.
pub(crate) fn position_of<L: Layout>(
    rules: &Rules<L>,
    referee: &Referee<'_>,
    table: &Table,
    side: Color,
    number: usize,
) -> Option<Position<L>> {
    let board = rules.board();
    let mut state = Board::empty(board);
    state.side = side;
    let cells = table.index.decode(number);
    for (&(color, kind), &cell) in table.index.slots().iter().zip(&cells) {
        let name = &rules.kinds()[kind.index()].name;
        let piece = rules.variant().pieces.iter().position(|p| p.name == *name)?;
        state.put(board, board.cell(cell as usize), Some(Man { color, piece }));
    }
    referee.position(rules, &state).ok()
}
