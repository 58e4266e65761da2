//! The values with their intervals, beside the published ones: a panel for each of the two units.

use crate::piece_values::fit::Value;
use crate::piece_values::results::{Column, Results, Table};
use crate::report::{STYLE, escape, put};

const WIDTH: f64 = 1160.0;
const LEFT: f64 = 120.0;
const RIGHT: f64 = 30.0;
/// Height of one method's line within a kind, and the room around a kind.
const LINE: f64 = 15.0;
const ROOM: f64 = 14.0;
/// Height of what stands above a panel, and below it.
const HEAD: f64 = 40.0;
const FOOT: f64 = 34.0;
const COLORS: usize = 6;
/// Values further out than so many times the largest estimate are cut off at the edge: an interval without much to say would
/// push all others together.
const MOST: f64 = 1.6;
/// How lines of published tables are dashed, in turn.
const DASHES: [&str; 3] = ["", "4 3", "1 3"];

/// An axis has about so many ticks, at most.
const TICKS: f64 = 14.0;

/// Where an axis begins and ends, and the distance of its ticks.
struct Axis {
    least: f64,
    most: f64,
    step: f64,
}

impl Axis {
    /// Where a value is drawn; one beyond an end at this end.
    fn place(&self, value: f64) -> f64 {
        LEFT + ((value - self.least) / (self.most - self.least)).clamp(0.0, 1.0) * (WIDTH - LEFT - RIGHT)
    }
}

/// The least of 1, 2 and 5 times a power of ten that is not below.
fn round_above(x: f64) -> f64 {
    let power = 10f64.powf(x.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * power).find(|round| *round >= x).unwrap_or(10.0 * power)
}

/// What a panel shows.
struct Panel<'a> {
    unit: &'a str,
    columns: &'a [Column],
    tables: &'a [Table],
    /// Kinds with a row: where the pawn is the unit it has none.
    kinds: Vec<usize>,
}

/// The plot; `alone` as a file of its own, else for a page that has the style sheet.
pub(in crate::piece_values) fn plot(results: &Results, alone: bool) -> String {
    let kinds = 0..results.kinds.len();
    let (columns, tables) = (&results.columns, &results.tables);
    let mut panels = vec![Panel { unit: "in pawns", columns, tables, kinds: kinds.clone().skip(1).collect() }];
    if !results.scaled.is_empty() {
        let unit = "officers of an army worth together what the variant says";
        let (columns, tables) = (&results.scaled, &results.scaled_tables);
        panels.push(Panel { unit, columns, tables, kinds: kinds.collect() });
    }
    let legend = 24.0 * (1 + results.columns.len() + results.tables.len()).div_ceil(4) as f64;
    let height = 40.0 + legend + panels.iter().map(Panel::height).sum::<f64>();
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
             text-anchor=\"end\">95 % intervals; dashed: not established</text>",
            escape(&results.title),
            WIDTH - 14.0
        ),
    );
    put_legend(&mut svg, results);
    let mut top = 40.0 + legend;
    for panel in &panels {
        panel.put(&mut svg, results, top);
        top += panel.height();
    }
    svg + "</svg>"
}

impl Panel<'_> {
    fn band(&self) -> f64 {
        LINE * self.columns.len().max(1) as f64 + ROOM
    }

    fn height(&self) -> f64 {
        HEAD + self.band() * self.kinds.len() as f64 + FOOT
    }

    fn values(&self) -> impl Iterator<Item = &Value> {
        self.columns.iter().flat_map(|column| self.kinds.iter().map(|&i| &column.values[i]))
    }

    fn axis(&self) -> Axis {
        let published = self.tables.iter().flat_map(|t| self.kinds.iter().filter_map(|&i| t.values[i]));
        let largest = self.values().filter_map(|v| v.value).chain(published).fold(1.0, f64::max);
        let most = self.values().filter_map(|v| v.hi).fold(largest, f64::max).min(MOST * largest);
        let least = self.values().filter_map(|v| v.lo).fold(0.0, f64::min).max(-largest / 2.0);
        let step = round_above((most - least) / TICKS);
        Axis { least: (least / step).floor() * step, most: (most / step).ceil() * step, step }
    }

    fn put(&self, svg: &mut String, results: &Results, above: f64) {
        let axis = self.axis();
        let (top, bottom) = (above + HEAD, above + self.height() - FOOT);
        put(svg, format_args!("<text class=\"legend\" x=\"{LEFT}\" y=\"{:.1}\">{}</text>", top - 12.0, self.unit));
        for i in 0..=((axis.most - axis.least) / axis.step).round() as usize {
            // Never -0, nor 0.30000000000000004.
            let value = ((axis.least + i as f64 * axis.step) * 1e6).round() / 1e6 + 0.0;
            put(
                svg,
                format_args!(
                    "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{top:.1}\" y2=\"{bottom:.1}\"/><text x=\"{x:.1}\" \
                     y=\"{:.1}\" text-anchor=\"middle\">{value}</text>",
                    bottom + 17.0,
                    x = axis.place(value)
                ),
            );
        }
        for (row, &kind) in self.kinds.iter().enumerate() {
            self.put_kind(svg, &results.kinds[kind], kind, top + self.band() * row as f64, &axis);
        }
    }

    fn put_kind(&self, svg: &mut String, name: &str, kind: usize, y: f64, axis: &Axis) {
        put(
            svg,
            format_args!(
                "<text class=\"legend\" x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 14.0,
                y + self.band() / 2.0 + 4.0,
                escape(name)
            ),
        );
        for (table, dash) in self.tables.iter().zip(DASHES.iter().cycle()) {
            let Some(value) = table.values[kind] else { continue };
            put(
                svg,
                format_args!(
                    "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{:.1}\" y2=\"{:.1}\" stroke=\"var(--ink)\" stroke-width=\"1.6\" \
                     stroke-dasharray=\"{dash}\"/>",
                    y + ROOM / 2.0 - 2.0,
                    y + self.band() - ROOM / 2.0 + 2.0,
                    x = axis.place(value)
                ),
            );
        }
        for (c, column) in self.columns.iter().enumerate() {
            let value = &column.values[kind];
            let y = y + ROOM / 2.0 + LINE * (c as f64 + 0.5);
            let (Some(estimate), Some(lo), Some(hi)) = (value.value, value.lo, value.hi) else { continue };
            let dash = if value.established { "" } else { "3 3" };
            put(
                svg,
                format_args!(
                    "<g class=\"c{}\"><title>{} {}</title><line x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\" \
                     stroke=\"var(--c)\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"/><circle class=\"dot\" cx=\"{:.1}\" \
                     cy=\"{y:.1}\" r=\"4\"/></g>",
                    c % COLORS,
                    escape(&column.name()),
                    escape(&value.to_string()),
                    axis.place(lo),
                    axis.place(hi),
                    axis.place(estimate)
                ),
            );
            // An interval that goes on beyond the edge.
            for (beyond, x, back) in [(hi > axis.most, axis.place(hi), -7.0), (lo < axis.least, axis.place(lo), 7.0)] {
                if beyond {
                    put(
                        svg,
                        format_args!(
                            "<path class=\"c{}\" d=\"M{:.1} {:.1}L{x:.1} {y:.1}L{:.1} {:.1}\" fill=\"none\" \
                             stroke=\"var(--c)\" stroke-width=\"2\"/>",
                            c % COLORS,
                            x + back,
                            y - 5.0,
                            x + back,
                            y + 5.0
                        ),
                    );
                }
            }
        }
    }
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
    for (table, dash) in results.tables.iter().zip(DASHES.iter().cycle()) {
        let (x, y) = next();
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
