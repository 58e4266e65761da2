//! Broken variants in `tests/broken`, each with exactly what is said of it.

#![allow(clippy::unwrap_used)] // A test may panic.

use hexcore::{AnyRules, ReadError, VariantError, variant};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// File and messages. `whole` is what most of them were before they broke.
const BROKEN: &[(&str, &[&str])] = &[
    ("advance-twice", &["line 32: pawn.sense[0]: two moves lead from c2 to c4"]),
    (
        "board-apart",
        &[
            "line 7: board.cells: no chain of neighbouring cells leads from a1 to e1",
            "line 36: pawn.sense[0].captures[0]: [1, 1] leads off the board from every cell; vectors are doubled: an orthogonal step is [0, 2] or [1, 1]",
            "line 36: pawn.sense[0].captures[1]: [-1, 1] leads off the board from every cell; vectors are doubled: an orthogonal step is [0, 2] or [1, 1]",
            "line 41: pawn.sense[0].advance[0].from[0]: there is no cell `c2`",
        ],
    ),
    ("board-flip", &["line 5: board.flip: missing: say how Black's side is White's, e.g. `flip = { rank = 10 }`"]),
    ("board-letters", &["line 8: board.letters: 4 letters for 5 files"]),
    ("board-mirror", &["line 9: board.mirror: the image of a1 is not on the board"]),
    (
        "board-shape",
        &[
            "line 8: board.files: only a rectangle or ring has this key",
            r#"line 11: board.cells: only `shape = "cells"` has this key"#,
        ],
    ),
    (
        "end",
        &[
            "line 47: end.repetition: 1: expected at least 2 occurrences",
            "line 48: end.dead-with[0]: no piece is called `queen`; expected one of king, rook, pawn",
            "line 48: end.dead-with[1]: `king` is royal",
            "line 48: end.dead-with[3]: `rook` is listed twice",
            "line 51: end.points.win: [1, 1]: a win is worth more than a loss",
            "line 52: end.points.stalemate: [1, 2]: the better side's points come first",
            "line 53: end.points.draw: [0.5, -1]: expected points from 0",
        ],
    ),
    (
        "flip-senses",
        &[
            "line 33: pawn.sense[0].files: holds on a1 but not on its flip e1: the colors would differ",
            "line 43: pawn.sense[1].files: holds on d1 but not on its flip b1: the colors would differ",
        ],
    ),
    ("flip-zone", &["line 82: pawn.promotion.zone: White promotes on c2 but Black not on its flip n2"]),
    ("header", &["line 1: name: `Small Game`: expected lower case letters, digits and dashes"]),
    (
        "king",
        &[
            "line 58: king.castling[0].king: `c1` is the king's home",
            "line 59: king.castling[0].rook[0].via[0]: there is no cell `b9`",
            "line 62: king.castling[1].name: two castlings are called `to-left`",
            "line 64: king.castling[1].rook[0].from: `c1` is the king's home",
            "line 64: king.castling[1].rook[0].to: the king lands on `b1`",
        ],
    ),
    (
        "king-idle",
        &[
            "line 53: king: has neither `leap` nor `castling`; leave the section out",
            "line 54: king.home: there is no cell `c0`",
        ],
    ),
    (
        "king-slides",
        &[
            "line 15: piece[0].moves[1].max: a royal piece steps or leaps; expected 1",
            "line 15: piece[0].moves[2].max: a royal piece steps or leaps; expected 1",
            "line 54: king.leap.along: leads to e2, where the king steps anyway",
        ],
    ),
    ("kings", &["line 11: piece: no piece is royal; expected exactly one with `royal = true`"]),
    (
        "men",
        &[
            "line 14: piece[0].value: 3: a royal piece has no price; expected 0",
            "line 19: piece[1].name: two pieces are called `king`",
            "line 20: piece[1].letter: `K` stands for `king` already",
            "line 21: piece[1].aliases: `q`: expected an upper case letter, A to Z",
            "line 27: piece[2].letter: `P` stands for `king` already",
            "line 28: piece[2].value: -1: expected a number from 0",
            "line 29: piece[2].moves: the pawn moves as the `pawn` section says; expected none here",
            "line 45: pawn.promotion.to[0]: no piece is called `rook`; expected one of king, king, pawn",
        ],
    ),
    (
        "mirror-castling",
        &["line 9: board.mirror: the `king` section's cells have no mirror image; leave the mirror out"],
    ),
    (
        "mirror-vectors",
        &[
            "line 9: board.mirror: is not a symmetry: the mirror changes the moves of `rook`",
            "line 9: board.mirror: is not a symmetry: it changes what a white pawn on a1 does",
        ],
    ),
    ("missing-key", &["line 41: pawn.promotion: missing field `to`"]),
    ("no-moves", &["line 18: piece[1].moves: `rook` has no moves and is not the pawn"]),
    (
        "notation",
        &[
            "line 51: notation.special: `passed` names one cell, but a pawn that advances three passes two; expected `pawn-at-passed`",
        ],
    ),
    (
        "notation-lines",
        &[
            "line 51: notation.special: `pawn-at-line` names cells of the pawn's own file, but it advances across files; expected `pawn-at-passed`",
        ],
    ),
    (
        "out-of-range",
        &[
            "line 38: pawn.sense[0].advance[0].count: invalid value: integer `-2`, expected a whole number from 0 to 255",
        ],
    ),
    (
        "pawn",
        &[
            "line 30: pawn.piece: no piece is called `prawn`; expected one of king, rook, pawn",
            "line 31: pawn.scornful: needs a second, oblique step: the first is straight ahead",
            "line 39: pawn.sense[0].advance[0].count: 4: expected 2 or 3",
            "line 40: pawn.sense[0].advance[0].from[1]: `c2` is listed twice",
            "line 40: pawn.sense[0].advance[0].from[2]: there is no cell `z9`",
            "line 51: notation.special: `passed` names one cell, but a pawn that advances three passes two; expected `pawn-at-passed`",
        ],
    ),
    (
        "pawn-twice",
        &[
            "line 30: pawn.scornful: an oblique step that captures anyway leaves nothing to a scornful capture",
            "line 32: pawn.sense[0]: two moves lead from c2 to a2",
            "line 37: pawn.sense[0].advance[0].vectors[1]: [-1, 1] is listed twice",
        ],
    ),
    (
        "promotion",
        &[
            r#"line 43: pawn.promotion.files: only `zone = "files"` has this key"#,
            "line 44: pawn.promotion.to[1]: `king` is royal",
            "line 44: pawn.promotion.to[2]: no piece is called `queen`; expected one of king, rook, pawn",
            "line 44: pawn.promotion.to[3]: a pawn cannot promote to a pawn",
            "line 44: pawn.promotion.to[4]: `rook` is listed twice",
            r#"line 45: pawn.promotion.one-per-color[0]: needs `supply = "lost"`"#,
        ],
    ),
    (
        "promotion-files",
        &[
            r#"line 41: pawn.promotion.files: missing: `zone = "files"` needs them"#,
            "line 42: pawn.promotion.zone: no cell of the board is in it",
            "line 43: pawn.promotion.to: empty: expected at least one piece",
        ],
    ),
    ("promotion-stuck", &["line 42: pawn.promotion.zone: a white pawn on a1 could never promote"]),
    (
        "rides",
        &[
            "line 23: piece[1].moves[0]: has both `along` and `vectors`; expected one of them",
            "line 24: piece[1].moves[1]: has neither `along` nor `vectors`; expected one of them",
            "line 25: piece[1].moves[2].vectors: empty: expected at least one [file, rank] vector",
            "line 26: piece[1].moves[3].vectors[1]: [0, 2] is listed twice",
            "line 26: piece[1].moves[3].vectors[2]: [0, 0] leads nowhere",
            "line 26: piece[1].moves[3].vectors[3]: [0, 1] leads off the board from every cell; vectors are doubled: an orthogonal step is [0, 2] or [1, 1]",
            "line 27: piece[1].moves[4].min: 0: expected at least 1 step",
            "line 28: piece[1].moves[5].max: 2: expected at least `min`, which is 3",
            "line 29: piece[1].moves[6].min: 0: expected at least 1 step",
            "line 29: piece[1].moves[6]: the same as moves[4]",
        ],
    ),
    (
        "senses",
        &[
            "line 32: pawn.sense: no sense holds on file `c`",
            "line 33: pawn.sense[0].files: there is no file `z`",
            "line 40: pawn.sense[0].advance[0].from[0]: `c2` is not on a file of this sense",
            "line 43: pawn.sense[1].files: file `b` has a sense already",
            "line 44: pawn.sense[1].steps: empty: expected at least one [file, rank] vector",
            "line 48: pawn.promotion.zone: a white pawn on c1 could never promote",
        ],
    ),
    ("start", &["line 3: start: FEN, column 4 (placement): `x` is no piece of small"]),
    ("syntax", &["line 7: extra `=`, expected nothing"]),
    ("too-many-kinds", &["line 11: piece: 15 kinds of men, a pawn included; expected at most 14"]),
    (
        "two-kings",
        &[
            "line 21: piece[1].value: 5: a royal piece has no price; expected 0",
            "line 22: piece[1].royal: `king` is royal already; expected exactly one royal piece",
            "line 23: piece[1].moves[0].max: a royal piece steps or leaps; expected 1",
            "line 44: pawn.promotion.to[0]: `rook` is royal",
        ],
    ),
    (
        "unknown-key",
        &[
            "line 47: end.stalmate: unknown field `stalmate`, expected one of `stalemate`, `bare-king`, `repetition`, `move-limit`, `dead-with`, `points`",
        ],
    ),
    (
        "unknown-word",
        &[
            "line 42: pawn.promotion.zone: unknown variant `file-ends`, expected one of `file-end`, `last-rank`, `files`",
        ],
    ),
    ("board-size", &["line 6: board.shape: 217 cells; a board has 1 to 200"]),
    ("board-turn", &["line 9: board.flip: empty: give `file`, `rank` or both"]),
    ("board-upright", &["line 9: board.upright: only a hexagon has this key"]),
    ("board-cells-twice", &["line 7: board.cells: `b1` is listed twice"]),
    ("start-crowded", &["line 3: start: FEN, column 17 (placement): more than the 5 cells there are in this group"]),
    ("start-kings", &["line 3: start: FEN, column 1 (placement): White has 2 kings; expected exactly one"]),
    ("start-no-king", &["line 3: start: FEN, column 1 (placement): White has 0 kings; expected exactly one"]),
    ("start-check", &["line 3: start: FEN, column 1 (placement): Black is in check, but it is White's move"]),
    ("start-limit", &["line 3: start: the game is over before it begins: move-limit"]),
    ("start-over", &["line 3: start: the game is over before it begins: dead"]),
    (
        "start-supply",
        &["line 43: pawn.promotion.to[0]: only lost men come back, but no side has a `rook` at the start"],
    ),
    (
        "castling-names",
        &[
            "line 57: king.castling[0].name: `c1b1`: expected letters with dashes between them, such as `O-O`",
            "line 59: king.castling[0].rook[0].to: `a1` is where the rook stands",
            "line 62: king.castling[1].name: `1-0`: expected letters with dashes between them, such as `O-O`",
        ],
    ),
    (
        "castling-passes",
        &[
            "line 58: king.castling[0].passes[1]: `b1` is listed twice",
            "line 58: king.castling[0].passes[2]: the king does not pass `a1`, it starts or lands there",
            "line 58: king.castling[0].passes[3]: a rook that castles stands on `e1`, which must be empty",
            "line 58: king.castling[0].passes[4]: there is no cell `z9`",
        ],
    ),
    (
        "castling-homes",
        &[
            "line 53: king.home: White's king does not stand on its home b1 at the start",
            "line 53: king.home: Black's king does not stand on its home b4 at the start",
            "line 58: king.castling[0].rook[0].from: White's rook does not stand on its home e1 at the start",
            "line 58: king.castling[0].rook[0].from: Black's rook does not stand on its home e3 at the start",
        ],
    ),
    (
        "rides-many",
        &[
            "line 30: piece[1].moves[7]: more than 7 slides of one piece that need tables of their own; give vectors with the same `min` and `max` in one move",
        ],
    ),
    ("wrong-type", &[r#"line 7: board.side: invalid type: string "three", expected a whole number from 0 to 255"#]),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken")
}

/// Everything said of a file.
fn said(file: &str) -> Vec<String> {
    let path = folder().join(format!("{file}.toml"));
    match variant::read(&path.to_string_lossy()) {
        Ok(_) => Vec::new(),
        Err(ReadError::Variant(VariantError { problems, .. })) => problems.iter().map(ToString::to_string).collect(),
        Err(error) => panic!("{file}: {error}"),
    }
}

#[test]
fn every_mistake_is_named_with_its_line() {
    for (file, messages) in BROKEN {
        assert_eq!(said(file), *messages, "{file}");
    }
}

#[test]
fn every_file_is_tested() {
    let names = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let names: BTreeSet<String> = names.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    let tested = BROKEN.iter().map(|(file, _)| file.to_string()).chain(["whole".to_string()]);
    assert_eq!(names, tested.collect());
}

#[test]
fn what_is_not_broken_is_read() {
    assert_eq!(said("whole"), [""; 0]);
    for name in variant::builtin_names() {
        let variant = variant::read(name).unwrap();
        assert_eq!(variant.name, *name);
        assert!(AnyRules::new(&variant).is_ok());
        let text = toml::to_string(&variant).unwrap();
        assert_eq!(variant::check_text(&text), []);
        assert_eq!(toml::from_str::<variant::Variant>(&text).unwrap(), variant);
    }
}

#[test]
fn unknown_names_and_missing_files_say_so() {
    let error = variant::read("chess").unwrap_err().to_string();
    assert_eq!(
        error,
        format!("no variant `chess`: expected one of {}, or a .toml file", variant::builtin_names().join(", "))
    );
    let error = variant::read("nowhere.toml").unwrap_err().to_string();
    assert!(error.starts_with("nowhere.toml: "), "{error}");
}
