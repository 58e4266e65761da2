//! The kernel's inner loops over lanes of 32, for AVX-512 and portable.
//!
//! The portable version is the twin that the other is tested against, and what every other machine runs. The intrinsics are
//! here because the compiler's own vectorisation is fickle: the same portable loops ran up to six times slower after a change
//! of what is inlined where. At its best the portable version reaches half to two thirds of the other's speed
//! (`examples/net_speed.rs` measures whichever is compiled).

use super::code::WIDTH;

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512bw"))))]
mod portable;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512bw"))]
mod wide;

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512bw")))]
pub(super) use portable::{dense, dots, hidden};
#[cfg(all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512bw"))]
pub(super) use wide::{dense, dots, hidden};

/// One unit of the accumulator in int16 steps. The sum saturates at 32767 / 2048 = 16, far outside the clipping range of
/// 0 to 1, so no number of active rows can wrap around; the rounding error of 100 rows is about 0.0015.
pub(super) const SCALE: f32 = 2048.0;

/// 32 int16 values in one cache line.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(align(64))]
pub(super) struct Ints(pub(super) [i16; WIDTH]);

/// 32 floats in two cache lines.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(align(64))]
pub(super) struct Floats(pub(super) [f32; WIDTH]);

#[cfg(all(test, target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512bw"))]
mod tests {
    use super::*;

    fn float(i: usize) -> f32 {
        ((i * 2_654_435_761) % 1009) as f32 / 504.5 - 1.0
    }

    fn floats(first: usize) -> Floats {
        Floats(std::array::from_fn(|i| float(first * WIDTH + i)))
    }

    #[test]
    fn both_versions_sum_and_clip_alike() {
        let int = |i: usize| ((i * 40_503) % 65_536) as u16 as i16 >> (i % 7);
        let lane = |first: usize| Ints(std::array::from_fn(|i| int(first * WIDTH + i)));
        let table: Vec<[Ints; 4]> = (0..50).map(|row| std::array::from_fn(|n| lane(row * 4 + n))).collect();
        for count in [0, 1, 7, 300] {
            let rows: Vec<u16> = (0..count).map(|i| (i * 13 % 50) as u16).collect();
            let start = std::array::from_fn(|n| lane(900 + n));
            assert_eq!(wide::hidden(&start, &table, &rows), portable::hidden(&start, &table, &rows));
        }
    }

    #[test]
    fn both_versions_multiply_alike() {
        let close = |a: f32, b: f32| assert!((a - b).abs() < 1e-4, "{a}, expected {b}");
        let input: [Floats; 4] = std::array::from_fn(floats);
        let matrix: Vec<Floats> = (0..4 * WIDTH).map(|i| floats(i + 7)).collect();
        let (a, b) = (wide::dense(&input, &matrix, &floats(3)), portable::dense(&input, &matrix, &floats(3)));
        a.0.iter().zip(b.0).for_each(|(a, b)| close(*a, b));
        let (mut a, mut b) = (vec![5.0; 11], vec![5.0; 11]);
        let rows = || (0..11).map(|i| &matrix[i * 3]);
        wide::dots(&floats(1), rows(), &mut a);
        portable::dots(&floats(1), rows(), &mut b);
        a.iter().zip(b).for_each(|(a, b)| close(*a, b));
    }
}
