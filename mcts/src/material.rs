//! Material: what the men on the board are worth, and the two evaluators that need no training.

use crate::evaluator::{Batch, Evaluator};
use crate::value::Wdl;
use hexcore::{BitSet, Color, Kind, Layout, Move, Position, Rules, Special};

/// Knows nothing: every position is level and every move as likely as the others.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<L: Layout> Evaluator<L> for Uniform {
    fn evaluate(&mut self, _: &Rules<L>, _: &mut Batch<L>) {
        // A fresh batch holds draws and equal logits already.
    }
    fn value(&mut self, _: &Rules<L>, _: &Position<L>) -> Wdl {
        Wdl::DRAW
    }
}

/// Counts men by the variant's values, and expects captures of much with little.
#[derive(Clone, Copy, Debug)]
pub struct Material {
    /// Pawns of advantage for which a score of 1 / (1 + 1/e) is expected.
    pub scale: f32,
    /// Logit that a captured pawn's worth adds to a move.
    pub capture: f32,
}

impl Default for Material {
    fn default() -> Material {
        Material { scale: 3.0, capture: 0.5 }
    }
}

impl<L: Layout> Evaluator<L> for Material {
    fn evaluate(&mut self, rules: &Rules<L>, batch: &mut Batch<L>) {
        for leaf in batch.leaves_mut() {
            *leaf.value = self.judge(rules, leaf.position);
            for (logit, &m) in leaf.logits.iter_mut().zip(leaf.moves) {
                *logit = self.capture * gain(rules, leaf.position, m).min(10.0);
            }
        }
    }
    fn value(&mut self, rules: &Rules<L>, position: &Position<L>) -> Wdl {
        self.judge(rules, position)
    }
}

impl Material {
    fn judge<L: Layout>(&self, rules: &Rules<L>, position: &Position<L>) -> Wdl {
        let score = 1.0 / (1.0 + crate::softmax::exp(-balance(rules, position) / self.scale));
        Wdl::with_draws(score, 0.5 * score.min(1.0 - score))
    }
}

/// The worth of the side to move's men less the other's, in pawns.
pub fn balance<L: Layout>(rules: &Rules<L>, position: &Position<L>) -> f32 {
    let us = position.side();
    let count = |color: Color, kind: Kind| position.men(color, kind).count() as f32;
    (0..rules.kinds().len()).map(Kind::new).map(|kind| rules.value(kind) * (count(us, kind) - count(!us, kind))).sum()
}

/// The kind of man that a move takes.
#[inline]
pub fn captured<L: Layout>(position: &Position<L>, m: Move) -> Option<Kind> {
    if position.color(!position.side()).has(m.to()) {
        return position.kind_at(m.to());
    }
    let pawn = m.kind() == Kind::PAWN && matches!(m.special(), Special::EnPassant | Special::Scornful);
    pawn.then_some(Kind::PAWN)
}

/// What a move changes in the balance, in pawns: the man it takes and what a pawn gains by its promotion.
pub fn gain<L: Layout>(rules: &Rules<L>, position: &Position<L>, m: Move) -> f32 {
    let taken = captured(position, m).map_or(0.0, |kind| rules.value(kind));
    let promoted = m.promotion().map_or(0.0, |kind| rules.value(kind) - rules.value(m.kind()));
    taken + promoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexcore::{AnyRules, Game, variant::builtin, with_rules};

    #[test]
    fn a_gain_is_the_change_of_the_balance() {
        for name in ["glinski", "cescacs"] {
            with_rules!(&AnyRules::new(&builtin(name).unwrap()).unwrap(), rules => {
                let mut rng = crate::rng::Rng::new(5);
                let mut game = Game::new(rules);
                for _ in 0..150 {
                    let list = game.legal_moves();
                    if game.outcome().is_some() {
                        break;
                    }
                    let m = list[rng.below(list.len())];
                    let (before, gain) = (balance(rules, game.position()), gain(rules, game.position(), m));
                    game.push(m);
                    assert!((before + gain + balance(rules, game.position())).abs() < 1e-3);
                }
            });
        }
    }
}
