//! Proven values: what follows for a node from the ends of games below it.

use super::{Edges, PENDING, Step, Tree};
use crate::value::Proof;

impl Tree {
    /// Carries a proof of the path's last node upwards as far as it proves anything.
    pub(super) fn prove(&mut self, path: &[Step]) {
        for &step in path.iter().rev() {
            let Some(proof) = self.proof_of(self.child(step)) else {
                return;
            };
            let score = proof.before().score;
            // A move that loses for certain is never selected again; another's mean becomes exact.
            let (line, lane) = self.locate(step);
            let stats = &mut self.stats[line];
            stats.sums[lane] =
                if score <= 0.0 { f64::NEG_INFINITY } else { f64::from(score) * f64::from(stats.visits[lane]) };
            if self.node(step.node).proof.is_some() {
                return;
            }
            let Some(proof) = self.settle(step.node) else {
                return;
            };
            self.nodes[step.node as usize].proof = Some(proof);
        }
    }

    fn proof_of(&self, id: u32) -> Option<Proof> {
        if id >= PENDING { None } else { self.node(id).proof }
    }

    /// The proof of move `i` to the side that plays it.
    pub(crate) fn edge_proof(&self, edges: &Edges, i: usize) -> Option<Proof> {
        Some(self.node(edges.child(i)?).proof?.before())
    }

    /// What a node's moves prove: a win if one of them wins, else the best of them if all are proven.
    fn settle(&self, id: u32) -> Option<Proof> {
        let edges = self.edges(id);
        let (mut best, mut all) = (None::<Proof>, edges.visited == edges.moves.len());
        for i in 0..edges.visited {
            match self.edge_proof(&edges, i) {
                Some(proof) if best.is_none_or(|b| proof.beats(b)) => best = Some(proof),
                Some(_) => {}
                None => all = false,
            }
        }
        best.filter(|proof| all || proof.is_win())
    }

    /// Settles the root anew: it may have been proven before its shortest win was.
    pub(crate) fn root_proof(&self) -> Option<Proof> {
        if self.is_empty() {
            return None;
        }
        self.settle(super::ROOT).or(self.node(super::ROOT).proof)
    }
}

#[cfg(test)]
mod tests {
    use crate::tree::{ROOT, Step, Tree};
    use crate::value::{Proof, Wdl};
    use hexcore::Move;

    /// A root with as many moves, all but the last with the ends given, by score to the side that moves at the root.
    fn tree(ends: &[(f32, u16)], moves: u32) -> Tree {
        let mut tree = Tree::default();
        let moves: Vec<Move> = (0..moves).map(Move::from_bits).collect();
        tree.expand(&moves, &vec![0.0; moves.len()], Wdl::DRAW);
        tree.open_root();
        for (place, &(score, plies)) in ends.iter().enumerate() {
            let (step, _) = tree.take(Step { node: ROOT, place: place as u32 });
            let leaf = tree.end(Proof { score: 1.0 - score, plies });
            tree.set_child(step, leaf);
            tree.backup(&[step], leaf, Wdl::from_score(1.0 - score));
        }
        tree
    }

    fn proof(ends: &[(f32, u16)], moves: u32) -> Option<Proof> {
        tree(ends, moves).root_proof()
    }

    #[test]
    fn one_win_is_enough_and_the_quickest_counts() {
        assert_eq!(proof(&[(1.0, 4)], 3), Some(Proof { score: 1.0, plies: 5 }));
        assert_eq!(proof(&[(0.0, 1), (1.0, 4), (1.0, 2)], 4), Some(Proof { score: 1.0, plies: 3 }));
    }

    #[test]
    fn less_than_a_win_takes_every_move() {
        assert_eq!(proof(&[(0.0, 1), (0.5, 0)], 3), None);
        assert_eq!(proof(&[(0.0, 1), (0.5, 0)], 2), Some(Proof { score: 0.5, plies: 1 }));
        assert_eq!(proof(&[(0.0, 1), (0.25, 6), (0.0, 9)], 3), Some(Proof { score: 0.25, plies: 7 }));
    }

    #[test]
    fn the_longest_resistance_counts() {
        assert_eq!(proof(&[(0.0, 1), (0.0, 7), (0.0, 3)], 3), Some(Proof { score: 0.0, plies: 8 }));
    }

    #[test]
    fn a_move_that_loses_is_out_and_another_is_exact() {
        let tree = tree(&[(0.0, 1), (0.25, 2)], 3);
        let edges = tree.edges(ROOT);
        assert_eq!(edges.sum(0), f64::NEG_INFINITY);
        assert_eq!(edges.sum(1), 0.25);
        assert_eq!(tree.edge_proof(&edges, 1), Some(Proof { score: 0.25, plies: 3 }));
    }

    #[test]
    fn a_proof_climbs_as_far_as_it_proves_anything() {
        let mut tree = tree(&[], 1);
        let moves = [Move::from_bits(8), Move::from_bits(9)];
        let (step, _) = tree.take(Step { node: ROOT, place: 0 });
        let child = tree.expand(&moves, &[1.0, 0.0], Wdl::DRAW);
        tree.set_child(step, child);
        tree.backup(&[step], child, Wdl::DRAW);
        for (plies, proven) in [(2, false), (4, true)] {
            let puct = crate::tree::Puct { c: 1.0, fpu_reduction: 0.0 };
            let (below, _) = tree.select(child, puct);
            let leaf = tree.end(Proof { score: 1.0, plies });
            tree.set_child(below, leaf);
            tree.backup(&[step, below], leaf, Wdl::WIN);
            assert_eq!(tree.node(ROOT).proof.is_some(), proven);
        }
        // The side to move below loses in five plies at best, so the root wins in six.
        assert_eq!(tree.root_proof(), Some(Proof { score: 1.0, plies: 6 }));
    }
}
