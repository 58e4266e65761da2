//! The special capture that is open, as a field of a FEN.

use super::Field;
use crate::bits::{BitSet, Cell};
use crate::error::{FenError, excerpt};
use crate::layout::Layout;
use crate::moves::Kind;
use crate::position::{Open, Position};
use crate::rules::Rules;
use crate::variant::SpecialField;

impl<L: Layout> Rules<L> {
    pub(super) fn special_text(&self, pos: &Position<L>) -> String {
        let name = |cell: Cell| self.board.name(cell);
        match pos.open {
            Open::None => "-".into(),
            Open::Scorned { pawn, by } => format!("{}@{}", name(by), name(pawn)),
            Open::Passed { pawn, cells: [first, last] } => match self.variant.notation.special {
                SpecialField::Passed => name(first).into(),
                SpecialField::PawnAtPassed => format!("{}@{}", name(pawn), name(first)),
                SpecialField::PawnAtLine if first == last => format!("{}@{}", name(pawn), self.board.number(first)),
                SpecialField::PawnAtLine => {
                    format!("{}@{}-{}", name(pawn), self.board.number(first), self.board.number(last))
                }
            },
        }
    }

    pub(super) fn parse_special(&self, field: Field, pos: &Position<L>) -> Result<Open, FenError> {
        if field.text == "-" {
            return Ok(Open::None);
        }
        let passed: Vec<(Cell, [Cell; 2])> = self.passable(pos);
        let scorned = self.scornable(pos);
        let fits = |open: Open| {
            let shown = self.special_text(&Position { open, ..*pos });
            let bare = matches!(open, Open::Scorned { pawn, .. } if self.board.name(pawn) == field.text);
            shown == field.text || bare || self.older_text(open).is_some_and(|text| text == field.text)
        };
        let passed = passed.into_iter().map(|(pawn, cells)| Open::Passed { pawn, cells });
        let scorned = scorned.into_iter().map(|(pawn, by)| Open::Scorned { pawn, by });
        let found: Vec<Open> = passed.chain(scorned).filter(|&open| fits(open)).collect();
        match found[..] {
            [open] => Ok(open),
            [] => {
                Err(field
                    .error(0, format!("`{}`: no man of {} can have made such a move", excerpt(field.text), !pos.side)))
            }
            _ => {
                Err(field
                    .error(0, format!("`{}` fits several captures; write `capturer@captured`", excerpt(field.text))))
            }
        }
    }

    /// How PDTL once wrote a step of several cells: `P@F12[F10]`, `P@D20,18[D16]`.
    fn older_text(&self, open: Open) -> Option<String> {
        let Open::Passed { pawn, cells: [first, last] } = open else { return None };
        if self.variant.notation.special != SpecialField::PawnAtLine {
            return None;
        }
        let letter = self.kinds[Kind::PAWN.index()].letter;
        let more = if first == last { String::new() } else { format!(",{}", self.board.number(last)) };
        Some(format!("{letter}@{}{more}[{}]", self.board.name(first), self.board.name(pawn)))
    }

    /// Pawns (or what they promoted to) of the side that moved last, with the cells they can have passed.
    fn passable(&self, pos: &Position<L>) -> Vec<(Cell, [Cell; 2])> {
        let them = !pos.side;
        let side = &self.sides[them.index()];
        if !self.en_passant {
            return Vec::new();
        }
        let mut found = Vec::new();
        for advance in &side.pawns.advances {
            for from in advance.from.cells() {
                let mut at = L::Set::of(from);
                let path: Vec<Cell> = advance
                    .hops()
                    .iter()
                    .map(|&by| {
                        at = at.rotate(by);
                        at.lowest()
                    })
                    .collect();
                let (Some(&pawn), Some(&first)) = (path.last(), path.first()) else { continue };
                let passed = &path[..path.len() - 1];
                let empty = !pos.occupied().has(from) && passed.iter().all(|&c| !pos.occupied().has(c));
                if empty && self.pawn_or_promoted(pos, pawn) {
                    found.push((pawn, [first, passed[passed.len() - 1]]));
                }
            }
        }
        found
    }

    /// Men that can just have stepped obliquely away from an enemy pawn, with that pawn.
    fn scornable(&self, pos: &Position<L>) -> Vec<(Cell, Cell)> {
        let (us, them) = (pos.side, !pos.side);
        if !self.scornful {
            return Vec::new();
        }
        let (ours, theirs) = (&self.sides[us.index()].pawns, &self.sides[them.index()].pawns);
        let mut found = Vec::new();
        for pawn in pos.color(them).cells().filter(|&cell| self.pawn_or_promoted(pos, cell)) {
            for from in theirs.oblique_from[pawn].cells().filter(|&c| !pos.occupied().has(c)) {
                if let Some(by) = theirs.ahead[from]
                    && pos.men(us, Kind::PAWN).has(by)
                    && ours.oblique_from[pawn].has(by)
                {
                    found.push((pawn, by));
                }
            }
        }
        found
    }

    fn pawn_or_promoted(&self, pos: &Position<L>, cell: Cell) -> bool {
        let them = !pos.side;
        match pos.at(cell) {
            Some((color, Kind::PAWN)) => color == them,
            Some((color, kind)) => {
                let side = &self.sides[them.index()];
                color == them && side.pawns.zone.has(cell) && side.promotions.contains(&kind)
            }
            None => false,
        }
    }
}
