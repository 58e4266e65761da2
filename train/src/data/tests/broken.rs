//! Files that are broken, foreign or full, and what happens to them.

use super::*;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const GAMES: u64 = 4;

/// A file of four games of Glinski's chess, its header and its games.
fn file() -> (tempfile::TempDir, PathBuf, GameHeader, Vec<GameRecord>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.hfg");
    with_variant!("glinski", rules => {
        let header = GameHeader::new(rules, 5);
        let mut writer = GameWriter::create(&path, &header, SyncPolicy::Every(2)).unwrap();
        let games: Vec<GameRecord> = (0..GAMES).map(|seed| random_game(rules, seed, 8)).collect();
        for game in &games {
            writer.append(game).unwrap();
        }
        (folder, path, header, games)
    })
}

fn read(path: &Path) -> Result<(Vec<GameRecord>, Option<Tail>), DataError> {
    let mut reader = GameReader::open(path)?;
    let games = reader.by_ref().collect::<Result<_, _>>()?;
    Ok((games, reader.tail().cloned()))
}

/// Where each record begins, and the end.
fn starts(path: &Path) -> Vec<u64> {
    let mut reader = GameReader::open(path).unwrap();
    let mut starts = vec![reader.offset()];
    while let Some(game) = reader.next() {
        game.unwrap();
        starts.push(reader.offset());
    }
    starts
}

#[test]
fn a_file_cut_off_anywhere_keeps_its_whole_records() {
    let (_folder, path, header, games) = file();
    let bytes = fs::read(&path).unwrap();
    let starts = starts(&path);
    for cut in 0..bytes.len() {
        fs::write(&path, &bytes[..cut]).unwrap();
        let whole = starts.iter().filter(|&&start| start <= cut as u64).count().saturating_sub(1);
        if (cut as u64) < starts[0] {
            assert!(read(&path).unwrap_err().to_string().ends_with("header: cut off"));
        } else {
            let (found, tail) = read(&path).unwrap();
            assert_eq!(found, games[..whole], "cut at {cut}");
            assert_eq!(tail.is_none(), starts.contains(&(cut as u64)));
        }
        if cut % 7 != 0 {
            continue;
        }
        // Going on drops the cut-off record and nothing else.
        let (mut writer, tail) = GameWriter::open(&path, &header, SyncPolicy::OnRequest).unwrap();
        assert_eq!(writer.records(), whole as u64);
        assert_eq!(tail.is_none(), starts.contains(&(cut as u64)));
        writer.append(&games[3]).unwrap();
        let (found, tail) = read(&path).unwrap();
        assert_eq!((&found[..whole], &found[whole..], tail), (&games[..whole], &games[3..], None));
    }
}

#[test]
fn the_tail_is_described() {
    let (_folder, path, header, _) = file();
    let starts = starts(&path);
    let length = fs::metadata(&path).unwrap().len();
    fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(length - 1).unwrap();
    let (_, tail) = GameWriter::open(&path, &header, SyncPolicy::OnRequest).unwrap();
    let expected = format!(
        "{}: record 3 at byte {} is cut off after {} bytes; the 3 before it are whole",
        path.display(),
        starts[3],
        length - 1 - starts[3]
    );
    assert_eq!(tail.unwrap().to_string(), expected);
    assert_eq!(fs::metadata(&path).unwrap().len(), starts[3]);
}

#[test]
fn a_tail_of_zeros_is_a_cut_off_record() {
    let (_folder, path, _, games) = file();
    let mut bytes = fs::read(&path).unwrap();
    bytes.extend([0; 500]);
    fs::write(&path, &bytes).unwrap();
    let (found, tail) = read(&path).unwrap();
    assert_eq!((found, tail.unwrap().bytes), (games, 500));
}

#[test]
fn every_flipped_bit_is_found_and_placed() {
    let (_folder, path, header, games) = file();
    let bytes = fs::read(&path).unwrap();
    let starts = starts(&path);
    for at in 0..bytes.len() {
        let mut flipped = bytes.clone();
        flipped[at] ^= 1 << (at % 8);
        fs::write(&path, &flipped).unwrap();
        let message = read(&path).unwrap_err().to_string();
        if (at as u64) < starts[0] {
            continue;
        }
        let record = starts.iter().filter(|&&start| start <= at as u64).count() - 1;
        let place = format!("{}: record {record} at byte {}: ", path.display(), starts[record]);
        assert!(message.starts_with(&place), "{message}");
        assert!(message.ends_with("the file is damaged"), "{message}");
        let mut reader = GameReader::open(&path).unwrap();
        let before: Vec<GameRecord> = reader.by_ref().map_while(Result::ok).collect();
        assert_eq!(before, games[..record]);
        assert!(reader.next().is_none());
    }
    // Nothing is dropped from a damaged file by going on with it.
    let mut flipped = bytes.clone();
    flipped[starts[1] as usize + 20] ^= 4;
    fs::write(&path, &flipped).unwrap();
    assert!(matches!(
        GameWriter::open(&path, &header, SyncPolicy::OnRequest),
        Err(DataError::Damaged { record: 1, .. })
    ));
    assert_eq!(fs::read(&path).unwrap(), flipped);
}

