//! How a game ended, and what that is worth: two different things.

use crate::bits::{BitSet, Cell};
use crate::layout::Layout;
use crate::moves::{Color, MoveList};
use crate::position::Position;
use crate::rules::Rules;
use crate::variant::BareKing;
use std::fmt;

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// In check without a move.
    Checkmate,
    /// Not in check without a move.
    Stalemate,
    /// One side has its king alone, where that loses.
    BareKing,
    /// The position occurred too often.
    Repetition,
    /// Too many plies without capture or pawn move.
    MoveLimit,
    /// Neither side has what it takes to win.
    Dead,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::BareKing => "bare-king",
            Ending::Repetition => "repetition",
            Ending::MoveLimit => "move-limit",
            Ending::Dead => "dead",
        })
    }
}

/// An ended game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Why.
    pub ending: Ending,
    /// The side that brought it about, for those endings where the sides differ: it mated, stalemated or bared.
    pub by: Option<Color>,
}

impl Outcome {
    fn by(ending: Ending, color: Color) -> Outcome {
        Outcome { ending, by: Some(color) }
    }
    fn even(ending: Ending) -> Outcome {
        Outcome { ending, by: None }
    }
}

impl<L: Layout> Rules<L> {
    /// The expected score of a color, 0 to 1, under the variant's scoring. The two colors' scores add up to 1.
    pub fn score(&self, outcome: Outcome, color: Color) -> f32 {
        let Some(by) = outcome.by else { return 0.5 };
        let loser = match outcome.ending {
            Ending::Stalemate => self.variant.end.stalemate.stalemated_score(),
            _ => 0.0,
        };
        if color == by { 1.0 - loser } else { loser }
    }

    /// What the position alone says of the game, given whether there is a legal move.
    pub fn ending(&self, pos: &Position<L>, can_move: bool) -> Option<Outcome> {
        let us = pos.side();
        let kings_alone = pos.occupied().count() == 2;
        let bare_loses = self.variant.end.bare_king == BareKing::Loses;
        if kings_alone && bare_loses {
            return Some(Outcome::even(Ending::Dead));
        }
        if !can_move {
            let ending = if self.in_check(pos) { Ending::Checkmate } else { Ending::Stalemate };
            return Some(Outcome::by(ending, !us));
        }
        if bare_loses {
            return self.bare_king(pos);
        }
        (kings_alone || self.dead(pos)).then_some(Outcome::even(Ending::Dead))
    }

    fn bare_king(&self, pos: &Position<L>) -> Option<Outcome> {
        let us = pos.side();
        if pos.color(!us).count() == 1 {
            // The opponent was bared before its move and did not bare back.
            return Some(Outcome::by(Ending::BareKing, us));
        }
        if pos.color(us).count() > 1 {
            return None;
        }
        let last = pos.color(!us) & !L::Set::of(pos.king(!us));
        let mut list = MoveList::new();
        self.legal_moves(pos, &mut list);
        let bares_back = !last.several() && list.iter().any(|m| last.has(m.to()));
        (!bares_back).then_some(Outcome::by(Ending::BareKing, !us))
    }

    fn dead(&self, pos: &Position<L>) -> bool {
        if self.dead_kinds == 0 || pos.occupied().count() != 3 {
            return false;
        }
        let kings = L::Set::of(pos.king(Color::White)) | L::Set::of(pos.king(Color::Black));
        let third: Cell = (pos.occupied() & !kings).lowest();
        pos.kind_at(third).is_some_and(|kind| self.dead_kinds >> kind.index() & 1 != 0)
    }

    /// Whether the clock has run out.
    pub fn move_limit_reached(&self, pos: &Position<L>) -> bool {
        let limit = self.variant.end.move_limit;
        limit != 0 && pos.clock() >= limit
    }
}

#[cfg(test)]
mod tests {
    use crate::variant::{Stalemate, builtin};
    use crate::{AnyRules, Color, Ending, Game, with_rules};

    #[test]
    fn a_stalemate_is_worth_what_the_variant_says() {
        let fen = "1/3/k4/7/9/1R5p3/2R4P3/2N8/11/2p5Q2/2K1R2N3 b - 0 1";
        for (stalemate, white) in [(Stalemate::Loss, 1.0), (Stalemate::ThreeQuarters, 0.75), (Stalemate::Draw, 0.5)] {
            let mut variant = builtin("glinski").unwrap();
            variant.end.stalemate = stalemate;
            with_rules!(&AnyRules::new(&variant).unwrap(), rules => {
                let outcome = Game::from_fen(rules, fen).unwrap().outcome().unwrap();
                assert_eq!(outcome.ending, Ending::Stalemate);
                assert_eq!(rules.score(outcome, Color::White), white);
                assert_eq!(rules.score(outcome, Color::Black), 1.0 - white);
            });
        }
    }
}
