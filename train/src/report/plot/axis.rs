//! Axes: ranges, round ticks and their labels.

use crate::telemetry::short;

/// A value axis from `lo` to `hi`, with ticks at round numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Axis {
    pub(super) lo: f64,
    pub(super) hi: f64,
    /// Position and label.
    pub(super) ticks: Vec<(f64, String)>,
}

impl Axis {
    /// An axis that holds all finite `values`, beginning and ending at ticks. `fixed` ends stay as they are.
    pub(super) fn values(values: impl Iterator<Item = f64>, fixed: [Option<f64>; 2], percent: bool) -> Self {
        let (mut lo, mut hi) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|v| v.is_finite()) {
            lo = lo.min(value);
            hi = hi.max(value);
        }
        if lo > hi {
            (lo, hi) = (0.0, 1.0);
        }
        let [low, high] = fixed;
        (lo, hi) = (low.unwrap_or(lo), high.unwrap_or(hi));
        if hi - lo < 1e-9 * hi.abs().max(1e-3) {
            let pad = if hi == 0.0 { 1.0 } else { hi.abs() * 0.1 };
            lo = low.unwrap_or(lo - pad);
            hi = high.unwrap_or(hi + pad);
        }
        let step = nice_step(hi - lo, 5.0);
        lo = low.unwrap_or_else(|| (lo / step + 1e-9).floor() * step);
        hi = high.unwrap_or_else(|| (hi / step - 1e-9).ceil() * step);
        let ticks = ticks(lo, hi, step).map(|at| (at, label(at, step, percent))).collect();
        Self { lo, hi, ticks }
    }

    /// A time axis in seconds, labelled in the unit that suits its length; returns the unit's name, too.
    pub(super) fn time(hi: f64) -> (Self, &'static str) {
        let hi = if hi.is_finite() && hi > 0.0 { hi } else { 60.0 };
        let (unit, name) = match hi {
            s if s <= 240.0 => (1.0, "seconds"),
            s if s <= 3.0 * 3600.0 => (60.0, "minutes"),
            s if s <= 4.0 * 86400.0 => (3600.0, "hours"),
            _ => (86400.0, "days"),
        };
        let step = nice_step(hi / unit, 7.0);
        let ticks = ticks(0.0, hi / unit, step).map(|at| (at * unit, label(at, step, false))).collect();
        (Self { lo: 0.0, hi, ticks }, name)
    }

    /// Where a value lies between the ends, 0 to 1 if inside.
    pub(super) fn place(&self, value: f64) -> f64 {
        (value - self.lo) / (self.hi - self.lo)
    }
}

/// 1, 2 or 5 times a power of ten, so that a span has at most about `most` steps.
fn nice_step(span: f64, most: f64) -> f64 {
    let raw = span / most;
    let power = 10_f64.powf(raw.log10().floor());
    let times = [1.0, 2.0, 5.0].into_iter().find(|times| times * power >= raw * 0.999);
    times.unwrap_or(10.0) * power
}

fn ticks(lo: f64, hi: f64, step: f64) -> impl Iterator<Item = f64> {
    let first = (lo / step - 1e-6).ceil() as i64;
    let last = (hi / step + 1e-6).floor() as i64;
    (first..=last).map(move |i| i as f64 * step)
}

fn label(at: f64, step: f64, percent: bool) -> String {
    if percent {
        let digits = if step < 0.0099 { 1 } else { 0 };
        return format!("{:.digits$} %", at * 100.0);
    }
    if step >= 1.0 && at.abs() >= 9999.5 {
        let text = short(at);
        // 20.0k and 1.00M are 20k and 1M on an axis.
        return match text.find(|c: char| c.is_ascii_alphabetic()) {
            Some(suffix) if text.contains('.') => {
                let number = text[..suffix].trim_end_matches('0').trim_end_matches('.');
                format!("{number}{}", &text[suffix..])
            }
            _ => text,
        };
    }
    let digits = (-step.log10().floor()).clamp(0.0, 8.0) as usize;
    format!("{at:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|(_, label)| label.as_str()).collect()
    }

    #[test]
    fn ticks_are_round() {
        let axis = Axis::values([0.52, 0.97, f64::NAN].into_iter(), [None, None], false);
        assert_eq!((axis.lo, axis.hi), (0.5, 1.0));
        assert_eq!(labels(&axis), ["0.5", "0.6", "0.7", "0.8", "0.9", "1.0"]);
        let axis = Axis::values([3.0, 350_000.0].into_iter(), [Some(0.0), None], false);
        assert_eq!(labels(&axis), ["0", "100k", "200k", "300k", "400k"]);
        let axis = Axis::values([0.3].into_iter(), [Some(0.0), Some(1.0)], true);
        assert_eq!(labels(&axis), ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]);
    }

    #[test]
    fn odd_values_still_make_an_axis() {
        for values in [vec![], vec![f64::NAN], vec![0.0], vec![-5.0, -5.0], vec![1e-12, 1e-12], vec![1e15]] {
            let axis = Axis::values(values.iter().copied(), [None, None], false);
            assert!(axis.lo < axis.hi && axis.ticks.len() >= 2 && axis.ticks.len() < 20, "{values:?}: {axis:?}");
        }
    }

    #[test]
    fn times_have_the_unit_that_suits_them() {
        for (seconds, unit, last) in
            [(150.0, "seconds", "150"), (3600.0, "minutes", "60"), (86_400.0, "hours", "20"), (1e6, "days", "10")]
        {
            let (axis, name) = Axis::time(seconds);
            assert_eq!((name, axis.ticks.last().unwrap().1.as_str()), (unit, last));
        }
        assert_eq!(Axis::time(f64::NAN).0.hi, 60.0);
    }
}
