//! The report of a tournament: one HTML file that needs nothing beside it.

mod heat;
mod ladder;
mod ratings;
mod tables;

use super::config::TournamentConfig;
use super::results::Results;
use crate::report::{PAGE_STYLE, STYLE, escape, put};

/// What the training report does not have.
const OWN_STYLE: &str = "\
.plot .name{fill:var(--ink)}.plot .cell{stroke:var(--paper);stroke-width:1}.plot .value{fill:var(--ink);font-size:11px}\
.plot .reach{stroke:var(--c0);stroke-width:2;opacity:.6}.plot .open{stroke-dasharray:3 3}\
.scroll th,.scroll td:last-child{white-space:normal}#pairings td:last-child{min-width:11em}.scroll th,.scroll td{padding:7px 8px}\
.note{padding:10px 18px;border-left:5px solid var(--open);margin-top:10px}";

/// The page.
pub(super) fn page(results: &Results, config: &TournamentConfig) -> String {
    let title = format!("{} tournament", results.variant);
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width,initial-scale=1\"><title>{title}</title><style>{STYLE}{PAGE_STYLE}{OWN_STYLE}</style>\
         </head>\n<body><main><h1>{title}</h1><p class=\"sub\">{}</p>\n",
        escape(&subtitle(results)),
        title = escape(&title)
    );
    if let Some(test) = &results.sprt {
        let verdict = match test.verdict {
            crate::arena::Verdict::Open => "not decided yet".to_string(),
            accepted => format!("{accepted} accepted"),
        };
        put(
            &mut html,
            format_args!(
                "<div class=\"card verdict\"><b>Test: {verdict}</b>{} against {} Elo, log-likelihood ratio {:.2} between {:.2} \
                 and {:.2}</div>\n",
                test.elo0, test.elo1, test.llr, test.bounds[0], test.bounds[1]
            ),
        );
    }
    for note in notes(results) {
        put(&mut html, format_args!("<div class=\"card note\">{}</div>\n", escape(&note)));
    }
    html.push_str("<div class=\"charts\" style=\"margin-top:14px\">\n");
    for svg in [Some(ratings::svg(results)), heat::svg(results), ladder::svg(results)].into_iter().flatten() {
        put(&mut html, format_args!("<div class=\"card chart wide\">{svg}</div>\n"));
    }
    html.push_str("</div>\n");
    tables::put_all(&mut html, results);
    put(
        &mut html,
        format_args!(
            "<h2>Config</h2><details class=\"card\"><summary>every key with its value</summary><pre>{}</pre></details>\n\
             </main></body></html>\n",
            escape(&config.to_toml())
        ),
    );
    html
}

fn subtitle(results: &Results) -> String {
    format!(
        "{} players · {} games of {:.0} plies · {:.1} % drawn · White scored {:.3} · {} is {:.0} Elo{}",
        results.players.len(),
        results.games,
        results.plies,
        100.0 * results.draw_ratio,
        results.white_score,
        results.anchor,
        results.anchor_elo,
        if results.complete { "" } else { " · not all games have been played" }
    )
}

fn notes(results: &Results) -> Vec<String> {
    let mut notes: Vec<String> =
        results.anchor_note.iter().chain(&results.faults).chain(&results.failures).cloned().collect();
    if results.duplicates > 0 {
        notes.push(format!("{} games went exactly as another one between the same players", results.duplicates));
    }
    notes
}
