//! The fast kernel: an int16 accumulator, and f32 behind it.
//!
//! This file is the order of the work; the loops are in [`lanes`].

use std::sync::Arc;

use super::code::{Encoded, WIDTH, Wdl};
use super::family::NetKernel;
use super::file::WeightsError;
use super::lanes::{self, Floats, Ints, SCALE, dense, dots};
use super::weights::Weights;

/// Weights laid out for one width of the hidden layer, `N` lanes of 32.
#[derive(Debug)]
struct Compiled<const N: usize> {
    rows: Vec<[Ints; N]>,
    row_bias: [Ints; N],
    skip: Vec<f32>,
    neck: Vec<Floats>,
    neck_bias: Floats,
    /// Transposed: one lane an outcome.
    value: [Floats; 3],
    value_bias: [f32; 3],
    policy: Vec<Floats>,
    policy_bias: Floats,
    moves: Vec<Floats>,
    move_bias: Vec<f32>,
    move_features: Vec<f32>,
}

/// The piece-cell net for search. Forks share the weights.
#[derive(Debug, Clone)]
pub struct PieceCellKernel<const N: usize> {
    net: Arc<Compiled<N>>,
}

impl PieceCellKernel<0> {
    /// Compiles weights for the width they have.
    ///
    /// # Errors
    /// The first tensor that does not fit its shape or is not finite.
    pub fn boxed(weights: &Weights) -> Result<Box<dyn NetKernel>, WeightsError> {
        weights.check()?;
        Ok(match weights.shape.hidden / WIDTH {
            1 => Box::new(PieceCellKernel::<1>::compile(weights)),
            2 => Box::new(PieceCellKernel::<2>::compile(weights)),
            3 => Box::new(PieceCellKernel::<3>::compile(weights)),
            4 => Box::new(PieceCellKernel::<4>::compile(weights)),
            5 => Box::new(PieceCellKernel::<5>::compile(weights)),
            6 => Box::new(PieceCellKernel::<6>::compile(weights)),
            7 => Box::new(PieceCellKernel::<7>::compile(weights)),
            8 => Box::new(PieceCellKernel::<8>::compile(weights)),
            lanes => unreachable!("a checked shape has 1 to 8 lanes, not {lanes}"),
        })
    }
}

impl<const N: usize> PieceCellKernel<N> {
    fn compile(w: &Weights) -> Self {
        Self {
            net: Arc::new(Compiled {
                rows: w.rows.chunks_exact(N * WIDTH).map(quantise).collect(),
                row_bias: quantise(&w.row_bias),
                skip: w.skip.clone(),
                neck: lanes(&w.neck),
                neck_bias: lanes(&w.neck_bias)[0],
                value: std::array::from_fn(|c| Floats(std::array::from_fn(|k| w.value[k * 3 + c]))),
                value_bias: std::array::from_fn(|c| w.value_bias[c]),
                policy: lanes(&w.policy),
                policy_bias: lanes(&w.policy_bias)[0],
                moves: lanes(&w.moves),
                move_bias: w.move_bias.clone(),
                move_features: w.move_features.clone(),
            }),
        }
    }
}

/// To int16 steps of [`SCALE`], rounded; values beyond the range of int16 are clipped to it.
fn quantise<const N: usize>(values: &[f32]) -> [Ints; N] {
    std::array::from_fn(|n| Ints(std::array::from_fn(|i| (values[n * WIDTH + i] * SCALE).round() as i16)))
}

fn lanes(values: &[f32]) -> Vec<Floats> {
    values.as_chunks().0.iter().map(|lane| Floats(*lane)).collect()
}

impl<const N: usize> Compiled<N> {
    #[inline]
    fn hidden(&self, rows: &[u16]) -> [Floats; N] {
        lanes::hidden(&self.row_bias, &self.rows, rows)
    }

    #[inline]
    fn wdl(&self, rows: &[u16], hidden: &[Floats; N]) -> Wdl {
        let neck = Floats(dense(hidden, &self.neck, &self.neck_bias).0.map(|x| x.max(0.0)));
        let skip = self.skip(rows);
        let mut logits = self.value_bias;
        dots(&neck, self.value.iter(), &mut logits);
        Wdl::from_logits([logits[0] + skip, logits[1], logits[2] - skip])
    }

