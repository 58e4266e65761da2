//! Writing out the moves of a whole set at once.
//!
//! Part of the bit kernels: the vector form compresses the numbers 0 to 63 by a word of the set, which are the targets in
//! order, and stores sixteen moves at a time. It made listing 1.3 to 1.4 times as fast. Its scalar twin runs elsewhere.

use crate::bits::BitSet;
use crate::moves::Move;

/// Room that a list must have beyond its last move: stores are of sixteen moves each.
pub(crate) const SLACK: usize = 16;

/// Appends `pattern + (to << 8)` for each cell of `to`, plus `(to + shift) mod BITS` in the lowest byte if `SHIFTED`.
///
/// The list must have room for all of them and [`SLACK`] more.
#[inline(always)]
pub(crate) fn emit<S: BitSet, const SHIFTED: bool>(list: &mut Vec<Move>, to: S, pattern: u32, shift: u32) {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx512vbmi2", target_feature = "avx512bw"))]
    vector::emit::<S, SHIFTED>(list, to, pattern, shift);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "avx512vbmi2", target_feature = "avx512bw")))]
    emit_scalar::<S, SHIFTED>(list, to, pattern, shift);
}

/// [`emit`] for any processor.
#[cfg_attr(all(target_feature = "avx512vbmi2", target_feature = "avx512bw", not(test)), allow(dead_code))]
#[inline(always)]
pub(crate) fn emit_scalar<S: BitSet, const SHIFTED: bool>(list: &mut Vec<Move>, to: S, pattern: u32, shift: u32) {
    let mut len = list.len();
    debug_assert!(len + to.count() as usize <= list.capacity());
    let moves = list.as_mut_ptr();
    for i in 0..S::WORDS {
        let mut word = to.word(i);
        while word != 0 {
            let to = 64 * i as u32 + word.trailing_zeros();
            let from = if SHIFTED { (to + shift) & (S::BITS as u32 - 1) } else { 0 };
            // SAFETY: the caller made room. With a check for each move listing took a tenth longer.
            unsafe { moves.add(len).write(Move::from_bits(pattern + (to << 8) + from)) };
            len += 1;
            word &= word - 1;
        }
    }
    // SAFETY: as many moves were written.
    unsafe { list.set_len(len) };
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx512vbmi2", target_feature = "avx512bw"))]
mod vector {
    use super::{BitSet, Move, SLACK};
    use core::arch::x86_64::*;

    #[inline(always)]
    pub(super) fn emit<S: BitSet, const SHIFTED: bool>(list: &mut Vec<Move>, to: S, pattern: u32, shift: u32) {
        let count = to.count() as usize;
        let mut len = list.len();
        debug_assert!(len + count + SLACK <= list.capacity());
        // SAFETY: the instructions are the target's own. Stores reach at most SLACK moves past the last one, which the
        // caller made room for; `Move` is a `u32` (transparent), and `len` counts only moves that were stored.
        unsafe {
            let numbers = _mm512_loadu_si512(NUMBERS.as_ptr().cast());
            for i in 0..S::WORDS {
                let word = to.word(i);
                let mut packed = _mm512_maskz_compress_epi8(word, numbers);
                let base = _mm512_set1_epi32(64 * i as i32);
                let mut left = word.count_ones() as usize;
                while left > 0 {
                    let target = _mm512_add_epi32(_mm512_cvtepu8_epi32(_mm512_castsi512_si128(packed)), base);
                    let mut moves = _mm512_add_epi32(_mm512_slli_epi32::<8>(target), _mm512_set1_epi32(pattern as i32));
                    if SHIFTED {
                        let from = _mm512_add_epi32(target, _mm512_set1_epi32(shift as i32));
                        moves = _mm512_add_epi32(moves, _mm512_and_si512(from, _mm512_set1_epi32(S::BITS as i32 - 1)));
                    }
                    _mm512_storeu_si512(list.as_mut_ptr().add(len).cast(), moves);
                    let stored = left.min(16);
                    len += stored;
                    left -= stored;
                    if left > 0 {
                        packed = _mm512_alignr_epi32::<4>(packed, packed);
                    }
                }
            }
            list.set_len(len);
        }
    }

    const NUMBERS: [u8; 64] = {
        let mut numbers = [0; 64];
        let mut i = 0;
        while i < 64 {
            numbers[i] = i as u8;
            i += 1;
        }
        numbers
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::B256;
    use proptest::prelude::*;

    fn twins<S: BitSet, const SHIFTED: bool>(words: [u64; 4], shift: u32) -> Result<(), TestCaseError> {
        let (mut a, mut b) = (Vec::with_capacity(300), Vec::with_capacity(300));
        emit::<S, SHIFTED>(&mut a, S::from_words(words), 5 << 16, shift);
        emit_scalar::<S, SHIFTED>(&mut b, S::from_words(words), 5 << 16, shift);
        prop_assert_eq!(a, b);
        Ok(())
    }

    proptest! {
        #[test]
        fn the_vector_form_is_its_scalar_twin(words: [u64; 4], shift in 0u32..128) {
            twins::<u128, false>(words, 0)?;
            twins::<u128, true>(words, shift)?;
            twins::<B256, false>(words, 0)?;
            twins::<B256, true>(words, shift)?;
        }
    }
}
