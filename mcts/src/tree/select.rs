//! Selection inside the tree: PUCT.

use super::{LANES, Step, Tree};
use hexcore::Move;

/// The constants of PUCT.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Puct {
    pub(crate) c: f32,
    pub(crate) fpu_reduction: f32,
}

impl Puct {
    /// What an unvisited move is taken to be worth, -1 to 1: the parent's mean less the reduction, which grows with the
    /// prior mass of the moves that have been visited.
    #[inline(always)]
    pub(crate) fn unvisited(self, mean: f32, mass: f32) -> f32 {
        2.0 * mean - 1.0 - self.fpu_reduction * mass.max(0.0).sqrt()
    }
}

impl Tree {
    /// Chooses a move of a node below the root and counts its visit.
    ///
    /// The score of a visited move is q + c p sqrt(N) / (1 + n) for q from -1 to 1; an unvisited one has the parent's q
    /// less a reduction. A simulation under way counts as a loss.
    #[inline]
    pub(crate) fn select(&mut self, id: u32, puct: Puct) -> (Step, Move) {
        let node = *self.node(id);
        let explore = puct.c * (node.visits as f32).sqrt();
        let lines = (node.visited as usize).div_ceil(LANES);
        let stats = &self.stats[node.stats as usize..node.stats as usize + lines];
        let mut best = [f32::NEG_INFINITY; LANES];
        let mut places = [0u32; LANES];
        let mut mass = [0.0; LANES];
        for (i, line) in stats.iter().enumerate() {
            for lane in 0..LANES {
                let n = line.visits[lane] as f32;
                let q = 2.0 * line.sums[lane] as f32 / n.max(1.0) - 1.0;
                let score = q + explore * line.priors[lane] / (1.0 + n);
                mass[lane] += line.priors[lane];
                let better = score > best[lane];
                best[lane] = if better { score } else { best[lane] };
                places[lane] = if better { (i * LANES + lane) as u32 } else { places[lane] };
            }
        }
        // The first of equals, as if the moves had been compared one by one.
        let (mut top, mut place) = (best[0], places[0]);
        for lane in 1..LANES {
            if best[lane] > top || best[lane] == top && places[lane] < place {
                (top, place) = (best[lane], places[lane]);
            }
        }
        if node.visited < node.len {
            if !node.ready {
                self.make_ready(id);
            }
            let unvisited = puct.unvisited(node.mean(), mass.iter().sum());
            if node.visited == 0 || unvisited + explore * self.node(id).next_prior > top {
                place = self.extend(id);
            }
        }
        self.take(Step { node: id, place })
    }

    /// Counts a visit of a move.
    #[inline]
    pub(crate) fn take(&mut self, step: Step) -> (Step, Move) {
        let (line, lane) = self.locate(step);
        self.stats[line].visits[lane] += 1;
        (step, self.stats[line].moves[lane])
    }
}
