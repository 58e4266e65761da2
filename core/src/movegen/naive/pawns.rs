//! Pawns, cell by cell.

use super::{Man, Move, Referee, State};
use crate::bits::Cell;
use crate::moves::{Color, Special};
use crate::position::Open;
use crate::variant::{EnPassant, PawnSpec, PromotionZone, SenseSpec, Supply};

impl<'a> Referee<'a> {
    /// The cells on which a pawn may capture.
    pub(super) fn pawn_attacks(&self, from: Cell, color: Color) -> Vec<Cell> {
        let Some(sense) = self.sense(from) else {
            return Vec::new();
        };
        sense.captures.iter().filter_map(|&v| self.board.step(from, self.vector(v, color))).collect()
    }

    /// The cells on which a pawn may capture by an advance.
    pub(super) fn strikes(&self, state: &State, from: Cell, color: Color) -> Vec<Cell> {
        let mut ends = Vec::new();
        for (path, captures) in self.advances(from, color) {
            if let [passed @ .., last] = &path[..]
                && captures
                && passed.iter().all(|&cell| state.at(self.board, cell).is_none())
            {
                ends.push(*last);
            }
        }
        ends
    }

    pub(super) fn pawn_moves(&self, state: &State, from: Cell, found: &mut Vec<Move>) {
        let (Some(sense), Some(pawn)) = (self.sense(from), &self.variant.pawn) else {
            return;
        };
        let us = state.side;
        let empty = |cell: Cell| state.at(self.board, cell).is_none();
        let attacks = self.pawn_attacks(from, us);
        let passes = |to: Cell| match state.open {
            Open::Passed { cells, .. } => cells.contains(&to) && attacks.contains(&to),
            _ => false,
        };
        let mut arrive = |to: Cell, special: Special| {
            for promotion in self.arrivals(state, to, us) {
                found.push(Move { from, to, promotion, special });
            }
        };
        for &vector in &sense.steps {
            let Some(to) = self.board.step(from, self.vector(vector, us)) else {
                continue;
            };
            let takes_anyway = pawn.en_passant == EnPassant::Automatic && passes(to);
            if empty(to) && !takes_anyway {
                arrive(to, Special::None);
            }
        }
        for &to in &attacks {
            if state.at(self.board, to).is_some_and(|man| man.color != us) {
                arrive(to, Special::None);
            }
            if empty(to) && passes(to) {
                arrive(to, Special::EnPassant);
            }
        }
        for (path, _) in self.advances(from, us) {
            if path.iter().all(|&cell| empty(cell)) {
                arrive(path[path.len() - 1], Special::Advance);
            }
        }
        for to in self.strikes(state, from, us) {
            if state.at(self.board, to).is_some_and(|man| man.color != us) {
                arrive(to, Special::Advance);
            }
        }
        if let Open::Scorned { pawn, by } = state.open
            && by == from
            && self.oblique(from, us).contains(&pawn)
        {
            arrive(pawn, Special::Scornful);
        }
    }

    /// Promotions in place: of pawns that wait on a promotion cell for a man to be lost.
    pub(super) fn promotions_in_place(&self, state: &State) -> Vec<Move> {
        let mut found = Vec::new();
        if self.variant.pawn.as_ref().is_none_or(|pawn| pawn.promotion.supply != Supply::Lost) {
            return found;
        }
        for (cell, piece) in self.men_of(state, state.side) {
            if Some(piece) != self.pawn || !self.promotes(cell, state.side) {
                continue;
            }
            for promotion in self.arrivals(state, cell, state.side).into_iter().flatten() {
                let promotion = Some(promotion);
                found.push(Move { from: cell, to: cell, promotion, special: Special::None });
            }
        }
        found
    }

    /// The special capture that a pawn's move makes possible.
    pub(super) fn opened(&self, before: &State, m: &Move) -> Open {
        let (Some(pawn), us) = (&self.variant.pawn, before.side) else {
            return Open::None;
        };
        if m.special == Special::Advance && pawn.en_passant != EnPassant::None {
            let mut paths = self.advances(m.from, us).into_iter().map(|(path, _)| path);
            let path = paths.find(|path| path.last() == Some(&m.to)).unwrap_or_default();
            if let [first, .., _] = path[..] {
                return Open::Passed { pawn: m.to, cells: [first, path[path.len() - 2]] };
            }
        }
        let quiet = m.special == Special::None && before.at(self.board, m.to).is_none();
        if pawn.scornful && quiet && self.oblique(m.from, us).contains(&m.to) {
            let ahead = self.sense(m.from).and_then(|s| s.steps.first().copied());
            let faced = ahead.and_then(|v| self.board.step(m.from, self.vector(v, us)));
            let enemy_pawn = self.pawn.map(|piece| Man { color: !us, piece });
            if let Some(by) = faced.filter(|&cell| state_is(before, self, cell, enemy_pawn)) {
                return Open::Scorned { pawn: m.to, by };
            }
        }
        Open::None
    }

