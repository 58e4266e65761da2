//! `hexforge inspect PATH`: what a model, a weight file, recorded games, an endgame table or a run folder holds.

mod games;
mod model;
mod run_folder;
mod table;

use super::common::Common;
use super::error::wrong;
use anyhow::{Result, bail};
use hexmcts::tablebase::EXTENSION;
use hextrain::model::CARD;
use std::path::{Path, PathBuf};

/// Show what a model, weight file, record file, endgame table or run folder holds
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The file or folder
    path: PathBuf,
    /// Of recorded games: print game N, from 0, as move text
    #[arg(long, value_name = "N")]
    game: Option<u64>,
    /// Of a run: write its report anew, and its charts as SVG files into this folder
    #[arg(long, value_name = "FOLDER")]
    charts: Option<PathBuf>,
    /// The rules of the recorded games, if their variant does not ship
    #[arg(long, value_name = "NAME|FILE.toml")]
    variant: Option<String>,
}

/// What a path holds.
enum Kind {
    Model,
    Weights,
    Games(Vec<PathBuf>),
    Table,
    Run,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<()> {
    let path = &args.path;
    let kind = kind(path)?;
    if let Some(number) = args.game {
        let files = match kind {
            Kind::Games(files) => files,
            Kind::Run => record_files(&path.join("games"))?,
            _ => return Err(wrong(format!("--game: {} holds no recorded games", path.display()))),
        };
        return games::game(&files, number, args.variant.as_deref(), common);
    }
    if let Some(folder) = &args.charts {
        return match kind {
            Kind::Run => run_folder::charts(path, folder, common),
            _ => Err(wrong(format!("--charts: {} is no run", path.display()))),
        };
    }
    match kind {
        Kind::Model => model::model(path, common),
        Kind::Weights => model::weights(path, common),
        Kind::Games(files) => games::games(&files, common),
        Kind::Table => table::table(path, common),
        Kind::Run => run_folder::run(path, common),
    }
}

fn kind(path: &Path) -> Result<Kind> {
    let named = |extension: &str| path.extension().is_some_and(|e| e == extension);
    let place = path.display();
    if !path.exists() {
        bail!("{place}: no such file or folder");
    }
    if path.is_file() {
        return match () {
            () if named("safetensors") => Ok(Kind::Weights),
            () if named("hfg") => Ok(Kind::Games(vec![path.to_path_buf()])),
            () if path.ends_with(CARD) => Ok(Kind::Model),
            () if named(EXTENSION) => Ok(Kind::Table),
            () => bail!("{place}: expected a .safetensors, .hfg or .{EXTENSION} file, a model folder or a run folder"),
        };
    }
    if path.join(CARD).is_file() {
        return Ok(Kind::Model);
    }
    if path.join("run.json").is_file() {
        return Ok(Kind::Run);
    }
    let files = record_files(path)?;
    if files.is_empty() {
        bail!("{place}: expected a model folder (with {CARD}), a run folder (with run.json) or a folder of .hfg files");
    }
    Ok(Kind::Games(files))
}

/// The record files of a folder, in the order of their names.
fn record_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = folder.read_dir().map_err(|e| anyhow::anyhow!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|p| p.extension().is_some_and(|e| e == "hfg")).collect();
    files.sort();
    Ok(files)
}
