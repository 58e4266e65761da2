//! The values with their intervals, beside the published ones.

use crate::piece_values::results::Results;
use crate::report::{STYLE, escape, put};

const WIDTH: f64 = 1160.0;
const LEFT: f64 = 120.0;
const RIGHT: f64 = 30.0;
/// Height of one method's line within a kind, and the room around a kind.
const LINE: f64 = 15.0;
const ROOM: f64 = 14.0;
const COLORS: usize = 6;
/// Values further out are cut off at the edge: an interval without much to say would push all others together.
const MOST: f64 = 1.6;

/// The plot; `alone` as a file of its own, else for a page that has the style sheet.
pub(in crate::piece_values) fn plot(results: &Results, alone: bool) -> String {
    let kinds: Vec<usize> = (1..results.kinds.len()).collect();
    let lines = results.columns.len().max(1) as f64;
    let band = LINE * lines + ROOM;
    let legend = 24.0 * (1 + results.columns.len() + results.tables.len()).div_ceil(4) as f64;
    let top = 40.0 + legend;
    let height = top + band * kinds.len() as f64 + 36.0;
    let bottom = height - 32.0;
    let estimates = || {
        let measured = results.columns.iter().flat_map(|c| c.values.iter().skip(1).filter_map(|v| v.value));
        let published = results.tables.iter().flat_map(|t| t.values.iter().skip(1).copied().flatten());
        measured.chain(published)
    };
    let limit = MOST * estimates().fold(1.0, f64::max);
    let far = results.columns.iter().flat_map(|c| c.values.iter().skip(1).filter_map(|v| v.hi));
    let most = far.chain(estimates()).fold(1.0, f64::max).min(limit);
    let step = [0.5, 1.0, 2.0, 5.0, 10.0].into_iter().find(|s| most / s <= 14.0).unwrap_or(20.0);
    let most = (most / step).ceil() * step;
    let place = |value: f64| LEFT + (value / most).clamp(0.0, 1.0) * (WIDTH - LEFT - RIGHT);
    let mut svg = format!(
        "<svg class=\"plot\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" \
         aria-label=\"Piece values\">"
    );
    if alone {
        put(
            &mut svg,
            format_args!(
                "<style>{STYLE}</style><rect width=\"{WIDTH}\" height=\"{height:.0}\" fill=\"var(--paper)\"/>"
            ),
        );
    }
    put(
        &mut svg,
        format_args!(
            "<text class=\"title\" x=\"14\" y=\"24\">{}: piece values</text><text class=\"unit\" x=\"{:.0}\" y=\"24\" \
             text-anchor=\"end\">pawns, 95 % intervals; dashed: not established</text>",
            escape(&results.title),
            WIDTH - 14.0
        ),
    );
    put_legend(&mut svg, results);
    let ticks = (most / step).round() as usize;
    for i in 0..=ticks {
        let x = place(i as f64 * step);
        put(
            &mut svg,
            format_args!(
                "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{top:.1}\" y2=\"{bottom:.1}\"/><text x=\"{x:.1}\" \
                 y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                bottom + 17.0,
                i as f64 * step
            ),
        );
    }
    for (row, &i) in kinds.iter().enumerate() {
        let y = top + band * row as f64;
        put(
            &mut svg,
            format_args!(
                "<text class=\"legend\" x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 14.0,
                y + band / 2.0 + 4.0,
                escape(&results.kinds[i])
            ),
        );
        for (t, table) in results.tables.iter().enumerate() {
            let Some(value) = table.values[i] else { continue };
            let dash = ["", "4 3", "1 3"][t % 3];
            put(
                &mut svg,
                format_args!(
                    "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{:.1}\" y2=\"{:.1}\" stroke=\"var(--ink)\" stroke-width=\"1.6\" \
                     stroke-dasharray=\"{dash}\"/>",
                    y + ROOM / 2.0 - 2.0,
                    y + band - ROOM / 2.0 + 2.0,
                    x = place(value)
                ),
            );
        }
        for (c, column) in results.columns.iter().enumerate() {
            let value = &column.values[i];
            let y = y + ROOM / 2.0 + LINE * (c as f64 + 0.5);
            let (Some(estimate), Some(lo), Some(hi)) = (value.value, value.lo, value.hi) else { continue };
            let dash = if value.established { "" } else { "3 3" };
            put(
                &mut svg,
                format_args!(
                    "<g class=\"c{}\"><title>{} {}</title><line x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\" \
                     stroke=\"var(--c)\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"/><circle class=\"dot\" cx=\"{:.1}\" \
                     cy=\"{y:.1}\" r=\"4\"/></g>",
                    c % COLORS,
                    escape(&column.name()),
                    escape(&value.to_string()),
                    place(lo),
                    place(hi),
                    place(estimate)
                ),
            );
        }
    }
    svg + "</svg>"
}

fn put_legend(svg: &mut String, results: &Results) {
    let width = (WIDTH - 28.0) / 4.0;
    let mut slot = 0;
    let mut next = || {
        let at = (14.0 + width * f64::from(slot % 4), 46.0 + 24.0 * f64::from(slot / 4));
        slot += 1;
        at
    };
    for (c, column) in results.columns.iter().enumerate() {
        let (x, y) = next();
        put(
            svg,
            format_args!(
                "<circle class=\"dot c{}\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4.5\"/><text class=\"legend\" x=\"{:.1}\" \
                 y=\"{:.1}\">{}</text>",
                c % COLORS,
                x + 5.0,
                x + 16.0,
                y + 4.0,
                escape(&column.name())
            ),
        );
    }
    for (t, table) in results.tables.iter().enumerate() {
        let (x, y) = next();
        let dash = ["", "4 3", "1 3"][t % 3];
        put(
            svg,
            format_args!(
                "<line x1=\"{x0:.1}\" x2=\"{x0:.1}\" y1=\"{:.1}\" y2=\"{:.1}\" stroke=\"var(--ink)\" stroke-width=\"1.6\" \
                 stroke-dasharray=\"{dash}\"/><text class=\"legend\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                y - 8.0,
                y + 8.0,
                x + 16.0,
                y + 4.0,
                escape(&table.name),
                x0 = x + 5.0
            ),
        );
    }
}
