//! Mistakes in the pawn: its senses and where and into what it promotes.

use super::Problems;
use crate::bits::Cell;
use crate::board::Board;
use crate::moves::Color;
use crate::rules::{promotion_zone, region};
use crate::variant::{AdvanceSpec, PawnSpec, PromotionSpec, PromotionZone, SenseSpec, Supply, Variant};

impl Problems {
    pub(super) fn pawn(&mut self, variant: &Variant, pawn: &PawnSpec, board: Option<&Board>) {
        if self.known("pawn.piece", &pawn.piece, variant) {
            self.not_royal("pawn.piece", &pawn.piece, variant);
        }
        self.senses(pawn, board);
        self.promotion(variant, pawn, &pawn.promotion, board);
        if let Some(board) = board {
            self.every_pawn_promotes(pawn, board);
            self.each_move_once(pawn, board);
        }
    }

    fn senses(&mut self, pawn: &PawnSpec, board: Option<&Board>) {
        if pawn.senses.is_empty() {
            self.add("pawn.sense", "missing: a pawn needs at least one sense");
        }
        let mut taken = String::new();
        for (i, sense) in pawn.senses.iter().enumerate() {
            let key = format!("pawn.sense[{i}]");
            match &sense.files {
                None if pawn.senses.len() > 1 => {
                    self.add(&key, "needs `files`, since there are several senses");
                }
                None => {}
                Some(files) => {
                    self.files(&format!("{key}.files"), files, board);
                    for letter in files.chars().filter(|&c| taken.contains(c)) {
                        let message = format!("file `{letter}` has a sense already");
                        self.add(format!("{key}.files"), message);
                    }
                    taken.push_str(files);
                }
            }
            self.vectors(&format!("{key}.steps"), &sense.steps, board);
            if !sense.captures.is_empty() {
                self.vectors(&format!("{key}.captures"), &sense.captures, board);
            }
            let cells = board.map(|b| region(b, sense));
            for (j, advance) in sense.advances.iter().enumerate() {
                self.advance(&format!("{key}.advance[{j}]"), advance, board, cells.as_deref());
            }
        }
        let without = |b: &Board| b.letters().iter().copied().find(|c| !taken.contains(*c));
        if let Some(letter) = board.and_then(without).filter(|_| !taken.is_empty()) {
            self.add("pawn.sense", format!("no sense holds on file `{letter}`"));
        }
        if pawn.scornful && pawn.senses.iter().all(|s| s.steps.len() < 2) {
            let message = "needs a second, oblique step: the first is straight ahead";
            self.add("pawn.scornful", message);
        }
    }

    fn advance(&mut self, key: &str, advance: &AdvanceSpec, board: Option<&Board>, cells: Option<&[Cell]>) {
        self.vectors(&format!("{key}.vectors"), &advance.vectors, board);
        if !(2..=3).contains(&advance.count) {
            self.add(format!("{key}.count"), format!("{}: expected 2 or 3", advance.count));
        }
        let Some(from) = &advance.from else { return };
        if from.is_empty() {
            self.add(format!("{key}.from"), "empty: leave the key out to allow every cell");
        }
        for (i, name) in from.iter().enumerate() {
            let key = format!("{key}.from[{i}]");
            self.cell(&key, name, board);
            self.once(&key, name, &from[..i]);
            let cell = board.and_then(|b| b.named(name));
            if cell.zip(cells).is_some_and(|(cell, cells)| !cells.contains(&cell)) {
                self.add(&key, format!("`{name}` is not on a file of this sense"));
            }
        }
    }

    fn promotion(&mut self, variant: &Variant, pawn: &PawnSpec, promotion: &PromotionSpec, board: Option<&Board>) {
        let key = "pawn.promotion.files";
        match (&promotion.files, promotion.zone) {
            (None, PromotionZone::Files) => self.add(key, "missing: `zone = \"files\"` needs them"),
            (Some(files), PromotionZone::Files) => self.files(key, files, board),
            (Some(_), _) => self.add(key, "only `zone = \"files\"` has this key"),
            (None, _) => {}
        }
        if promotion.to.is_empty() {
            self.add("pawn.promotion.to", "empty: expected at least one piece");
        }
        for (i, name) in promotion.to.iter().enumerate() {
            let key = format!("pawn.promotion.to[{i}]");
            if self.known(&key, name, variant) {
                self.not_royal(&key, name, variant);
            }
            self.once(&key, name, &promotion.to[..i]);
            if *name == pawn.piece {
                self.add(&key, "a pawn cannot promote to a pawn");
            }
        }
        for (i, name) in promotion.one_per_color.iter().enumerate() {
            let key = format!("pawn.promotion.one-per-color[{i}]");
            if promotion.supply != Supply::Lost {
                self.add(&key, "needs `supply = \"lost\"`");
            }
            if !promotion.to.contains(name) {
                self.add(&key, format!("`{name}` is not in `pawn.promotion.to`"));
            }
            self.once(&key, name, &promotion.one_per_color[..i]);
        }
    }

