//! The header of a file of recorded games.
//!
//! ```text
//! magic "HEXGAMES" | version u16 | rules id u64 | config hash u64 | length u8, variant's name | CRC-32 of all that, u32
//! ```

use super::DataError;
use hexcore::{Layout, Rules};
use std::io::{ErrorKind, Read};
use std::path::Path;

const MAGIC: &[u8; 8] = b"HEXGAMES";

/// The format that this program writes.
pub const VERSION: u16 = 1;

/// Whose games a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameHeader {
    /// The variant's name, at most 255 bytes.
    pub variant: String,
    /// [`Rules::id`]: equal only for variants that play alike.
    pub rules: u64,
    /// [`RunConfig::hash`](crate::config::RunConfig::hash) of the config that made the games; 0 for none.
    pub config: u64,
}

impl GameHeader {
    /// The header for games of these rules.
    pub fn new<L: Layout>(rules: &Rules<L>, config: u64) -> Self {
        Self { variant: rules.variant().name.clone(), rules: rules.id(), config }
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.rules.to_le_bytes());
        bytes.extend(self.config.to_le_bytes());
        // A longer name is cut: the rules id is what decides.
        let end = (0..=self.variant.len().min(255)).rev().find(|&i| self.variant.is_char_boundary(i));
        let name = &self.variant[..end.unwrap_or(0)];
        bytes.push(name.len() as u8);
        bytes.extend(name.as_bytes());
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads a header and its length in bytes.
    pub(super) fn read(path: &Path, mut from: impl Read) -> Result<(Self, u64), DataError> {
        let wrong = |what: &str| DataError::Header { path: path.into(), what: what.into() };
        let mut bytes = vec![0; 8 + 2];
        let mut fill = |bytes: &mut [u8]| match from.read_exact(bytes) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Err(wrong("cut off")),
            other => other.map_err(|source| DataError::Io { path: path.into(), source }),
        };
        fill(&mut bytes)?;
        if !bytes.starts_with(MAGIC) {
            return Err(DataError::Magic { path: path.into() });
        }
        let version = u16::from_le_bytes([bytes[8], bytes[9]]);
        if version > VERSION {
            return Err(DataError::Version { path: path.into(), found: version, newest: VERSION });
        }
        if version == 0 {
            return Err(wrong("format version 0, expected 1 or more"));
        }
        bytes.resize(8 + 2 + 17, 0);
        fill(&mut bytes[10..])?;
        let length = usize::from(bytes[26]);
        bytes.resize(27 + length + 4, 0);
        fill(&mut bytes[27..])?;
        let (body, sum) = bytes.split_at(27 + length);
        if crc32fast::hash(body).to_le_bytes() != sum {
            return Err(wrong("its checksum does not fit: the file is damaged"));
        }
        let number = |at: usize| body[at..at + 8].iter().rev().fold(0, |n, &byte| n << 8 | u64::from(byte));
        let variant = String::from_utf8(body[27..].to_vec()).map_err(|_| wrong("the variant's name is not UTF-8"))?;
        Ok((Self { variant, rules: number(10), config: number(18) }, bytes.len() as u64))
    }

    /// Checks that a file with this header holds games of the same rules as `expected`.
    pub(super) fn check(&self, path: &Path, expected: &Self) -> Result<(), DataError> {
        if self.rules == expected.rules {
            return Ok(());
        }
        Err(DataError::ForeignRules {
            path: path.into(),
            found_variant: self.variant.clone(),
            found: self.rules,
            expected_variant: expected.variant.clone(),
            expected: expected.rules,
        })
    }
}
