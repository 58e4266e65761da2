//! Tables on disk: a header that names rules and ending, then the values in compressed blocks, each with a checksum.
//!
//! A file is written under another name and renamed when it is whole, so that a table that is there is finished. What a
//! program that was killed left half written is removed when the table is there.

use super::error::TableError;
use super::geometry::Geometry;
use super::index::Index;
use super::material::Material;
use super::state::State;
use super::table::{Codes, Table};
use rayon::prelude::*;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const MAGIC: &[u8; 8] = b"HEXTABLE";
/// Rises when the numbering or the meaning of a state changes.
const VERSION: u32 = 1;
/// Positions a block holds.
const BLOCK: usize = 1 << 20;
/// Level of compression: higher ones take much longer and save a few percent.
const LEVEL: i32 = 6;
/// What the names of table files end in.
pub const EXTENSION: &str = "hextable";

/// Where an ending's table is.
pub(crate) fn path(geometry: &Geometry, folder: &Path, material: &Material) -> PathBuf {
    folder.join(format!("{}.{EXTENSION}", geometry.kinds.name(material)))
}

/// What the names of files end in that are not whole yet.
const PARTIAL: &str = "partial";

/// Writes a table. What was there before is replaced at once or not at all.
pub(crate) fn write(geometry: &Geometry, path: &Path, table: &Table) -> Result<(), TableError> {
    let failed = |source: io::Error| TableError::Io { path: path.to_path_buf(), source };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let partial = path.with_extension(format!("{EXTENSION}.{}.{PARTIAL}", std::process::id()));
    let written = write_to(geometry, &partial, table).and_then(|()| fs::rename(&partial, path));
    match written {
        Err(source) if source.kind() == io::ErrorKind::NotFound && path.exists() => {
            // Another program has built the same table, and removed this one's.
        }
        Err(source) => {
            // Whatever is left of it is of no use; that it cannot be removed either changes nothing.
            let _ = fs::remove_file(&partial);
            return Err(failed(source));
        }
        Ok(()) => remove_partials(path),
    }
    Ok(())
}

/// Removes what programs that were killed left of a table that is whole now. What cannot be removed does no harm.
fn remove_partials(path: &Path) {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return };
    let start = format!("{}.", name.to_string_lossy());
    for file in folder.read_dir().into_iter().flatten().flatten() {
        let name = file.file_name();
        let name = name.to_string_lossy();
        if name.strip_prefix(&start).is_some_and(|rest| rest.ends_with(PARTIAL)) {
            let _ = fs::remove_file(file.path());
        }
    }
}

fn write_to(geometry: &Geometry, path: &Path, table: &Table) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    let name = geometry.kinds.name(&table.material);
    let wide = matches!(table.sides[0], Codes::Words(_));
    let mut header = Vec::new();
    header.extend(VERSION.to_le_bytes());
    header.extend(geometry.rules_id.to_le_bytes());
    header.extend(geometry.limit.to_le_bytes());
    for text in [&geometry.variant, &name] {
        header.extend((text.len() as u16).to_le_bytes());
        header.extend(text.bytes().take(usize::from(u16::MAX)));
    }
    header.push(u8::from(wide));
    header.extend((table.index.len() as u64).to_le_bytes());
    header.extend((table.palette.len() as u32).to_le_bytes());
    table.palette.iter().for_each(|s| header.extend(s.0.to_le_bytes()));
    file.write_all(MAGIC)?;
    file.write_all(&(header.len() as u32).to_le_bytes())?;
    file.write_all(&header)?;
    file.write_all(&crc32fast::hash(&header).to_le_bytes())?;
    for codes in &table.sides {
        // So many blocks at a time as there are threads: memory stays bounded.
        let blocks: Vec<std::ops::Range<usize>> =
            (0..codes.len().div_ceil(BLOCK)).map(|i| i * BLOCK..codes.len().min((i + 1) * BLOCK)).collect();
        for some in blocks.chunks(rayon::current_num_threads().max(1)) {
            let packed: Vec<io::Result<Vec<u8>>> =
                some.par_iter().map(|block| zstd::bulk::compress(&codes.bytes(block.clone()), LEVEL)).collect();
            for bytes in packed {
                let bytes = bytes?;
                file.write_all(&(bytes.len() as u32).to_le_bytes())?;
                file.write_all(&crc32fast::hash(&bytes).to_le_bytes())?;
                file.write_all(&bytes)?;
            }
        }
    }
    let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()
}

impl Codes {
    fn bytes(&self, block: std::ops::Range<usize>) -> Vec<u8> {
        match self {
            Codes::Bytes(codes) => codes[block].to_vec(),
            Codes::Words(codes) => codes[block].iter().flat_map(|c| c.to_le_bytes()).collect(),
        }
    }
}

