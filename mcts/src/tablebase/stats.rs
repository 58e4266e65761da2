//! What a table says in numbers: legal positions, values, longest wins and mates, for either side to move.

use super::ending::{Ending, Values};
use super::forward::{Open, Stage};
use super::state::{State, Worth};
use super::table::Table;
use hexcore::Color;
use rayon::prelude::*;
use serde::Serialize;

/// Positions with one side to move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SideCounts {
    /// Legal positions on the full board.
    pub full: u64,
    /// One of each that symmetries carry onto each other.
    pub unique: u64,
    /// Of the unique ones, those the side to move wins.
    pub win: u64,
    /// Those in which it forces a stalemate that is worth more than a draw, and no more.
    pub stalemates: u64,
    /// Drawn ones.
    pub draw: u64,
    /// Those in which the other side forces such a stalemate.
    pub stalemated: u64,
    /// Lost ones.
    pub loss: u64,
    /// Plies of the longest win of the side to move.
    pub longest_win: u32,
    /// Plies of its longest defence.
    pub longest_loss: u32,
    /// Checkmates on the full board.
    pub mates: u64,
    /// Stalemates on the full board.
    pub stalemate_positions: u64,
    /// Wins and losses that take more plies than the variant's limit on plies without capture or pawn move allows, so that
    /// the limit may decide otherwise; 0 without such a limit.
    pub beyond_limit: u64,
}

/// Numbers and examples of one ending.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// With White and with Black to move.
    pub sides: [SideCounts; 2],
    /// A position with a longest win of White, and one of Black, to be decoded by its number.
    pub(crate) longest: [Option<(Color, usize)>; 2],
}

impl SideCounts {
    fn add(&mut self, other: &SideCounts) {
        self.full += other.full;
        self.unique += other.unique;
        self.win += other.win;
        self.stalemates += other.stalemates;
        self.draw += other.draw;
        self.stalemated += other.stalemated;
        self.loss += other.loss;
        self.longest_win = self.longest_win.max(other.longest_win);
        self.longest_loss = self.longest_loss.max(other.longest_loss);
        self.mates += other.mates;
        self.stalemate_positions += other.stalemate_positions;
        self.beyond_limit += other.beyond_limit;
    }
}

/// Counts a table. `limit` is the variant's limit on plies without capture or pawn move, 0 for none.
pub(crate) fn count(ending: &Ending, table: &Table, limit: u16) -> Counts {
    let n = ending.index.len();
    let chunk = 1 << 14;
    let parts: Vec<Counts> = (0..n.div_ceil(chunk))
        .into_par_iter()
        .map(|i| {
            let mut counts = Counts::default();
            for number in i * chunk..n.min((i + 1) * chunk) {
                for side in Color::BOTH {
                    let state = table.get(side, number);
                    if state.is_legal() {
                        counts.one(ending, table, side, number, state, limit);
                    }
                }
            }
            counts
        })
        .collect();
    let mut all = Counts::default();
    let plies = |longest: Option<(Color, usize)>| longest.map(|(side, n)| table.get(side, n).plies());
    for part in &parts {
        for (sum, side) in all.sides.iter_mut().zip(&part.sides) {
            sum.add(side);
        }
        for (best, new) in all.longest.iter_mut().zip(part.longest) {
            if plies(new) > plies(*best) {
                *best = new;
            }
        }
    }
    all
}

impl Counts {
    fn one(&mut self, ending: &Ending, table: &Table, side: Color, number: usize, state: State, limit: u16) {
        let full = ending.index.orbit(number) as u64;
        let counts = &mut self.sides[side.index()];
        counts.full += full;
        counts.unique += 1;
        let plies = state.plies();
        match state.worth() {
            Worth::Win => counts.win += 1,
            Worth::Stalemates => counts.stalemates += 1,
            Worth::Draw => counts.draw += 1,
            Worth::Stalemated => counts.stalemated += 1,
            Worth::Loss => counts.loss += 1,
        }
        let (longest, winner) = match state.worth() {
            Worth::Win => (Some(&mut counts.longest_win), side),
            Worth::Loss => (Some(&mut counts.longest_loss), !side),
            _ => (None, side),
        };
        if let Some(longest) = longest {
            *longest = plies.max(*longest);
            counts.beyond_limit += u64::from(limit != 0 && plies > u32::from(limit));
            // Positions with the winner to move are the better examples.
            let best = &mut self.longest[winner.index()];
            if best.is_none_or(|(s, n)| table.get(s, n).plies() < plies) && side == winner {
                *best = Some((side, number));
            }
        }
        if plies == 0 && state != State::OPEN {
            self.end(ending, table, side, number, full);
        }
    }

    fn end(&mut self, ending: &Ending, table: &Table, side: Color, number: usize, full: u64) {
        let cells = ending.index.decode(number);
        let mut any = false;
        ending.forward(table, Stage::Wins, (&cells, side), Open::None, &mut |_| {
            any = true;
            true
        });
        if !any {
            let mate = ending.in_check(&cells, side, &ending.taken(&cells));
            let counts = &mut self.sides[side.index()];
            *if mate { &mut counts.mates } else { &mut counts.stalemate_positions } += full;
        }
    }
}
