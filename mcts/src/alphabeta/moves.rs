//! Moves of a position in stages, generated only as far as they are needed.

use super::judge::Judge;
use super::order::{capture, pick};
use super::search::{Ply, Searcher};
use hexcore::{Layout, Move, Position};

/// This many quiet moves are put in order; the others come as they were generated.
const ORDERED: usize = 8;

/// Moves in the order in which they are tried, generated only as far as they are needed.
pub(super) struct Moves {
    stage: Stage,
    first: Option<Move>,
    next: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    First,
    Generate,
    Captures,
    Quiets,
}

impl Moves {
    pub(super) fn new(first: Option<Move>) -> Moves {
        Moves { stage: Stage::First, first, next: 0 }
    }

    /// Whether the last move was a quiet one.
    #[inline(always)]
    pub(super) fn quiet(&self) -> bool {
        self.stage == Stage::Quiets
    }

    #[inline(always)]
    pub(super) fn next<L: Layout, J: Judge<L>>(
        &mut self,
        search: &Searcher<L, J>,
        pos: &Position<L>,
        ply: usize,
        buffer: &mut Ply,
    ) -> Option<Move> {
        if self.stage == Stage::First {
            self.stage = Stage::Generate;
            if let Some(m) = self.first {
                debug_assert!(search.rules.is_legal(pos, m));
                return Some(m);
            }
        }
        if self.stage == Stage::Generate {
            self.stage = Stage::Captures;
            self.captures(search, pos, buffer);
        }
        while self.stage == Stage::Captures {
            if self.next == buffer.list.len() {
                self.stage = Stage::Quiets;
                self.next = 0;
                self.quiets(search, pos, ply, buffer);
                break;
            }
            pick(&mut buffer.list, &mut buffer.scores, self.next);
            self.next += 1;
            let m = buffer.list[self.next - 1];
            if Some(m) != self.first {
                return Some(m);
            }
        }
        loop {
            let i = self.next;
            if i == buffer.quiet.len() {
                return None;
            }
            if i < ORDERED {
                pick(&mut buffer.quiet, &mut buffer.quiet_scores, i);
            }
            self.next += 1;
            let m = buffer.quiet[i];
            let seen = Some(m) == self.first || search.rules.is_capture(pos, m);
            if !seen {
                return Some(m);
            }
        }
    }

    fn captures<L: Layout, J: Judge<L>>(&self, search: &Searcher<L, J>, pos: &Position<L>, buffer: &mut Ply) {
        search.rules.captures(pos, &mut buffer.list);
        buffer.scores.clear();
        buffer.scores.extend(buffer.list.iter().map(|&m| capture(&search.values, pos, m)));
    }

    fn quiets<L: Layout, J: Judge<L>>(&self, search: &Searcher<L, J>, pos: &Position<L>, ply: usize, buffer: &mut Ply) {
        search.rules.legal_moves(pos, &mut buffer.quiet);
        buffer.quiet_scores.clear();
        let side = pos.side().index();
        let score = |&m: &Move| search.habits.quiet(side, ply, m);
        buffer.quiet_scores.extend(buffer.quiet.iter().map(score));
    }
}
