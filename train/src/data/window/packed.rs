//! A game in memory: its moves, a full position only now and then, and its targets in one piece.

use super::Sample;
use crate::data::{Fraction, GameRecord, PlyFlags, ReplayError};
use hexcore::{Layout, Move, Position, Rules};

/// A full position is kept for every so many plies; between them a few moves are played again, which costs less than the
/// memory would.
const STRIDE: usize = 16;

/// One move of a policy target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolicyEntry {
    /// The move's place among the position's legal moves as [`Rules::legal_moves`] lists them.
    pub index: u16,
    /// Its probability; over a position they add up to 1 only nearly.
    pub probability: Fraction,
}

/// A game that has been checked against the rules.
#[derive(Clone, Debug)]
pub(super) struct Packed<L: Layout> {
    positions: Box<[Position<L>]>,
    moves: Box<[Move]>,
    plies: Box<[Ply]>,
    /// Plies to learn from.
    learnable: Box<[u16]>,
    policy: Box<[PolicyEntry]>,
    white_score: f32,
    pub(super) generation: u32,
}

#[derive(Clone, Copy, Debug)]
struct Ply {
    value: Fraction,
    flags: PlyFlags,
    /// Where its policy target ends; it begins where the ply before ends.
    policy_end: u32,
}

impl<L: Layout> Packed<L> {
    pub(super) fn new(rules: &Rules<L>, game: &GameRecord) -> Result<Self, ReplayError> {
        let mut policy = Vec::with_capacity(game.plies.iter().map(|ply| ply.policy.len()).sum());
        let mut plies = Vec::with_capacity(game.plies.len());
        let played = game.replay_with(rules, |seen| {
            let record = &game.plies[seen.ply];
            policy.extend(
                seen.policy
                    .iter()
                    .zip(&record.policy)
                    .map(|(&index, &(_, probability))| PolicyEntry { index: index as u16, probability }),
            );
            plies.push(Ply { value: record.value, flags: record.flags, policy_end: policy.len() as u32 });
        })?;
        // Plies past 65,535 would need wider indices; no game gets there, and one that did would lose only its end.
        let learnable = (0..=u16::MAX).zip(&plies).filter(|(_, ply)| ply.flags.learnable()).map(|(i, _)| i).collect();
        Ok(Self {
            positions: played.positions().iter().step_by(STRIDE).copied().collect(),
            moves: played.moves().into(),
            plies: plies.into(),
            learnable,
            policy: policy.into(),
            white_score: game.white_score,
            generation: game.generation,
        })
    }

    /// Number of positions to learn from.
    pub(super) fn len(&self) -> usize {
        self.learnable.len()
    }

    /// The `i`-th position to learn from.
    pub(super) fn sample(&self, rules: &Rules<L>, i: usize) -> Sample<'_, L> {
        let at = usize::from(self.learnable[i]);
        let kept = at / STRIDE;
        let mut position = self.positions[kept];
        for &m in &self.moves[kept * STRIDE..at] {
            rules.play(&mut position, m);
        }
        let ply = self.plies[at];
        let begin = if at == 0 { 0 } else { self.plies[at - 1].policy_end };
        let white = position.side() == hexcore::Color::White;
        Sample {
            position,
            played: self.moves[at],
            policy: &self.policy[begin as usize..ply.policy_end as usize],
            value: ply.value.get(),
            result: if white { self.white_score } else { 1.0 - self.white_score },
            plies_left: (self.moves.len() - at) as u32,
            flags: ply.flags,
            generation: self.generation,
        }
    }
}
