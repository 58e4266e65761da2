//! Imbalance matches (H. G. Muller's method): one side lacks some men, the other side others, and the score says which are
//! worth more. The men are assigned and not won, so that what is measured is their effect.
//!
//! One logistic regression of all pairs, `logit E[score] = sum of (difference of men) x (worth)`, puts the imbalances
//! together; worths are given in units of the pawn's. The unit of the bootstrap is the pair, within its imbalance. Where worths do
//! not add up, other imbalances would have said something else, which no number of pairs of these ones can show: intervals
//! are widened by the root of the dispersion (McCullagh and Nelder, Generalized linear models, 2nd edition, 1989, section
//! 4.5), and never narrowed.

use super::army::{Imbalance, at_start, bound_to_color, kinds, officers};
use super::config::PieceValuesConfig;
use super::fit::{Data, Fitted, Least, Units, Value, determined, resampled};
use super::homes::{HomeResult, by_color, by_home};
use super::record::ValueGame;
use super::statistics::chance_of_more;
use crate::arena::{Estimate, MatchTally};
use hexcore::{Kind, Layout, Rules};
use ndarray::{Array1, Array2};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

const LEAST: Least = Least(100, "pairs");

/// What the matches of one player say.
#[derive(Clone, Debug, Serialize)]
pub struct Matches {
    /// Who played against itself.
    pub player: String,
    /// Pairs of games.
    pub pairs: u64,
    /// Independent games to which they amount: pairs, times the variance of a lone game over that of a pair.
    pub effective_games: f64,
    /// Share of games drawn, or scored between win and loss.
    pub draws: f64,
    /// What each kind is worth.
    pub values: Vec<Value>,
    /// The same in other units: an army's officers are worth together what the variant says. Not what a pawn is worth early in
    /// a game decides these, but how officers compare with each other.
    pub scaled: Vec<Value>,
    /// What a side has more by a whole set of men on one color of cells each (all three bishops), above the men.
    pub sets: Vec<Value>,
    /// The sets in the units of `scaled`.
    pub scaled_sets: Vec<Value>,
    /// What the first kind, the pawn, does to the expected score, in logits: the unit of everything.
    pub pawn: Value,
    /// The imbalances, in the order in which they are played.
    pub imbalances: Vec<ImbalanceResult>,
    /// Which pawn was given in the games in which one pawn was, by its home, and what that cost.
    pub pawns: Vec<HomeResult>,
    /// The same for men that are bound to a color of cells, in all imbalances: what is left of the score when the fit is taken
    /// away, by the color of the cell.
    pub colors: Vec<HomeResult>,
    /// Whether worths add up: the sum of squares of what is left of the imbalances' scores, in their standard errors.
    pub additivity: Additivity,
}

/// The games of one imbalance.
#[derive(Clone, Debug, Serialize)]
pub struct ImbalanceResult {
    /// What the sides lack.
    pub imbalance: String,
    /// Pairs of games.
    pub pairs: u64,
    /// Score of the side that lacks what is said first, 0 to 1.
    pub score: f64,
    /// Lower end of its 95 % interval.
    pub lo: f64,
    /// Upper end.
    pub hi: f64,
    /// What the worths say that it should be.
    pub fitted: f64,
}

/// A test of additivity.
#[derive(Clone, Debug, Serialize)]
pub struct Additivity {
    /// Sum of squares of what is left, in standard errors.
    pub chi_square: f64,
    /// Imbalances less parameters.
    pub degrees: u64,
    /// How probable so much or more is if worths add up.
    pub probability: f64,
    /// By so much all intervals are wider than pairs alone would have them: the root of `chi_square / degrees`, at least 1.
    pub widened: f64,
}

/// A finished pair.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    /// The first side's score in both games together, 0 to 1.
    pub(super) scores: [f64; 2],
    /// Homes of what the first side lacks, in White's cells.
    pub(super) homes: Vec<String>,
}

