//! The mistakes in a variant that its types allow, each with its key.
//!
//! The start position is not among them: only compiled [`Rules`](crate::Rules) can read a FEN.

mod board;
mod king;
mod men;
mod pawn;
mod symmetry;

use super::{NotationSpec, SpecialField, Variant};
use crate::board::Board;
use crate::error::Problem;

/// Most kinds of men, the pawn among them even where there is none.
const MAX_KINDS: usize = 14;

/// Every mistake in a variant that can be found without compiling it.
pub fn check(variant: &Variant) -> Vec<Problem> {
    let mut problems = Problems(Vec::new());
    problems.header(variant);
    let board = problems.board(&variant.board);
    problems.men(variant, board.as_ref());
    if let Some(pawn) = &variant.pawn {
        problems.pawn(variant, pawn, board.as_ref());
    }
    if let Some(king) = &variant.king {
        problems.king(variant, king, board.as_ref());
    }
    problems.end(variant);
    problems.notation(variant, &variant.notation);
    // Symmetry of rules that are wrong in themselves would only repeat what is wrong.
    if let Some(board) = board.filter(|_| problems.0.is_empty()) {
        problems.symmetry(variant, &board);
    }
    problems.0
}

/// The mistakes found so far.
struct Problems(Vec<Problem>);

impl Problems {
    fn add(&mut self, key: impl Into<String>, message: impl Into<String>) {
        self.0.push(Problem::new(key, message));
    }

    fn header(&mut self, variant: &Variant) {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if variant.name.is_empty() || !variant.name.chars().all(plain) {
            let name = &variant.name;
            self.add("name", format!("`{name}`: expected lower case letters, digits and dashes"));
        }
    }

    fn end(&mut self, variant: &Variant) {
        let end = &variant.end;
        if end.repetition < 2 {
            self.add("end.repetition", format!("{}: expected at least 2 occurrences", end.repetition));
        }
        for (i, name) in end.dead_with.iter().enumerate() {
            let key = format!("end.dead-with[{i}]");
            if self.known(&key, name, variant) {
                self.not_royal(&key, name, variant);
            }
            self.once(&key, name, &end.dead_with[..i]);
        }
        let Some(points) = &end.points else { return };
        for (key, [better, worse]) in [("win", points.win), ("stalemate", points.stalemate), ("draw", points.draw)] {
            let key = format!("end.points.{key}");
            if !(better.is_finite() && worse.is_finite() && worse >= 0.0) {
                self.add(key, format!("[{better}, {worse}]: expected points from 0"));
            } else if better < worse {
                let message = format!("[{better}, {worse}]: the better side's points come first");
                self.add(key, message);
            }
        }
        if points.win[0] <= points.win[1] {
            let [winner, loser] = points.win;
            let message = format!("[{winner}, {loser}]: a win is worth more than a loss");
            self.add("end.points.win", message);
        }
    }

    fn notation(&mut self, variant: &Variant, notation: &NotationSpec) {
        let Some(pawn) = &variant.pawn else { return };
        let advances = || pawn.senses.iter().flat_map(|s| &s.advances);
        let passed = notation.special == SpecialField::Passed;
        if passed && advances().any(|a| a.count > 2) {
            let message =
                "`passed` names one cell, but a pawn that advances three passes two; expected `pawn-at-passed`";
            self.add("notation.special", message);
        }
        let lines = notation.special == SpecialField::PawnAtLine;
        if lines && advances().flat_map(|a| &a.vectors).any(|v| v[0] != 0) {
            let message = "`pawn-at-line` names cells of the pawn's own file, but it advances across files; expected `pawn-at-passed`";
            self.add("notation.special", message);
        }
    }

    /// Whether a name is that of a piece.
    fn known(&mut self, key: &str, name: &str, variant: &Variant) -> bool {
        let known = variant.pieces.iter().any(|p| p.name == name);
        if !known {
            let names: Vec<&str> = variant.pieces.iter().map(|p| p.name.as_str()).collect();
            let names = names.join(", ");
            self.add(key, format!("no piece is called `{name}`; expected one of {names}"));
        }
        known
    }

    fn not_royal(&mut self, key: &str, name: &str, variant: &Variant) {
        if variant.pieces.iter().any(|p| p.name == name && p.royal) {
            self.add(key, format!("`{name}` is royal"));
        }
    }

    fn once<T: PartialEq + std::fmt::Display>(&mut self, key: &str, value: &T, earlier: &[T]) {
        if earlier.contains(value) {
            self.add(key, format!("`{value}` is listed twice"));
        }
    }

    /// Whether a name is that of a cell, as far as the board is known.
    fn cell(&mut self, key: impl Into<String>, name: &str, board: Option<&Board>) {
        if board.is_some_and(|b| b.named(name).is_none()) {
            self.add(key, format!("there is no cell `{name}`"));
        }
    }

    /// File letters: each on the board and only once.
    fn files(&mut self, key: &str, files: &str, board: Option<&Board>) {
        if files.is_empty() {
            self.add(key, "empty: expected file letters");
        }
        for (i, letter) in files.char_indices() {
            if board.is_some_and(|b| !b.letters().contains(&letter)) {
                self.add(key, format!("there is no file `{letter}`"));
            }
            if files[..i].contains(letter) {
                self.add(key, format!("file `{letter}` is listed twice"));
            }
        }
    }

    /// Vectors that lead from some cell to another, each once.
    fn vectors(&mut self, key: &str, vectors: &[[i8; 2]], board: Option<&Board>) {
        if vectors.is_empty() {
            self.add(key, "empty: expected at least one [file, rank] vector");
        }
        for (i, vector) in vectors.iter().enumerate() {
            let key = format!("{key}[{i}]");
            let [file, rank] = *vector;
            if vectors[..i].contains(vector) {
                self.add(key, format!("[{file}, {rank}] is listed twice"));
            } else if *vector == [0, 0] {
                self.add(key, "[0, 0] leads nowhere");
            } else if board.is_some_and(|b| b.cells().iter().all(|&c| b.step(c, *vector).is_none())) {
                let message = format!(
                    "[{file}, {rank}] leads off the board from every cell; vectors are doubled: an orthogonal step is [0, 2] or [1, 1]"
                );
                self.add(key, message);
            }
        }
    }
}
