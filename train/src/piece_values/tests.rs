//! Ground truth: outcomes that are simulated from known values.

mod constructed;

use super::fit::Value;
use super::*;
use crate::seeds::{Rng, Seeds};
use hexcore::variant::builtin;
use hexcore::{AnyRules, with_rules};
use std::collections::BTreeMap;

/// A game's score: won, drawn or lost, with this mean and three draws in ten where that leaves room.
fn outcome(mean: f64, rng: &mut Rng) -> f64 {
    let draws = 0.3_f64.min(2.0 * mean.min(1.0 - mean));
    match rng.unit() {
        x if x < draws => 0.5,
        x if x < draws + mean - draws / 2.0 => 1.0,
        _ => 0.0,
    }
}

fn expected(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// How often intervals that should hold the truth 95 times in 100 do so.
#[derive(Default)]
struct Coverage {
    held: u32,
    asked: u32,
}

impl Coverage {
    fn count(&mut self, value: &Value, truth: f64) {
        self.asked += 1;
        self.held += u32::from(value.holds(truth));
    }

    /// Within four standard deviations of the nominal rate, and a little for what a bootstrap of few units lacks.
    fn assert_nominal(&self) {
        let (rate, n) = (f64::from(self.held) / f64::from(self.asked), f64::from(self.asked));
        let reach = 4.0 * (0.95 * 0.05 / n).sqrt();
        assert!(rate > 0.95 - reach - 0.015 && rate < 0.95 + reach, "{} of {}", self.held, self.asked);
    }
}

/// Glinski's men, with a rook of 5.8.
const TRUTH: [(&str, f64); 5] = [("pawn", 1.0), ("bishop", 3.2), ("knight", 3.9), ("rook", 5.8), ("queen", 10.5)];
/// Logits of a pawn, and of all three bishops.
const PAWN: f64 = 0.35;
const SET: f64 = 0.6;

fn truth(kind: &str) -> f64 {
    TRUTH.iter().find(|(name, _)| *name == kind).map_or(SET, |(_, value)| *value)
}

fn game(study: &str, pair: u32, game: u8, score: f64) -> ValueGame {
    ValueGame { player: "p".into(), study: study.into(), pair, game, score, ..ValueGame::default() }
}

#[test]
fn matches_recover_the_values_that_made_them() {
    cover_matches(0.0);
}

#[test]
fn values_that_do_not_add_up_are_within_wider_intervals() {
    // Logits by which an imbalance is off: about twice the standard error of one that is played so often.
    cover_matches(0.3);
}

/// How often intervals of matches hold the truth, where each imbalance is off by something of its own with this standard
/// deviation, in logits.
fn cover_matches(uneven: f64) {
    with_rules!(&AnyRules::new(&builtin("glinski").unwrap()).unwrap(), rules => {
        let plan = plan::plan(rules, &|kind| rules.value(kind).into());
        let mut coverage = Coverage::default();
        for repeat in 0..30 {
            let mut rng = Seeds::new(1).rng("simulated matches", repeat);
            let mut games = Vec::new();
            for imbalance in &plan {
                let text = imbalance.to_string();
                let men = |side: usize| imbalance.lacks[side].iter().map(|k| truth(&rules.kinds()[k.index()].name));
                let sets = |side: usize| f64::from(u8::from(imbalance.lacks[side].iter().any(|k| rules.kinds()[k.index()].name == "bishop")));
                let ahead = men(1).sum::<f64>() - men(0).sum::<f64>() + SET * (sets(1) - sets(0));
                let ahead = PAWN * ahead + uneven * ((0..12).map(|_| rng.unit()).sum::<f64>() - 6.0);
                for pair in 0..60 {
                    // What the opening is worth to White: it makes a pair's games alike but for the colors.
                    let white = 0.8 * (rng.unit() - 0.5);
                    let first = outcome(expected(ahead + white), &mut rng);
                    let second = outcome(expected(-ahead + white), &mut rng);
                    games.push(game(&text, pair, 0, first));
                    games.push(game(&text, pair, 1, second));
                }
            }
            let pairs = matches::pairs("p", &games);
            for value in matches::regress(rules, &pairs, 100, repeat).values(&pairs) {
                coverage.count(&value, truth(&value.kind));
            }
        }
        coverage.assert_nominal();
    });
}

/// A net that counts men, and thinks of each net's own what they are worth.
struct Counting {
    values: BTreeMap<String, f64>,
}

impl<L: Layout> hexmcts::Evaluator<L> for Counting {
    fn evaluate(&mut self, rules: &Rules<L>, batch: &mut hexmcts::Batch<L>) {
        for leaf in batch.leaves_mut() {
            *leaf.value = hexmcts::Evaluator::<L>::value(self, rules, leaf.position);
        }
    }

    fn value(&mut self, rules: &Rules<L>, position: &hexcore::Position<L>) -> hexmcts::Wdl {
        use hexcore::BitSet;
        let us = position.side();
        let ahead = |kind: Kind| position.men(us, kind).count() as f64 - position.men(!us, kind).count() as f64;
        let sum: f64 =
            army::kinds(rules).into_iter().map(|k| self.values[&rules.kinds()[k.index()].name] * ahead(k)).sum();
        hexmcts::Wdl::with_draws(expected(0.2 * sum) as f32, 0.0)
    }
}

#[test]
fn nets_recover_what_they_were_given() {
    with_rules!(&AnyRules::new(&builtin("glinski").unwrap()).unwrap(), rules => {
        let config = PieceValuesConfig { bootstrap: 100, ..PieceValuesConfig::default() };
        let games: Vec<ValueGame> = (0..60).map(|i| random_game(rules, i, 0.5)).collect();
        let samples = outcome::samples(rules, &config, "p", &games);
        let mut coverage = Coverage::default();
        for repeat in 0..40 {
            let mut rng = Seeds::new(2).rng("simulated nets", repeat);
            let mut normal = || (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0;
            let mut net = |i: usize| {
                let spread = |(name, value): (&str, f64)| {
                    let own = if name == "pawn" { 1.0 } else { value + 0.5 * normal() };
                    (name.to_string(), own)
                };
                let mut counting = Counting { values: TRUTH.into_iter().map(spread).collect() };
                (format!("net {i}"), probe::ask(rules, &config, &samples, &mut counting))
            };
            let nets: Vec<_> = (0..4).map(&mut net).collect();
            let probes = Probes::new(rules, &config, &nets).unwrap();
            probes.values.iter().skip(1).for_each(|value| coverage.count(value, truth(&value.kind)));
        }
        coverage.assert_nominal();
    });
}

#[test]
fn one_net_establishes_nothing() {
    with_rules!(&AnyRules::new(&builtin("glinski").unwrap()).unwrap(), rules => {
        let config = PieceValuesConfig { bootstrap: 100, ..PieceValuesConfig::default() };
        let games: Vec<ValueGame> = (0..60).map(|i| random_game(rules, i, 0.5)).collect();
        let samples = outcome::samples(rules, &config, "p", &games);
        let mut net = Counting { values: TRUTH.into_iter().map(|(k, v)| (k.into(), v)).collect() };
        let nets = [("only".to_string(), probe::ask(rules, &config, &samples, &mut net))];
        let probes = Probes::new(rules, &config, &nets).unwrap();
        assert!(probes.values.iter().skip(1).all(|v| !v.established && v.reason == "1 independently trained nets are too few, 3 are the least"));
        // What it says itself is right all the same.
        for value in &probes.nets[0].values {
            assert!((value.value.unwrap() - truth(&value.kind)).abs() < 0.02, "{value:?}");
        }
        // So does the other unit: queen, two rooks, three bishops and two knights are worth 37 pawns in the variant's file.
        let army = truth("queen") + 2.0 * truth("rook") + 3.0 * truth("bishop") + 2.0 * truth("knight");
        for value in &probes.nets[0].scaled {
            assert!((value.value.unwrap() - truth(&value.kind) * 37.0 / army).abs() < 0.02, "{value:?}");
        }
    });
}

/// A game of random moves, of which the outcome says what `score` says.
fn random_game<L: Layout>(rules: &Rules<L>, number: u32, score: f64) -> ValueGame {
    let mut rng = Seeds::new(3).rng("random game", number.into());
    let mut game = hexcore::Game::new(rules);
    while game.ply() < 120 && game.outcome().is_none() {
        let list = game.legal_moves();
        game.push(list[rng.below(list.len() as u64) as usize]);
    }
    let moves: Vec<String> = game.moves().iter().map(|&m| rules.bare_text(m)).collect();
    ValueGame { moves: moves.join(" "), ..self::game(record::OUTCOME, number, 0, score) }
}

#[test]
fn outcomes_recover_the_values_that_made_them() {
    with_rules!(&AnyRules::new(&builtin("glinski").unwrap()).unwrap(), rules => {
        let mut config = PieceValuesConfig { bootstrap: 100, ..PieceValuesConfig::default() };
        config.outcome.positions = 2;
        let mut coverage = Coverage::default();
        let walks: Vec<ValueGame> = (0..600).map(|i| random_game(rules, i, 0.5)).collect();
        let positions = outcome::samples(rules, &config, "p", &walks);
        for repeat in 0..20 {
            let mut rng = Seeds::new(4).rng("simulated outcomes", repeat);
            // Each game ends as its first position says, and its second one is the first again: the regression has twice as
            // many rows as it knows anything of, and intervals by row would be too narrow.
            let samples = outcome::replayed(&positions, |position| {
                let white = |kind: Kind| {
                    use hexcore::{BitSet, Color};
                    position.men(Color::White, kind).count() as f64 - position.men(Color::Black, kind).count() as f64
                };
                let men = army::kinds(rules).into_iter().map(|k| truth(&rules.kinds()[k.index()].name) * white(k));
                outcome(expected(PAWN * men.sum::<f64>()), &mut rng)
            });
            for value in outcome::values_of(rules, &config, &samples) {
                coverage.count(&value, truth(&value.kind));
            }
        }
        coverage.assert_nominal();
    });
}

#[test]
fn a_measurement_that_was_cut_short_ends_as_the_whole_one() {
    let text = "players = [\"alphabeta:1\"]\nmax_plies = 60\nbootstrap = 100\nthreads = 2\n[matches]\npilot = 1\npairs = 2\n\
                [outcome]\ngames = 6\nfrom_ply = 8\n[arbiter]\npairs = 2\ndepth = 1\n";
    let config = PieceValuesConfig::parse("test", text, &[]).unwrap();
    with_rules!(&AnyRules::new(&builtin("glinski").unwrap()).unwrap(), rules => {
        let dir = tempfile::tempdir().unwrap();
        let setup = Setup::new(&config, rules).unwrap();
        let hold = |root: &Path| measure(rules, &config, &setup, false, root, &Telemetry::quiet()).unwrap();
        let whole = hold(&dir.path().join("whole"));
        let root = dir.path().join("cut");
        hold(&root);
        let journal = root.join("games.log");
        let bytes = std::fs::read(&journal).unwrap();
        // In the middle of a line.
        std::fs::write(&journal, &bytes[..bytes.len() / 2]).unwrap();
        let again = hold(&root);
        let told = |results: &Results| {
            let mut results = results.clone();
            results.finished.clear();
            results.json()
        };
        assert_eq!(told(&whole), told(&again));
        // Nothing is left to play.
        let games = |root: &Path| crate::journal::read::<ValueGame>(&root.join("games.log")).unwrap().games.len();
        let all = games(&dir.path().join("whole"));
        hold(&dir.path().join("whole"));
        assert_eq!((games(&dir.path().join("whole")), games(&root)), (all, all));
        let text = std::fs::read_to_string(root.join("games.pgn")).unwrap();
        let games = rules.parse_games(&text).unwrap();
        assert_eq!(games.len(), crate::journal::read::<ValueGame>(&journal).unwrap().games.len());
        for file in ["values.csv", "imbalances.csv", "results.json", "values.svg", "report.html"] {
            assert!(root.join(file).metadata().unwrap().len() > 100, "{file}");
        }
    });
}
