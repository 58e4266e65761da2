//! From which homes men were given: the pawn's calibration curve, and men that are bound to a color of cells.

use super::army::{Imbalance, colored};
use super::matches::{Pair, Regression, expected, sets};
use super::statistics::mean_with_error;
use hexcore::{BitSet, Color, Kind, Layout, Rules};
use serde::Serialize;
use std::collections::BTreeMap;

/// Men given from one place.
#[derive(Clone, Debug, Serialize)]
pub struct HomeResult {
    /// The cell, or the kind and the color of its cells.
    pub home: String,
    /// Pairs of games.
    pub pairs: u64,
    /// Mean score of the side that lacks the man, or what is left of it.
    pub score: f64,
    /// Standard error.
    pub error: f64,
}

fn pawn_alone<L: Layout>(rules: &Rules<L>) -> String {
    Imbalance::new(rules, [vec![Kind::PAWN], Vec::new()]).to_string()
}

/// Scores of the games in which one pawn was given, by the home of this pawn.
pub(super) fn by_home<L: Layout>(rules: &Rules<L>, pairs: &BTreeMap<String, Vec<Pair>>) -> Vec<HomeResult> {
    let pairs = pairs.get(&pawn_alone(rules));
    let mut homes: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for pair in pairs.into_iter().flatten() {
        let score = (pair.scores[0] + pair.scores[1]) / 2.0;
        pair.homes.iter().for_each(|home| homes.entry(home).or_default().push(score));
    }
    homes.into_iter().map(|(home, scores)| HomeResult::new(home.into(), &scores)).collect()
}

/// What is left of the score when the fit is taken away, by the color of the cell of a man that never leaves it.
pub(super) fn by_color<L: Layout>(
    rules: &Rules<L>,
    regression: &Regression,
    pairs: &BTreeMap<String, Vec<Pair>>,
) -> Vec<HomeResult> {
    let board = rules.board();
    let mut found: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for (imbalance, x) in &regression.rows {
        let fitted = expected(x, &regression.fitted);
        for pair in pairs.get(&imbalance.to_string()).into_iter().flatten() {
            for kind in sets(rules) {
                let men = rules.start().men(Color::White, kind);
                let home = |name: &String| board.named(name).filter(|&cell| men.has(cell));
                let given: Vec<u8> = pair.homes.iter().filter_map(home).map(|cell| board.shade(cell)).collect();
                // One of several colors: of more than one, it cannot be told which it was.
                if let [shade] = given[..] {
                    let name = colored(rules, kind, shade);
                    found.entry(name).or_default().push((pair.scores[0] + pair.scores[1]) / 2.0 - fitted);
                }
            }
        }
    }
    found.into_iter().map(|(home, scores)| HomeResult::new(home, &scores)).collect()
}

impl HomeResult {
    fn new(home: String, scores: &[f64]) -> HomeResult {
        let (score, error) = mean_with_error(scores);
        HomeResult { home, pairs: scores.len() as u64, score, error }
    }
}
