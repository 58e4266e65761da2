//! Eight words at a time: four narrow or two wide sets side by side, in one register where the processor has such.
//!
//! Part of the bit kernels: each vector form has its scalar twin under test. Batch pawns on rows took a third of the
//! instructions that they took set by set.

use crate::bits::BitSet;

/// Eight words, which hold `8 / S::WORDS` sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Row(pub(crate) [u64; 8]);

/// A rotation of each set of a row by a number of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    /// The word that each word's upper bits come from, and how far they are shifted up.
    up: Row,
    up_by: Row,
    /// The same for its lower bits, shifted down; by 64 if there are none.
    down: Row,
    down_by: Row,
    /// `up` and `down` as numbers of 32-bit words within a half of the row.
    up_halves: Row,
    down_halves: Row,
}

impl Turn {
    /// Rotates set `i` of a row by `by[i]`.
    pub(crate) fn new<S: BitSet>(by: &[u32]) -> Turn {
        let word = |f: &dyn Fn(usize, u32) -> u64| {
            Row(std::array::from_fn(|i| f(i, by.get(i / S::WORDS).copied().unwrap_or(0) % S::BITS as u32)))
        };
        let source = |i: usize, back: usize| {
            let (first, at) = (i - i % S::WORDS, i % S::WORDS);
            (first + (at + 2 * S::WORDS - back) % S::WORDS) as u64
        };
        let halves = |row: Row| Row(row.0.map(|w| (w % 4 * 2) | (w % 4 * 2 + 1) << 32));
        let (up, down) = (word(&|i, n| source(i, n as usize / 64)), word(&|i, n| source(i, n as usize / 64 + 1)));
        Turn {
            up,
            up_by: word(&|_, n| u64::from(n % 64)),
            down,
            down_by: word(&|_, n| u64::from(64 - n % 64)),
            up_halves: halves(up),
            down_halves: halves(down),
        }
    }
}

impl Row {
    /// How many sets fit.
    pub(crate) const fn sets<S: BitSet>() -> usize {
        8 / S::WORDS
    }

    /// These sets, in order; missing ones are empty.
    pub(crate) fn of<S: BitSet>(sets: &[S]) -> Row {
        Row(std::array::from_fn(|i| sets.get(i / S::WORDS).map_or(0, |s| s.word(i % S::WORDS))))
    }

    /// The first sets of a slice that has enough of them.
    #[inline(always)]
    pub(crate) fn read<S: BitSet>(sets: &[S]) -> Row {
        assert!(sets.len() * S::WORDS >= 8);
        // SAFETY: a set is its words in order and nothing else, and eight words are there.
        unsafe { sets.as_ptr().cast::<Row>().read_unaligned() }
    }

    /// Writes the sets over those of a slice that has room for them.
    #[inline(always)]
    pub(crate) fn write<S: BitSet>(self, sets: &mut [S]) {
        assert!(sets.len() * S::WORDS >= 8);
        // SAFETY: as in `read`; any words are a set.
        unsafe { sets.as_mut_ptr().cast::<Row>().write_unaligned(self) }
    }

    /// Puts a set in as number `i`.
    #[inline(always)]
    pub(crate) fn put<S: BitSet>(&mut self, i: usize, set: S) {
        for w in 0..S::WORDS {
            self.0[(i * S::WORDS + w) & 7] = set.word(w);
        }
    }

