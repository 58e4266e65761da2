//! Means with their errors, quantiles of Student's distribution, the tail of chi-square.

use crate::arena::{Z, normal_cdf};

/// Mean and its standard error; of fewer than two values the error is infinite.
pub(super) fn mean_with_error(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n.max(1.0);
    let squares: f64 = values.iter().map(|x| (x - mean).powi(2)).sum();
    (mean, if n < 2.0 { f64::INFINITY } else { (squares / (n - 1.0) / n).sqrt() })
}

/// The probability of so much or more under chi-square with so many degrees of freedom, by the cube root (Wilson and
/// Hilferty, The distribution of chi-square, 1931). 1 without degrees.
pub(super) fn chance_of_more(chi_square: f64, degrees: u64) -> f64 {
    if degrees == 0 {
        return 1.0;
    }
    let spread = 2.0 / (9.0 * degrees as f64);
    1.0 - normal_cdf(((chi_square / degrees as f64).cbrt() - (1.0 - spread)) / spread.sqrt())
}

/// The 97.5 % point of Student's distribution (exact for one and two degrees of freedom; above, Cornish and Fisher's
/// expansion as in Abramowitz and Stegun, 26.7.5, whose error is below 0.02 from three on).
pub(super) fn student(degrees: u64) -> f64 {
    let n = degrees as f64;
    match degrees {
        0 => f64::INFINITY,
        1 => 12.706_204_736,
        2 => 4.302_652_730,
        _ => {
            let z = Z;
            let g1 = (z.powi(3) + z) / 4.0;
            let g2 = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
            let g3 = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
            let g4 =
                (79.0 * z.powi(9) + 776.0 * z.powi(7) + 1482.0 * z.powi(5) - 1920.0 * z.powi(3) - 945.0 * z) / 92160.0;
            z + g1 / n + g2 / n.powi(2) + g3 / n.powi(3) + g4 / n.powi(4)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (degrees, expected) in [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (30, 2.042)] {
            assert!((student(degrees) - expected).abs() < 0.02, "{degrees}: {}", student(degrees));
        }
        for (chi, degrees, expected) in [(3.841, 1, 0.05), (11.07, 5, 0.05), (18.31, 10, 0.05), (4.351, 5, 0.5)] {
            assert!((chance_of_more(chi, degrees) - expected).abs() < 0.006, "{chi} {degrees}");
        }
        assert_eq!(chance_of_more(0.0, 0), 1.0);
    }

    #[test]
    fn means_have_errors() {
        let (mean, error) = mean_with_error(&[1.0, 2.0, 3.0]);
        assert!(mean == 2.0 && (error - (1.0f64 / 3.0).sqrt()).abs() < 1e-12);
        assert!(mean_with_error(&[1.0]).1.is_infinite());
    }
}
