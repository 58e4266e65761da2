//! Ratings of a run's nets over its training time.

use crate::report::{Chart, Mark, Point, Series};
use crate::tournament::results::Results;

/// Other players that are shown beside the nets.
const OTHERS: usize = 5;

/// None if no player is a net of a run.
pub(super) fn svg(results: &Results) -> Option<String> {
    let mut nets: Vec<(f64, Point)> = Vec::new();
    for s in &results.players {
        let (Some(seconds), Some(rating)) = (s.trained, s.rating) else { continue };
        let interval = s.rating_lo.zip(s.rating_hi).map(|(lo, hi)| [lo, hi]);
        nets.push((seconds, Point { x: seconds, y: rating, interval }));
    }
    nets.sort_by(|a, b| a.0.total_cmp(&b.0));
    let last = nets.last()?.0;
    let points = nets.into_iter().map(|(_, point)| point).collect();
    let mut series = vec![Series { name: "nets of the run".into(), mark: Mark::Interval, points }];
    let others = results.players.iter().filter(|s| s.trained.is_none());
    for (name, rating) in others.filter_map(|s| Some((&s.name, s.rating?))).take(OTHERS) {
        let points = vec![Point::new(0.0, rating), Point::new(last, rating)];
        series.push(Series { name: name.clone(), mark: Mark::Line, points });
    }
    let chart = Chart {
        title: "Ladder over training time".into(),
        unit: format!("Elo, {} is {:.0}", results.anchor, results.anchor_elo),
        series,
        seconds: last,
        wide: true,
        ..Chart::default()
    };
    Some(chart.svg())
}
