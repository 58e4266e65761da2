//! The statistics of matches.

use super::*;
use crate::seeds::Rng;

fn tally(pairs: &[[f64; 2]]) -> MatchTally {
    let mut tally = MatchTally::new();
    pairs.iter().for_each(|&pair| tally.push(pair));
    tally
}

#[test]
fn pairs_are_counted_by_their_score() {
    let tally = tally(&[[1.0, 1.0], [1.0, 0.0], [0.5, 0.5], [1.0, 0.5], [0.0, 0.0], [2.0 / 3.0, 1.0 / 3.0]]);
    assert_eq!(tally.pentanomial(), [(0.0, 1), (0.5, 3), (0.75, 1), (1.0, 1)]);
    assert_eq!((tally.wins(), tally.draws(), tally.losses(), tally.pairs()), (4, 5, 3, 6));
    let mut twice = tally.clone();
    twice.merge(&tally);
    assert_eq!((twice.pairs(), twice.wins()), (12, 8));
    assert_eq!(twice.estimate().score, tally.estimate().score);
}

#[test]
fn one_sided_matches_have_an_interval() {
    let all = tally(&[[1.0, 1.0]; 20]).estimate();
    // Wilson's lower bound for 20 of 20 is 20 / (20 + z^2).
    assert!((all.lo - 20.0 / (20.0 + Z * Z)).abs() < 1e-9, "{all:?}");
    assert_eq!((all.score, all.hi, all.elo.hi), (1.0, 1.0, f64::INFINITY));
    assert!(all.los > 0.999 && all.elo.lo > 200.0);
    let none = tally(&[[0.0, 0.0]; 20]).estimate();
    assert!((none.hi - (1.0 - all.lo)).abs() < 1e-9 && none.lo == 0.0);
    let drawn = tally(&[[0.5, 0.5]; 20]).estimate();
    assert!(drawn.lo < 0.48 && drawn.hi > 0.52 && (drawn.los - 0.5).abs() < 1e-7, "{drawn:?}");
    let empty = MatchTally::new().estimate();
    assert_eq!((empty.lo, empty.hi, empty.los), (0.0, 1.0, 0.5));
}

#[test]
fn pairs_that_cancel_out_are_worth_more_than_games() {
    // White wins every game: the players are equal, and surely so.
    let equal = tally(&[[1.0, 0.0]; 100]).estimate();
    assert!(equal.hi - equal.lo < 0.05, "{equal:?}");
    // The same games in other company: 50 pairs won twice, 50 lost twice.
    let mut pairs = vec![[1.0, 1.0]; 50];
    pairs.extend([[0.0, 0.0]; 50]);
    let swinging = tally(&pairs).estimate();
    assert!(swinging.hi - swinging.lo > 0.18, "{swinging:?}");
}

#[test]
fn elo_and_the_normal_distribution_have_their_known_values() {
    for (score, elo) in [(0.5, 0.0), (0.640_065, 100.0), (0.909_091, 400.0)] {
        assert!((Elo::of(score) - elo).abs() < 0.01, "{score}");
    }
    for (x, p) in [(0.0, 0.5), (1.0, 0.841_344_746), (-1.96, 0.024_997_895), (3.0, 0.998_650_102)] {
        assert!((normal_cdf(x) - p).abs() < 2e-7, "{x}: {}", normal_cdf(x));
    }
}

/// The interval holds the true score about 95 times in 100, for even and one-sided matches, few and many pairs.
#[test]
fn intervals_cover() {
    let mut rng = Rng::new(17);
    for (win, draw, openings) in [(0.4, 0.2, 0.3), (0.7, 0.2, 0.2), (0.93, 0.04, 0.05), (0.2, 0.7, 0.1)] {
        // `openings`: how much the opening's better side gains; it is the player's in one of the games.
        let score = |shift: f64| (win + shift).min(1.0 - draw / 2.0) + draw / 2.0;
        for pairs in [10, 40, 200] {
            let (mut covered, mut width) = (0, 0.0);
            let trials = 2000;
            let truth = {
                let up = score(openings / 2.0);
                let down = score(-openings / 2.0);
                (up + down) / 2.0
            };
            for _ in 0..trials {
                let mut tally = MatchTally::new();
                for _ in 0..pairs {
                    tally.push([openings / 2.0, -openings / 2.0].map(|shift| {
                        let won = score(shift) - draw / 2.0;
                        match rng.unit() {
                            x if x < won => 1.0,
                            x if x < won + draw => 0.5,
                            _ => 0.0,
                        }
                    }));
                }
                let estimate = tally.estimate();
                covered += u32::from(estimate.lo <= truth && truth <= estimate.hi);
                width += (estimate.hi - estimate.lo) / f64::from(trials);
            }
            let coverage = f64::from(covered) / f64::from(trials);
            // Of ten pairs it is a little too wide, because of the two that are added.
            assert!((0.93..=0.995).contains(&coverage), "{win} {draw} {pairs}: {coverage} of width {width}");
        }
    }
}

/// What others have published of their matches: the numbers of pairs by score, Elo and half its 95 % interval, normalized
/// Elo, likelihood of superiority.
#[test]
fn published_matches_are_reproduced() {
    for (pairs, elo, half, nelo, los) in [
        // fastchess, in lynx-chess/Lynx pull request 1899.
        ([235, 1384, 2521, 1341, 239], -1.06, 4.05, -1.67, 0.3033),
        // fastchess, in Disservin/fastchess issue 807; its LOS is printed as 0.00 %.
        ([30, 6, 18, 0, 6], -168.40, 73.37, -170.08, 0.0),
        // fastchess, printed by ijccrl.com for Revolution 1.0.1 dev.
        ([3, 75, 149, 83, 4], 5.53, 14.79, 10.17, 0.7685),
        // OpenBench, in Yoshie2000/PlentyChess pull request 213.
        ([44, 241, 590, 413, 71], 28.96, 8.30, f64::NAN, 1.0),
        // fishtest's raw statistics, montytest 69d3c8dc7c5b3724e29d2712.
        ([13, 37, 50, 25, 3], -43.6578, f64::NAN, -63.97, f64::NAN),
    ] {
        let mut tally = MatchTally::new();
        for (i, &n) in pairs.iter().enumerate() {
            let score = i as f64 / 4.0;
            (0..n).for_each(|_| tally.push([score, score]));
        }
        let found = tally.estimate();
        assert!((found.elo.value - elo).abs() < 0.006, "{pairs:?}: {found:?}");
        assert!(nelo.is_nan() || (found.normalized_elo - nelo).abs() < 0.006, "{pairs:?}: {found:?}");
        // They take the score plus and minus 1.96 standard errors; of few pairs Wilson's interval is another.
        let wide = (found.elo.hi - found.elo.lo) / 2.0;
        assert!(half.is_nan() || (wide / half - 1.0).abs() < 0.05, "{pairs:?}: {found:?}");
        assert!(los.is_nan() || (found.los - los).abs() < 0.006, "{pairs:?}: {found:?}");
    }
}
