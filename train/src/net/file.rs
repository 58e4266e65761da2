//! Weight files: safetensors, checked down to the bit.
//!
//! The tensors are written by burn's store under the field names of [`Weights`]. The header's metadata holds one entry,
//! `hexforge = "piece-cell 1 crc32=xxxxxxxx"`: the family, the format's version and the checksum of the whole file, computed
//! with the eight digits set to zero. So one flipped bit anywhere is found, the file is still plain safetensors for any other
//! program, and equal weights give equal files.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use burn::store::{ModuleSnapshot, ModuleStore, SafetensorsStore};
use burn::tensor::{DType, Device};

use super::code::{NetShape, ShapeError};
use super::module::PieceCellNet;
use super::weights::Weights;

/// Metadata key and value up to the checksum's digits.
const KEY: &str = "hexforge";
const TAG: &str = "piece-cell 1 crc32=";
const DIGITS: usize = 8;

/// Weights that cannot be written, read or used.
#[derive(Debug, thiserror::Error)]
pub enum WeightsError {
    /// The file system said no.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: io::Error,
    },
    /// The marker of a weight file is not there.
    #[error("{}: no `{KEY}` entry with `{TAG}` in the header: not a piece-cell weight file of version 1, or its header is damaged", path.display())]
    NoMarker {
        /// The file.
        path: PathBuf,
    },
    /// Truncated or changed since it was written.
    #[error("{}: checksum is {found:08x}, expected {expected:08x}: the file is truncated or damaged", path.display())]
    Checksum {
        /// The file.
        path: PathBuf,
        /// The checksum in the header.
        expected: u32,
        /// The checksum of what is there.
        found: u32,
    },
    /// The safetensors container could not be written or read.
    #[error("{}: {message}", path.display())]
    Container {
        /// The file.
        path: PathBuf,
        /// The store's message.
        message: String,
    },
    /// A tensor is not in the file.
    #[error("{}: tensor `{tensor}` is missing", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
        /// The tensor.
        tensor: &'static str,
    },
    /// A tensor of another shape or number type.
    #[error("{}: tensor `{tensor}` is {found}, expected {expected}", path.display())]
    Tensor {
        /// The file.
        path: PathBuf,
        /// The tensor.
        tensor: &'static str,
        /// Its type and shape.
        found: String,
        /// The type and shape wanted.
        expected: String,
    },
    /// Sizes that no net can have.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// A vector in memory of the wrong length.
    #[error("tensor `{tensor}` has {found} values, expected {expected}")]
    Length {
        /// The tensor.
        tensor: &'static str,
        /// Its length.
        found: usize,
        /// The length its shape asks for.
        expected: usize,
    },
    /// An infinite or undefined weight.
    #[error("tensor `{tensor}` holds {found} at {at}, expected finite values")]
    NotFinite {
        /// The tensor.
        tensor: &'static str,
        /// Index into its values.
        at: usize,
        /// The value.
        found: f32,
    },
}

impl Weights {
    /// Writes the weights to `path`, all or nothing: a file that is already there stays whole until the new one is on disk.
    ///
    /// # Errors
    /// Weights that do not pass [`Weights::check`], or a file that cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), WeightsError> {
        self.check()?;
        let mut store = SafetensorsStore::from_bytes(None).clear_metadata().metadata(KEY, format!("{TAG}{:08}", 0));
        let container = |e: burn::store::SafetensorsStoreError| WeightsError::Container {
            path: path.to_owned(),
            message: e.to_string(),
        };
        PieceCellNet::from_weights(self, &Device::flex()).save_into(&mut store).map_err(container)?;
        let mut bytes = store.get_bytes().map_err(container)?;
        let digits = find_digits(&bytes).ok_or_else(|| WeightsError::NoMarker { path: path.to_owned() })?;
        let sum = format!("{:08x}", checksum(&bytes));
        bytes[digits..digits + DIGITS].copy_from_slice(sum.as_bytes());
        write_atomically(path, &bytes).map_err(|source| WeightsError::Io { path: path.to_owned(), source })
    }

    /// Reads weights of whatever shape the file has.
    ///
    /// # Errors
    /// A file that is missing, truncated, changed in any bit, or without one of the tensors in the right shape.
    pub fn load(path: &Path) -> Result<Self, WeightsError> {
        let mut store = open(path)?;
        let shape = shape_of(path, &mut store)?;
        read(path, &mut store, shape)
    }

    /// Reads weights that must have the given shape.
    ///
    /// # Errors
    /// As [`Weights::load`], and the first tensor of another shape.
    pub fn load_shaped(path: &Path, shape: NetShape) -> Result<Self, WeightsError> {
        shape.validate()?;
        read(path, &mut open(path)?, shape)
    }
}

