//! Reading the result off the tree.

use super::Search;
use crate::result::{MoveResult, SearchResult};
use crate::root;
use crate::tree::{ROOT, Tree};
use crate::value::{Proof, Wdl};
use hexcore::{Layout, Move, MoveList, Rules};

pub(super) fn report<L: Layout>(search: &Search<L>, rules: &Rules<L>) -> SearchResult {
    let mut result = SearchResult {
        best: None,
        chosen: None,
        value: Wdl::DRAW,
        raw_score: 0.5,
        moves: Vec::new(),
        pv: Vec::new(),
        simulations: search.finished,
        nodes: search.tree.len() as u32,
        proof: search.tree.root_proof(),
    };
    if search.tree.is_empty() {
        return result;
    }
    let tree = &search.tree;
    let edges = tree.edges(ROOT);
    let best = search.root.best(tree, &search.config);
    let policy = search.root.policy(tree, &search.config, best);
    result.best = best.map(|i| edges.moves[i]);
    result.pv = best.map_or(Vec::new(), |i| line(tree, i));
    let mut list = MoveList::new();
    rules.legal_moves(search.line.root(), &mut list);
    for &m in list.iter() {
        let Some(i) = edges.moves.iter().position(|&x| x == m) else {
            continue;
        };
        result.moves.push(MoveResult {
            mv: m,
            visits: edges.visits(i),
            prior: search.root.prior(i),
            policy: policy[i],
            value: root::value(tree, &edges, i),
            proof: tree.edge_proof(&edges, i),
        });
    }
    if result.proof.is_some_and(|p| p.is_win() && p.plies > 1) {
        end_at_once(search, rules, &mut result);
    }
    let node = tree.node(ROOT);
    result.raw_score = node.value;
    result.value = match result.proof {
        Some(proof) => Wdl::from_score(proof.score),
        None => Wdl::with_draws(node.mean(), node.draw),
    };
    let warm = !search.root.halves() && search.line.ply() < search.config.temperature_plies as usize;
    let temperature = if warm { search.config.temperature } else { 0.0 };
    result.chosen = result.sample_visits(temperature, &mut search.rng.clone());
    result
}

/// A proof may be found before a move that wins at once is looked at: such a move is played instead.
fn end_at_once<L: Layout>(search: &Search<L>, rules: &Rules<L>, result: &mut SearchResult) {
    let root = search.line.root();
    let wins = |r: &&mut MoveResult| {
        let next = rules.played(root, r.mv);
        let outcome = rules.ending(&next, rules.count_legal(&next) != 0);
        outcome.is_some_and(|outcome| rules.score(outcome, root.side()) >= 1.0)
    };
    let Some(at_once) = result.moves.iter_mut().find(wins) else { return };
    at_once.proof = Some(Proof { score: 1.0, plies: 1 });
    let m = at_once.mv;
    (result.best, result.pv, result.proof) = (Some(m), vec![m], at_once.proof);
    result.moves.iter_mut().for_each(|r| r.policy = f32::from(u8::from(r.mv == m)));
}

/// The line of a root move; just the move if there is no tree.
pub(super) fn line_of(tree: &Tree, m: Move) -> Vec<Move> {
    if tree.is_empty() {
        return vec![m];
    }
    let first = tree.edges(ROOT).moves.iter().position(|&x| x == m);
    first.map_or(vec![m], |i| line(tree, i))
}

/// The most visited line from a root move on, along proofs where there are any.
fn line(tree: &Tree, first: usize) -> Vec<Move> {
    let (mut id, mut i) = (ROOT, first);
    let mut moves = Vec::new();
    loop {
        let edges = tree.edges(id);
        moves.push(edges.moves[i]);
        let Some(child) = edges.child(i) else {
            return moves;
        };
        id = child;
        let edges = tree.edges(id);
        let wanted = tree.node(id).proof;
        let proven = |i: usize| tree.edge_proof(&edges, i);
        let visited = 0..edges.visited;
        let next = match wanted {
            Some(proof) => visited.clone().find(|&i| proven(i) == Some(proof)),
            None => None,
        };
        let open = |i: &usize| !proven(*i).is_some_and(|p| p.is_loss()) || wanted.is_some();
        let next = next.or_else(|| visited.filter(open).max_by_key(|&i| edges.visits(i)));
        match next {
            Some(next) => i = next,
            None => return moves,
        }
    }
}
