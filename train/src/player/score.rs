//! Expected scores and proofs as boards show them: centipawns, moves to mate.

use hexmcts::Proof;

/// Centipawns to a unit of the logit of the expected score; the alpha-beta player counts so, too.
const PER_LOGIT: f64 = 300.0;

/// Centipawns beyond which nothing is shown.
const MOST: f64 = 10_000.0;

/// An expected score as centipawns: score = 1 / (1 + exp(-cp / 300)), within a hundred pawns.
pub fn centipawns(score: f32) -> i32 {
    let score = f64::from(score).clamp(1e-15, 1.0 - 1e-15);
    (PER_LOGIT * (score / (1.0 - score)).ln()).clamp(-MOST, MOST).round() as i32
}

/// The expected score of centipawns: the inverse of [`centipawns`].
pub fn centipawns_to_score(cp: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(cp) / PER_LOGIT).exp())
}

/// Moves to the end of the game if one side wins for certain: positive if it is the side to move.
pub fn mate(proof: Proof) -> Option<i32> {
    let plies = i32::from(proof.plies);
    match proof {
        _ if proof.is_win() => Some((plies + 1) / 2),
        _ if proof.is_loss() => Some(-(plies / 2)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_centipawns() {
        for (score, cp) in [(0.5, 0), (0.75, 330), (0.25, -330), (1.0, 10_000), (0.0, -10_000)] {
            assert_eq!(centipawns(score), cp);
        }
    }

    #[test]
    fn proofs_are_mates() {
        let mate = |score, plies| mate(Proof { score, plies });
        assert_eq!((mate(1.0, 1), mate(1.0, 3), mate(0.0, 2), mate(0.0, 4)), (Some(1), Some(2), Some(-1), Some(-2)));
        assert_eq!((mate(0.5, 6), mate(0.75, 1)), (None, None));
    }
}
