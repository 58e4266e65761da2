//! The cells of a board: coordinates, names, steps, reflections, and the bit that stands for each.

use crate::bits::{BitSet, Cell};
use crate::variant::{Axis, BoardSpec, Numbers, Reflection, Shape, VectorSet};
use std::collections::HashMap;

/// Most cells that a board may have.
pub const MAX_CELLS: usize = 200;

/// A cell's place in doubled coordinates: file index from 0, doubled rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coord {
    /// File, from 0.
    pub file: i16,
    /// Doubled rank.
    pub rank: i16,
}

/// A board: which cells there are and how they lie to each other.
#[derive(Clone, Debug)]
pub struct Board {
    /// In order of their bits.
    coords: Vec<Coord>,
    names: Vec<String>,
    bits: Vec<Cell>,
    dense: [u8; 256],
    by_coord: HashMap<Coord, usize>,
    by_name: HashMap<String, usize>,
    ring: Option<i16>,
    orthogonal: Axis,
    letters: Vec<char>,
    flip: Vec<usize>,
    flipped: Reflection,
    mirror: Option<Vec<usize>>,
}

impl Board {
    /// Builds a board.
    ///
    /// # Errors
    /// The key below `board` that is wrong and what was expected.
    pub fn new(spec: &BoardSpec) -> Result<Board, (&'static str, String)> {
        let letters: Vec<char> = spec.letters.chars().collect();
        for (i, c) in letters.iter().enumerate() {
            if !c.is_alphabetic() || letters[..i].contains(c) {
                return Err(("letters", format!("`{c}`: file letters must be letters, each once")));
            }
        }
        let mut coords = shape_cells(spec, &letters)?;
        if coords.is_empty() || coords.len() > MAX_CELLS {
            return Err(("shape", format!("{} cells; a board has 1 to {MAX_CELLS}", coords.len())));
        }
        let ring = match spec.shape {
            Shape::Ring => spec.files.map(i16::from),
            _ => None,
        };
        let bits = assign_bits(&mut coords, spec.orthogonal, ring);
        let by_coord: HashMap<Coord, usize> = coords.iter().enumerate().map(|(i, &c)| (c, i)).collect();
        let first: HashMap<i16, i16> = coords.iter().fold(HashMap::new(), |mut first, c| {
            let lowest = first.entry(c.file).or_insert(c.rank);
            *lowest = (*lowest).min(c.rank);
            first
        });
        let lowest = coords.iter().map(|c| c.rank + c.file).min().unwrap_or(0);
        let names: Vec<String> = coords
            .iter()
            .map(|c| {
                let number = match spec.numbers {
                    Numbers::Line => c.rank,
                    Numbers::Count => (c.rank - first[&c.file]) / 2 + 1,
                    Numbers::Oblique => (c.rank + c.file - lowest) / 2 + 1,
                };
                format!("{}{number}", letters[c.file as usize])
            })
            .collect();
        let by_name: HashMap<String, usize> = names.iter().enumerate().map(|(i, n)| (n.clone(), i)).collect();
        if by_name.len() != names.len() {
            return Err(("numbers", "two cells of the same name".into()));
        }
        let flip = match (spec.flip, spec.shape) {
            (Some(flip), _) => flip,
            // Files are as long as they are symmetric: the longest, in the middle, begins at 0.
            (None, Shape::Hexagon) => Reflection { file: None, rank: coords.iter().map(|c| c.rank).max() },
            _ => return Err(("flip", "missing: say how Black's side is White's, e.g. `flip = { rank = 10 }`".into())),
        };
        let mut dense = [u8::MAX; 256];
        for (i, bit) in bits.iter().enumerate() {
            dense[bit.bit()] = i as u8;
        }
        let mut board = Board {
            coords,
            names,
            bits,
            dense,
            by_coord,
            by_name,
            ring,
            orthogonal: spec.orthogonal,
            letters,
            flip: Vec::new(),
            flipped: flip,
            mirror: None,
        };
        board.flip = board.reflection(flip).map_err(|e| ("flip", e))?;
        board.mirror = spec.mirror.map(|m| board.reflection(m)).transpose().map_err(|e| ("mirror", e))?;
        Ok(board)
    }

    fn reflection(&self, r: Reflection) -> Result<Vec<usize>, String> {
        if r.file.is_none() && r.rank.is_none() {
            return Err("empty: give `file`, `rank` or both".to_string());
        }
        let place = |sum: Option<i16>, at: i16| sum.map_or(at, |sum| sum.saturating_sub(at));
        self.coords
            .iter()
            .map(|c| {
                let to = self.wrap(Coord { file: place(r.file, c.file), rank: place(r.rank, c.rank) });
                self.by_coord.get(&to).copied().ok_or(format!("the image of {} is not on the board", self.name_of(*c)))
            })
            .collect()
    }

