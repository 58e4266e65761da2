//! The report: one HTML file that needs nothing beside it.

use super::plot::plot;
use super::text::{PHASES, by_phase, elo, played_with, shown};
use crate::piece_values::config::PieceValuesConfig;
use crate::piece_values::fit::Value;
use crate::piece_values::homes::HomeResult;
use crate::piece_values::matches::Matches;
use crate::piece_values::results::{Column, Comparison, Results, Table};
use crate::report::{PAGE_STYLE, STYLE, escape, put};

/// How each method works, for the reader of the page.
const METHODS: [(&str, &str); 4] = [
    (
        "Matches",
        "One side lacks some men, the other side others, after the same random opening; both games of a pair swap which side \
         lacks what. A logistic regression of all pairs puts the imbalances together, in units of a pawn; the bootstrap draws \
         pairs. Men are assigned here, not won, so that this is what they cause. Where values do not add up, intervals are wider by \
         the root of the dispersion.",
    ),
    (
        "Outcomes",
        "A logistic regression of the outcomes of whole games on the differences of men in at most a few quiet positions of \
         each; the bootstrap draws games. Confounded: who plays better wins men as well as games.",
    ),
    (
        "Nets",
        "How much the logit of a net's expected score changes when a man is taken off the board, in units of the same for \
         pawns. The interval has the spread of independently trained nets in it, for which three are the least.",
    ),
    (
        "Arbiter",
        "An alpha-beta that counts men by the values of the matches, officers worth together what the variant says, against the \
         same one with the variant's values.",
    ),
];

/// The page.
pub(in crate::piece_values) fn page(results: &Results, config: &PieceValuesConfig) -> String {
    let title = format!("{}: piece values", results.title);
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width,initial-scale=1\"><title>{title}</title><style>{STYLE}{PAGE_STYLE}</style></head>\n\
         <body><main><h1>{title}</h1><p class=\"sub\">{}</p>\n",
        escape(&subtitle(results)),
        title = escape(&title)
    );
    put_verdicts(&mut html, results);
    put(
        &mut html,
        format_args!(
            "<div class=\"charts\" style=\"margin-top:14px\"><div class=\"card chart wide\">{}</div></div>\n",
            plot(results, false)
        ),
    );
    put_values(&mut html, results);
    put_comparisons(&mut html, results);
    results.matches.iter().for_each(|m| put_matches(&mut html, m, results.unit()));
    put_outcomes(&mut html, results);
    put_nets(&mut html, results);
    html.push_str("<h2>Methods</h2><div class=\"card\" style=\"padding:10px 18px\">");
    METHODS.iter().for_each(|(name, text)| put(&mut html, format_args!("<p><b>{name}.</b> {text}</p>")));
    put(
        &mut html,
        format_args!(
            "</div>\n<h2>Config</h2><details class=\"card\"><summary>every key with its value; the same config and seed play \
             the same games</summary><pre>{}</pre></details>\n</main></body></html>\n",
            escape(&config.to_toml())
        ),
    );
    html
}

fn subtitle(results: &Results) -> String {
    let quick = if results.quick { "quick mode, wide intervals · " } else { "" };
    format!(
        "{quick}rules {} · seed {} · commit {} · {} · {}",
        results.rules_id, results.seed, results.commit, results.machine, results.finished
    )
}

fn table(html: &mut String, title: &str, header: &[String], rows: impl Iterator<Item = Vec<String>>) {
    put(html, format_args!("<h2>{}</h2><div class=\"card scroll\"><table><tr>", escape(title)));
    header.iter().for_each(|cell| put(html, format_args!("<th>{}</th>", escape(cell))));
    html.push_str("</tr>\n");
    for row in rows {
        html.push_str("<tr>");
        row.iter().for_each(|cell| put(html, format_args!("<td>{}</td>", escape(cell))));
        html.push_str("</tr>\n");
    }
    html.push_str("</table></div>\n");
}

fn strings(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|cell| cell.to_string()).collect()
}

fn put_verdicts(html: &mut String, results: &Results) {
    if let Some(a) = &results.arbiter {
        let class = match a.verdict {
            crate::arena::Verdict::H1 => " yes",
            crate::arena::Verdict::H0 => " no",
            crate::arena::Verdict::Open => "",
        };
        put(
            html,
            format_args!(
                "<div class=\"card verdict{class}\"><b>Measured values against the variant's: {:.3} ({:.3} to {:.3}) in {} \
                 games</b>{}, likelihood of superiority {:.3}, {:.1} % drawn; test: {}, log-likelihood ratio {:.2}; {}</div>\n",
                a.score,
                a.lo,
                a.hi,
                a.games,
                elo(a),
                a.los,
                100.0 * a.draws,
                a.verdict,
                a.llr,
                escape(&played_with(a))
            ),
        );
    }
    for note in &results.notes {
        put(html, format_args!("<div class=\"card verdict\">{}</div>\n", escape(note)));
    }
    for line in results.contradictions() {
        put(html, format_args!("<div class=\"card alarm\"><b>Disagreement</b> {}</div>\n", escape(&line)));
    }
}

fn put_values(html: &mut String, results: &Results) {
    let in_units = format!("Values, {} = 1; in brackets: not established", results.unit());
    for (columns, tables, title) in [
        (&results.columns, &results.tables, &*in_units),
        (
            &results.scaled,
            &results.scaled_tables,
            "The same where the officers of an army are worth together what the variant says",
        ),
    ] {
        if columns.is_empty() {
            continue;
        }
        let published = tables.iter().map(|t| t.name.clone());
        let header: Vec<String> =
            std::iter::once("kind".to_string()).chain(published).chain(columns.iter().map(Column::name)).collect();
        let rows = results.kinds.iter().enumerate().map(|(i, kind)| {
            let published = tables.iter().map(|t| t.values[i].map_or("-".into(), |v| format!("{v:.2}")));
            let measured = columns.iter().map(|c| shown(&c.values[i]));
            std::iter::once(kind.clone()).chain(published).chain(measured).collect()
        });
        table(html, title, &header, rows);
    }
}