    /// Set number `i`.
    #[inline(always)]
    pub(crate) fn set<S: BitSet>(&self, i: usize) -> S {
        S::from_words(std::array::from_fn(|w| if w < S::WORDS { self.0[(i * S::WORDS + w) & 7] } else { 0 }))
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx2", not(target_feature = "avx512vpopcntdq")))]
pub(crate) use halves as kernels;
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub(crate) use scalar as kernels;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512vpopcntdq"))]
pub(crate) use vector as kernels;

/// The operations for any processor.
#[allow(dead_code, reason = "which of the three modules is used is the processor's choice")]
pub(crate) mod scalar {
    use super::{BitSet, Row, Turn};

    /// The same set everywhere.
    #[inline(always)]
    pub(crate) fn splat<S: BitSet>(set: S) -> Row {
        Row(std::array::from_fn(|i| set.word(i % S::WORDS)))
    }
    #[inline(always)]
    pub(crate) fn and(a: Row, b: Row) -> Row {
        Row(std::array::from_fn(|i| a.0[i] & b.0[i]))
    }
    #[inline(always)]
    pub(crate) fn or(a: Row, b: Row) -> Row {
        Row(std::array::from_fn(|i| a.0[i] | b.0[i]))
    }
    #[inline(always)]
    pub(crate) fn and_not(a: Row, b: Row) -> Row {
        Row(std::array::from_fn(|i| a.0[i] & !b.0[i]))
    }
    /// `a & !gone | to & place`.
    #[inline(always)]
    pub(crate) fn place(a: Row, gone: Row, to: Row, place: Row) -> Row {
        Row(std::array::from_fn(|i| a.0[i] & !gone.0[i] | to.0[i] & place.0[i]))
    }
    /// `b` under the mask, `a` elsewhere.
    #[inline(always)]
    pub(crate) fn select(mask: Row, a: Row, b: Row) -> Row {
        Row(std::array::from_fn(|i| a.0[i] & !mask.0[i] | b.0[i] & mask.0[i]))
    }
    #[inline(always)]
    pub(crate) fn is_empty(a: Row) -> bool {
        a.0 == [0; 8]
    }
    /// Which words of `a` and `b` share a bit, as bits.
    #[inline(always)]
    pub(crate) fn meet(a: Row, b: Row) -> u8 {
        (0..8).fold(0, |words, i| words | u8::from(a.0[i] & b.0[i] != 0) << i)
    }
    /// Which bytes are this one, as bits.
    #[inline(always)]
    pub(crate) fn same(bytes: &[u8; 16], byte: u8) -> u32 {
        bytes.iter().enumerate().fold(0, |set, (i, &b)| set | u32::from(b == byte) << i)
    }
    #[inline(always)]
    pub(crate) fn count(a: Row) -> u32 {
        a.0.iter().map(|w| w.count_ones()).sum()
    }
    #[inline(always)]
    pub(crate) fn turn(a: Row, turn: &Turn) -> Row {
        // A shift by 64 is none in two steps.
        let down = |i: usize| a.0[turn.down.0[i] as usize & 7] >> 1 >> ((turn.down_by.0[i].wrapping_sub(1)) & 63);
        Row(std::array::from_fn(|i| a.0[turn.up.0[i] as usize & 7] << (turn.up_by.0[i] & 63) | down(i)))
    }
}

/// The operations in two registers of four words: what the compiler makes of the scalar ones, but for turns.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[allow(dead_code, unused_imports, reason = "which of the three modules is used is the processor's choice")]
pub(crate) mod halves {
    use super::{Row, Turn};
    use core::arch::x86_64::*;

    pub(crate) use super::scalar::{and, and_not, count, is_empty, or, place, select, splat};

    #[inline(always)]
    pub(crate) fn meet(a: Row, b: Row) -> u8 {
        let apart = |i: usize| {
            // SAFETY: see `half`.
            unsafe {
                let both = _mm256_and_si256(half(&a, i), half(&b, i));
                _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(both, _mm256_setzero_si256()))) as u8
            }
        };
        !(apart(0) | apart(1) << 4)
    }

    #[inline(always)]
    pub(crate) fn same(bytes: &[u8; 16], byte: u8) -> u32 {
        // SAFETY: see `half`; sixteen bytes are read.
        unsafe {
            let bytes = _mm_loadu_si128(bytes.as_ptr().cast());
            _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte as i8))) as u32
        }
    }

    /// A half of a row.
    #[inline(always)]
    fn half(a: &Row, i: usize) -> __m256i {
        let [b, c, d, e] = [0, 1, 2, 3].map(|w| a.0[4 * i + w] as i64);
        // SAFETY: the instructions are the target's own, here and below.
        unsafe { _mm256_set_epi64x(e, d, c, b) }
    }

    #[inline(always)]
    pub(crate) fn turn(a: Row, turn: &Turn) -> Row {
        let mut turned = Row([0; 8]);
        for i in 0..2 {
            let word = half(&a, i);
            // SAFETY: see `half`; a shift by 64 gives 0, and a half of `turned` is 32 bytes.
            unsafe {
                let up = _mm256_permutevar8x32_epi32(word, half(&turn.up_halves, i));
                let up = _mm256_sllv_epi64(up, half(&turn.up_by, i));
                let down = _mm256_permutevar8x32_epi32(word, half(&turn.down_halves, i));
                let down = _mm256_srlv_epi64(down, half(&turn.down_by, i));
                let into = turned.0.as_mut_ptr().add(4 * i).cast();
                _mm256_store_si256(into, _mm256_or_si256(up, down));
            }
        }
        turned
    }
}

/// The operations in one register.
#[cfg(all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512vpopcntdq"))]
pub(crate) mod vector {
    use super::{BitSet, Row, Turn};
    use core::arch::x86_64::*;

    pub(crate) use super::halves::same;

    #[inline(always)]
    fn raw(a: Row) -> __m512i {
        // SAFETY: both are 64 bytes in which every pattern of bits is a value.
        unsafe { core::mem::transmute(a.0) }
    }
    #[inline(always)]
    fn row(a: __m512i) -> Row {
        // SAFETY: as in `raw`.
        Row(unsafe { core::mem::transmute::<__m512i, [u64; 8]>(a) })
    }

