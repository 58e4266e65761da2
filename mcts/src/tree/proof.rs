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
