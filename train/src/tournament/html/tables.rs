//! The tables of the report.

use crate::report::{escape, put};
use crate::telemetry::short;
use crate::tournament::results::Results;
use crate::tournament::standing::{Crossing, Score, Standing};
use crate::tournament::text::rating;

pub(super) fn put_all(html: &mut String, results: &Results) {
    standings(html, results);
    pairings(html, results);
    endings(html, results);
    time(html, results);
}

fn table(html: &mut String, title: &str, header: &[&str], rows: impl Iterator<Item = Vec<String>>) {
    let id = title.to_lowercase().replace(' ', "-");
    put(html, format_args!("<h2>{title}</h2><div class=\"card scroll\" id=\"{id}\"><table><tr>"));
    header.iter().for_each(|cell| put(html, format_args!("<th>{cell}</th>")));
    html.push_str("</tr>\n");
    for row in rows {
        html.push_str("<tr>");
        row.iter().for_each(|cell| put(html, format_args!("<td>{}</td>", escape(cell))));
        html.push_str("</tr>\n");
    }
    html.push_str("</table></div>\n");
}

fn number(x: Option<f64>) -> String {
    x.map_or("-".into(), |x| format!("{x:.0}"))
}

/// Games, won, drawn, lost, score and its interval.
fn scored(score: &Score) -> Vec<String> {
    let Score { games, wins, draws, losses, mean, lo, hi, .. } = score;
    let mut row: Vec<String> = [games, wins, draws, losses].map(|n| n.to_string()).into();
    row.extend([format!("{mean:.3}"), format!("{lo:.3} to {hi:.3}")]);
    row
}

fn standings(html: &mut String, results: &Results) {
    let mut header = vec![
        "player",
        "rating",
        "95 % interval",
        "games",
        "won",
        "drawn",
        "lost",
        "score",
        "95 % interval",
        "with White",
        "with Black",
    ];
    let points = results.has_points();
    if points {
        header.push("points");
    }
    let row = |s: &Standing| {
        let mut row = vec![s.name.clone(), rating(s), format!("{} to {}", number(s.rating_lo), number(s.rating_hi))];
        row.extend(scored(&s.score));
        row.extend([s.as_white, s.as_black].map(|x| format!("{x:.3}")));
        if points {
            row.push(format!("{:.1}", s.points));
        }
        row
    };
    table(html, "Standings", &header, results.players.iter().map(row));
}

fn pairings(html: &mut String, results: &Results) {
    let header = [
        "players",
        "games",
        "won",
        "drawn",
        "lost",
        "score",
        "95 % interval",
        "Elo",
        "95 % interval",
        "normalized Elo",
        "superior",
        "pairs by score",
    ];
    let row = |c: &Crossing| {
        let pairs: Vec<String> =
            c.score.pairs.iter().map(|(score, n)| format!("{n}\u{a0}of\u{a0}{score:.2}")).collect();
        let mut row = vec![format!("{} - {}", c.first, c.second)];
        row.extend(scored(&c.score));
        let Score { elo, elo_lo, elo_hi, nelo, los, .. } = c.score;
        row.extend([number(elo), format!("{} to {}", number(elo_lo), number(elo_hi)), number(nelo)]);
        row.push(format!("{:.1} %", 100.0 * los));
        row.push(pairs.join(", "));
        row
    };
    table(html, "Pairings", &header, results.crosstable.iter().map(row));
}

fn endings(html: &mut String, results: &Results) {
    let games = results.games.max(1) as f64;
    let row =
        |(why, n): (&String, &u64)| vec![why.clone(), n.to_string(), format!("{:.1} %", 100.0 * *n as f64 / games)];
    table(html, "How games ended", &["end", "games", "share"], results.terminations.iter().map(row));
}

fn time(html: &mut String, results: &Results) {
    let header = ["player", "ms a move", "longest, ms", "nodes a move", "nodes a second", "depth"];
    let row = |s: &Standing| {
        vec![
            s.name.clone(),
            format!("{:.2}", 1e3 * s.seconds_per_move),
            format!("{:.1}", 1e3 * s.slowest),
            short(s.nodes_per_move),
            short(s.nodes_per_second),
            format!("{:.1}", s.depth),
        ]
    };
    table(html, "Time and work", &header, results.players.iter().map(row));
}
