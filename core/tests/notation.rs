//! Notation both ways: every example of the published C'escacs notation, and whole games of every variant.

#![allow(clippy::unwrap_used)] // A test may panic.

use hexcore::{
    AnyRules, Game, GameText, Layout, Rules, game_variant,
    variant::{Stalemate, builtin, builtin_names},
    with_rules,
};

mod random_games;
use random_games::{Random, game_from, legal, scattered};

fn rules_of(name: &str) -> AnyRules {
    AnyRules::new(&builtin(name).unwrap()).unwrap()
}

/// Positions, each written as it was read.
const PDTL: &[&str] = &[
    "/28:v/27:dk/26:gjg/25:rnnr/24:pejep/23:ppeepp/22:2pjp2/21:3pp3/20:3p3/8:3P3/7:3PP3/6:2PJP2/5:PPEEPP/4:PEJEP/3:RNNR/2:GJG/1:DK/0:V/ w RKRrkr - 0 1",
    "/27:1k/3:R2R/1:1K/ w RKR- - 0 1",
    "/27:1k/25:r2r/1:1K/ b -rkr - 0 1",
    "/27:1k/25:r2r/3:R2R/1:1K/ w RKRrkr - 0 1",
    "/27:1k/25:r2r/3:R2R/1:1K/ w RKkr - 0 1",
    "/27:1k/25:r2r/3:R2R/1:1K/ w KRrk - 0 1",
    "/27:1k/25:r2r/3:R2R/1:1K/ w Kk - 0 1",
    "/27:1k/12:2r4/10:3p3/9:3P4/8:4K2/ w -- F10@12 0 1",
    "/27:1k/10:3p3/9:3P4/7:4K3/ w -- F10@12 0 1",
    "/27:1k/15:4p3/14:3P3/1:1K/ b -- G15@F14 0 1",
    "/27:1k/15:3pp3/13:3PP3/1:1K/ w -- - 0 1",
    "/27:1k/23:P5/1:1K/ w -- - 0 1",
    "/27:1k/23:p5/21:1P6/1:1K/ w -- - 0 1",
    "/28:v/27:dk/26:gjg/25:rnnr/24:pejep/23:Ppeepp/22:2pjp2/21:3pp3/20:3p3/8:3P3/7:3PP3/6:2PJP2/5:1PEEPP/4:PEJEP/3:RNNR/2:GJG/1:DK/0:V/ w RKRrkr - 0 1",
    "/27:1k/15:4P3/1:1K/ b -- G15@13 0 1",
    "/27:1k/13:4P3/1:1K/ b -- G13@9-11 0 1",
];

/// Positions in other spellings, and how they are written.
const PDTL_READ: &[(&str, &str)] = &[
    ("/27:1k/10:3p3/1:1K/ w -- P@F12[F10] 0 1", "/27:1k/10:3p3/1:1K/ w -- F10@12 0 1"),
    ("/27:1k/16:2p4/1:1K/ w -- P@D20,18[D16] 0 1", "/27:1k/16:2p4/1:1K/ w -- D16@20-18 0 1"),
    ("/27:1k/15:4p3/14:3P3/1:1K/ b -- F14 0 1", "/27:1k/15:4p3/14:3P3/1:1K/ b -- G15@F14 0 1"),
    ("/27:1k/1:1K/ w -- - 0 -", "/27:1k/1:1K/ w -- - 0 1"),
    ("/27:1k/1:1K/ w -- - 0 ?", "/27:1k/1:1K/ w -- - 0 1"),
];

