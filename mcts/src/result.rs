//! What a search found.

use crate::rng::Rng;
use crate::value::{Proof, Wdl};
use hexcore::Move;

/// One root move and what the search knows of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveResult {
    /// The move.
    pub mv: Move,
    /// Simulations that chose it.
    pub visits: u32,
    /// Its prior probability, root noise included.
    pub prior: f32,
    /// Its share of the improved policy, to be learnt from.
    pub policy: f32,
    /// Its value to the side to move; none for a move without visits.
    pub value: Option<Wdl>,
    /// What it leads to for certain.
    pub proof: Option<Proof>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The best move; none if the game is over.
    pub best: Option<Move>,
    /// The move to play: the best one, or one drawn by visits where the config's temperature says so.
    pub chosen: Option<Move>,
    /// Value of the position to the side to move, from all visits.
    pub value: Wdl,
    /// What the evaluator alone said of the position, as an expected score.
    pub raw_score: f32,
    /// Every legal move, in the order of [`Rules::legal_moves`](hexcore::Rules::legal_moves). `policy` is the softmax of
    /// logits and transformed completed values for a Gumbel root, the share of visits for a PUCT root, and all on the best
    /// move if that is a proven win.
    pub moves: Vec<MoveResult>,
    /// The line expected, from the best move on.
    pub pv: Vec<Move>,
    /// Simulations of this search.
    pub simulations: u32,
    /// Nodes of the tree.
    pub nodes: u32,
    /// What the position is worth for certain.
    pub proof: Option<Proof>,
}

impl SearchResult {
    /// The result of a move.
    pub fn of(&self, m: Move) -> Option<&MoveResult> {
        self.moves.iter().find(|r| r.mv == m)
    }

    /// The value of the best move to the side to move: what to learn as `q` from a search whose other visits explored.
    pub fn best_value(&self) -> Wdl {
        let best = self.best.and_then(|m| self.of(m)).and_then(|r| r.value);
        best.unwrap_or(self.value)
    }

    /// The moves, most visited first, proven wins before all and proven losses after all others.
    pub fn ranking(&self) -> Vec<MoveResult> {
        let class = |r: &MoveResult| match r.proof {
            Some(p) if p.is_win() => 0,
            Some(p) if p.is_loss() => 2,
            _ => 1,
        };
        let mut ranking = self.moves.clone();
        ranking.sort_by(|a, b| {
            let plies = |r: &MoveResult| r.proof.map_or(0, |p| i32::from(p.plies) * if p.is_win() { 1 } else { -1 });
            let first = |r: &MoveResult| Some(r.mv) != self.best;
            let proven = if class(a) == 1 { 0 } else { plies(a) - plies(b) };
            (class(a), proven, first(a), b.visits).cmp(&(class(b), 0, first(b), a.visits))
        });
        ranking
    }

    /// A move drawn from the improved policy.
    pub fn sample_policy(&self, rng: &mut Rng) -> Option<Move> {
        let i = rng.weighted(self.moves.iter().map(|r| r.policy))?;
        Some(self.moves[i].mv)
    }

    /// A move drawn by its visits to the power of 1 / `temperature`; the best one for a temperature of 0 or a proven win.
    pub fn sample_visits(&self, temperature: f32, rng: &mut Rng) -> Option<Move> {
        let won = self.proof.is_some_and(|p| p.is_win());
        if temperature <= 0.0 || won {
            return self.best;
        }
        let most = self.moves.iter().map(|r| r.visits).max()?.max(1) as f32;
        let open = |r: &MoveResult| !r.proof.is_some_and(|p| p.is_loss());
        let weight = |r: &MoveResult| {
            let weight = (r.visits as f32 / most).powf(1.0 / temperature);
            if open(r) { weight } else { 0.0 }
        };
        let i = rng.weighted(self.moves.iter().map(weight));
        i.map_or(self.best, |i| Some(self.moves[i].mv))
    }
}
