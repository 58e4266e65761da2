//! The two symmetries of a position: the colors exchanged, and the variant's mirror.

use crate::bits::{BitSet, Cell};
use crate::layout::Layout;
use crate::moves::Color;
use crate::position::{Open, Position, Rights};
use crate::rules::Rules;

impl<L: Layout> Rules<L> {
    /// The position with the board turned round and the colors exchanged: the same game seen from the other side.
    pub fn flipped(&self, pos: &Position<L>) -> Position<L> {
        self.image(pos, true, |cell| self.board.flip(cell))
    }

    /// The position's image in the variant's mirror, if it has one.
    pub fn mirrored(&self, pos: &Position<L>) -> Option<Position<L>> {
        self.variant.board.mirror?;
        Some(self.image(pos, false, |cell| self.board.mirror(cell).unwrap_or(cell)))
    }

    fn image(&self, pos: &Position<L>, exchange: bool, to: impl Fn(Cell) -> Cell) -> Position<L> {
        let turn = |color: Color| if exchange { !color } else { color };
        let mut image = Position::empty();
        for cell in pos.occupied().cells() {
            if let Some((color, kind)) = pos.at(cell) {
                self.put(&mut image, to(cell), turn(color), kind);
            }
        }
        for color in Color::BOTH {
            image.rights.0 |= self.rights_of(pos.rights, color, turn(color), &to);
        }
        image.open = match pos.open {
            Open::None => Open::None,
            Open::Passed { pawn, cells } => Open::Passed { pawn: to(pawn), cells: cells.map(&to) },
            Open::Scorned { pawn, by } => Open::Scorned { pawn: to(pawn), by: to(by) },
        };
        image.side = turn(pos.side);
        (image.clock, image.number) = (pos.clock, pos.number);
        image.hash = self.full_hash(&image);
        image
    }

    /// What a color's rights become when it turns into another and its homes are moved.
    fn rights_of(&self, rights: Rights, color: Color, turned: Color, to: impl Fn(Cell) -> Cell) -> u8 {
        let homes = &self.sides[turned.index()].rook_homes;
        let mut set = u8::from(rights.king(color));
        for (i, &home) in self.sides[color.index()].rook_homes.iter().enumerate() {
            if let Some(j) = homes.iter().position(|&h| h == to(home)).filter(|_| rights.rook(color, i)) {
                set |= 2 << j;
            }
        }
        set << (4 * turned as u8)
    }
}
