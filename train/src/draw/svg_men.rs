//! Men as vector glyphs, centred on the origin, 60 units high; kinds without a glyph are a letter on a disc.

use super::scene::Man;
use hexcore::Color;

/// The outline of a glyph and the lines inside it, as SVG path data. Parts later in the list lie on top.
struct Glyph {
    outline: &'static [&'static str],
    lines: &'static str,
}

const PAWN: Glyph = Glyph {
    outline: &["M-18 30H18V24C18 17 8 13 6 -1H11V-7H7A12 12 0 1 0 -7 -7H-11V-1H-6C-8 13 -18 17 -18 24Z"],
    lines: "M-15 22H15",
};
const ROOK: Glyph = Glyph {
    outline: &["M-23 30H23V22H17V-9L22 -15V-30H13V-23H5V-30H-5V-23H-13V-30H-22V-15L-17 -9V22H-23Z"],
    lines: "M-16 -9H16M-16 22H16",
};
const BISHOP: Glyph = Glyph {
    outline: &[
        "M-22 30H22V25C15 23 10 20 9 13C20 5 17 -11 4 -23A5 5 0 1 0 -4 -23C-17 -11 -20 5 -9 13C-10 20 -15 23 -22 25Z",
    ],
    lines: "M0 -15V4M-7 -6H7M-8 13H8",
};
const KNIGHT: Glyph = Glyph {
    outline: &[
        "M-18 30H22C23 6 22 -22 1 -29L-4 -36L-9 -28C-17 -23 -21 -11 -26 -1C-28 5 -22 11 -16 9L-6 3C-2 3 2 1 5 -4C6 8 -14 14 -18 30Z",
    ],
    lines: "M-12 -15L-7 -17M13 -12C17 -2 17 12 16 24",
};
const QUEEN: Glyph = Glyph {
    outline: &[
        "M-20 30H20L18 15L31 -14L15 4L15 -22L5 1L0 -28L-5 1L-15 -22L-15 4L-31 -14L-18 15Z",
        "M31 -20a5 5 0 1 1 -.1 0ZM15 -29a5 5 0 1 1 -.1 0ZM0 -35a5 5 0 1 1 -.1 0ZM-15 -29a5 5 0 1 1 -.1 0ZM-31 -20a5 5 0 1 1 -.1 0Z",
    ],
    lines: "M-17 15H17M-18 22H18",
};
const KING: Glyph = Glyph {
    outline: &[
        "M-3 -10V-21H-10V-27H-3V-36H3V-27H10V-21H3V-10Z",
        "M-20 30H20L18 17C36 7 33 -14 17 -14C8 -14 3 -9 0 -2C-3 -9 -8 -14 -17 -14C-33 -14 -36 7 -18 17Z",
    ],
    lines: "M-17 17H17M-18 23H18M0 -2V16",
};
const ELEPHANT: Glyph = Glyph {
    outline: &[
        "M-10 -20C-44 -34 -42 22 -13 8ZM10 -20C44 -34 42 22 13 8Z",
        "M-15 -14C-12 -30 12 -30 15 -14C17 1 8 6 7 14C7 22 12 25 20 22C21 35 -6 37 -7 14C-8 6 -17 1 -15 -14Z",
    ],
    lines: "M-8 -10L-6 -10M6 -10L8 -10M-6 14H6M-6 20H7",
};
const WYVERN: Glyph = Glyph {
    outline: &[
        "M-3 -6C-12 -28 -30 -29 -40 -22C-33 -16 -37 -5 -36 4C-30 -2 -25 1 -23 10C-17 4 -10 6 -3 12ZM3 -6C12 -28 30 -29 40 -22C33 -16 37 -5 36 4C30 -2 25 1 23 10C17 4 10 6 3 12Z",
        "M-5 10C-9 -2 -11 -14 -6 -23L-10 -36L0 -29L10 -36L6 -23C11 -14 9 -2 5 10C5 21 13 24 23 18L26 29C12 39 -8 34 -5 10Z",
    ],
    lines: "M-3 -18L-2 -18M2 -18L3 -18M-4 10H4",
};
const PEGASUS: Glyph = Glyph {
    outline: &[
        "M-24 30H12C13 8 11 -20 -6 -27L-10 -34L-15 -26C-22 -21 -26 -11 -30 -2C-32 4 -26 10 -21 8L-12 3C-8 3 -5 1 -2 -4C-1 8 -20 14 -24 30Z",
        "M-4 18C6 10 8 -10 18 -20C24 -26 32 -28 38 -28C38 -20 36 -14 30 -9C34 -9 32 -2 26 2C29 3 26 10 19 12C20 16 8 24 -4 18Z",
    ],
    lines: "M-17 -14L-13 -16M18 -8C24 -10 28 -10 30 -9M14 3C20 3 24 2 26 2M8 13C12 14 16 13 19 12",
};

fn glyph(name: &str) -> Option<&'static Glyph> {
    Some(match name {
        "pawn" => &PAWN,
        "rook" => &ROOK,
        "bishop" => &BISHOP,
        "knight" => &KNIGHT,
        "queen" => &QUEEN,
        "king" => &KING,
        "elephant" => &ELEPHANT,
        "wyvern" => &WYVERN,
        "pegasus" => &PEGASUS,
        _ => return None,
    })
}

/// Fill and line color of a color's men.
fn colors(color: Color) -> (&'static str, &'static str) {
    match color {
        Color::White => ("#fffdf6", "#2b2420"),
        Color::Black => ("#2b2420", "#f6e9d6"),
    }
}

/// The man as SVG elements around the origin.
pub(super) fn man(man: &Man) -> String {
    let (fill, line) = colors(man.color);
    match glyph(&man.name) {
        Some(glyph) => {
            let part = |d: &&str| format!("<path d=\"{d}\" fill=\"{fill}\"/>");
            let outline: String = glyph.outline.iter().map(part).collect();
            let lines = glyph.lines;
            format!(
                "<g stroke=\"{line}\" stroke-width=\"2.6\" stroke-linejoin=\"round\" stroke-linecap=\"round\">{outline}<path d=\"{lines}\" fill=\"none\"/></g>"
            )
        }
        None => format!(
            "<circle r=\"30\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"2.6\"/><text y=\"14\" font-size=\"40\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{line}\">{}</text>",
            super::svg::escape(&man.letter.to_string())
        ),
    }
}

/// A name for the man that can stand in an `id`, the same for equal men only.
pub(super) fn id(man: &Man) -> String {
    format!("hexforge-{}-{:x}", if man.color == Color::White { "white" } else { "black" }, u32::from(man.letter))
}
