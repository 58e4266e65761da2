//! Any legal move.

use crate::limits::Limits;
use crate::player::{Decision, Player, Variation};
use crate::rng::Rng;
use crate::value::Wdl;
use hexcore::{Game, Layout, Move};

/// Plays any legal move, each as likely as the others.
#[derive(Clone, Debug)]
pub struct Random(Rng);

impl Random {
    /// A player with this seed.
    pub fn new(seed: u64) -> Random {
        Random(Rng::new(seed))
    }
}

/// A move that nothing is known of.
pub(super) fn bare(mv: Move, value: Wdl) -> Variation {
    Variation { mv, value, centipawns: None, proof: None, visits: 0, pv: vec![mv] }
}

impl<L: Layout> Player<L> for Random {
    fn choose(&mut self, game: &Game<L>, limits: &Limits) -> Option<Decision> {
        if game.outcome().is_some() {
            return None;
        }
        let list: Vec<Move> = game.legal_moves().iter().copied().filter(|&m| limits.allows(m)).collect();
        let m = *list.get(self.0.below(list.len().max(1)))?;
        Decision::from_lines(vec![bare(m, Wdl::DRAW)], 1, 0)
    }

    fn reseed(&mut self, seed: u64) {
        self.0 = Rng::new(seed);
    }
}
