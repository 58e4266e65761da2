//! Which charts a report has.

use super::Report;
use super::plot::{Band, Chart, Mark, Point, Series};
use crate::metrics::MetricsRow;

type Value = fn(&MetricsRow) -> Option<f64>;

impl Report {
    /// The charts, each with a short name for files; those without data are left out.
    pub fn charts(&self) -> Vec<(&'static str, Chart)> {
        let rates: [(&str, Value); 2] =
            [("evaluations", |r| r.evals_per_s), ("trained positions", |r| r.trained_per_s)];
        let endings: [(&str, Value); 3] =
            [("drawn", |r| r.draws), ("given up", |r| r.resigned), ("White's score", |r| r.white_score)];
        let nets: [(&str, Value); 2] =
            [("newest net", |r| Some(f64::from(r.generation))), ("net that played", |r| r.data_generation)];
        let mut charts = vec![
            ("strength", self.strength()),
            ("value-loss", self.chart("Value loss", "cross-entropy", &[("value", |r| r.value_loss)])),
            ("policy-loss", self.chart("Policy loss", "cross-entropy", &[("policy", |r| r.policy_loss)])),
            ("agreement", self.share("Net's first choice is the search's", &[("agreement", |r| r.policy_top1)])),
            ("lengths", self.upwards("Length of games", "plies", &[("plies", |r| r.plies)])),
            ("endings", self.share("How games end", &endings)),
            ("speed", self.upwards("Speed of the net", "per second", &rates)),
            (
                "positions",
                self.upwards("Positions from self-play", "per second", &[("positions", |r| r.positions_per_s)]),
            ),
            ("busy", self.share("Actors' time spent searching", &[("busy", |r| r.busy)])),
            ("window", self.upwards("Replay window", "positions", &[("window", |r| Some(r.window as f64))])),
            ("rate", self.upwards("Learning rate", "", &[("rate", |r| r.lr)])),
        ];
        let mut data = self.upwards("Which net made the data", "generation", &nets);
        data.series.iter_mut().for_each(|series| series.mark = Mark::Step);
        charts.insert(4, ("generations", data));
        charts.retain(|(_, chart)| !chart.is_empty());
        charts
    }

    fn strength(&self) -> Chart {
        let series = |name: String| {
            let points = self
                .against(&name)
                .map(|row| Point { x: row.seconds, y: row.score, interval: Some([row.lo, row.hi]) })
                .collect();
            Series { name, mark: Mark::Interval, points }
        };
        Chart {
            title: "Score against the ladder".into(),
            unit: "95 % intervals of paired games".into(),
            percent: true,
            fixed: [Some(0.0), Some(1.0)],
            guide: Some(0.5),
            wide: true,
            series: self.opponents().into_iter().map(series).collect(),
            ..self.empty()
        }
    }

    fn chart(&self, title: &str, unit: &str, series: &[(&str, Value)]) -> Chart {
        let series = series.iter().map(|(name, value)| {
            let points = self.metrics.iter().filter_map(|row| Some(Point::new(row.seconds, value(row)?))).collect();
            Series { name: (*name).into(), mark: Mark::Line, points }
        });
        let series: Vec<Series> = series.filter(|series| !series.points.is_empty()).collect();
        Chart { title: title.into(), unit: unit.into(), series, ..self.empty() }
    }

    fn upwards(&self, title: &str, unit: &str, series: &[(&str, Value)]) -> Chart {
        Chart { fixed: [Some(0.0), None], ..self.chart(title, unit, series) }
    }

    fn share(&self, title: &str, series: &[(&str, Value)]) -> Chart {
        Chart { percent: true, fixed: [Some(0.0), Some(1.0)], ..self.chart(title, "", series) }
    }

    fn empty(&self) -> Chart {
        Chart { bands: self.teacher_band().into_iter().collect(), seconds: self.seconds(), ..Chart::default() }
    }

    /// The stage before self-play.
    fn teacher_band(&self) -> Option<Band> {
        let is_teachers = |row: &&MetricsRow| row.phase.starts_with("teacher");
        let last = self.metrics.iter().take_while(is_teachers).last()?;
        Some(Band { from: 0.0, to: last.seconds, label: "teacher".into() })
    }
}
