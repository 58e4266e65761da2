//! Ratings of simulated players, and of those who cannot be compared.

use super::*;
use crate::arena::{Elo, MatchTally};
use crate::seeds::Rng;

fn many(first: usize, second: usize, scores: [f64; 2], n: usize) -> Vec<Graded> {
    vec![Graded { first, second, scores }; n]
}

#[test]
fn two_players_have_the_elo_of_their_match() {
    let mut pairs = many(0, 1, [1.0, 1.0], 30);
    pairs.extend(many(0, 1, [1.0, 0.0], 18));
    pairs.extend(many(0, 1, [0.0, 1.0], 12));
    pairs.extend(many(0, 1, [0.0, 0.0], 10));
    let mut tally = MatchTally::new();
    pairs.iter().for_each(|pair| tally.push(pair.scores));
    let elo = tally.estimate().elo;
    for model in [RatingModel::Davidson, RatingModel::BradleyTerry] {
        let ratings = rate(2, &pairs, 1, model);
        let found = ratings.players[0].unwrap();
        // The first player won 48 of 70 games with White and 42 with Black: White's small advantage is part of the model.
        assert!((found.elo - elo.value).abs() < 12.0, "{found:?} {elo:?}");
        assert!(
            (found.interval.lo - elo.lo).abs() < 16.0 && (found.interval.hi - elo.hi).abs() < 16.0,
            "{found:?} {elo:?}"
        );
        assert_eq!(ratings.players[1].unwrap().elo, 0.0);
        assert!((0.0..40.0).contains(&ratings.advantage.elo), "{ratings:?}");
    }
}

/// The example of Coulom's BayesElo scale: small differences mean the same expected score, whatever the draws.
#[test]
fn small_differences_are_those_of_the_expected_score() {
    for draws in [0, 40, 160] {
        let mut pairs = many(0, 1, [0.5, 0.5], draws);
        pairs.extend(many(0, 1, [1.0, 0.0], 20));
        pairs.extend(many(0, 1, [0.0, 1.0], 20));
        pairs.extend(many(0, 1, [1.0, 1.0], 22));
        pairs.extend(many(0, 1, [0.0, 0.0], 18));
        let score = (pairs.len() as f64 + 4.0) / (2 * pairs.len()) as f64;
        let found = rate(2, &pairs, 1, RatingModel::Davidson);
        let elo = found.players[0].unwrap().elo;
        assert!((elo - Elo::of(score)).abs() < 0.3, "{elo} {}", Elo::of(score));
        assert!((found.draws - draws as f64 / pairs.len() as f64).abs() < 0.01, "{found:?}");
    }
}

#[test]
fn one_sided_players_have_one_bound() {
    // 0 and 1 are equals, 2 beats both always, 3 loses always, 4 has played 5 only.
    let mut pairs = many(0, 1, [1.0, 0.0], 5);
    pairs.extend(many(0, 1, [0.0, 1.0], 5));
    pairs.extend(many(0, 1, [1.0, 1.0], 5));
    pairs.extend(many(0, 1, [0.0, 0.0], 5));
    for other in [0, 1] {
        pairs.extend(many(2, other, [1.0, 1.0], 10));
        pairs.extend(many(3, other, [0.0, 0.0], 10));
    }
    pairs.extend(many(4, 5, [1.0, 0.5], 10));
    let ratings = rate(6, &pairs, 0, RatingModel::Davidson);
    let of = |player: usize| ratings.players[player];
    assert!(of(1).unwrap().elo.abs() < 1e-3);
    let best = of(2).unwrap();
    assert_eq!((best.elo, best.interval.hi), (f64::INFINITY, f64::INFINITY));
    // 20 pairs won of 20, which may hang on their openings, so that they count as 20 games: not less likely than 0.147 (half
    // the 5 % quantile of chi squared, as a power of e) if one is won 0.908 of the time, which is 399 Elo.
    assert!((best.interval.lo - 399.0).abs() < 60.0, "{best:?}");
    let worst = of(3).unwrap();
    assert!(worst.elo == f64::NEG_INFINITY && (worst.interval.hi + best.interval.lo).abs() < 60.0, "{worst:?}");
    assert_eq!((of(4), of(5)), (None, None));
    // A chain of players each of whom lost every game to all before.
    for player in [4, 5] {
        (0..player).for_each(|other| pairs.extend(many(player, other, [0.0, 0.0], 10)));
    }
    pairs.retain(|pair| (pair.first, pair.second) != (4, 5));
    let ratings = rate(6, &pairs, 0, RatingModel::Davidson);
    let bounds = [3, 4, 5].map(|player| ratings.players[player].unwrap().interval.hi);
    assert!(bounds.iter().all(|hi| (-2000.0..-300.0).contains(hi)), "{bounds:?}");
}

