//! The search tree: nodes in one arena, and of each node its legal moves in a second and the moves visited in a third.
//!
//! The moves of a node are kept with those visited first: unvisited moves differ by their priors alone, so a node's next
//! new move is always the unvisited one with the greatest prior, and a selection looks at the visited moves and that one.
//! Only visited moves have statistics, in blocks that double as they fill up: most nodes of a tree are visited once and
//! have none. No allocation happens per simulation beyond the arenas' own growth.

mod lines;
mod proof;
mod reuse;
mod select;

pub(crate) use lines::{LANES, Stats};
pub(crate) use select::Puct;

use crate::softmax::softmax;
use crate::value::{Proof, Wdl};
use hexcore::Move;

/// The root's index.
pub(crate) const ROOT: u32 = 0;
/// No node: the move has not been expanded.
pub(crate) const NONE: u32 = u32::MAX;
/// The move is being expanded.
pub(crate) const PENDING: u32 = u32::MAX - 1;

/// A move chosen: the node it was chosen in and its place among the node's moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) node: u32,
    pub(crate) place: u32,
}

/// One position of the tree: a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Node {
    /// First of its moves.
    pub(crate) edges: u32,
    /// First line of its statistics.
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
    /// There are two to the power of one less than this lines of statistics; none if this is 0.
    class: u8,
    /// Whether the first unvisited move is the one with the greatest prior, and the next two fields say which it is.
    ready: bool,
    next_prior: f32,
    next_move: Move,
    /// The position repeats one on the way to it: a draw, and not searched.
    pub(crate) repeats: bool,
}

/// More classes of blocks of statistics than a position's moves can fill.
const CLASSES: usize = 17;

const _: () = assert!(size_of::<Node>() == 64);

#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    moves: Vec<Move>,
    priors: Vec<f32>,
    stats: Vec<Stats>,
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
        self.stats.clear();
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
        self.nodes.len() * size_of::<Node>() + self.moves.len() * 8 + self.stats.len() * size_of::<Stats>()
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
        let id = self.push(edges as u32, moves.len() as u16, value.score());
        // While the priors are at hand.
        self.make_ready(id);
        id
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
            next_prior: 0.0,
            next_move: Move::default(),
            repeats: false,
        });
        self.nodes.len() as u32 - 1
    }

    /// The moves, priors and statistics of a node. Those of unvisited moves are missing.
    #[inline]
    pub(crate) fn edges(&self, id: u32) -> Edges<'_> {
        let node = self.node(id);
        let edges = node.edges as usize..node.edges as usize + node.len as usize;
        let lines = (node.visited as usize).div_ceil(LANES);
        Edges {
            moves: &self.moves[edges.clone()],
            priors: &self.priors[edges],
            stats: &self.stats[node.stats as usize..node.stats as usize + lines],
            visited: node.visited as usize,
        }
    }

    /// Takes back a step that led nowhere.
    #[inline]
    pub(crate) fn retract(&mut self, path: &[Step]) {
        for &step in path {
            let (line, lane) = self.locate(step);
            self.stats[line].visits[lane] -= 1;
        }
    }

    /// Counts a simulation that ended in `leaf` with this value, along the whole path.
    #[inline]
    pub(crate) fn backup(&mut self, path: &[Step], leaf: u32, value: Wdl) {
        let (mut score, draw) = (value.score(), value.draw);
        self.nodes[leaf as usize].add(score, draw);
        for &step in path.iter().rev() {
            score = 1.0 - score;
            let (line, lane) = self.locate(step);
            self.stats[line].sums[lane] += f64::from(score);
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
    pub(crate) stats: &'a [Stats],
    /// The first so many moves have statistics.
    pub(crate) visited: usize,
}

impl Edges<'_> {
    /// The node after move `i`.
    #[inline]
    pub(crate) fn child(&self, i: usize) -> Option<u32> {
        let child = self.stats.get(i / LANES)?.children[i % LANES];
        (child < PENDING).then_some(child)
    }

    #[inline]
    pub(crate) fn visits(&self, i: usize) -> u32 {
        self.stats.get(i / LANES).map_or(0, |line| line.visits[i % LANES])
    }

    /// Sum of the scores of move `i`, which must have statistics.
    #[inline]
    pub(crate) fn sum(&self, i: usize) -> f64 {
        self.stats[i / LANES].sums[i % LANES]
    }
}
