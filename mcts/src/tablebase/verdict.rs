//! What the moves of a position say of it.

use super::ending::{Ending, Moves, Values};
use super::forward::{Open, Stage};
use super::index::Cells;
use super::lines::Taken;
use super::state::{State, Worth};
use hexcore::{Color, Kind};

/// What the moves of a position say of it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Verdict {
    pub(crate) moves: Moves,
    /// What it is worth, if that is decided already.
    pub(crate) state: State,
    /// Whether some move's state depends on a special capture.
    pub(crate) open: bool,
}

impl Ending {
    /// What the moves of a position say of it. With `all`, moves are looked at even once it is known not to be decided.
    pub(crate) fn verdict<V: Values>(
        &self,
        values: &V,
        stage: Stage,
        position: (&Cells, Color),
        open: Open,
        all: bool,
    ) -> Verdict {
        let mut verdict = Verdict::default();
        let (mut win, mut loss) = (State::OPEN, State::OPEN);
        let mut undecided = false;
        self.forward(values, stage, position, open, &mut |step| {
            verdict.moves.any = true;
            verdict.moves.captures |= step.change.taken.is_some();
            verdict.open |= step.open;
            let before = step.state.after_move(step.zeroing && self.geometry.limit != 0);
            match step.state.worth() {
                Worth::Loss => better(&mut win, before),
                Worth::Stalemated if stage == Stage::Stalemates => better(&mut win, before),
                Worth::Win => better(&mut loss, before),
                Worth::Stalemates if stage == Stage::Stalemates => better(&mut loss, before),
                _ => undecided = true,
            }
            undecided && !all
        });
        if !win.is_open() {
            verdict.state = win;
        } else if !undecided {
            verdict.state = loss;
        }
        verdict
    }

    /// The state of a position in which a special capture is open.
    pub(super) fn opened<V: Values>(&self, values: &V, stage: Stage, cells: &Cells, side: Color, open: Open) -> State {
        let taken = self.taken(cells);
        if self.in_check(cells, !side, &taken) {
            return State::ILLEGAL;
        }
        let verdict = self.verdict(values, stage, (cells, side), open, true);
        let in_check = || self.in_check(cells, side, &taken);
        self.end(side, verdict.moves, in_check).unwrap_or(verdict.state)
    }

    /// Whether the side to move has a pawn that can use the special capture, whether or not that is legal.
    pub(super) fn usable(&self, cells: &Cells, side: Color, open: Open, taken: &Taken) -> bool {
        let pawns = &self.geometry.pawns[side.index()];
        let mut own = self.index.slots().iter().zip(cells).filter(|(man, _)| **man == (side, Kind::PAWN));
        match open {
            Open::None => false,
            Open::Passed { cells: passed, .. } => own.any(|(_, &from)| {
                passed.iter().any(|cell| !taken.has(*cell) && pawns.captures[from as usize].contains(cell))
            }),
            Open::Scorned { pawn, by } => {
                own.any(|(_, &from)| from == by && pawns.oblique[from as usize].contains(&pawn))
            }
        }
    }
}

/// Keeps the state that the side to move prefers; open is no state yet.
fn better(best: &mut State, state: State) {
    if best.is_open() || state.beats(*best) {
        *best = state;
    }
}
