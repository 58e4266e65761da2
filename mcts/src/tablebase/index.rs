//! Positions as numbers: the pair of kings up to symmetry, then the cells of the other men, alike men without order.
//!
//! A number stands for men on cells; whose move it is, is kept apart. Where a symmetry leaves both kings in place, several
//! numbers stand for the same position: the least one does, the others are never used.

use super::error::TableError;
use super::geometry::Geometry;
use super::material::{MAX_MEN, Material};
use super::symmetry;
use hexcore::{Color, Kind};

/// The cells of an ending's men: White's king, Black's king, then the others as [`Index::slots`] has them.
pub(crate) type Cells = [u8; MAX_MEN];

/// Numbers are kept in 32 bits.
pub(crate) const MOST_POSITIONS: u64 = u32::MAX as u64;

const NO_PAIR: u32 = u32::MAX;

/// A pair of kings.
#[derive(Clone, Copy, Debug)]
struct Pair {
    /// Number of the pair that represents it; [`NO_PAIR`] if the kings cannot stand so.
    number: u32,
    /// The symmetry that takes it there.
    symmetry: u8,
    /// Whether more symmetries than the identity keep the representative in place.
    fixed: bool,
}

/// Men of one color and kind.
#[derive(Clone, Copy, Debug)]
struct Group {
    first: usize,
    size: usize,
    stride: u64,
}

/// The numbering of one ending's positions.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    cells: usize,
    slots: Vec<(Color, Kind)>,
    symmetries: Vec<Vec<u8>>,
    pairs: Vec<Pair>,
    /// The representatives, and the symmetries that keep each in place.
    kings: Vec<([u8; 2], Vec<u8>)>,
    groups: Vec<Group>,
    /// Binomial coefficients: `choose[k][n]`.
    choose: Vec<Vec<u64>>,
    span: u64,
}

impl Index {
    /// The numbering.
    ///
    /// # Errors
    /// If there are too many positions.
    pub(crate) fn new(geometry: &Geometry, material: &Material) -> Result<Index, TableError> {
        let n = geometry.cells;
        let symmetries = symmetry::group(geometry, material);
        let (pairs, kings) = king_pairs(geometry, &symmetries);
        let choose: Vec<Vec<u64>> = (0..=MAX_MEN).map(|k| (0..=n).map(|m| binomial(m, k)).collect()).collect();
        let mut slots = vec![(Color::White, geometry.royal), (Color::Black, geometry.royal)];
        for color in Color::BOTH {
            slots.extend(material.side(color).iter().map(|&kind| (color, kind)));
        }
        let mut groups: Vec<Group> = Vec::new();
        let mut span: u128 = 1;
        for (i, man) in slots.iter().enumerate().skip(2) {
            match groups.last_mut() {
                Some(group) if slots[group.first] == *man => group.size += 1,
                _ => groups.push(Group { first: i, size: 1, stride: 0 }),
            }
        }
        for group in groups.iter_mut().rev() {
            group.stride = u64::try_from(span).unwrap_or(u64::MAX);
            span *= u128::from(choose[group.size][n]);
        }
        let positions = span * kings.len() as u128;
        if positions > u128::from(MOST_POSITIONS) {
            let name = geometry.kinds.name(material);
            return Err(TableError::TooLarge { name, positions, most: MOST_POSITIONS });
        }
        Ok(Index { cells: n, slots, symmetries, pairs, kings, groups, choose, span: span as u64 })
    }

    /// How many numbers there are.
    pub(crate) fn len(&self) -> usize {
        (self.span * self.kings.len() as u64) as usize
    }

    /// Color and kind of each man.
    pub(crate) fn slots(&self) -> &[(Color, Kind)] {
        &self.slots
    }

    /// Number of symmetries.
    pub(crate) fn order(&self) -> usize {
        self.symmetries.len()
    }

    /// The position's number; none if the kings stand side by side.
    #[inline]
    pub(crate) fn encode(&self, cells: &Cells) -> Option<usize> {
        let pair = self.pairs[cells[0] as usize * self.cells + cells[1] as usize];
        if pair.number == NO_PAIR {
            return None;
        }
        let map = &self.symmetries[pair.symmetry as usize];
        let mut rank = self.rank(cells, map);
        if pair.fixed {
            let turned = self.image(cells, map);
            for &s in &self.kings[pair.number as usize].1 {
                rank = rank.min(self.rank(&turned, &self.symmetries[s as usize]));
            }
        }
        Some((u64::from(pair.number) * self.span + rank) as usize)
    }

