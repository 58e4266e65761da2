//! Whether the flip exchanges the colors' rules and the mirror leaves them alone.

use super::Problems;
use crate::bits::Cell;
use crate::board::Board;
use crate::moves::Color;
use crate::rules::{promotion_zone, region};
use crate::variant::{PawnSpec, Variant};
use std::collections::BTreeSet;

impl Problems {
    pub(super) fn symmetry(&mut self, variant: &Variant, board: &Board) {
        if let Some(pawn) = &variant.pawn {
            self.flip(pawn, board);
        }
        if variant.board.mirror.is_none() {
            return;
        }
        if variant.king.is_some() {
            let message = "the `king` section's cells have no mirror image; leave the mirror out";
            self.add("board.mirror", message);
        }
        for piece in &variant.pieces {
            for vectors in piece.moves.iter().filter_map(|m| m.vectors.as_ref()) {
                if !board.cells().iter().all(|&cell| mirrors(board, cell, vectors, vectors)) {
                    let message = format!("is not a symmetry: the mirror changes the moves of `{}`", piece.name);
                    self.add("board.mirror", message);
                }
            }
        }
        if let Some(cell) = variant.pawn.as_ref().and_then(|pawn| pawn_breaks(pawn, board)) {
            let message = format!("is not a symmetry: it changes what a white pawn on {} does", board.name(cell));
            self.add("board.mirror", message);
        }
    }

    fn flip(&mut self, pawn: &PawnSpec, board: &Board) {
        for (i, sense) in pawn.senses.iter().enumerate() {
            let cells = region(board, sense);
            if let Some(&cell) = cells.iter().find(|&&c| !cells.contains(&board.flip(c))) {
                let (name, image) = (board.name(cell), board.name(board.flip(cell)));
                let message = format!("holds on {name} but not on its flip {image}: the colors would differ");
                self.add(format!("pawn.sense[{i}].files"), message);
            }
        }
        let [white, black] = Color::BOTH.map(|color| promotion_zone(board, pawn, color));
        if let Some(&cell) = white.iter().find(|&&c| !black.contains(&board.flip(c))) {
            let (name, image) = (board.name(cell), board.name(board.flip(cell)));
            let message = format!("White promotes on {name} but Black not on its flip {image}");
            self.add("pawn.promotion.zone", message);
        }
    }
}

/// Whether `here`, applied to a cell and then mirrored, is `there` applied to the mirrored cell.
fn mirrors(board: &Board, cell: Cell, here: &[[i8; 2]], there: &[[i8; 2]]) -> bool {
    let Some(image) = board.mirror(cell) else {
        return true;
    };
    let targets = |from: Cell, vectors: &[[i8; 2]]| -> BTreeSet<Cell> {
        vectors.iter().filter_map(|&v| board.step(from, v)).collect()
    };
    let reflected: BTreeSet<Cell> = targets(cell, here).into_iter().filter_map(|c| board.mirror(c)).collect();
    reflected == targets(image, there)
}

/// A cell on which the mirror changes a white pawn's rules.
fn pawn_breaks(pawn: &PawnSpec, board: &Board) -> Option<Cell> {
    let zone = promotion_zone(board, pawn, Color::White);
    let regions: Vec<Vec<Cell>> = pawn.senses.iter().map(|s| region(board, s)).collect();
    let sense = |cell: Cell| regions.iter().position(|r| r.contains(&cell)).map(|i| &pawn.senses[i]);
    board.cells().iter().copied().find(|&cell| {
        let Some(image) = board.mirror(cell) else {
            return false;
        };
        let (Some(here), Some(there)) = (sense(cell), sense(image)) else {
            return false;
        };
        let straight = |v: &[[i8; 2]]| v[..v.len().min(1)].to_vec();
        let advances = |from: Cell, (count, captures): (u8, bool)| -> Vec<[i8; 2]> {
            let all = sense(from).map_or(&[][..], |s| &s.advances);
            let allowed = all.iter().filter(|a| {
                let from_here = |names: &Vec<String>| names.iter().any(|n| board.named(n) == Some(from));
                a.count == count && a.captures == captures && a.from.as_ref().is_none_or(from_here)
            });
            allowed.flat_map(|a| a.vectors.clone()).collect()
        };
        let same = mirrors(board, cell, &here.steps, &there.steps)
            && (!pawn.scornful || mirrors(board, cell, &straight(&here.steps), &straight(&there.steps)))
            && mirrors(board, cell, &here.captures, &there.captures)
            && [(2, false), (2, true), (3, false), (3, true)]
                .into_iter()
                .all(|kind| mirrors(board, cell, &advances(cell, kind), &advances(image, kind)))
            && zone.contains(&cell) == zone.contains(&image);
        !same
    })
}
