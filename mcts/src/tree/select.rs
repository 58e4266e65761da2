//! Selection inside the tree: PUCT.

use super::{Step, Tree};
use hexcore::Move;

/// The constants of PUCT.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Puct {
    pub(crate) c: f32,
    pub(crate) fpu_reduction: f32,
}

impl Tree {
    /// Chooses a move of a node below the root and counts its visit.
    ///
    /// The score of a visited move is q + c p sqrt(N) / (1 + n) for q from -1 to 1; an unvisited one has the parent's q
    /// less the reduction. A simulation under way counts as a loss.
    #[inline]
    pub(crate) fn select(&mut self, id: u32, puct: Puct) -> (Step, Move) {
        let node = *self.node(id);
        let explore = puct.c * (node.visits as f32).sqrt();
        let (edges, stats, visited) = (
            node.edges as usize,
            node.stats as usize,
            node.visited as usize,
        );
        let priors = &self.priors[edges..edges + visited];
        let visits = &self.visits[stats..stats + visited];
        let sums = &self.sums[stats..stats + visited];
        let (mut best, mut chosen) = (f32::NEG_INFINITY, 0);
        for i in 0..visited {
            let n = visits[i] as f32;
            let score = 2.0 * sums[i] as f32 / n.max(1.0) - 1.0 + explore * priors[i] / (1.0 + n);
            if score > best {
                best = score;
                chosen = i;
            }
        }
        let mut stat = (stats + chosen) as u32;
        if node.visited < node.len {
            if !node.ready {
                self.make_ready(id);
            }
            let unvisited = 2.0 * node.mean() - 1.0 - puct.fpu_reduction;
            if unvisited + explore * self.priors[edges + visited] > best {
                chosen = visited;
                stat = self.extend(id);
            }
        }
        self.visits[stat as usize] += 1;
        (Step { node: id, stat }, self.moves[edges + chosen])
    }

    /// Counts a visit of the root's move `i`.
    #[inline]
    pub(crate) fn select_root(&mut self, i: usize) -> (Step, Move) {
        let root = self.node(super::ROOT);
        let (edges, stat) = (root.edges as usize, root.stats + i as u32);
        self.visits[stat as usize] += 1;
        let step = Step {
            node: super::ROOT,
            stat,
        };
        (step, self.moves[edges + i])
    }
}
