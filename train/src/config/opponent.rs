//! Measuring strength during a run: against whom, how often, how many games.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Evaluation matches of the newest net, with pairs of games from the same opening with colours swapped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EvaluationConfig {
    /// Minutes between evaluations; there is always one at the end of the run.
    pub every_minutes: f64,
    /// Pairs against each opponent; 0 switches evaluations off.
    pub pairs: u32,
    /// Pairs against each opponent at the end of the run.
    pub final_pairs: u32,
    /// Simulations a move of the net's search.
    pub simulations: u32,
    /// The same for the matches at the end of the run, which are played once for each number; none means `simulations`.
    pub final_simulations: Vec<u32>,
    /// The opponents, from the weakest.
    pub opponents: Vec<Opponent>,
    /// Openings are random: at least and at most so many plies.
    pub opening_plies: [u32; 2],
    /// A game that gets so long is a draw.
    pub max_plies: u32,
}

impl EvaluationConfig {
    /// Simulations a move of the matches at the end of the run.
    pub fn final_simulations(&self) -> &[u32] {
        if self.final_simulations.is_empty() {
            std::slice::from_ref(&self.simulations)
        } else {
            &self.final_simulations
        }
    }
}

impl Default for EvaluationConfig {
    fn default() -> Self {
        Self {
            every_minutes: 10.0,
            pairs: 20,
            final_pairs: 50,
            simulations: 400,
            final_simulations: Vec::new(),
            opponents: vec![
                Opponent::Random,
                Opponent::Greedy,
                Opponent::AlphaBeta(1),
                Opponent::AlphaBeta(2),
                Opponent::AlphaBeta(3),
            ],
            opening_plies: [4, 6],
            max_plies: 300,
        }
    }
}

/// A baseline: `random`, `greedy` or `alphabeta:DEPTH`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Opponent {
    /// Any legal move.
    Random,
    /// The capture that wins most, one ply deep.
    Greedy,
    /// Alpha-beta with material and quiescence, at a depth.
    AlphaBeta(u32),
}

/// Not the name of a baseline.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no opponent `{0}`: expected random, greedy or alphabeta:DEPTH with a depth from 1 to 12")]
pub struct OpponentError(pub String);

impl FromStr for Opponent {
    type Err = OpponentError;

    fn from_str(text: &str) -> Result<Self, OpponentError> {
        let depth = |text: &str| text.parse().ok().filter(|depth| (1..=12).contains(depth));
        match text.split_once(':') {
            None if text == "random" => Ok(Self::Random),
            None if text == "greedy" => Ok(Self::Greedy),
            Some(("alphabeta", d)) => depth(d).map(Self::AlphaBeta).ok_or(OpponentError(text.into())),
            _ => Err(OpponentError(text.into())),
        }
    }
}

impl TryFrom<String> for Opponent {
    type Error = OpponentError;

    fn try_from(text: String) -> Result<Self, OpponentError> {
        text.parse()
    }
}

impl From<Opponent> for String {
    fn from(opponent: Opponent) -> String {
        opponent.to_string()
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::AlphaBeta(depth) => write!(f, "alphabeta:{depth}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_both_ways() {
        for name in ["random", "greedy", "alphabeta:1", "alphabeta:12"] {
            assert_eq!(name.parse::<Opponent>().unwrap().to_string(), name);
        }
        for name in ["", "Random", "alphabeta", "alphabeta:0", "alphabeta:13", "alphabeta:x", "greedy:1"] {
            assert_eq!(name.parse::<Opponent>(), Err(OpponentError(name.into())), "{name}");
        }
    }
}