    fn name_of(&self, c: Coord) -> &str {
        self.by_coord.get(&c).map_or("?", |&i| &self.names[i])
    }

    fn wrap(&self, c: Coord) -> Coord {
        Coord { file: self.ring.map_or(c.file, |n| c.file.rem_euclid(n)), ..c }
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.coords.len()
    }

    /// Whether there are no cells (never, for a board that was built).
    pub fn is_empty(&self) -> bool {
        self.coords.is_empty()
    }

    /// All cells in dense order, which is the order of their bits.
    pub fn cells(&self) -> &[Cell] {
        &self.bits
    }

    /// The dense index of a cell, 0 to `len() - 1`.
    #[inline]
    pub fn dense(&self, cell: Cell) -> usize {
        self.dense[cell.bit()] as usize
    }

    /// The cell of a dense index.
    #[inline]
    pub fn cell(&self, dense: usize) -> Cell {
        self.bits[dense]
    }

    /// The cell with this name.
    pub fn named(&self, name: &str) -> Option<Cell> {
        self.by_name.get(name).map(|&i| self.bits[i])
    }

    /// A cell's name.
    pub fn name(&self, cell: Cell) -> &str {
        &self.names[self.dense(cell)]
    }

    /// A cell's place.
    pub fn coord(&self, cell: Cell) -> Coord {
        self.coords[self.dense(cell)]
    }

    /// The cell at a place, running round a ring.
    pub fn at(&self, coord: Coord) -> Option<Cell> {
        self.by_coord.get(&self.wrap(coord)).map(|&i| self.bits[i])
    }

    /// The letters of the files.
    pub fn letters(&self) -> &[char] {
        &self.letters
    }

    /// The number in a cell's name.
    pub fn number(&self, cell: Cell) -> u16 {
        self.name(cell).trim_start_matches(|c: char| !c.is_ascii_digit()).parse().unwrap_or(0)
    }

    /// The cell one vector away.
    pub fn step(&self, cell: Cell, vector: [i8; 2]) -> Option<Cell> {
        let c = self.coord(cell);
        self.at(Coord { file: c.file + i16::from(vector[0]), rank: c.rank + i16::from(vector[1]) })
    }

    /// The cell that takes this one's place when the colors are exchanged.
    pub fn flip(&self, cell: Cell) -> Cell {
        self.bits[self.flip[self.dense(cell)]]
    }

    /// A vector seen by the other color.
    pub fn flip_vector(&self, v: [i8; 2]) -> [i8; 2] {
        let turn = |sum: Option<i16>, step: i8| if sum.is_some() { step.saturating_neg() } else { step };
        [turn(self.flipped.file, v[0]), turn(self.flipped.rank, v[1])]
    }

    /// The cell's image under the variant's mirror, if it has one.
    pub fn mirror(&self, cell: Cell) -> Option<Cell> {
        self.mirror.as_ref().map(|m| self.bits[m[self.dense(cell)]])
    }

    /// Along which axis neighbours share an edge.
    pub fn orthogonal(&self) -> Axis {
        self.orthogonal
    }

    /// Number of files of a ring.
    pub fn ring(&self) -> Option<u8> {
        self.ring.map(|n| n as u8)
    }

    /// The color of a cell, 0 to 2: constant along diagonals.
    pub fn shade(&self, cell: Cell) -> u8 {
        let c = self.coord(cell);
        let across = match self.orthogonal {
            Axis::Files => c.rank,
            Axis::Ranks => c.file,
        };
        across.rem_euclid(3) as u8
    }

    /// How many of these cells have each color.
    pub(crate) fn count_by_shade<S: BitSet>(&self, cells: S) -> [u32; 3] {
        cells.cells().fold([0; 3], |mut count, cell| {
            count[self.shade(cell) as usize] += 1;
            count
        })
    }

