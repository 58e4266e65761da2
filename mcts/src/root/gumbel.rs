//! The Gumbel root: completed values, their transformation, and the policy they improve
//! (Danihelka, Guez, Schrittwieser, Silver: Policy improvement by planning with Gumbel, ICLR 2022; and mctx).

use super::Root;
use crate::config::SearchConfig;
use crate::tree::{Edges, ROOT, Tree};

impl Root {
    /// The considered move with the greatest Gumbel score.
    #[inline]
    pub(super) fn pick_considered(&self, tree: &Tree, edges: &Edges, config: &SearchConfig) -> usize {
        let simulation = (self.started - 1).min(self.schedule.len().saturating_sub(1));
        let due = self.schedule.get(simulation).copied().unwrap_or(0);
        let scale = Scale::new(tree, edges, config);
        let (mut best, mut chosen) = (f32::NEG_INFINITY, None);
        for i in 0..edges.visited {
            if edges.visits(i) - self.before[i] == due {
                let score = self.noise[i] + self.logits[i] + scale.of(edges, i);
                if score > best {
                    (best, chosen) = (score, Some(i));
                }
            }
        }
        // Simulations of several leaves at a time may leave no move with just these visits.
        let fewest = || (0..edges.visited).min_by_key(|&i| edges.visits(i) - self.before[i]);
        chosen.or_else(fewest).unwrap_or(0)
    }

    /// g + logit + sigma(completed q) of every move.
    pub(super) fn gumbel_scores(&self, tree: &Tree, edges: &Edges, config: &SearchConfig) -> Vec<f32> {
        let logits = self.improved_logits(tree, edges, config);
        logits.iter().zip(&self.noise).map(|(logit, g)| logit + g).collect()
    }

    /// logit + sigma(completed q) of every move.
    pub(super) fn improved_logits(&self, tree: &Tree, edges: &Edges, config: &SearchConfig) -> Vec<f32> {
        let scale = Scale::new(tree, edges, config);
        (0..edges.visited).map(|i| self.logits[i] + scale.of(edges, i)).collect()
    }
}

/// The transformation of values, sigma, and what unvisited moves are taken to be worth.
#[derive(Clone, Copy, Debug)]
struct Scale {
    sigma: f32,
    /// The evaluator's value of the root mixed with the visited moves' values, those weighted by their priors (appendix D
    /// of the paper).
    mixed: f32,
}

impl Scale {
    fn new(tree: &Tree, edges: &Edges, config: &SearchConfig) -> Scale {
        let (mut most, mut visits, mut mass, mut sum) = (0, 0.0, 0.0, 0.0);
        for i in 0..edges.visited {
            most = most.max(edges.visits(i));
            if let Some(q) = mean(edges, i) {
                visits += edges.visits(i) as f32;
                mass += edges.priors[i];
                sum += edges.priors[i] * q;
            }
        }
        let raw = tree.node(ROOT).value;
        let mixed = if mass > 0.0 { (raw + visits * (sum / mass)) / (1.0 + visits) } else { raw };
        Scale { sigma: (config.c_visit + most as f32) * config.c_scale, mixed }
    }

    /// sigma(completed q) of move `i`.
    #[inline]
    fn of(self, edges: &Edges, i: usize) -> f32 {
        self.sigma * mean(edges, i).unwrap_or(self.mixed)
    }
}

/// Mean score of move `i`'s visits, if it has any: exact for a proven one.
#[inline]
fn mean(edges: &Edges, i: usize) -> Option<f32> {
    let visits = edges.visits(i);
    (visits != 0).then(|| (edges.sum(i).max(0.0) / f64::from(visits)) as f32)
}
