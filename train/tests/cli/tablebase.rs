//! Endgame tables from the command line: built, counted, asked, judged, inspected.

use crate::support::{Output, hexforge, hexforge_with, model_for};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

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
    assert!(start.stderr.contains("36 men: no table has more than 8"), "{}", start.stderr);
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

/// Every file of a folder with what is in it.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = folder.read_dir().unwrap().map(Result::unwrap);
    entries.map(|e| (e.file_name().into_string().unwrap(), fs::read(e.path()).unwrap())).collect()
}

/// The program is killed again and again, as hard as can be, and goes on.
#[test]
fn a_build_that_is_killed_ends_with_the_same_tables() {
    let dir = tempfile::tempdir().unwrap();
    let (whole, killed) = (dir.path().join("whole"), dir.path().join("killed"));
    let args = |folder: &Path| {
        let folder = folder.to_str().unwrap().to_string();
        ["tablebase", "build", "--variant", "glinski", "--men", "3", "--tables"]
            .map(String::from)
            .into_iter()
            .chain([folder])
    };
    let of = |folder: &Path| hexforge(&args(folder).collect::<Vec<_>>().iter().map(String::as_str).collect::<Vec<_>>());
    of(&whole).text();
    fs::create_dir(&killed).unwrap();
    let mut kills = 0;
    loop {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hexforge"))
            .args(args(&killed))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // A file more, whole or half, and then the end without warning: some ways into the next table, each time further.
        let before = files(&killed).len();
        let until = Instant::now() + Duration::from_secs(60);
        let is_over = |child: &mut std::process::Child| child.try_wait().unwrap().is_some();
        while files(&killed).len() <= before && Instant::now() < until && !is_over(&mut child) {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(20 * kills));
        if is_over(&mut child) {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    assert!(kills >= 2, "{kills}");
    of(&killed).text();
    let (whole, killed) = (files(&whole), files(&killed));
    assert_eq!(whole.keys().collect::<Vec<_>>(), killed.keys().collect::<Vec<_>>());
    assert!(whole == killed, "the same names, and other tables");
}

/// A disk with room for the smallest table only: the system refuses to let a file grow any further.
#[cfg(unix)]
#[test]
fn a_full_disk_is_told_and_leaves_no_half_of_a_table() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("tables");
    let build =
        format!("{} tablebase build --material KRK --tables {}", env!("CARGO_BIN_EXE_hexforge"), folder.display());
    // A signal that is ignored lets the program see the error, as it sees that of a full disk.
    let full = Command::new("sh").args(["-c", &format!("trap '' XFSZ; ulimit -f 4; exec {build}")]).output().unwrap();
    let said = String::from_utf8_lossy(&full.stderr);
    assert_eq!(full.status.code(), Some(1), "{said}");
    assert!(said.contains("KRK.hextable: File too large"), "{said}");
    assert_eq!(files(&folder).keys().collect::<Vec<_>>(), ["KK.hextable"]);
    assert!(Command::new("sh").args(["-c", &build]).output().unwrap().status.success());
    assert_eq!(files(&folder).keys().collect::<Vec<_>>(), ["KK.hextable", "KRK.hextable"]);
}
