//! Statistics of visited moves, four a line, in blocks that double.

use super::{NONE, Node, ROOT, Step, Tree};
use crate::softmax::first_max;
use hexcore::Move;

/// Four visited moves: all that a selection reads of them, side by side.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(crate) struct Stats {
    /// Scores of the simulations that came back, to the side that chose; negative infinity for a move that loses for
    /// certain, and for a place that no move has.
    pub(crate) sums: [f64; LANES],
    /// Simulations that chose the move, those under way among them.
    pub(crate) visits: [u32; LANES],
    pub(crate) children: [u32; LANES],
    /// Copies of the node's priors and moves.
    pub(crate) priors: [f32; LANES],
    pub(crate) moves: [Move; LANES],
}

/// Moves a line of statistics.
pub(crate) const LANES: usize = 4;

impl Default for Stats {
    fn default() -> Stats {
        Stats {
            sums: [f64::NEG_INFINITY; LANES],
            visits: [0; LANES],
            children: [NONE; LANES],
            priors: [0.0; LANES],
            moves: [Move::default(); LANES],
        }
    }
}

impl Tree {
    /// The statistics of a step: their line and lane. A node's lines move when they become more.
    #[inline(always)]
    pub(super) fn locate(&self, step: Step) -> (usize, usize) {
        let first = self.nodes[step.node as usize].stats as usize;
        (first + step.place as usize / LANES, step.place as usize % LANES)
    }

    /// The child that a step leads to.
    #[inline(always)]
    pub(crate) fn child(&self, step: Step) -> u32 {
        let (line, lane) = self.locate(step);
        self.stats[line].children[lane]
    }

    #[inline(always)]
    pub(crate) fn set_child(&mut self, step: Step, child: u32) {
        let (line, lane) = self.locate(step);
        self.stats[line].children[lane] = child;
    }

    /// Gives every move of the root statistics, so that they can be visited in any order.
    pub(crate) fn open_root(&mut self) {
        while self.nodes[ROOT as usize].visited < self.nodes[ROOT as usize].len {
            self.make_ready(ROOT);
            self.extend(ROOT);
        }
    }

    /// Makes the unvisited move with the greatest prior the first of them.
    #[inline]
    pub(super) fn make_ready(&mut self, id: u32) {
        let node = &mut self.nodes[id as usize];
        node.ready = true;
        let first = node.edges as usize + node.visited as usize;
        let end = node.edges as usize + node.len as usize;
        if let Some(best) = first_max(&self.priors[first..end]) {
            self.priors.swap(first, first + best);
            self.moves.swap(first, first + best);
            (node.next_prior, node.next_move) = (self.priors[first], self.moves[first]);
        }
    }

    /// Gives the first unvisited move, which must be ready, statistics, and returns its place.
    #[inline]
    pub(super) fn extend(&mut self, id: u32) -> u32 {
        let node = &self.nodes[id as usize];
        debug_assert!(node.ready && node.visited < node.len);
        let place = node.visited as usize;
        if node.class == 0 || place == LANES << (node.class - 1) {
            self.grow(id);
        }
        let node = &mut self.nodes[id as usize];
        node.visited += 1;
        node.ready = false;
        let (line, lane) = (&mut self.stats[node.stats as usize + place / LANES], place % LANES);
        line.sums[lane] = 0.0;
        line.priors[lane] = node.next_prior;
        line.moves[lane] = node.next_move;
        place as u32
    }

    /// Moves a node's statistics into a block of twice the size.
    fn grow(&mut self, id: u32) {
        let Node { stats, class, .. } = self.nodes[id as usize];
        let (old, new) = if class == 0 { (0, 1) } else { (1 << (class - 1), 1 << class) };
        let block = self.free[class as usize + 1].pop().unwrap_or_else(|| {
            let start = self.stats.len();
            self.stats.resize(start + new, Stats::default());
            start as u32
        });
        let (from, to) = (stats as usize, block as usize);
        self.stats.copy_within(from..from + old, to);
        self.stats[to + old..to + new].fill(Stats::default());
        if class > 0 {
            self.free[class as usize].push(stats);
        }
        let node = &mut self.nodes[id as usize];
        node.stats = block;
        node.class = class + 1;
    }
}
