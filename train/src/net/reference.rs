//! The net's formulas written out in f32, one weight at a time: the judge of the fast kernel.

use super::code::{Encoded, Wdl};
use super::family::NetKernel;
use super::file::WeightsError;
use super::weights::Weights;

/// Evaluates with plain loops over [`Weights`]: slow, and obviously the formulas of the [module docs](super).
#[derive(Debug, Clone)]
pub struct ReferenceKernel {
    weights: Weights,
}

impl ReferenceKernel {
    /// Takes a copy of the weights.
    ///
    /// # Errors
    /// The first tensor that does not fit its shape or is not finite.
    pub fn new(weights: &Weights) -> Result<Self, WeightsError> {
        weights.check()?;
        Ok(Self { weights: weights.clone() })
    }

    /// `[hidden]`.
    fn hidden(&self, rows: &[u16]) -> Vec<f32> {
        let w = &self.weights;
        let width = w.shape.hidden;
        (0..width)
            .map(|h| {
                let sum: f32 = rows.iter().map(|&r| w.rows[usize::from(r) * width + h]).sum();
                (w.row_bias[h] + sum).clamp(0.0, 1.0).powi(2)
            })
            .collect()
    }

    fn wdl(&self, rows: &[u16], hidden: &[f32]) -> Wdl {
        let w = &self.weights;
        let neck: Vec<f32> = dense(hidden, &w.neck, &w.neck_bias).into_iter().map(|x| x.max(0.0)).collect();
        let logits = dense(&neck, &w.value, &w.value_bias);
        let skip: f32 = rows.iter().map(|&r| w.skip[usize::from(r)]).sum();
        Wdl::from_logits([logits[0] + skip, logits[1], logits[2] - skip])
    }
}

/// `bias + input . matrix`, with `matrix` of shape `[inputs, outputs]`.
fn dense(input: &[f32], matrix: &[f32], bias: &[f32]) -> Vec<f32> {
    let outputs = bias.len();
    (0..outputs)
        .map(|j| bias[j] + input.iter().enumerate().map(|(i, x)| x * matrix[i * outputs + j]).sum::<f32>())
        .collect()
}

impl NetKernel for ReferenceKernel {
    fn value(&mut self, rows: &[u16]) -> Wdl {
        self.wdl(rows, &self.hidden(rows))
    }

    fn evaluate(&mut self, encoded: &Encoded, logits: &mut Vec<f32>) -> Wdl {
        let w = &self.weights;
        let hidden = self.hidden(&encoded.rows);
        let p = dense(&hidden, &w.policy, &w.policy_bias);
        logits.clear();
        logits.extend(encoded.moves.iter().map(|code| {
            let index = usize::from(code.index);
            let embedding = &w.moves[index * p.len()..][..p.len()];
            let dot: f32 = p.iter().zip(embedding).map(|(a, b)| a * b).sum();
            dot + w.move_bias[index] + w.move_features[usize::from(code.feature)]
        }));
        self.wdl(&encoded.rows, &hidden)
    }

    fn fork(&self) -> Box<dyn NetKernel> {
        Box::new(self.clone())
    }
}
