//! The seam to whatever judges positions: a batch of leaves goes in, values and prior logits come out.

use crate::value::Wdl;
use hexcore::{Layout, Move, MoveList, Position, Rules};
use std::ops::Range;

/// Leaves that wait for their evaluation, with room for the answers. Its buffers are kept and filled again and again.
#[derive(Clone, Debug)]
pub struct Batch<L: Layout> {
    positions: Vec<Position<L>>,
    moves: Vec<Move>,
    /// One more than leaves: leaf `i` has the moves and logits from `starts[i]` to `starts[i + 1]`.
    starts: Vec<u32>,
    values: Vec<Wdl>,
    logits: Vec<f32>,
    tags: Vec<u32>,
    list: MoveList,
}

/// One leaf of a batch, to be evaluated: read the position and its moves, write the value and a logit for each move.
#[derive(Debug)]
pub struct Leaf<'a, L: Layout> {
    /// The position.
    pub position: &'a Position<L>,
    /// Its legal moves, in the order of [`Rules::legal_moves`].
    pub moves: &'a [Move],
    /// To be written: the value to the side to move. A draw until then.
    pub value: &'a mut Wdl,
    /// To be written: one logit a move, in the same order. All 0 until then.
    pub logits: &'a mut [f32],
}

impl<L: Layout> Default for Batch<L> {
    fn default() -> Batch<L> {
        Batch {
            positions: Vec::new(),
            moves: Vec::new(),
            starts: vec![0],
            values: Vec::new(),
            logits: Vec::new(),
            tags: Vec::new(),
            list: MoveList::new(),
        }
    }
}

impl<L: Layout> Batch<L> {
    /// An empty batch.
    pub fn new() -> Batch<L> {
        Batch::default()
    }

    /// Number of leaves.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are no leaves.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Number of legal moves of all leaves.
    pub fn move_count(&self) -> usize {
        self.moves.len()
    }

    /// Removes all leaves and keeps the buffers.
    pub fn clear(&mut self) {
        self.positions.clear();
        self.moves.clear();
        self.starts.truncate(1);
        self.values.clear();
        self.logits.clear();
        self.tags.clear();
    }

    /// Adds a leaf with its legal moves in the order of [`Rules::legal_moves`], and returns its index.
    #[inline]
    pub fn push(&mut self, position: &Position<L>, moves: &[Move]) -> usize {
        self.positions.push(*position);
        self.moves.extend_from_slice(moves);
        self.starts.push(self.moves.len() as u32);
        self.values.push(Wdl::DRAW);
        self.logits.resize(self.moves.len(), 0.0);
        self.tags.push(u32::MAX);
        self.positions.len() - 1
    }

    /// Adds a leaf whose legal moves are generated here.
    pub fn push_position(&mut self, rules: &Rules<L>, position: &Position<L>) -> usize {
        let mut list = std::mem::take(&mut self.list);
        rules.legal_moves(position, &mut list);
        let index = self.push(position, &list);
        self.list = list;
        index
    }

    #[inline]
    fn range(&self, leaf: usize) -> Range<usize> {
        self.starts[leaf] as usize..self.starts[leaf + 1] as usize
    }

    /// A leaf's position.
    #[inline]
    pub fn position(&self, leaf: usize) -> &Position<L> {
        &self.positions[leaf]
    }

    /// A leaf's legal moves.
    #[inline]
    pub fn moves(&self, leaf: usize) -> &[Move] {
        &self.moves[self.range(leaf)]
    }

    /// A leaf's value.
    #[inline]
    pub fn value(&self, leaf: usize) -> Wdl {
        self.values[leaf]
    }

    /// A leaf's logits.
    #[inline]
    pub fn logits(&self, leaf: usize) -> &[f32] {
        &self.logits[self.range(leaf)]
    }

    /// One leaf, to be evaluated.
    #[inline]
    pub fn leaf_mut(&mut self, leaf: usize) -> Leaf<'_, L> {
        let range = self.range(leaf);
        Leaf {
            position: &self.positions[leaf],
            moves: &self.moves[range.clone()],
            value: &mut self.values[leaf],
            logits: &mut self.logits[range],
        }
    }

    /// Every leaf in turn, to be evaluated.
    pub fn leaves_mut(&mut self) -> impl Iterator<Item = Leaf<'_, L>> {
        let mut rest = &mut self.logits[..];
        let (moves, starts) = (&self.moves, &self.starts);
        self.positions.iter().zip(&mut self.values).enumerate().map(move |(i, (position, value))| {
            let range = starts[i] as usize..starts[i + 1] as usize;
            let (logits, after) = std::mem::take(&mut rest).split_at_mut(range.len());
            rest = after;
            Leaf { position, moves: &moves[range], value, logits }
        })
    }

    /// Who waits for a leaf: a number that its search gave it.
    #[inline]
    pub(crate) fn tag(&self, leaf: usize) -> u32 {
        self.tags[leaf]
    }

    #[inline]
    pub(crate) fn set_tag(&mut self, leaf: usize, tag: u32) {
        self.tags[leaf] = tag;
    }
}

/// Judges positions.
///
/// An evaluator's answer must depend on the position and its moves alone, or searches cannot be repeated.
pub trait Evaluator<L: Layout>: Send {
    /// Writes the value and the logits of every leaf of the batch.
    fn evaluate(&mut self, rules: &Rules<L>, batch: &mut Batch<L>);

    /// The value of one position, for searches that need no priors. The position is not an ended game.
    fn value(&mut self, rules: &Rules<L>, position: &Position<L>) -> Wdl {
        let mut batch = Batch::new();
        batch.push_position(rules, position);
        self.evaluate(rules, &mut batch);
        batch.value(0)
    }
}

impl<L: Layout, E: Evaluator<L> + ?Sized> Evaluator<L> for Box<E> {
    fn evaluate(&mut self, rules: &Rules<L>, batch: &mut Batch<L>) {
        (**self).evaluate(rules, batch);
    }
    fn value(&mut self, rules: &Rules<L>, position: &Position<L>) -> Wdl {
        (**self).value(rules, position)
    }
}

impl<L: Layout, E: Evaluator<L> + ?Sized> Evaluator<L> for &mut E {
    fn evaluate(&mut self, rules: &Rules<L>, batch: &mut Batch<L>) {
        (**self).evaluate(rules, batch);
    }
    fn value(&mut self, rules: &Rules<L>, position: &Position<L>) -> Wdl {
        (**self).value(rules, position)
    }
}
