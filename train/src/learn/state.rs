//! The learner's complete state on disk.
//!
//! A state is three files and a manifest, `learner.json`, that names them with their checksums: the raw weights, the moving
//! average, and the optimizer's moments in burn's own format. File names carry the step, and the manifest is written last,
//! so a crash while saving leaves the state saved before.

use std::fs;
use std::path::{Path, PathBuf};

use burn::optim::{ModuleOptimizer, OptimizerRecord};
use burn::tensor::Bytes;
use serde::{Deserialize, Serialize};

use super::config::LearnerConfig;
use super::error::LearnError;
use super::learner::{Learner, Trained};
use super::optimizer::FusedAdamW;
use crate::net::{NetShape, Weights, checksum, write_atomically};

/// The manifest's name in the folder.
const MANIFEST: &str = "learner.json";
const VERSION: u32 = 1;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    state: State,
    /// Of the state's compact JSON, in hexadecimal.
    crc32: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    version: u32,
    step: u64,
    shape: NetShape,
    raw: Entry,
    ema: Entry,
    optimizer: Entry,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    file: String,
    crc32: String,
}

impl Learner {
    /// Writes the complete state to a folder; see [`Learn::save`](super::Learn::save).
    ///
    /// # Errors
    /// A file that cannot be written; the state saved before then stays valid.
    pub fn save(&self, dir: &Path) -> Result<(), LearnError> {
        let Some(Trained { optimizer, .. }) = &self.trained else {
            return Err(LearnError::Poisoned);
        };
        fs::create_dir_all(dir).map_err(|e| io(dir, e))?;
        let step = self.step;
        let weights = |weights: &Weights, name: &str| {
            let file = format!("{name}-{step}.safetensors");
            let path = dir.join(&file);
            weights.save(&path)?;
            let bytes = fs::read(&path).map_err(|e| io(&path, e))?;
            Ok::<_, LearnError>(Entry { file, crc32: hex(&bytes) })
        };
        let raw = weights(&self.raw, "raw")?;
        let ema = weights(&self.ema, "ema")?;
        let file = format!("optimizer-{step}.bpk");
        let path = dir.join(&file);
        let bytes = optimizer.into_bytes().map_err(|e| state(&path, e.to_string()))?;
        write_atomically(&path, &bytes).map_err(|e| io(&path, e))?;
        let optimizer = Entry { file, crc32: hex(&bytes) };
        let state = State { version: VERSION, step, shape: self.raw.shape, raw, ema, optimizer };
        let path = dir.join(MANIFEST);
        let body = serde_json::to_vec(&state).map_err(|e| io(&path, e.into()))?;
        let manifest = Manifest { state, crc32: hex(&body) };
        let text = serde_json::to_vec_pretty(&manifest).map_err(|e| io(&path, e.into()))?;
        write_atomically(&path, &text).map_err(|e| io(&path, e))?;
        remove_older(dir, &manifest.state);
        Ok(())
    }

    /// The learner as [`Learner::save`] left it. The config may differ from the one it was saved under.
    ///
    /// # Errors
    /// A file that is missing, damaged or something else, or an impossible config.
    pub fn load(dir: &Path, config: &LearnerConfig) -> Result<Self, LearnError> {
        let path = dir.join(MANIFEST);
        let text = fs::read(&path).map_err(|e| io(&path, e))?;
        let manifest: Manifest = serde_json::from_slice(&text).map_err(|e| state(&path, e.to_string()))?;
        let saved = manifest.state;
        let body = serde_json::to_vec(&saved).map_err(|e| io(&path, e.into()))?;
        compare(&path, &manifest.crc32, &body)?;
        if saved.version != VERSION {
            return Err(state(&path, format!("version is {}, expected {VERSION}", saved.version)));
        }
        let weights = |entry: &Entry| {
            checked(dir, entry)?;
            Ok::<_, LearnError>(Weights::load_shaped(&dir.join(&entry.file), saved.shape)?)
        };
        let mut learner = Self::from_weights(&weights(&saved.raw)?, config)?;
        learner.ema = weights(&saved.ema)?;
        learner.step = saved.step;
        let path = dir.join(&saved.optimizer.file);
        let bytes = Bytes::from_bytes_vec(checked(dir, &saved.optimizer)?);
        let record = OptimizerRecord::from_bytes(bytes).map_err(|e| state(&path, e.to_string()))?;
        learner.trained = learner.trained.map(|trained| Trained {
            optimizer: ModuleOptimizer::from(FusedAdamW::new(config)).load_record(record),
            ..trained
        });
        Ok(learner)
    }
}

/// Reads a file of the state and compares its checksum.
fn checked(dir: &Path, entry: &Entry) -> Result<Vec<u8>, LearnError> {
    let path = dir.join(&entry.file);
    let bytes = fs::read(&path).map_err(|e| io(&path, e))?;
    compare(&path, &entry.crc32, &bytes)?;
    Ok(bytes)
}

fn compare(path: &Path, expected: &str, bytes: &[u8]) -> Result<(), LearnError> {
    let found = hex(bytes);
    if found == expected {
        return Ok(());
    }
    Err(state(path, format!("checksum is {found}, expected {expected}: the file is truncated or damaged")))
}

fn hex(bytes: &[u8]) -> String {
    format!("{:08x}", checksum(bytes))
}

/// Removes the files of states saved before. One that stays behind does no harm, so failures are ignored.
fn remove_older(dir: &Path, kept: &State) {
    let kept = [&kept.raw.file, &kept.ema.file, &kept.optimizer.file];
    let old = |name: &str| {
        let stem = name.strip_suffix(".safetensors").or_else(|| name.strip_suffix(".bpk"));
        let step = stem.and_then(|s| ["raw-", "ema-", "optimizer-"].iter().find_map(|p| s.strip_prefix(p)));
        step.is_some_and(|s| s.parse::<u64>().is_ok()) && !kept.iter().any(|k| *k == name)
    };
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(old) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn io(path: &Path, source: std::io::Error) -> LearnError {
    LearnError::Io { path: path.to_owned(), source }
}

fn state(path: &Path, message: String) -> LearnError {
    LearnError::State { path: PathBuf::from(path), message }
}
