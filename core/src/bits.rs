//! Sets of cells as machine words: 128 bits for boards up to the ring and Glinski's, 256 for those up to 169 cells.
//!
//! This is one of the two islands of `unsafe` in the workspace: reading tables that are as long as the set is wide
//! ([`CellMap`]) and the PEXT instruction, each with its safe twin under test.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// A cell, as the bit that stands for it in the sets of the board's layout. Not consecutive: see [`Board::dense`](crate::Board::dense).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(pub(crate) u8);

impl Cell {
    /// The bit's number.
    #[inline(always)]
    pub fn bit(self) -> usize {
        self.0 as usize
    }
}

/// A set of cells.
pub trait BitSet:
    Copy
    + Debug
    + Default
    + PartialEq
    + Eq
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
{
    /// Number of bits.
    const BITS: usize;
    /// Number of 64-bit words.
    const WORDS: usize;
    /// The set without cells.
    const EMPTY: Self;

    /// The set of one cell.
    fn of(cell: Cell) -> Self;
    /// Word `i`, bits 64 i to 64 i + 63.
    fn word(self, i: usize) -> u64;
    /// The set with these words; missing ones are empty.
    fn from_words(words: [u64; 4]) -> Self;
    /// Number of cells.
    fn count(self) -> u32;
    /// Whether there is no cell.
    fn is_empty(self) -> bool;
    /// The cell with the lowest bit; the set must not be empty.
    fn lowest(self) -> Cell;
    /// The set without its lowest cell.
    fn without_lowest(self) -> Self;
    /// Every bit moved up by `n` modulo the width.
    fn rotate(self, n: u32) -> Self;

    /// Whether the cell is in the set.
    #[inline(always)]
    fn has(self, cell: Cell) -> bool {
        !(self & Self::of(cell)).is_empty()
    }
    /// Whether there are at least two cells.
    #[inline(always)]
    fn several(self) -> bool {
        !self.without_lowest().is_empty()
    }
    /// The cells, lowest first.
    #[inline(always)]
    fn cells(self) -> Cells<Self> {
        Cells { set: self, word: self.word(0), at: 0 }
    }
    /// The set of these cells.
    fn collect(cells: impl IntoIterator<Item = Cell>) -> Self {
        cells.into_iter().fold(Self::EMPTY, |set, cell| set | Self::of(cell))
    }
}

/// Iterator over the cells of a set, lowest first, word by word.
#[derive(Clone, Debug)]
pub struct Cells<S> {
    set: S,
    /// What is left of the word in hand.
    word: u64,
    /// Number of that word.
    at: u32,
}

impl<S: BitSet> Iterator for Cells<S> {
    type Item = Cell;
    #[inline(always)]
    fn next(&mut self) -> Option<Cell> {
        while self.word == 0 {
            self.at += 1;
            if self.at == S::WORDS as u32 {
                self.at -= 1;
                return None;
            }
            self.word = self.set.word(self.at as usize);
        }
        let cell = Cell((64 * self.at + self.word.trailing_zeros()) as u8);
        self.word &= self.word - 1;
        Some(cell)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let later = (self.at as usize + 1..S::WORDS).map(|i| self.set.word(i).count_ones());
        let n = self.word.count_ones() as usize + later.sum::<u32>() as usize;
        (n, Some(n))
    }
}

impl BitSet for u128 {
    const BITS: usize = 128;
    const WORDS: usize = 2;
    const EMPTY: Self = 0;

    #[inline(always)]
    fn of(cell: Cell) -> Self {
        // Half the instructions of a shift of 128 bits.
        let (bit, high) = (1u64 << (cell.0 & 63), 0u64.wrapping_sub(u64::from(cell.0 >> 6 & 1)));
        u128::from(bit & !high) | u128::from(bit & high) << 64
    }
    #[inline(always)]
    fn word(self, i: usize) -> u64 {
        if i == 0 { self as u64 } else { (self >> 64) as u64 }
    }
    fn from_words(words: [u64; 4]) -> Self {
        words[0] as u128 | (words[1] as u128) << 64
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == 0
    }
    #[inline(always)]
    fn lowest(self) -> Cell {
        Cell((self.trailing_zeros() & 127) as u8)
    }
    #[inline(always)]
    fn without_lowest(self) -> Self {
        self & self.wrapping_sub(1)
    }
    #[inline(always)]
    fn rotate(self, n: u32) -> Self {
        // Not `rotate_left`: that compiles to double shifts, which are slow on the processors with fast PEXT.
        let (low, high) = (self as u64, (self >> 64) as u64);
        let (low, high) = if n & 64 == 0 { (low, high) } else { (high, low) };
        let (up, down) = (n & 63, 63 - (n & 63));
        let carry = |word: u64| word.wrapping_shr(1).wrapping_shr(down);
        u128::from(low << up | carry(high)) | u128::from(high << up | carry(low)) << 64
    }
}

/// A set of up to 256 cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(32))]
pub struct B256(pub(crate) [u64; 4]);

