//! The search tree: nodes in one arena, and of each node its legal moves in a second and the moves visited in a third.
//!
//! The moves of a node are kept with those visited first: unvisited moves differ by their priors alone, so a node's next
//! new move is always the unvisited one with the greatest prior, and a selection looks at the visited moves and that one.
//! Only visited moves have statistics, in blocks that double as they fill up: most nodes of a tree are visited once and
//! have none. No allocation happens per simulation beyond the arenas' own growth.

mod proof;
mod reuse;
mod select;

pub(crate) use select::Puct;

use crate::softmax::{first_max, softmax};
use crate::value::{Proof, Wdl};
use hexcore::Move;

/// The root's index.
pub(crate) const ROOT: u32 = 0;
/// No node: the move has not been expanded.
pub(crate) const NONE: u32 = u32::MAX;
/// The move is being expanded.
pub(crate) const PENDING: u32 = u32::MAX - 1;

/// A move chosen: the node it was chosen in and the index of its statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) node: u32,
    pub(crate) stat: u32,
}

/// One position of the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// First of its moves.
    pub(crate) edges: u32,
    /// First of its statistics.
    pub(crate) stats: u32,
    /// Simulations that ended here or below.
    pub(crate) visits: u32,
    /// Number of legal moves; 0 for a node that ends the game.
    pub(crate) len: u16,
    /// Number of moves that have statistics.
    pub(crate) visited: u16,
    /// Sum of the scores of its visits, to the side to move.
    pub(crate) sum: f64,
    /// Mean probability of a draw over its visits.
    pub(crate) draw: f32,
    /// What the evaluator said of it.
    pub(crate) value: f32,
    pub(crate) proof: Option<Proof>,
    /// Statistics have room for two to the power of this; 0 if there are none.
    class: u8,
    /// Whether the first unvisited move is the one with the greatest prior.
    ready: bool,
    /// The position repeats one on the way to it: a draw, and not searched.
    pub(crate) repeats: bool,
}

/// Sizes of blocks of statistics are powers of two up to this one.
const CLASSES: usize = 17;

#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    moves: Vec<Move>,
    priors: Vec<f32>,
    visits: Vec<u32>,
    sums: Vec<f64>,
    children: Vec<u32>,
    /// Blocks of statistics that were outgrown, by class.
    free: [Vec<u32>; CLASSES],
}

impl Node {
    /// Counts a visit.
    #[inline(always)]
    fn add(&mut self, score: f32, draw: f32) {
        self.visits += 1;
        self.sum += f64::from(score);
        self.draw += (draw - self.draw) / self.visits as f32;
    }

    /// Mean score of its visits.
    #[inline(always)]
    pub(crate) fn mean(&self) -> f32 {
        (self.sum / f64::from(self.visits.max(1))) as f32
    }

    /// The value of a node that is not searched any further.
    #[inline(always)]
    pub(crate) fn fixed(&self) -> Option<Wdl> {
        match self.proof {
            Some(proof) => Some(Wdl::from_score(proof.score)),
            None => self.repeats.then_some(Wdl::DRAW),
        }
    }
}