#[test]
fn foreign_and_future_files_are_refused() {
    let (_folder, path, header, _) = file();
    let other = GameHeader { variant: "rex".into(), rules: 0xabc, config: 0 };
    let message = GameReader::open_for(&path, &other).unwrap_err().to_string();
    let expected = format!(
        "{}: games of glinski (rules {:016x}), expected rex (rules 0000000000000abc)",
        path.display(),
        header.rules
    );
    assert_eq!(message, expected);
    let refused = GameWriter::open(&path, &other, SyncPolicy::OnRequest).map(|_| ()).unwrap_err();
    assert_eq!(refused.to_string(), expected);

    let mut bytes = fs::read(&path).unwrap();
    bytes[8..10].copy_from_slice(&7_u16.to_le_bytes());
    fs::write(&path, &bytes).unwrap();
    let message = read(&path).unwrap_err().to_string();
    assert!(message.ends_with("format version 7, expected at most 1: a newer program wrote it"), "{message}");
    fs::write(&path, b"variant = \"glinski\"\n").unwrap();
    assert!(read(&path).unwrap_err().to_string().ends_with("expected it to begin with `HEXGAMES`"));
    fs::remove_file(&path).unwrap();
    assert!(matches!(read(&path), Err(DataError::Io { .. })));
}

/// A disk with room for so many bytes, which takes part of what does not fit, as real ones do.
#[derive(Default)]
struct SmallDisk {
    bytes: Vec<u8>,
    room: usize,
    stuck: bool,
}

impl io::Write for SmallDisk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let fits = bytes.len().min(self.room - self.bytes.len());
        self.bytes.extend(&bytes[..fits]);
        if fits == 0 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(fits) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Storage for &mut SmallDisk {
    fn truncate(&mut self, length: u64) -> io::Result<()> {
        if self.stuck {
            return Err(io::ErrorKind::Other.into());
        }
        self.bytes.truncate(length as usize);
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_leaves_what_was_there() {
    let (folder, path, header, games) = file();
    let starts = starts(&path);
    for stuck in [false, true] {
        let mut disk = SmallDisk { bytes: Vec::new(), room: starts[2] as usize + 40, stuck };
        let mut writer = GameWriter::start(&path, &mut disk, &header, SyncPolicy::Every(1)).unwrap();
        writer.append(&games[0]).unwrap();
        writer.append(&games[1]).unwrap();
        for _ in 0..3 {
            assert!(matches!(writer.append(&games[2]), Err(DataError::Io { .. })));
        }
        assert_eq!((writer.records(), writer.bytes()), (2, starts[2]));
        // What a stuck disk keeps is a cut-off record, which the reader knows.
        assert_eq!(disk.bytes.len() as u64, if stuck { starts[2] + 40 } else { starts[2] });
        let copy = folder.path().join("copy.hfg");
        fs::write(&copy, &disk.bytes).unwrap();
        assert_eq!(read(&copy).unwrap().0, games[..2]);
    }
    // Once there is room again, the same writer goes on.
    let mut disk = SmallDisk { bytes: Vec::new(), room: starts[1] as usize + 3, stuck: false };
    let mut writer = GameWriter::start(&path, &mut disk, &header, SyncPolicy::OnRequest).unwrap();
    writer.append(&games[0]).unwrap();
    writer.append(&games[1]).unwrap_err();
    drop(writer);
    disk.room = 1 << 20;
    let copy = folder.path().join("again.hfg");
    fs::write(&copy, &disk.bytes).unwrap();
    let (mut writer, tail) = GameWriter::open(&copy, &header, SyncPolicy::OnRequest).unwrap();
    assert_eq!(tail, None);
    writer.append(&games[1]).unwrap();
    assert_eq!(read(&copy).unwrap(), (games[..2].to_vec(), None));
}

#[cfg(target_os = "linux")]
#[test]
fn the_systems_full_device_is_an_error() {
    let header = GameHeader { variant: "glinski".into(), rules: 1, config: 0 };
    let path = Path::new("/dev/full");
    let full = fs::OpenOptions::new().write(true).open(path).unwrap();
    let error = GameWriter::start(path, full, &header, SyncPolicy::OnRequest).map(|_| ()).unwrap_err();
    assert!(error.to_string().starts_with("/dev/full: No space left on device"), "{error}");
}

#[test]
fn records_that_are_no_games_are_refused() {
    with_variant!("glinski", rules => {
        let good = random_game(rules, 1, 40);
        good.replay(rules).unwrap();
        let message = |change: fn(&mut GameRecord)| {
            let mut game = good.clone();
            change(&mut game);
            game.replay(rules).unwrap_err().to_string()
        };
        let moved = message(|g| g.plies[5].played.to = g.plies[5].played.from);
        assert!(moved.starts_with("ply 5: ") && moved.contains(" is not legal in "), "{moved}");
        let outside = message(|g| g.plies[0].played.from = 255);
        assert!(outside.starts_with("ply 0: cell 255 to "), "{outside}");
        let policy = message(|g| g.plies[4].policy[0].0.special = 1);
        assert!(policy.starts_with("ply 4: the policy target's "), "{policy}");
        let fen = message(|g| g.start = Some("1/2".into()));
        assert!(fen.starts_with("start position: FEN, column "), "{fen}");
        let ending = message(|g| g.termination = Termination::Rules(hexcore::Ending::Checkmate));
        assert_eq!(ending, "after the last move the game is not over, but checkmate, White's score 0.5 is recorded");
    });
}
