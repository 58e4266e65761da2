//! Appending to a file of recorded games, so that a kill or a full disk costs at most the game being written.

use super::codec::encode;
use super::reader::{FRAME, frame};
use super::{DataError, GameHeader, GameReader, GameRecord, Tail};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What a [`GameWriter`] writes to: a file, or in tests something that fails.
pub trait Storage: Write {
    /// Cuts everything off after `length` bytes; the next write goes there.
    ///
    /// # Errors
    /// The system's reason.
    fn truncate(&mut self, length: u64) -> io::Result<()>;

    /// Returns when everything written would survive a power cut.
    ///
    /// # Errors
    /// The system's reason.
    fn sync(&mut self) -> io::Result<()>;
}

impl Storage for File {
    fn truncate(&mut self, length: u64) -> io::Result<()> {
        // The file is open for appending: the next write goes to its new end.
        self.set_len(length)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}

/// When written games are forced to the disk. A killed program loses nothing in any case; this is about power cuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncPolicy {
    /// When so many games have been written since the last time.
    Every(u32),
    /// Only when asked to.
    OnRequest,
}

impl Default for SyncPolicy {
    /// Every 64 games: well under a second of self-play.
    fn default() -> Self {
        Self::Every(64)
    }
}

/// Appends games to a file.
#[derive(Debug)]
pub struct GameWriter<S: Storage = File> {
    path: PathBuf,
    file: S,
    /// Bytes of whole records and the header.
    length: u64,
    records: u64,
    /// Whether bytes of a failed write may lie after `length`.
    dirty: bool,
    policy: SyncPolicy,
    unsynced: u32,
    buffer: Vec<u8>,
}

impl GameWriter {
    /// A new file, which must not exist yet.
    ///
    /// # Errors
    /// The system's reason.
    pub fn create(path: &Path, header: &GameHeader, policy: SyncPolicy) -> Result<Self, DataError> {
        let io = |source| DataError::Io { path: path.into(), source };
        let file = OpenOptions::new().append(true).create_new(true).open(path).map_err(io)?;
        let writer = Self::start(path, file, header, policy)?;
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // The file's name is on disk once its folder is.
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(io)?;
        Ok(writer)
    }

    /// Goes on with a file: reads all of it, and drops a record at the end that is cut off.
    ///
    /// # Errors
    /// A file that is damaged otherwise, or holds games of other rules.
    pub fn open(path: &Path, header: &GameHeader, policy: SyncPolicy) -> Result<(Self, Option<Tail>), DataError> {
        let io = |source| DataError::Io { path: path.into(), source };
        let mut file = OpenOptions::new().append(true).open(path).map_err(io)?;
        let bytes = header.bytes();
        let size = file.metadata().map_err(io)?.len();
        if size < bytes.len() as u64 && bytes.starts_with(&std::fs::read(path).map_err(io)?) {
            // Killed while the file was being begun: there are no records to lose.
            file.truncate(0).map_err(io)?;
            let tail = Tail { path: path.into(), records: 0, offset: 0, bytes: size };
            return Ok((Self::start(path, file, header, policy)?, Some(tail)));
        }
        let mut reader = GameReader::open_for(path, header)?;
        for game in reader.by_ref() {
            game?;
        }
        let (length, records) = (reader.offset(), reader.records());
        if reader.tail().is_some() {
            file.truncate(length).and_then(|()| file.sync()).map_err(io)?;
        }
        let path = path.to_path_buf();
        let writer = Self { path, file, length, records, dirty: false, policy, unsynced: 0, buffer: Vec::new() };
        Ok((writer, reader.tail().cloned()))
    }
}

impl<S: Storage> GameWriter<S> {
    /// Begins with an empty storage; `path` is what errors call it.
    ///
    /// # Errors
    /// The system's reason.
    pub fn start(path: &Path, mut file: S, header: &GameHeader, policy: SyncPolicy) -> Result<Self, DataError> {
        let bytes = header.bytes();
        let length = bytes.len() as u64;
        let io = |source| DataError::Io { path: path.into(), source };
        file.write_all(&bytes).and_then(|()| file.sync()).map_err(io)?;
        let path = path.to_path_buf();
        Ok(Self { path, file, length, records: 0, dirty: false, policy, unsynced: 0, buffer: bytes })
    }

    /// Writes a game. If that fails, the file holds what it held before, and the game can be tried again.
    ///
    /// # Errors
    /// The system's reason, e.g. a full disk, or a game too large for the format.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), DataError> {
        if self.dirty {
            self.roll_back()?;
        }
        let too_large = |what| DataError::TooLarge { path: self.path.clone(), what };
        self.buffer.clear();
        self.buffer.resize(FRAME, 0);
        encode(game, &mut self.buffer).map_err(too_large)?;
        let frame = frame(&self.buffer[FRAME..]).ok_or_else(|| too_large("4 GiB or more".into()))?;
        self.buffer[..FRAME].copy_from_slice(&frame);
        if let Err(source) = self.file.write_all(&self.buffer) {
            self.dirty = true;
            // If this fails too, the next append tries again before it writes; the first error is the one to report.
            let _ = self.roll_back();
            return Err(self.io(source));
        }
        self.length += self.buffer.len() as u64;
        self.records += 1;
        self.unsynced += 1;
        match self.policy {
            SyncPolicy::Every(games) if self.unsynced >= games => self.sync(),
            _ => Ok(()),
        }
    }

    /// Forces everything written to the disk.
    ///
    /// # Errors
    /// The system's reason.
    pub fn sync(&mut self) -> Result<(), DataError> {
        self.file.sync().map_err(|source| self.io(source))?;
        self.unsynced = 0;
        Ok(())
    }

    /// Records in the file.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// Bytes in the file.
    pub fn bytes(&self) -> u64 {
        self.length
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn roll_back(&mut self) -> Result<(), DataError> {
        self.file.truncate(self.length).map_err(|source| self.io(source))?;
        self.dirty = false;
        Ok(())
    }

    fn io(&self, source: io::Error) -> DataError {
        DataError::Io { path: self.path.clone(), source }
    }
}
