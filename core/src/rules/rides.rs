//! Ride tables: where a man gets to along its lines, looked up by the occupied cells among them.
//!
//! The cells that can stop a ride are cut into parts. For each part a table gives, for every pattern of men on it, the
//! cells reached on a board where only those cells may be occupied. A cell is reached if no earlier cell of its line is
//! occupied, which is a conjunction over any partition of the cells: the whole answer is the AND of the parts. That holds
//! while no cell is reached along two lines, so vectors that meet again (both senses of a ring) get tables of their own.

use crate::bits::{BitSet, Cell, CellMap, extract};
use crate::board::Board;

/// Into how many parts the cells of one origin are cut, if the tables are small enough so: as many a word for each word,
/// so that a look-up knows which word a part is in.
const MIN_PARTS: usize = 4;

/// Into how many if not.
const MAX_PARTS: usize = 8;

/// Tables up to this size are built with fewer, larger parts: fewer loads, still inside a second-level cache.
const TABLE_BYTES: usize = 512 << 10;

/// The lines along which one man rides, from every cell.
#[derive(Clone, Debug)]
pub(crate) struct Ride<S> {
    /// Parts a look-up ANDs together; 0 means a single index gathered over all words.
    parts: usize,
    joint: CellMap<Joint>,
    split: CellMap<[Part; MAX_PARTS]>,
    reach: Vec<S>,
    /// Whether every vector's opposite is among the vectors, so that coming and going are the same.
    symmetric: bool,
    /// Cells from which this ride comes here on an empty board.
    pub(crate) sources: CellMap<S>,
    /// Cells passed on the way, by 256 * target + source.
    between: Vec<S>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Joint {
    masks: [u64; 4],
    shifts: [u8; 4],
    base: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Part {
    mask: u64,
    base: u32,
}

/// Vectors with the fewest and most steps.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lines {
    pub(crate) vectors: Vec<[i8; 2]>,
    pub(crate) min: u8,
    pub(crate) max: u8,
}

impl Lines {
    /// The cells of each line from a cell, nearest first. A line ends before it comes home.
    pub(crate) fn from(&self, board: &Board, cell: Cell) -> Vec<Vec<Cell>> {
        let line = |&vector: &[i8; 2]| {
            std::iter::successors(board.step(cell, vector), |&at| board.step(at, vector))
                .take_while(|&at| at != cell)
                .take(self.max as usize)
                .collect()
        };
        self.vectors.iter().map(line).collect()
    }

    /// Splits the vectors so that in each part no cell is reached along two lines from anywhere.
    pub(crate) fn without_meetings(self, board: &Board) -> Vec<Lines> {
        let mut parts: Vec<Lines> = Vec::new();
        for &vector in &self.vectors {
            let alone = Lines { vectors: vec![vector], ..self.clone() };
            let meets = |part: &Lines| {
                board.cells().iter().any(|&cell| {
                    let cells: Vec<Cell> = part.from(board, cell).concat();
                    alone.from(board, cell).concat().iter().any(|c| cells.contains(c))
                })
            };
            match parts.iter_mut().find(|part| !meets(part)) {
                Some(part) => part.vectors.push(vector),
                None => parts.push(alone),
            }
        }
        parts
    }
}

impl<S: BitSet> Ride<S> {
    pub(crate) fn new(board: &Board, lines: &Lines) -> Ride<S> {
        let min = lines.min as usize;
        let rays: Vec<(Cell, Vec<Vec<Cell>>)> = board.cells().iter().map(|&c| (c, lines.from(board, c))).collect();
        let stops =
            |rays: &[Vec<Cell>]| S::collect(rays.iter().flat_map(|r| r[..r.len().saturating_sub(1)].iter().copied()));
        let mut ride = Ride {
            parts: 0,
            joint: CellMap::new::<S>(Joint::default()),
            split: CellMap::new::<S>([Part::default(); MAX_PARTS]),
            reach: Vec::new(),
            symmetric: lines.vectors.iter().all(|&[a, b]| lines.vectors.contains(&[-a, -b])),
            sources: CellMap::new::<S>(S::EMPTY),
            between: vec![S::EMPTY; 256 * 256],
        };
        for (cell, rays) in &rays {
            for ray in rays {
                for (i, &target) in ray.iter().enumerate().skip(min - 1) {
                    ride.sources[target] |= S::of(*cell);
                    ride.between[target.bit() * 256 + cell.bit()] = S::collect(ray[..i].iter().copied());
                }
            }
        }
        let size = |entries: usize| entries * size_of::<S>() <= TABLE_BYTES;
        let joint: usize = rays.iter().map(|(_, r)| 1usize << stops(r).count().min(40)).sum();
        if size(joint) {
            for (cell, rays) in &rays {
                let (masks, mut shifts, mut shift) = (words(stops(rays)), [0; 4], 0);
                for i in 0..4 {
                    shifts[i] = shift;
                    shift += masks[i].count_ones() as u8;
                }
                ride.joint[*cell] = Joint { masks, shifts, base: ride.reach.len() as u32 };
                ride.tabulate(rays, min, masks);
            }
            return ride;
        }
        let cut =
            |parts: usize| -> Vec<Vec<u64>> { rays.iter().map(|(_, r)| cut::<S>(words(stops(r)), parts)).collect() };
        let fits = |cuts: &Vec<Vec<u64>>| size(cuts.iter().flatten().map(|mask| 1 << mask.count_ones()).sum());
        let cuts = Some(cut(MIN_PARTS)).filter(fits).unwrap_or_else(|| cut(MAX_PARTS));
        ride.parts = cuts[0].len();
        for ((cell, rays), parts) in rays.iter().zip(&cuts) {
            for (i, &mask) in parts.iter().enumerate() {
                ride.split[*cell][i] = Part { mask, base: ride.reach.len() as u32 };
                let mut masks = [0; 4];
                masks[i / (parts.len() / S::WORDS)] = mask;
                ride.tabulate(rays, min, masks);
            }
        }
        ride
    }

