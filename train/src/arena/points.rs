//! The variant's own points.

use hexcore::variant::PointsSpec;

/// White's and Black's points for a game in which White scored `white`, 0 to 1. Without points of its own a variant gives
/// the score.
pub fn points(spec: Option<&PointsSpec>, white: f64) -> [f64; 2] {
    let Some(spec) = spec else { return [white, 1.0 - white] };
    let better = white.max(1.0 - white);
    let [more, less] = match better {
        s if s > 1.0 - 1e-6 => spec.win,
        s if s > 0.5 + 1e-6 => spec.stalemate,
        _ => spec.draw,
    }
    .map(f64::from);
    if white >= 0.5 { [more, less] } else { [less, more] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cescacs_gives_three_two_one_or_no_points() {
        let spec = hexcore::variant::builtin("cescacs").unwrap().end.points;
        let of = |white| points(spec.as_ref(), white);
        assert_eq!([of(1.0), of(0.0)], [[3.0, 0.0], [0.0, 3.0]]);
        assert_eq!([of(2.0 / 3.0), of(1.0 / 3.0)], [[2.0, 1.0], [1.0, 2.0]]);
        assert_eq!([of(0.5), points(None, 0.75)], [[1.0, 1.0], [0.75, 0.25]]);
    }
}