    /// A named set of vectors on this board.
    pub fn vectors(&self, set: VectorSet) -> Vec<[i8; 2]> {
        let base: &[[i8; 2]] = match set {
            VectorSet::Orthogonal => &[[0, 2], [0, -2], [1, 1], [1, -1], [-1, 1], [-1, -1]],
            VectorSet::Diagonal => &[[2, 0], [-2, 0], [1, 3], [1, -3], [-1, 3], [-1, -3]],
            VectorSet::Knight => &[
                [3, 1],
                [3, -1],
                [-3, 1],
                [-3, -1],
                [2, 4],
                [2, -4],
                [-2, 4],
                [-2, -4],
                [1, 5],
                [1, -5],
                [-1, 5],
                [-1, -5],
            ],
            VectorSet::All => {
                let mut all = self.vectors(VectorSet::Orthogonal);
                all.extend(self.vectors(VectorSet::Diagonal));
                return all;
            }
        };
        match self.orthogonal {
            Axis::Files => base.to_vec(),
            Axis::Ranks => base.iter().map(|&[a, b]| [b, a]).collect(),
        }
    }
}

fn shape_cells(spec: &BoardSpec, letters: &[char]) -> Result<Vec<Coord>, (&'static str, String)> {
    let need = |value: Option<u8>, key: &'static str| {
        value.filter(|&n| (1..=40).contains(&n)).ok_or((key, format!("`{key}` must be given, 1 to 40")))
    };
    let (files, cells): (i16, Vec<Coord>) = match spec.shape {
        Shape::Hexagon => {
            let n = i16::from(need(spec.side, "side")?) - 1;
            let upright = i16::from(need(spec.upright.or(spec.side), "upright")?) - 1;
            let cells = (0..=2 * n)
                .flat_map(|file| {
                    let off = (file - n).abs();
                    (off..=2 * (n + upright) - off).step_by(2).map(move |rank| Coord { file, rank })
                })
                .collect();
            (2 * n + 1, cells)
        }
        Shape::Rectangle | Shape::Ring => {
            let (files, ranks) = (i16::from(need(spec.files, "files")?), i16::from(need(spec.ranks, "ranks")?));
            if spec.shape == Shape::Ring && files % 2 != 0 {
                return Err(("files", "a ring has an even number of files, or its ends do not fit".into()));
            }
            let cells = (0..files)
                .flat_map(|file| {
                    (1..=ranks).filter(move |rank| (file + rank) % 2 == 0).map(move |rank| Coord { file, rank })
                })
                .collect();
            (files, cells)
        }
        Shape::Cells => {
            let names = spec.cells.as_ref().ok_or(("cells", "`cells` must list the board's cells".to_string()))?;
            let mut cells = Vec::new();
            for name in names {
                let mut chars = name.chars();
                let file = chars.next().and_then(|c| letters.iter().position(|&l| l == c));
                match (file, chars.as_str().parse::<i16>()) {
                    (Some(file), Ok(rank)) if (0..100).contains(&rank) => {
                        let cell = Coord { file: file as i16, rank };
                        if cells.contains(&cell) {
                            return Err(("cells", format!("`{name}` is listed twice")));
                        }
                        cells.push(cell);
                    }
                    _ => return Err(("cells", format!("`{name}` is not a file letter and a number from 0 to 99"))),
                }
            }
            (letters.len() as i16, cells)
        }
    };
    if letters.len() != files as usize {
        return Err(("letters", format!("{} letters for {files} files", letters.len())));
    }
    Ok(cells)
}

/// Sorts the cells and gives each a bit such that a step is the same shift from as many cells as can be.
///
/// On a plane, axial coordinates do that for every cell at once. On a ring, whose cells have files and ranks of one parity,
/// half of an odd number a file plus the rank does, and a step over its seam is one more shift.
fn assign_bits(coords: &mut [Coord], orthogonal: Axis, ring: Option<i16>) -> Vec<Cell> {
    let ranks = coords.iter().map(|c| i32::from(c.rank)).max().unwrap_or(0) | 1;
    let place = |c: &Coord| -> (i32, i32) {
        let (line, along) = match orthogonal {
            Axis::Files => (i32::from(c.file), i32::from(c.rank)),
            Axis::Ranks => (i32::from(c.rank), i32::from(c.file)),
        };
        if ring.is_some() { (0, (ranks * line + along).div_euclid(2)) } else { (line, (along - line).div_euclid(2)) }
    };
    let places: Vec<_> = coords.iter().map(place).collect();
    let (line0, along0) = places.iter().fold((i32::MAX, i32::MAX), |(a, b), p| (a.min(p.0), b.min(p.1)));
    let (lines, width) = places.iter().fold((0, 0), |(a, b), p| (a.max(p.0 - line0 + 1), b.max(p.1 - along0 + 1)));
    coords.sort_by_key(place);
    if lines * width <= 256 {
        coords.iter().map(|c| Cell(((place(c).0 - line0) * width + place(c).1 - along0) as u8)).collect()
    } else {
        (0..coords.len()).map(|i| Cell(i as u8)).collect()
    }
}
