//! `hexforge check FILE.toml`: every mistake of a config with its line.

use super::common::Common;
use anyhow::{Context, Result};
use hexcore::{AnyRules, Problem, variant, with_rules};
use hextrain::config::{ConfigError, RunConfig, located};
use hextrain::piece_values::PieceValuesConfig;
use hextrain::tournament::{Setup, TournamentConfig};
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;

/// Check a config of a variant, run, tournament or measurement of piece values, and print every mistake with its line
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

/// Keys that only a tournament has at its top.
const TOURNAMENT_KEYS: [&str; 8] =
    ["players", "player", "format", "pairs", "openings", "adjudication", "sprt", "rating"];

/// Keys that only a measurement of piece values has at its top.
const VALUE_KEYS: [&str; 5] = ["matches", "outcome", "probe", "arbiter", "published"];

pub(crate) fn run(args: &Args, common: &Common) -> Result<ExitCode> {
    let name = args.file.display().to_string();
    if std::fs::metadata(&args.file).is_ok_and(|meta| !meta.is_file()) {
        anyhow::bail!("{name}: not a regular file");
    }
    let text = std::fs::read_to_string(&args.file).with_context(|| name.clone())?;
    let (kind, problems) = match kind(&text) {
        Kind::Variant => ("variant", variant::check_text(&text)),
        Kind::Tournament => ("tournament", tournament(&name, &text)),
        Kind::PieceValues => ("piece-values", piece_values(&name, &text)),
        Kind::Run => {
            ("run", RunConfig::parse(&name, &text, &[]).err().map_or(Vec::new(), |e: ConfigError| e.problems()))
        }
    };
    let mistake = |p: Problem| Mistake { line: p.line, key: p.key, message: p.message };
    let report = Report { ok: problems.is_empty(), kind, errors: problems.into_iter().map(mistake).collect() };
    common.print(&report, |report| match report.ok {
        true => format!("{name}: a sound {kind} config\n"),
        false => report.errors.iter().map(|mistake| line(&name, mistake)).collect(),
    })?;
    Ok(ExitCode::from(u8::from(!report.ok)))
}

enum Kind {
    Variant,
    Tournament,
    PieceValues,
    Run,
}

/// What a text is meant as, by its keys. One that is not even TOML may be meant as any: its lines decide.
fn kind(text: &str) -> Kind {
    let table = text.parse::<toml::Table>();
    let has = |keys: &[&str]| match &table {
        Ok(table) => keys.iter().any(|key| table.contains_key(*key)),
        Err(_) => text.lines().any(|line| {
            let start = line.trim_start().trim_start_matches('[');
            keys.iter().any(|key| start.starts_with(key))
        }),
    };
    if has(&VARIANT_KEYS) {
        Kind::Variant
    } else if has(&VALUE_KEYS) {
        Kind::PieceValues
    } else if has(&TOURNAMENT_KEYS) {
        Kind::Tournament
    } else {
        Kind::Run
    }
}

/// What is wrong with the config, or else with the players and openings that it names.
fn tournament(name: &str, text: &str) -> Vec<Problem> {
    let config = match TournamentConfig::parse(name, text, &[]) {
        Ok(config) => config,
        Err(error) => return error.problems(),
    };
    let Some(any) = compiled(&config.variant) else { return Vec::new() };
    with_rules!(&any, rules => located(text, &[], Setup::new(&config, rules).err().unwrap_or_default()))
}

/// What is wrong with the config, or else with the players and nets that it names.
fn piece_values(name: &str, text: &str) -> Vec<Problem> {
    let config = match PieceValuesConfig::parse(name, text, &[]) {
        Ok(config) => config,
        Err(error) => return error.problems(),
    };
    let Some(any) = compiled(&config.variant) else { return Vec::new() };
    with_rules!(&any, rules => located(text, &[], hextrain::piece_values::Setup::new(&config, rules).err().unwrap_or_default()))
}

fn compiled(variant: &str) -> Option<AnyRules> {
    variant::read(variant).ok().and_then(|variant| AnyRules::new(&variant).ok())
}

fn line(file: &str, mistake: &Mistake) -> String {
    let Mistake { line, key, message } = mistake;
    let problem = Problem { line: *line, key: key.clone(), message: message.clone() };
    format!("{file}: {problem}\n")
}