/// Reads the file and compares its checksum.
fn open(path: &Path) -> Result<SafetensorsStore, WeightsError> {
    let mut bytes = fs::read(path).map_err(|source| WeightsError::Io { path: path.to_owned(), source })?;
    let no_marker = || WeightsError::NoMarker { path: path.to_owned() };
    let digits = find_digits(&bytes).ok_or_else(no_marker)?;
    let written = bytes[digits..digits + DIGITS].to_vec();
    let expected =
        std::str::from_utf8(&written).ok().and_then(|text| u32::from_str_radix(text, 16).ok()).ok_or_else(no_marker)?;
    bytes[digits..digits + DIGITS].fill(b'0');
    let found = checksum(&bytes);
    // The text is compared too: `+1234567` and capitals parse, but no save writes them.
    if found != expected || written != format!("{expected:08x}").as_bytes() {
        return Err(WeightsError::Checksum { path: path.to_owned(), expected, found });
    }
    Ok(SafetensorsStore::from_bytes(Some(bytes)))
}

/// Where the checksum's digits are: behind the first tag in the header.
fn find_digits(bytes: &[u8]) -> Option<usize> {
    let length = bytes.get(..8)?.try_into().ok().map(u64::from_le_bytes)?;
    let header = bytes.get(8..8 + usize::try_from(length).ok()?.min(bytes.len() - 8))?;
    let at = header.windows(TAG.len()).position(|window| window == TAG.as_bytes())?;
    let digits = 8 + at + TAG.len();
    (digits + DIGITS <= 8 + header.len()).then_some(digits)
}

/// CRC-32, as in zip files.
pub(crate) fn checksum(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

/// The sizes, from the tensors that have them; [`read`] compares the rest.
fn shape_of(path: &Path, store: &mut SafetensorsStore) -> Result<NetShape, WeightsError> {
    let mut matrix = |tensor: &'static str| {
        let dims = find(path, store, tensor)?.shape.iter().copied().collect::<Vec<_>>();
        <[usize; 2]>::try_from(dims).map_err(|dims| WeightsError::Tensor {
            path: path.to_owned(),
            tensor,
            found: format!("{dims:?}"),
            expected: "a matrix".to_owned(),
        })
    };
    let [rows, hidden] = matrix("rows")?;
    let [_, neck] = matrix("neck")?;
    let [moves, policy] = matrix("moves")?;
    let move_features = find(path, store, "move_features")?.shape.num_elements();
    let shape = NetShape { rows, hidden, neck, policy, moves, move_features };
    shape.validate()?;
    Ok(shape)
}

fn find<'a>(
    path: &Path,
    store: &'a mut SafetensorsStore,
    tensor: &'static str,
) -> Result<&'a burn::store::burn_pack::Tensor, WeightsError> {
    store
        .get_tensor(tensor)
        .map_err(|e| WeightsError::Container { path: path.to_owned(), message: e.to_string() })?
        .ok_or_else(|| WeightsError::Missing { path: path.to_owned(), tensor })
}

fn read(path: &Path, store: &mut SafetensorsStore, shape: NetShape) -> Result<Weights, WeightsError> {
    let mut weights = Weights::zeros(shape);
    for wanted in weights.tensors_mut() {
        let tensor = find(path, store, wanted.name)?;
        if tensor.dtype != DType::F32 || !tensor.shape.iter().eq(wanted.dims.iter()) {
            return Err(WeightsError::Tensor {
                path: path.to_owned(),
                tensor: wanted.name,
                found: format!("{:?} {:?}", tensor.dtype, tensor.shape.iter().collect::<Vec<_>>()),
                expected: format!("F32 {:?}", wanted.dims),
            });
        }
        let bytes =
            tensor.to_bytes().map_err(|e| WeightsError::Container { path: path.to_owned(), message: e.to_string() })?;
        for (value, raw) in wanted.data.iter_mut().zip(bytes.as_chunks::<4>().0) {
            *value = f32::from_le_bytes(*raw);
        }
    }
    weights.check()?;
    Ok(weights)
}

