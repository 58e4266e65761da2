//! The order of moves: captures of much by little, killers, then quiet moves that cut off elsewhere.

use super::judge::Values;
use hexcore::{Kind, Layout, Move, Position};

/// Quiet moves that cut off before: two a ply, and a count by who moves what where.
#[derive(Clone, Debug)]
pub(super) struct Habits {
    killers: Vec<[Move; 2]>,
    history: Vec<i32>,
}

impl Habits {
    pub(super) fn new() -> Habits {
        Habits { killers: vec![[Move::default(); 2]; super::search::MAX_PLY + 2], history: vec![0; 2 * 16 * 256] }
    }

    pub(super) fn restart(&mut self) {
        self.killers.fill([Move::default(); 2]);
        self.history.fill(0);
    }

    #[inline(always)]
    fn place(side: usize, m: Move) -> usize {
        side << 12 | (m.kind().index() & 15) << 8 | m.to().bit()
    }

    #[inline(always)]
    pub(super) fn quiet(&self, side: usize, ply: usize, m: Move) -> i32 {
        let killers = &self.killers[ply];
        if m == killers[0] {
            return i32::MAX;
        }
        if m == killers[1] {
            return i32::MAX - 1;
        }
        self.history[Habits::place(side, m)]
    }

    #[inline]
    pub(super) fn cut_off(&mut self, side: usize, ply: usize, depth: i32, m: Move) {
        let killers = &mut self.killers[ply];
        if killers[0] != m {
            *killers = [m, killers[0]];
        }
        let count = &mut self.history[Habits::place(side, m)];
        *count += depth * depth;
        if *count > 1 << 24 {
            self.history.iter_mut().for_each(|h| *h /= 2);
        }
    }
}

/// Most valuable victim first, then least valuable attacker.
#[inline(always)]
pub(super) fn capture<L: Layout>(values: &Values, pos: &Position<L>, m: Move) -> i32 {
    values.gain(pos, m) * 32 - values.of(m.kind()) - i32::from(m.kind() == Kind::PAWN)
}

/// Brings the best of the moves from `i` on to place `i`.
#[inline(always)]
pub(super) fn pick(moves: &mut [Move], scores: &mut [i32], i: usize) {
    let mut best = i;
    for j in i + 1..scores.len() {
        if scores[j] > scores[best] {
            best = j;
        }
    }
    moves.swap(i, best);
    scores.swap(i, best);
}
