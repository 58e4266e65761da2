//! Tables for spreadsheets.

use super::record::GameRecord;
use super::results::Results;
use super::standing::{Crossing, Score, Standing};
use crate::report::sheet::{number, table};

fn pentanomial(pairs: &[(f64, u64)]) -> String {
    pairs.iter().map(|(score, n)| format!("{score:.4}:{n}")).collect::<Vec<_>>().join(" ")
}

/// Games, won, drawn, lost.
fn counts(score: &Score) -> impl Iterator<Item = String> {
    [score.games, score.wins, score.draws, score.losses].into_iter().map(|n| n.to_string())
}

/// One line a player.
pub(super) fn standings(results: &Results) -> String {
    let header = [
        "player",
        "games",
        "wins",
        "draws",
        "losses",
        "score",
        "score_lo",
        "score_hi",
        "points",
        "elo",
        "nelo",
        "rating",
        "rating_lo",
        "rating_hi",
        "as_white",
        "as_black",
        "pairs",
        "seconds_per_move",
        "slowest",
        "nodes_per_move",
        "nodes_per_second",
        "depth",
        "trained_seconds",
    ];
    let row = |s: &Standing| {
        let mut row = vec![s.name.clone()];
        row.extend(counts(&s.score));
        let Score { mean, lo, hi, elo, nelo, .. } = s.score;
        row.extend([Some(mean), Some(lo), Some(hi), Some(s.points), elo, nelo].map(number));
        row.extend([s.rating, s.rating_lo, s.rating_hi, Some(s.as_white), Some(s.as_black)].map(number));
        row.push(pentanomial(&s.score.pairs));
        row.push(format!("{:.6}", s.seconds_per_move));
        row.push(format!("{:.6}", s.slowest));
        row.extend([Some(s.nodes_per_move), Some(s.nodes_per_second), Some(s.depth), s.trained].map(number));
        row
    };
    table(&header, results.players.iter().map(row))
}

/// One line a pairing.
pub(super) fn crosstable(results: &Results) -> String {
    let header = [
        "first",
        "second",
        "games",
        "wins",
        "draws",
        "losses",
        "score",
        "score_lo",
        "score_hi",
        "elo",
        "elo_lo",
        "elo_hi",
        "nelo",
        "los",
        "draw_ratio",
        "as_white",
        "as_black",
        "points",
        "points_against",
        "pairs",
    ];
    let row = |c: &Crossing| {
        let mut row = vec![c.first.clone(), c.second.clone()];
        row.extend(counts(&c.score));
        let Score { mean, lo, hi, elo, elo_lo, elo_hi, nelo, los, .. } = c.score;
        row.extend([Some(mean), Some(lo), Some(hi), elo, elo_lo, elo_hi, nelo, Some(los)].map(number));
        row.push(number(Some(c.draw_ratio)));
        row.extend(c.by_color.into_iter().chain(c.points).map(|x| number(Some(x))));
        row.push(pentanomial(&c.score.pairs));
        row
    };
    table(&header, results.crosstable.iter().map(row))
}

/// One line a game, numbered from 1 as in the file of games.
pub(super) fn index(games: &[GameRecord]) -> String {
    let header = ["game", "white", "black", "result", "opening", "pair", "plies", "termination", "remark"];
    let row = |(i, game): (usize, &GameRecord)| {
        vec![
            (i + 1).to_string(),
            game.white().to_string(),
            game.black().to_string(),
            game.result(),
            (game.opening + 1).to_string(),
            (game.pair + 1).to_string(),
            game.plies().to_string(),
            game.termination.clone(),
            game.remark.clone(),
        ]
    };
    table(&header, games.iter().enumerate().map(row))
}
