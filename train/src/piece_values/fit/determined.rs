//! Which parameters of a regression its rows fix.

use ndarray::Array2;

/// For each parameter whether the rows (shape `[rows, parameters]`) fix it: whether some combination of them speaks of it
/// alone. `R-NP` and `P` fix the pawn, and neither rook nor knight.
pub(in crate::piece_values) fn determined(x: &Array2<f64>) -> Vec<bool> {
    // Spans the same space as the rows.
    let mut a = x.t().dot(x);
    let n = a.nrows();
    let nothing = 1e-9 * a.diag().iter().fold(1.0, |most: f64, d| most.max(*d));
    let mut fixed = vec![false; n];
    let mut pivots: Vec<(usize, usize)> = Vec::new();
    for column in 0..n {
        let top = pivots.len();
        let Some(best) = (top..n).max_by(|&i, &j| a[[i, column]].abs().total_cmp(&a[[j, column]].abs())) else { break };
        if a[[best, column]].abs() <= nothing {
            continue;
        }
        for j in 0..n {
            a.swap([top, j], [best, j]);
        }
        let pivot = a[[top, column]];
        (0..n).for_each(|j| a[[top, j]] /= pivot);
        for row in (0..n).filter(|&row| row != top) {
            let factor = a[[row, column]];
            (0..n).for_each(|j| a[[row, j]] -= factor * a[[top, j]]);
        }
        pivots.push((top, column));
    }
    for (row, column) in pivots {
        fixed[column] = (0..n).all(|j| j == column || a[[row, j]].abs() < 1e-6);
    }
    fixed
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn only_what_rows_speak_of_alone_is_fixed() {
        // Pawn, knight, rook; the last column is never spoken of.
        assert_eq!(determined(&array![[1.0, 1.0, -1.0, 0.0]]), [false; 4]);
        assert_eq!(determined(&array![[1.0, 1.0, -1.0, 0.0], [1.0, 0.0, 0.0, 0.0]]), [true, false, false, false]);
        let three = array![[1.0, 1.0, -1.0, 0.0], [2.0, 0.0, 0.0, 0.0], [0.0, 2.0, -1.0, 0.0]];
        assert_eq!(determined(&three), [true, true, true, false]);
        assert_eq!(determined(&Array2::zeros((0, 2))), [false; 2]);
    }
}
