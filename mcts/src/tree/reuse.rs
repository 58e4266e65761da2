//! Keeping part of a tree: the subtree of the move played, or the well-visited nodes of a tree that has grown too large.

use super::{ROOT, Step, Tree};
use hexcore::Move;

impl Tree {
    /// The node that a move of a node leads to, if it has been expanded and can be a root.
    pub(crate) fn follow(&self, id: u32, m: Move) -> Option<u32> {
        let edges = self.edges(id);
        let i = edges.moves[..edges.visited].iter().position(|&x| x == m)?;
        edges.child(i).filter(|&child| self.node(child).len != 0)
    }

    /// Copies into `into` the subtree of `root`, without unproven nodes of fewer than `least` visits.
    pub(crate) fn copy(&self, root: u32, least: u32, into: &mut Tree) {
        into.clear();
        let mut old = vec![root];
        let mut next = 0;
        while next < old.len() {
            let node = *self.node(old[next]);
            let edges = self.edges(old[next]);
            let id = into.push(into.moves.len() as u32, node.len, node.value);
            next += 1;
            into.moves.extend_from_slice(edges.moves);
            into.priors.extend_from_slice(edges.priors);
            for i in 0..edges.visited {
                let copy = &mut into.nodes[id as usize];
                (copy.ready, copy.next_prior, copy.next_move) = (true, edges.priors[i], edges.moves[i]);
                let place = into.extend(id);
                let (line, lane) = into.locate(Step { node: id, place });
                let keep = |&child: &u32| {
                    let child = self.node(child);
                    child.visits >= least || child.proof.is_some()
                };
                let child = edges.child(i).filter(keep);
                let stats = &mut into.stats[line];
                stats.visits[lane] = edges.visits(i);
                stats.sums[lane] = edges.sum(i);
                if let Some(child) = child {
                    stats.children[lane] = old.len() as u32;
                    old.push(child);
                }
            }
            let copy = &mut into.nodes[id as usize];
            (copy.visits, copy.sum, copy.draw) = (node.visits, node.sum, node.draw);
            (copy.proof, copy.repeats) = (node.proof, node.repeats);
            (copy.ready, copy.next_prior, copy.next_move) = (node.ready, node.next_prior, node.next_move);
        }
    }

    /// Shrinks the tree to at most `bytes` by dropping its least visited nodes.
    pub(crate) fn shrink(&mut self, bytes: usize) {
        let mut least = 2;
        let mut kept = Tree::default();
        while self.bytes() > bytes {
            if least > self.node(ROOT).visits {
                self.clear();
                return;
            }
            self.copy(ROOT, least, &mut kept);
            std::mem::swap(self, &mut kept);
            least = least.saturating_mul(2);
        }
    }
}