    #[inline(always)]
    pub(crate) fn splat<S: BitSet>(set: S) -> Row {
        let word = |i| set.word(i) as i64;
        // SAFETY: the instructions are the target's own, here and below.
        row(unsafe {
            if S::WORDS == 2 {
                _mm512_broadcast_i32x4(_mm_set_epi64x(word(1), word(0)))
            } else {
                _mm512_broadcast_i64x4(_mm256_set_epi64x(word(3), word(2), word(1), word(0)))
            }
        })
    }
    #[inline(always)]
    pub(crate) fn and(a: Row, b: Row) -> Row {
        // SAFETY: see `splat`.
        row(unsafe { _mm512_and_si512(raw(a), raw(b)) })
    }
    #[inline(always)]
    pub(crate) fn or(a: Row, b: Row) -> Row {
        // SAFETY: see `splat`.
        row(unsafe { _mm512_or_si512(raw(a), raw(b)) })
    }
    #[inline(always)]
    pub(crate) fn and_not(a: Row, b: Row) -> Row {
        // SAFETY: see `splat`.
        row(unsafe { _mm512_andnot_si512(raw(b), raw(a)) })
    }
    #[inline(always)]
    pub(crate) fn place(a: Row, gone: Row, to: Row, place: Row) -> Row {
        // SAFETY: see `splat`.
        row(unsafe {
            let left = _mm512_andnot_si512(raw(gone), raw(a));
            // left | to & place
            _mm512_ternarylogic_epi64::<0xf8>(left, raw(to), raw(place))
        })
    }
    #[inline(always)]
    pub(crate) fn select(mask: Row, a: Row, b: Row) -> Row {
        // SAFETY: see `splat`; the constant is `mask ? b : a`.
        row(unsafe { _mm512_ternarylogic_epi64::<0xca>(raw(mask), raw(b), raw(a)) })
    }
    #[inline(always)]
    pub(crate) fn is_empty(a: Row) -> bool {
        // SAFETY: see `splat`.
        unsafe { _mm512_test_epi64_mask(raw(a), raw(a)) == 0 }
    }
    #[inline(always)]
    pub(crate) fn meet(a: Row, b: Row) -> u8 {
        // SAFETY: see `splat`.
        unsafe { _mm512_test_epi64_mask(raw(a), raw(b)) }
    }
    #[inline(always)]
    pub(crate) fn count(a: Row) -> u32 {
        // SAFETY: see `splat`.
        unsafe { _mm512_reduce_add_epi64(_mm512_popcnt_epi64(raw(a))) as u32 }
    }
    #[inline(always)]
    pub(crate) fn turn(a: Row, turn: &Turn) -> Row {
        // SAFETY: see `splat`. A shift by 64 gives 0.
        row(unsafe {
            let up = _mm512_sllv_epi64(_mm512_permutexvar_epi64(raw(turn.up), raw(a)), raw(turn.up_by));
            let down = _mm512_srlv_epi64(_mm512_permutexvar_epi64(raw(turn.down), raw(a)), raw(turn.down_by));
            _mm512_or_si512(up, down)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::B256;
    use proptest::prelude::*;

    fn turns<S: BitSet>(words: [u64; 8], by: &[u32]) -> Result<(), TestCaseError> {
        let (row, turn) = (Row(words), Turn::new::<S>(by));
        let turned = kernels::turn(row, &turn);
        prop_assert_eq!(turned, scalar::turn(row, &turn));
        for (i, &n) in by.iter().enumerate() {
            prop_assert_eq!(turned.set::<S>(i), row.set::<S>(i).rotate(n));
        }
        prop_assert_eq!(kernels::splat(row.set::<S>(1)), scalar::splat(row.set::<S>(1)));
        Ok(())
    }

    proptest! {
        #[test]
        fn a_turn_rotates_each_set(words: [u64; 8], by in prop::array::uniform4(0u32..128), wide in prop::array::uniform2(0u32..256)) {
            turns::<u128>(words, &by)?;
            turns::<B256>(words, &wide)?;
        }

        #[test]
        fn a_byte_is_found_among_sixteen(bytes in prop::array::uniform16(0u8..4), byte in 0u8..4) {
            prop_assert_eq!(kernels::same(&bytes, byte), scalar::same(&bytes, byte));
        }

        #[test]
        fn the_vector_forms_are_their_scalar_twins(a: [u64; 8], b: [u64; 8], c: [u64; 8], d: [u64; 8]) {
            let (a, b, c, d) = (Row(a), Row(b), Row(c), Row(d));
            prop_assert_eq!(kernels::and(a, b), scalar::and(a, b));
            prop_assert_eq!(kernels::or(a, b), scalar::or(a, b));
            prop_assert_eq!(kernels::and_not(a, b), scalar::and_not(a, b));
            prop_assert_eq!(kernels::place(a, b, c, d), scalar::place(a, b, c, d));
            prop_assert_eq!(kernels::select(a, b, c), scalar::select(a, b, c));
            prop_assert_eq!(kernels::count(a), scalar::count(a));
            prop_assert_eq!(kernels::is_empty(a), scalar::is_empty(a));
            prop_assert_eq!(kernels::meet(a, b), scalar::meet(a, b));
            let lone = kernels::and(a, Row::of(&[0u128, 1 << 3, 0, 1 << 70]));
            prop_assert_eq!(kernels::meet(lone, b), scalar::meet(lone, b));
            prop_assert!(kernels::is_empty(kernels::and_not(a, a)));
        }
    }
}
