//! Results as text: in the variant's own points if it has any, else as scores.

use crate::layout::Layout;
use crate::rules::Rules;

/// How far a result that was rounded may be off.
const ROUNDING: f32 = 2e-3;

impl<L: Layout> Rules<L> {
    /// White's and Black's points of a game, by White's expected score, if the variant counts points of its own.
    pub fn points(&self, white_score: f32) -> Option<[f32; 2]> {
        let points = self.variant.end.points?;
        let better = white_score.max(1.0 - white_score);
        let stalemate = 1.0 - self.variant.end.stalemate.stalemated_score();
        let [high, low] = match better {
            b if b >= 1.0 => points.win,
            b if b <= 0.5 => points.draw,
            b if (b - stalemate).abs() < ROUNDING => points.stalemate,
            // A mean of games, say: between a win and a draw.
            b => {
                let share = (b - 0.5) * 2.0;
                [0, 1].map(|i| points.draw[i] + share * (points.win[i] - points.draw[i]))
            }
        };
        Some(if white_score >= 0.5 { [high, low] } else { [low, high] })
    }

    /// A result as game texts have it: `3-0`, `1/2-1/2`, or `*` for a game that goes on.
    pub fn result_text(&self, white_score: Option<f32>) -> String {
        let Some(score) = white_score else { return "*".into() };
        match self.points(score) {
            Some([white, black]) => format!("{}-{}", short(white), short(black)),
            None if score == 0.5 => "1/2-1/2".into(),
            None => format!("{}-{}", short(score), short(1.0 - score)),
        }
    }

    /// White's expected score of a result's text; `Some(None)` for `*`.
    pub(super) fn parse_result(&self, text: &str) -> Option<Option<f32>> {
        if text == "*" {
            return Some(None);
        }
        let number = |text: &str| match text {
            "1/2" | "½" => Some(0.5),
            _ => text.parse::<f32>().ok().filter(|x| x.is_finite()),
        };
        let (white, black) = text.split_once(['-', '‐', '–'])?;
        let told = [number(white)?, number(black)?];
        let fits = |[white, black]: [f32; 2]| (white - told[0]).abs() < ROUNDING && (black - told[1]).abs() < ROUNDING;
        let own = |score: f32| self.points(score).unwrap_or([score, 1.0 - score]);
        self.scores().into_iter().find(|&score| fits(own(score))).map(Some)
    }

    /// White's expected scores that a game can end with, best first.
    fn scores(&self) -> [f32; 5] {
        let stalemated = self.variant.end.stalemate.stalemated_score();
        [1.0, 1.0 - stalemated, 0.5, stalemated, 0.0]
    }

    /// The results there are, for messages.
    pub(super) fn results(&self) -> String {
        let mut texts: Vec<String> = self.scores().iter().map(|&score| self.result_text(Some(score))).collect();
        texts.dedup();
        texts.join(", ") + " or *"
    }
}

/// A number as short as it can be told: 1, 0.5, 0.667.
fn short(x: f32) -> String {
    let text = format!("{x:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}