#[test]
fn an_anchor_that_lost_every_game_is_no_measure() {
    let mut pairs = many(1, 2, [1.0, 0.0], 10);
    pairs.extend(many(2, 3, [1.0, 0.5], 10));
    for player in 1..4 {
        pairs.extend(many(0, player, [0.0, 0.0], 10));
    }
    let ratings = rate(4, &pairs, 0, RatingModel::Davidson);
    assert_eq!(ratings.anchor, 1);
    assert!(ratings.players[2].unwrap().elo.abs() < 60.0 && ratings.players[3].unwrap().elo < 0.0);
    assert_eq!(ratings.players[0].unwrap().elo, f64::NEG_INFINITY);
    // Nothing at all, and nothing but draws.
    let none = rate(2, &[], 0, RatingModel::Davidson);
    assert_eq!((none.players[0].unwrap().elo, none.players[1]), (0.0, None));
    let drawn = rate(2, &many(0, 1, [0.5, 0.5], 10), 0, RatingModel::Davidson).players[1].unwrap();
    assert!(drawn.elo.abs() < 1.0, "{drawn:?}");
}

/// Few games say little, however alike they are: the interval is about as wide as the match's own, which holds for any games.
#[test]
fn few_games_have_wide_intervals() {
    let kinds = [[0.5, 0.5], [1.0, 0.0], [0.0, 1.0], [1.0, 0.5], [0.5, 1.0], [0.5, 0.0], [0.0, 0.5]];
    for (i, &one) in kinds.iter().enumerate() {
        for &other in &kinds[i..] {
            for (ones, others) in [(1, 0), (2, 0), (8, 0), (50, 0), (1, 1), (4, 1), (20, 1)] {
                let pairs = [many(0, 1, one, ones), many(0, 1, other, others)].concat();
                let mut tally = MatchTally::new();
                pairs.iter().for_each(|pair| tally.push(pair.scores));
                let elo = tally.estimate().elo;
                let Interval { lo, hi } = rate(2, &pairs, 1, RatingModel::Davidson).players[0].unwrap().interval;
                let games = format!("{ones} of {one:?}, {others} of {other:?}: {lo} to {hi}, match {elo:?}");
                assert!(hi - lo > 0.6 * (elo.hi - elo.lo) && hi > lo, "{games}");
            }
        }
    }
    // The first pair of a tournament.
    let Interval { lo, hi } =
        rate(3, &many(0, 1, [0.5, 0.5], 1), 1, RatingModel::Davidson).players[0].unwrap().interval;
    assert!(lo < -300.0 && hi > 300.0, "{lo} to {hi}");
}

/// A game's score of White at a difference of strength.
fn played(x: f64, log_nu: f64, rng: &mut Rng) -> f64 {
    let chances = likelihood::Chances::new(x, Some(log_nu));
    match rng.unit() {
        u if u < chances.win => 1.0,
        u if u < chances.win + chances.draw => 0.5,
        _ => 0.0,
    }
}

/// Elo of a unit of strength.
fn scale(log_nu: f64) -> f64 {
    400.0 / std::f64::consts::LN_10 * 2.0 / (2.0 + log_nu.exp())
}

