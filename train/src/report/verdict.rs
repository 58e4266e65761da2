//! Is it learning? In plain words, with the numbers.

use super::{Report, standard_errors_apart};
use crate::arena::Z;
use crate::metrics::{EvaluationRow, MetricsRow};
use crate::telemetry::clock;

/// The answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Learning {
    /// The net scores significantly better than it did at first.
    Yes,
    /// Not shown, one way or the other.
    NotShown,
    /// It scores significantly worse than it did at first.
    No,
    /// There are not yet two evaluations to compare.
    TooEarly,
}

/// The answer and its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The answer.
    pub learning: Learning,
    /// A sentence or three.
    pub text: String,
}

impl Report {
    /// Compares the first and the newest evaluation against each opponent; the clearest difference decides.
    pub fn verdict(&self) -> Verdict {
        let ladder: Vec<(String, &EvaluationRow, &EvaluationRow)> = self
            .opponents()
            .into_iter()
            .filter_map(|name| {
                let first = self.against(&name).next()?;
                let newest = self.against(&name).last()?;
                Some((name, first, newest))
            })
            .collect();
        let (learning, mut text) = compare(&ladder);
        if let Some((name, _, newest)) = ladder.iter().rev().find(|(_, _, newest)| newest.lo > 0.5) {
            text.push_str(&format!(
                " The newest net clearly beats {name}: {:.3} ({:.3} to {:.3}, {} games).",
                newest.score,
                newest.lo,
                newest.hi,
                2 * newest.pairs
            ));
        } else if !ladder.is_empty() {
            text.push_str(" It clearly beats none of its opponents yet.");
        }
        text.push_str(&self.loss_text());
        Verdict { learning, text }
    }

    fn loss_text(&self) -> String {
        // Of one stage: another one has other targets, and its losses say nothing beside these.
        let lossy = |row: &&MetricsRow| row.value_loss.is_some_and(f64::is_finite);
        let Some(phase) = self.metrics.iter().rfind(lossy).map(|row| &row.phase) else { return String::new() };
        let rows = self.metrics.iter().filter(|row| row.phase == *phase);
        let losses: Vec<f64> = rows.filter_map(|row| row.value_loss).filter(|x| x.is_finite()).collect();
        // A tenth at each end: single intervals are noisy.
        let part = losses.len().div_ceil(10);
        if losses.len() < 2 {
            return String::new();
        }
        let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
        let (first, last) = (mean(&losses[..part]), mean(&losses[losses.len() - part..]));
        format!(" In {phase} the value loss went from {first:.3} to {last:.3}.")
    }
}

fn compare(ladder: &[(String, &EvaluationRow, &EvaluationRow)]) -> (Learning, String) {
    let compared = ladder.iter().filter(|(_, first, newest)| first.generation != newest.generation);
    let clearest = compared
        .map(|(name, first, newest)| (standard_errors_apart(newest, first), name, first, newest))
        .max_by(|a, b| a.0.abs().total_cmp(&b.0.abs()));
    let Some((apart, name, first, newest)) = clearest else {
        return (Learning::TooEarly, "Too early to tell: it takes two evaluations, of different nets.".into());
    };
    let change = format!(
        "against {name} the score went from {:.3} ({:.3} to {:.3}) to {:.3} ({:.3} to {:.3}) between {} and {}",
        first.score,
        first.lo,
        first.hi,
        newest.score,
        newest.lo,
        newest.hi,
        clock(first.seconds),
        clock(newest.seconds)
    );
    match apart {
        a if a >= Z => (Learning::Yes, format!("Yes: {change}.")),
        a if a <= -Z => (Learning::No, format!("No, it got worse: {change}.")),
        _ => (Learning::NotShown, format!("Not shown: {change}, which may be chance.")),
    }
}
