//! What is known of a position, in 16 bits: what it is worth to the side to move, and the plies to the end.
//!
//! Order of values, best first: a win, the better side of a stalemate where that is scored between a win and a draw, a
//! draw, the worse side of such a stalemate, a loss. A side prefers the better value, of equal good ones the quicker, of
//! equal bad ones the slower. A game that never ends is a draw.

/// Most plies that fit.
pub(crate) const MOST_PLIES: u32 = 0xfff;

/// A position's state. The default is open, which at the end means drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct State(pub(crate) u16);

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Worth {
    /// It loses.
    Loss,
    /// It ends stalemated, or forces no better, where that is worth something less than a draw.
    Stalemated,
    /// A draw.
    Draw,
    /// It stalemates, and can do no better.
    Stalemates,
    /// It wins.
    Win,
}

impl Worth {
    /// The other side's view.
    #[must_use]
    pub fn flip(self) -> Worth {
        match self {
            Worth::Loss => Worth::Win,
            Worth::Stalemated => Worth::Stalemates,
            Worth::Draw => Worth::Draw,
            Worth::Stalemates => Worth::Stalemated,
            Worth::Win => Worth::Loss,
        }
    }
}

const ILLEGAL: u16 = 1 << 12;
const ENDED_DRAW: u16 = 2 << 12;
const FIRST_WORTH: u16 = 3;

impl State {
    /// Nothing known yet; a draw once the ending is solved.
    pub(crate) const OPEN: State = State(0);
    /// No such position: men on one cell, the side not to move in check, or another number's image.
    pub(crate) const ILLEGAL: State = State(ILLEGAL);
    /// Drawn by the rules whatever moves there are.
    pub(crate) const ENDED_DRAW: State = State(ENDED_DRAW);

    /// A decided position. `plies` is at most [`MOST_PLIES`].
    #[inline(always)]
    pub(crate) fn decided(worth: Worth, plies: u32) -> State {
        debug_assert!(worth != Worth::Draw && plies <= MOST_PLIES);
        State((FIRST_WORTH + worth as u16) << 12 | plies as u16)
    }

    #[inline(always)]
    pub(crate) fn is_open(self) -> bool {
        self.0 == 0
    }
    #[inline(always)]
    pub(crate) fn is_legal(self) -> bool {
        self.0 != ILLEGAL
    }
    /// The worth; a draw for open positions.
    #[inline(always)]
    pub(crate) fn worth(self) -> Worth {
        match self.0 >> 12 {
            3 => Worth::Loss,
            4 => Worth::Stalemated,
            6 => Worth::Stalemates,
            7 => Worth::Win,
            _ => Worth::Draw,
        }
    }
    #[inline(always)]
    pub(crate) fn plies(self) -> u32 {
        u32::from(self.0 & 0xfff)
    }

    /// Whether the side to move prefers this state.
    pub(crate) fn beats(self, other: State) -> bool {
        let (a, b) = (self.worth(), other.worth());
        if a != b {
            return a > b;
        }
        match a {
            Worth::Draw => false,
            Worth::Win | Worth::Stalemates => self.plies() < other.plies(),
            Worth::Loss | Worth::Stalemated => self.plies() > other.plies(),
        }
    }

    /// What a move to this state is worth to the side that plays it, plies being counted from this move again or not.
    #[inline]
    pub(crate) fn after_move(self, anew: bool) -> State {
        match self.worth() {
            Worth::Draw => State::OPEN,
            worth if anew => State::decided(worth.flip(), 1),
            _ => self.before(),
        }
    }

    /// What a move to this state is worth to the side that plays it.
    pub(crate) fn before(self) -> State {
        match self.worth() {
            Worth::Draw => State::OPEN,
            worth => State::decided(worth.flip(), (self.plies() + 1).min(MOST_PLIES)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_keep_worth_and_plies() {
        for worth in [Worth::Loss, Worth::Stalemated, Worth::Stalemates, Worth::Win] {
            for plies in [0, 1, 255, 256, MOST_PLIES] {
                let state = State::decided(worth, plies);
                assert_eq!((state.worth(), state.plies()), (worth, plies));
                assert!(state.is_legal() && !state.is_open());
            }
        }
        assert_eq!(State::OPEN.worth(), Worth::Draw);
        assert!(State::decided(Worth::Win, 3).beats(State::decided(Worth::Win, 5)));
        assert!(State::decided(Worth::Loss, 6).beats(State::decided(Worth::Loss, 2)));
        assert!(State::decided(Worth::Stalemates, 9).beats(State::OPEN));
    }
}