    /// The sum of the rows' skip values, in four chains of additions.
    #[inline]
    fn skip(&self, rows: &[u16]) -> f32 {
        let (fours, rest) = rows.as_chunks::<4>();
        let mut sums = [0.0; 4];
        for four in fours {
            for (sum, &row) in sums.iter_mut().zip(four) {
                *sum += self.skip[usize::from(row)];
            }
        }
        let rest: f32 = rest.iter().map(|&row| self.skip[usize::from(row)]).sum();
        (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
    }
}

impl<const N: usize> NetKernel for PieceCellKernel<N> {
    fn value(&mut self, rows: &[u16]) -> Wdl {
        self.net.wdl(rows, &self.net.hidden(rows))
    }

    fn evaluate(&mut self, encoded: &Encoded, logits: &mut Vec<f32>) -> Wdl {
        let net = &*self.net;
        let hidden = net.hidden(&encoded.rows);
        let p = dense(&hidden, &net.policy, &net.policy_bias);
        logits.clear();
        logits.extend(
            encoded
                .moves
                .iter()
                .map(|code| net.move_bias[usize::from(code.index)] + net.move_features[usize::from(code.feature)]),
        );
        let embeddings = encoded.moves.iter().map(|code| &net.moves[usize::from(code.index)]);
        dots(&p, embeddings, logits);
        net.wdl(&encoded.rows, &hidden)
    }

    fn fork(&self) -> Box<dyn NetKernel> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::{MoveCode, NetShape, ReferenceKernel};

    /// Codes without pattern, from a position's number.
    fn position(shape: &NetShape, number: usize) -> Encoded {
        let code = |i: usize, n: usize| ((number * 7919 + i * 104_729 + i * i * 31) % n) as u16;
        let rows = (0..30 + number % 70).map(|i| code(i, shape.rows)).collect();
        let moves = (0..number % 90)
            .map(|i| MoveCode { index: code(i, shape.moves), feature: code(i, shape.move_features) })
            .collect();
        Encoded { rows, moves }
    }

    #[test]
    fn agrees_with_the_formulas_in_every_width() {
        for hidden in (32..=256).step_by(32) {
            let shape = NetShape::new(4400, hidden, 3000, 500);
            let weights = Weights::random(shape, hidden as u64);
            let mut fast = PieceCellKernel::boxed(&weights).unwrap();
            let mut slow = ReferenceKernel::new(&weights).unwrap();
            let (mut found, mut expected) = (Vec::new(), Vec::new());
            for number in 0..200 {
                let encoded = position(&shape, number);
                let a = fast.evaluate(&encoded, &mut found);
                let b = slow.evaluate(&encoded, &mut expected);
                assert_eq!(fast.value(&encoded.rows), a);
                for (x, y) in <[f32; 3]>::from(a).into_iter().zip(<[f32; 3]>::from(b)) {
                    assert!((x - y).abs() < 0.01, "hidden {hidden}, position {number}: {a:?}, expected {b:?}");
                }
                assert_eq!(found.len(), encoded.moves.len());
                for (x, y) in found.iter().zip(&expected) {
                    assert!((x - y).abs() < 0.05, "hidden {hidden}, position {number}: logit {x}, expected {y}");
                }
            }
        }
    }

    #[test]
    fn no_number_of_rows_wraps_around() {
        let shape = NetShape::new(10, 32, 1, 1);
        let mut weights = Weights::random(shape, 1);
        for (sign, expected) in [(1e9, 1.0), (-1e9, 0.0)] {
            weights.rows.fill(sign);
            let hidden = PieceCellKernel::<1>::compile(&weights).net.hidden(&[3; 1000]);
            assert_eq!(hidden[0].0, [expected; WIDTH]);
        }
    }

    #[test]
    fn forks_answer_alike() {
        let shape = NetShape::new(500, 64, 40, 9);
        let mut kernel = PieceCellKernel::boxed(&Weights::random(shape, 5)).unwrap();
        let mut fork = kernel.fork();
        let encoded = position(&shape, 77);
        let (mut a, mut b) = (Vec::new(), vec![9.0]);
        assert_eq!(kernel.evaluate(&encoded, &mut a), fork.evaluate(&encoded, &mut b));
        assert_eq!(a, b);
    }
}