/// Two players, from hardly any draws to hardly anything else, after 1 to 20 pairs: the truth is in the intervals at least at
/// their rate.
#[test]
fn few_games_cover_known_strengths() {
    const TRIALS: u32 = 200;
    let mut rng = Rng::new(11);
    for log_nu in [-3.0, 1.0, 3.0, 5.0] {
        for (strength, n) in [0.0, 0.5, 1.5].into_iter().flat_map(|s| [1, 2, 5, 20].map(|n| (s, n))) {
            let covered = (0..TRIALS).filter(|_| {
                let mut pair = || {
                    let scores = [strength + 0.2, strength - 0.2].map(|x| played(x, log_nu, &mut rng));
                    Graded { first: 0, second: 1, scores }
                };
                let pairs: Vec<Graded> = (0..n).map(|_| pair()).collect();
                let Interval { lo, hi } = rate(2, &pairs, 1, RatingModel::Davidson).players[0].unwrap().interval;
                (lo..=hi).contains(&(scale(log_nu) * strength))
            });
            let (covered, error) = (covered.count() as f64, (f64::from(TRIALS) * 0.05 * 0.95).sqrt());
            let least = f64::from(TRIALS) * 0.95 - 4.0 * error;
            assert!(covered >= least, "nu e^{log_nu}, strength {strength}, {n} pairs: {covered} of {TRIALS}");
        }
    }
}

/// Five players of known strength, with an advantage of White and draws: the intervals hold the truth at their rate, with
/// openings that favour nobody and with such that favour a side.
#[test]
fn intervals_cover_known_strengths() {
    const STRENGTHS: [f64; 5] = [0.0, 0.4, 0.9, 1.1, 3.0];
    const ADVANTAGE: f64 = 0.2;
    const LOG_NU: f64 = -0.7;
    const TRIALS: u32 = 200;
    for (pairs, opening) in [(10, 0.0), (40, 0.0), (40, 1.5)] {
        // With openings that sway the games the curve is flatter: only equals have a known difference then.
        let strengths = if opening == 0.0 { STRENGTHS } else { [0.0; 5] };
        let mut rng = Rng::new(5);
        let (mut covered, mut dispersion) = ([0_u32; 5], 0.0);
        for _ in 0..TRIALS {
            let mut games = Vec::new();
            for (first, second) in (0..5).flat_map(|i| (0..i).map(move |j| (i, j))) {
                for _ in 0..pairs {
                    let shift = if rng.chance(0.5) { opening } else { -opening };
                    let difference = strengths[first] - strengths[second];
                    let scores = [difference + ADVANTAGE + shift, difference - ADVANTAGE - shift]
                        .map(|x| played(x, LOG_NU, &mut rng));
                    games.push(Graded { first, second, scores });
                }
            }
            let ratings = rate(5, &games, 0, RatingModel::Davidson);
            dispersion += ratings.dispersion / f64::from(TRIALS);
            for player in 1..5 {
                let Interval { lo, hi } = ratings.players[player].unwrap().interval;
                let truth = scale(LOG_NU) * strengths[player];
                covered[player] += u32::from(lo <= truth && truth <= hi);
            }
        }
        // Four standard deviations of a binomial, for each player: those of a trial are not independent of each other.
        let (expected, error) = (f64::from(TRIALS) * 0.95, 4.0 * (f64::from(TRIALS) * 0.05 * 0.95).sqrt());
        let near = |&n: &u32| (f64::from(n) - expected).abs() < error;
        assert!(covered[1..].iter().all(near), "{pairs} pairs, openings {opening}: {covered:?} of {TRIALS}");
        if opening == 0.0 {
            assert!((dispersion - 1.0).abs() < 0.05, "{dispersion}");
        } else {
            // The games of a pair balance each other.
            assert!(dispersion < 0.85, "{dispersion}");
        }
    }
}
