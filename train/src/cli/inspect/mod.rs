//! `hexforge inspect PATH`: what a model, a weight file, recorded games, games as text, an endgame table or a run folder
//! holds.

mod game_text;
mod games;
mod model;
mod run_folder;
mod table;

use super::common::Common;
use super::error::wrong;
use anyhow::{Result, bail};
use hexmcts::tablebase::EXTENSION;
use hextrain::model::CARD;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Show what a model, weight file, record file, game text, endgame table or run folder holds
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The file or folder
    path: PathBuf,
    /// Of recorded games, from 0, or a game text, from 1: print game N as move text
    #[arg(long, value_name = "N")]
    game: Option<u64>,
    /// Of a run: write its report anew, and its charts as SVG files into this folder
    #[arg(long, value_name = "FOLDER")]
    charts: Option<PathBuf>,
    /// The rules of the games, if their variant does not ship
    #[arg(long, value_name = "NAME|FILE.toml")]
    variant: Option<String>,
}

/// What a path holds.
enum Kind {
    Model,
    Weights,
    Games(Vec<PathBuf>),
    Text,
    Table,
    Run,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<()> {
    let path = &args.path;
    let kind = kind(path)?;
    if let Some(number) = args.game {
        let files = match kind {
            Kind::Games(files) => files,
            Kind::Text => return game_text::text(path, Some(number), args.variant.as_deref(), common),
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
        Kind::Text => game_text::text(path, None, args.variant.as_deref(), common),
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
            () if is_game_text(path) => Ok(Kind::Text),
            () => bail!(
                "{place}: expected a .safetensors, .hfg or .{EXTENSION} file, a game text, a model folder or a run folder"
            ),
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

/// Whether a file is meant as games in text: by its name, or because it begins with a tag.
fn is_game_text(path: &Path) -> bool {
    let named = path.extension().is_some_and(|e| e == "pgn");
    let mut start = [0; 64];
    let mut read = || File::open(path).and_then(|mut file| file.read(&mut start));
    named || read().is_ok_and(|n| String::from_utf8_lossy(&start[..n]).trim_start().starts_with("[Variant"))
}

/// The record files of a folder, in the order of their names.
fn record_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = folder.read_dir().map_err(|e| anyhow::anyhow!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|p| p.extension().is_some_and(|e| e == "hfg")).collect();
    files.sort();
    Ok(files)
}