    fn sense(&self, from: Cell) -> Option<&'a SenseSpec> {
        let letter = self.board.name(from).chars().next()?;
        let holds = |s: &&SenseSpec| s.files.as_ref().is_none_or(|files| files.contains(letter));
        self.variant.pawn.as_ref()?.senses.iter().find(holds)
    }

    /// Where a pawn steps by any step but the first.
    fn oblique(&self, from: Cell, color: Color) -> Vec<Cell> {
        let steps = self.sense(from).into_iter().flat_map(|sense| sense.steps.iter().skip(1));
        steps.filter_map(|&v| self.board.step(from, self.vector(v, color))).collect()
    }

    /// The cells of each advance that starts here, the last being where it ends, and whether it captures there.
    fn advances(&self, from: Cell, color: Color) -> Vec<(Vec<Cell>, bool)> {
        let mut paths = Vec::new();
        for advance in self.sense(from).into_iter().flat_map(|sense| &sense.advances) {
            let home = |name: &String| self.cell(name, color) == Some(from);
            if advance.from.as_ref().is_some_and(|names| !names.iter().any(home)) {
                continue;
            }
            for &vector in &advance.vectors {
                let mut path = Vec::new();
                let mut at = Some(from);
                for _ in 0..advance.count {
                    at = at.and_then(|cell| self.board.step(cell, self.vector(vector, color)));
                    path.extend(at);
                }
                if path.len() == advance.count as usize {
                    paths.push((path, advance.captures));
                }
            }
        }
        paths
    }

    /// Whether a pawn of this color promotes on the cell.
    fn promotes(&self, cell: Cell, color: Color) -> bool {
        let Some(promotion) = self.variant.pawn.as_ref().map(|p| &p.promotion) else {
            return false;
        };
        let white = self.turned(cell, color);
        let here = self.board.coord(white);
        let mut others = self.board.cells().iter().map(|&c| (self.board.coord(c), self.board.number(c)));
        match promotion.zone {
            PromotionZone::FileEnd => others.all(|(c, _)| c.file != here.file || c.rank <= here.rank),
            PromotionZone::LastRank => others.all(|(_, number)| number <= self.board.number(white)),
            PromotionZone::Files => {
                let letter = self.board.name(cell).chars().next();
                promotion.files.as_ref().zip(letter).is_some_and(|(files, letter)| files.contains(letter))
            }
        }
    }

    /// What a pawn may be once it is on a cell: nothing new off the promotion cells, or where there is nothing to have.
    fn arrivals(&self, state: &State, cell: Cell, color: Color) -> Vec<Option<usize>> {
        let Some(pawn) = self.variant.pawn.as_ref().filter(|_| self.promotes(cell, color)) else {
            return vec![None];
        };
        let pieces = pawn.promotion.to.iter().filter_map(|name| self.piece(name));
        let free: Vec<_> = pieces.filter(|&p| self.supplied(pawn, state, cell, color, p)).map(Some).collect();
        if free.is_empty() { vec![None] } else { free }
    }

    fn supplied(&self, pawn: &PawnSpec, state: &State, cell: Cell, color: Color, piece: usize) -> bool {
        if pawn.promotion.supply == Supply::Unlimited {
            return true;
        }
        let single = pawn.promotion.one_per_color.contains(&self.variant.pieces[piece].name);
        let count = |state: &State| {
            let men = self.men_of(state, color).into_iter().filter(|&(_, p)| p == piece);
            men.filter(|&(at, _)| !single || self.board.shade(at) == self.board.shade(cell)).count()
        };
        count(state) < count(&self.start)
    }
}

fn state_is(state: &State, referee: &Referee<'_>, cell: Cell, man: Option<Man>) -> bool {
    man.is_some() && state.at(referee.board, cell) == man
}
