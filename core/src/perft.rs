//! Perft: leaf counts of the tree of legal moves, the measure of every move generator.

use crate::layout::Layout;
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
        let mut lists = vec![MoveList::new(); depth as usize];
        self.perft_below(pos, depth, &mut lists)
    }

    fn perft_below(&self, pos: &Position<L>, depth: u32, lists: &mut [MoveList]) -> u64 {
        if depth == 1 {
            return self.count_legal(pos);
        }
        let Some((list, deeper)) = lists.split_first_mut() else { return 0 };
        self.legal_moves(pos, list);
        list.iter().map(|&m| self.perft_below(&self.after::<false>(pos, m), depth - 1, deeper)).sum()
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
        let mut lists = vec![MoveList::new(); depth.max(1) as usize];
        self.listed_below(pos, depth.max(1), &mut lists)
    }

    fn listed_below(&self, pos: &Position<L>, depth: u32, lists: &mut [MoveList]) -> u64 {
        let Some((list, deeper)) = lists.split_first_mut() else { return 0 };
        self.legal_moves(pos, list);
        if depth == 1 {
            return list.len() as u64;
        }
        list.iter().map(|&m| self.listed_below(&self.after::<false>(pos, m), depth - 1, deeper)).sum()
    }
}