#[test]
fn pdtl_goes_both_ways() {
    with_rules!(&rules_of("cescacs"), rules => {
        for &fen in PDTL {
            assert_eq!(rules.fen(&rules.parse_fen(fen).unwrap()), fen);
        }
        for &(fen, written) in PDTL_READ {
            assert_eq!(rules.fen(&rules.parse_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"))), written);
        }
    });
}

/// A position, the way a move is written there, and other ways to write it.
const CTL: &[(&str, &str, &[&str])] = &[
    ("", "E7-E13", &["e7e13", "E7‐E13", "PE7-E13", "E7-E13!?"]),
    ("", "ED4-C7", &["HD4-C7", "d4c7"]),
    ("", "NE3-C13", &["CE3-C13", "SE3-C13"]),
    ("", "JF6-K18", &["AF6-K18", "BF6-K18", "FF6-K18", "LF6-K18"]),
    ("/27:1k/10:3p3/9:3P4/7:4K3/ w -- F10@12 0 1", "E9@F12", &["e9f12"]),
    ("/27:1k/15:4p3/14:3P3/1:1K/ b -- G15@F14 0 1", "G15@F14", &[]),
    ("/27:1k/23:P5/1:1K/ w -- - 0 1", "A23=D", &["A23=Q", "a23=d", "a23a23d"]),
    ("/27:1k/23:P5/1:1K/ w -- - 0 1", "A23=V", &["A23=W"]),
    ("/27:1k/23:P5/1:1K/ w -- - 0 1", "A23=R", &["A23=T"]),
    ("/27:1k/3:R2R/1:1K/ w RKR- - 0 1", "KRK-II", &["krk-ii", "KRKII"]),
    ("/27:1k/3:R2R/1:1K/ w RKR- - 0 1", "KG1-I5", &[]),
    ("/27:1k/3:1R2/1:1K/ w -- - 0 1", "RE3-E25+∞", &["TE3-E25"]),
    ("/27:1k/17:3G4/1:1K/ w -- - 0 1", "GE17-F22+^", &["GE17-F22+"]),
    ("/27:qk/3:1W2/1:1K/ w -- - 0 1", "VE3×DE27", &["WE3*QE27", "e3e27"]),
];

#[test]
fn ctl_moves_go_both_ways() {
    with_rules!(&rules_of("cescacs"), rules => {
        for &(fen, written, others) in CTL {
            let pos = if fen.is_empty() { rules.start() } else { rules.parse_fen(fen).unwrap() };
            let m = rules.parse_move(&pos, written).unwrap_or_else(|e| panic!("{fen}: {e}"));
            assert_eq!(rules.move_text(&pos, m), written, "{fen}");
            for other in others {
                assert_eq!(rules.parse_move(&pos, other), Ok(m), "{fen}: {other}");
            }
        }
        // A letter `x` is no capture sign, and a letter of another man is wrong.
        let pos = rules.parse_fen("/27:qk/3:1W2/1:1K/ w -- - 0 1").unwrap();
        for wrong in ["VE3xDE27", "RE3×DE27", "VE3×RE27", "E3-E28", ""] {
            assert!(rules.parse_move(&pos, wrong).is_err(), "{wrong}");
        }
    });
}

/// Moves from a position, as they are written.
const LINES: &[(&str, &[&str])] = &[
    ("/27:1k/12:3p3/7:4P3/1:1K/ w -- - 0 1", &["G7-G13", "F12@@G9"]),
    ("/27:1k/14:4p2/7:4P3/1:1K/ w -- - 0 1", &["G7-G13", "H14@G11"]),
    ("/27:1k/13:4p3/11:4P3/1:1K/ w -- - 0 1", &["G11-F12", "G13@F12"]),
    ("/27:1k/23:p5/21:1P6/1:1K/ w -- - 0 1", &["A21-T22=D", "A23@DT22"]),
    ("/27:1k/23:p5/22:P6/1:1K/ w -- - 0 1", &["T22=J", "KG27-F26"]),
    ("/27:1k/3:R2R/1:1K/ w RKR- - 0 1", &["KRR-HIH", "KG27-F28", "RI7-I25+∞"]),
];

#[test]
fn signs_follow_each_other() {
    with_rules!(&rules_of("cescacs"), rules => {
        for (fen, moves) in LINES {
            let mut game = Game::from_fen(rules, fen).unwrap();
            for text in *moves {
                let m = rules.parse_move(game.position(), text).unwrap_or_else(|e| panic!("{fen}: {e}"));
                assert_eq!(rules.move_text(game.position(), m), *text);
                game.push(m);
            }
        }
    });
}

/// The first moves as the rules list them.
const FIRST_MOVES: &str = "A5-A7 A5-A9 A5-B6 A5-T6 B4-B6 B4-B8 B4-B10 C5-C7 C5-C9 C5-C11 C5-B6 D6-D8 D6-D10 D6-D12 \
    D6-C7 E7-E9 E7-E11 E7-E13 E7-D8 F8-F10 F8-F12 F8-G9 F8-E9 G7-G9 G7-G11 G7-G13 G7-H8 H6-H8 H6-H10 H6-H12 H6-I7 I5-I7 \
    I5-I9 I5-I11 I5-K6 K4-K6 K4-K8 K4-K10 L5-L7 L5-L9 L5-X6 L5-K6 GD2-C7 GD2-B6 GH2-I7 GH2-K6 ED4-C7 EE5-D8 EG5-H8 \
    EH4-I7 NE3-D8 NE3-C7 NE3-C13 NE3-A11 NG3-H8 NG3-I7 NG3-I13 NG3-L11 JF6-G9 JF6-H12 JF6-I15 JF6-K18 JF6-L21 JF6-E9 \
    JF6-D12 JF6-C15 JF6-B18 JF6-A21";

#[test]
fn the_first_moves_are_written_as_the_rules_list_them() {
    with_rules!(&rules_of("cescacs"), rules => {
        let pos = rules.start();
        let mut written: Vec<String> = legal(rules, &pos).iter().map(|&m| rules.move_text(&pos, m)).collect();
        let mut listed: Vec<&str> = FIRST_MOVES.split_whitespace().collect();
        written.sort();
        listed.sort();
        assert_eq!(written, listed);
    });
}

/// The castlings of a side, as CTL-AN names them.
const CASTLINGS: &str = "KRK-II KRK-IK KRK-IH KRD-DD KRD-DE KRK-HIO KRK-HIOO KRK-HH KRK-HG KRD-HH KRD-HG KRK-FG KRK-FE \
    KRD-FG KRD-FE KRK-EF KRK-EE KRD-EF KRD-ED KRR-HIH KRR-HGG KRR-FGG KRR-FEE KRR-EEF";

#[test]
fn castlings_have_their_names() {
    with_rules!(&rules_of("cescacs"), rules => {
        for fen in ["/27:1k/3:R2R/1:1K/ w RKR- - 0 1", "/27:1k/25:r2r/1:1K/ b -rkr - 0 1"] {
            let pos = rules.parse_fen(fen).unwrap();
            for name in CASTLINGS.split_whitespace() {
                let m = rules.parse_move(&pos, name).unwrap_or_else(|e| panic!("{fen}: {e}"));
                assert_eq!(rules.move_text(&pos, m).trim_end_matches(['+', '^', '∞']), name);
            }
        }
    });
}

/// A CTL-PGN with all that may be in one.
const ANNOTATED: &str = "[Variant \"C'escacs\"]\n[White \"Anna \\\"A\\\"\"]\n[Result \"*\"]\n\n\
    % a line for programs\n1. E7-E13!? {takes\nspace}, E21-E15 ◇ (1… E21-E17, 2. E13-E15 {no (} (or so))\n\
    2. A5-A7 (=), ; to be continued\nA23-A21 $3 3.B4-B10 3... B24-B18? : *\n";

#[test]
fn what_annotators_add_is_passed_over() {
    with_rules!(&rules_of("cescacs"), rules => {
        let read = rules.parse_game(ANNOTATED).unwrap();
        assert_eq!(read.game.ply(), 6);
        assert_eq!(read.tag("White"), Some("Anna \"A\""));
        assert_eq!(read.white_score, None);
        assert_eq!(
            read.to_string(),
            "[Variant \"C'escacs\"]\n[White \"Anna \\\"A\\\"\"]\n[Result \"*\"]\n\n\
             1. E7-E13, E21-E15 2. A5-A7, A23-A21 3. B4-B10, B24-B18 :\n*\n"
        );
        assert_eq!(game_variant(ANNOTATED).as_deref(), Some("C'escacs"));
    });
}

#[test]
fn a_game_may_begin_anywhere_and_with_black() {
    with_rules!(&rules_of("cescacs"), rules => {
        let text = "[Variant \"C'escacs\"]\n[PDTL \"/27:1k/25:r2r/1:1K/ b -rkr - 0 7\"]\n[Result \"1-1\"]\n\n\
                    7. …, KRK-HG+∞ 8. KG1-H2 :\n1-1\n";
        let read = rules.parse_game(text).unwrap();
        assert_eq!(read.white_score, Some(0.5));
        assert_eq!(read.to_string(), text);
        let unknown = text.replace("7. …,", "1? …,").replace("0 7\"", "0 ?\"");
        assert_eq!(rules.parse_game(&unknown).unwrap().game.ply(), 2);
    });
    with_rules!(&rules_of("glinski"), rules => {
        let fen = "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 b - 0 3";
        let text = format!("[Variant \"glinski\"]\n[FEN \"{fen}\"]\n[Result \"1/2-1/2\"]\n\n3... e7e6 4. f5f6\n1/2-1/2\n");
        let read = rules.parse_game(&text).unwrap();
        assert_eq!((read.game.ply(), read.white_score, read.to_string()), (2, Some(0.5), text));
    });
}

#[test]
fn points_are_the_variants_own() {
    with_rules!(&rules_of("cescacs"), rules => {
        let two_thirds = 1.0 - Stalemate::TwoThirds.stalemated_score();
        for (text, score, points) in [
            ("3-0", 1.0, [3.0, 0.0]),
            ("2-1", two_thirds, [2.0, 1.0]),
            ("1-1", 0.5, [1.0, 1.0]),
            ("1-2", 1.0 - two_thirds, [1.0, 2.0]),
            ("0-3", 0.0, [0.0, 3.0]),
        ] {
            assert_eq!(rules.points(score), Some(points), "{text}");
            assert_eq!(rules.result_text(Some(score)), text);
            let read = rules.parse_game(&format!("1. E7-E13 : {text}")).unwrap().white_score.unwrap();
            assert!((read - score).abs() < 1e-6, "{text}: {read}");
        }
        // The mean of a match.
        assert_eq!(rules.points(0.75), Some([2.0, 0.5]));
    });
    with_rules!(&rules_of("glinski"), rules => {
        assert_eq!(rules.points(1.0), None);
        assert_eq!(["1-0", "1/2-1/2", "0-1", "½-½", "0.5-0.5"].map(|t| {
            rules.parse_game(&format!("1. f5f6 {t}")).unwrap().white_score.unwrap()
        }), [1.0, 0.5, 0.0, 0.5, 0.5]);
    });
}

#[test]
fn mistakes_in_a_game_have_their_place() {
    let place = |variant: &str, text: &str| with_rules!(&rules_of(variant), rules => rules.parse_game(text).map(|g| g.game.ply()).unwrap_err().to_string());
    for (variant, text, said) in [
        (
            "glinski",
            "1. f5f6 f7f5\n2. e4e6 x",
            "line 1, column 9: `f7f5` is not legal here: the pawn on f7 cannot do that",
        ),
        (
            "glinski",
            "1. f5f6 h7h5\n2.zz",
            "line 2, column 3: `zz` is not a move: expected a cell of glinski first, as in `",
        ),
        ("glinski", "[Variant \"rex\"]", "line 1, column 1: a game of `rex`: expected `glinski`"),
        (
            "glinski",
            "[Rules \"deadbeef\"]\n1. f5f6",
            "line 1, column 1: a game by the rules deadbeef, but those of `glinski` are ",
        ),
        (
            "glinski",
            "[Result \"1-0\"]\n1. f5f6 0-1",
            "line 2, column 9: the result is told as 0-1, but as 1-0 in the tag: expected the same",
        ),
        ("glinski", "1. f5f6 3-0", "line 1, column 9: `3-0` is no result: expected 1-0, 1/2-1/2, 0-1 or *"),
        ("glinski", "\n[FEN \"1/2\"]\n", "line 2, column 1: tag FEN: FEN, column "),
        (
            "glinski",
            "[White x]",
            "line 1, column 8: expected a tag such as [White \"name\"]: expected `\"` after `White`",
        ),
        ("glinski", "1. f5f6 {so", "line 1, column 9: a comment without its end: expected `}`"),
        ("glinski", "1. f5f6 (f5 (f6)", "line 1, column 9: a side line without its end: expected `)`"),
        ("glinski", "1. f5f6 )", "line 1, column 9: `)` without its opening bracket"),
        ("glinski", " \n", "line 2, column 1: no game: expected tags or moves"),
        ("glinski", "1. f5f6 1-0 1. f5f6", "line 1, column 13: another game begins here: expected one game"),
        (
            "cescacs",
            "[PDTL \"/28:k/24:2K2/9:D7/ b -- - 0 1\"]\n3-0",
            "line 2, column 1: the result is told as 3-0, but the moves end in stalemate: expected 2-1",
        ),
        ("cescacs", "1. E7-E13 : 1-0", "line 1, column 13: `1-0` is no result: expected 3-0, 2-1, 1-1, 1-2, 0-3 or *"),
    ] {
        let error = place(variant, text);
        assert!(error.starts_with(said), "{text}: {error}");
    }
    let long = place("glinski", &format!("1. {}", "x".repeat(5000)));
    assert!(long.len() < 200, "{long}");
}

fn same<L: Layout>(rules: &Rules<L>, game: &GameText<'_, L>) {
    let text = game.to_string();
    let read = rules.parse_game(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(read.game.moves(), game.game.moves(), "{text}");
    assert_eq!(read.game.positions(), game.game.positions(), "{text}");
    assert_eq!((&read.tags, read.white_score), (&game.tags, game.white_score), "{text}");
    assert_eq!(read.to_string(), text);
}

#[test]
fn games_of_every_variant_are_written_and_read() {
    for name in builtin_names() {
        with_rules!(&rules_of(name), rules => {
            let mut all = String::new();
            for seed in 0..6 {
                let mut random = Random(seed);
                let start = scattered(rules, &mut random).filter(|pos| seed % 2 == 1 && rules.check_position(pos).is_ok());
                let start = start.unwrap_or(rules.start());
                let mut played = Game::from_position(rules, start);
                let moves = game_from(rules, start, &mut random, 30 * seed as usize);
                moves.iter().filter_map(|(_, m)| *m).for_each(|m| played.push(m));
                let mut text = GameText::new(played);
                text.tags.push(("Event".into(), format!("a \"test\" \\ {seed}")));
                same(rules, &text);
                all += &text.with_comments(|ply| (ply % 3 == 0).then(|| format!("after {ply} {{plies}}")));
                all.push('\n');
            }
            assert_eq!(rules.parse_games(&all).unwrap().len(), 6, "{name}");
        });
    }
}
