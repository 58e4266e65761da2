//! A value with its interval.

use serde::Serialize;

/// So many units, and what they are: fewer establish nothing.
#[derive(Clone, Copy, Debug)]
pub(in crate::piece_values) struct Least(pub(in crate::piece_values) u64, pub(in crate::piece_values) &'static str);

/// What a kind of man is worth by one method, in pawns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Value {
    /// Name of the kind, or of what else is measured (`bishop set`).
    pub kind: String,
    /// The estimate; none without an interval.
    pub value: Option<f64>,
    /// Lower end of the 95 % interval; none if it is open.
    pub lo: Option<f64>,
    /// Upper end; none if it is open.
    pub hi: Option<f64>,
    /// Independent units that speak of it: pairs, games or nets, as the method counts.
    pub units: u64,
    /// Whether the number may be used: an interval with two ends, from enough units.
    pub established: bool,
    /// Why it may not, in words; empty if it may.
    pub reason: String,
}

const NOTHING: &str = "nothing speaks of it";

impl Value {
    /// An estimate with the samples of its bootstrap: the interval is between their 2.5 % and 97.5 % points. Samples that
    /// are not finite (a pawn of no worth to measure by) lie beyond all others, to both sides.
    pub(in crate::piece_values) fn new(
        kind: &str,
        value: f64,
        mut samples: Vec<f64>,
        units: u64,
        least: Least,
    ) -> Value {
        let strange = samples.iter().filter(|x| !x.is_finite()).count();
        samples.retain(|x| x.is_finite());
        samples.sort_by(f64::total_cmp);
        let cut = (0.025 * (samples.len() + strange) as f64) as usize;
        // Half of the strange ones at either end, rounded up.
        let inner = cut.checked_sub(strange.div_ceil(2)).filter(|&i| 2 * i < samples.len());
        let ends = inner.map(|i| [samples[i], samples[samples.len() - 1 - i]]);
        Value::of(kind, value, ends, units, least)
    }

    /// An estimate with its interval, if it has one.
    pub(in crate::piece_values) fn of(
        kind: &str,
        value: f64,
        ends: Option<[f64; 2]>,
        units: u64,
        least: Least,
    ) -> Value {
        let value = Some(value).filter(|value| value.is_finite() && ends.is_some());
        let reason = if units == 0 {
            NOTHING.to_string()
        } else if value.is_none() {
            "the interval is open: what it is to be measured in is not known well enough".to_string()
        } else if units < least.0 {
            format!("{units} {} are too few, {} are the least", least.1, least.0)
        } else {
            String::new()
        };
        let shown = units > 0;
        Value {
            kind: kind.into(),
            value: value.filter(|_| shown),
            lo: ends.map(|e| e[0]).filter(|_| shown),
            hi: ends.map(|e| e[1]).filter(|_| shown),
            units,
            established: reason.is_empty(),
            reason,
        }
    }

    /// Nothing can be said, however many units there are.
    pub(in crate::piece_values) fn open(kind: &str, units: u64, reason: &str) -> Value {
        let reason = if units == 0 { NOTHING } else { reason };
        Value { kind: kind.into(), value: None, lo: None, hi: None, units, established: false, reason: reason.into() }
    }

    /// Its standard error as the interval has it, if there is one.
    pub fn error(&self) -> Option<f64> {
        Some((self.hi? - self.lo?) / (2.0 * crate::arena::Z)).filter(|error| *error > 0.0)
    }

    /// Whether the interval holds a value.
    pub fn holds(&self, value: f64) -> bool {
        self.lo.is_some_and(|lo| lo <= value) && self.hi.is_some_and(|hi| value <= hi)
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.value, self.lo, self.hi) {
            (Some(value), Some(lo), Some(hi)) => write!(f, "{value:.2} ({lo:.2} to {hi:.2})"),
            _ => f.write_str("not established"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEAST: Least = Least(100, "pairs");

    #[test]
    fn the_interval_is_between_the_outer_fortieths() {
        let value = Value::new("rook", 5.0, (0..1000).map(f64::from).collect(), 500, LEAST);
        assert_eq!((value.lo, value.hi, value.established), (Some(25.0), Some(974.0), true));
        let few = Value::new("rook", 5.0, vec![4.0, 5.0, 6.0], 50, LEAST);
        assert_eq!((few.established, few.reason.as_str()), (false, "50 pairs are too few, 100 are the least"));
        assert_eq!(few.to_string(), "5.00 (4.00 to 6.00)");
    }

    #[test]
    fn samples_without_a_pawn_widen_the_interval_until_it_is_open() {
        let with = |strange: usize| {
            let samples =
                (0..1000).map(|i| if (480..480 + strange).contains(&i) { f64::INFINITY } else { i as f64 }).collect();
            Value::new("rook", 500.0, samples, 500, LEAST)
        };
        let widths = [0, 10, 40].map(with).map(|v| v.hi.unwrap() - v.lo.unwrap());
        assert!(widths.is_sorted_by(|a, b| a < b), "{widths:?}");
        let open = with(60);
        assert_eq!((open.lo, open.hi, open.established), (None, None, false));
        assert_eq!((open.value, open.to_string().as_str()), (None, "not established"));
        assert_eq!(Value::new("x", 1.0, vec![], 0, LEAST).to_string(), "not established");
    }
}
