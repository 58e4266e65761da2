//! A chart over time, as SVG.

use super::axis::Axis;
use super::style::{COLORS, STYLE};
use std::fmt::Write;

const LEFT: f64 = 52.0;
const RIGHT: f64 = 14.0;
const BOTTOM: f64 = 38.0;
/// Between the points of two series at the same time, so that their intervals stay apart.
const APART: f64 = 5.0;
/// More points than this make a line no clearer.
const MOST_POINTS: usize = 300;

/// A chart over time.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// What the value axis counts.
    pub unit: String,
    /// Whether values are shares of 1, shown in percent.
    pub percent: bool,
    /// Ends of the value axis that don't depend on the values.
    pub fixed: [Option<f64>; 2],
    /// A horizontal line to compare with.
    pub guide: Option<f64>,
    /// Stretches of time to be set off.
    pub bands: Vec<Band>,
    /// What is drawn, at most six series.
    pub series: Vec<Series>,
    /// Length of the time axis, in seconds.
    pub seconds: f64,
    /// Whether it is drawn twice as wide.
    pub wide: bool,
}

/// A stretch of time.
#[derive(Clone, Debug, PartialEq)]
pub struct Band {
    /// Its begin and end, in seconds.
    pub from: f64,
    /// Its end, in seconds.
    pub to: f64,
    /// What it is.
    pub label: String,
}

/// A row of points.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What it is.
    pub name: String,
    /// How it is drawn.
    pub mark: Mark,
    /// By rising time; points that are not finite are left out.
    pub points: Vec<Point>,
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A line.
    Line,
    /// A line that holds each value until the next.
    Step,
    /// Points with their intervals, joined by a line.
    Interval,
}

/// A value at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Seconds.
    pub x: f64,
    /// The value.
    pub y: f64,
    /// Ends of its interval.
    pub interval: Option<[f64; 2]>,
}

impl Point {
    /// A point without an interval.
    pub fn new(x: f64, y: f64) -> Self {
        Self { x, y, interval: None }
    }
}

impl Chart {
    /// Whether there is anything to draw.
    pub fn is_empty(&self) -> bool {
        self.series.iter().all(|series| finite(&series.points).next().is_none())
    }

    /// The chart for a report, whose page has the charts' style sheet.
    pub fn svg(&self) -> String {
        self.draw("")
    }

    /// The chart as a file of its own.
    pub fn standalone(&self) -> String {
        let (width, height) = self.size();
        let own = format!("<style>{STYLE}</style><rect width=\"{width}\" height=\"{height}\" fill=\"var(--paper)\"/>");
        self.draw(&own)
    }

    fn size(&self) -> (f64, f64) {
        if self.wide { (1160.0, 380.0) } else { (560.0, 300.0) }
    }

    fn draw(&self, prelude: &str) -> String {
        let (width, height) = self.size();
        let points = || self.series.iter().flat_map(|series| finite(&series.points));
        let values = points().flat_map(|p| [p.y].into_iter().chain(p.interval.into_iter().flatten()));
        let y = Axis::values(values.chain(self.guide), self.fixed, self.percent);
        let last = points().map(|p| p.x).fold(self.seconds, f64::max);
        let (x, time) = Axis::time(last);
        let legend = self.legend();
        let top = match (legend.is_empty(), self.bands.is_empty()) {
            (true, true) => 46.0,
            (true, false) => 54.0,
            (false, true) => 62.0,
            (false, false) => 70.0,
        };
        let frame = Frame { x, y, top, bottom: height - BOTTOM, right: width - RIGHT };
        let mut svg = format!(
            "<svg class=\"plot\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
             aria-label=\"{title}\">{prelude}<text class=\"title\" x=\"14\" y=\"24\">{title}</text>{legend}",
            title = escape(&self.title)
        );
        self.scales(&frame, time, &mut svg);
        for (i, series) in self.series.iter().enumerate() {
            let aside = APART * (i as f64 - (self.series.len() as f64 - 1.0) / 2.0);
            let aside = if series.mark == Mark::Interval { aside } else { 0.0 };
            draw_series(series, i % COLORS, &frame, (aside, self.percent), &mut svg);
        }
        svg.push_str("</svg>");
        svg
    }