/// The finished pairs of a player, by imbalance.
pub(super) fn pairs(player: &str, games: &[ValueGame]) -> BTreeMap<String, Vec<Pair>> {
    let mut open: HashMap<(&str, u32), &ValueGame> = HashMap::new();
    let mut found: BTreeMap<String, BTreeMap<u32, Pair>> = BTreeMap::new();
    let ours = games.iter().filter(|g| g.player == player && g.study != super::record::OUTCOME);
    for game in ours {
        let Some(other) = open.remove(&(game.study.as_str(), game.pair)) else {
            open.insert((&game.study, game.pair), game);
            continue;
        };
        let [first, second] = if game.game == 0 { [game, other] } else { [other, game] };
        let homes = first.given[0].split_whitespace().map(String::from).collect();
        let pair = Pair { scores: [first.first_score(), second.first_score()], homes };
        found.entry(game.study.clone()).or_default().insert(game.pair, pair);
    }
    found.into_iter().map(|(study, pairs)| (study, pairs.into_values().collect())).collect()
}

/// The regression of the pairs: parameters by name.
pub(super) struct Regression {
    pub(super) names: Vec<String>,
    pub(super) kinds: usize,
    pub(super) fitted: Fitted,
    pub(super) rows: Vec<(Imbalance, Array1<f64>)>,
    imbalances: Vec<ImbalanceResult>,
    additivity: Additivity,
}

/// Kinds that a side has one of on each color of cells, more than one in all.
pub(super) fn sets<L: Layout>(rules: &Rules<L>) -> Vec<Kind> {
    kinds(rules).into_iter().filter(|&kind| at_start(rules, kind) > 1 && bound_to_color(rules, kind)).collect()
}

/// Fits the pairs; `samples` draws for the intervals.
pub(super) fn regress<L: Layout>(
    rules: &Rules<L>,
    pairs: &BTreeMap<String, Vec<Pair>>,
    samples: u32,
    seed: u64,
) -> Regression {
    let (kinds, sets) = (kinds(rules), sets(rules));
    let name = |kind: &Kind| rules.kinds()[kind.index()].name.clone();
    let names = kinds.iter().map(name).chain(sets.iter().map(|kind| format!("{} set", name(kind)))).collect::<Vec<_>>();
    let row = |imbalance: &Imbalance| -> Array1<f64> {
        let lacking = |side: usize, kind| imbalance.lacks[side].contains(kind) as u8 as f64;
        let broken = sets.iter().map(|kind| lacking(1, kind) - lacking(0, kind));
        kinds.iter().map(|&kind| imbalance.difference(kind)).chain(broken).collect()
    };
    let parsed = pairs.iter().filter_map(|(text, pairs)| Some((Imbalance::parse(rules, text).ok()?, pairs)));
    let mut rows: Vec<(Imbalance, Array1<f64>, &Vec<Pair>)> =
        parsed.map(|(imbalance, pairs)| (imbalance.clone(), row(&imbalance), pairs)).collect();
    let all = rows.iter().map(|(_, _, pairs)| pairs.len()).sum();
    let mut data = Data { x: Array2::zeros((all, names.len())), score: Array1::zeros(all) };
    let mut units = Units { rows: (0..all).map(|i| i..i + 1).collect(), strata: Vec::new() };
    let mut next = 0;
    for (_, x, pairs) in &rows {
        units.strata.push(next..next + pairs.len());
        for pair in *pairs {
            data.x.row_mut(next).assign(x);
            data.score[next] = (pair.scores[0] + pair.scores[1]) / 2.0;
            next += 1;
        }
    }
    // A set that these imbalances do not tell apart from its men is taken for no more than they are.
    let fixed = determined(&data.x);
    for set in (kinds.len()..names.len()).filter(|&set| !fixed[set]) {
        data.x.column_mut(set).fill(0.0);
        rows.iter_mut().for_each(|(_, x, _)| x[set] = 0.0);
    }
    let mut fitted = resampled(&data, &units, samples, seed);
    let (mut imbalances, mut chi_square) = (Vec::new(), 0.0);
    for (imbalance, x, pairs) in &rows {
        let mut tally = MatchTally::new();
        pairs.iter().for_each(|pair| tally.push(pair.scores));
        let Estimate { score, lo, hi, error, .. } = tally.estimate();
        let expected = expected(x, &fitted);
        chi_square += ((score - expected) / error).powi(2);
        let (imbalance, pairs) = (imbalance.to_string(), pairs.len() as u64);
        imbalances.push(ImbalanceResult { imbalance, pairs, score, lo, hi, fitted: expected });
    }
    let additivity = Additivity::new(chi_square, rows.len().saturating_sub(names.len()) as u64);
    fitted.widen(additivity.widened);
    let rows = rows.into_iter().map(|(imbalance, x, _)| (imbalance, x)).collect();
    Regression { names, kinds: kinds.len(), fitted, rows, imbalances, additivity }
}

