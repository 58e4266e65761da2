//! Endgame tables from the command line: built, counted, asked, judged, inspected.

use crate::support::{Output, hexforge, hexforge_with, model_for};
use std::fs;

#[test]
fn tables_are_built_counted_and_asked() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().to_str().unwrap();
    let common = ["--stalemate", "draw", "--tables", folder, "--json"];
    let call = |args: &[&str]| hexforge(&[&["tablebase"], args, &common].concat());
    let planned = call(&["build", "--material", "KQK,KRKN", "--plan"]).json();
    assert_eq!(planned.as_array().unwrap().len(), 5);
    assert!(planned[0]["bytes"].is_null() && planned[4]["ending"] == "KRKN");
    let refused = call(&["build", "--material", "KRKN", "--memory", "0.001"]);
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains("KRKN needs 0.1 GiB of memory"), "{}", refused.stderr);
    let built = call(&["build", "--material", "KQK", "--verify", "97"]).json();
    assert_eq!(built.as_array().unwrap().len(), 2);
    assert!(built[1]["verified"].as_u64().unwrap() > 1000);
    let stats = call(&["stats", "--material", "KQK"]).json();
    let (white, black) = (&stats[0]["white_to_move"], &stats[0]["black_to_move"]);
    assert_eq!((white["full"].as_u64(), white["win"].as_u64()), (Some(403_224), Some(33_664)));
    assert_eq!((white["longest_win"].as_u64(), black["mates"].as_u64()), (Some(17), Some(1392)));
    assert_eq!(stats[0]["drawn_black_to_move"]["conversion"], black["draw"]);
    let sold = hexforge(&["inspect", &format!("{folder}/KQK.hextable"), "--json"]).json();
    assert_eq!((sold["ending"].as_str(), sold["numbers"].as_u64()), (Some("KQK"), Some(57_603)));
    let foreign = hexforge(&["tablebase", "stats", "--material", "KQK", "--tables", folder]);
    assert_eq!(foreign.code, Some(1));
    assert!(foreign.stderr.contains("a table of other rules"), "{}", foreign.stderr);
    for (args, message) in [
        (vec!["build", "--material", "KXK"], "`X` is no man of this variant"),
        (vec!["build", "--material", "KQ"], "expected two kings"),
    ] {
        let wrong = call(&args);
        assert_eq!(wrong.code, Some(2), "{}", wrong.stderr);
        assert!(wrong.stderr.contains(message), "{}", wrong.stderr);
    }
}

/// A call that finds the tables that ship, wherever the program was built.
fn shipped(args: &[&str]) -> Output {
    hexforge_with(args, &[("HEXFORGE_TABLES", concat!(env!("CARGO_MANIFEST_DIR"), "/../tables"))], b"")
}

#[test]
fn the_tables_that_ship_answer() {
    let fen = "1/3/k4/7/9/11/11/11/11/11/R4K5 w - 0 1";
    let probe = shipped(&["tablebase", "probe", "--fen", fen, "--json"]).json();
    assert_eq!(probe["value"], "win");
    assert_eq!(probe["line"].as_array().unwrap().len() as u64, probe["plies"].as_u64().unwrap());
    assert_eq!(probe["moves"][0]["move"], probe["line"][0]);
    let text = shipped(&["tablebase", "probe", "--fen", fen]);
    assert!(text.text().starts_with("win in "), "{}", text.stdout);
    let start = shipped(&["tablebase", "probe"]);
    assert_eq!(start.code, Some(1));
    assert!(start.stderr.contains("no table of K"), "{}", start.stderr);
    let samples = shipped(&["tablebase", "sample", "--material", "KPK", "--worth", "loss", "--count", "5", "--json"]);
    for sample in samples.json().as_array().unwrap() {
        let again = shipped(&["tablebase", "probe", "--fen", sample["fen"].as_str().unwrap(), "--json"]).json();
        assert_eq!((&again["value"], &again["plies"]), (&sample["value"], &sample["plies"]));
    }
}

#[test]
fn an_engine_plays_by_the_tables() {
    let dir = tempfile::tempdir().unwrap();
    let model = dir.path().join("net");
    model_for("glinski", &model);
    let model = model.display().to_string();
    let fen = "1/3/k4/7/9/11/11/11/11/11/R4K5 w - 0 1";
    let probe = shipped(&["tablebase", "probe", "--fen", fen, "--json"]).json();
    let args = ["analyse", "--model", &model, "--fen", fen, "--sims", "400", "--json"];
    let with = shipped(&args).json();
    assert_eq!(with["value"], 1.0);
    assert_eq!(with["mate"].as_u64().unwrap(), probe["plies"].as_u64().unwrap().div_ceil(2));
    let without = shipped(&[&args[..], &["--tables", "none"]].concat()).json();
    assert!(without["mate"].is_null());
    let grades = shipped(&["tablebase", "test", "--model", &model, "--positions", "50", "--json"]).json();
    let endings: Vec<&str> = grades.as_array().unwrap().iter().filter_map(|g| g["ending"].as_str()).collect();
    assert_eq!(endings, ["KBK", "KNK", "KPK", "KQK", "KRK"]);
}

#[test]
fn claims_are_set_beside_the_truth() {
    let dir = tempfile::tempdir().unwrap();
    let page = dir.path().join("claims.html");
    let args = ["tablebase", "claims", "--variant", "round", "--build", "--tables", dir.path().to_str().unwrap()];
    let report = hexforge(&[&args[..], &["--html", page.to_str().unwrap(), "--json"]].concat()).json();
    assert_eq!(report["claims"][0]["holds"], true);
    assert_eq!(report["missing"].as_array().unwrap().len(), 0);
    assert!(fs::read_to_string(&page).unwrap().contains("KQK"));
    let missing = hexforge(&["tablebase", "claims", "--variant", "cescacs", "--tables", "nowhere", "--json"]).json();
    assert!(missing["claims"][0]["holds"].is_null());
    assert!(
        missing["missing"][0]["command"].as_str().unwrap().starts_with("hexforge tablebase build --variant cescacs")
    );
    let none = hexforge(&["tablebase", "claims", "--variant", "rex"]);
    assert_eq!(none.code, Some(2));
}
