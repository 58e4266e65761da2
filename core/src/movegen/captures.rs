//! Captures and promotions alone: what a quiescence search looks at.

use super::generate::{LookUp, generate};
use super::sink::Sink;
use crate::bits::{BitSet, Cell};
use crate::layout::Layout;
use crate::moves::{Color, Kind, Move, MoveList, Special};
use crate::position::Position;
use crate::rows::Row;
use crate::rules::{PawnRow, Rules};

/// Lists moves onto enemy men, special captures and promotions.
struct Noisy<'a, S> {
    list: &'a mut Vec<Move>,
    enemy: S,
}

impl<S: BitSet> Sink<S> for Noisy<'_, S> {
    #[inline(always)]
    fn wanted(&self) -> S {
        self.enemy
    }
    #[inline(always)]
    fn targets(&mut self, from: Cell, kind: Kind, to: S) {
        for cell in (to & self.enemy).cells() {
            self.list.push(Move::new(from, cell, kind, 0));
        }
    }
    #[inline(always)]
    fn pawns(&mut self, to: Row, row: &PawnRow) {
        for lane in 0..row.lanes {
            for cell in (to.set::<S>(lane) & self.enemy).cells() {
                let from = Cell((cell.bit() + S::BITS - row.by[lane] as usize) as u8 & (S::BITS - 1) as u8);
                self.list.push(Move::new(from, cell, Kind::PAWN, row.flags[lane]));
            }
        }
    }
    #[inline(always)]
    fn promotions(&mut self, m: Move, choices: &[Kind]) {
        self.list.extend(choices.iter().map(|&kind| m.promote(kind)));
    }
    #[inline(always)]
    fn one(&mut self, m: Move) {
        let takes = matches!(m.special(), Special::EnPassant | Special::Scornful);
        if takes || self.enemy.has(m.to()) {
            self.list.push(m);
        }
    }
}

impl<L: Layout> Rules<L> {
    /// Fills `list` with the legal moves that take a man or promote a pawn, in the order of
    /// [`legal_moves`](Rules::legal_moves).
    #[inline]
    pub fn captures(&self, pos: &Position<L>, list: &mut MoveList) {
        list.restart(self.move_bound);
        let enemy = pos.color(!pos.side());
        let mut sink = Noisy { list: list.vec(), enemy };
        match pos.side() {
            Color::White => generate::<L, false, _, _>(self, pos, LookUp, &mut sink),
            Color::Black => generate::<L, true, _, _>(self, pos, LookUp, &mut sink),
        }
    }

    /// Whether a generated move takes a man or promotes a pawn.
    #[inline]
    pub fn is_capture(&self, pos: &Position<L>, m: Move) -> bool {
        pos.color(!pos.side()).has(m.to())
            || m.promotion().is_some()
            || !m.plain() && matches!(m.special(), Special::EnPassant | Special::Scornful)
    }

    /// The position after a generated move.
    #[inline]
    pub fn played(&self, pos: &Position<L>, m: Move) -> Position<L> {
        self.after::<true>(pos, m)
    }
}

#[cfg(test)]
mod tests {
    use crate::variant::{builtin, builtin_names};
    use crate::{AnyRules, Game, Move, MoveList, with_rules};

    #[test]
    fn captures_are_the_legal_moves_that_take_or_promote() {
        for name in builtin_names() {
            with_rules!(&AnyRules::new(&builtin(name).unwrap()).unwrap(), rules => {
                let mut seed = 1u64;
                let mut captures = MoveList::new();
                for _ in 0..20 {
                    let mut game = Game::new(rules);
                    while game.ply() < 200 && game.outcome().is_none() {
                        let list = game.legal_moves();
                        let wanted: Vec<Move> =
                            list.iter().copied().filter(|&m| rules.is_capture(game.position(), m)).collect();
                        rules.captures(game.position(), &mut captures);
                        assert_eq!(*captures, *wanted);
                        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                        // Captures are played more often, so that pawns come through.
                        let pool = if wanted.is_empty() || seed >> 60 < 6 { &list[..] } else { &wanted[..] };
                        game.push(pool[(seed >> 33) as usize % pool.len()]);
                    }
                }
            });
        }
    }
}
