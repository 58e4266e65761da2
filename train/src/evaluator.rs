//! A net as search sees it: encodes each leaf, runs the kernel, writes value and logits. The hot path of self-play.

use crate::encode::Encoder;
use crate::net::{Encoded, Family, NetKernel, Weights, WeightsError};
use hexcore::{Layout, Position, Rules};
use hexmcts::{Batch, Evaluator, Wdl};
use std::sync::Arc;

/// Judges positions by a net, for one thread. Its buffers are reused: in steady state nothing is allocated.
pub struct NetEvaluator {
    encoder: Arc<Encoder>,
    kernel: Box<dyn NetKernel>,
    encoded: Encoded,
    logits: Vec<f32>,
}

impl NetEvaluator {
    /// An evaluator for the variant of `encoder`, to whose shape the net behind `kernel` must belong.
    pub fn new(encoder: Arc<Encoder>, kernel: Box<dyn NetKernel>) -> NetEvaluator {
        NetEvaluator { encoder, kernel, encoded: Encoded::default(), logits: Vec::new() }
    }

    /// Compiles weights and makes an evaluator of them.
    ///
    /// # Errors
    /// Weights that do not fit their shape or are not finite.
    pub fn from_weights(
        encoder: Arc<Encoder>,
        family: Family,
        weights: &Weights,
    ) -> Result<NetEvaluator, WeightsError> {
        Ok(NetEvaluator::new(encoder, family.kernel(weights)?))
    }

    /// A second evaluator for another thread; the weights are shared.
    pub fn fork(&self) -> NetEvaluator {
        NetEvaluator::new(self.encoder.clone(), self.kernel.fork())
    }

    /// Goes on with another net of the same shape, e.g. the next generation; the buffers stay.
    pub fn set_kernel(&mut self, kernel: Box<dyn NetKernel>) {
        self.kernel = kernel;
    }
}

fn wdl(from: crate::net::Wdl) -> Wdl {
    Wdl { win: from.win, draw: from.draw, loss: from.loss }
}

impl<L: Layout> Evaluator<L> for NetEvaluator {
    fn evaluate(&mut self, rules: &Rules<L>, batch: &mut Batch<L>) {
        for leaf in batch.leaves_mut() {
            self.encoder.encode(rules, leaf.position, leaf.moves, false, &mut self.encoded);
            *leaf.value = wdl(self.kernel.evaluate(&self.encoded, &mut self.logits));
            leaf.logits.copy_from_slice(&self.logits);
        }
    }

    fn value(&mut self, rules: &Rules<L>, position: &Position<L>) -> Wdl {
        self.encoder.encode_value(rules, position, &mut self.encoded);
        wdl(self.kernel.value(&self.encoded.rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::ReferenceKernel;
    use hexcore::{AnyRules, Game, variant, with_rules};

    #[test]
    fn a_batch_is_evaluated_as_its_leaves_are_one_by_one() {
        for name in variant::builtin_names() {
            let any = AnyRules::new(&variant::builtin(name).unwrap()).unwrap();
            with_rules!(&any, rules => {
                let encoder = Arc::new(Encoder::new(rules));
                let weights = Weights::random(encoder.shape(64), 1);
                let mut net = NetEvaluator::from_weights(encoder.clone(), Family::PieceCell, &weights).unwrap();
                let mut judge = ReferenceKernel::new(&weights).unwrap();
                let mut game = Game::new(rules);
                let mut batch = Batch::new();
                for ply in 0..40 {
                    let list = game.legal_moves();
                    if game.outcome().is_some() { break; }
                    batch.push(game.position(), &list);
                    game.push(list[ply * 7 % list.len()]);
                }
                net.evaluate(rules, &mut batch);
                let (mut encoded, mut logits) = (Encoded::default(), Vec::new());
                for i in 0..batch.len() {
                    let value = net.fork().value(rules, batch.position(i));
                    assert_eq!(value, batch.value(i), "{name}, leaf {i}");
                    encoder.encode(rules, batch.position(i), batch.moves(i), false, &mut encoded);
                    let expected = judge.evaluate(&encoded, &mut logits);
                    assert!((value.score() - wdl(expected).score()).abs() < 0.01, "{name}, leaf {i}");
                    let near = |(a, b): (&f32, &f32)| (a - b).abs() < 0.05;
                    assert!(batch.logits(i).iter().zip(&logits).all(near), "{name}, leaf {i}");
                }
            });
        }
    }
}
