//! Ratings with their intervals, one line a player.

use crate::report::{escape, put};
use crate::tournament::results::Results;
use crate::tournament::standing::Standing;
use crate::tournament::text::rating;

const WIDTH: f64 = 1160.0;
const LEFT: f64 = 250.0;
const RIGHT: f64 = 130.0;
const TOP: f64 = 62.0;
const ROW: f64 = 28.0;

pub(super) fn svg(results: &Results) -> String {
    let players = &results.players;
    let known = || players.iter().flat_map(|s| [s.rating, s.rating_lo, s.rating_hi]).flatten();
    let (mut lo, mut hi) = (known().fold(f64::INFINITY, f64::min), known().fold(f64::NEG_INFINITY, f64::max));
    if lo >= hi {
        (lo, hi) = (results.anchor_elo - 100.0, results.anchor_elo + 100.0);
    }
    let step = [25.0, 50.0, 100.0, 200.0, 500.0, 1000.0].into_iter().find(|s| (hi - lo) / s <= 8.0).unwrap_or(2000.0);
    (lo, hi) = ((lo / step).floor() * step, (hi / step).ceil() * step);
    let height = TOP + ROW * players.len() as f64 + 34.0;
    let bottom = height - 30.0;
    let place = |elo: f64| LEFT + (elo - lo) / (hi - lo) * (WIDTH - LEFT - RIGHT);
    let mut svg = format!(
        "<svg class=\"plot\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
         aria-label=\"Ratings\"><text class=\"title\" x=\"14\" y=\"24\">Ratings</text>\
         <text class=\"unit\" x=\"{:.0}\" y=\"24\" text-anchor=\"end\">Elo, all games together, 95 % intervals; {} is {:.0}</text>",
        WIDTH - 14.0,
        escape(&results.anchor),
        results.anchor_elo
    );
    let mut tick = lo;
    while tick <= hi + step / 2.0 {
        let x = place(tick);
        put(
            &mut svg,
            format_args!(
                "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{:.1}\" y2=\"{bottom:.1}\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{tick:.0}</text>",
                TOP - 12.0,
                bottom + 17.0
            ),
        );
        tick += step;
    }
    for (i, s) in players.iter().enumerate() {
        row(&mut svg, s, TOP + ROW * (i as f64 + 0.5), (&place, [lo, hi]));
    }
    svg + "</svg>"
}

fn row(svg: &mut String, s: &Standing, y: f64, (place, ends): (&dyn Fn(f64) -> f64, [f64; 2])) {
    put(
        svg,
        format_args!(
            "<text class=\"name\" x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 14.0,
            y + 4.0,
            escape(&s.name)
        ),
    );
    if let Some([from, to]) = match (s.rating_lo, s.rating_hi) {
        (None, None) => None,
        (from, to) => Some([from.unwrap_or(ends[0]), to.unwrap_or(ends[1])]),
    } {
        let open = if s.rating_lo.is_none() || s.rating_hi.is_none() { " open" } else { "" };
        put(
            svg,
            format_args!(
                "<line class=\"reach{open}\" x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>",
                place(from),
                place(to)
            ),
        );
    }
    if let Some(elo) = s.rating {
        put(svg, format_args!("<circle class=\"dot c0\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4.2\"/>", place(elo)));
    }
    put(
        svg,
        format_args!(
            "<text class=\"name\" x=\"{:.0}\" y=\"{:.1}\">{}</text>",
            WIDTH - RIGHT + 14.0,
            y + 4.0,
            escape(&rating(s))
        ),
    );
}