impl Tree {
    /// Removes everything and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.moves.clear();
        self.priors.clear();
        self.visits.clear();
        self.sums.clear();
        self.children.clear();
        self.free.iter_mut().for_each(Vec::clear);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Memory in use, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node>() + self.moves.len() * 8 + self.visits.len() * 16
    }

    #[inline(always)]
    pub(crate) fn node(&self, id: u32) -> &Node {
        &self.nodes[id as usize]
    }

    /// Adds a node without visits. Its priors are the softmax of the logits.
    #[inline]
    pub(crate) fn expand(&mut self, moves: &[Move], logits: &[f32], value: Wdl) -> u32 {
        let edges = self.moves.len();
        self.moves.extend_from_slice(moves);
        self.priors.resize(edges + moves.len(), 0.0);
        softmax(logits, &mut self.priors[edges..]);
        self.push(edges as u32, moves.len() as u16, value.score())
    }

    /// Adds a node without visits that ends the game, with its value.
    pub(crate) fn end(&mut self, proof: Proof) -> u32 {
        let id = self.push(0, 0, proof.score);
        self.nodes[id as usize].proof = Some(proof);
        id
    }

    /// Adds a node without visits that repeats an earlier position.
    pub(crate) fn repeat(&mut self) -> u32 {
        let id = self.push(0, 0, 0.5);
        self.nodes[id as usize].repeats = true;
        id
    }

    #[inline]
    fn push(&mut self, edges: u32, len: u16, value: f32) -> u32 {
        self.nodes.push(Node {
            edges,
            stats: 0,
            visits: 0,
            len,
            visited: 0,
            sum: 0.0,
            draw: 0.0,
            value,
            proof: None,
            class: 0,
            ready: false,
            repeats: false,
        });
        self.nodes.len() as u32 - 1
    }

    /// The child that a step leads to.
    #[inline(always)]
    pub(crate) fn child(&self, step: Step) -> u32 {
        self.children[step.stat as usize]
    }

    #[inline(always)]
    pub(crate) fn set_child(&mut self, step: Step, child: u32) {
        self.children[step.stat as usize] = child;
    }

    /// The moves, priors and statistics of a node. Those of unvisited moves are missing.
    pub(crate) fn edges(&self, id: u32) -> Edges<'_> {
        let node = self.node(id);
        let edges = node.edges as usize..node.edges as usize + node.len as usize;
        let stats = node.stats as usize..node.stats as usize + node.visited as usize;
        Edges {
            moves: &self.moves[edges.clone()],
            priors: &self.priors[edges],
            visits: &self.visits[stats.clone()],
            sums: &self.sums[stats.clone()],
            children: &self.children[stats],
        }
    }

    /// Gives every move of the root statistics, so that they can be visited in any order.
    pub(crate) fn open_root(&mut self) {
        while self.nodes[ROOT as usize].visited < self.nodes[ROOT as usize].len {
            self.extend(ROOT);
        }
    }

    /// Makes the unvisited move with the greatest prior the first of them.
    #[inline]
    fn make_ready(&mut self, id: u32) {
        let node = &mut self.nodes[id as usize];
        node.ready = true;
        let first = node.edges as usize + node.visited as usize;
        let end = node.edges as usize + node.len as usize;
        if let Some(best) = first_max(&self.priors[first..end]) {
            self.priors.swap(first, first + best);
            self.moves.swap(first, first + best);
        }
    }

    /// Gives the first unvisited move statistics, and returns their index.
    #[inline]
    fn extend(&mut self, id: u32) -> u32 {
        let node = &mut self.nodes[id as usize];
        let visited = node.visited as usize;
        if node.class == 0 || visited == 1 << node.class {
            self.grow(id);
        }
        let node = &mut self.nodes[id as usize];
        node.visited += 1;
        node.ready = false;
        let stat = node.stats as usize + visited;
        self.visits[stat] = 0;
        self.sums[stat] = 0.0;
        self.children[stat] = NONE;
        stat as u32
    }

    /// Moves a node's statistics into a block of twice the size.
    fn grow(&mut self, id: u32) {
        let Node {
            stats,
            visited,
            class,
            ..
        } = self.nodes[id as usize];
        let block = self.free[class as usize + 1].pop().unwrap_or_else(|| {
            let start = self.visits.len();
            let size = 2usize << class;
            self.visits.resize(start + size, 0);
            self.sums.resize(start + size, 0.0);
            self.children.resize(start + size, NONE);
            start as u32
        });
        let (from, to) = (
            stats as usize..stats as usize + visited as usize,
            block as usize,
        );
        self.visits.copy_within(from.clone(), to);
        self.sums.copy_within(from.clone(), to);
        self.children.copy_within(from, to);
        if class > 0 {
            self.free[class as usize].push(stats);
        }
        let node = &mut self.nodes[id as usize];
        node.stats = block;
        node.class = class + 1;
    }

    /// Takes back a step that led nowhere.
    #[inline]
    pub(crate) fn retract(&mut self, path: &[Step]) {
        for step in path {
            self.visits[step.stat as usize] -= 1;
        }
    }

    /// Counts a simulation that ended in `leaf` with this value, along the whole path.
    #[inline]
    pub(crate) fn backup(&mut self, path: &[Step], leaf: u32, value: Wdl) {
        let (mut score, draw) = (value.score(), value.draw);
        self.nodes[leaf as usize].add(score, draw);
        for step in path.iter().rev() {
            score = 1.0 - score;
            self.sums[step.stat as usize] += f64::from(score);
            self.nodes[step.node as usize].add(score, draw);
        }
        if self.nodes[leaf as usize].proof.is_some() {
            self.prove(path);
        }
    }
}

/// A node's moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edges<'a> {
    pub(crate) moves: &'a [Move],
    pub(crate) priors: &'a [f32],
    /// Simulations that chose the move, those under way among them.
    pub(crate) visits: &'a [u32],
    /// Scores of those that came back, to the side that chose; negative infinity for a move that loses for certain.
    pub(crate) sums: &'a [f64],
    pub(crate) children: &'a [u32],
}

impl Edges<'_> {
    /// The node after move `i`.
    pub(crate) fn child(&self, i: usize) -> Option<u32> {
        self.children
            .get(i)
            .copied()
            .filter(|&child| child < PENDING)
    }

    pub(crate) fn visits(&self, i: usize) -> u32 {
        self.visits.get(i).copied().unwrap_or(0)
    }
}
