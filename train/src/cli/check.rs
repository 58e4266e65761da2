//! `hexforge check FILE.toml`: every mistake of a config with its line.

use super::common::Common;
use anyhow::{Context, Result};
use hexcore::{Problem, variant};
use hextrain::config::{ConfigError, RunConfig};
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;

/// Check a variant or run config and print every mistake with its line
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The file
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,
}

#[derive(Serialize)]
struct Report {
    ok: bool,
    kind: &'static str,
    errors: Vec<Mistake>,
}

#[derive(Serialize)]
struct Mistake {
    line: Option<usize>,
    key: String,
    message: String,
}

/// Keys that only a variant has at its top.
const VARIANT_KEYS: [&str; 6] = ["board", "piece", "pawn", "end", "notation", "start"];

pub(crate) fn run(args: &Args, common: &Common) -> Result<ExitCode> {
    let name = args.file.display().to_string();
    if std::fs::metadata(&args.file).is_ok_and(|meta| !meta.is_file()) {
        anyhow::bail!("{name}: not a regular file");
    }
    let text = std::fs::read_to_string(&args.file).with_context(|| name.clone())?;
    // A text that is not even TOML may be meant as either: its lines decide.
    let is_variant = match text.parse::<toml::Table>() {
        Ok(table) => VARIANT_KEYS.iter().any(|key| table.contains_key(*key)),
        Err(_) => text
            .lines()
            .any(|line| VARIANT_KEYS.iter().any(|key| line.trim_start().trim_start_matches('[').starts_with(key))),
    };
    let (kind, problems) = match is_variant {
        true => ("variant", variant::check_text(&text)),
        false => ("run", RunConfig::parse(&name, &text, &[]).err().map_or(Vec::new(), |e: ConfigError| e.problems())),
    };
    let mistake = |p: Problem| Mistake { line: p.line, key: p.key, message: p.message };
    let report = Report { ok: problems.is_empty(), kind, errors: problems.into_iter().map(mistake).collect() };
    common.print(&report, |report| match report.ok {
        true => format!("{name}: a sound {kind} config\n"),
        false => report.errors.iter().map(|mistake| line(&name, mistake)).collect(),
    })?;
    Ok(ExitCode::from(u8::from(!report.ok)))
}

fn line(file: &str, mistake: &Mistake) -> String {
    let Mistake { line, key, message } = mistake;
    let problem = Problem { line: *line, key: key.clone(), message: message.clone() };
    format!("{file}: {problem}\n")
}
