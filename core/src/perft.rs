//! Perft: leaf counts of the tree of legal moves, the measure of every move generator.

use crate::layout::Layout;
use crate::movegen::Kept;
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::rules::Rules;
use rayon::prelude::*;

impl<L: Layout> Rules<L> {
    /// Leaf positions `depth` plies down, counted in bulk at the last ply. Ends by repetition, clock or material do not stop it.
    pub fn perft(&self, pos: &Position<L>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.perft_below(depth, &mut self.levels(pos, depth))
    }

    /// Room for each ply, the first with the position.
    fn levels(&self, pos: &Position<L>, depth: u32) -> Vec<Level<L>> {
        let level = Level { pos: *pos, kept: Kept::new(self, pos), list: MoveList::new() };
        vec![level; depth as usize]
    }

    fn perft_below(&self, depth: u32, levels: &mut [Level<L>]) -> u64 {
        let Some((here, deeper)) = levels.split_first_mut() else { return 0 };
        if depth == 1 {
            let Level { pos, kept, .. } = here;
            return if kept.whole() { self.count_legal_kept(pos, kept) } else { self.count_legal(pos) };
        }
        self.list(here);
        self.each_child(here, deeper, |deeper| self.perft_below(depth - 1, deeper))
    }

    #[inline(always)]
    fn each_child(&self, here: &Level<L>, deeper: &mut [Level<L>], below: impl Fn(&mut [Level<L>]) -> u64) -> u64 {
        let mut sum = 0;
        for &m in here.list.iter() {
            let Some(next) = deeper.first_mut() else { return 0 };
            self.after_into::<false>(&here.pos, m, &mut next.pos);
            here.kept.after_into(self, &here.pos, &next.pos, m, &mut next.kept);
            sum += below(deeper);
        }
        sum
    }

    fn list(&self, level: &mut Level<L>) {
        let Level { pos, kept, list } = level;
        if kept.whole() { self.legal_moves_kept(pos, kept, list) } else { self.legal_moves(pos, list) }
    }

    /// [`perft`](Rules::perft) of each legal move, in parallel.
    pub fn perft_divide(&self, pos: &Position<L>, depth: u32) -> Vec<(Move, u64)> {
        let mut list = MoveList::new();
        self.legal_moves(pos, &mut list);
        let below = |&m: &Move| (m, self.perft(&self.after::<false>(pos, m), depth.saturating_sub(1)));
        list.par_iter().map(below).collect()
    }

    /// Leaf positions with every leaf move written out: what a search pays for.
    pub fn perft_listed(&self, pos: &Position<L>, depth: u32) -> u64 {
        let depth = depth.max(1);
        self.listed_below(depth, &mut self.levels(pos, depth))
    }

    fn listed_below(&self, depth: u32, levels: &mut [Level<L>]) -> u64 {
        let Some((here, deeper)) = levels.split_first_mut() else { return 0 };
        self.list(here);
        if depth == 1 {
            return here.list.len() as u64;
        }
        self.each_child(here, deeper, |deeper| self.listed_below(depth - 1, deeper))
    }
}

/// One ply: a position, what its officers reach, and its moves.
#[derive(Clone)]
struct Level<L: Layout> {
    pos: Position<L>,
    kept: Kept<L::Set>,
    list: MoveList,
}