macro_rules! wordwise {
    ($trait:ident, $method:ident, $op:tt) => {
        impl $trait for B256 {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                B256(std::array::from_fn(|i| self.0[i] $op other.0[i]))
            }
        }
    };
}
wordwise!(BitAnd, bitand, &);
wordwise!(BitOr, bitor, |);
wordwise!(BitXor, bitxor, ^);

impl Not for B256 {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        B256(std::array::from_fn(|i| !self.0[i]))
    }
}
impl BitAndAssign for B256 {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}
impl BitOrAssign for B256 {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitSet for B256 {
    const BITS: usize = 256;
    const WORDS: usize = 4;
    const EMPTY: Self = B256([0; 4]);

    #[inline(always)]
    fn of(cell: Cell) -> Self {
        let mut words = [0; 4];
        words[cell.bit() >> 6] = 1 << (cell.0 & 63);
        B256(words)
    }
    #[inline(always)]
    fn word(self, i: usize) -> u64 {
        self.0[i & 3]
    }
    fn from_words(words: [u64; 4]) -> Self {
        B256(words)
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }
    #[inline(always)]
    fn lowest(self) -> Cell {
        let mut i = 0;
        while i < 3 && self.0[i] == 0 {
            i += 1;
        }
        Cell((i as u32 * 64 + (self.0[i].trailing_zeros() & 63)) as u8)
    }
    #[inline(always)]
    fn without_lowest(self) -> Self {
        let mut words = self.0;
        let mut i = 0;
        while i < 3 && words[i] == 0 {
            i += 1;
        }
        words[i] &= words[i].wrapping_sub(1);
        B256(words)
    }
    #[inline(always)]
    fn has(self, cell: Cell) -> bool {
        self.0[cell.bit() >> 6] >> (cell.0 & 63) & 1 != 0
    }
    #[inline(always)]
    fn rotate(self, n: u32) -> Self {
        let (words, bits) = ((n >> 6) as usize, n & 63);
        let w = |i: usize| self.0[(i.wrapping_sub(words)) & 3];
        // A shift by 64 is not defined, so the carry is shifted in two steps.
        B256(std::array::from_fn(|i| w(i) << bits | w(i.wrapping_sub(1)) >> 1 >> (63 - bits)))
    }
}

/// One value a cell, read without a bounds check.
#[derive(Clone, Debug)]
pub struct CellMap<T>(Box<[T]>);

impl<T: Clone> CellMap<T> {
    /// A map over all cells of sets as wide as `S`.
    pub fn new<S: BitSet>(value: T) -> Self {
        // 256 whatever `S` is: then any `Cell` is a valid index and the type alone proves it.
        const { assert!(S::BITS <= 256) };
        CellMap(vec![value; 256].into_boxed_slice())
    }
}

impl<T> std::ops::Index<Cell> for CellMap<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, cell: Cell) -> &T {
        // SAFETY: a `CellMap` always has 256 entries and a `Cell` holds a `u8`. The check cost 4 % of perft.
        unsafe { self.0.get_unchecked(cell.bit()) }
    }
}

impl<T> std::ops::IndexMut<Cell> for CellMap<T> {
    #[inline(always)]
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        &mut self.0[cell.bit()]
    }
}

/// The bits of `word` under `mask`, moved together at the low end (PEXT).
#[inline(always)]
pub(crate) fn extract(word: u64, mask: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    // SAFETY: compiled only where the target has BMI2.
    unsafe {
        core::arch::x86_64::_pext_u64(word, mask)
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    extract_portable(word, mask)
}

/// `extract` for any processor.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
#[inline]
pub(crate) fn extract_portable(word: u64, mut mask: u64) -> u64 {
    let (mut bits, mut place) = (0, 1);
    while mask != 0 {
        if word & mask & mask.wrapping_neg() != 0 {
            bits |= place;
        }
        place <<= 1;
        mask &= mask - 1;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rotate_slowly<S: BitSet>(set: S, n: u32) -> S {
        S::collect(set.cells().map(|c| Cell(((c.bit() + n as usize) % S::BITS) as u8)))
    }

    proptest! {
        #[test]
        fn extract_is_its_portable_twin(word: u64, mask: u64) {
            prop_assert_eq!(extract(word, mask), extract_portable(word, mask));
        }

        #[test]
        fn wide_and_narrow_sets_agree(low: u64, high: u64, n in 0u32..128) {
            let narrow = u128::from_words([low, high, 0, 0]);
            let wide = B256::from_words([low, high, 0, 0]);
            prop_assert_eq!(narrow.count(), wide.count());
            prop_assert!(narrow.cells().eq(wide.cells()));
            prop_assert_eq!(narrow.rotate(n), rotate_slowly(narrow, n));
            prop_assert_eq!(wide.rotate(n), rotate_slowly(wide, n));
        }

        #[test]
        fn wide_rotation_runs_round(words: [u64; 4], n in 0u32..256) {
            let set = B256::from_words(words);
            prop_assert_eq!(set.rotate(n), rotate_slowly(set, n));
        }
    }
}
