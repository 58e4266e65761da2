//! The root: where simulations are shared out by a rule of their own and the search's answer is read.

mod gumbel;
mod halving;

use crate::config::{RootRule, SearchConfig};
use crate::rng::Rng;
use crate::softmax::{first_max, softmax};
use crate::tree::{Edges, LANES, Puct, ROOT, Tree};
use crate::value::Wdl;

/// What is kept of the root beside its node. All vectors are in the order of the node's moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Root {
    gumbel: bool,
    /// Priors with noise.
    priors: Vec<f32>,
    /// Logarithms of the priors.
    logits: Vec<f32>,
    /// Gumbel noise.
    noise: Vec<f32>,
    /// Visits that a kept tree brought along.
    before: Vec<u32>,
    /// Visits that the considered moves have at each simulation of a sequential halving.
    schedule: Vec<u32>,
    started: usize,
    scores: Vec<f32>,
}

impl Root {
    /// Prepares a search of so many simulations from the tree's root.
    pub(crate) fn begin(&mut self, tree: &mut Tree, config: &SearchConfig, budget: Option<u32>, rng: &mut Rng) {
        tree.open_root();
        let edges = tree.edges(ROOT);
        let n = edges.moves.len();
        self.started = 0;
        // Whole lines of statistics.
        self.scores.resize(n.next_multiple_of(LANES), 0.0);
        self.before.clear();
        self.before.extend((0..n).map(|i| edges.visits(i)));
        self.priors.clear();
        self.priors.extend_from_slice(edges.priors);
        self.logits.clear();
        self.logits.extend(edges.priors.iter().map(|&p| p.max(1e-12).ln()));
        self.noise.clear();
        self.noise.resize(n, 0.0);
        self.gumbel = config.root == RootRule::Gumbel && budget.is_some();
        if let (true, Some(budget)) = (self.gumbel, budget) {
            if config.gumbel_scale > 0.0 {
                self.noise.iter_mut().for_each(|g| *g = config.gumbel_scale * rng.gumbel());
            }
            halving::fill(&mut self.schedule, config.considered.min(n as u32), budget);
        } else if config.noise > 0.0 {
            rng.dirichlet(f64::from(config.noise_alpha) / n.max(1) as f64, &mut self.noise);
            for (p, &noise) in self.priors.iter_mut().zip(&self.noise) {
                *p += config.noise * (noise - *p);
            }
        }
        self.priors.resize(self.scores.len(), 0.0);
    }

    /// Chooses the move of the next simulation.
    #[inline]
    pub(crate) fn pick(&mut self, tree: &Tree, config: &SearchConfig) -> usize {
        let edges = tree.edges(ROOT);
        if self.gumbel {
            self.started += 1;
            return self.pick_considered(tree, &edges, config);
        }
        let node = tree.node(ROOT);
        let explore = config.cpuct * (node.visits as f32).sqrt();
        let puct = Puct { c: config.cpuct, fpu_reduction: config.fpu_reduction };
        let mut mass = [0.0; LANES];
        for (line, priors) in edges.stats.iter().zip(self.priors.chunks_exact(LANES)) {
            for lane in 0..LANES {
                mass[lane] += if line.visits[lane] == 0 { 0.0 } else { priors[lane] };
            }
        }
        let unvisited = puct.unvisited(node.mean(), mass.iter().sum());
        let n = edges.moves.len();
        let (scores, priors) = (&mut self.scores, &self.priors);
        let lines = scores.chunks_exact_mut(LANES).zip(priors.chunks_exact(LANES));
        for ((scores, priors), line) in lines.zip(edges.stats) {
            for lane in 0..LANES {
                let count = line.visits[lane] as f32;
                let seen = 2.0 * line.sums[lane] as f32 / count.max(1.0) - 1.0;
                let q = if line.visits[lane] == 0 { unvisited } else { seen };
                scores[lane] = q + explore * priors[lane] / (1.0 + count);
            }
        }
        let scores = &scores[..n];
        first_max(scores).unwrap_or(0)
    }

    /// Takes back the last pick.
    pub(crate) fn retract(&mut self) {
        self.started = self.started.saturating_sub(1);
    }

    /// Whether the search shares simulations out by sequential halving.
    pub(crate) fn halves(&self) -> bool {
        self.gumbel
    }

    /// Prior of move `i`, noise included.
    pub(crate) fn prior(&self, i: usize) -> f32 {
        self.priors[i]
    }

