//! A test during a match: pairs count in the order of their numbers, whichever is finished first, so that the verdict does
//! not depend on the threads.

use crate::arena::{MatchTally, Sprt, Verdict};
use std::collections::BTreeMap;

/// A test under way.
#[derive(Clone, Debug)]
pub struct TestRun {
    test: Sprt,
    waiting: BTreeMap<u32, [f64; 2]>,
    tally: MatchTally,
    next: u32,
    verdict: Verdict,
}

impl TestRun {
    /// Before the first pair.
    pub fn new(test: Sprt) -> TestRun {
        TestRun { test, waiting: BTreeMap::new(), tally: MatchTally::new(), next: 0, verdict: Verdict::Open }
    }

    /// Takes the first player's scores of a pair.
    pub fn push(&mut self, pair: u32, scores: [f64; 2]) {
        self.waiting.insert(pair, scores);
        while self.verdict == Verdict::Open
            && let Some(scores) = self.waiting.remove(&self.next)
        {
            self.tally.push(scores);
            self.next += 1;
            self.verdict = self.test.verdict(self.llr());
        }
    }

    /// The log-likelihood ratio of the pairs that count so far.
    pub fn llr(&self) -> f64 {
        self.test.llr(&self.tally)
    }

    /// What has been decided.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// The first pair that no longer counts, once there is a verdict.
    pub fn end(&self) -> Option<u32> {
        (self.verdict != Verdict::Open).then_some(self.next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::SprtModel;

    #[test]
    fn the_order_of_arrival_does_not_matter() {
        let test = Sprt { model: SprtModel::Normalized, elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 };
        let scores = |i: u32| if i.is_multiple_of(5) { [0.5, 0.5] } else { [1.0, 0.5] };
        let mut ordered = TestRun::new(test);
        (0..200).for_each(|i| ordered.push(i, scores(i)));
        let mut mixed = TestRun::new(test);
        (0..200).map(|i| i ^ 7).for_each(|i| mixed.push(i, scores(i)));
        assert_eq!((ordered.verdict(), ordered.end()), (Verdict::H1, mixed.end()));
        assert_eq!(ordered.llr(), mixed.llr());
        assert!(ordered.end().unwrap() < 150);
    }
}
