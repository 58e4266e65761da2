//! The first layer on the host: sums of rows forward, scattered gradients backward.
//!
//! A generic gather would copy each active row (and its gradient) to a tensor of `[B, active, hidden]`; these loops touch
//! each row once.

use rayon::prelude::*;

use super::batch::Batch;
use crate::net::Weights;

/// Hidden units handled at a time, in registers.
const LANE: usize = 32;

/// The hidden layer `[B, hidden]`: clipped and squared sums of the active rows.
pub(super) fn hidden(weights: &Weights, batch: &Batch) -> Vec<f32> {
    let width = weights.shape.hidden;
    let lanes = width / LANE;
    let rows = weights.rows.as_chunks::<LANE>().0;
    let bias = weights.row_bias.as_chunks::<LANE>().0;
    let mut hidden = vec![0.0; batch.len() * width];
    hidden
        .par_chunks_mut(width)
        .with_min_len(64)
        .enumerate()
        .for_each(|(position, hidden)| {
            let active = batch.rows_of(position);
            for (lane, out) in hidden.as_chunks_mut::<LANE>().0.iter_mut().enumerate() {
                let mut sum = bias[lane];
                for &row in active {
                    let row = &rows[usize::from(row) * lanes + lane];
                    for (a, b) in sum.iter_mut().zip(row) {
                        *a += b;
                    }
                }
                *out = sum.map(|x| {
                    let x = x.clamp(0.0, 1.0);
                    x * x
                });
            }
        });
    hidden
}

/// The sum of the active rows' skip values, `[B]`.
pub(super) fn skip(weights: &Weights, batch: &Batch) -> Vec<f32> {
    let sum = |rows: &[u16]| rows.iter().map(|&row| weights.skip[usize::from(row)]).sum();
    (0..batch.len())
        .map(|position| sum(batch.rows_of(position)))
        .collect()
}

/// Turns the hidden layer's gradient `[B, hidden]` into the accumulator's, in place. With `hidden = x^2` the derivative is
/// `2 x` between the clips and 0 outside.
pub(super) fn unclip(hidden: &[f32], gradient: &mut [f32]) {
    for (g, h) in gradient.iter_mut().zip(hidden) {
        let inside = *h > 0.0 && *h < 1.0;
        *g *= if inside { 2.0 * h.sqrt() } else { 0.0 };
    }
}

/// Adds the accumulator's gradient `[B, hidden]` to the rows and the bias, and the skip's `[B]` to the skip values.
///
/// Each thread owns a range of rows and goes through the whole batch, so sums are made in one order for any number of threads.
pub(super) fn scatter(batch: &Batch, accumulator: &[f32], skip: &[f32], gradients: &mut Weights) {
    let width = gradients.shape.hidden;
    let lanes = width / LANE;
    let share = gradients.shape.rows.div_ceil(rayon::current_num_threads());
    gradients
        .rows
        .par_chunks_mut(share * width)
        .enumerate()
        .for_each(|(range, rows)| {
            let rows = rows.as_chunks_mut::<LANE>().0;
            let first = range * share;
            for (position, gradient) in accumulator.chunks_exact(width).enumerate() {
                let gradient = gradient.as_chunks::<LANE>().0;
                for &row in batch.rows_of(position) {
                    let Some(at) = usize::from(row).checked_sub(first) else {
                        continue;
                    };
                    let Some(row) = rows.get_mut(at * lanes..(at + 1) * lanes) else {
                        continue;
                    };
                    for (row, gradient) in row.iter_mut().zip(gradient) {
                        for (a, b) in row.iter_mut().zip(gradient) {
                            *a += b;
                        }
                    }
                }
            }
        });
    for gradient in accumulator.chunks_exact(width) {
        for (a, b) in gradients.row_bias.iter_mut().zip(gradient) {
            *a += b;
        }
    }
    for (position, gradient) in skip.iter().enumerate() {
        for &row in batch.rows_of(position) {
            gradients.skip[usize::from(row)] += gradient;
        }
    }
}