    fn image(&self, cells: &Cells, map: &[u8]) -> Cells {
        let mut turned = *cells;
        for cell in &mut turned[..self.slots.len()] {
            *cell = map[*cell as usize];
        }
        turned
    }

    #[inline]
    fn rank(&self, cells: &Cells, map: &[u8]) -> u64 {
        let mut rank = 0;
        for group in &self.groups {
            let at = |i: usize| map[cells[group.first + i] as usize];
            rank += group.stride
                * match group.size {
                    1 => u64::from(at(0)),
                    2 => {
                        let (a, b) = (at(0), at(1));
                        let (low, high) = if a < b { (a, b) } else { (b, a) };
                        self.choose[2][high as usize] + u64::from(low)
                    }
                    size => {
                        let mut men = [0u8; MAX_MEN];
                        (0..size).for_each(|i| men[i] = at(i));
                        men[..size].sort_unstable();
                        (0..size).map(|i| self.choose[i + 1][men[i] as usize]).sum()
                    }
                };
        }
        rank
    }

    /// The men's cells of a number.
    #[inline]
    pub(crate) fn decode(&self, number: usize) -> Cells {
        let number = number as u64;
        let mut cells = [0; MAX_MEN];
        let (pair, mut rank) = (number / self.span, number % self.span);
        cells[..2].copy_from_slice(&self.kings[pair as usize].0);
        for group in &self.groups {
            let mut part = rank / group.stride;
            rank %= group.stride;
            for i in (0..group.size).rev() {
                let column = &self.choose[i + 1];
                let cell = match i {
                    0 => part as usize,
                    _ => column.partition_point(|&c| c <= part) - 1,
                };
                cells[group.first + i] = cell as u8;
                part -= column[cell];
            }
        }
        cells
    }

    /// How many positions a number stands for on the full board: 0 if another number stands for this position.
    pub(crate) fn orbit(&self, number: usize) -> usize {
        let fixed = &self.kings[number / self.span as usize].1;
        if fixed.is_empty() {
            return self.order();
        }
        let cells = self.decode(number);
        let rank = number as u64 % self.span;
        let mut kept = 1;
        for &s in fixed {
            match self.rank(&cells, &self.symmetries[s as usize]).cmp(&rank) {
                std::cmp::Ordering::Less => return 0,
                std::cmp::Ordering::Equal => kept += 1,
                std::cmp::Ordering::Greater => {}
            }
        }
        self.order() / kept
    }
}

/// The cells of two kings, and the symmetries that leave them where they are: see [`king_pairs`].
type Stabilised = ([u8; 2], Vec<u8>);

/// Pairs of kings that do not both attack each other, and one of each orbit.
fn king_pairs(geometry: &Geometry, symmetries: &[Vec<u8>]) -> (Vec<Pair>, Vec<Stabilised>) {
    let n = geometry.cells;
    let mut pairs = vec![Pair { number: NO_PAIR, symmetry: 0, fixed: false }; n * n];
    let mut kings = Vec::new();
    let attack = |color: Color, from: u8, to: u8| {
        geometry.attack((color, geometry.royal), from, to, &super::lines::Taken::default())
    };
    for white in 0..n as u8 {
        for black in 0..n as u8 {
            let place = white as usize * n + black as usize;
            let adjacent = attack(Color::White, white, black) && attack(Color::Black, black, white);
            if white == black || adjacent || pairs[place].number != NO_PAIR {
                continue;
            }
            let number = kings.len() as u32;
            let mut fixed = Vec::new();
            let image = |map: &[u8]| map[white as usize] as usize * n + map[black as usize] as usize;
            for (s, map) in symmetries.iter().enumerate() {
                if image(map) == place && s != 0 {
                    fixed.push(s as u8);
                }
            }
            for map in symmetries {
                // The symmetry that leads back from the image.
                let back = symmetries.iter().position(|other| {
                    other[map[white as usize] as usize] == white && other[map[black as usize] as usize] == black
                });
                pairs[image(map)] = Pair { number, symmetry: back.unwrap_or(0) as u8, fixed: !fixed.is_empty() };
            }
            kings.push(([white, black], fixed));
        }
    }
    (pairs, kings)
}

fn binomial(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    // Saturating: what is too large to count is too large to number, and is refused.
    let exact = (0..k).try_fold(1u128, |product, i| Some(product.checked_mul((n - i) as u128)? / (i as u128 + 1)));
    exact.and_then(|b| u64::try_from(b).ok()).unwrap_or(u64::MAX)
}
