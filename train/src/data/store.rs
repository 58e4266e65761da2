//! A folder of files of recorded games: `selfplay-000001.hfg`, `selfplay-000002.hfg`, ... in the order of writing.

use super::{DataError, GameHeader, GameReader, GameRecord, GameWriter, SyncPolicy, Tail};
use std::fs;
use std::path::{Path, PathBuf};

const EXTENSION: &str = "hfg";

/// Appends games to the newest file of a folder, and begins another when that is full.
#[derive(Debug)]
pub struct GameStore {
    folder: PathBuf,
    name: String,
    header: GameHeader,
    policy: SyncPolicy,
    max_bytes: u64,
    writer: Option<GameWriter>,
    next: u64,
}

impl GameStore {
    /// Goes on with the files `NAME-*.hfg` of a folder, which is created if need be. The newest file is mended if its
    /// last record is cut off. A file takes games up to `max_bytes`.
    ///
    /// # Errors
    /// A folder or file that cannot be read or written, or a newest file that is damaged or holds games of other rules.
    pub fn open(
        folder: &Path,
        name: &str,
        header: GameHeader,
        policy: SyncPolicy,
        max_bytes: u64,
    ) -> Result<(Self, Option<Tail>), DataError> {
        fs::create_dir_all(folder).map_err(|source| DataError::Io { path: folder.into(), source })?;
        let files = Self::files(folder, name)?;
        let next = files.last().and_then(|path| number(path, name)).unwrap_or(0) + 1;
        let (mut writer, mut tail) = (None, None);
        if let Some(newest) = files.last() {
            let (opened, cut) = GameWriter::open(newest, &header, policy)?;
            tail = cut;
            // A resumed run with, say, a longer budget begins a file of its own.
            let same = GameReader::open(newest)?.header() == &header;
            writer = (same && opened.bytes() < max_bytes).then_some(opened);
        }
        let store = Self { folder: folder.into(), name: name.into(), header, policy, max_bytes, writer, next };
        Ok((store, tail))
    }

    /// The files `NAME-*.hfg` of a folder, oldest first.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub fn files(folder: &Path, name: &str) -> Result<Vec<PathBuf>, DataError> {
        let io = |source| DataError::Io { path: folder.into(), source };
        let mut files = Vec::new();
        for entry in fs::read_dir(folder).map_err(io)? {
            let path = entry.map_err(io)?.path();
            if let Some(number) = number(&path, name) {
                files.push((number, path));
            }
        }
        files.sort();
        Ok(files.into_iter().map(|(_, path)| path).collect())
    }

    /// Writes a game.
    ///
    /// # Errors
    /// The system's reason; everything written before is untouched.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), DataError> {
        let writer = match &mut self.writer {
            Some(writer) => writer,
            none => {
                let path = self.folder.join(format!("{}-{:06}.{EXTENSION}", self.name, self.next));
                self.next += 1;
                none.insert(GameWriter::create(&path, &self.header, self.policy)?)
            }
        };
        writer.append(game)?;
        if writer.bytes() >= self.max_bytes {
            writer.sync()?;
            self.writer = None;
        }
        Ok(())
    }

    /// Forces everything written to the disk.
    ///
    /// # Errors
    /// The system's reason.
    pub fn sync(&mut self) -> Result<(), DataError> {
        self.writer.as_mut().map_or(Ok(()), GameWriter::sync)
    }
}

/// The number of a file `NAME-NUMBER.hfg`.
fn number(path: &Path, name: &str) -> Option<u64> {
    let stem = path.file_name()?.to_str()?.strip_suffix(EXTENSION)?.strip_suffix('.')?;
    stem.strip_prefix(name)?.strip_prefix('-')?.parse().ok()
}