    /// Finds moves of a white pawn that have the same start and end but different effects.
    fn each_move_once(&mut self, pawn: &PawnSpec, board: &Board) {
        for (i, sense) in pawn.senses.iter().enumerate() {
            let key = format!("pawn.sense[{i}]");
            let overlap = |v: &&[i8; 2]| sense.captures.contains(v);
            if pawn.scornful && sense.steps.iter().skip(1).any(|v| overlap(&v)) {
                let message = "an oblique step that captures anyway leaves nothing to a scornful capture";
                self.add("pawn.scornful", message);
            }
            for cell in region(board, sense) {
                let mut seen: Vec<Cell> = Vec::new();
                let mut twice = None;
                for to in quiet_targets(board, sense, cell) {
                    if seen.contains(&to) {
                        twice = Some(to);
                    }
                    seen.push(to);
                }
                let taken: Vec<Cell> = sense.captures.iter().filter_map(|&v| board.step(cell, v)).collect();
                let strikes = sense.advances.iter().filter(|advance| advance.captures);
                let mut ends = strikes.flat_map(|advance| ends(board, advance, cell));
                twice = twice.or_else(|| ends.find(|to| taken.contains(to)));
                if let Some(to) = twice {
                    let message = format!("two moves lead from {} to {}", board.name(cell), board.name(to));
                    self.add(key, message);
                    break;
                }
            }
        }
    }

    /// Finds the cells on which a white pawn could stand and never promote.
    fn every_pawn_promotes(&mut self, pawn: &PawnSpec, board: &Board) {
        let mut promotes = promotion_zone(board, pawn, Color::White);
        if promotes.is_empty() {
            self.add("pawn.promotion.zone", "no cell of the board is in it");
            return;
        }
        let senses: Vec<_> = pawn.senses.iter().map(|sense| (sense, region(board, sense))).collect();
        let moves = |cell: Cell| {
            let here = senses.iter().filter(move |(_, cells)| cells.contains(&cell));
            let steps = here.flat_map(|(sense, _)| sense.steps.iter().chain(&sense.captures));
            steps.filter_map(move |&v| board.step(cell, v))
        };
        loop {
            let leads_there = |cell: &Cell| !promotes.contains(cell) && moves(*cell).any(|to| promotes.contains(&to));
            let more: Vec<Cell> = board.cells().iter().copied().filter(leads_there).collect();
            if more.is_empty() {
                break;
            }
            promotes.extend(more);
        }
        if let Some(&stuck) = board.cells().iter().find(|cell| !promotes.contains(cell)) {
            let message = format!("a white pawn on {} could never promote", board.name(stuck));
            self.add("pawn.promotion.zone", message);
        }
    }
}

/// Where the steps and advances of a white pawn end, each as often as it does.
fn quiet_targets(board: &Board, sense: &SenseSpec, cell: Cell) -> Vec<Cell> {
    let mut targets: Vec<Cell> = sense.steps.iter().filter_map(|&v| board.step(cell, v)).collect();
    targets.extend(sense.advances.iter().flat_map(|advance| ends(board, advance, cell)));
    targets
}

/// Where an advance of a white pawn ends.
fn ends(board: &Board, advance: &AdvanceSpec, cell: Cell) -> Vec<Cell> {
    let names = advance.from.as_ref();
    if names.is_some_and(|names| names.iter().all(|n| board.named(n) != Some(cell))) {
        return Vec::new();
    }
    let far = |&vector: &[i8; 2]| {
        let path = std::iter::successors(Some(cell), move |&at| board.step(at, vector));
        path.take(advance.count as usize + 1).nth(advance.count as usize)
    };
    advance.vectors.iter().filter_map(far).collect()
}
