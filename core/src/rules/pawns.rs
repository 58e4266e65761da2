//! Pawns compiled to shifts: all pawns of a side step at once, one rotation a group of cells.

use super::pawn_rows::{PawnRow, pawn_rows};
use crate::bits::{BitSet, Cell, CellMap};
use crate::board::Board;
use crate::moves::Color;
use crate::rows::{Row, kernels};
use crate::variant::{PawnSpec, PromotionZone, SenseSpec};

/// A step that is the same rotation from all these cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hop<S> {
    pub(crate) from: S,
    pub(crate) by: u32,
}

/// An advance over several cells, rotation by rotation.
#[derive(Clone, Debug)]
pub(crate) struct Advance<S> {
    pub(crate) from: S,
    hops: [u32; 3],
    count: u8,
    pub(crate) total: u32,
    /// Whether it may end on an enemy man.
    pub(crate) captures: bool,
}

impl<S> Advance<S> {
    /// The rotations, one a step.
    #[inline(always)]
    pub(crate) fn hops(&self) -> &[u32] {
        &self.hops[..self.count as usize]
    }
}

/// The pawns of one color.
#[derive(Clone, Debug)]
pub(crate) struct Pawns<S> {
    pub(crate) steps: Vec<Hop<S>>,
    pub(crate) captures: Vec<Hop<S>>,
    pub(crate) advances: Vec<Advance<S>>,
    /// All of these in rows, but for captures by advance.
    pub(crate) rows: Vec<PawnRow>,
    /// Whether some advance captures.
    pub(crate) strikes: bool,
    pub(crate) zone: S,
    /// The zone, in each lane of a row.
    pub(crate) zone_row: Row,
    /// Cells attacked from a cell by single steps.
    pub(crate) attacks: CellMap<S>,
    /// Cells from which a pawn of this color attacks this one.
    pub(crate) attacked_from: CellMap<S>,
    /// Cells from which a pawn of this color attacks a cell next to a king that stands here.
    pub(crate) near_king: CellMap<S>,
    /// Cells from which a pawn of this color steps here obliquely (by any step but the first).
    pub(crate) oblique_from: CellMap<S>,
    /// The cell straight ahead.
    pub(crate) ahead: CellMap<Option<Cell>>,
}

impl<S: BitSet> Pawns<S> {
    pub(crate) fn none() -> Pawns<S> {
        let map = || CellMap::new::<S>(S::EMPTY);
        Pawns {
            steps: Vec::new(),
            captures: Vec::new(),
            advances: Vec::new(),
            rows: Vec::new(),
            strikes: false,
            zone: S::EMPTY,
            zone_row: kernels::splat(S::EMPTY),
            attacks: map(),
            attacked_from: map(),
            near_king: map(),
            oblique_from: map(),
            ahead: CellMap::new::<S>(None),
        }
    }

    pub(crate) fn new(board: &Board, spec: &PawnSpec, color: Color) -> Pawns<S> {
        let mut pawns = Pawns::none();
        pawns.zone = S::collect(promotion_zone(board, spec, color));
        pawns.zone_row = kernels::splat(pawns.zone);
        for sense in &spec.senses {
            let cells: Vec<Cell> = region(board, sense);
            let turn = |v: [i8; 2]| if color == Color::White { v } else { board.flip_vector(v) };
            for (i, &vector) in sense.steps.iter().enumerate() {
                hops(board, &cells, turn(vector), &mut pawns.steps);
                for &cell in &cells {
                    let Some(to) = board.step(cell, turn(vector)) else { continue };
                    if i == 0 {
                        pawns.ahead[cell] = Some(to);
                    } else {
                        pawns.oblique_from[to] |= S::of(cell);
                    }
                }
            }
            for &vector in &sense.captures {
                hops(board, &cells, turn(vector), &mut pawns.captures);
                for &cell in &cells {
                    if let Some(to) = board.step(cell, turn(vector)) {
                        pawns.attacks[cell] |= S::of(to);
                        pawns.attacked_from[to] |= S::of(cell);
                    }
                }
            }
            for advance in &sense.advances {
                let from: Vec<Cell> = match &advance.from {
                    None => cells.clone(),
                    Some(names) => {
                        let home = names.iter().filter_map(|n| board.named(n));
                        home.map(|c| if color == Color::White { c } else { board.flip(c) })
                            .filter(|c| cells.contains(c))
                            .collect()
                    }
                };
                for &vector in &advance.vectors {
                    advances(board, &from, turn(vector), (advance.count, advance.captures), &mut pawns.advances);
                }
            }
        }
        pawns.rows = pawn_rows(&pawns.captures, &pawns.steps, &pawns.advances);
        pawns.strikes = pawns.advances.iter().any(|advance| advance.captures);
        pawns
    }

