//! Run folders.

use super::{games, record_files};
use crate::cli::common::{Common, count};
use anyhow::{Context, Result};
use hextrain::metrics::{EvaluationRow, read_rows};
use hextrain::run::{RunFolder, RunState};
use hextrain::telemetry::clock;
use serde::Serialize;
use std::path::Path;

#[derive(Serialize)]
struct Report {
    kind: &'static str,
    variant: String,
    state: RunState,
    /// Names of the nets that are there.
    checkpoints: Vec<String>,
    games: Option<games::Summary>,
    /// Matches of the newest net that was measured.
    evaluations: Vec<EvaluationRow>,
}

pub(super) fn run(path: &Path, common: &Common) -> Result<()> {
    let config = RunFolder::read_config(path, &[])?;
    let file = path.join("run.json");
    let place = || file.display().to_string();
    let state: RunState =
        serde_json::from_str(&std::fs::read_to_string(&file).with_context(place)?).with_context(place)?;
    let files = record_files(&path.join("games")).unwrap_or_default();
    let mut evaluations: Vec<EvaluationRow> = read_rows(&path.join("evaluations.csv"))?;
    let newest = evaluations.iter().map(|row| row.generation).max();
    evaluations.retain(|row| Some(row.generation) == newest);
    let report = Report {
        kind: "run",
        variant: config.variant,
        state,
        checkpoints: names(&path.join("checkpoints"), "gen-"),
        games: if files.is_empty() { None } else { Some(games::summary(&files)?) },
        evaluations,
    };
    common.print(&report, |report| {
        let state = &report.state;
        let mut text = format!(
            "a run of {}: {}, {} of work, net {} after {}, {} kept\n",
            report.variant,
            state.phase,
            clock(state.active_seconds),
            state.generation,
            count(state.step, "step"),
            count(report.checkpoints.len() as u64, "net")
        );
        for row in &report.evaluations {
            let EvaluationRow { generation, opponent, score, lo, hi, pairs, .. } = row;
            text.push_str(&format!(
                "net {generation} against {opponent}: {score:.3} ({lo:.3} to {hi:.3}, {})\n",
                count(*pairs, "pair")
            ));
        }
        text + &report.games.as_ref().map_or(String::new(), games::text)
    })
}

/// Names in a folder that begin so, sorted.
fn names(folder: &Path, prefix: &str) -> Vec<String> {
    let Ok(entries) = folder.read_dir() else { return Vec::new() };
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name.starts_with(prefix)).collect();
    names.sort();
    names
}

/// Writes a run's report and its charts.
pub(super) fn charts(run: &Path, folder: &Path, common: &Common) -> Result<()> {
    let report = hextrain::report::Report::read(run)?;
    hextrain::report::Report::write(run)?;
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let mut files = vec![run.join("report.html").display().to_string()];
    for (name, chart) in report.charts() {
        let path = folder.join(format!("{name}.svg"));
        std::fs::write(&path, chart.standalone()).with_context(|| path.display().to_string())?;
        files.push(path.display().to_string());
    }
    common.print(&files, |files| files.join("\n") + "\n")
}
