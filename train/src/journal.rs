//! The journal of finished games: one line each, appended when a game is over, with a checksum.
//!
//! A process that is killed while it writes leaves half a line at the end; it is cut off when the work goes on, and its
//! game is played again, the same as before. What is damaged elsewhere is named and left out.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::hash::Hash;
use std::io::{self, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// A game that a journal keeps.
pub trait Entry: Serialize + DeserializeOwned {
    /// Which game it is; a journal has each once.
    type Key: Eq + Hash;
    /// Which game it is.
    fn key(&self) -> Self::Key;
}

/// A journal that games are added to.
#[derive(Debug)]
pub struct Journal<G> {
    file: File,
    path: PathBuf,
    entries: PhantomData<fn(G)>,
}

/// What is in a journal.
#[derive(Clone, Debug, PartialEq)]
pub struct Logged<G> {
    /// The games, in the order in which they ended; each once.
    pub games: Vec<G>,
    /// Lines that are no game, with what is wrong with them.
    pub damaged: Vec<(usize, String)>,
    /// Bytes of whole lines.
    whole: u64,
}

/// The system's refusal.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", path.display())]
pub struct JournalError {
    /// The file.
    pub path: PathBuf,
    /// The reason.
    pub source: io::Error,
}

impl JournalError {
    fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self { path: path.into(), source }
    }
}

impl<G: Entry> Journal<G> {
    /// Opens a journal, or begins one, and cuts off half a line at its end.
    ///
    /// # Errors
    /// The system's refusal.
    pub fn open(path: &Path) -> Result<(Journal<G>, Logged<G>), JournalError> {
        let nothing = Logged { games: Vec::new(), damaged: Vec::new(), whole: 0 };
        let logged = if path.exists() { read(path)? } else { nothing };
        let open = OpenOptions::new().write(true).create(true).truncate(false).open(path);
        let mut file = open.map_err(JournalError::at(path))?;
        file.set_len(logged.whole).map_err(JournalError::at(path))?;
        file.seek(SeekFrom::End(0)).map_err(JournalError::at(path))?;
        Ok((Journal { file, path: path.into(), entries: PhantomData }, logged))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// The system's refusal, e.g. of a full disk.
    pub fn append(&mut self, game: &G) -> Result<(), JournalError> {
        let text = serde_json::to_string(game)
            .map_err(|error| JournalError { path: self.path.clone(), source: io::Error::other(error) })?;
        let line = format!("{:08x} {text}\n", crc32fast::hash(text.as_bytes()));
        // One call: a line is there whole, or its beginning is.
        self.file.write_all(line.as_bytes()).map_err(JournalError::at(&self.path))
    }
}

/// Reads a journal.
///
/// # Errors
/// The system's refusal.
pub fn read<G: Entry>(path: &Path) -> Result<Logged<G>, JournalError> {
    let bytes = std::fs::read(path).map_err(JournalError::at(path))?;
    let mut logged = Logged { games: Vec::new(), damaged: Vec::new(), whole: 0 };
    let mut seen: HashSet<G::Key> = HashSet::new();
    for (i, line) in bytes.split_inclusive(|&b| b == b'\n').enumerate() {
        let Some(line) = line.strip_suffix(b"\n") else { break };
        logged.whole += line.len() as u64 + 1;
        match parse::<G>(line) {
            Ok(game) => {
                if seen.insert(game.key()) {
                    logged.games.push(game);
                }
            }
            Err(message) => logged.damaged.push((i + 1, message)),
        }
    }
    Ok(logged)
}

fn parse<G: Entry>(line: &[u8]) -> Result<G, String> {
    let text = std::str::from_utf8(line).map_err(|error| error.to_string())?;
    let (sum, game) = text.split_once(' ').ok_or("no checksum, expected eight hexadecimal digits and a blank")?;
    let sum = u32::from_str_radix(sum, 16).map_err(|_| format!("`{sum:.20}` is no checksum"))?;
    let found = crc32fast::hash(game.as_bytes());
    if sum != found {
        return Err(format!("checksum {found:08x}, the line says {sum:08x}"));
    }
    serde_json::from_str(game).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::GameRecord;

    fn game(pair: u32) -> GameRecord {
        GameRecord { first: "a".into(), second: "b".into(), pair, moves: "x y".into(), ..GameRecord::default() }
    }

    #[test]
    fn half_a_line_is_cut_off_and_damage_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games.log");
        let (mut log, logged) = Journal::<GameRecord>::open(&path).unwrap();
        assert_eq!(logged, Logged { games: Vec::new(), damaged: Vec::new(), whole: 0 });
        (0..3).for_each(|i| log.append(&game(i)).unwrap());
        let whole = std::fs::read(&path).unwrap();
        // Killed at every byte of the last line.
        let two = read::<GameRecord>(&path).unwrap().whole as usize
            - whole.split_inclusive(|&b| b == b'\n').next_back().unwrap().len();
        for end in two..whole.len() {
            std::fs::write(&path, &whole[..end]).unwrap();
            let (mut log, logged) = Journal::<GameRecord>::open(&path).unwrap();
            assert_eq!((logged.games.len(), logged.damaged.len()), (2, 0), "{end}");
            log.append(&game(2)).unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), whole);
        }
        let mut damaged = whole.clone();
        damaged[two / 2 + 20] ^= 1;
        std::fs::write(&path, &damaged).unwrap();
        let logged = read::<GameRecord>(&path).unwrap();
        assert_eq!((logged.games.len(), logged.damaged.len(), logged.damaged[0].0), (2, 1, 2));
        assert!(logged.damaged[0].1.contains("checksum"));
        // A game that is there twice counts once.
        std::fs::write(&path, [whole.clone(), whole].concat()).unwrap();
        assert_eq!(read::<GameRecord>(&path).unwrap().games.len(), 3);
    }
}
