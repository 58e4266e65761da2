//! The report of a run: one HTML file that needs nothing beside it.

mod alarms;
mod charts;
mod page;
mod plot;
pub(crate) mod sheet;
mod verdict;

pub use alarms::Alarm;
pub(crate) use page::PAGE_STYLE;
pub use plot::{Band, Chart, Mark, Point, Series, escape};
pub(crate) use plot::{STYLE, put};
pub use verdict::{Learning, Verdict};

use crate::arena::Z;
use crate::config::{ConfigError, RunConfig};
use crate::metrics::{EvaluationRow, MetricsError, MetricsRow, read_rows};
use std::io;
use std::path::{Path, PathBuf};

/// A report that cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The run's config.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The run's rows.
    #[error(transparent)]
    Metrics(#[from] MetricsError),
    /// The system's refusal.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
}

/// What a report tells of.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The run's name.
    pub name: String,
    /// Its config.
    pub config: RunConfig,
    /// Its reporting intervals.
    pub metrics: Vec<MetricsRow>,
    /// Its evaluation matches.
    pub evaluations: Vec<EvaluationRow>,
}

impl Report {
    /// Reads what a run has written so far; the run may go on meanwhile.
    ///
    /// # Errors
    /// A config or rows that cannot be read.
    pub fn read(root: &Path) -> Result<Self, ReportError> {
        let name = root.file_name().map_or_else(|| "run".into(), |name| name.to_string_lossy().into_owned());
        Ok(Self {
            name,
            config: RunConfig::load(&root.join("config.toml"), &[])?,
            metrics: read_rows(&root.join("metrics.csv"))?,
            evaluations: read_rows(&root.join("evaluations.csv"))?,
        })
    }

    /// Makes a run's `report.html`.
    ///
    /// # Errors
    /// As [`Report::read`], or a file that cannot be written.
    pub fn write(root: &Path) -> Result<(), ReportError> {
        let html = Self::read(root)?.html();
        let path = root.join("report.html");
        crate::net::write_atomically(&path, html.as_bytes()).map_err(|source| ReportError::Io { path, source })
    }

    /// Seconds of work that the report covers.
    pub fn seconds(&self) -> f64 {
        let rows = self.metrics.iter().map(|row| row.seconds);
        rows.chain(self.evaluations.iter().map(|row| row.seconds)).filter(|s| s.is_finite()).fold(0.0, f64::max)
    }

    /// The matches against one opponent, in time order.
    fn against(&self, opponent: &str) -> impl Iterator<Item = &EvaluationRow> {
        // Matches with another number of simulations, as at the end of a run, are no points of the same curve.
        let simulations = self.config.evaluation.simulations;
        self.evaluations.iter().filter(move |row| row.opponent == opponent && row.simulations == simulations)
    }

    /// The opponents that were met: those of the config in its order, then others.
    fn opponents(&self) -> Vec<String> {
        let mut names: Vec<String> = self.config.evaluation.opponents.iter().map(ToString::to_string).collect();
        names.retain(|name| self.evaluations.iter().any(|row| row.opponent == *name));
        for row in &self.evaluations {
            if !names.contains(&row.opponent) {
                names.push(row.opponent.clone());
            }
        }
        names
    }
}

/// By how many standard errors the first score is above the second; the intervals are 95 %.
fn standard_errors_apart(a: &EvaluationRow, b: &EvaluationRow) -> f64 {
    let error = |row: &EvaluationRow| ((row.hi - row.lo) / (2.0 * Z)).max(1e-6);
    (a.score - b.score) / error(a).hypot(error(b))
}

#[cfg(test)]
mod tests;
