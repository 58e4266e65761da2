//! Logistic regression of scores from 0 to 1 on differences of men.

use ndarray::{Array1, Array2, ArrayView1};

/// Rows of a regression: `E[score] = 1 / (1 + exp(-x b))`.
#[derive(Clone, Debug)]
pub(in crate::piece_values) struct Data {
    /// Differences of men, shape `[rows, parameters]`.
    pub(in crate::piece_values) x: Array2<f64>,
    /// Scores, shape `[rows]`, each 0 to 1.
    pub(in crate::piece_values) score: Array1<f64>,
}

/// Each parameter is drawn to 0 as if by so much information: it decides nothing but what the data leave open, and keeps
/// parameters finite where one side always wins.
const RIDGE: f64 = 1e-3;
const MOST_STEPS: usize = 60;
/// No step changes a parameter by more.
const LONGEST_STEP: f64 = 2.0;

/// The parameters that make the scores most likely, rows counted `weights` times (Newton's method; for scores between 0
/// and 1 the estimating equation is the same, Papke and Wooldridge, Econometric methods for fractional response variables,
/// 1996). Parameters that no row speaks of are 0.
pub(in crate::piece_values) fn fit(data: &Data, weights: ArrayView1<f64>) -> Array1<f64> {
    let parameters = data.x.ncols();
    let mut b = Array1::<f64>::zeros(parameters);
    for _ in 0..MOST_STEPS {
        let mut information = Array2::<f64>::eye(parameters) * RIDGE;
        let mut gradient = &b * -RIDGE;
        for ((x, &score), &weight) in data.x.rows().into_iter().zip(&data.score).zip(weights) {
            if weight == 0.0 {
                continue;
            }
            let p = 1.0 / (1.0 + (-x.dot(&b)).exp());
            let (slope, bend) = (weight * (score - p), weight * p * (1.0 - p));
            for (i, &xi) in x.iter().enumerate().filter(|(_, xi)| **xi != 0.0) {
                gradient[i] += slope * xi;
                for (j, &xj) in x.iter().enumerate() {
                    information[[i, j]] += bend * xi * xj;
                }
            }
        }
        let step = solve(information, gradient);
        let longest = step.iter().fold(0.0, |m: f64, s| m.max(s.abs()));
        b.scaled_add((LONGEST_STEP / longest).min(1.0), &step);
        if longest < 1e-8 {
            break;
        }
    }
    b
}

/// Solves `a x = y` for a symmetric positive definite matrix, by elimination.
pub(in crate::piece_values) fn solve(mut a: Array2<f64>, mut y: Array1<f64>) -> Array1<f64> {
    let n = y.len();
    for i in 0..n {
        for row in i + 1..n {
            let factor = a[[row, i]] / a[[i, i]];
            if factor != 0.0 {
                for column in i..n {
                    a[[row, column]] -= factor * a[[i, column]];
                }
                y[row] -= factor * y[i];
            }
        }
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| a[[i, j]] * y[j]).sum();
        y[i] = (y[i] - known) / a[[i, i]];
    }
    y
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn one_parameter_is_the_logit_of_the_mean() {
        let data = Data { x: array![[1.0], [1.0], [1.0], [1.0]], score: array![1.0, 1.0, 0.5, 0.5] };
        let b = fit(&data, Array1::from_elem(4, 100.0).view());
        assert!((b[0] - 3f64.ln()).abs() < 1e-4, "{b}");
    }

    #[test]
    fn weights_count_rows() {
        let twice = Data { x: array![[1.0, 0.0], [1.0, 0.0], [1.0, -1.0]], score: array![1.0, 1.0, 0.25] };
        let once = Data { x: array![[1.0, 0.0], [1.0, -1.0]], score: array![1.0, 0.25] };
        let (a, b) = (fit(&twice, array![3.0, 3.0, 3.0].view()), fit(&once, array![6.0, 3.0].view()));
        assert!((a - b).iter().all(|d| d.abs() < 1e-9));
    }

    #[test]
    fn a_side_that_always_wins_has_a_large_but_finite_parameter() {
        let data = Data { x: array![[1.0, 0.0]], score: array![1.0] };
        let b = fit(&data, array![50.0].view());
        assert!(b[0] > 5.0 && b[0].is_finite() && b[1] == 0.0, "{b}");
    }

    #[test]
    fn equations_are_solved() {
        let x = solve(array![[4.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.5, -1.0, 2.0]], array![7.5, 4.0, 4.5]);
        let expected = array![1.0, 2.0, 3.0];
        assert!((x - expected).iter().all(|d| d.abs() < 1e-12));
    }
}
