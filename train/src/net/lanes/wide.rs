//! The loops in AVX-512 intrinsics, compiled only where the build's target has them.
//!
//! Every `unsafe` block is of one of two kinds: an intrinsic whose target features this module's `cfg` guarantees, and a load
//! or store of 64 bytes at an address inside a [`Ints`] or [`Floats`], which are aligned to 64 bytes.

use std::arch::x86_64::*;

use super::{Floats, Ints, SCALE, WIDTH};

/// Floats in a register.
const HALF: usize = 16;

/// The hidden layer: `start` plus the named rows of `table`, saturating, clipped to 0..1, squared.
#[inline]
pub(in super::super) fn hidden<const N: usize>(start: &[Ints; N], table: &[[Ints; N]], rows: &[u16]) -> [Floats; N] {
    // SAFETY: whole `Ints` are loaded and whole `Floats` stored, both aligned; the `cfg` guarantees the features.
    unsafe {
        let mut sum: [__m512i; N] = std::array::from_fn(|n| load_ints(&start[n]));
        for &row in rows {
            let row = &table[usize::from(row)];
            for n in 0..N {
                sum[n] = _mm512_adds_epi16(sum[n], load_ints(&row[n]));
            }
        }
        let top = _mm512_set1_epi16(SCALE as i16);
        let step = _mm512_set1_ps(1.0 / SCALE);
        let mut out = [Floats([0.0; WIDTH]); N];
        for n in 0..N {
            let clipped = _mm512_min_epi16(_mm512_max_epi16(sum[n], _mm512_setzero_si512()), top);
            let halves = [_mm512_castsi512_si256(clipped), _mm512_extracti64x4_epi64::<1>(clipped)];
            for (half, out) in halves.into_iter().zip(out[n].0.as_chunks_mut::<HALF>().0) {
                let x = _mm512_mul_ps(_mm512_cvtepi32_ps(_mm512_cvtepi16_epi32(half)), step);
                _mm512_store_ps(out.as_mut_ptr(), _mm512_mul_ps(x, x));
            }
        }
        out
    }
}

/// `bias + input . matrix` with one lane of outputs. Four partial sums keep four chains of additions going at once.
#[inline]
pub(in super::super) fn dense<const N: usize>(input: &[Floats; N], matrix: &[Floats], bias: &Floats) -> Floats {
    // SAFETY: whole halves of `Floats` are loaded and stored, aligned; the `cfg` guarantees the features.
    unsafe {
        let zero = [_mm512_setzero_ps(); 2];
        let mut sums = [load_floats(bias), zero, zero, zero];
        for (inputs, matrix) in input.iter().zip(matrix.as_chunks::<WIDTH>().0) {
            let inputs = inputs.0.as_chunks::<4>().0;
            for (inputs, rows) in inputs.iter().zip(matrix.as_chunks::<4>().0) {
                for c in 0..4 {
                    let x = _mm512_set1_ps(inputs[c]);
                    let row = load_floats(&rows[c]);
                    sums[c][0] = _mm512_fmadd_ps(x, row[0], sums[c][0]);
                    sums[c][1] = _mm512_fmadd_ps(x, row[1], sums[c][1]);
                }
            }
        }
        let mut out = Floats([0.0; WIDTH]);
        for (half, out) in out.0.as_chunks_mut::<HALF>().0.iter_mut().enumerate() {
            let sum =
                _mm512_add_ps(_mm512_add_ps(sums[0][half], sums[1][half]), _mm512_add_ps(sums[2][half], sums[3][half]));
            _mm512_store_ps(out.as_mut_ptr(), sum);
        }
        out
    }
}

/// Adds to each value the product of `vector` with the row that comes with it.
#[inline]
pub(in super::super) fn dots<'a>(vector: &Floats, rows: impl Iterator<Item = &'a Floats>, values: &mut [f32]) {
    // SAFETY: whole `Floats` are loaded, aligned; the `cfg` guarantees the features.
    unsafe {
        let vector = load_floats(vector);
        for (value, row) in values.iter_mut().zip(rows) {
            let row = load_floats(row);
            let high = _mm512_mul_ps(vector[1], row[1]);
            *value += _mm512_reduce_add_ps(_mm512_fmadd_ps(vector[0], row[0], high));
        }
    }
}

#[inline(always)]
fn load_ints(lane: &Ints) -> __m512i {
    // SAFETY: `Ints` is 64 bytes long and aligned to 64; the `cfg` guarantees the features.
    unsafe { _mm512_load_si512(lane.0.as_ptr().cast()) }
}

#[inline(always)]
fn load_floats(lane: &Floats) -> [__m512; 2] {
    let halves = lane.0.as_chunks::<HALF>().0;
    // SAFETY: both halves are 64 bytes long and aligned to 64; the `cfg` guarantees the features.
    unsafe { [_mm512_load_ps(halves[0].as_ptr()), _mm512_load_ps(halves[1].as_ptr())] }
}
