//! A position: plain data that only [`Rules`](crate::Rules) can read and change sensibly.

use crate::bits::{BitSet, Cell};
use crate::layout::Layout;
use crate::moves::{Color, Kind};

/// What stands where, who is to move, and what the past still allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<L: Layout> {
    /// White, Black, then one set a kind (both colors together).
    pub(crate) sets: L::Sets,
    pub(crate) kings: [Cell; 2],
    pub(crate) side: Color,
    /// One bit for each man that must not have moved: see [`Rights`].
    pub(crate) rights: Rights,
    pub(crate) open: Open,
    /// Plies since the last capture or pawn move.
    pub(crate) clock: u16,
    /// Move number, rising after Black's move.
    pub(crate) number: u16,
    pub(crate) hash: u64,
}

/// Which kings and castling rooks have not moved: bits 0-3 are White's king and rooks, 4-7 Black's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rights(pub(crate) u8);

impl Rights {
    /// Whether the king may still leap or castle.
    #[inline(always)]
    pub fn king(self, color: Color) -> bool {
        self.0 >> (4 * color as u8) & 1 != 0
    }
    /// Whether the rook of this home (0 to 2) has not moved.
    #[inline(always)]
    pub fn rook(self, color: Color, home: usize) -> bool {
        self.0 >> (4 * color as u8 + 1 + home as u8) & 1 != 0
    }
}

/// The special capture that the last move made possible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Open {
    /// None.
    #[default]
    None,
    /// A pawn passed one or two cells; equal cells if one.
    Passed {
        /// The pawn, or what it promoted to.
        pawn: Cell,
        /// The cells passed, in order.
        cells: [Cell; 2],
    },
    /// A pawn stepped obliquely away from the enemy pawn in front of it.
    Scorned {
        /// The pawn that stepped, or what it promoted to.
        pawn: Cell,
        /// The enemy pawn that may take it.
        by: Cell,
    },
}

impl<L: Layout> Position<L> {
    /// No men, White to move.
    pub(crate) fn empty() -> Position<L> {
        Position {
            sets: L::NO_SETS,
            kings: [Cell(0); 2],
            side: Color::White,
            rights: Rights::default(),
            open: Open::None,
            clock: 0,
            number: 1,
            hash: 0,
        }
    }

    /// Whose move it is.
    #[inline(always)]
    pub fn side(&self) -> Color {
        self.side
    }
    /// All men of a color.
    #[inline(always)]
    pub fn color(&self, color: Color) -> L::Set {
        self.sets.as_ref()[color.index()]
    }
    /// All men of a kind, both colors.
    #[inline(always)]
    pub fn kind(&self, kind: Kind) -> L::Set {
        let sets = self.sets.as_ref();
        // The number of sets is a power of two: the mask changes nothing and saves the bounds check.
        sets[(2 + kind.index()) & (sets.len() - 1)]
    }
    /// The men of a color and kind.
    #[inline(always)]
    pub fn men(&self, color: Color, kind: Kind) -> L::Set {
        self.color(color) & self.kind(kind)
    }
    /// All men.
    #[inline(always)]
    pub fn occupied(&self) -> L::Set {
        self.color(Color::White) | self.color(Color::Black)
    }
    /// Where a king stands.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Cell {
        self.kings[color.index()]
    }
    /// What stands on a cell.
    pub fn at(&self, cell: Cell) -> Option<(Color, Kind)> {
        let kind = self.kind_at(cell)?;
        Some((if self.color(Color::White).has(cell) { Color::White } else { Color::Black }, kind))
    }
    /// The kind of man on a cell.
    #[inline]
    pub fn kind_at(&self, cell: Cell) -> Option<Kind> {
        self.sets.as_ref()[2..].iter().position(|set| set.has(cell)).map(Kind::new)
    }
    /// Plies since the last capture or pawn move.
    pub fn clock(&self) -> u16 {
        self.clock
    }
    /// The move's number, from 1, rising after Black's move.
    pub fn number(&self) -> u16 {
        self.number
    }
    /// Which kings and rooks have not moved.
    pub fn rights(&self) -> Rights {
        self.rights
    }
    /// The special capture that the last move made possible.
    pub fn open(&self) -> Open {
        self.open
    }
    /// The hash of men, side, rights and an open special capture that is legal. Equal for positions that repeat.
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        self.hash
    }
}
