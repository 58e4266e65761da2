//! Both losses with their gradients, on the host.
//!
//! With weights `w` and their sum `W`, the value loss is `sum of w CE(wdl, softmax(logits)) / W` and the policy loss
//! `sum of w CE(policy, softmax over the legal moves) / W`, where positions without a policy target add nothing.

use rayon::prelude::*;

use super::batch::Batch;
use crate::net::{WIDTH, Weights};

/// A position's embedding-sized vector.
type Lane = [f32; WIDTH];

/// The value loss and what it asks of the layers below.
pub(super) struct ValueLoss {
    /// The mean cross-entropy, not yet multiplied with its weight in the loss.
    pub(super) loss: f64,
    /// `[B, 3]`: derivative of the weighted loss with respect to the logits.
    pub(super) logits: Vec<f32>,
    /// `[B]`: the same with respect to the skip.
    pub(super) skip: Vec<f32>,
}

/// Compares `logits` `[B, 3]` plus the skip with the targets.
pub(super) fn value(batch: &Batch, logits: &[f32], skip: &[f32], factor: f32) -> ValueLoss {
    let total: f64 = batch.weight.iter().copied().map(f64::from).sum();
    let mut out =
        ValueLoss { loss: 0.0, logits: Vec::with_capacity(logits.len()), skip: Vec::with_capacity(skip.len()) };
    for (position, &[win, draw, loss]) in logits.as_chunks::<3>().0.iter().enumerate() {
        let (target, weight) = (batch.wdl[position], batch.weight[position]);
        let logits = [win + skip[position], draw, loss - skip[position]];
        let log_sum = log_sum_exp(&logits);
        let entropy: f32 = target.iter().zip(logits).map(|(t, z)| t * (log_sum - z)).sum();
        out.loss += f64::from(weight * entropy) / total;
        let scale = factor * weight / total as f32;
        let mass: f32 = target.iter().sum();
        let gradient: [f32; 3] = std::array::from_fn(|c| scale * (mass * (logits[c] - log_sum).exp() - target[c]));
        out.logits.extend(gradient);
        out.skip.push(gradient[0] - gradient[2]);
    }
    out
}

/// The policy loss and what it asks of the layers below.
pub(super) struct PolicyLoss {
    /// The cross-entropy, a mean over the positions that have a target.
    pub(super) loss: f64,
    /// Share of those positions where the likeliest move is the target's likeliest.
    pub(super) top1: f64,
    /// `[B, policy]`: derivative of the weighted loss with respect to the head's output.
    pub(super) head: Vec<f32>,
    /// One a move: the same with respect to the logit.
    logits: Vec<f32>,
}

/// One position's part, summed in order afterwards.
#[derive(Clone, Copy)]
struct Part {
    entropy: f64,
    weight: f64,
    hit: bool,
}

/// Compares the head's output `[B, policy]` with the targets over the legal moves.
pub(super) fn policy(weights: &Weights, batch: &Batch, head: &[f32], factor: f32) -> PolicyLoss {
    let total: f64 = batch.weight.iter().copied().map(f64::from).sum();
    let scale = factor / total as f32;
    let mut gradient = vec![[0.0; WIDTH]; batch.len()];
    let mut logits = vec![0.0; batch.moves.len()];
    let mut rest = logits.as_mut_slice();
    let mut jobs = Vec::with_capacity(batch.len());
    for (position, gradient) in gradient.iter_mut().enumerate() {
        let (mine, others) = rest.split_at_mut(batch.moves_of(position).len());
        rest = others;
        jobs.push((position, gradient, mine));
    }
    let heads = head.as_chunks::<WIDTH>().0;
    let parts: Vec<Part> = jobs
        .into_par_iter()
        .with_min_len(64)
        .map(|(position, gradient, logits)| one(weights, batch, position, &heads[position], scale, gradient, logits))
        .collect();
    let targets: f64 = parts.iter().map(|part| part.weight).sum::<f64>().max(f64::MIN_POSITIVE);
    PolicyLoss {
        loss: parts.iter().map(|part| part.weight * part.entropy).sum::<f64>() / targets,
        top1: parts.iter().filter(|part| part.hit).map(|part| part.weight).sum::<f64>() / targets,
        head: gradient.into_flattened(),
        logits,
    }
}

