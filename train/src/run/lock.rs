//! One process a folder.

use super::RunError;
use crate::net::write_atomically;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::Path;

/// Name of the file that is locked.
pub(crate) const LOCK: &str = "lock";

/// Takes the lock of a folder, and writes into it who has it. The system lets go of it when the process ends, however it
/// ends.
///
/// # Errors
/// Another process that has it, or the system's refusal.
pub(crate) fn lock_folder(root: &Path) -> Result<File, RunError> {
    let path = root.join(LOCK);
    let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
    let mut file = open.map_err(RunError::io(&path))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let mut holder = String::new();
            // Only for the message: if it cannot be read, the message says less.
            let _ = file.read_to_string(&mut holder);
            let holder = if holder.trim().is_empty() { "another process".into() } else { holder.trim().to_string() };
            return Err(RunError::Locked { path: root.into(), holder });
        }
        Err(TryLockError::Error(source)) => return Err(RunError::Io { path, source }),
    }
    file.set_len(0).map_err(RunError::io(&path))?;
    writeln!(file, "process {}", std::process::id()).map_err(RunError::io(&path))?;
    Ok(file)
}

/// Name of the file with the id of the rules that are played in a folder.
const RULES: &str = "rules";

/// Notes the rules of a folder that is begun, and compares those of one that is gone on with: a path in its config may lead to
/// another variant than it did.
///
/// # Errors
/// Other rules, or the system's refusal.
pub(crate) fn same_rules(root: &Path, id: u64) -> Result<(), RunError> {
    let path = root.join(RULES);
    let asked = format!("{id:016x}");
    match std::fs::read_to_string(&path) {
        Ok(found) if found.trim() == asked => Ok(()),
        Ok(found) => Err(RunError::Rules { path: root.into(), found: found.trim().into(), asked }),
        Err(source) if source.kind() == std::io::ErrorKind::NotFound => {
            write_atomically(&path, format!("{asked}\n").as_bytes()).map_err(RunError::io(&path))
        }
        Err(source) => Err(RunError::Io { path, source }),
    }
}
