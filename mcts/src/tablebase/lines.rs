//! How men move, cell by cell: the cells of each ride in order, and whether a man attacks a cell over what lies between.
//!
//! An ending has few men, so that walking a line and asking whether a cell is taken beats sets of cells; and lines can be
//! walked backwards, which is how predecessors are found.

use hexcore::{Board, Cell, Color, variant::MoveSpec, variant::Only};
use std::collections::{BTreeMap, HashMap};

/// A set of cells by dense index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Taken([u64; 4]);

impl Taken {
    /// The set of these cells.
    #[inline(always)]
    pub(crate) fn of(cells: &[u8]) -> Taken {
        let mut set = Taken::default();
        for &cell in cells {
            set.add(cell);
        }
        set
    }
    #[inline(always)]
    pub(crate) fn add(&mut self, cell: u8) {
        self.0[(cell >> 6) as usize] |= 1 << (cell & 63);
    }
    #[inline(always)]
    pub(crate) fn has(&self, cell: u8) -> bool {
        self.0[(cell >> 6) as usize] >> (cell & 63) & 1 != 0
    }
    #[inline(always)]
    fn meets(&self, other: &Taken) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }
}

/// One line of a ride from one cell.
#[derive(Clone, Copy, Debug)]
struct Ray {
    first: u32,
    length: u8,
    /// Steps before which it cannot stop.
    min: u8,
    moves: bool,
    captures: bool,
}

/// The lines of one kind of man of one color, from every cell.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines {
    /// Where each cell's rays begin; one more than cells.
    starts: Vec<u32>,
    rays: Vec<Ray>,
    path: Vec<u8>,
}

/// Which way a man goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Forward,
    /// To where it may have come from.
    Back,
}

impl Lines {
    pub(crate) fn new(board: &Board, moves: &[MoveSpec], color: Color, way: Way) -> Lines {
        let mut lines = Lines { starts: vec![0], ..Lines::default() };
        for &from in board.cells() {
            for spec in moves {
                if way == Way::Back && spec.only == Some(Only::Capture) {
                    continue;
                }
                for vector in vectors(board, spec, color, way) {
                    lines.add(board, from, spec, vector);
                }
            }
            lines.starts.push(lines.rays.len() as u32);
        }
        lines
    }

    fn add(&mut self, board: &Board, from: Cell, spec: &MoveSpec, vector: [i8; 2]) {
        let first = self.path.len() as u32;
        let mut at = from;
        for _ in 0..spec.max.unwrap_or(u8::MAX) {
            match board.step(at, vector) {
                // Once round a ring and home again is no move.
                Some(next) if next != from => at = next,
                _ => break,
            }
            self.path.push(board.dense(at) as u8);
        }
        let length = (self.path.len() as u32 - first) as u8;
        if length >= spec.min {
            let (moves, captures) = (spec.only != Some(Only::Capture), spec.only != Some(Only::Move));
            self.rays.push(Ray { first, length, min: spec.min, moves, captures });
        }
    }

    #[inline(always)]
    fn rays(&self, from: u8) -> &[Ray] {
        &self.rays[self.starts[from as usize] as usize..self.starts[from as usize + 1] as usize]
    }

    #[inline(always)]
    fn cells(&self, ray: &Ray) -> &[u8] {
        &self.path[ray.first as usize..ray.first as usize + ray.length as usize]
    }

    /// Calls `found` with each cell the man comes to, and whether a man stands there.
    #[inline(always)]
    pub(crate) fn walk(&self, from: u8, taken: &Taken, mut found: impl FnMut(u8, bool)) {
        for ray in self.rays(from) {
            for (step, &cell) in (1u8..).zip(self.cells(ray)) {
                if taken.has(cell) {
                    if step >= ray.min && ray.captures {
                        found(cell, true);
                    }
                    break;
                }
                if step >= ray.min && ray.moves {
                    found(cell, false);
                }
            }
        }
    }

    /// What tells two sets of lines apart: the paths from a cell under a change of cells, sorted.
    pub(crate) fn paths(&self, from: u8, map: impl Fn(u8) -> u8) -> Vec<(Vec<u8>, u8, bool, bool)> {
        let path = |ray: &Ray| self.cells(ray).iter().map(|&c| map(c)).collect();
        let mut paths: Vec<_> = self.rays(from).iter().map(|r| (path(r), r.min, r.moves, r.captures)).collect();
        paths.sort();
        paths
    }
}

fn vectors(board: &Board, spec: &MoveSpec, color: Color, way: Way) -> Vec<[i8; 2]> {
    let base = match (&spec.vectors, spec.along) {
        (Some(vectors), _) => vectors.clone(),
        (None, Some(set)) => board.vectors(set),
        (None, None) => Vec::new(),
    };
    let turn = |v: [i8; 2]| if color == Color::White { v } else { board.flip_vector(v) };
    let back = |v: [i8; 2]| if way == Way::Forward { v } else { [-v[0], -v[1]] };
    base.into_iter().map(|v| back(turn(v))).collect()
}

/// From where to where a kind of man attacks, and what may not stand between.
#[derive(Clone, Debug)]
pub(crate) struct Attacks {
    cells: usize,
    /// 0 never, 1 always, else 2 more than an index into `between`.
    reach: Vec<u16>,
    /// Sets of which one must be empty.
    between: Vec<Vec<Taken>>,
}

impl Attacks {
    /// From the ways in which each cell is attacked from each: what lies between.
    pub(crate) fn new(ways: Vec<BTreeMap<u8, Vec<Taken>>>) -> Attacks {
        let cells = ways.len();
        let mut attacks = Attacks { cells, reach: vec![0; cells * cells], between: Vec::new() };
        let mut known = HashMap::new();
        for (from, targets) in ways.into_iter().enumerate() {
            for (to, mut ways) in targets {
                ways.sort();
                ways.dedup();
                let entry = if ways.contains(&Taken::default()) {
                    1
                } else {
                    *known.entry(ways.clone()).or_insert_with(|| {
                        attacks.between.push(ways);
                        attacks.between.len() as u16 + 1
                    })
                };
                attacks.reach[from * cells + to as usize] = entry;
            }
        }
        attacks
    }

    /// The attacks by lines that capture.
    pub(crate) fn by_lines(cells: usize, lines: &Lines) -> Attacks {
        let mut ways: Vec<BTreeMap<u8, Vec<Taken>>> = vec![BTreeMap::new(); cells];
        for (from, ways) in (0..).zip(&mut ways) {
            for ray in lines.rays(from).iter().filter(|r| r.captures) {
                let path = lines.cells(ray);
                for i in ray.min as usize - 1..path.len() {
                    ways.entry(path[i]).or_default().push(Taken::of(&path[..i]));
                }
            }
        }
        Attacks::new(ways)
    }

    #[inline(always)]
    pub(crate) fn attack(&self, from: u8, to: u8, taken: &Taken) -> bool {
        match self.reach[from as usize * self.cells + to as usize] {
            0 => false,
            1 => true,
            n => self.between[n as usize - 2].iter().any(|between| !between.meets(taken)),
        }
    }
}
