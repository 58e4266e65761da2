//! The Gumbel root: completed values, their transformation, and the policy they improve
//! (Danihelka, Guez, Schrittwieser, Silver: Policy improvement by planning with Gumbel, ICLR 2022; and mctx).

use super::{Root, score};
use crate::config::SearchConfig;
use crate::tree::{Edges, ROOT, Tree};

impl Root {
    /// The considered move with the greatest Gumbel score.
    pub(super) fn pick_considered(&self, tree: &Tree, edges: &Edges, config: &SearchConfig) -> usize {
        let simulation = (self.started - 1).min(self.schedule.len().saturating_sub(1));
        let due = self.schedule.get(simulation).copied().unwrap_or(0);
        let scores = self.gumbel_scores(tree, edges, config);
        let visits = |i: usize| edges.visits(i).saturating_sub(self.before[i]);
        let order = |&a: &usize, &b: &usize| scores[a].total_cmp(&scores[b]).then(b.cmp(&a));
        let n = edges.moves.len();
        let considered = (0..n).filter(|&i| visits(i) == due).max_by(order);
        considered.or_else(|| (0..n).max_by(order)).unwrap_or(0)
    }

    /// g + logit + sigma(completed q) of every move.
    pub(super) fn gumbel_scores(&self, tree: &Tree, edges: &Edges, config: &SearchConfig) -> Vec<f32> {
        let mut scores = self.improved_logits(tree, edges, config);
        for (score, g) in scores.iter_mut().zip(&self.noise) {
            *score += g;
        }
        scores
    }

    /// logit + sigma(completed q) of every move.
    pub(super) fn improved_logits(&self, tree: &Tree, edges: &Edges, config: &SearchConfig) -> Vec<f32> {
        let most = (0..edges.visited).map(|i| edges.visits(i)).max().unwrap_or(0);
        let sigma = (config.c_visit + most as f32) * config.c_scale;
        let mixed = mixed_value(tree, edges);
        let n = edges.moves.len();
        let q = |i: usize| score(tree, edges, i).unwrap_or(mixed);
        (0..n).map(|i| self.logits[i] + sigma * q(i)).collect()
    }
}

/// What an unvisited move is taken to be worth: the evaluator's value of the root mixed with the visited moves' values,
/// those weighted by their priors (appendix D of the paper).
fn mixed_value(tree: &Tree, edges: &Edges) -> f32 {
    let (mut visits, mut mass, mut sum) = (0.0, 0.0, 0.0);
    for i in 0..edges.moves.len() {
        if let Some(q) = score(tree, edges, i) {
            visits += edges.visits(i) as f32;
            mass += edges.priors[i];
            sum += edges.priors[i] * q;
        }
    }
    let mean = if mass > 0.0 { sum / mass } else { 0.0 };
    let raw = tree.node(ROOT).value;
    if mass > 0.0 { (raw + visits * mean) / (1.0 + visits) } else { raw }
}
