//! Mistakes in the board.

use super::Problems;
use crate::bits::Cell;
use crate::board::Board;
use crate::variant::{BoardSpec, Shape, VectorSet};

impl Problems {
    /// The board, if there can be one.
    pub(super) fn board(&mut self, spec: &BoardSpec) -> Option<Board> {
        let shape = |shapes: &[Shape]| shapes.contains(&spec.shape);
        let sized = shape(&[Shape::Rectangle, Shape::Ring]);
        for (key, given, used, by) in [
            ("side", spec.side.is_some(), shape(&[Shape::Hexagon]), "a hexagon"),
            ("upright", spec.upright.is_some(), shape(&[Shape::Hexagon]), "a hexagon"),
            ("files", spec.files.is_some(), sized, "a rectangle or ring"),
            ("ranks", spec.ranks.is_some(), sized, "a rectangle or ring"),
            ("cells", spec.cells.is_some(), shape(&[Shape::Cells]), "`shape = \"cells\"`"),
        ] {
            if given && !used {
                self.add(format!("board.{key}"), format!("only {by} has this key"));
            }
        }
        let board = match Board::new(spec) {
            Ok(board) => board,
            Err((key, message)) => {
                self.add(format!("board.{key}"), message);
                return None;
            }
        };
        if let Some(cell) = apart(&board) {
            let (name, first) = (board.name(cell), board.name(board.cell(0)));
            let key = if spec.shape == Shape::Cells { "cells" } else { "shape" };
            let message = format!("no chain of neighbouring cells leads from {first} to {name}");
            self.add(format!("board.{key}"), message);
        }
        Some(board)
    }
}

/// A cell that cannot be reached by steps from the first one.
fn apart(board: &Board) -> Option<Cell> {
    let steps = board.vectors(VectorSet::All);
    let mut reached = vec![board.cell(0)];
    let mut next = 0;
    while let Some(&cell) = reached.get(next) {
        next += 1;
        for to in steps.iter().filter_map(|&v| board.step(cell, v)) {
            if !reached.contains(&to) {
                reached.push(to);
            }
        }
    }
    board.cells().iter().copied().find(|cell| !reached.contains(cell))
}
