//! What there is to draw: cells with their places, shades, men and marks.

use hexcore::variant::Axis;
use hexcore::{BitSet, Cell, Color, Layout, Move, Position, Rules};
use std::f64::consts::TAU;

/// What to point out on the board.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// The move that led here.
    pub last: Option<Move>,
    /// Cells to mark, e.g. where a man can go.
    pub cells: Vec<Cell>,
    /// Arrows from cell to cell.
    pub arrows: Vec<(Cell, Cell)>,
    /// Whether the board is seen from Black's side.
    pub flipped: bool,
}

/// A man on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Man {
    /// Whose it is.
    pub color: Color,
    /// The letter of its kind, upper case.
    pub letter: char,
    /// The name of its kind.
    pub name: String,
}

/// A cell to draw.
#[derive(Clone, Debug)]
pub struct Place {
    /// Its name.
    pub name: String,
    /// Steps to the right, from 0; a neighbouring file, or half a cell where ranks run across edges.
    pub x: i16,
    /// Steps upwards, from 0.
    pub y: i16,
    /// Its file's letter.
    pub file: char,
    /// The number in its name.
    pub number: u16,
    /// 0 to 2: constant along diagonals.
    pub shade: u8,
    /// What stands there.
    pub man: Option<Man>,
    /// Whether the last move began or ended there.
    pub last: bool,
    /// Whether it is marked.
    pub marked: bool,
}

/// A position, ready to be drawn.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The cells.
    pub places: Vec<Place>,
    /// Whether neighbours above each other share an edge; if not, neighbours beside each other do.
    pub upright: bool,
    /// Number of files of a ring.
    pub ring: Option<u8>,
    /// Where White's men stand at the start of the game, in steps from the first file; a ring turns it to the bottom.
    pub front: f64,
    /// Whether it is seen from Black's side; `x` and `y` are turned already.
    pub flipped: bool,
    /// Arrows, as indices into `places`.
    pub arrows: Vec<(usize, usize)>,
    /// Greatest `x` and `y` of the places.
    pub size: (i16, i16),
}

impl Scene {
    /// A position with marks.
    pub fn new<L: Layout>(rules: &Rules<L>, pos: &Position<L>, marks: &Marks) -> Scene {
        let board = rules.board();
        let coords = || board.cells().iter().map(|&cell| board.coord(cell));
        let (left, right) = bounds(coords().map(|c| c.file));
        let (low, high) = bounds(coords().map(|c| c.rank));
        let size = (right - left, high - low);
        let man = |(color, kind): (Color, hexcore::Kind)| {
            let info = &rules.kinds()[kind.index()];
            Man { color, letter: info.letter, name: info.name.clone() }
        };
        let place = |&cell: &Cell| {
            let coord = board.coord(cell);
            let (x, y) = (coord.file - left, coord.rank - low);
            Place {
                name: board.name(cell).to_string(),
                x: if marks.flipped { size.0 - x } else { x },
                y: if marks.flipped { size.1 - y } else { y },
                file: board.letters()[coord.file as usize],
                number: board.number(cell),
                shade: board.shade(cell),
                man: pos.at(cell).map(man),
                last: marks.last.is_some_and(|m| m.from() == cell || m.to() == cell),
                marked: marks.cells.contains(&cell),
            }
        };
        Scene {
            places: board.cells().iter().map(place).collect(),
            upright: board.orthogonal() == Axis::Files,
            ring: board.ring(),
            front: front(rules),
            flipped: marks.flipped,
            arrows: marks.arrows.iter().map(|&(from, to)| (board.dense(from), board.dense(to))).collect(),
            size,
        }
    }

    /// Letters of the files by `x`, for boards whose files are labelled at the edge.
    pub fn files(&self) -> Vec<(i16, char)> {
        let mut files: Vec<(i16, char)> = self.places.iter().map(|p| (p.x, p.file)).collect();
        files.sort_unstable();
        files.dedup();
        files
    }
}

/// The mean file of White's men at the start; on a ring, the mean direction.
fn front<L: Layout>(rules: &Rules<L>) -> f64 {
    let files = f64::from(rules.board().ring().unwrap_or(u8::MAX));
    let white = rules.start().color(Color::White);
    let angle = |cell| TAU * f64::from(rules.board().coord(cell).file) / files;
    let (x, y) = white.cells().map(angle).fold((0.0, 0.0), |(x, y), a| (x + a.cos(), y + a.sin()));
    f64::atan2(y, x) / TAU * files
}

fn bounds(values: impl Iterator<Item = i16>) -> (i16, i16) {
    values.fold((i16::MAX, i16::MIN), |(low, high), v| (low.min(v), high.max(v)))
}