    /// The advances that capture, each with the cells where it takes these pawns past the men on `occupied`.
    #[cold]
    #[inline(never)]
    pub(crate) fn struck(&self, pawns: S, occupied: S) -> Vec<(&Advance<S>, S)> {
        let strikes = self.advances.iter().filter(|advance| advance.captures);
        let ends = |advance: &Advance<S>| {
            let (last, passed) = advance.hops().split_last()?;
            Some(passed.iter().fold(pawns & advance.from, |at, &by| at.rotate(by) & !occupied).rotate(*last))
        };
        strikes.filter_map(|advance| Some((advance, ends(advance)?))).collect()
    }
}

/// The cells on which a pawn of `color` promotes.
pub(crate) fn promotion_zone(board: &Board, spec: &PawnSpec, color: Color) -> Vec<Cell> {
    let ahead = |v: [i8; 2]| if color == Color::White { v } else { board.flip_vector(v) };
    let last = board.cells().iter().map(|&c| board.number(c)).max();
    let zone = |&cell: &Cell| match spec.promotion.zone {
        PromotionZone::FileEnd => board.step(cell, ahead([0, 2])).is_none(),
        PromotionZone::LastRank => {
            let home = if color == Color::White { cell } else { board.flip(cell) };
            Some(board.number(home)) == last
        }
        PromotionZone::Files => {
            spec.promotion.files.as_ref().is_some_and(|files| files.contains(file_letter(board, cell)))
        }
    };
    board.cells().iter().copied().filter(zone).collect()
}

fn file_letter(board: &Board, cell: Cell) -> char {
    board.letters()[board.coord(cell).file as usize]
}

/// The cells on which a sense holds.
pub(crate) fn region(board: &Board, sense: &SenseSpec) -> Vec<Cell> {
    let inside = |cell: &&Cell| sense.files.as_ref().is_none_or(|files| files.contains(file_letter(board, **cell)));
    board.cells().iter().filter(inside).copied().collect()
}

fn delta<S: BitSet>(from: Cell, to: Cell) -> u32 {
    (to.bit() + S::BITS - from.bit()) as u32 % S::BITS as u32
}

fn hops<S: BitSet>(board: &Board, cells: &[Cell], vector: [i8; 2], into: &mut Vec<Hop<S>>) {
    let start = into.len();
    for &cell in cells {
        let Some(to) = board.step(cell, vector) else { continue };
        let by = delta::<S>(cell, to);
        match into[start..].iter_mut().find(|hop| hop.by == by) {
            Some(hop) => hop.from |= S::of(cell),
            None => into.push(Hop { from: S::of(cell), by }),
        }
    }
}

fn advances<S: BitSet>(
    board: &Board,
    cells: &[Cell],
    vector: [i8; 2],
    (count, captures): (u8, bool),
    into: &mut Vec<Advance<S>>,
) {
    let start = into.len();
    for &cell in cells {
        let path: Vec<Cell> =
            std::iter::successors(Some(cell), |&at| board.step(at, vector)).take(count as usize + 1).collect();
        if path.len() <= count as usize {
            continue;
        }
        let mut hops = [0; 3];
        for (hop, step) in hops.iter_mut().zip(path.windows(2)) {
            *hop = delta::<S>(step[0], step[1]);
        }
        match into[start..].iter_mut().find(|advance| advance.hops == hops && advance.captures == captures) {
            Some(advance) => advance.from |= S::of(cell),
            None => {
                let total = delta::<S>(cell, path[count as usize]);
                into.push(Advance { from: S::of(cell), hops, count, total, captures })
            }
        }
    }
}
