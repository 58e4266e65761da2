//! `info` lines.

use hexcore::{Layout, Rules};
use hexmcts::{Decision, Variation};
use hextrain::player::{centipawns, mate};
use std::fmt::Write;
use std::time::Duration;

/// The lines that tell a decision, one for each of its best moves.
pub(super) fn lines<L: Layout>(rules: &Rules<L>, decision: &Decision, time: Duration, show_wdl: bool) -> Vec<String> {
    let nps = decision.nodes as f64 / time.as_secs_f64().max(1e-6);
    let line = |(i, line): (usize, &Variation)| {
        let mut text = format!("info depth {} multipv {}", decision.depth.max(1), i + 1);
        score(&mut text, line, show_wdl);
        // Infallible: writing to a string.
        let _ = write!(text, " nodes {} nps {nps:.0} time {} pv", decision.nodes, time.as_millis());
        for &m in &line.pv {
            let _ = write!(text, " {}", rules.bare_text(m));
        }
        text
    };
    decision.lines.iter().enumerate().map(line).collect()
}

fn score(text: &mut String, line: &Variation, show_wdl: bool) {
    let _ = match line.proof.and_then(mate) {
        Some(moves) => write!(text, " score mate {moves}"),
        None => write!(text, " score cp {}", line.centipawns.unwrap_or_else(|| centipawns(line.value.score()))),
    };
    if show_wdl {
        let permille = |x: f32| (1000.0 * x).round() as i32;
        let (win, loss) = (permille(line.value.win), permille(line.value.loss));
        let _ = write!(text, " wdl {win} {} {loss}", 1000 - win - loss);
    }
}
