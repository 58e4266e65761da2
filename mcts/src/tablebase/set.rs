//! A folder of finished tables, asked by position: read when first needed, from any number of threads.

mod perfect;

pub use perfect::score;

use super::error::TableError;
use super::file;
use super::geometry::Geometry;
use super::index::Cells;
use super::material::{Kinds, MAX_MEN, Material};
use super::state::{State, Worth};
use super::table::Table;
use hexcore::{BitSet, Color, Kind, Layout, MoveList, Position, Rules, Special};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

/// Exact values of all positions whose tables are in a folder.
pub struct TableSet {
    geometry: Geometry,
    folder: PathBuf,
    /// By the men of both colors as they stand on the board.
    entries: HashMap<u64, Entry, std::hash::BuildHasherDefault<Mixed>>,
    /// Most men of any table.
    men: u32,
    /// One key for each color and kind: their sum names the men on a board.
    keys: [Vec<u64>; 2],
    /// Files that could not be used, each told once.
    broken: Mutex<Vec<TableError>>,
    /// Hears of them at once.
    tell: Option<Tell>,
}

/// Hears of a file that cannot be used.
type Tell = Box<dyn Fn(&TableError) + Send + Sync>;

#[derive(Debug)]
struct Entry {
    slots: Arc<Slots>,
    flip: bool,
}

#[derive(Debug)]
struct Slots {
    material: Material,
    table: OnceLock<Option<Arc<Table>>>,
}

/// Keys are random already.
#[derive(Default)]
struct Mixed(u64);

impl std::hash::Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }
    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// What perfect play brings a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    /// What it is worth to the side to move.
    pub worth: Worth,
    /// Plies to the end of the game; 0 for a draw.
    pub plies: u32,
}

impl Exact {
    fn of(state: State) -> Exact {
        Exact { worth: state.worth(), plies: state.plies() }
    }
}

impl std::fmt::Debug for TableSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TableSet({}, {} endings)", self.folder.display(), self.entries.len())
    }
}

impl TableSet {
    /// The tables of a folder. Files are looked at only when they are needed.
    ///
    /// # Errors
    /// If the folder cannot be read, or holds no table of this variant's endings.
    pub fn open<L: Layout>(rules: &Rules<L>, folder: &Path) -> Result<TableSet, TableError> {
        TableSet::with_geometry(Geometry::new(rules), folder)
    }

    fn with_geometry(geometry: Geometry, folder: &Path) -> Result<TableSet, TableError> {
        let failed = |source| TableError::Io { path: folder.to_path_buf(), source };
        let kinds = geometry.kinds.clone();
        let mut rng = crate::rng::Rng::new(1);
        let keys = Color::BOTH.map(|_| geometry.lines[0].iter().map(|_| rng.next_u64()).collect::<Vec<u64>>());
        let mut set = TableSet {
            geometry,
            folder: folder.to_path_buf(),
            entries: HashMap::default(),
            men: 0,
            keys,
            broken: Mutex::default(),
            tell: None,
        };
        for file in std::fs::read_dir(folder).map_err(failed)? {
            let path = file.map_err(failed)?.path();
            if path.extension().and_then(|e| e.to_str()) != Some(file::EXTENSION) {
                continue;
            }
            let name = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
            let Ok(material) = kinds.parse(&name) else { continue };
            if set.entries.is_empty() {
                // One look now: a folder of other rules is better told at once.
                let header = file::read_header(&path)?;
                if header.rules_id != set.geometry.rules_id {
                    let message = format!(
                        "a table of other rules ({}, id {:016x}); expected {}, id {:016x}",
                        header.variant, header.rules_id, set.geometry.variant, set.geometry.rules_id
                    );
                    return Err(TableError::File { path, message });
                }
                set.geometry = set.geometry.with_limit(header.limit)?;
            }
            set.add(material);
        }
        if set.entries.is_empty() {
            let message = format!("no endgame table of {}", set.geometry.variant);
            return Err(TableError::File { path: folder.to_path_buf(), message });
        }
        Ok(set)
    }

    fn add(&mut self, material: Material) {
        self.men = self.men.max(material.men() as u32);
        let slots = Arc::new(Slots { material, table: OnceLock::new() });
        for flip in [true, false] {
            let key = |color: Color| {
                let own = slots.material.side(if flip { !color } else { color });
                own.iter().fold(0u64, |sum, k| sum.wrapping_add(self.keys[color.index()][k.index()]))
            };
            let key = key(Color::White).wrapping_add(key(Color::Black));
            self.entries.insert(key, Entry { slots: slots.clone(), flip });
        }
    }

    /// The table of an ending, if there is one and it can be read.
    pub fn table_of(&self, name: &str) -> Option<Arc<Table>> {
        let material = self.geometry.kinds.parse(name).ok()?;
        let entry = self.entries.values().find(|e| e.slots.material == material)?;
        self.table(&entry.slots).cloned()
    }

    /// Most men of which some ending is known.
    pub fn most_men(&self) -> u32 {
        self.men
    }

