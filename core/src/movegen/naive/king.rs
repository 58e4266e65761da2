//! What a king may do once: its leap and castlings.

use super::{Man, Move, Referee, State};
use crate::bits::Cell;
use crate::moves::{Color, Special};
use crate::variant::CastlingSpec;

impl Referee<'_> {
    pub(super) fn king_home(&self, color: Color) -> Option<Cell> {
        self.variant.king.as_ref().and_then(|king| self.cell(&king.home, color))
    }

    /// The homes of castling rooks, from left to right, which is how [`Rights`](crate::Rights) counts them.
    pub(super) fn rook_homes(&self, color: Color) -> Vec<Cell> {
        let castlings = self.variant.king.iter().flat_map(|king| &king.castlings);
        let rooks = castlings.flat_map(|castling| &castling.rooks);
        let mut homes: Vec<Cell> = rooks.filter_map(|rook| self.cell(&rook.from, color)).collect();
        homes.sort_by_key(|&home| self.board.coord(home));
        homes.dedup();
        homes
    }

    /// The cells that an unmoved king attacks by its leap.
    pub(super) fn leap_attacks(&self, state: &State, from: Cell, color: Color) -> Vec<Cell> {
        let leap = self.variant.king.as_ref().and_then(|k| k.leap.as_ref());
        let attacks = leap.is_some_and(|leap| leap.captures && leap.guards);
        if attacks && self.unmoved(state, from, color) { self.leaps(from) } else { Vec::new() }
    }

    fn unmoved(&self, state: &State, king: Cell, color: Color) -> bool {
        self.king_home(color) == Some(king) && state.unmoved.contains(&king)
    }

    fn leaps(&self, from: Cell) -> Vec<Cell> {
        let leap = self.variant.king.as_ref().and_then(|king| king.leap.as_ref());
        let vectors = leap.map_or(Vec::new(), |leap| self.board.vectors(leap.along));
        vectors.into_iter().filter_map(|v| self.board.step(from, v)).collect()
    }

    /// Leaps and castlings of a king that is not in check, before it is known whether they lead into one.
    pub(super) fn king_specials(&self, state: &State, found: &mut Vec<Move>) {
        let us = state.side;
        let Some(king) = &self.variant.king else {
            return;
        };
        let Some(from) = self.king_home(us).filter(|&home| self.unmoved(state, home, us)) else {
            return;
        };
        if let Some(leap) = &king.leap {
            for to in self.leaps(from) {
                let takes = |man: Man| leap.captures && man.color != us && !self.variant.pieces[man.piece].royal;
                let allowed = state.at(self.board, to).is_none_or(takes);
                if allowed {
                    found.push(Move { from, to, promotion: None, special: Special::Leap });
                }
            }
        }
        for (i, castling) in king.castlings.iter().enumerate() {
            let Some(to) = self.cell(&castling.king, us) else {
                continue;
            };
            let empty = |name: &String| self.cell(name, us).is_some_and(|c| state.at(self.board, c).is_none());
            let unmoved = |name: &String| self.cell(name, us).is_some_and(|c| state.unmoved.contains(&c));
            let stays = |name: &String| !king.pinned_rooks_castle && self.shields(state, from, name);
            let rooks = !castling.rooks.iter().any(|rook| stays(&rook.from))
                && castling
                    .rooks
                    .iter()
                    .all(|rook| unmoved(&rook.from) && empty(&rook.to) && rook.via.iter().all(&empty));
            let passed =
                |name: &String| empty(name) && self.cell(name, us).is_some_and(|cell| !self.attacked(state, cell, !us));
            // The king's cell must be safe as things stand, even if a rook would shelter it in the end.
            let arrives = empty(&castling.king) && !self.attacked(state, to, !us);
            if rooks && arrives && castling.passes.iter().all(passed) {
                found.push(Move { from, to, promotion: None, special: Special::Castling(i as u8) });
            }
        }
    }

    /// Whether the king on `king` would be attacked without the man on a cell, which it is not as things stand.
    fn shields(&self, state: &State, king: Cell, name: &str) -> bool {
        let mut without = state.clone();
        if let Some(cell) = self.cell(name, state.side) {
            without.put(self.board, cell, None);
        }
        self.attacked(&without, king, !state.side)
    }

    pub(super) fn move_rooks(&self, before: &State, castling: u8, next: &mut State) {
        for (from, to) in self.rook_paths(castling, before.side) {
            next.put(self.board, from, None);
            next.put(self.board, to, before.at(self.board, from));
            next.unmoved.remove(&from);
        }
    }

    fn rook_paths(&self, castling: u8, color: Color) -> Vec<(Cell, Cell)> {
        let castlings = self.variant.king.iter().flat_map(|king| &king.castlings);
        let rooks = castlings.skip(castling as usize).take(1).flat_map(|c: &CastlingSpec| &c.rooks);
        rooks.filter_map(|r| Some((self.cell(&r.from, color)?, self.cell(&r.to, color)?))).collect()
    }

    /// Takes from the unmoved men those that moved or were captured.
    pub(super) fn forget_moved(&self, next: &mut State, m: &Move) {
        next.unmoved.remove(&m.from);
        next.unmoved.remove(&m.to);
        for color in Color::BOTH {
            if self.king_home(color).is_none_or(|home| !next.unmoved.contains(&home)) {
                for rook in self.rook_homes(color) {
                    next.unmoved.remove(&rook);
                }
            }
        }
    }
}
