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
    /// The last net's matches.
    pub evaluations: Vec<EvaluationRow>,
}

pub(super) fn write_report<L: Layout>(setup: &Setup<'_, L>) -> Result<(), TrainError> {
    Ok(Report::write(setup.folder.root())?)
}
