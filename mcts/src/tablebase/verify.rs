//! Whether a table is right: every entry must follow from the entries its moves lead to, as the naive generator has them.
//!
//! That is a proof, not a sample: wins and losses go down ply by ply to ends of games, and a draw that had a winning move,
//! or only losing ones, would be found. Nothing is shared with the solver but the numbering of positions.

use super::build::Builder;
use super::ending::Values;
use super::error::TableError;
use super::index::Index;
use super::material::{MAX_MEN, Material};
use super::state::{State, Worth};
use hexcore::naive::{Man, Referee, State as Board};
use hexcore::variant::{BareKing, Stalemate};
use hexcore::{Color, Kind, Layout, Open, Rules};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// An entry that does not follow from its successors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The position, as a FEN, or its number if no FEN can be written.
    pub position: String,
    /// What the table says and what follows.
    pub message: String,
}

struct Judge<'a, L: Layout> {
    rules: &'a Rules<L>,
    referee: Referee<'a>,
    builder: &'a Builder,
}

/// Looks at every `stride`-th number of an ending and both sides to move. Returns how many positions were looked at, or the
/// first mistake found.
///
/// # Errors
/// If a table is missing.
pub fn verify<L: Layout>(
    rules: &Rules<L>,
    builder: &Builder,
    material: &Material,
    stride: usize,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<Result<u64, Mistake>, TableError> {
    let table = builder.table(material)?;
    let judge = Judge { rules, referee: Referee::new(rules), builder };
    let n = table.index.len();
    let done = AtomicU64::new(0);
    let result = (0..n.div_ceil(stride)).into_par_iter().try_for_each(|i| {
        for side in Color::BOTH {
            judge.entry(&table.index, i * stride, side, table.get(side, i * stride))?;
        }
        let so_far = done.fetch_add(2, Ordering::Relaxed) + 2;
        if so_far.is_multiple_of(4096) {
            progress(so_far, 2 * n.div_ceil(stride) as u64);
        }
        Ok(())
    });
    match result {
        Ok(()) => Ok(Ok(done.into_inner())),
        Err(Wrong::Mistake(mistake)) => Ok(Err(mistake)),
        Err(Wrong::Table(error)) => Err(error),
    }
}

enum Wrong {
    Mistake(Mistake),
    Table(TableError),
}

impl From<TableError> for Wrong {
    fn from(error: TableError) -> Wrong {
        Wrong::Table(error)
    }
}

impl<L: Layout> Judge<'_, L> {
    fn entry(&self, index: &Index, number: usize, side: Color, entry: State) -> Result<(), Wrong> {
        let Some(board) = self.board(index, number, side) else {
            return if entry.is_legal() { Err(self.mistake(None, number, entry, "men on one cell")) } else { Ok(()) };
        };
        if index.orbit(number) == 0 {
            return if entry.is_legal() { Err(self.mistake(None, number, entry, "an image")) } else { Ok(()) };
        }
        let legal = self.legal(&board);
        if legal != entry.is_legal() {
            let found = if legal { "a legal position" } else { "no legal position" };
            return Err(self.mistake(Some(&board), number, entry, found));
        }
        if !legal {
            return Ok(());
        }
        let value = self.follows(&board)?;
        let same = value.worth() == entry.worth() && (value.worth() == Worth::Draw || value == entry);
        let text = format!("{:?} in {} plies by its moves", value.worth(), value.plies());
        if same { Ok(()) } else { Err(self.mistake(Some(&board), number, entry, &text)) }
    }

    fn mistake(&self, board: Option<&Board>, number: usize, entry: State, found: &str) -> Wrong {
        let position = board.and_then(|b| self.referee.position(self.rules, b).ok());
        Wrong::Mistake(Mistake {
            position: position.map_or(format!("number {number}"), |pos| self.rules.fen(&pos)),
            message: format!("the table has {:?} in {} plies; it is {found}", entry.worth(), entry.plies()),
        })
    }

    fn man(&self, color: Color, kind: Kind) -> Option<Man> {
        let name = &self.rules.kinds()[kind.index()].name;
        let piece = self.rules.variant().pieces.iter().position(|p| p.name == *name)?;
        Some(Man { color, piece })
    }

    fn board(&self, index: &Index, number: usize, side: Color) -> Option<Board> {
        let board = self.rules.board();
        let mut state = Board::empty(board);
        state.side = side;
        let cells = index.decode(number);
        for (&(color, kind), &cell) in index.slots().iter().zip(&cells) {
            let cell = board.cell(cell as usize);
            if state.at(board, cell).is_some() {
                return None;
            }
            state.put(board, cell, self.man(color, kind));
        }
        Some(state)
    }

    /// The side not to move is not in check, and pawns do not stand where they should have promoted.
    fn legal(&self, board: &Board) -> bool {
        let mut turned = board.clone();
        turned.side = !board.side;
        if self.referee.in_check(&turned) {
            return false;
        }
        let lost =
            self.rules.variant().pawn.as_ref().map(|p| p.promotion.supply) == Some(hexcore::variant::Supply::Lost);
        let pawn = |color: Color| self.man(color, Kind::PAWN);
        let on_last = |color: Color| {
            let zone = hexcore::BitSet::cells(self.rules.promotion_zone(color));
            zone.into_iter().any(|cell| {
                let man = board.at(self.rules.board(), cell);
                man.is_some() && man == pawn(color)
            })
        };
        lost || self.rules.variant().pawn.is_none() || !Color::BOTH.into_iter().any(on_last)
    }

    /// What the table says of a board.
    fn entry_of(&self, board: &Board) -> Result<State, Wrong> {
        let mut men: Vec<(Color, Kind, u8)> = Vec::new();
        for (i, &cell) in self.rules.board().cells().iter().enumerate() {
            if let Some(man) = board.at(self.rules.board(), cell) {
                let name = &self.rules.variant().pieces[man.piece].name;
                let kind = self.rules.kinds().iter().position(|k| k.exists && k.name == *name).unwrap_or_default();
                men.push((man.color, Kind::new(kind), i as u8));
            }
        }
        let geometry = self.builder.geometry();
        let side = |color: Color| {
            let own = men.iter().filter(|m| m.0 == color && m.1 != geometry.royal);
            own.map(|m| m.1).collect::<Vec<_>>()
        };
        let (material, flip) = geometry.kinds.canonical(side(Color::White), side(Color::Black));
        let table = self.builder.table(&material)?;
        let mut cells = [0; MAX_MEN];
        for (cell, &(color, kind)) in cells.iter_mut().zip(table.index.slots()) {
            let color = if flip { !color } else { color };
            if let Some(i) = men.iter().position(|m| (m.0, m.1) == (color, kind)) {
                *cell = men.remove(i).2;
                if flip {
                    *cell = geometry.flip[*cell as usize];
                }
            }
        }
        let side = if flip { !board.side } else { board.side };
        Ok(table.state(&cells, side))
    }

    /// What a board is worth by its moves.
    fn follows(&self, board: &Board) -> Result<State, Wrong> {
        let moves = self.referee.legal_moves(board);
        let end = &self.rules.variant().end;
        let count = |color: Color| {
            let cells = self.rules.board().cells().iter();
            cells.filter(|&&c| board.at(self.rules.board(), c).is_some_and(|m| m.color == color)).count()
        };
        let (own, enemies) = (count(board.side), count(!board.side));
        let kings_alone = own == 1 && enemies == 1;
        let bare_loses = end.bare_king == BareKing::Loses;
        if kings_alone && bare_loses {
            return Ok(State::ENDED_DRAW);
        }
        if moves.is_empty() {
            return Ok(match (self.referee.in_check(board), end.stalemate) {
                (true, _) | (false, Stalemate::Loss) => State::decided(Worth::Loss, 0),
                (false, Stalemate::Draw) => State::ENDED_DRAW,
                (false, Stalemate::ThreeQuarters | Stalemate::TwoThirds) => State::decided(Worth::Stalemated, 0),
            });
        }
        if bare_loses {
            if enemies == 1 {
                return Ok(State::decided(Worth::Win, 0));
            }
            let takes = |m: &hexcore::naive::Move| board.at(self.rules.board(), m.to).is_some();
            if own == 1 && !(enemies == 2 && moves.iter().any(takes)) {
                return Ok(State::decided(Worth::Loss, 0));
            }
        } else if kings_alone || self.dead(board, own + enemies) {
            return Ok(State::ENDED_DRAW);
        }
        let mut best: Option<State> = None;
        for m in &moves {
            let next = self.referee.play(board, m);
            let mut closed = next.clone();
            closed.open = Open::None;
            let special =
                next.open != Open::None && self.referee.legal_moves(&next) != self.referee.legal_moves(&closed);
            let state = if special { self.follows(&next)? } else { self.entry_of(&closed)? };
            let pawn = self.man(board.side, Kind::PAWN);
            let man = board.at(self.rules.board(), m.from);
            let zeroing = man == pawn || board.at(self.rules.board(), m.to).is_some_and(|v| v.color != board.side);
            let limit = self.builder.geometry().limit;
            let mut value = state.after_move(zeroing && limit != 0);
            if limit != 0 && value.plies() > u32::from(limit) {
                value = State::OPEN;
            }
            if best.is_none_or(|b| value.beats(b)) {
                best = Some(value);
            }
        }
        Ok(best.unwrap_or(State::OPEN))
    }

    fn dead(&self, board: &Board, men: usize) -> bool {
        let variant = self.rules.variant();
        let names = self.rules.board().cells().iter().filter_map(|&c| {
            let man = board.at(self.rules.board(), c)?;
            (!variant.pieces[man.piece].royal).then(|| &variant.pieces[man.piece].name)
        });
        men == 3 && names.into_iter().all(|name| variant.end.dead_with.contains(name))
    }
}
