//! A finished game with what the searches found.

use super::StoredMove;
use hexcore::{Color, Ending};
use std::fmt;

/// A finished game. Values are the side to move's.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// FEN of the first position; `None` for the variant's start.
    pub start: Option<String>,
    /// Generation of the net that played; 0 for a game without one.
    pub generation: u32,
    /// The seed that repeats the game.
    pub seed: u64,
    /// The moves and what was known of the positions before them.
    pub plies: Vec<PlyRecord>,
    /// How it ended.
    pub termination: Termination,
    /// The side that won, or brought about a stalemate; `None` if the sides ended alike.
    pub winner: Option<Color>,
    /// White's score, 0 to 1, under the variant's scoring.
    pub white_score: f32,
}

impl GameRecord {
    /// The score of a color, 0 to 1.
    pub fn score(&self, color: Color) -> f32 {
        match color {
            Color::White => self.white_score,
            Color::Black => 1.0 - self.white_score,
        }
    }

    /// Whether the teacher played it.
    pub fn is_teachers(&self) -> bool {
        self.plies.iter().any(|ply| ply.flags.contains(PlyFlags::TEACHER))
    }

    /// Number of positions to learn from.
    pub fn positions(&self) -> usize {
        self.plies.iter().filter(|ply| ply.flags.learnable()).count()
    }
}

/// A move and what was known of the position before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlyRecord {
    /// The move played.
    pub played: StoredMove,
    /// Expected score of the side to move after the search.
    pub value: Fraction,
    /// What kind of ply this is.
    pub flags: PlyFlags,
    /// The policy target: moves with probabilities, which need not add up to exactly 1. Empty if there is none.
    pub policy: Vec<(StoredMove, Fraction)>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// By the rules.
    Rules(Ending),
    /// One side gave up.
    Resignation,
    /// The game got too long: a draw.
    PlyLimit,
    /// An exact endgame table told the result.
    Tablebase,
}

impl Termination {
    /// All of them, in the order of their codes in files.
    pub const ALL: [Self; 9] = [
        Self::Rules(Ending::Checkmate),
        Self::Rules(Ending::Stalemate),
        Self::Rules(Ending::BareKing),
        Self::Rules(Ending::Repetition),
        Self::Rules(Ending::MoveLimit),
        Self::Rules(Ending::Dead),
        Self::Resignation,
        Self::PlyLimit,
        Self::Tablebase,
    ];
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(ending) => ending.fmt(f),
            Self::Resignation => f.write_str("resignation"),
            Self::PlyLimit => f.write_str("ply-limit"),
            Self::Tablebase => f.write_str("tablebase"),
        }
    }
}

/// A number from 0 to 1 in 15 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fraction(u16);

impl Fraction {
    /// 0.
    pub const ZERO: Self = Self(0);
    /// 1.
    pub const ONE: Self = Self(0x7fff);

    /// The nearest fraction; what lies outside 0 to 1 is moved to the nearer end, NaN to 0.
    pub fn new(x: f32) -> Self {
        Self((x.clamp(0.0, 1.0) * 32767.0).round() as u16)
    }

    /// The number.
    pub fn get(self) -> f32 {
        f32::from(self.0) / 32767.0
    }

    /// The 15 bits.
    pub fn bits(self) -> u16 {
        self.0
    }

    /// From 15 bits; the highest bit is dropped.
    pub fn from_bits(bits: u16) -> Self {
        Self(bits & 0x7fff)
    }
}

/// What kind of ply: a set of the constants here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PlyFlags(u8);

impl PlyFlags {
    /// Searched in full: the policy target is worth learning.
    pub const FULL: Self = Self(1);
    /// The move was drawn from the policy instead of being the search's choice.
    pub const SAMPLED: Self = Self(2);
    /// The move was random and nothing was searched: nothing to learn here.
    pub const RANDOM: Self = Self(4);
    /// Played by the teacher.
    pub const TEACHER: Self = Self(8);
    /// The value is proven: a forced win or loss, or from an exact table.
    pub const PROVEN: Self = Self(16);
    /// Not to be learnt from, for another reason.
    pub const SKIP: Self = Self(32);

    /// Whether all of `flags` are set.
    pub fn contains(self, flags: Self) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// Whether the position is one to learn from.
    pub fn learnable(self) -> bool {
        self.0 & (Self::RANDOM.0 | Self::SKIP.0) == 0
    }

    /// The bits.
    pub fn bits(self) -> u8 {
        self.0
    }

    /// From the bits.
    pub fn from_bits(bits: u8) -> Self {
        Self(bits)
    }
}

impl std::ops::BitOr for PlyFlags {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for PlyFlags {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_keep_four_digits() {
        for i in 0..=1000 {
            let x = i as f32 / 1000.0;
            let fraction = Fraction::new(x);
            assert!((fraction.get() - x).abs() < 2e-5);
            assert_eq!(Fraction::new(fraction.get()), fraction);
        }
        let ends = [-1.0, f32::NAN, 2.0].map(Fraction::new);
        assert_eq!(ends, [Fraction::ZERO, Fraction::ZERO, Fraction::ONE]);
    }
}
