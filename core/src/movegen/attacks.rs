//! Who attacks what: the slow questions that few moves need answered.

use crate::bits::{BitSet, Cell};
use crate::layout::Layout;
use crate::moves::{Color, Kind};
use crate::position::Position;
use crate::rules::Rules;

impl<L: Layout> Rules<L> {
    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self, pos: &Position<L>) -> bool {
        let us = pos.side();
        self.attacked(pos, pos.king(us), !us, pos.occupied(), pos.color(!us))
    }

    /// The men of `by` that attack a cell, the king among them.
    pub fn attackers(&self, pos: &Position<L>, cell: Cell, by: Color) -> L::Set {
        self.attackers_among(pos, cell, by, pos.occupied(), pos.color(by))
    }

    /// Whether one of the `enemies` of color `by` attacks a cell when the men on `occupied` stand on the board.
    pub(crate) fn attacked(&self, pos: &Position<L>, cell: Cell, by: Color, occupied: L::Set, enemies: L::Set) -> bool {
        !self.attackers_among(pos, cell, by, occupied, enemies).is_empty()
    }

    /// [`attackers`](Rules::attackers) with another occupancy and only some of the enemies.
    pub fn attackers_among(
        &self,
        pos: &Position<L>,
        cell: Cell,
        by: Color,
        occupied: L::Set,
        enemies: L::Set,
    ) -> L::Set {
        let side = &self.sides[by.index()];
        let mut from = side.pawns.attacked_from[cell] & pos.kind(Kind::PAWN);
        for (kind, sources) in &side.leapers {
            from |= sources[cell] & pos.kind(*kind);
        }
        from &= enemies;
        for riders in &side.riders {
            let ride = &self.rides[riders.ride];
            for rider in (ride.sources[cell] & riders.men(pos) & enemies).cells() {
                if (ride.between(cell, rider) & occupied).is_empty() {
                    from |= L::Set::of(rider);
                }
            }
        }
        if self.king_zone(pos, by).has(cell) {
            from |= L::Set::of(pos.king(by)) & enemies;
        }
        from
    }

    /// The cells that a king's steps, and its leap if it still has one that captures, keep the other king from.
    #[inline(always)]
    pub(crate) fn king_zone(&self, pos: &Position<L>, color: Color) -> L::Set {
        let side = &self.sides[color.index()];
        let steps = self.attacks(color, self.royal, pos.king(color), pos.occupied());
        if self.leap_guards && pos.rights.king(color) { steps | side.king_leaps } else { steps }
    }
}
