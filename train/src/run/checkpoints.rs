//! Published nets: folders that appear complete or not at all.

use super::{RunError, RunFolder, RunState};
use crate::net::write_atomically;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

const UNFINISHED: &str = ".unfinished";

impl RunFolder {
    /// The folder of a generation's net.
    pub fn checkpoint(&self, generation: u32) -> PathBuf {
        self.checkpoints().join(format!("gen-{generation:04}"))
    }

    /// The generations whose nets are there, oldest first.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub fn generations(&self) -> Result<Vec<u32>, RunError> {
        let path = self.checkpoints();
        let mut generations = Vec::new();
        for entry in fs::read_dir(&path).map_err(RunError::io(&path))? {
            let name = entry.map_err(RunError::io(&path))?.file_name();
            generations.extend(name.to_str().and_then(generation));
        }
        generations.sort_unstable();
        Ok(generations)
    }

    /// Publishes the net of `state.generation`: `write` fills a folder, which then appears under its name together with
    /// the state. The state is saved as the run's, too.
    ///
    /// # Errors
    /// What `write` returns, or the system's refusal; nets published before are untouched.
    pub fn publish<E: From<RunError>>(
        &self,
        state: &RunState,
        write: impl FnOnce(&Path) -> Result<(), E>,
    ) -> Result<PathBuf, E> {
        let path = self.checkpoint(state.generation);
        let mut unfinished = path.clone().into_os_string();
        unfinished.push(UNFINISHED);
        let unfinished = PathBuf::from(unfinished);
        let fail = |path: &Path, error| E::from(RunError::io(path)(error));
        remove(&unfinished).map_err(|e| fail(&unfinished, e))?;
        fs::create_dir(&unfinished).map_err(|e| fail(&unfinished, e))?;
        let filled = write(&unfinished).and_then(|()| Ok(state.write(&unfinished.join("state.json"))?));
        if let Err(error) = filled {
            // The first error is the one to report; what is left over is swept at the next resume.
            let _ = remove(&unfinished);
            return Err(error);
        }
        let appear = || {
            sync(&unfinished)?;
            remove(&path)?;
            fs::rename(&unfinished, &path)?;
            File::open(self.checkpoints())?.sync_all()
        };
        appear().map_err(|e| fail(&path, e))?;
        self.save(state)?;
        Ok(path)
    }

    /// The generation that `checkpoints/best` names.
    ///
    /// # Errors
    /// A file that cannot be read or names no generation.
    pub fn best(&self) -> Result<Option<u32>, RunError> {
        let path = self.checkpoints().join("best");
        match fs::read_to_string(&path) {
            Ok(text) => generation(text.trim()).map(Some).ok_or_else(|| RunError::State {
                path,
                what: format!("`{}`, expected the name of a checkpoint such as gen-0012", text.trim()),
            }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(RunError::Io { path, source }),
        }
    }

    /// Points `checkpoints/best` to a generation.
    ///
    /// # Errors
    /// The system's refusal.
    pub fn set_best(&self, generation: u32) -> Result<(), RunError> {
        let path = self.checkpoints().join("best");
        write_atomically(&path, format!("gen-{generation:04}\n").as_bytes()).map_err(RunError::io(&path))
    }

    /// Removes old nets: the newest `keep`, the best and every tenth stay.
    ///
    /// # Errors
    /// The system's refusal.
    pub fn prune(&self, keep: usize) -> Result<(), RunError> {
        let (generations, best) = (self.generations()?, self.best()?);
        let old = generations.len().saturating_sub(keep.max(1));
        for &generation in &generations[..old] {
            if generation % 10 != 0 && Some(generation) != best {
                let path = self.checkpoint(generation);
                // First out of sight, so that a kill leaves no half of a net under its name.
                let gone = self.checkpoints().join(format!("gen-{generation:04}{UNFINISHED}"));
                fs::rename(&path, &gone).and_then(|()| remove(&gone)).map_err(RunError::io(&path))?;
            }
        }
        Ok(())
    }

    /// Removes what a killed process left unfinished.
    pub(super) fn sweep(&self) -> Result<(), RunError> {
        for entry in fs::read_dir(&self.root).map_err(RunError::io(&self.root))? {
            let path = entry.map_err(RunError::io(&self.root))?.path();
            if path.extension().is_some_and(|extension| extension == "tmp") {
                fs::remove_file(&path).map_err(RunError::io(&path))?;
            }
        }
        let path = self.checkpoints();
        for entry in fs::read_dir(&path).map_err(RunError::io(&path))? {
            let entry = entry.map_err(RunError::io(&path))?;
            if entry.file_name().to_string_lossy().ends_with(UNFINISHED) {
                remove(&entry.path()).map_err(RunError::io(&entry.path()))?;
            }
        }
        Ok(())
    }
}

/// The published nets of the run in a folder, oldest first, for whoever only reads them.
///
/// # Errors
/// No run there, or a folder that cannot be read.
pub fn published(root: &Path) -> Result<Vec<PathBuf>, RunError> {
    let path = root.join("checkpoints");
    if !path.is_dir() {
        return Err(RunError::NotARun { path: root.into(), missing: "checkpoints" });
    }
    let entries = fs::read_dir(&path).and_then(Iterator::collect::<io::Result<Vec<_>>>).map_err(RunError::io(&path))?;
    let numbered = |entry: fs::DirEntry| Some((generation(entry.file_name().to_str()?)?, entry.path()));
    let mut nets: Vec<(u32, PathBuf)> = entries.into_iter().filter_map(numbered).collect();
    nets.sort();
    Ok(nets.into_iter().map(|(_, path)| path).collect())
}

fn generation(name: &str) -> Option<u32> {
    name.strip_prefix("gen-")?.parse().ok()
}

/// Removes a folder, if it is there.
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// Forces a folder and the files in it to the disk.
fn sync(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            sync(&path)?;
        } else {
            File::open(path)?.sync_all()?;
        }
    }
    File::open(folder)?.sync_all()
}