/// What a table's file says of itself.
#[derive(Clone, Debug)]
pub struct Header {
    /// The variant's name.
    pub variant: String,
    /// Names the rules it was made by, and the order of cells by which it numbers positions.
    pub rules_id: u64,
    /// The limit on plies without capture or pawn move that it respects; 0 for none.
    pub limit: u16,
    /// The ending.
    pub name: String,
    /// Numbers for each side to move.
    pub numbers: u64,
    wide: bool,
    palette: Vec<State>,
}

/// Reads only the head of a table's file.
///
/// # Errors
/// If it cannot be read or is no table.
pub fn read_header(path: &Path) -> Result<Header, TableError> {
    let mut file = open(path)?;
    header(&mut file, path)
}

/// Reads a whole file for nothing but to see that it is as it was written, and returns its head.
///
/// # Errors
/// If it cannot be read, is no table or is damaged.
pub fn read_whole(path: &Path) -> Result<Header, TableError> {
    let mut file = open(path)?;
    let header = header(&mut file, path)?;
    // More can be neither numbered nor held: a forged head must not ask for the memory.
    const MOST: u64 = 1 << 40;
    let numbers = usize::try_from(header.numbers).ok().filter(|_| header.numbers < MOST);
    let numbers = numbers.ok_or_else(|| damaged(path, "a damaged header"))?;
    read_side(&mut file, path, numbers, &header)?;
    read_side(&mut file, path, numbers, &header)?;
    Ok(header)
}

fn open(path: &Path) -> Result<io::BufReader<File>, TableError> {
    let file = File::open(path).map_err(|source| TableError::Io { path: path.to_path_buf(), source })?;
    Ok(io::BufReader::with_capacity(1 << 20, file))
}

fn wrong(path: &Path, message: impl Into<String>) -> TableError {
    TableError::File { path: path.to_path_buf(), message: message.into() }
}

fn damaged(path: &Path, message: &'static str) -> TableError {
    TableError::Damaged { path: path.to_path_buf(), message }
}

fn take(file: &mut impl Read, bytes: &mut [u8], path: &Path) -> Result<(), TableError> {
    file.read_exact(bytes).map_err(|source| match source.kind() {
        io::ErrorKind::UnexpectedEof => damaged(path, "the file is cut short"),
        _ => TableError::Io { path: path.to_path_buf(), source },
    })
}

fn take_u32(file: &mut impl Read, path: &Path) -> Result<u32, TableError> {
    let mut bytes = [0; 4];
    take(file, &mut bytes, path)?;
    Ok(u32::from_le_bytes(bytes))
}

fn header(file: &mut impl Read, path: &Path) -> Result<Header, TableError> {
    let mut magic = [0; 8];
    take(file, &mut magic, path)?;
    if &magic != MAGIC {
        return Err(wrong(path, "not an endgame table: expected it to begin with HEXTABLE"));
    }
    let length = take_u32(file, path)?;
    if length > 1 << 20 {
        return Err(damaged(path, "a damaged header"));
    }
    let mut bytes = vec![0; length as usize];
    take(file, &mut bytes, path)?;
    if take_u32(file, path)? != crc32fast::hash(&bytes) {
        return Err(damaged(path, "a damaged header"));
    }
    parse(&bytes).map_err(|message| wrong(path, message))
}

fn parse(bytes: &[u8]) -> Result<Header, String> {
    let mut rest = bytes;
    let mut next = |n: usize| -> Result<Vec<u8>, String> {
        let Some((part, left)) = rest.split_at_checked(n) else { return Err("a header too short".into()) };
        rest = left;
        Ok(part.to_vec())
    };
    let number = |bytes: Vec<u8>| bytes.iter().rev().fold(0u64, |n, &b| n << 8 | u64::from(b));
    let version = number(next(4)?);
    if version != u64::from(VERSION) {
        return Err(format!("version {version} of the format; this program reads version {VERSION}: build it again"));
    }
    let rules_id = number(next(8)?);
    let limit = number(next(2)?) as u16;
    let mut text = || -> Result<String, String> {
        let length = number(next(2)?) as usize;
        Ok(String::from_utf8_lossy(&next(length)?).into_owned())
    };
    let (variant, name) = (text()?, text()?);
    let wide = next(1)?[0] != 0;
    let numbers = number(next(8)?);
    let states = number(next(4)?) as usize;
    let palette = (0..states).map(|_| Ok(State(number(next(2)?) as u16))).collect::<Result<_, String>>()?;
    Ok(Header { variant, rules_id, limit, name, numbers, wide, palette })
}

