//! The first layer on the host: sums of rows forward, sums of gradients backward.
//!
//! A generic gather would copy each active row (and its gradient) to a tensor of `[B, active, hidden]`; these loops touch
//! each row once. Backward, the batch is first turned over, from the rows of each position to the positions of each row:
//! then each row's gradient is a sum made in registers and written once, four times as fast as adding to rows in memory.

use rayon::prelude::*;

use super::batch::Batch;
use crate::net::Weights;

/// The smallest unit of a row.
const LANE: usize = 32;

/// The hidden layer `[B, hidden]`: clipped and squared sums of the active rows.
pub(super) fn hidden(weights: &Weights, batch: &Batch) -> Vec<f32> {
    let width = weights.shape.hidden;
    let mut hidden = vec![0.0; batch.len() * width];
    hidden.par_chunks_mut(width).with_min_len(64).enumerate().for_each(|(position, hidden)| {
        hidden.copy_from_slice(&weights.row_bias);
        add_rows(hidden, &weights.rows, batch.rows_of(position));
        for x in hidden {
            let clipped = x.clamp(0.0, 1.0);
            *x = clipped * clipped;
        }
    });
    hidden
}

/// The sum of the active rows' skip values, `[B]`.
pub(super) fn skip(weights: &Weights, batch: &Batch) -> Vec<f32> {
    let sum = |rows: &[u16]| rows.iter().map(|&row| weights.skip[usize::from(row)]).sum();
    (0..batch.len()).map(|position| sum(batch.rows_of(position))).collect()
}

/// Turns the hidden layer's gradient `[B, hidden]` into the accumulator's, in place. With `hidden = x^2` the derivative is
/// `2 x` between the clips and 0 outside.
pub(super) fn unclip(hidden: &[f32], gradient: &mut [f32]) {
    for (g, h) in gradient.iter_mut().zip(hidden) {
        let inside = *h > 0.0 && *h < 1.0;
        *g *= if inside { 2.0 * h.sqrt() } else { 0.0 };
    }
}

/// Makes the gradients of the rows and the bias from the accumulator's `[B, hidden]`, and the skip's from its own `[B]`.
///
/// Each sum runs through the batch in order, so the result does not depend on the number of threads.
pub(super) fn gradients(batch: &Batch, accumulator: &[f32], skip: &[f32], out: &mut Weights) {
    let width = out.shape.hidden;
    let users = Users::new(out.shape.rows, batch);
    out.rows.par_chunks_mut(width).zip(out.skip.par_iter_mut()).with_min_len(64).enumerate().for_each(
        |(row, (gradient, skip_gradient))| {
            let positions = users.of(row);
            add_rows(gradient, accumulator, positions);
            *skip_gradient = positions.iter().map(|&p| skip[p as usize]).sum();
        },
    );
    for gradient in accumulator.chunks_exact(width) {
        for (a, b) in out.row_bias.iter_mut().zip(gradient) {
            *a += b;
        }
    }
}

/// Adds the named rows of `table` to `out`, whose length is the table's width.
fn add_rows<I: Copy + Into<u64>>(out: &mut [f32], table: &[f32], rows: &[I]) {
    let width = out.len();
    let (wide, rest) = out.as_chunks_mut::<{ 4 * LANE }>();
    let first = wide.len() * 4 * LANE;
    for (block, out) in wide.iter_mut().enumerate() {
        add_blocks(out, table, width, block * 4 * LANE, rows);
    }
    for (block, out) in rest.as_chunks_mut::<LANE>().0.iter_mut().enumerate() {
        add_blocks(out, table, width, first + block * LANE, rows);
    }
}

/// The part of [`add_rows`] that fits the registers: `W` columns from column `at`.
fn add_blocks<const W: usize, I: Copy + Into<u64>>(
    out: &mut [f32; W],
    table: &[f32],
    width: usize,
    at: usize,
    rows: &[I],
) {
    let mut sum = *out;
    for &row in rows {
        let row: u64 = row.into();
        let start = row as usize * width + at;
        for (a, b) in sum.iter_mut().zip(&table[start..start + W]) {
            *a += b;
        }
    }
    *out = sum;
}

/// For each row, the positions in which it is active, in order: the transpose of a batch's ragged lists.
struct Users {
    start: Vec<u32>,
    positions: Vec<u32>,
}

impl Users {
    /// A counting sort.
    fn new(rows: usize, batch: &Batch) -> Self {
        let mut start = vec![0; rows + 1];
        for &row in &batch.rows {
            start[usize::from(row) + 1] += 1;
        }
        for row in 0..rows {
            start[row + 1] += start[row];
        }
        let mut next = start.clone();
        let mut positions = vec![0; batch.rows.len()];
        for position in 0..batch.len() {
            for &row in batch.rows_of(position) {
                let slot = &mut next[usize::from(row)];
                positions[*slot as usize] = position as u32;
                *slot += 1;
            }
        }
        Self { start, positions }
    }

    fn of(&self, row: usize) -> &[u32] {
        &self.positions[self.start[row] as usize..self.start[row + 1] as usize]
    }
}