    /// Leaves only rides that start on one of these cells, for those who ask where a ride comes from.
    pub(crate) fn start_on(&mut self, cells: S) {
        for i in 0..S::BITS {
            self.sources[Cell(i as u8)] &= cells;
        }
    }

    /// Appends the cells reached for every pattern of men under `masks`, in the order in which a look-up counts them.
    fn tabulate(&mut self, rays: &[Vec<Cell>], min: usize, masks: [u64; 4]) {
        let cells: Vec<Cell> = S::from_words(masks).cells().collect();
        for pattern in 0..1usize << cells.len() {
            let men = S::collect(cells.iter().enumerate().filter(|(i, _)| pattern >> i & 1 != 0).map(|(_, &c)| c));
            let mut reached = S::EMPTY;
            for ray in rays {
                for (i, &cell) in ray.iter().enumerate() {
                    if i + 1 >= min {
                        reached |= S::of(cell);
                    }
                    if men.has(cell) {
                        break;
                    }
                }
            }
            self.reach.push(reached);
        }
    }

    /// The cells that a ride from `cell` reaches, the first man on each line among them.
    #[inline(always)]
    pub(crate) fn reach(&self, cell: Cell, occupied: S) -> S {
        match self.parts {
            0 => self.reach_joint(cell, occupied),
            4 => self.reach_split::<4>(cell, occupied),
            _ => self.reach_split::<MAX_PARTS>(cell, occupied),
        }
    }

    /// [`reach`](Ride::reach) for a ride whose [`shape`](Ride::shape) is joint.
    #[inline(always)]
    pub(crate) fn reach_joint(&self, cell: Cell, occupied: S) -> S {
        let joint = &self.joint[cell];
        let mut index = joint.base as usize;
        for i in 0..S::WORDS {
            index += (extract(occupied.word(i), joint.masks[i]) << joint.shifts[i]) as usize;
        }
        self.entry(index)
    }

    /// [`reach`](Ride::reach) for a ride that is split into `N` parts.
    #[inline(always)]
    pub(crate) fn reach_split<const N: usize>(&self, cell: Cell, occupied: S) -> S {
        let parts = &self.split[cell];
        let part = |i: usize| {
            let part = &parts[i];
            let word = occupied.word(i / (N / S::WORDS));
            self.entry(part.base as usize + extract(word, part.mask) as usize)
        };
        let mut reached = part(0);
        for i in 1..N {
            reached &= part(i);
        }
        reached
    }

    /// Number of parts; 0 for a joint index.
    pub(crate) fn parts(&self) -> usize {
        self.parts
    }

    /// The cells from which this ride comes to `target` past the men that stand on `occupied`.
    #[inline]
    pub(crate) fn open_sources(&self, target: Cell, occupied: S) -> S {
        let sources = self.sources[target];
        if self.symmetric {
            return self.reach(target, occupied) & sources;
        }
        let open = |source: &Cell| (self.between(target, *source) & occupied).is_empty();
        S::collect(sources.cells().filter(open))
    }

    /// The cells between a target and a source from which this ride reaches it on an empty board.
    #[inline(always)]
    pub(crate) fn between(&self, target: Cell, source: Cell) -> S {
        // SAFETY: 256 x 256 entries, and a `Cell` holds a `u8`.
        unsafe { *self.between.get_unchecked(target.bit() * 256 + source.bit()) }
    }

    #[inline(always)]
    fn entry(&self, index: usize) -> S {
        debug_assert!(index < self.reach.len());
        // SAFETY: `index` is a part's base plus a number of as many bits as its mask has, and the constructor appended an
        // entry for each such number. With bounds checks perft is a tenth slower.
        unsafe { *self.reach.get_unchecked(index) }
    }
}

fn words<S: BitSet>(set: S) -> [u64; 4] {
    std::array::from_fn(|i| if i < S::WORDS { set.word(i) } else { 0 })
}

/// Cuts a set into `parts` masks, as many in each word.
fn cut<S: BitSet>(words: [u64; 4], parts: usize) -> Vec<u64> {
    let mut cut = Vec::with_capacity(parts);
    for &mask in &words[..S::WORDS] {
        let mut rest = mask;
        for left in (1..=(parts / S::WORDS) as u32).rev() {
            let high = (0..rest.count_ones().div_ceil(left)).fold(rest, |high, _| high & high.wrapping_sub(1));
            cut.push(rest & !high);
            rest = high;
        }
    }
    cut
}
