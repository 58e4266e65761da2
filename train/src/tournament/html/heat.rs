//! The crosstable as a heat map.

use crate::report::{escape, put};
use crate::tournament::results::Results;

const LEFT: f64 = 250.0;
const TOP: f64 = 66.0;

/// None for two players: there is one number only.
pub(super) fn svg(results: &Results) -> Option<String> {
    let players = &results.players;
    if players.len() < 3 {
        return None;
    }
    let n = players.len() as f64;
    let size = ((1160.0 - LEFT - 14.0) / n).min(64.0);
    let tall = size.min(34.0);
    let (width, height) = (1160.0, TOP + tall * n + 14.0);
    let mut svg = format!(
        "<svg class=\"plot\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height:.0}\" role=\"img\" \
         aria-label=\"Crosstable\"><text class=\"title\" x=\"14\" y=\"24\">Crosstable</text>\
         <text class=\"unit\" x=\"1146\" y=\"24\" text-anchor=\"end\">score of the line's player in %</text>"
    );
    for (i, player) in players.iter().enumerate() {
        let (x, y) = (LEFT + size * i as f64, TOP + tall * i as f64);
        put(
            &mut svg,
            format_args!(
                "<text class=\"name\" x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{} {}</text>\
                 <text x=\"{:.1}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
                LEFT - 12.0,
                y + tall / 2.0 + 4.0,
                escape(&player.name),
                i + 1,
                x + size / 2.0,
                TOP - 10.0,
                i + 1
            ),
        );
        for (j, other) in players.iter().enumerate() {
            let Some(([score, lo, hi], games)) = results.between(&player.name, &other.name) else { continue };
            let x = LEFT + size * j as f64;
            // From level, which is the paper, to one-sided.
            let color = if score >= 0.5 { "var(--c0)" } else { "var(--c1)" };
            put(
                &mut svg,
                format_args!(
                    "<g><title>{} against {}: {score:.3} ({lo:.3} to {hi:.3}) in {games} games</title>\
                     <rect class=\"cell\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{size:.1}\" height=\"{tall:.1}\" fill=\"{color}\" \
                     fill-opacity=\"{:.2}\"/><text class=\"value\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{:.0}</text></g>",
                    escape(&player.name),
                    escape(&other.name),
                    (0.7 * (2.0 * score - 1.0).abs()).max(0.04),
                    x + size / 2.0,
                    y + tall / 2.0 + 4.0,
                    100.0 * score
                ),
            );
        }
    }
    Some(svg + "</svg>")
}
