//! How well an evaluator knows an ending: whether the sign of its value agrees with the truth.

use hexcore::Layout;
use hexcore::Rules;
use hexmcts::Evaluator;
use hexmcts::tablebase::{Sampler, Table, Worth, score};
use serde::Serialize;
use std::sync::Arc;

/// An evaluator's marks in one ending.
#[derive(Clone, Debug, Serialize)]
pub struct Grade {
    /// The ending.
    pub ending: String,
    /// Positions looked at.
    pub positions: u32,
    /// Percent of the decided ones in which the better side's expected score is above a half.
    pub sign: f64,
    /// Decided positions among them.
    pub decided: u32,
    /// Of those the side to move wins, percent judged above a half.
    pub wins: f64,
    /// Of those it loses, percent judged below a half.
    pub losses: f64,
    /// Mean expected score of the side to move in drawn positions, 0 to 1; none if there are none.
    pub drawn: Option<f64>,
    /// Mean distance of the expected score from the true one.
    pub error: f64,
}

#[derive(Default)]
struct Sums {
    right: [u32; 2],
    seen: [u32; 2],
    drawn: f64,
    draws: u32,
    error: f64,
}

/// Lets an evaluator judge `positions` random positions of an ending.
pub fn examine<L: Layout>(
    rules: &Rules<L>,
    ending: &str,
    table: Arc<Table>,
    evaluator: &mut dyn Evaluator<L>,
    positions: u32,
    seed: u64,
) -> Grade {
    let mut sampler = Sampler::new(rules, table, seed);
    let mut sums = Sums::default();
    let mut count = 0;
    while count < positions {
        let Some(sample) = sampler.draw(None) else { break };
        count += 1;
        let judged = evaluator.value(rules, &sample.position).score();
        let truth = score(rules, sample.exact.worth);
        sums.error += f64::from((judged - truth).abs());
        let place = match sample.exact.worth {
            Worth::Win | Worth::Stalemates => 0,
            Worth::Loss | Worth::Stalemated => 1,
            Worth::Draw => {
                sums.drawn += f64::from(judged);
                sums.draws += 1;
                continue;
            }
        };
        sums.seen[place] += 1;
        sums.right[place] += u32::from(if place == 0 { judged > 0.5 } else { judged < 0.5 });
    }
    let percent = |right: u32, seen: u32| if seen == 0 { 0.0 } else { 100.0 * f64::from(right) / f64::from(seen) };
    Grade {
        ending: ending.to_string(),
        positions: count,
        sign: percent(sums.right.iter().sum(), sums.seen.iter().sum()),
        decided: sums.seen.iter().sum(),
        wins: percent(sums.right[0], sums.seen[0]),
        losses: percent(sums.right[1], sums.seen[1]),
        drawn: (sums.draws != 0).then(|| sums.drawn / f64::from(sums.draws)),
        error: sums.error / f64::from(count.max(1)),
    }
}
