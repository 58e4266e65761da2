//! Colors, kinds of men and moves.

use crate::bits::Cell;
use std::fmt;

/// White or Black.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// Moves first.
    #[default]
    White = 0,
    /// Moves second.
    Black = 1,
}

impl Color {
    /// Both, White first.
    pub const BOTH: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black.
    #[inline(always)]
    pub fn index(self) -> usize {
        self as usize
    }
}

impl std::ops::Not for Color {
    type Output = Color;
    #[inline(always)]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

/// A kind of man of the variant, as an index into [`Rules::kinds`](crate::Rules::kinds).
///
/// Kind 0 is the pawn (also where a variant has none); the king is the last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kind(pub(crate) u8);

impl Kind {
    /// The pawn.
    pub const PAWN: Kind = Kind(0);

    /// The index.
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }
    /// The kind of an index.
    pub fn new(index: usize) -> Kind {
        Kind(index as u8)
    }
}

/// A move, packed into 32 bits: from, to, kind of the man that moves, promotion, and what is special about it.
///
/// Moves are meaningful only in the position for which they were generated.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Move(u32);

/// What is special about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Special {
    /// Nothing.
    None,
    /// A pawn advances several cells.
    Advance,
    /// En passant.
    EnPassant,
    /// A scornful capture: the pawn that scorned is taken by an oblique step.
    Scornful,
    /// The king's leap.
    Leap,
    /// Castling, by its index in [`Rules::castlings`](crate::Rules::castlings).
    Castling(u8),
}

pub(crate) const ADVANCE: u32 = 1 << 24;
pub(crate) const EN_PASSANT: u32 = 2 << 24;
pub(crate) const SCORNFUL: u32 = 3 << 24;
pub(crate) const LEAP: u32 = 4 << 24;
pub(crate) const CASTLING: u32 = 16 << 24;

impl Move {
    #[inline(always)]
    pub(crate) fn new(from: Cell, to: Cell, kind: Kind, flags: u32) -> Move {
        Move(from.0 as u32 | (to.0 as u32) << 8 | (kind.0 as u32) << 16 | flags)
    }
    #[inline(always)]
    pub(crate) fn promote(self, to: Kind) -> Move {
        Move(self.0 | (to.0 as u32) << 20)
    }
    #[inline(always)]
    pub(crate) fn flags(self) -> u32 {
        self.0 & 0xff00_0000
    }
    #[inline(always)]
    pub(crate) fn plain(self) -> bool {
        self.0 >> 24 == 0
    }
    /// Whether one man moves, takes at most what stands on its target and stays what it is.
    #[inline(always)]
    pub(crate) fn ordinary(self) -> bool {
        self.0 >> 20 & 15 == 0 && matches!(self.flags(), 0 | ADVANCE | LEAP)
    }

    /// Where the man stands.
    #[inline(always)]
    pub fn from(self) -> Cell {
        Cell(self.0 as u8)
    }
    /// Where it goes; the same cell for a promotion in place.
    #[inline(always)]
    pub fn to(self) -> Cell {
        Cell((self.0 >> 8) as u8)
    }
    /// What it is before the move.
    #[inline(always)]
    pub fn kind(self) -> Kind {
        Kind((self.0 >> 16) as u8 & 15)
    }
    /// What a pawn becomes.
    #[inline(always)]
    pub fn promotion(self) -> Option<Kind> {
        let kind = (self.0 >> 20) as u8 & 15;
        (kind != 0).then_some(Kind(kind))
    }
    /// What stands on `to` after the move.
    #[inline(always)]
    pub fn arrives(self) -> Kind {
        self.promotion().unwrap_or(self.kind())
    }
    /// What is special about it.
    pub fn special(self) -> Special {
        match self.flags() {
            0 => Special::None,
            ADVANCE => Special::Advance,
            EN_PASSANT => Special::EnPassant,
            SCORNFUL => Special::Scornful,
            LEAP => Special::Leap,
            n => Special::Castling(((n - CASTLING) >> 24) as u8),
        }
    }
    /// The 32 bits.
    pub fn bits(self) -> u32 {
        self.0
    }
    /// A move from its 32 bits; whether it is legal is for the caller to find out.
    pub fn from_bits(bits: u32) -> Move {
        Move(bits)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to, kind) = (self.from().0, self.to().0, self.kind().0);
        write!(f, "Move({from}-{to} kind {kind} promotion {:?} {:?})", self.promotion(), self.special())
    }
}

/// A list of moves that is kept and filled again and again.
#[derive(Clone, Debug, Default)]
pub struct MoveList(Vec<Move>);

impl MoveList {
    /// An empty list.
    pub fn new() -> MoveList {
        MoveList::default()
    }
    /// Adds a move.
    #[inline(always)]
    pub fn push(&mut self, m: Move) {
        self.0.push(m);
    }
    /// Empties the list and makes room for `n` moves.
    #[inline(always)]
    pub(crate) fn restart(&mut self, n: usize) {
        self.0.clear();
        self.0.reserve(n);
    }
    /// The vector behind the list.
    #[inline(always)]
    pub(crate) fn vec(&mut self) -> &mut Vec<Move> {
        &mut self.0
    }
}

impl std::ops::Deref for MoveList {
    type Target = [Move];
    #[inline(always)]
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl std::ops::DerefMut for MoveList {
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.0
    }
}