    fn legend(&self) -> String {
        let mut text = String::new();
        if self.series.len() < 2 {
            return text;
        }
        let mut left = 14.0;
        for (i, series) in self.series.iter().enumerate() {
            let color = i % COLORS;
            put(
                &mut text,
                format_args!(
                    "<rect class=\"swatch c{color}\" x=\"{left:.0}\" y=\"38\" width=\"12\" height=\"4\" rx=\"2\"/>\
                     <text class=\"legend\" x=\"{:.0}\" y=\"44\">{}</text>",
                    left + 17.0,
                    escape(&series.name)
                ),
            );
            left += 34.0 + 6.6 * series.name.chars().count() as f64;
        }
        text
    }

    /// Bands, grid, axes and their labels.
    fn scales(&self, frame: &Frame, time: &str, svg: &mut String) {
        let &Frame { top, bottom, right, .. } = frame;
        for band in &self.bands {
            let (from, to) = (frame.left(band.from.max(0.0)), frame.left(band.to.min(frame.x.hi)));
            let width = (to - from).max(0.0);
            put(
                svg,
                format_args!(
                    "<rect class=\"band\" x=\"{from:.1}\" y=\"{top}\" width=\"{width:.1}\" height=\"{:.1}\"/>",
                    bottom - top
                ),
            );
            if width > 6.5 * band.label.chars().count() as f64 {
                put(
                    svg,
                    format_args!(
                        "<text class=\"unit\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                        from + 1.0,
                        top - 5.0,
                        escape(&band.label)
                    ),
                );
            }
        }
        for (at, label) in &frame.y.ticks {
            let y = frame.height(*at);
            put(
                svg,
                format_args!(
                    "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                     <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
                    LEFT - 7.0,
                    y + 4.0
                ),
            );
        }
        for (at, label) in &frame.x.ticks {
            put(
                svg,
                format_args!(
                    "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>",
                    frame.left(*at),
                    bottom + 17.0
                ),
            );
        }
        put(
            svg,
            format_args!(
                "<line class=\"axis\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{bottom}\" y2=\"{bottom}\"/>\
                 <text class=\"unit\" x=\"{right}\" y=\"{:.1}\" text-anchor=\"end\">{time}</text>\
                 <text class=\"unit\" x=\"{right}\" y=\"24\" text-anchor=\"end\">{}</text>",
                bottom + BOTTOM - 5.0,
                escape(&self.unit)
            ),
        );
        if let Some(guide) = self.guide {
            let y = frame.height(guide);
            put(svg, format_args!("<line class=\"guide\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>"));
        }
    }
}

/// From data to the page.
struct Frame {
    x: Axis,
    y: Axis,
    top: f64,
    bottom: f64,
    right: f64,
}

impl Frame {
    fn left(&self, x: f64) -> f64 {
        LEFT + self.x.place(x) * (self.right - LEFT)
    }

    fn height(&self, y: f64) -> f64 {
        self.bottom - self.y.place(y).clamp(-0.02, 1.02) * (self.bottom - self.top)
    }
}

