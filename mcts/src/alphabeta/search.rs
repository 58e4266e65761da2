//! The search below the root.

use super::config::AlphaBetaConfig;
use super::judge::{Judge, Values};
use super::moves::Moves;
use super::order::Habits;
use super::score::{self, INFINITE, MATED};
use super::table::{Bound, Entry, Table};
use crate::limits::Limits;
use hexcore::{BitSet, Kind, Layout, Move, MoveList, Outcome, Position, Rules};
use std::time::Instant;

/// Deepest ply that is searched.
pub(super) const MAX_PLY: usize = 200;

/// Buffers of one ply.
#[derive(Clone, Debug, Default)]
pub(super) struct Ply {
    pub(super) list: MoveList,
    pub(super) scores: Vec<i32>,
    pub(super) quiet: MoveList,
    pub(super) quiet_scores: Vec<i32>,
    pub(super) pv: Vec<Move>,
}

/// One search under way.
pub(super) struct Searcher<'a, L: Layout, J> {
    pub(super) rules: &'a Rules<L>,
    pub(super) config: &'a AlphaBetaConfig,
    pub(super) values: Values,
    pub(super) judge: J,
    pub(super) table: &'a mut Table,
    pub(super) habits: &'a mut Habits,
    pub(super) plies: &'a mut Vec<Ply>,
    /// Hashes of the game so far and of the line searched.
    pub(super) line: &'a mut Vec<u64>,
    pub(super) limits: &'a Limits,
    pub(super) began: Instant,
    pub(super) nodes: u64,
    /// Nodes at which the limits are looked at again.
    pub(super) next_look: u64,
    pub(super) aborted: bool,
    /// Positions that the quiescence under way may still take.
    pub(super) leaf_left: u32,
    pub(super) bare_king_loses: bool,
}

/// Bounds of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    #[inline(always)]
    fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

impl<L: Layout, J: Judge<L>> Searcher<'_, L, J> {
    /// How a game that has not run out of moves otherwise is over here.
    #[cold]
    pub(super) fn ending(&self, pos: &Position<L>) -> Option<Outcome> {
        self.rules.ending(pos, self.rules.count_legal(pos) != 0)
    }

    #[cold]
    fn look_at_limits(&mut self) {
        let late = self.limits.time.is_some_and(|t| self.began.elapsed() >= t);
        let large = self.limits.nodes.is_some_and(|n| self.nodes >= n);
        self.aborted = late || large || self.limits.stopped();
        self.next_look = (self.nodes + J::LOOK).min(self.limits.nodes.unwrap_or(u64::MAX));
    }

    /// Whether the last position of the line has occurred before.
    #[inline(always)]
    fn repeats(&self, clock: u16) -> bool {
        let last = self.line.len() - 1;
        let back = last.min(clock as usize);
        let now = self.line[last];
        (4..=back).step_by(2).any(|plies| self.line[last - plies] == now)
    }

    /// The value of a position searched `depth` plies deep. Its hash is the last of the line.
    pub(super) fn search(
        &mut self,
        pos: &Position<L>,
        mut depth: i32,
        ply: usize,
        window: Window,
        balance: i32,
    ) -> i32 {
        let Window { mut alpha, beta } = window;
        self.plies[ply].pv.clear();
        if self.repeats(pos.clock()) {
            return 0;
        }
        if self.rules.move_limit_reached(pos) {
            return self.ending(pos).map_or(0, |outcome| score::of_outcome(self.rules, pos, outcome, ply));
        }
        let checked = (self.config.check_extension || self.config.null_move || self.config.late_reductions)
            && self.rules.in_check(pos);
        if self.config.check_extension && checked {
            depth += 1;
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.leaf(pos, ply, alpha, beta, balance);
        }
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.look_at_limits();
        }
        if self.aborted {
            return 0;
        }
        if self.rules.ending(pos, true).is_some()
            && let Some(outcome) = self.ending(pos)
        {
            return score::of_outcome(self.rules, pos, outcome, ply);
        }
        let hash = pos.hash();
        let entry = self.table.probe(hash);
        if let Some(entry) = entry
            && entry.depth >= depth
        {
            let score = score::from_table(entry.score, ply);
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if decides {
                return score;
            }
        }
        if self.config.null_move
            && !checked
            && depth >= 3
            && balance >= beta
            && self.has_pieces(pos)
            && beta.abs() < MATED
        {
            let passed = self.rules.passed_to_other(pos);
            self.line.push(passed.hash());
            let narrow = Window { alpha: beta - 1, beta };
            let score = -self.search(&passed, depth - 3, ply + 1, narrow.turned(), -balance);
            self.line.pop();
            if self.aborted {
                return 0;
            }
            if score >= beta {
                return beta;
            }
        }
        let mut buffer = std::mem::take(&mut self.plies[ply]);
        let first = entry.and_then(|e| e.mv);
        let mut moves = Moves::new(first);
        let (mut best, mut best_move, mut count) = (-INFINITE, None, 0);
        while let Some(m) = moves.next(self, pos, ply, &mut buffer) {
            count += 1;
            let next = self.rules.played(pos, m);
            let gain = self.values.gain(pos, m);
            let child = -(balance + gain);
            self.line.push(next.hash());
            let inner = Window { alpha, beta };
            let quiet = moves.quiet();
            let score = self.child(&next, depth, ply, inner, child, count, quiet && !checked);
            self.line.pop();
            if self.aborted {
                self.plies[ply] = buffer;
                return 0;
            }
            if score <= best {
                continue;
            }
            best = score;
            if score <= alpha {
                continue;
            }
            alpha = score;
            best_move = Some(m);
            buffer.pv.clear();
            buffer.pv.push(m);
            buffer.pv.extend_from_slice(&self.plies[ply + 1].pv);
            if alpha >= beta {
                if quiet {
                    self.habits.cut_off(pos.side().index(), ply, depth, m);
                }
                break;
            }
        }
        self.plies[ply] = buffer;
        if count == 0 {
            let outcome = self.rules.ending(pos, false);
            return outcome.map_or(0, |outcome| score::of_outcome(self.rules, pos, outcome, ply));
        }
        let bound = match best {
            s if s >= beta => Bound::Lower,
            s if s > window.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let score = score::to_table(best, ply);
        self.table.store(hash, Entry { mv: best_move, score, depth, bound });
        best
    }

    /// The value of the position after a move, to the side that made it.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "one call site, on the hot path")]
    fn child(
        &mut self,
        next: &Position<L>,
        depth: i32,
        ply: usize,
        window: Window,
        balance: i32,
        count: usize,
        late: bool,
    ) -> i32 {
        let Window { alpha, beta } = window;
        let mut full = count == 1 || !self.config.null_window && !self.config.late_reductions;
        if !full {
            let reduced = self.config.late_reductions && late && depth >= 3 && count > 4;
            let less = if reduced { 1 + i32::from(count > 16) + i32::from(depth > 5) } else { 0 };
            let narrow = Window { alpha, beta: alpha + 1 }.turned();
            let mut score = -self.search(next, depth - 1 - less, ply + 1, narrow, balance);
            if less > 0 && score > alpha {
                score = -self.search(next, depth - 1, ply + 1, narrow, balance);
            }
            full = score > alpha && score < beta;
            if !full {
                return score;
            }
        }
        -self.search(next, depth - 1, ply + 1, window.turned(), balance)
    }

    fn has_pieces(&self, pos: &Position<L>) -> bool {
        let (us, royal) = (pos.side(), self.rules.royal());
        let pieces = pos.color(us) & !pos.kind(Kind::PAWN) & !pos.kind(royal);
        !pieces.is_empty()
    }
}
