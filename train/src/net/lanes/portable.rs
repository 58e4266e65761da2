//! The loops in safe Rust that the compiler can vectorise.
//!
//! Nothing is inlined into its callers: unrolled there, the loops would no longer be recognised.

use super::{Floats, Ints, SCALE, WIDTH};

/// The hidden layer: `start` plus the named rows of `table`, saturating, clipped to 0..1, squared.
#[inline(never)]
pub(in super::super) fn hidden<const N: usize>(start: &[Ints; N], table: &[[Ints; N]], rows: &[u16]) -> [Floats; N] {
    let mut sum = *start;
    for &row in rows {
        for (sum, row) in sum.iter_mut().zip(&table[usize::from(row)]) {
            for (a, b) in sum.0.iter_mut().zip(&row.0) {
                *a = a.saturating_add(*b);
            }
        }
    }
    sum.map(|lane| {
        Floats(lane.0.map(|x| {
            let x = f32::from(x.clamp(0, SCALE as i16)) * (1.0 / SCALE);
            x * x
        }))
    })
}

/// `bias + input . matrix` with one lane of outputs. Four partial sums keep four chains of additions going at once.
#[inline(never)]
pub(in super::super) fn dense<const N: usize>(input: &[Floats; N], matrix: &[Floats], bias: &Floats) -> Floats {
    let mut sums = [bias.0, [0.0; WIDTH], [0.0; WIDTH], [0.0; WIDTH]];
    for (inputs, matrix) in input.iter().zip(matrix.as_chunks::<WIDTH>().0) {
        let inputs = inputs.0.as_chunks::<4>().0;
        for (inputs, rows) in inputs.iter().zip(matrix.as_chunks::<4>().0) {
            for ((sums, input), row) in sums.iter_mut().zip(inputs).zip(rows) {
                for (sum, weight) in sums.iter_mut().zip(&row.0) {
                    *sum = fma(*input, *weight, *sum);
                }
            }
        }
    }
    Floats(std::array::from_fn(|j| (sums[0][j] + sums[1][j]) + (sums[2][j] + sums[3][j])))
}

/// Adds to each value the product of `vector` with the row that comes with it.
#[inline]
pub(in super::super) fn dots<'a>(vector: &Floats, rows: impl Iterator<Item = &'a Floats>, values: &mut [f32]) {
    for (value, row) in values.iter_mut().zip(rows) {
        *value += dot(vector, row);
    }
}

/// Summed as a tree, so that it does not wait for one addition after the other.
#[inline(never)]
fn dot(a: &Floats, b: &Floats) -> f32 {
    let s16: [f32; 16] = std::array::from_fn(|i| fma(a.0[i], b.0[i], a.0[i + 16] * b.0[i + 16]));
    let s8: [f32; 8] = std::array::from_fn(|i| s16[i] + s16[i + 8]);
    let s4: [f32; 4] = std::array::from_fn(|i| s8[i] + s8[i + 4]);
    (s4[0] + s4[2]) + (s4[1] + s4[3])
}

/// `a * b + c`, fused where the target has the instruction; elsewhere `mul_add` would be a slow library call.
#[inline(always)]
fn fma(a: f32, b: f32, c: f32) -> f32 {
    if cfg!(target_feature = "fma") { a.mul_add(b, c) } else { a * b + c }
}