fn put_comparisons(html: &mut String, results: &Results) {
    let published = results.tables.iter().map(|t| t.name.clone());
    let header: Vec<String> = ["kind".to_string(), "method".to_string()].into_iter().chain(published).collect();
    let mut rows: Vec<Vec<String>> = Vec::new();
    for kind in &results.kinds {
        for column in results.columns.iter().chain(&results.scaled).map(Column::name) {
            let about: Vec<&Comparison> =
                results.comparisons.iter().filter(|c| c.kind == *kind && c.column == column).collect();
            let against = |table: &Table| {
                let found = about.iter().find(|c| c.table == table.name);
                found.map_or("-".into(), |c| format!("{:+.1}", c.z))
            };
            if !about.is_empty() {
                rows.push(
                    [kind.clone(), column.clone()].into_iter().chain(results.tables.iter().map(against)).collect(),
                );
            }
        }
    }
    table(html, "Measured less published, in standard errors", &header, rows.into_iter());
}

fn put_matches(html: &mut String, m: &Matches, unit: &str) {
    let title = format!(
        "Imbalances, {} against itself: {} pairs, as good as {:.0} lone games; {:.1} % drawn",
        m.player,
        m.pairs,
        m.effective_games,
        100.0 * m.draws
    );
    let rows = m.imbalances.iter().map(|i| {
        let interval = format!("{:.3} to {:.3}", i.lo, i.hi);
        vec![i.imbalance.clone(), i.pairs.to_string(), format!("{:.3}", i.score), interval, format!("{:.3}", i.fitted)]
    });
    table(html, &title, &strings(&["lacking", "pairs", "score of the first", "95 % interval", "fitted"]), rows);
    let a = &m.additivity;
    put(
        html,
        format_args!(
            "<p class=\"sub\">Do values add up? chi-square {:.1} with {} degrees of freedom, probability {:.3}; intervals are \
             {:.2} times as wide as pairs alone would have them. A {} in logits: {}.",
            a.chi_square,
            a.degrees,
            a.probability,
            a.widened,
            escape(unit),
            shown(&m.pawn)
        ),
    );
    m.sets.iter().zip(&m.scaled_sets).for_each(|(set, scaled)| {
        let [name, set, scaled] = [escape(&set.kind), shown(set), shown(scaled)];
        put(html, format_args!(" {name}, above its men: {set}, scaled {scaled}."));
    });
    html.push_str("</p>\n");
    let homes = |home: &HomeResult| {
        vec![
            home.home.clone(),
            home.pairs.to_string(),
            if home.error.is_finite() {
                format!("{:+.3} ± {:.3}", home.score, crate::arena::Z * home.error)
            } else {
                "not established".into()
            },
        ]
    };
    if !m.pawns.is_empty() {
        let title = format!("Which pawn was given ({}), ± 95 %", m.player);
        table(html, &title, &strings(&["home", "pairs", "score without it"]), m.pawns.iter().map(homes));
    }
    if !m.colors.is_empty() {
        let title = format!("Which color was given ({}), ± 95 %", m.player);
        table(html, &title, &strings(&["man", "pairs", "score less fitted"]), m.colors.iter().map(homes));
    }
}

fn put_outcomes(html: &mut String, results: &Results) {
    for o in &results.outcomes {
        let title = format!(
            "Outcomes, {} against itself: {} positions of {} games, as good as {:.0} of games of their own; {:.1} % drawn, \
             White scores {:.3}",
            o.player,
            o.positions,
            o.games,
            o.effective_positions,
            100.0 * o.draws,
            o.white
        );
        let rows = results.kinds.iter().enumerate().map(|(i, kind)| {
            let first = [kind.clone(), shown(&o.values[i]), shown(&o.scaled[i])];
            first.into_iter().chain(by_phase(o, i)).chain([o.values[i].units.to_string()]).collect()
        });
        let more = |v: &Value, scaled: Option<&Value>| {
            let first = [v.kind.clone(), shown(v), scaled.map_or("-".into(), shown)];
            first.into_iter().chain(PHASES.map(|_| "-".into())).chain([v.units.to_string()]).collect()
        };
        let sets = o.sets.iter().zip(&o.scaled_sets).map(|(set, scaled)| more(set, Some(scaled)));
        let more = sets.chain(o.colors.iter().chain([&o.tempo]).map(|v| more(v, None)));
        let header =
            ["kind", "whole game", "whole game, scaled"].into_iter().chain(PHASES).chain(["games that speak of it"]);
        let header: Vec<String> = header.map(String::from).collect();
        table(html, &title, &header, rows.chain(more));
    }
}

fn put_nets(html: &mut String, results: &Results) {
    let Some(probes) = &results.probes else { return };
    let names = probes.nets.iter().map(|net| net.net.clone());
    let header: Vec<String> =
        ["kind".to_string()].into_iter().chain(names).chain(["spread of nets".to_string()]).collect();
    let rows = results.kinds.iter().enumerate().map(|(i, kind)| {
        let nets = probes.nets.iter().map(|net| shown(&net.values[i]));
        let spread = probes.spread[i].map_or("-".into(), |s| format!("{s:.2}"));
        std::iter::once(kind.clone()).chain(nets).chain([spread]).collect()
    });
    let title = format!("Nets, asked in {} positions; intervals over positions alone", probes.positions);
    table(html, &title, &header, rows);
}
