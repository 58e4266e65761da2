//! Where models are: `HEXFORGE_MODELS`, `models` in the working folder, `models` near the program.

use super::{CARD, Card, ModelError, WEIGHTS};
use hexcore::{Layout, Rules};
use std::path::{Path, PathBuf};

/// The environment variable that names a folder of models, looked into first.
const VARIABLE: &str = "HEXFORGE_MODELS";

/// How far above the program `models` may be: `target/release/hexforge` lies two folders deep in the project.
const LEVELS: usize = 4;

/// The folders that may hold models, in the order in which they are looked into.
pub fn model_folders() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        std::env::var_os(VARIABLE).filter(|v| !v.is_empty()).map(PathBuf::from).into_iter().collect();
    folders.push(PathBuf::from("models"));
    if let Ok(program) = std::env::current_exe() {
        folders.extend(program.ancestors().skip(1).take(LEVELS).map(|dir| dir.join("models")));
    }
    folders.retain(|dir| dir.is_dir());
    folders
}

/// The folders that models are looked for in, for messages: the variable's even if it is not there.
pub fn searched_folders() -> String {
    let own = std::env::var_os(VARIABLE).filter(|v| !v.is_empty()).map(PathBuf::from);
    let own = own.map(|dir| {
        let missing = if dir.is_dir() { "" } else { ", which is no folder" };
        format!("{} ({VARIABLE}{missing})", dir.display())
    });
    let others = model_folders().into_iter().filter(|dir| std::env::var_os(VARIABLE).is_none_or(|v| *dir != v));
    let folders: Vec<String> = own.into_iter().chain(others.map(|dir| dir.display().to_string())).collect();
    if folders.is_empty() { "models".into() } else { folders.join(", ") }
}

/// The model to play with when none is named: of the first folder that has any for these rules the one called `default`,
/// else the one that learned from most positions.
pub fn default_model<L: Layout>(rules: &Rules<L>) -> Option<PathBuf> {
    let rank = |(dir, card): &(PathBuf, Card)| {
        (dir.file_name().is_some_and(|name| name == "default"), card.positions, card.name.clone())
    };
    let of_folder = |folder: PathBuf| cards(&folder, rules).into_iter().max_by_key(|entry| rank(entry));
    model_folders().into_iter().find_map(of_folder).map(|(dir, _)| dir)
}

/// The path of a model given as a path (of a model, a run, a checkpoint or a weight file) or by the name of its folder
/// below `models/<variant>`.
///
/// # Errors
/// If there is no such model; the error lists those there are.
pub fn find_model<L: Layout>(name: &str, rules: &Rules<L>) -> Result<PathBuf, ModelError> {
    let path = Path::new(name);
    if path.exists() {
        return Ok(inside(path));
    }
    let models: Vec<PathBuf> =
        model_folders().iter().flat_map(|folder| cards(folder, rules)).map(|(dir, _)| dir).collect();
    let named = |dir: &Path| dir.file_name().map(|name| name.to_string_lossy().into_owned());
    if let Some(found) = models.iter().find(|dir| named(dir).as_deref() == Some(name)) {
        return Ok(found.clone());
    }
    let mut known: Vec<String> = models.iter().filter_map(|dir| named(dir)).collect();
    known.sort();
    known.dedup();
    Err(ModelError::Unknown {
        name: name.into(),
        variant: rules.variant().name.clone(),
        known,
        searched: searched_folders(),
    })
}

/// What to load for a path: of a run its model or, before it is finished, its best or newest net; of a checkpoint its
/// weights; else the path itself.
fn inside(path: &Path) -> PathBuf {
    if path.join(CARD).is_file() || !path.is_dir() {
        return path.to_path_buf();
    }
    let checkpoints = path.join("checkpoints");
    let newest = || {
        let entries = checkpoints.read_dir().ok()?;
        entries.flatten().map(|e| e.path()).filter(|dir| dir.join(WEIGHTS).is_file()).max()
    };
    let best = || {
        let name = std::fs::read_to_string(checkpoints.join("best")).ok()?;
        Some(checkpoints.join(name.trim())).filter(|dir| dir.join(WEIGHTS).is_file())
    };
    if path.join("model").join(CARD).is_file() {
        return path.join("model");
    }
    let net = best().or_else(newest).unwrap_or_else(|| path.to_path_buf()).join(WEIGHTS);
    if net.is_file() { net } else { path.to_path_buf() }
}

/// The models below `folder/<variant>` whose card can be read and is for these rules.
fn cards<L: Layout>(folder: &Path, rules: &Rules<L>) -> Vec<(PathBuf, Card)> {
    let Ok(entries) = folder.join(&rules.variant().name).read_dir() else { return Vec::new() };
    let mut dirs: Vec<PathBuf> = entries.flatten().map(|e| e.path()).filter(|dir| dir.join(CARD).is_file()).collect();
    dirs.sort();
    dirs.into_iter()
        .filter_map(|dir| Card::load(&dir).ok().map(|card| (dir, card)))
        .filter(|(_, card)| card.is_for(rules))
        .collect()
}
