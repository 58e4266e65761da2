//! What players scored: each against all its opponents, and each pairing.

use super::record::Use;
use super::results::finite;
use super::roster::Roster;
use crate::arena::{Estimate, MatchTally, Ratings};
use serde::Serialize;

/// What a player scored in some games. In JSON its fields stand among those of who scored it.
#[derive(Clone, Debug, Serialize)]
pub struct Score {
    /// Games that count.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn, or scored between win and loss.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Mean score.
    #[serde(rename = "score")]
    pub mean: f64,
    /// Lower end of its 95 % interval.
    #[serde(rename = "score_lo")]
    pub lo: f64,
    /// Upper end.
    #[serde(rename = "score_hi")]
    pub hi: f64,
    /// Elo by the score.
    pub elo: Option<f64>,
    /// Lower end of its 95 % interval.
    pub elo_lo: Option<f64>,
    /// Upper end.
    pub elo_hi: Option<f64>,
    /// Normalized Elo.
    pub nelo: Option<f64>,
    /// Likelihood of superiority.
    pub los: f64,
    /// Pairs by score: the pentanomial.
    pub pairs: Vec<(f64, u64)>,
}

/// A player's results, against all opponents together.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// Its name.
    pub name: String,
    /// What it scored.
    #[serde(flatten)]
    pub score: Score,
    /// The variant's own points.
    pub points: f64,
    /// Rating from all games of the tournament; none if the games do not tell it.
    pub rating: Option<f64>,
    /// Lower end of its 95 % interval; none if there is none.
    pub rating_lo: Option<f64>,
    /// Upper end.
    pub rating_hi: Option<f64>,
    /// Score with White.
    pub as_white: f64,
    /// Score with Black.
    pub as_black: f64,
    /// Seconds of thought a move.
    pub seconds_per_move: f64,
    /// Seconds of the longest thought.
    pub slowest: f64,
    /// Nodes or simulations a move.
    pub nodes_per_move: f64,
    /// Nodes or simulations a second.
    pub nodes_per_second: f64,
    /// Mean depth.
    pub depth: f64,
    /// Seconds of training, for nets of a run.
    pub trained: Option<f64>,
}

/// Two players' results against each other.
#[derive(Clone, Debug, Serialize)]
pub struct Crossing {
    /// The player whose results they are.
    pub first: String,
    /// The other one.
    pub second: String,
    /// What the first scored.
    #[serde(flatten)]
    pub score: Score,
    /// Share of games drawn.
    pub draw_ratio: f64,
    /// The first player's score with White and with Black.
    pub by_color: [f64; 2],
    /// The variant's own points of both.
    pub points: [f64; 2],
}

/// What is added up for a player, or for the first player of a pairing.
#[derive(Clone, Debug, Default)]
pub(super) struct Sum {
    pub(super) tally: MatchTally,
    pub(super) points: [f64; 2],
    /// The score with White and with Black.
    pub(super) by_color: [f64; 2],
    pub(super) used: Use,
}

impl Sum {
    /// The mean score with White and with Black.
    fn means(&self) -> [f64; 2] {
        self.by_color.map(|score| score / self.tally.pairs().max(1) as f64)
    }
}

impl Score {
    fn new(tally: &MatchTally) -> Score {
        let Estimate { score, lo, hi, elo, normalized_elo, los, .. } = tally.estimate();
        Score {
            games: 2 * tally.pairs(),
            wins: tally.wins(),
            draws: tally.draws(),
            losses: tally.losses(),
            mean: score,
            lo,
            hi,
            elo: finite(elo.value),
            elo_lo: finite(elo.lo),
            elo_hi: finite(elo.hi),
            nelo: finite(normalized_elo),
            los,
            pairs: tally.pentanomial(),
        }
    }
}

impl Standing {
    /// A player's results; `anchor` is the rating of who the ratings are relative to.
    pub(super) fn new(roster: &Roster, player: usize, sum: &Sum, ratings: &Ratings, anchor: f64) -> Standing {
        let rating = ratings.players[player].map(|r| [r.elo, r.interval.lo, r.interval.hi].map(|x| finite(x + anchor)));
        let [rating, rating_lo, rating_hi] = rating.unwrap_or_default();
        let [as_white, as_black] = sum.means();
        let used = sum.used;
        let moves = f64::from(used.moves.max(1));
        Standing {
            name: roster.name(player).into(),
            score: Score::new(&sum.tally),
            points: sum.points[0],
            rating,
            rating_lo,
            rating_hi,
            as_white,
            as_black,
            seconds_per_move: used.seconds / moves,
            slowest: used.slowest,
            nodes_per_move: used.nodes as f64 / moves,
            nodes_per_second: if used.seconds > 0.0 { used.nodes as f64 / used.seconds } else { 0.0 },
            depth: used.depths as f64 / moves,
            trained: roster.trained(player),
        }
    }

    /// Where a player stands if it has no rating: above or below all who have one.
    pub(super) fn rating_order(&self) -> f64 {
        match (self.rating, self.rating_lo, self.rating_hi) {
            (Some(rating), ..) => rating,
            (None, Some(_), None) => f64::INFINITY,
            (None, None, Some(_)) => f64::NEG_INFINITY,
            _ => -1e9,
        }
    }
}

impl Crossing {
    /// What two players scored against each other.
    pub(super) fn new(roster: &Roster, players: [usize; 2], sum: &Sum) -> Crossing {
        let score = Score::new(&sum.tally);
        Crossing {
            first: roster.name(players[0]).into(),
            second: roster.name(players[1]).into(),
            draw_ratio: score.draws as f64 / score.games.max(1) as f64,
            score,
            by_color: sum.means(),
            points: sum.points,
        }
    }
}
