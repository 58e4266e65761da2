//! Bootstraps: the same regression of results drawn again with replacement.

use super::determined::determined;
use super::logistic::{Data, fit};
use super::value::{Least, Value};
use crate::seeds::{Rng, Seeds};
use ndarray::Array1;
use rayon::prelude::*;
use std::ops::Range;

/// A regression with the parameters of its bootstrap samples.
#[derive(Clone, Debug)]
pub(in crate::piece_values) struct Fitted {
    pub(in crate::piece_values) b: Array1<f64>,
    pub(in crate::piece_values) samples: Vec<Array1<f64>>,
    /// Which parameters the rows fix; the others are whatever makes them small.
    determined: Vec<bool>,
}

/// Why a parameter that the rows do not fix has no value.
const UNDETERMINED: &str = "what was played does not tell it apart from other men";

/// Which rows belong together.
#[derive(Clone, Debug)]
pub(in crate::piece_values) struct Units {
    /// Rows of each unit (a pair, a game): what is drawn is a unit with all its rows.
    pub(in crate::piece_values) rows: Vec<Range<usize>>,
    /// Units of each stratum: as many as there are in each are drawn from it.
    pub(in crate::piece_values) strata: Vec<Range<usize>>,
}

impl Units {
    /// Units of one stratum.
    pub(in crate::piece_values) fn of(rows: Vec<Range<usize>>) -> Units {
        let all = 0..rows.len();
        Units { rows, strata: std::iter::once(all).collect() }
    }
}

/// Fits, and fits again to `samples` draws of the units within their strata (Efron and Tibshirani, An introduction to the
/// bootstrap, 1993, chapters 8 and 9).
pub(in crate::piece_values) fn resampled(data: &Data, units: &Units, samples: u32, seed: u64) -> Fitted {
    let b = fit(data, Array1::ones(data.score.len()).view());
    let seeds = Seeds::new(seed);
    let one = |sample: u32| {
        let weights = drawn(units, data.score.len(), &mut seeds.rng("bootstrap", sample.into()));
        fit(data, weights.view())
    };
    let samples = (0..samples).into_par_iter().map(one).collect();
    Fitted { b, samples, determined: determined(&data.x) }
}

/// How often each row is drawn.
fn drawn(units: &Units, rows: usize, rng: &mut Rng) -> Array1<f64> {
    let mut weights = Array1::zeros(rows);
    for stratum in &units.strata {
        for _ in stratum.clone() {
            let unit = stratum.start + rng.below(stratum.len() as u64) as usize;
            units.rows[unit].clone().for_each(|row| weights[row] += 1.0);
        }
    }
    weights
}

impl Fitted {
    /// Moves every sample away from the estimate, to so many times its distance.
    pub(in crate::piece_values) fn widen(&mut self, times: f64) {
        for sample in &mut self.samples {
            sample.zip_mut_with(&self.b, |x, &b| *x = b + times * (*x - b));
        }
    }

    /// A parameter in units of another one, which must be positive to measure by.
    pub(in crate::piece_values) fn ratio(&self, kind: &str, of: usize, to: usize, units: u64, least: Least) -> Value {
        if !(self.determined[of] && self.determined[to]) {
            return Value::open(kind, units, UNDETERMINED);
        }
        let ratio = |b: &Array1<f64>| if b[to] > 0.0 { b[of] / b[to] } else { f64::INFINITY };
        Value::new(kind, ratio(&self.b), self.samples.iter().map(ratio).collect(), units, least)
    }

    /// A parameter in such units that an army of so many men of each parameter is worth `total`.
    pub(in crate::piece_values) fn scaled(
        &self,
        kind: &str,
        of: usize,
        (men, total): (&Array1<f64>, f64),
        units: u64,
        least: Least,
    ) -> Value {
        let counted = men.iter().zip(&self.determined).all(|(&men, &determined)| men == 0.0 || determined);
        if !(self.determined[of] && counted) {
            return Value::open(kind, units, UNDETERMINED);
        }
        let scaled = |b: &Array1<f64>| {
            let army = men.dot(b);
            if army > 0.0 { b[of] * total / army } else { f64::INFINITY }
        };
        Value::new(kind, scaled(&self.b), self.samples.iter().map(scaled).collect(), units, least)
    }

    /// A parameter as it is.
    pub(in crate::piece_values) fn plain(&self, kind: &str, of: usize, units: u64, least: Least) -> Value {
        if !self.determined[of] {
            return Value::open(kind, units, UNDETERMINED);
        }
        Value::new(kind, self.b[of], self.samples.iter().map(|b| b[of]).collect(), units, least)
    }
}
