//! Reading a file of recorded games.
//!
//! After the header, records follow each other: `length u32 | CRC-32 of the payload u32 | CRC-32 of these eight bytes u32 |
//! payload`. The second checksum tells a length that was damaged from a file that was cut off: only the latter may be
//! mended by dropping the last record.

use super::codec::decode;
use super::{DataError, GameHeader, GameRecord};
use std::fmt;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

/// Bytes before each payload.
pub(super) const FRAME: usize = 12;

/// The frame of a payload.
pub(super) fn frame(payload: &[u8]) -> Option<[u8; FRAME]> {
    let mut frame = [0; FRAME];
    frame[..4].copy_from_slice(&u32::try_from(payload.len()).ok()?.to_le_bytes());
    frame[4..8].copy_from_slice(&crc32fast::hash(payload).to_le_bytes());
    let sum = crc32fast::hash(&frame[..8]);
    frame[8..].copy_from_slice(&sum.to_le_bytes());
    Some(frame)
}

/// A record that was cut off when its writer was killed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tail {
    /// The file.
    pub path: PathBuf,
    /// Whole records before it.
    pub records: u64,
    /// Where it begins.
    pub offset: u64,
    /// How much of it there is.
    pub bytes: u64,
}

impl fmt::Display for Tail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, records, offset, bytes } = self;
        let path = path.display();
        write!(
            f,
            "{path}: record {records} at byte {offset} is cut off after {bytes} bytes; the {records} before it are whole"
        )
    }
}

/// The records of a file, in order. Ends before a record that is cut off; [`GameReader::tail`] then tells of it.
#[derive(Debug)]
pub struct GameReader {
    path: PathBuf,
    file: BufReader<File>,
    header: GameHeader,
    length: u64,
    offset: u64,
    record: u64,
    payload: Vec<u8>,
    tail: Option<Tail>,
    failed: bool,
}

impl GameReader {
    /// Opens a file of any variant's games.
    ///
    /// # Errors
    /// A file that cannot be read, is none of recorded games, or comes from a newer program.
    pub fn open(path: &Path) -> Result<Self, DataError> {
        let io = |source| DataError::Io { path: path.into(), source };
        let file = File::open(path).map_err(io)?;
        let length = file.metadata().map_err(io)?.len();
        let mut file = BufReader::with_capacity(1 << 16, file);
        let (header, offset) = GameHeader::read(path, &mut file)?;
        let path = path.to_path_buf();
        Ok(Self { path, file, header, length, offset, record: 0, payload: Vec::new(), tail: None, failed: false })
    }

    /// Opens a file of games that must be of the rules that `expected` names.
    ///
    /// # Errors
    /// As [`GameReader::open`], or games of other rules.
    pub fn open_for(path: &Path, expected: &GameHeader) -> Result<Self, DataError> {
        let reader = Self::open(path)?;
        reader.header.check(path, expected)?;
        Ok(reader)
    }

    /// Whose games these are.
    pub fn header(&self) -> &GameHeader {
        &self.header
    }

    /// The record at the end that is cut off, if there is one and all before it have been read.
    pub fn tail(&self) -> Option<&Tail> {
        self.tail.as_ref()
    }

    /// Records read so far.
    pub fn records(&self) -> u64 {
        self.record
    }

    /// Where the next record begins.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    fn read(&mut self) -> Result<Option<GameRecord>, DataError> {
        let left = self.length - self.offset;
        if left == 0 {
            return Ok(None);
        }
        if left < FRAME as u64 {
            return Ok(self.cut_off(left));
        }
        let mut frame = [0; FRAME];
        self.fill(&mut frame)?;
        if frame == [0; FRAME] && self.rest_is_zero()? {
            // A power cut can leave the file longer than what was written to it.
            return Ok(self.cut_off(left));
        }
        let word = |at: usize| u32::from_le_bytes([frame[at], frame[at + 1], frame[at + 2], frame[at + 3]]);
        if crc32fast::hash(&frame[..8]) != word(8) {
            return Err(self.damaged("the checksum of its length does not fit: the file is damaged".into()));
        }
        let length = u64::from(word(0));
        if left - (FRAME as u64) < length {
            return Ok(self.cut_off(left));
        }
        let mut payload = std::mem::take(&mut self.payload);
        payload.resize(length as usize, 0);
        self.fill(&mut payload)?;
        if crc32fast::hash(&payload) != word(4) {
            return Err(self.damaged("its checksum does not fit: the file is damaged".into()));
        }
        let game = decode(&payload).map_err(|what| self.damaged(what))?;
        self.payload = payload;
        self.record += 1;
        self.offset += FRAME as u64 + length;
        Ok(Some(game))
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), DataError> {
        self.file.read_exact(bytes).map_err(|source| DataError::Io { path: self.path.clone(), source })
    }

    fn rest_is_zero(&mut self) -> Result<bool, DataError> {
        let mut rest = Vec::new();
        self.file.read_to_end(&mut rest).map_err(|source| DataError::Io { path: self.path.clone(), source })?;
        Ok(rest.iter().all(|&byte| byte == 0))
    }

    fn cut_off(&mut self, bytes: u64) -> Option<GameRecord> {
        self.tail = Some(Tail { path: self.path.clone(), records: self.record, offset: self.offset, bytes });
        None
    }

    fn damaged(&self, what: String) -> DataError {
        DataError::Damaged { path: self.path.clone(), record: self.record, offset: self.offset, what }
    }
}

impl Iterator for GameReader {
    type Item = Result<GameRecord, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.tail.is_some() || self.failed {
            return None;
        }
        let next = self.read().transpose();
        self.failed = matches!(next, Some(Err(_)));
        next
    }
}
