//! Intervals of the profile likelihood: how far one value can be from its best until the games become too unlikely, the
//! others being the best that go with it.

use super::Interval;
use super::fit::Fit;
use crate::arena::normal::Z;

/// No bound is further away: players who only ever lost to those who only ever lost drift apart by some tens each.
const FARTHEST: f64 = 2000.0;
const HALVINGS: usize = 40;

/// The interval of a value, in units of strength; infinite on the sides that the games do not bound.
pub(super) fn interval(fit: &Fit, index: usize, dispersion: f64, [below, above]: [bool; 2]) -> Interval {
    Interval {
        lo: if below { end(fit, index, dispersion, -1.0) } else { f64::NEG_INFINITY },
        hi: if above { end(fit, index, dispersion, 1.0) } else { f64::INFINITY },
    }
}

fn end(fit: &Fit, index: usize, dispersion: f64, way: f64) -> f64 {
    let best = fit.values[index];
    let lowest = fit.height - Z * Z / 2.0 * dispersion;
    let mut moved = fit.clone();
    let mut likely = |distance: f64| {
        moved.values[index] = best + way * distance;
        moved.climb(Some(index));
        moved.height >= lowest
    };
    let (mut inside, mut outside) = (0.0, 0.1);
    while likely(outside) {
        (inside, outside) = (outside, 2.0 * outside);
        if outside > FARTHEST {
            return way * f64::INFINITY;
        }
    }
    for _ in 0..HALVINGS {
        let middle = (inside + outside) / 2.0;
        if likely(middle) { inside = middle } else { outside = middle }
    }
    best + way * (inside + outside) / 2.0
}