    /// The endings there are tables of, by name.
    pub fn names(&self) -> Vec<String> {
        let entries = self.entries.values().filter(|e| !e.flip);
        let mut names: Vec<String> = entries.map(|e| self.geometry.kinds.name(&e.slots.material)).collect();
        names.sort();
        names
    }

    /// The letters and order of men.
    pub fn kinds(&self) -> &Kinds {
        &self.geometry.kinds
    }

    /// The same tables; `tell` hears of each file that turns out to be unusable, once, when it is first needed.
    #[must_use]
    pub fn telling(self, tell: impl Fn(&TableError) + Send + Sync + 'static) -> TableSet {
        TableSet { tell: Some(Box::new(tell)), ..self }
    }

    /// Files that turned out to be unusable since last asked.
    pub fn broken(&self) -> Vec<TableError> {
        self.broken.lock().map(|mut list| std::mem::take(&mut *list)).unwrap_or_default()
    }

    fn table<'a>(&self, slots: &'a Slots) -> Option<&'a Arc<Table>> {
        let read = || {
            let path = file::path(&self.geometry, &self.folder, &slots.material);
            match file::read(&self.geometry, &path, &slots.material) {
                Ok(table) => Some(Arc::new(table)),
                Err(error) => {
                    if let Some(tell) = &self.tell {
                        tell(&error);
                    }
                    if let Ok(mut list) = self.broken.lock() {
                        list.push(error);
                    }
                    None
                }
            }
        };
        slots.table.get_or_init(read).as_ref()
    }

    /// The state of the men as they stand, special captures left aside.
    #[inline]
    fn state<L: Layout>(&self, rules: &Rules<L>, pos: &Position<L>) -> Option<State> {
        let occupied = pos.occupied();
        if occupied.count() > self.men {
            return None;
        }
        let kings = [pos.king(Color::White), pos.king(Color::Black)];
        let mut men = [(Color::White, Kind::PAWN, 0u8); MAX_MEN];
        let mut count = 0;
        let mut key = 0u64;
        let white = pos.color(Color::White);
        for cell in occupied.cells() {
            if cell == kings[0] || cell == kings[1] {
                continue;
            }
            let kind = pos.kind_at(cell)?;
            let color = if white.has(cell) { Color::White } else { Color::Black };
            key = key.wrapping_add(self.keys[color.index()][kind.index()]);
            *men.get_mut(count)? = (color, kind, rules.board().dense(cell) as u8);
            count += 1;
        }
        let entry = self.entries.get(&key)?;
        let table = self.table(&entry.slots)?;
        let turn = |cell: u8| if entry.flip { self.geometry.flip[cell as usize] } else { cell };
        let dense = |king: hexcore::Cell| turn(rules.board().dense(king) as u8);
        let mut cells: Cells = [0; MAX_MEN];
        let own = usize::from(entry.flip);
        (cells[0], cells[1]) = (dense(kings[own]), dense(kings[1 - own]));
        for (cell, &(color, kind)) in cells.iter_mut().zip(table.index.slots()).skip(2) {
            let color = if entry.flip { !color } else { color };
            let found = men[..count].iter().position(|m| (m.0, m.1) == (color, kind))?;
            *cell = turn(men[found].2);
            count -= 1;
            men[found] = men[count];
        }
        let side = if entry.flip { !pos.side() } else { pos.side() };
        let state = table.state(&cells, side);
        state.is_legal().then_some(state)
    }

    /// What a position is worth under perfect play, the limit on plies and repetition left aside. None if there is no
    /// table, or if a king or rook may still leap or castle.
    #[inline]
    pub fn exact<L: Layout>(&self, rules: &Rules<L>, pos: &Position<L>) -> Option<Exact> {
        if pos.rights() != hexcore::Rights::default() {
            return None;
        }
        if pos.open() != hexcore::Open::None {
            return self.special(rules, pos).map(Exact::of);
        }
        self.state(rules, pos).map(Exact::of)
    }

    /// A position with a special capture open: if it is legal, the moves decide.
    #[cold]
    fn special<L: Layout>(&self, rules: &Rules<L>, pos: &Position<L>) -> Option<State> {
        if pos.occupied().count() > self.men {
            return None;
        }
        let mut list = MoveList::new();
        rules.legal_moves(pos, &mut list);
        let special = |m: &hexcore::Move| matches!(m.special(), Special::EnPassant | Special::Scornful);
        if !list.iter().any(special) {
            return self.state(rules, pos);
        }
        let mut best: Option<State> = None;
        for &m in list.iter() {
            let value = self.after(rules, &rules.played(pos, m))?.before();
            if best.is_none_or(|b| value.beats(b)) {
                best = Some(value);
            }
        }
        best
    }

    fn after<L: Layout>(&self, rules: &Rules<L>, pos: &Position<L>) -> Option<State> {
        if pos.open() != hexcore::Open::None { self.special(rules, pos) } else { self.state(rules, pos) }
    }
}