/// Writes a file so that a crash leaves the old content or the new, never a mixture: temporary file, fsync, rename.
pub(crate) fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A name for each write: two threads may write the same file at the same time.
    static WRITES: AtomicU64 = AtomicU64::new(0);
    let number = WRITES.fetch_add(1, Ordering::Relaxed);
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}-{number}.tmp", std::process::id()));
    let temporary = PathBuf::from(temporary);
    let written = (|| {
        let mut file = File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&temporary, path)?;
        // The rename itself is on disk once its folder is.
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder)?.sync_all()
    })();
    if written.is_err() {
        // The first error is the one to report; the temporary file may not even exist.
        let _ = fs::remove_file(&temporary);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved() -> (tempfile::TempDir, PathBuf, Weights) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("net.safetensors");
        let weights = Weights::random(NetShape::new(40, 32, 12, 5), 11);
        weights.save(&path).unwrap();
        (folder, path, weights)
    }

    #[test]
    fn threads_may_write_the_same_file_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        std::thread::scope(|scope| {
            for text in ["one", "two", "six"] {
                let path = &path;
                scope.spawn(move || (0..50).for_each(|_| write_atomically(path, text.as_bytes()).unwrap()));
            }
        });
        assert_eq!(fs::read(&path).unwrap().len(), 3);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn weights_survive_a_file_and_equal_weights_give_equal_files() {
        let (folder, path, weights) = saved();
        assert_eq!(Weights::load(&path).unwrap(), weights);
        assert_eq!(Weights::load_shaped(&path, weights.shape).unwrap(), weights);
        let first = fs::read(&path).unwrap();
        weights.save(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), first);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
    }

    #[test]
    fn every_flipped_bit_is_found() {
        let (_folder, path, _) = saved();
        let good = fs::read(&path).unwrap();
        let header = 8 + u64::from_le_bytes(good[..8].try_into().unwrap()) as usize;
        let places = (0..header).chain((header..good.len()).step_by(97)).chain([good.len() - 1]);
        for at in places {
            let mut bad = good.clone();
            bad[at] ^= 1 << (at % 8);
            fs::write(&path, &bad).unwrap();
            let error = Weights::load(&path).expect_err("a damaged file").to_string();
            assert!(error.contains("net.safetensors"), "{error}");
        }
    }

    #[test]
    fn every_truncation_is_found() {
        let (_folder, path, _) = saved();
        let good = fs::read(&path).unwrap();
        for length in (0..good.len()).step_by(61).chain([good.len() - 1]) {
            fs::write(&path, &good[..length]).unwrap();
            assert!(Weights::load(&path).is_err(), "{length} bytes");
        }
        fs::write(&path, &good[..good.len() - 1]).unwrap();
        assert!(Weights::load(&path).unwrap_err().to_string().ends_with("the file is truncated or damaged"));
    }

    #[test]
    fn another_shape_names_the_tensor() {
        let (_folder, path, weights) = saved();
        let error = Weights::load_shaped(&path, NetShape { moves: 13, ..weights.shape }).unwrap_err().to_string();
        assert!(error.ends_with("tensor `moves` is F32 [12, 32], expected F32 [13, 32]"), "{error}");
    }

    #[test]
    fn a_missing_tensor_is_named() {
        #[derive(burn::module::Module, Debug)]
        struct Half {
            rows: burn::module::Param<burn::tensor::Tensor<2>>,
        }
        let (_folder, path, weights) = saved();
        let net = PieceCellNet::from_weights(&weights, &Device::flex());
        let mut store = SafetensorsStore::from_bytes(None).clear_metadata().metadata(KEY, format!("{TAG}{:08}", 0));
        Half { rows: net.rows }.save_into(&mut store).unwrap();
        let mut bytes = store.get_bytes().unwrap();
        let sum = format!("{:08x}", checksum(&bytes));
        let digits = find_digits(&bytes).unwrap();
        bytes[digits..digits + DIGITS].copy_from_slice(sum.as_bytes());
        fs::write(&path, bytes).unwrap();
        let error = Weights::load_shaped(&path, weights.shape).unwrap_err().to_string();
        assert!(error.ends_with("tensor `row_bias` is missing"), "{error}");
    }

    #[test]
    fn unusable_weights_are_not_written() {
        let (_folder, path, mut weights) = saved();
        weights.neck[3] = f32::NAN;
        assert_eq!(
            weights.save(&path).unwrap_err().to_string(),
            "tensor `neck` holds NaN at 3, expected finite values"
        );
        weights.neck.pop();
        assert_eq!(weights.save(&path).unwrap_err().to_string(), "tensor `neck` has 1023 values, expected 1024");
        assert!(Weights::load(&path.with_extension("none")).is_err());
    }
}
