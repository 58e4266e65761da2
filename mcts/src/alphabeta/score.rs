//! Scores in centipawns, and what they mean as expected scores.

use crate::value::{Proof, Wdl};
use hexcore::{Layout, Outcome, Position, Rules};

/// Being mated here and now; `n` plies later it is worth `n` more.
pub(super) const MATE: i32 = 30_000;
/// Scores beyond this are mates.
pub(super) const MATED: i32 = MATE - 1_000;
/// Beyond every score.
pub(super) const INFINITE: i32 = 32_000;
/// No evaluation reaches a mate's score.
const LIMIT: f32 = 20_000.0;
/// Centipawns to a unit of the logit of the expected score.
const PER_LOGIT: f32 = 300.0;

/// Centipawns of an expected score.
pub(super) fn of_expected(score: f32) -> i32 {
    let s = score.clamp(1e-6, 1.0 - 1e-6);
    (PER_LOGIT * (s / (1.0 - s)).ln()).clamp(-LIMIT, LIMIT) as i32
}

/// What an ended game is worth to the side to move, `ply` plies from the root.
pub(super) fn of_outcome<L: Layout>(rules: &Rules<L>, pos: &Position<L>, outcome: Outcome, ply: usize) -> i32 {
    match rules.score(outcome, pos.side()) {
        s if s <= 0.0 => ply as i32 - MATE,
        s if s >= 1.0 => MATE - ply as i32,
        s => of_expected(s),
    }
}

/// The value that a score stands for.
pub(super) fn value(score: i32) -> Wdl {
    if score.abs() > MATED {
        return if score > 0 { Wdl::WIN } else { Wdl::LOSS };
    }
    let expected = 1.0 / (1.0 + (-score as f32 / PER_LOGIT).exp());
    Wdl::with_draws(expected, 0.5 * expected.min(1.0 - expected))
}

/// The proof that a mate score is.
pub(super) fn proof(score: i32) -> Option<Proof> {
    (score.abs() > MATED).then(|| Proof { score: f32::from(u8::from(score > 0)), plies: (MATE - score.abs()) as u16 })
}

/// A score as it is kept in the table: mates are counted from the position, not from the root.
pub(super) fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        s if s > MATED => s + ply as i32,
        s if s < -MATED => s - ply as i32,
        s => s,
    }
}

/// The inverse of [`to_table`].
pub(super) fn from_table(score: i32, ply: usize) -> i32 {
    match score {
        s if s > MATED => s - ply as i32,
        s if s < -MATED => s + ply as i32,
        s => s,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_expected_scores_are_inverse() {
        for cp in [-1500, -200, 0, 30, 999] {
            assert!((of_expected(value(cp).score()) - cp).abs() <= 2, "{cp}");
        }
        assert_eq!(of_expected(0.5), 0);
    }

    #[test]
    fn mates_keep_their_distance_in_the_table() {
        let score = MATE - 7;
        assert_eq!(from_table(to_table(score, 4), 2), score + 2);
        assert_eq!(proof(7 - MATE), Some(Proof { score: 0.0, plies: 7 }));
        assert_eq!(proof(1200), None);
    }
}
