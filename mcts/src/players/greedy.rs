//! The move that wins most at once.

use super::random::bare;
use crate::limits::Limits;
use crate::material::{Material, balance};
use crate::player::{Decision, Player};
use crate::rng::Rng;
use crate::value::{Proof, Wdl};
use hexcore::{Game, Layout, Move};

/// Looks one ply ahead: a move that ends the game well, else the one after which it has most material; ties at random.
#[derive(Clone, Debug)]
pub struct Greedy(Rng);

impl Greedy {
    /// A player with this seed.
    pub fn new(seed: u64) -> Greedy {
        Greedy(Rng::new(seed))
    }
}

impl<L: Layout> Player<L> for Greedy {
    fn choose(&mut self, game: &Game<L>, limits: &Limits) -> Option<Decision> {
        if game.outcome().is_some() {
            return None;
        }
        let (rules, us) = (game.rules(), game.position().side());
        let list: Vec<Move> = game.legal_moves().iter().copied().filter(|&m| limits.allows(m)).collect();
        if list.is_empty() {
            return None;
        }
        let worth = |m| {
            let next = rules.played(game.position(), m);
            match rules.ending(&next, rules.count_legal(&next) != 0) {
                // An end is worth more or less than any material, by what it scores.
                Some(outcome) => (2.0 * rules.score(outcome, us) - 1.0) * 1e6,
                None => -balance(rules, &next),
            }
        };
        let worths: Vec<f32> = list.iter().map(|&m| worth(m)).collect();
        let best = worths.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let ties: Vec<usize> = (0..worths.len()).filter(|&i| worths[i] == best).collect();
        let m = list[ties[self.0.below(ties.len())]];
        let expected = 1.0 / (1.0 + (-best / Material::default().scale).exp());
        let mut line = bare(m, Wdl::from_score(expected));
        line.centipawns = Some((100.0 * best.clamp(-1000.0, 1000.0)) as i32);
        line.proof = (best >= 1e6).then_some(Proof { score: 1.0, plies: 1 });
        Decision::from_lines(vec![line], list.len() as u64, 1)
    }

    fn reseed(&mut self, seed: u64) {
        self.0 = Rng::new(seed);
    }
}
