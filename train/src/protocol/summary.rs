//! What a run came to, for people and programs.

use super::TrainError;
use super::setup::Setup;
use crate::metrics::EvaluationRow;
use crate::report::Report;
use crate::run::RunState;
use hexcore::Layout;
use std::path::PathBuf;

/// A finished run.
#[derive(Clone, Debug)]
pub struct TrainSummary {
    /// Its folder.
    pub folder: PathBuf,
    /// The model it made; none if nothing was learnt.
    pub model: Option<PathBuf>,
    /// Its counters.
    pub state: RunState,
    /// Steps that this process learnt.
    pub steps: u64,
    /// The last net's matches.
    pub evaluations: Vec<EvaluationRow>,
    /// The net's and its opponent's points in each of these matches, all games together; empty unless the variant counts
    /// points of its own.
    pub points: Vec<[f64; 2]>,
}

pub(super) fn write_report<L: Layout>(setup: &Setup<'_, L>) -> Result<(), TrainError> {
    Ok(Report::write(setup.folder.root())?)
}
