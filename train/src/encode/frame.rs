//! Frames: how the cells are numbered for a side to move, mirrored or not.

use hexcore::{B256, Board, Cell, CellMap, Color};

/// The number of each cell, 0 to cells - 1, as a net sees it.
pub type Frame = CellMap<u16>;

/// The frames of a board.
#[derive(Clone, Debug)]
pub struct Frames {
    plain: [Frame; 2],
    /// Present if the board has a mirror.
    pub(super) mirrored: Option<[Frame; 2]>,
}

impl Frames {
    /// The frames of both sides.
    pub fn new(board: &Board) -> Frames {
        let frame = |turn: &dyn Fn(Cell) -> Cell| {
            let mut map = CellMap::new::<B256>(0);
            for &cell in board.cells() {
                map[cell] = board.dense(turn(cell)) as u16;
            }
            map
        };
        let mirror = |cell: Cell| board.mirror(cell).unwrap_or(cell);
        let has_mirror = board.cells().first().is_some_and(|&c| board.mirror(c).is_some());
        Frames {
            plain: [frame(&|c| c), frame(&|c| board.flip(c))],
            mirrored: has_mirror.then(|| [frame(&mirror), frame(&|c| mirror(board.flip(c)))]),
        }
    }

    /// The frame for a side to move.
    #[inline]
    pub fn of(&self, side: Color, mirrored: bool) -> &Frame {
        match &self.mirrored {
            Some(frames) if mirrored => &frames[side.index()],
            _ => &self.plain[side.index()],
        }
    }
}
