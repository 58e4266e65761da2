//! Games of our own: values that are known by construction, and games that cannot be measured as others are.

use super::*;

/// Glinski's game with one rook under another name, and in a corner of each side a stone that cannot move: its leap leads
/// from one end of the longest file to the other.
fn constructed() -> String {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/variants/glinski.toml")).unwrap();
    let rook = text.find("[[piece]]\nname = \"rook\"").unwrap();
    let end = rook + 2 + text[rook + 2..].find("[[piece]]").unwrap();
    let castle = text[rook..end].replace("\"rook\"", "\"castle\"").replace("\"R\"", "\"C\"");
    let stone =
        "[[piece]]\nname = \"stone\"\nletter = \"S\"\nvalue = 0\nmoves = [{ vectors = [[0, 20]], max = 1 }]\n\n";
    let text = text[..rook].to_string() + &castle + stone + &text[rook..];
    let start = text.lines().find(|line| line.starts_with("start = ")).unwrap();
    let changed = start.replace("/r5r/", "/r5c/").replace("/11/", "/s10/").replace("1PRNQBKNRP1 ", "SPRNQBKNCP1 ");
    text.replace(start, &changed).replace("name = \"glinski\"", "name = \"constructed\"")
}

fn measured(variant: &str, text: &str) -> Results {
    measured_in(tempfile::tempdir().unwrap().path(), variant, text).unwrap()
}

/// A measurement in `dir/out` of the variant that is written to `dir/variant.toml`.
fn measured_in(dir: &Path, variant: &str, text: &str) -> Result<Results, String> {
    let file = dir.join("variant.toml");
    std::fs::write(&file, variant).unwrap();
    let edit = format!("variant={:?}", file.to_str().unwrap()).parse().unwrap();
    let config = PieceValuesConfig::parse("test", text, &[edit]).unwrap();
    let variant = hexcore::variant::read(file.to_str().unwrap()).unwrap();
    with_rules!(&AnyRules::new(&variant).unwrap(), rules => {
        let setup = Setup::new(&config, rules).unwrap();
        measure(rules, &config, &setup, false, &dir.join("out"), &Telemetry::quiet()).map_err(|error| error.to_string())
    })
}

#[test]
fn what_is_equal_by_construction_comes_out_equal() {
    let text = "players = [\"alphabeta:1\"]\nmax_plies = 100\nbootstrap = 200\n[matches]\nimbalances = [\"R-C\", \"P\", \"S\"]\n\
                pilot = 0\npairs = 60\n[outcome]\ngames = 0\n[arbiter]\npairs = 0\n";
    let results = measured(&constructed(), text);
    let score = |text: &str| results.matches[0].imbalances.iter().find(|i| i.imbalance == text).unwrap().clone();
    for equal in ["R-C", "S"] {
        let found = score(equal);
        assert!(found.lo <= 0.5 && 0.5 <= found.hi, "{found:?}");
    }
    assert!(score("P").score < 0.5);
}

#[test]
fn what_is_not_told_apart_has_no_value() {
    let text = "players = [\"greedy\"]\nmax_plies = 40\nbootstrap = 100\n[matches]\npilot = 0\npairs = 4\n\
                imbalances = LIST\n[outcome]\ngames = 0\n[arbiter]\npairs = 2\ndepth = 1\n";
    let variant = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/variants/glinski.toml"));
    let variant = variant.unwrap();
    // Rook, knight and pawn only together: any numbers would do.
    let results = measured(&variant, &text.replace("LIST", "[\"R-NP\"]"));
    for value in results.columns.iter().chain(&results.scaled).flat_map(|column| &column.values) {
        assert!(value.value.is_none() && !value.established && !value.reason.is_empty(), "{value:?}");
    }
    assert!(results.arbiter.is_none() && results.notes.iter().any(|note| note.starts_with("no arbiter: ")));
    // A bishop is told apart; that a whole set of them might be worth more is not, and takes nothing away from it.
    let results = measured(&variant, &text.replace("LIST", "[\"P\", \"B-PPP\"]"));
    let bishop = results.matches[0].values.iter().find(|v| v.kind == "bishop").unwrap();
    assert!(bishop.units == 4 && !bishop.reason.contains("tell it apart"), "{bishop:?}");
    assert_eq!(results.matches[0].sets[0].reason, "nothing speaks of it");
}

/// Glinski's game without pawns.
fn pawnless() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/variants/glinski.toml");
    let text = std::fs::read_to_string(path).unwrap();
    let (pawn, end) = (text.find("[[piece]]\nname = \"pawn\"").unwrap(), text.find("[end]").unwrap());
    let text = text[..pawn].to_string() + &text[end..];
    let start = text.lines().find(|line| line.starts_with("start = ")).unwrap().to_string();
    text.replace(&start, "start = \"b/qbk/n1b1n/r5r/9/11/11/11/5B5/5B5/2RNQBKNR2 w - 0 1\"")
}

#[test]
fn a_game_without_pawns_is_measured_in_queens() {
    let text = "players = [\"greedy\"]\nmax_plies = 60\nbootstrap = 100\n[matches]\npilot = 0\npairs = 2\n\
                [outcome]\ngames = 4\nfrom_ply = 4\n[arbiter]\npairs = 0\n";
    let results = measured(&pawnless(), text);
    assert_eq!(results.kinds, ["queen", "rook", "bishop", "knight"]);
    assert_eq!(results.tables[0].values, [Some(1.0), Some(0.5), Some(0.3), Some(0.4)]);
    assert_eq!(results.outcomes.len(), 1);
    assert!(!results.to_string().contains("pawn"), "{results}");
}

#[test]
fn another_game_in_the_same_file_is_another_measurement() {
    let dir = tempfile::tempdir().unwrap();
    let text = "players = [\"greedy\"]\nmax_plies = 40\nbootstrap = 100\n[matches]\npilot = 0\npairs = 1\n\
                imbalances = [\"P\"]\n[outcome]\ngames = 0\n[arbiter]\npairs = 0\n";
    let hold = |variant: &str| measured_in(dir.path(), variant, text);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/variants/glinski.toml");
    let variant = std::fs::read_to_string(path).unwrap();
    hold(&variant).unwrap();
    hold(&variant).unwrap();
    let error = hold(&variant.replace("stalemate = \"loss\"", "stalemate = \"draw\"")).unwrap_err();
    assert!(error.contains("played by other rules"), "{error}");
}

#[test]
#[ignore = "minutes: run it in release, `cargo test --release --workspace piece_values -- --ignored --nocapture`"]
fn whole_measurements_agree_with_what_is_known_by_construction() {
    let text = "players = [\"alphabeta:2\"]\n[matches]\npilot = 50\npairs = 200\n[outcome]\ngames = 2000\n[arbiter]\npairs = 0\n";
    let results = measured(&constructed(), text);
    println!("{results}");
    for column in &results.scaled {
        let value = |kind: &str| column.values.iter().find(|v| v.kind == kind).unwrap();
        let (rook, castle) = (value("rook"), value("castle"));
        let apart = (rook.value.unwrap() - castle.value.unwrap()).abs();
        let name = column.name();
        assert!(apart < 1.96 * rook.error().unwrap().hypot(castle.error().unwrap()), "{name}: {rook} {castle}");
        // Who wins also wins stones, so that outcomes have them for more than they are.
        assert!(column.method.starts_with("outcomes") || value("stone").holds(0.0), "{name}: {}", value("stone"));
    }
}
