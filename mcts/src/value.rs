//! Values: what a position is worth to the side to move, as an estimate ([`Wdl`]) or for certain ([`Proof`]).

use hexcore::{Color, Layout, Outcome, Rules};

/// Probabilities of win, draw and loss of the side to move. They add up to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wdl {
    /// Probability of a win.
    pub win: f32,
    /// Probability of a draw.
    pub draw: f32,
    /// Probability of a loss.
    pub loss: f32,
}

impl Wdl {
    /// A certain win.
    pub const WIN: Wdl = Wdl { win: 1.0, draw: 0.0, loss: 0.0 };
    /// A certain draw.
    pub const DRAW: Wdl = Wdl { win: 0.0, draw: 1.0, loss: 0.0 };
    /// A certain loss.
    pub const LOSS: Wdl = Wdl { win: 0.0, draw: 0.0, loss: 1.0 };

    /// A value of which only the expected score, 0 to 1, is known: no draws, except that 1/2 is one.
    pub fn from_score(score: f32) -> Wdl {
        if score == 0.5 {
            return Wdl::DRAW;
        }
        Wdl { win: score, draw: 0.0, loss: 1.0 - score }
    }

    /// The value with this expected score and probability of a draw; the draws give way if both cannot be.
    pub fn with_draws(score: f32, draw: f32) -> Wdl {
        let draw = draw.clamp(0.0, 2.0 * score.min(1.0 - score).max(0.0));
        Wdl { win: score - 0.5 * draw, draw, loss: 1.0 - score - 0.5 * draw }
    }

    /// The value of an ended game to `side`, under the variant's scoring.
    pub fn of<L: Layout>(rules: &Rules<L>, outcome: Outcome, side: Color) -> Wdl {
        Wdl::from_score(rules.score(outcome, side))
    }

    /// The value to the other side.
    #[inline(always)]
    pub fn flip(self) -> Wdl {
        Wdl { win: self.loss, draw: self.draw, loss: self.win }
    }

    /// The expected score, 0 to 1.
    #[inline(always)]
    pub fn score(self) -> f32 {
        self.win + 0.5 * self.draw
    }
}

/// What perfect play brings the side to move, and in how many plies the game ends then.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proof {
    /// The score under the variant's scoring: 1 a win, 0 a loss.
    pub score: f32,
    /// Plies to the end.
    pub plies: u16,
}

impl Proof {
    /// The proof of the move that leads to this one: the other side's score, one ply more.
    #[inline]
    pub fn before(self) -> Proof {
        Proof { score: 1.0 - self.score, plies: self.plies.saturating_add(1) }
    }

    /// Whether the side to move wins outright.
    #[inline]
    pub fn is_win(self) -> bool {
        self.score >= 1.0
    }

    /// Whether the side to move loses outright.
    #[inline]
    pub fn is_loss(self) -> bool {
        self.score <= 0.0
    }

    /// Whether the side to move prefers this one: more score first, then the quicker good end or the slower bad one.
    pub fn beats(self, other: Proof) -> bool {
        if self.score != other.score {
            return self.score > other.score;
        }
        if self.score > 0.5 { self.plies < other.plies } else { self.plies > other.plies }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flipping_twice_changes_nothing() {
        let value = Wdl::with_draws(0.7, 0.4);
        assert_eq!(value.flip().flip(), value);
        assert!((value.score() + value.flip().score() - 1.0).abs() < 1e-6);
        assert!((value.win + value.draw + value.loss - 1.0).abs() < 1e-6);
    }

    #[test]
    fn draws_give_way_to_the_score() {
        assert_eq!(Wdl::with_draws(1.0, 0.5), Wdl::WIN);
        assert_eq!(Wdl::from_score(0.5), Wdl::DRAW);
    }

    #[test]
    fn quick_wins_and_slow_losses_are_preferred() {
        let proof = |score, plies| Proof { score, plies };
        assert!(proof(1.0, 3).beats(proof(1.0, 5)));
        assert!(proof(0.0, 6).beats(proof(0.0, 2)));
        assert!(proof(0.5, 9).beats(proof(0.0, 2)));
        assert_eq!(proof(0.25, 4).before(), proof(0.75, 5));
    }
}
