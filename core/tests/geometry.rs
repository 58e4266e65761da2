//! Boards and men against the counts published or derived for them.

#![allow(clippy::unwrap_used)] // A test may panic.

use hexcore::{AnyRules, BitSet, Board, Color, Kind, Layout, Rules, variant::builtin, with_rules};

fn compiled(variant: &str) -> AnyRules {
    AnyRules::new(&builtin(variant).unwrap()).unwrap()
}

/// Cells of each color.
fn shades(board: &Board) -> [usize; 3] {
    let count = |shade| board.cells().iter().filter(|&&c| board.shade(c) == shade).count();
    [count(0), count(1), count(2)]
}

/// Cells that a piece attacks on an empty board, summed over all cells.
fn mobility<L: Layout>(rules: &Rules<L>, name: &str) -> u32 {
    let kind = rules.kinds().iter().position(|k| k.name == name).unwrap();
    let count = |color: Color| -> u32 {
        let cells = rules.board().cells().iter();
        cells.map(|&c| rules.attacks(color, Kind::new(kind), c, L::Set::EMPTY).count()).sum()
    };
    assert_eq!(count(Color::White), count(Color::Black), "{name}: the colors differ");
    count(Color::White)
}

#[test]
fn boards_have_their_cells_and_colors() {
    for (variant, cells, colors) in [
        ("glinski", 91, [30, 31, 30]),
        ("round", 81, [27, 27, 27]),
        ("rex", 85, [31, 27, 27]),
        ("cescacs", 169, [57, 57, 55]),
        ("mccooey", 91, [30, 31, 30]),
        ("shafran", 70, [24, 23, 23]),
    ] {
        with_rules!(&compiled(variant), rules => {
            assert_eq!(rules.board().len(), cells, "{variant}");
            assert_eq!(shades(rules.board()), colors, "{variant}");
        });
    }
}

#[test]
fn men_move_as_far_as_published() {
    for (variant, name, expected) in [
        ("round", "rook", 1584),
        ("round", "bishop", 972),
        ("round", "queen", 2556),
        ("round", "knight", 612),
        ("round", "king", 414),
        ("rex", "rook", 1840),
        ("rex", "bishop", 960),
        ("rex", "queen", 2800),
        ("rex", "knight", 648),
        ("rex", "king", 440),
        ("cescacs", "rook", 5418),
        ("cescacs", "bishop", 2898),
        ("cescacs", "knight", 1512),
        ("cescacs", "king", 924 + 840),
        ("cescacs", "queen", 5418 + 2898),
        ("cescacs", "wyvern", 5418 + 1512),
        ("cescacs", "pegasus", 2898 + 1512),
    ] {
        with_rules!(&compiled(variant), rules => assert_eq!(mobility(rules, name), expected, "{variant}, {name}"));
    }
}

#[test]
fn flips_and_mirrors_are_their_own_inverse() {
    for variant in ["glinski", "round", "rex", "cescacs", "shafran"] {
        with_rules!(&compiled(variant), rules => {
            let board = rules.board();
            for &cell in board.cells() {
                assert_eq!(board.flip(board.flip(cell)), cell);
                assert_eq!(board.named(board.name(cell)), Some(cell));
                assert_eq!(board.at(board.coord(cell)), Some(cell));
                assert_eq!(board.cell(board.dense(cell)), cell);
                if let Some(image) = board.mirror(cell) {
                    assert_eq!(board.mirror(image), Some(cell));
                }
            }
        });
    }
}