/// Draws a series, `aside` by so many pixels.
fn draw_series(series: &Series, color: usize, frame: &Frame, (aside, percent): (f64, bool), svg: &mut String) {
    let points: Vec<Point> = match series.mark {
        Mark::Line => thinned(finite(&series.points).collect()),
        Mark::Step | Mark::Interval => finite(&series.points).collect(),
    };
    let mut path = String::new();
    for (i, point) in points.iter().enumerate() {
        let (x, y) = (frame.left(point.x) + aside, frame.height(point.y));
        match (i, series.mark) {
            (0, _) => put(&mut path, format_args!("M{x:.1} {y:.1}")),
            (_, Mark::Step) => put(&mut path, format_args!("H{x:.1}V{y:.1}")),
            _ => put(&mut path, format_args!("L{x:.1} {y:.1}")),
        }
    }
    if points.len() > 1 {
        put(svg, format_args!("<path class=\"line c{color}\" d=\"{path}\"/>"));
    }
    let lone = points.len() == 1;
    for point in points.iter().filter(|_| lone || series.mark == Mark::Interval) {
        let (x, y) = (frame.left(point.x) + aside, frame.height(point.y));
        if let Some([lo, hi]) = point.interval {
            let (y1, y2) = (frame.height(lo), frame.height(hi));
            put(
                svg,
                format_args!(
                    "<line class=\"bar c{color}\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{y1:.1}\" y2=\"{y2:.1}\"/>"
                ),
            );
        }
        put(
            svg,
            format_args!(
                "<circle class=\"dot c{color}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.6\"><title>{}: {}</title></circle>",
                escape(&series.name),
                value_text(point, percent)
            ),
        );
    }
}

fn value_text(point: &Point, percent: bool) -> String {
    let number = |x: f64| if percent { format!("{:.1} %", 100.0 * x) } else { format!("{x:.3}") };
    match point.interval {
        Some([lo, hi]) => format!("{} ({} to {})", number(point.y), number(lo), number(hi)),
        None => number(point.y),
    }
}

fn finite(points: &[Point]) -> impl Iterator<Item = Point> + '_ {
    points.iter().copied().filter(|p| p.x.is_finite() && p.y.is_finite())
}

/// Means of neighbours, so that at most [`MOST_POINTS`] remain.
fn thinned(points: Vec<Point>) -> Vec<Point> {
    let each = points.len().div_ceil(MOST_POINTS).max(1);
    let mean = |group: &[Point], of: fn(&Point) -> f64| group.iter().map(of).sum::<f64>() / group.len() as f64;
    points.chunks(each).map(|group| Point::new(mean(group, |p| p.x), mean(group, |p| p.y))).collect()
}

/// Text for XML.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

/// Appends to a string, which cannot fail.
pub(crate) fn put(text: &mut String, what: std::fmt::Arguments<'_>) {
    let _ = text.write_fmt(what);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(points: Vec<Point>, mark: Mark) -> Chart {
        let series = |name: &str| Series { name: name.into(), mark, points: points.clone() };
        Chart {
            title: "a < b & \"c\"".into(),
            series: vec![series("one"), series("two")],
            seconds: 100.0,
            ..Chart::default()
        }
    }

    #[test]
    fn lines_are_thinned_and_text_is_escaped() {
        let points = (0..10_000).map(|i| Point::new(f64::from(i), f64::from(i % 7))).collect();
        let svg = chart(points, Mark::Line).svg();
        assert!(svg.len() < 15_000, "{}", svg.len());
        assert!(svg.contains("a &lt; b &amp; &quot;c&quot;"));
        assert!(svg.contains(">one</text>") && svg.contains("class=\"line c1\""));
    }

    #[test]
    fn odd_points_leave_no_trace_in_the_picture() {
        let points = vec![
            Point::new(f64::NAN, 1.0),
            Point::new(1.0, f64::INFINITY),
            Point { x: 50.0, y: 0.5, interval: Some([0.25, f64::INFINITY]) },
        ];
        for mark in [Mark::Line, Mark::Step, Mark::Interval] {
            let svg = chart(points.clone(), mark).svg();
            assert!(!svg.contains("NaN") && !svg.contains("d=\"\""), "{svg}");
            assert_eq!(svg.matches("<circle").count(), 2);
        }
        let none = chart(vec![Point::new(1.0, f64::NAN)], Mark::Line);
        assert!(none.is_empty());
        assert!(none.standalone().contains("<style>"));
    }

    #[test]
    fn steps_hold_their_value() {
        let svg = chart(vec![Point::new(0.0, 1.0), Point::new(50.0, 2.0)], Mark::Step).svg();
        assert!(svg.contains("d=\"M52.0 262.0H299.0V62.0\""), "{svg}");
    }
}
