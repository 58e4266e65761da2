//! The symmetries of an ending: changes of cells that leave the board and the moves of all its men as they are.
//!
//! Candidates come from the lattice: on a plane the twelve turns and reflections of the hexagonal grid about any centre, on
//! a ring every turn and reflection that keeps radii or exchanges them. Of those that map the board onto itself, the ones
//! that carry every line of every man of the ending onto another such line are its group. None is assumed.

use super::geometry::Geometry;
use super::material::Material;
use hexcore::variant::Axis;
use hexcore::{Board, Color, Coord, Kind};

/// Every lattice symmetry of the board itself, as images of dense cells; the identity first.
pub(crate) fn of_board(board: &Board) -> Vec<Vec<u8>> {
    let coords: Vec<Coord> = board.cells().iter().map(|&c| board.coord(c)).collect();
    let mut found: Vec<Vec<u8>> = vec![(0..coords.len() as u8).collect()];
    for linear in linear_maps(board) {
        for &target in &coords {
            let [dx, dy] = linear([coords[0].file, coords[0].rank]);
            let (sx, sy) = (target.file * 2 - dx, target.rank * 2 - dy);
            let image = |c: &Coord| {
                let [x, y] = linear([c.file, c.rank]);
                let (x, y) = (x + sx, y + sy);
                // Maps are given doubled so that turns by 60 degrees have whole numbers.
                if x % 2 != 0 || y % 2 != 0 {
                    return None;
                }
                board.at(Coord { file: x / 2, rank: y / 2 }).map(|cell| board.dense(cell) as u8)
            };
            let Some(map) = coords.iter().map(image).collect::<Option<Vec<u8>>>() else { continue };
            let mut seen = vec![false; coords.len()];
            map.iter().for_each(|&c| seen[c as usize] = true);
            if seen.into_iter().all(|s| s) && !found.contains(&map) {
                found.push(map);
            }
        }
    }
    found
}

/// Twice the linear part of each candidate, in doubled coordinates.
fn linear_maps(board: &Board) -> Vec<impl Fn([i16; 2]) -> [i16; 2]> {
    // Along the files: (x, y) -> turned by 60 degrees is ((x + y) / 2, (y - 3 x) / 2).
    let turn = [[1, 1], [-3, 1]];
    let times = |a: [[i16; 2]; 2], b: [[i16; 2]; 2]| -> [[i16; 2]; 2] {
        std::array::from_fn(|i| std::array::from_fn(|j| (a[i][0] * b[0][j] + a[i][1] * b[1][j]) / 2))
    };
    let mut maps = vec![[[2, 0], [0, 2]], [[-2, 0], [0, 2]]];
    if board.ring().is_some() {
        maps.extend([[[2, 0], [0, -2]], [[-2, 0], [0, -2]]]);
    } else {
        for i in 0..10 {
            maps.push(times(turn, maps[i]));
        }
    }
    let swap = board.orthogonal() == Axis::Ranks && board.ring().is_none();
    let apply = move |m: [[i16; 2]; 2]| {
        move |[x, y]: [i16; 2]| {
            let (x, y) = if swap { (y, x) } else { (x, y) };
            let (a, b) = (m[0][0] * x + m[0][1] * y, m[1][0] * x + m[1][1] * y);
            if swap { [b, a] } else { [a, b] }
        }
    };
    maps.into_iter().map(apply).collect()
}

/// The group of an ending. Men that pawns may become count too, so that a position's image promotes to its image.
pub(crate) fn group(geometry: &Geometry, material: &Material) -> Vec<Vec<u8>> {
    let mut men = vec![(Color::White, geometry.royal), (Color::Black, geometry.royal)];
    for color in Color::BOTH {
        let side = material.side(color);
        men.extend(side.iter().map(|&kind| (color, kind)));
        if side.contains(&Kind::PAWN) {
            men.extend(geometry.kinds.promotions(side).into_iter().map(|kind| (color, kind)));
        }
    }
    men.sort();
    men.dedup();
    let keeps = |map: &Vec<u8>| men.iter().all(|&(color, kind)| keeps_lines(geometry, map, color, kind));
    geometry.symmetries.iter().filter(|map| keeps(map)).cloned().collect()
}

fn keeps_lines(geometry: &Geometry, map: &[u8], color: Color, kind: Kind) -> bool {
    let image = |c: u8| map[c as usize];
    (0..geometry.cells as u8).all(|from| {
        if kind == Kind::PAWN {
            let pawns = &geometry.pawns[color.index()];
            let shades = geometry.by_shade.iter().all(|s| s.is_empty()) || keeps_shades(geometry, map);
            return shades && pawns.paths(from, &image) == pawns.paths(image(from), &|c| c);
        }
        let lines = &geometry.lines[color.index()][kind.index()];
        lines.paths(from, image) == lines.paths(image(from), |c| c)
    })
}

/// Whether cells of one color stay together and the bishops' supply stays what it is.
fn keeps_shades(geometry: &Geometry, map: &[u8]) -> bool {
    let mut to = [None; 3];
    let together = (0..geometry.cells).all(|c| {
        let (a, b) = (geometry.shade[c] as usize, geometry.shade[map[c] as usize]);
        *to[a].get_or_insert(b) == b
    });
    let supply = geometry.by_shade.iter().flatten();
    together && supply.into_iter().all(|(_, n)| (0..3).all(|s| to[s].is_none_or(|t| n[s] == n[t as usize])))
}
