//! What is wrong with a start position that can be read: games that are over, homes that are empty.

use super::Rules;
use crate::bits::Cell;
use crate::error::Problem;
use crate::game::Game;
use crate::layout::Layout;
use crate::moves::{Color, Kind};
use crate::variant::Supply;

impl<L: Layout> Rules<L> {
    /// The mistakes in the variant that only its start position shows.
    pub(super) fn start_problems(&self) -> Vec<Problem> {
        let mut problems = self.home_problems();
        let promotion = self.variant.pawn.as_ref().map(|pawn| &pawn.promotion);
        for (i, name) in promotion.filter(|p| p.supply == Supply::Lost).iter().flat_map(|p| p.to.iter().enumerate()) {
            let started = |kind| Color::BOTH.iter().any(|&c| self.sides[c.index()].complement[kind] > 0);
            let kind = self.kinds.iter().position(|k| k.exists && k.name == *name);
            if !kind.is_some_and(started) {
                let message = format!("only lost men come back, but no side has a `{name}` at the start");
                problems.push(Problem::new(format!("pawn.promotion.to[{i}]"), message));
            }
        }
        if let Some(outcome) = Game::from_position(self, self.start).outcome() {
            problems.push(Problem::new("start", format!("the game is over before it begins: {}", outcome.ending)));
        }
        problems
    }

    /// Kings and castling rooks that are not at home.
    fn home_problems(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        let Some(king) = &self.variant.king else { return problems };
        let stands = |color: Color, home: Cell, what: &str| {
            format!("{color}'s {what} does not stand on its home {} at the start", self.board.name(home))
        };
        let home = |name: &String, color: Color| {
            self.board.named(name).map(|cell| if color == Color::White { cell } else { self.board.flip(cell) })
        };
        for color in Color::BOTH {
            if let Some(cell) = home(&king.home, color).filter(|&cell| self.start.king(color) != cell) {
                let message = stands(color, cell, &self.kinds[self.royal.index()].name);
                problems.push(Problem::new("king.home", message));
            }
            let rooks = king
                .castlings
                .iter()
                .enumerate()
                .flat_map(|(i, castling)| castling.rooks.iter().enumerate().map(move |(j, rook)| (i, j, rook)));
            for (i, j, rook) in rooks {
                let Some(cell) = home(&rook.from, color) else { continue };
                let man = self.start.at(cell);
                if !man.is_some_and(|(owner, kind)| owner == color && kind != Kind::PAWN) {
                    let key = format!("king.castling[{i}].rook[{j}].from");
                    problems.push(Problem::new(key, stands(color, cell, "rook")));
                }
            }
        }
        problems
    }
}