/// The score that worths expect of the side that is ahead by these men.
pub(super) fn expected(ahead: &Array1<f64>, fitted: &Fitted) -> f64 {
    1.0 / (1.0 + (-ahead.dot(&fitted.b)).exp())
}

impl Additivity {
    fn new(chi_square: f64, degrees: u64) -> Additivity {
        let widened = if degrees > 0 { (chi_square / degrees as f64).sqrt().max(1.0) } else { 1.0 };
        Additivity { chi_square, degrees, probability: chance_of_more(chi_square, degrees), widened }
    }
}

impl Regression {
    /// What each kind is worth in pawns, and each set more.
    pub(super) fn values(&self, pairs: &BTreeMap<String, Vec<Pair>>) -> Vec<Value> {
        let value = |i: usize| self.fitted.ratio(&self.names[i], i, 0, self.about(i, pairs), LEAST);
        (0..self.names.len()).map(value).collect()
    }

    /// The same where all officers of an army are worth what the variant says.
    pub(super) fn scaled<L: Layout>(&self, rules: &Rules<L>, pairs: &BTreeMap<String, Vec<Pair>>) -> Vec<Value> {
        let measured = |i: usize| self.about(i, pairs) > 0;
        let (men, total) = officers(rules, self.names.len() - self.kinds, &measured);
        let value = |i: usize| self.fitted.scaled(&self.names[i], i, (&men, total), self.about(i, pairs), LEAST);
        (0..self.names.len()).map(value).collect()
    }

    /// Pairs that speak of a parameter.
    fn about(&self, i: usize, pairs: &BTreeMap<String, Vec<Pair>>) -> u64 {
        let speaking = self.rows.iter().filter(|(_, x)| x[i] != 0.0);
        speaking.filter_map(|(imbalance, _)| pairs.get(&imbalance.to_string())).map(|pairs| pairs.len() as u64).sum()
    }
}

impl Matches {
    /// What the games of a player say; nothing if there is no finished pair.
    pub(super) fn new<L: Layout>(
        rules: &Rules<L>,
        config: &PieceValuesConfig,
        player: &str,
        games: &[ValueGame],
    ) -> Option<Matches> {
        let pairs = pairs(player, games);
        let count: u64 = pairs.values().map(|pairs| pairs.len() as u64).sum();
        if count == 0 {
            return None;
        }
        let regression = regress(rules, &pairs, config.bootstrap, config.seed);
        let mut values = regression.values(&pairs);
        let mut scaled = regression.scaled(rules, &pairs);
        let [sets, scaled_sets] = [&mut values, &mut scaled].map(|all| all.split_off(regression.kinds));
        let pawns = values.first().map_or(0, |pawn| pawn.units);
        let pawn = regression.fitted.plain(&regression.names[0], 0, pawns, LEAST);
        let (mut within, mut alone) = (0.0, 0.0);
        for pairs in pairs.values() {
            let both = |pair: &Pair| (pair.scores[0] + pair.scores[1]) / 2.0;
            let score = pairs.iter().map(both).sum::<f64>() / pairs.len() as f64;
            let deviation = |s: f64| (s - score).powi(2);
            within += pairs.iter().map(|pair| deviation(both(pair))).sum::<f64>();
            alone +=
                pairs.iter().map(|pair| (deviation(pair.scores[0]) + deviation(pair.scores[1])) / 2.0).sum::<f64>();
        }
        let ours = games.iter().filter(|g| g.player == player && g.study != super::record::OUTCOME);
        let drawn: Vec<bool> = ours.map(|g| g.score > 1e-6 && g.score < 1.0 - 1e-6).collect();
        Some(Matches {
            player: player.into(),
            pairs: count,
            effective_games: count as f64 * if within > 0.0 { alone / within } else { 2.0 },
            draws: drawn.iter().filter(|d| **d).count() as f64 / drawn.len().max(1) as f64,
            values,
            scaled,
            sets,
            scaled_sets,
            pawn,
            pawns: by_home(rules, &pairs),
            colors: by_color(rules, &regression, &pairs),
            imbalances: regression.imbalances,
            additivity: regression.additivity,
        })
    }
}
