//! Where a position may come from by a move that neither takes nor promotes.

use super::ending::Ending;
use super::index::Cells;
use hexcore::{Color, Kind};

/// A position before a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Before {
    pub(crate) number: usize,
    /// Whether the move is legal for certain if both positions are; otherwise only looking at it tells.
    pub(crate) certain: bool,
}

impl Ending {
    /// Calls `found` with every position from which `side` may have come to this one. Positions may come twice.
    #[inline]
    pub(crate) fn backward(&self, cells: &Cells, side: Color, found: &mut impl FnMut(Before)) {
        let taken = self.taken(cells);
        let geometry = &self.geometry;
        let pawns = &geometry.pawns[side.index()];
        let slots = self.index.slots();
        let waiting = |cells: &Cells| {
            let mut men = slots.iter().zip(cells);
            self.waits && men.any(|(man, &c)| *man == (side, Kind::PAWN) && pawns.zone[c as usize])
        };
        let mut from = |slot: usize, cell: u8, certain: bool| {
            let mut before = *cells;
            before[slot] = cell;
            if let Some(number) = self.index.encode(&before) {
                found(Before { number, certain: certain && !waiting(&before) });
            }
        };
        for (slot, &(color, kind)) in slots.iter().enumerate() {
            if color != side {
                continue;
            }
            let here = cells[slot];
            if kind != Kind::PAWN {
                let lines = &geometry.back[side.index()][kind.index()];
                lines.walk(here, &taken, |cell, hit| {
                    if !hit {
                        from(slot, cell, true);
                    }
                });
                continue;
            }
            if geometry.limit != 0 {
                // A pawn's move begins to count anew: what it leads to has been solved before.
                continue;
            }
            // Where a special capture may be open, or a pawn has come to wait, the move must be looked at.
            let certain = !self.opens && !pawns.zone[here as usize];
            for &cell in pawns.stepped[here as usize].iter().filter(|c| !taken.has(**c)) {
                from(slot, cell, certain);
            }
            for path in pawns.advanced[here as usize].iter().filter(|p| p.iter().all(|&c| !taken.has(c))) {
                from(slot, path[path.len() - 1], certain);
            }
        }
    }
}