    /// The move to play.
    pub(crate) fn best(&self, tree: &Tree, config: &SearchConfig) -> Option<usize> {
        let edges = tree.edges(ROOT);
        let n = edges.moves.len();
        let proven = |i: usize| tree.edge_proof(&edges, i);
        let mut best: Option<usize> = None;
        for i in (0..n).filter(|&i| proven(i).is_some_and(|p| p.is_win())) {
            if best.and_then(proven).is_none_or(|b| proven(i).is_some_and(|p| p.beats(b))) {
                best = Some(i);
            }
        }
        if best.is_some() {
            return best;
        }
        let scores = self.final_scores(tree, &edges, config);
        if n != 0 && (0..n).all(|i| proven(i).is_some_and(|p| !p.is_loss())) {
            // Nothing is left to find out: the best end, and the quickest of good ones.
            let better = |a: usize, b: usize| match (proven(a), proven(b)) {
                (Some(p), Some(q)) if p.score != q.score || p.score > 0.5 && p.plies != q.plies => p.beats(q),
                _ => scores[a] > scores[b],
            };
            return (0..n).reduce(|best, i| if better(i, best) { i } else { best });
        }
        let open = |i: usize| !proven(i).is_some_and(|p| p.is_loss());
        let candidates = (0..n).filter(|&i| open(i));
        let by_score = candidates.max_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(b.cmp(&a)));
        by_score.or_else(|| {
            let plies = |i: usize| proven(i).map_or(0, |p| p.plies);
            (0..n).max_by(|&a, &b| plies(a).cmp(&plies(b)).then(edges.visits(a).cmp(&edges.visits(b))))
        })
    }

    /// What the best open move is the maximum of: most visits first, then the rule's own order.
    fn final_scores(&self, tree: &Tree, edges: &Edges, config: &SearchConfig) -> Vec<f64> {
        let n = edges.moves.len();
        if self.gumbel {
            let scores = self.gumbel_scores(tree, edges, config);
            let visits = |i: usize| edges.visits(i).saturating_sub(self.before[i]);
            return (0..n).map(|i| f64::from(visits(i)) * 1e6 + f64::from(scores[i])).collect();
        }
        let tie = |i: usize| 0.5 * f64::from(score(tree, edges, i).unwrap_or(0.0)) + 0.4 * f64::from(self.priors[i]);
        (0..n).map(|i| f64::from(edges.visits(i)) + tie(i)).collect()
    }

    /// The improved policy, to be learnt: see [`SearchResult::moves`](crate::SearchResult::moves).
    pub(crate) fn policy(&self, tree: &Tree, config: &SearchConfig, best: Option<usize>) -> Vec<f32> {
        let edges = tree.edges(ROOT);
        let n = edges.moves.len();
        let wins = best.is_some_and(|i| tree.edge_proof(&edges, i).is_some_and(|p| p.is_win()));
        if wins {
            return (0..n).map(|i| f32::from(u8::from(Some(i) == best))).collect();
        }
        if self.gumbel {
            let mut policy = vec![0.0; n];
            softmax(&self.improved_logits(tree, &edges, config), &mut policy);
            return policy;
        }
        let total: u64 = (0..n).map(|i| u64::from(edges.visits(i))).sum();
        if total == 0 {
            return self.priors[..n].to_vec();
        }
        (0..n).map(|i| (f64::from(edges.visits(i)) / total as f64) as f32).collect()
    }
}

/// Score of move `i` to the side that plays it: proven, or the mean of its visits.
pub(crate) fn score(tree: &Tree, edges: &Edges, i: usize) -> Option<f32> {
    if let Some(proof) = tree.edge_proof(edges, i) {
        return Some(proof.score);
    }
    let visits = edges.visits(i);
    (visits != 0).then(|| (edges.sum(i).max(0.0) / f64::from(visits)) as f32)
}

/// Value of move `i` to the side that plays it.
pub(crate) fn value(tree: &Tree, edges: &Edges, i: usize) -> Option<Wdl> {
    let score = score(tree, edges, i)?;
    let draw = edges.child(i).map_or(0.0, |child| tree.node(child).draw);
    match tree.edge_proof(edges, i) {
        Some(proof) => Some(Wdl::from_score(proof.score)),
        None => Some(Wdl::with_draws(score, draw)),
    }
}