fn one(
    weights: &Weights,
    batch: &Batch,
    position: usize,
    head: &Lane,
    scale: f32,
    gradient: &mut Lane,
    logits: &mut [f32],
) -> Part {
    let range = batch.moves_of(position);
    let target = &batch.policy[range.clone()];
    let moves = &batch.moves[range];
    let mass: f32 = target.iter().sum();
    let weight = batch.weight[position];
    if mass == 0.0 {
        return Part { entropy: 0.0, weight: 0.0, hit: false };
    }
    let embeddings = weights.moves.as_chunks::<WIDTH>().0;
    for (logit, code) in logits.iter_mut().zip(moves) {
        let index = usize::from(code.index);
        *logit =
            dot(head, &embeddings[index]) + weights.move_bias[index] + weights.move_features[usize::from(code.feature)];
    }
    let hit = largest(logits) == largest(target);
    let log_sum = log_sum_exp(logits);
    let mut entropy = 0.0;
    for ((logit, target), code) in logits.iter_mut().zip(target).zip(moves) {
        let log_probability = *logit - log_sum;
        entropy -= target * log_probability;
        *logit = scale * weight * (mass * log_probability.exp() - target);
        for (g, e) in gradient.iter_mut().zip(&embeddings[usize::from(code.index)]) {
            *g += *logit * e;
        }
    }
    Part { entropy: entropy.into(), weight: weight.into(), hit }
}

/// Logarithm of the sum of exponentials, shifted by the largest so that it cannot overflow.
fn log_sum_exp(logits: &[f32]) -> f32 {
    let top = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    top + logits.iter().map(|logit| (logit - top).exp()).sum::<f32>().ln()
}

fn largest(values: &[f32]) -> Option<usize> {
    (0..values.len()).reduce(|best, i| if values[i] > values[best] { i } else { best })
}

/// Sixteen partial sums, so that the compiler may vectorise.
fn dot(a: &Lane, b: &Lane) -> f32 {
    let sums: [f32; 16] = std::array::from_fn(|i| a[i] * b[i] + a[i + 16] * b[i + 16]);
    let sums: [f32; 8] = std::array::from_fn(|i| sums[i] + sums[i + 8]);
    let sums: [f32; 4] = std::array::from_fn(|i| sums[i] + sums[i + 4]);
    (sums[0] + sums[2]) + (sums[1] + sums[3])
}

impl PolicyLoss {
    /// Adds the gradients of the move embeddings, their biases and the scalar table.
    ///
    /// As in the first layer, each thread owns a range of embeddings and goes through the whole batch.
    pub(super) fn scatter(&self, batch: &Batch, head: &[f32], gradients: &mut Weights) {
        let heads = head.as_chunks::<WIDTH>().0;
        let share = gradients.shape.moves.div_ceil(rayon::current_num_threads());
        gradients.moves.par_chunks_mut(share * WIDTH).enumerate().for_each(|(range, embeddings)| {
            let embeddings = embeddings.as_chunks_mut::<WIDTH>().0;
            let first = range * share;
            for (position, head) in heads.iter().enumerate() {
                let range = batch.moves_of(position);
                for (code, gradient) in batch.moves[range.clone()].iter().zip(&self.logits[range]) {
                    let at = usize::from(code.index).wrapping_sub(first);
                    let Some(embedding) = embeddings.get_mut(at) else {
                        continue;
                    };
                    for (e, h) in embedding.iter_mut().zip(head) {
                        *e += gradient * h;
                    }
                }
            }
        });
        for (code, gradient) in batch.moves.iter().zip(&self.logits) {
            gradients.move_bias[usize::from(code.index)] += gradient;
            gradients.move_features[usize::from(code.feature)] += gradient;
        }
    }
}
