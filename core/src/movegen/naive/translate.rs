//! Positions and moves of the fast generator in the naive one's terms, and back.

use super::{Man, Move, Referee, State};
use crate::layout::Layout;
use crate::moves::{self, Color};
use crate::position::Position;
use crate::rules::Rules;

impl Referee<'_> {
    /// A fast position in this generator's terms.
    pub fn state<L: Layout>(&self, rules: &Rules<L>, pos: &Position<L>) -> State {
        let mut state = State { side: pos.side(), open: pos.open(), ..State::empty(self.board) };
        for &cell in self.board.cells() {
            let man = pos.at(cell).and_then(|(color, kind)| {
                let piece = self.piece(&rules.kinds()[kind.index()].name)?;
                Some(Man { color, piece })
            });
            state.put(self.board, cell, man);
        }
        for color in Color::BOTH.into_iter().filter(|&c| pos.rights().king(c)) {
            state.unmoved.extend(self.king_home(color));
            let homes = self.rook_homes(color).into_iter().enumerate();
            let unmoved = homes.filter(|&(i, _)| pos.rights().rook(color, i));
            state.unmoved.extend(unmoved.map(|(_, home)| home));
        }
        state
    }

    /// A state as a fast position, if it is one that can be played on.
    ///
    /// # Errors
    /// What [`Rules::check_position`] finds wrong.
    pub fn position<L: Layout>(&self, rules: &Rules<L>, state: &State) -> Result<Position<L>, String> {
        let mut pos = Position::empty();
        for (cell, man) in self.board.cells().iter().filter_map(|&c| Some((c, state.at(self.board, c)?))) {
            let name = &self.variant.pieces[man.piece].name;
            let kind = rules.kinds().iter().position(|kind| kind.exists && kind.name == *name);
            rules.put(&mut pos, cell, man.color, moves::Kind::new(kind.unwrap_or_default()));
        }
        for color in Color::BOTH {
            let homes = self.king_home(color).into_iter().chain(self.rook_homes(color));
            for (bit, _) in homes.enumerate().filter(|(_, home)| state.unmoved.contains(home)) {
                pos.rights.0 |= 1 << (4 * color as u8 + bit as u8);
            }
        }
        (pos.side, pos.open) = (state.side, state.open);
        pos.hash = rules.full_hash(&pos);
        rules.check_position(&pos).map(|()| pos)
    }

    /// A fast move in this generator's terms.
    pub fn convert<L: Layout>(&self, rules: &Rules<L>, m: moves::Move) -> Move {
        let name = |kind: moves::Kind| rules.kinds()[kind.index()].name.as_str();
        Move {
            from: m.from(),
            to: m.to(),
            promotion: m.promotion().and_then(|kind| self.piece(name(kind))),
            special: m.special(),
        }
    }
}
