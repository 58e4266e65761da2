//! Endgame tables: published figures, proofs by the naive generator, exhaustive search, bad files.

#![allow(clippy::unwrap_used, reason = "a test's panic is its answer")]

mod common;

use hexcore::variant::{BareKing, Stalemate, Variant, builtin, read};
use hexcore::{AnyRules, Color, Game, Layout, MoveList, Position, Rules, with_rules};
use hexmcts::tablebase::{
    Builder, Claims, Counts, Geometry, Sampler, TableError, TableSet, Worth, read_header, read_whole, verify,
};
use hexmcts::{Batch, Limits, Material, Oracle, Search, SearchConfig, Uniform};
use std::path::Path;
use std::sync::Arc;

fn variant(name: &str) -> Variant {
    builtin(name).unwrap_or_else(|_| {
        let own = format!("{}/tests/endings/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let cores = format!("{}/../core/tests/variants/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        read(if Path::new(&own).exists() { &own } else { &cores }).unwrap()
    })
}

fn with_stalemate(name: &str, stalemate: Stalemate) -> Variant {
    let mut variant = variant(name);
    variant.end.stalemate = stalemate;
    variant
}

fn builder<L: Layout>(rules: &Rules<L>, folder: &Path, limit: u16) -> Builder {
    Builder::new(Arc::new(Geometry::new(rules).with_limit(limit).unwrap()), folder)
}

fn build(builder: &mut Builder, name: &str) -> hexmcts::tablebase::Material {
    let material = builder.geometry().kinds().parse(name).unwrap();
    builder.ensure(&material, &|_, _, _, _| ()).unwrap();
    material
}

fn counts<L: Layout>(rules: &Rules<L>, name: &str) -> (Counts, [hexmcts::tablebase::Drawn; 2], usize) {
    let folder = tempfile::tempdir().unwrap();
    let mut builder = builder(rules, folder.path(), 0);
    let material = build(&mut builder, name);
    let plan = builder.plan(std::slice::from_ref(&material)).unwrap();
    let symmetries = plan.steps.last().unwrap().symmetries;
    (builder.count(&material, 0).unwrap(), builder.drawn(&material).unwrap(), symmetries)
}

/// Legal full and unique, won and longest with White to move; full, unique and lost with Black to move; mates.
fn published(name: &str) -> [u64; 8] {
    with_rules!(&AnyRules::new(&with_stalemate("glinski", Stalemate::Draw)).unwrap(), rules => {
        let (counts, _, symmetries) = counts(rules, name);
        assert_eq!(symmetries, 12);
        let [white, black] = counts.sides;
        let longest = u64::from(white.longest_win);
        [white.full, white.unique, white.win, longest, black.full, black.unique, black.loss, black.mates]
    })
}

#[test]
fn three_men_on_ninety_one_cells() {
    assert_eq!(published("KQK"), [403_224, 33_664, 33_664, 17, 648_810, 54_279, 48_552, 1_392]);
    assert_eq!(published("KRK"), [488_220, 40_754, 40_754, 39, 648_810, 54_279, 48_567, 186]);
    assert_eq!(published("KBK"), [563_814, 47_189, 11, 1, 648_810, 54_279, 5, 60]);
    assert_eq!(published("KNK"), [592_338, 49_573, 12, 1, 648_810, 54_279, 2, 24]);
}

/// Takes a minute: `cargo test --release -p hexmcts --test tablebase -- --ignored`.
#[test]
#[ignore = "a minute in a release build"]
fn four_men_on_ninety_one_cells() {
    assert_eq!(published("KNNK"), [23_793_864, 1_984_558, 1_976_736, 71, 28_547_640, 2_380_818, 1_939_522, 2_652]);
    assert_eq!(published("KRKN"), [43_326_636, 3_611_321, 3_571_749, 109, 52_125_744, 4_345_450, 3_431_860, 13_488]);
    assert_eq!(published("KQRK"), [26_786_856, 2_232_455, 2_232_455, 9, 57_095_280, 4_759_578, 4_735_088, 744_096]);
}

#[test]
#[ignore = "half a minute in a release build"]
fn a_knight_holds_a_rook_by_checking_for_ever() {
    with_rules!(&AnyRules::new(&with_stalemate("glinski", Stalemate::Draw)).unwrap(), rules => {
        let (_, drawn, _) = counts(rules, "KRKN");
        assert_eq!(drawn.map(|d| d.perpetual).iter().sum::<u64>(), 155);
        assert_eq!(drawn.map(|d| d.fortress), [0, 0]);
    });
}

/// Builds endings and proves every `stride`-th entry of all that they lead to.
fn proven(variant: &Variant, limit: u16, stride: usize, names: &[&str]) {
    with_rules!(&AnyRules::new(variant).unwrap(), rules => {
        let folder = tempfile::tempdir().unwrap();
        let mut builder = builder(rules, folder.path(), limit);
        for name in names {
            let material = build(&mut builder, name);
            for material in builder.geometry().kinds().closure(&[material]) {
                let result = verify(rules, &builder, &material, stride, &|_, _| ()).unwrap();
                let name = builder.geometry().kinds().name(&material);
                assert!(matches!(result, Ok(n) if n > 0), "{}, {name}: {result:?}", variant.name);
            }
        }
    });
}

#[test]
fn every_entry_follows_from_its_moves_on_small_boards() {
    proven(&variant("pond"), 0, 7, &["KPKP", "KRKN", "KPPK"]);
    proven(&variant("tarn"), 0, 7, &["KPKP", "KBKE", "KPPK"]);
}

#[test]
fn stalemates_and_bare_kings_are_worth_what_the_rules_say() {
    for stalemate in [Stalemate::Loss, Stalemate::ThreeQuarters, Stalemate::Draw] {
        proven(&with_stalemate("pond", stalemate), 0, 23, &["KRKN", "KPKN"]);
    }
    let mut baring = variant("pond");
    baring.end.bare_king = BareKing::Loses;
    proven(&baring, 0, 23, &["KRKN", "KPKP"]);
}

#[test]
fn a_limit_on_plies_is_respected() {
    proven(&variant("pond"), 12, 11, &["KPKP", "KRK", "KNPK"]);
    proven(&variant("pond"), 3, 11, &["KRKN"]);
    proven(&variant("tarn"), 14, 11, &["KPKP", "KBBK"]);
}

#[test]
fn every_variant_that_ships_is_proven_in_samples() {
    proven(&variant("glinski"), 0, 499, &["KPK"]);
    proven(&variant("round"), 0, 499, &["KPK"]);
    proven(&variant("cescacs"), 0, 9973, &["KGK"]);
    proven(&variant("carousel"), 0, 499, &["KPK", "KCKN"]);
    proven(&variant("shafran"), 0, 4999, &["KPK"]);
    proven(&variant("mccooey"), 0, 4999, &["KPK"]);
}

#[test]
fn symmetries_are_those_that_the_men_allow() {
    for (name, ending, symmetries) in [
        ("glinski", "KQKR", 12),
        ("glinski", "KPK", 2),
        ("cescacs", "KVKG", 12),
        ("cescacs", "KEK", 2),
        ("round", "KQK", 36),
        ("round", "KPK", 2),
        ("rex", "KQK", 4),
        ("menagerie", "KHK", 1),
        ("carousel", "KPK", 1),
    ] {
        with_rules!(&AnyRules::new(&variant(name)).unwrap(), rules => {
            let builder = builder(rules, Path::new("none"), 0);
            let material = builder.geometry().kinds().parse(ending).unwrap();
            let plan = builder.plan(&[material]).unwrap();
            assert_eq!(plan.steps.last().unwrap().symmetries, symmetries, "{name} {ending}");
        });
    }
}

/// Plies in which the side to move forces mate, looking at every move down to `depth` plies.
fn mate_in<L: Layout>(rules: &Rules<L>, pos: &Position<L>, depth: u32) -> Option<u32> {
    let mut list = MoveList::new();
    rules.legal_moves(pos, &mut list);
    let lost_in = |pos: &Position<L>, depth: u32| -> Option<u32> {
        let mut list = MoveList::new();
        rules.legal_moves(pos, &mut list);
        if list.is_empty() {
            return rules.in_check(pos).then_some(0);
        }
        if depth == 0 {
            return None;
        }
        let replies = list.iter().map(|&m| mate_in(rules, &rules.played(pos, m), depth - 1));
        replies.collect::<Option<Vec<u32>>>().map(|plies| plies.into_iter().max().unwrap_or(0) + 1)
    };
    if depth == 0 {
        return None;
    }
    list.iter().filter_map(|&m| lost_in(&rules.played(pos, m), depth - 1)).min().map(|plies| plies + 1)
}

#[test]
fn exhaustive_search_finds_the_same_mates() {
    with_rules!(&AnyRules::new(&with_stalemate("glinski", Stalemate::Draw)).unwrap(), rules => {
        let folder = tempfile::tempdir().unwrap();
        let mut builder = builder(rules, folder.path(), 0);
        let material = build(&mut builder, "KQK");
        let mut sampler = Sampler::new(rules, builder.table(&material).unwrap(), 5);
        for _ in 0..60 {
            let sample = sampler.draw(Some(Worth::Win)).unwrap();
            let expected = Some(sample.exact.plies).filter(|&plies| plies <= 3);
            assert_eq!(mate_in(rules, &sample.position, 3), expected, "{}", rules.fen(&sample.position));
        }
    });
}

#[test]
fn a_set_answers_for_both_colors_and_mirror_images() {
    with_rules!(&AnyRules::new(&variant("glinski")).unwrap(), rules => {
        let folder = tempfile::tempdir().unwrap();
        let mut builder = builder(rules, folder.path(), 0);
        let material = build(&mut builder, "KPK");
        let set = TableSet::open(rules, folder.path()).unwrap();
        let mut sampler = Sampler::new(rules, builder.table(&material).unwrap(), 3);
        for _ in 0..300 {
            let sample = sampler.draw(None).unwrap();
            let images = [Some(sample.position), Some(rules.flipped(&sample.position)), rules.mirrored(&sample.position)];
            for image in images.into_iter().flatten() {
                assert_eq!(set.exact(rules, &image), Some(sample.exact));
            }
            // The best move leads to a value one ply nearer.
            let moves = set.moves(rules, &sample.position).unwrap();
            assert_eq!(moves[0].1, sample.exact);
        }
        assert_eq!(set.exact(rules, &rules.start()), None);
    });
}

#[test]
fn the_best_line_ends_in_mate_after_as_many_plies_as_were_told() {
    with_rules!(&AnyRules::new(&variant("glinski")).unwrap(), rules => {
        let folder = tempfile::tempdir().unwrap();
        let mut builder = builder(rules, folder.path(), 0);
        let material = build(&mut builder, "KRK");
        let all = builder.count(&material, 0).unwrap();
        let (fen, plies) = builder.longest(rules, &material, &all, Color::White).unwrap().unwrap();
        assert_eq!(plies, all.sides[0].longest_win);
        let set = TableSet::open(rules, folder.path()).unwrap();
        let mut game = Game::from_fen(rules, &fen).unwrap();
        let line = set.line(rules, game.position(), 400).unwrap();
        assert_eq!(line.len() as u32, plies);
        line.iter().for_each(|&(m, _)| game.push(m));
        assert_eq!(game.outcome().unwrap().by, Some(Color::White));
    });
}

#[test]
fn a_search_takes_exact_leaves_as_proven() {
    with_rules!(&AnyRules::new(&variant("glinski")).unwrap(), rules => {
        let folder = tempfile::tempdir().unwrap();
        let mut builder = builder(rules, folder.path(), 0);
        let material = build(&mut builder, "KRK");
        let set = Arc::new(TableSet::open(rules, folder.path()).unwrap());
        let mut sampler = Sampler::new(rules, builder.table(&material).unwrap(), 9);
        let config = SearchConfig { stop_when_proven: true, ..SearchConfig::default() };
        let mut search = Search::new(config).unwrap().with_oracle(set);
        for _ in 0..20 {
            let sample = sampler.draw(Some(Worth::Win)).unwrap();
            let game = Game::from_position(rules, sample.position);
            let limits = Limits::simulations(500);
            let result = search.run(&game, limits, 1, &mut Uniform, &mut Batch::new(), 1);
            let proof = result.proof.unwrap();
            assert!(proof.is_win());
            assert_eq!(u32::from(proof.plies), sample.exact.plies, "{}", rules.fen(&sample.position));
        }
    });
}

#[test]
fn a_win_that_the_clock_may_spoil_is_no_proof() {
    with_rules!(&AnyRules::new(&variant("glinski")).unwrap(), rules => {
        let folder = tempfile::tempdir().unwrap();
        let mut builder = builder(rules, folder.path(), 0);
        let material = build(&mut builder, "KRK");
        let all = builder.count(&material, 0).unwrap();
        let (fen, plies) = builder.longest(rules, &material, &all, Color::White).unwrap().unwrap();
        let set = TableSet::open(rules, folder.path()).unwrap();
        let limit = u32::from(rules.variant().end.move_limit);
        for (clock, known) in [(limit - plies, true), (limit - plies + 1, false)] {
            let fen = fen.replace(" 0 1", &format!(" {clock} 1"));
            assert_eq!(set.probe(rules, &rules.parse_fen(&fen).unwrap()).is_some(), known, "{fen}");
        }
    });
}

#[test]
fn bad_files_are_told_and_give_no_values() {
    with_rules!(&AnyRules::new(&variant("glinski")).unwrap(), rules => {
        let folder = tempfile::tempdir().unwrap();
        let mut maker = builder(rules, folder.path(), 0);
        let material = build(&mut maker, "KNK");
        let path = maker.path(&material);
        assert_eq!(read_header(&path).unwrap().name, "KNK");
        let whole = std::fs::read(&path).unwrap();
        let again = || builder(rules, folder.path(), 0).ensure(&material, &|_, _, _, _| ()).unwrap_err().to_string();
        for (damage, message) in [
            (whole[..whole.len() / 2].to_vec(), "cut short"),
            (Vec::new(), "cut short"),
            (b"HEXTABLE".to_vec(), "cut short"),
            (vec![7; 400], "not an endgame table"),
            ([&whole[..20], &[whole[20] ^ 1], &whole[21..]].concat(), "damaged header"),
            ([&whole[..whole.len() - 9], &[whole[whole.len() - 9] ^ 1], &whole[whole.len() - 8..]].concat(), "damaged block"),
        ] {
            std::fs::write(&path, damage).unwrap();
            let found = read_whole(&path).unwrap_err().to_string();
            assert!(found.contains(message) && found.contains("KNK"), "{found}");
            let set = TableSet::open(rules, folder.path());
            let fen = "1/3/k4/7/9/11/11/11/11/11/5K3N1 w - 0 1";
            let value = set.ok().and_then(|set| set.exact(rules, &rules.parse_fen(fen).unwrap()));
            assert_eq!(value, None);
            // What is damaged is made again; what is something else is left alone.
            let made = builder(rules, folder.path(), 0).ensure(&material, &|_, _, _, _| ());
            match message {
                "not an endgame table" => assert!(made.is_err()),
                _ => assert!(made.is_ok() && std::fs::read(&path).unwrap() == whole),
            }
        }
        // Another ending's table under this name.
        std::fs::copy(maker.path(&maker.geometry().kinds().parse("KK").unwrap()), &path).unwrap();
        assert!(again().contains("the table of KK; expected KNK"), "{}", again());
        std::fs::write(&path, &whole).unwrap();
        // Other rules, another limit.
        with_rules!(&AnyRules::new(&with_stalemate("glinski", Stalemate::Draw)).unwrap(), other => {
            let error = TableSet::open(other, folder.path()).unwrap_err().to_string();
            assert!(error.contains("a table of other rules"), "{error}");
            let error = builder(other, folder.path(), 0).ensure(&material, &|_, _, _, _| ()).unwrap_err().to_string();
            assert!(error.contains("a table of other rules"), "{error}");
        });
        let error = builder(rules, folder.path(), 100).ensure(&material, &|_, _, _, _| ()).unwrap_err().to_string();
        assert!(error.contains("a limit of 0 plies (0: none); expected one for 100"), "{error}");
    });
}

#[test]
fn a_build_goes_on_where_it_was_killed() {
    with_rules!(&AnyRules::new(&variant("glinski")).unwrap(), rules => {
        let folder = tempfile::tempdir().unwrap();
        let mut first = builder(rules, folder.path(), 0);
        let small = build(&mut first, "KNK");
        let written = std::fs::metadata(first.path(&small)).unwrap().modified().unwrap();
        // What a killed build leaves behind of the next one.
        let half = folder.path().join("KRK.hextable.1.partial");
        std::fs::write(&half, b"half").unwrap();
        let mut second = builder(rules, folder.path(), 0);
        let material = second.geometry().kinds().parse("KRKN").unwrap();
        let done: Vec<bool> = second.plan(&[material]).unwrap().steps.iter().map(|step| step.done).collect();
        assert_eq!(done, [true, false, true, false]);
        build(&mut second, "KNK");
        build(&mut second, "KRK");
        assert!(!half.exists());
        assert_eq!(std::fs::metadata(first.path(&small)).unwrap().modified().unwrap(), written);
        assert_eq!(TableSet::open(rules, folder.path()).unwrap().names(), ["KK", "KNK", "KRK"]);
    });
}

#[test]
fn names_of_endings_are_read_with_reasons() {
    with_rules!(&AnyRules::new(&variant("glinski")).unwrap(), rules => {
        let geometry = Geometry::new(rules);
        let kinds = geometry.kinds();
        let name = |text: &str| kinds.parse(text).map(|m| kinds.name(&m)).map_err(|e| e.to_string());
        assert_eq!(name("KQKR").unwrap(), "KQKR");
        assert_eq!(name("krkq").unwrap(), "KQKR");
        assert_eq!(name("KNB-K").unwrap(), "KBNK");
        for (text, message) in [
            ("KXK", "`X` is no man of this variant, which has PQRBNK"),
            ("QKK", "expected White's king first"),
            ("KQ", "expected two kings"),
            ("KQKQK", "expected two kings"),
            ("", "expected two kings"),
            ("KQQQQKQQQQ", "at most 8"),
        ] {
            let found = name(text).unwrap_err();
            assert!(found.contains(message), "{text}: {found}");
        }
        let all: Vec<String> = kinds.all(3, true).iter().map(|m| kinds.name(m)).collect();
        assert_eq!(all.len(), 5, "{all:?}");
        assert_eq!(kinds.all(4, false).len(), 4 + 10 + 10);
        let large = kinds.parse("KQRBKQRB").unwrap();
        let error = builder(rules, Path::new("none"), 0).plan(&[large]).unwrap_err();
        assert!(matches!(error, TableError::TooLarge { .. }), "{error}");
    });
}

#[test]
fn claims_are_judged() {
    let text = "variant = \"glinski\"\n[[claim]]\nsays = \"a\"\nendings = [\"KQK\"]\nwon = { least = 90 }\n\
                [[claim]]\nsays = \"b\"\nendings = [\"KNK\"]\nwon = { least = 1 }\nlead = { over = \"KQK\", most = 0 }\n\
                [[claim]]\nsays = \"c\"\nendings = [\"KBK\"]\nwon = { most = 1 }\n";
    let claims = Claims::parse(text).unwrap();
    with_rules!(&AnyRules::new(&with_stalemate("glinski", Stalemate::Draw)).unwrap(), rules => {
        let folder = tempfile::tempdir().unwrap();
        let mut builder = builder(rules, folder.path(), 0);
        build(&mut builder, "KQK");
        build(&mut builder, "KNK");
        let judged: Vec<_> = claims
            .claims
            .iter()
            .map(|c| c.judge(rules, &builder, &mut |m| builder.count(m, 0).ok()).unwrap())
            .collect();
        assert_eq!(judged.iter().map(|j| j.holds).collect::<Vec<_>>(), [Some(true), Some(false), None]);
        assert_eq!(judged[2].missing, ["KBK"]);
        let queen = &judged[0].endings[0];
        assert_eq!((queen.won_to_move, queen.longest), (100.0, 17));
        assert!(rules.parse_fen(queen.example.as_ref().unwrap()).is_ok());
    });
    let problems = Claims::parse("variant = \"x\"\n[[claim]]\nsay = \"a\"\nendings = []\n").unwrap_err();
    assert!(problems.iter().any(|p| p.line == Some(3)), "{problems:?}");
    for name in ["glinski", "cescacs", "round"] {
        let path = format!("{}/../configs/endgames/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let claims = Claims::parse(&std::fs::read_to_string(path).unwrap()).unwrap();
        assert_eq!(claims.variant, name);
        with_rules!(&AnyRules::new(&variant(name)).unwrap(), rules => {
            assert!(!claims.endings(&builder(rules, Path::new("none"), 0)).unwrap().is_empty());
        });
    }
}

#[test]
fn material_search_wins_with_tables_what_it_would_not_find() {
    // King and rook against king from the longest win: every move keeps the win in as many plies.
    with_rules!(&AnyRules::new(&variant("glinski")).unwrap(), rules => {
        let folder = tempfile::tempdir().unwrap();
        let mut builder = builder(rules, folder.path(), 0);
        let material = build(&mut builder, "KRK");
        let all = builder.count(&material, 0).unwrap();
        let (fen, plies) = builder.longest(rules, &material, &all, Color::White).unwrap().unwrap();
        let set = Arc::new(TableSet::open(rules, folder.path()).unwrap());
        let mut search = Search::new(SearchConfig { stop_when_proven: true, ..SearchConfig::default() })
            .unwrap()
            .with_oracle(set);
        let mut game = Game::from_fen(rules, &fen).unwrap();
        while game.outcome().is_none() {
            let limits = Limits::simulations(300);
            let result = search.run(&game, limits, 1, &mut Material::default(), &mut Batch::new(), 1);
            game.push(result.best.unwrap());
        }
        assert_eq!(game.ply() as u32, plies);
    });
}
