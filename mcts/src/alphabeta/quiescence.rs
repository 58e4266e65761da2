//! The end of a line: captures and promotions until none is worth while.

use super::judge::Judge;
use super::order::{capture, pick};
use super::score::{self, MATE};
use super::search::{MAX_PLY, Searcher};
use hexcore::{BitSet, Color, Layout, Position};

/// Positions that the end of one line may take. Nearly all take tens; with many pawns about to promote on both sides there
/// is no end to captures, and one move of a search three plies deep took 64 million.
const MOST: u32 = 10_000;

impl<L: Layout, J: Judge<L>> Searcher<'_, L, J> {
    /// The value of a position at the end of the search, where the side to move may also be mated.
    #[inline]
    pub(super) fn leaf(&mut self, pos: &Position<L>, ply: usize, alpha: i32, beta: i32, balance: i32) -> i32 {
        self.leaf_left = MOST;
        let score = self.quiesce(pos, ply, alpha, beta, balance);
        // A line that is too bad already need not be shown to be worse.
        if score > alpha && self.rules.in_check(pos) && self.rules.count_legal(pos) == 0 {
            return ply as i32 - MATE;
        }
        score
    }

    fn quiesce(&mut self, pos: &Position<L>, ply: usize, mut alpha: i32, beta: i32, balance: i32) -> i32 {
        self.nodes += 1;
        self.leaf_left = self.leaf_left.saturating_sub(1);
        if self.bare_king_loses
            && (pos.color(Color::White).count() == 1 || pos.color(Color::Black).count() == 1)
            && let Some(outcome) = self.ending(pos)
        {
            return score::of_outcome(self.rules, pos, outcome, ply);
        }
        let mut best = self.judge.judge(self.rules, pos, balance);
        if best >= beta || ply >= MAX_PLY || self.leaf_left == 0 {
            return best;
        }
        alpha = alpha.max(best);
        let mut buffer = std::mem::take(&mut self.plies[ply]);
        self.rules.captures(pos, &mut buffer.list);
        buffer.scores.clear();
        buffer.scores.extend(buffer.list.iter().map(|&m| capture(&self.values, pos, m)));
        for i in 0..buffer.list.len() {
            pick(&mut buffer.list, &mut buffer.scores, i);
            let m = buffer.list[i];
            let next = self.rules.played(pos, m);
            let balance = -(balance + self.values.gain(pos, m));
            let score = -self.quiesce(&next, ply + 1, -beta, -alpha, balance);
            if score > best {
                best = score;
                alpha = alpha.max(best);
                if alpha >= beta {
                    break;
                }
            }
        }
        self.plies[ply] = buffer;
        best
    }
}
