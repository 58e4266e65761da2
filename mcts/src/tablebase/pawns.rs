//! How pawns move, cell by cell, and where they may have come from.

use super::lines::{Attacks, Taken};
use hexcore::variant::{PawnSpec, SenseSpec};
use hexcore::{BitSet, Board, Cell, Color, Layout, Rules};
use std::collections::BTreeMap;

/// An advance over several cells.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Path {
    /// The cells in order, the last being where it ends.
    pub(crate) cells: Vec<u8>,
    /// Whether it may end on an enemy man.
    pub(crate) captures: bool,
}

/// The pawns of one color.
#[derive(Clone, Debug, Default)]
pub(crate) struct PawnLines {
    /// Single steps without capture from each cell.
    pub(crate) steps: Vec<Vec<u8>>,
    pub(crate) captures: Vec<Vec<u8>>,
    /// Longer advances.
    pub(crate) advances: Vec<Vec<Path>>,
    /// The cell straight ahead, where there are scornful captures.
    pub(crate) ahead: Vec<Option<u8>>,
    /// Where a pawn steps by any step but the first.
    pub(crate) oblique: Vec<Vec<u8>>,
    /// Whether a pawn promotes on the cell.
    pub(crate) zone: Vec<bool>,
    /// Most moves without capture a pawn has before it, by cell; none if it can go in circles.
    pub(crate) moves_left: Option<Vec<u32>>,
    /// From where a pawn comes here by a step.
    pub(crate) stepped: Vec<Vec<u8>>,
    /// From where by an advance: the cells between and the first.
    pub(crate) advanced: Vec<Vec<Vec<u8>>>,
}

impl PawnLines {
    pub(crate) fn new<L: Layout>(rules: &Rules<L>, color: Color) -> PawnLines {
        let board = rules.board();
        let n = board.len();
        let mut lines = PawnLines {
            steps: vec![Vec::new(); n],
            captures: vec![Vec::new(); n],
            advances: vec![Vec::new(); n],
            ahead: vec![None; n],
            oblique: vec![Vec::new(); n],
            zone: vec![false; n],
            moves_left: None,
            stepped: vec![Vec::new(); n],
            advanced: vec![Vec::new(); n],
        };
        if let Some(pawn) = &rules.variant().pawn {
            for cell in rules.promotion_zone(color).cells() {
                lines.zone[board.dense(cell)] = true;
            }
            for &cell in board.cells() {
                if let Some(sense) = sense(board, pawn, cell) {
                    lines.add(board, sense, (cell, color), pawn.scornful);
                }
            }
        }
        lines.moves_left = lines.count_moves_left();
        lines
    }

    /// Lengths of the longest paths, found by taking away cells without a way on again and again.
    fn count_moves_left(&self) -> Option<Vec<u32>> {
        let n = self.steps.len();
        let ways = |from: usize| {
            let far = self.advances[from].iter().filter_map(|path| path.cells.last());
            self.steps[from].iter().chain(far).map(|&to| to as usize)
        };
        let mut left: Vec<Option<u32>> = vec![None; n];
        for _ in 0..=n {
            for from in 0..n {
                let longest = ways(from).try_fold(0, |most, to| Some(most.max(left[to]? + 1)));
                left[from] = left[from].or(longest);
            }
        }
        left.into_iter().collect()
    }

    fn add(&mut self, board: &Board, sense: &SenseSpec, (cell, color): (Cell, Color), scornful: bool) {
        let turn = |v: [i8; 2]| if color == Color::White { v } else { board.flip_vector(v) };
        let dense = |cell: Cell| board.dense(cell) as u8;
        let (from, here) = (board.dense(cell), dense(cell));
        for (i, &vector) in sense.steps.iter().enumerate() {
            let Some(to) = board.step(cell, turn(vector)).map(dense) else { continue };
            self.steps[from].push(to);
            self.stepped[to as usize].push(here);
            // Which step is straight ahead matters to scornful captures alone; without them it would spoil symmetries.
            match i {
                _ if !scornful => {}
                0 => self.ahead[from] = Some(to),
                _ => self.oblique[from].push(to),
            }
        }
        self.captures[from].extend(sense.captures.iter().filter_map(|&v| board.step(cell, turn(v))).map(dense));
        for advance in &sense.advances {
            let home = |name: &String| {
                let named = board.named(name);
                named.map(|c| if color == Color::White { c } else { board.flip(c) }) == Some(cell)
            };
            if advance.from.as_ref().is_some_and(|names| !names.iter().any(home)) {
                continue;
            }
            for &vector in &advance.vectors {
                let steps = std::iter::successors(Some(cell), |&at| board.step(at, turn(vector)));
                let path: Vec<u8> = steps.skip(1).take(advance.count as usize).map(dense).collect();
                if path.len() == advance.count as usize {
                    let mut back: Vec<u8> = path[..path.len() - 1].to_vec();
                    back.reverse();
                    back.push(here);
                    self.advanced[path[path.len() - 1] as usize].push(back);
                    self.advances[from].push(Path { cells: path, captures: advance.captures });
                }
            }
        }
    }

    pub(crate) fn attacks(&self, cells: usize) -> Attacks {
        let mut ways: Vec<BTreeMap<u8, Vec<Taken>>> = vec![BTreeMap::new(); cells];
        for (from, ways) in ways.iter_mut().enumerate() {
            for &to in &self.captures[from] {
                ways.entry(to).or_default().push(Taken::default());
            }
            for path in self.advances[from].iter().filter(|path| path.captures) {
                if let [between @ .., to] = &path.cells[..] {
                    ways.entry(*to).or_default().push(Taken::of(between));
                }
            }
        }
        Attacks::new(ways)
    }

    /// Everything a pawn of a cell may do, under a change of cells; two cells with the same are alike.
    pub(crate) fn paths(&self, from: u8, map: &dyn Fn(u8) -> u8) -> impl PartialEq + use<> {
        let sorted = |cells: &[u8]| {
            let mut cells: Vec<u8> = cells.iter().map(|&c| map(c)).collect();
            cells.sort_unstable();
            cells
        };
        let from = from as usize;
        let image = |path: &Path| Path { cells: path.cells.iter().map(|&c| map(c)).collect(), ..*path };
        let mut advances: Vec<Path> = self.advances[from].iter().map(image).collect();
        advances.sort();
        let ahead = self.ahead[from].map(map);
        (sorted(&self.steps[from]), sorted(&self.captures[from]), advances, ahead, self.zone[from])
    }
}

fn sense<'a>(board: &Board, pawn: &'a PawnSpec, cell: Cell) -> Option<&'a SenseSpec> {
    let letter = board.letters()[board.coord(cell).file as usize];
    pawn.senses.iter().find(|s| s.files.as_ref().is_none_or(|files| files.contains(letter)))
}