/// Reads a table, and makes sure that it is the one that is wanted and whole.
pub(crate) fn read(geometry: &Geometry, path: &Path, material: &Material) -> Result<Table, TableError> {
    let mut file = open(path)?;
    let header = header(&mut file, path)?;
    let name = geometry.kinds.name(material);
    if header.rules_id != geometry.rules_id {
        let Header { variant, rules_id, .. } = &header;
        let message = format!(
            "a table of other rules ({variant}, id {rules_id:016x}); expected {}, id {:016x}",
            geometry.variant, geometry.rules_id
        );
        return Err(wrong(path, message));
    }
    if header.limit != geometry.limit {
        let (has, wants) = (header.limit, geometry.limit);
        return Err(wrong(path, format!("a table for a limit of {has} plies (0: none); expected one for {wants}")));
    }
    let index = Arc::new(Index::new(geometry, material)?);
    if header.name != name || header.numbers != index.len() as u64 {
        return Err(wrong(path, format!("the table of {}; expected {name}", header.name)));
    }
    let side = |file: &mut io::BufReader<File>| read_side(file, path, index.len(), &header);
    let sides = [side(&mut file)?, side(&mut file)?];
    Ok(Table { material: material.clone(), index, sides, palette: header.palette })
}

fn read_side(file: &mut impl Read, path: &Path, numbers: usize, header: &Header) -> Result<Codes, TableError> {
    let width = if header.wide { 2 } else { 1 };
    let damaged = || damaged(path, "a damaged block");
    // At most as much ahead as a file is sure to hold.
    let mut all: Vec<u8> = Vec::with_capacity((numbers * width).min(1 << 28));
    while all.len() < numbers * width {
        let (length, sum) = (take_u32(file, path)?, take_u32(file, path)?);
        if length as usize > 4 * BLOCK {
            return Err(damaged());
        }
        let mut packed = vec![0; length as usize];
        take(file, &mut packed, path)?;
        let size = (numbers * width - all.len()).min(BLOCK * width);
        let bytes = zstd::bulk::decompress(&packed, size).map_err(|_| damaged())?;
        if crc32fast::hash(&packed) != sum || bytes.len() != size {
            return Err(damaged());
        }
        all.extend(bytes);
    }
    let codes = match header.wide {
        false => Codes::Bytes(all),
        true => Codes::Words(all.chunks_exact(2).map(|c| u16::from_le_bytes([c[0], c[1]])).collect()),
    };
    let known = |code: usize| code < header.palette.len();
    let sound = match &codes {
        Codes::Bytes(codes) => codes.par_iter().all(|&c| known(c as usize)),
        Codes::Words(codes) => codes.par_iter().all(|&c| known(c as usize)),
    };
    if sound { Ok(codes) } else { Err(damaged()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tablebase::ending::Values;
    use crate::tablebase::state::{MOST_PLIES, Worth};
    use hexcore::{AnyRules, Color, variant::read, with_rules};

    /// A table with a win and a loss in every depth of a range, for an ending of more than one block.
    fn deep(geometry: &Geometry, name: &str, depths: std::ops::RangeInclusive<u32>) -> Table {
        let material = geometry.kinds.parse(name).unwrap();
        let index = Arc::new(Index::new(geometry, &material).unwrap());
        let depths: Vec<u32> = depths.collect();
        let state = |worth: Worth, number: usize| match number % 5 {
            0 => State::ILLEGAL,
            1 => State::OPEN,
            _ => State::decided(worth, depths[number % depths.len()]),
        };
        let sides = [Worth::Win, Worth::Loss].map(|worth| (0..index.len()).map(|n| state(worth, n)).collect());
        Table::pack(material, index, sides)
    }

    #[test]
    fn depths_above_a_byte_are_read_as_they_were_written() {
        let pond = read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/endings/pond.toml")).unwrap();
        let dir = tempfile::tempdir().unwrap();
        with_rules!(&AnyRules::new(&pond).unwrap(), rules => {
            let geometry = Geometry::new(rules);
            // One byte a position where there are few depths, however deep; two where there are many, to the deepest of all.
            for (name, depths, wide) in [("KPKP", 250..=300, false), ("KPPKPP", 200..=MOST_PLIES, true)] {
                let table = deep(&geometry, name, depths);
                assert_eq!(matches!(table.sides[0], Codes::Words(_)), wide, "{name}");
                assert_eq!(table.index.len() > BLOCK, wide, "{name} has {} numbers", table.index.len());
                let path = path(&geometry, dir.path(), &table.material);
                write(&geometry, &path, &table).unwrap();
                let again = super::read(&geometry, &path, &table.material).unwrap();
                assert_eq!(again.palette.iter().map(|state| state.plies()).max(), table.palette.iter().map(|s| s.plies()).max());
                for side in Color::BOTH {
                    assert!((0..table.index.len()).all(|n| again.get(side, n) == table.get(side, n)), "{name} {side}");
                }
            }
        });
    }
}
