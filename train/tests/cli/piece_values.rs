//! `hexforge piece-values` with the real program.

use crate::support::hexforge;
use serde_json::Value;
use std::path::Path;

const QUICK: &str = "players = [\"alphabeta:1\"]\nmax_plies = 60\nbootstrap = 100\n[matches]\nimbalances = [\"P\", \"PP\", \"B-PPP\"]\n\
                     pilot = 0\npairs = 4\n[outcome]\ngames = 8\nfrom_ply = 8\n[arbiter]\npairs = 2\ndepth = 1\n";

fn write(dir: &Path, text: &str) -> String {
    let path = dir.join("v.toml");
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_string()
}

#[test]
fn a_measurement_prints_json_and_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let config = write(dir.path(), QUICK);
    let out = dir.path().join("out");
    let out = out.to_str().unwrap();
    let results: Value = hexforge(&["piece-values", &config, "--out", out, "--json"]).json();
    assert_eq!(results["kinds"][0], "pawn");
    assert_eq!(results["matches"][0]["pairs"], 12);
    // So few games establish nothing, and no number comes without saying so.
    for column in results["columns"].as_array().unwrap() {
        for value in column["values"].as_array().unwrap() {
            assert!(value["established"] == false && value["reason"] != "", "{value}");
        }
    }
    let games = |dir: &str| std::fs::read_to_string(Path::new(dir).join("games.log")).unwrap().lines().count();
    assert_eq!(games(out), 32);
    // More pairs: what has been played is not played again.
    let more = hexforge(&["piece-values", &config, "--out", out, "--set", "matches.pairs=5"]);
    assert!(
        more.text().contains("Not established, or in brackets:")
            && more.text().contains("no arbiter: the matches have no value of "),
        "{}",
        more.stdout
    );
    assert_eq!(games(out), 38);
    // Another seed is another measurement.
    let other = hexforge(&["piece-values", &config, "--out", out, "--seed", "2"]);
    assert!(other.code == Some(1) && other.stderr.contains("seed was 1 and is now 2"), "{}", other.stderr);
}

#[test]
fn mistakes_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let refused = |text: &str, args: &[&str], part: &str| {
        let config = write(dir.path(), text);
        let out = dir.path().join("refused");
        let all = [&["piece-values", &config, "--out", out.to_str().unwrap()], args].concat();
        let output = hexforge(&all);
        let refused = output.code.is_some_and(|code| code > 0) && output.stdout.is_empty();
        assert!(refused && output.stderr.contains(part), "{part} in {}", output.stderr);
    };
    refused("[matches]\nimbalances = [\"G-P\"]\n", &[], "line 2: matches.imbalances[0]: `G` is no man of");
    refused("[matches]\nimbalances = [\"K\"]\n", &[], "a king cannot be lacking");
    refused("players = [\"model:nowhere@10\"]\n", &[], "players[0]");
    refused("[probe]\nnets = [\"nowhere\"]\n", &[], "probe.nets[0]");
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/../models/glinski/small");
    refused(&format!("[probe]\nnets = [{net:?}, {net:?}]\n"), &[], "probe.nets[1]: has the weights of another one");
    refused("[matches]\npilot = 0\npairs = 0\n[outcome]\ngames = 0\n", &[], "there is nothing to measure");
    refused("pieces = 3\n", &[], "line 1");
    refused("", &["--set", "bootstrap=3"], "bootstrap");
    refused("", &["--variant", "chess"], "chess");
    let variant = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/variants/glinski.toml"));
    let unequal = dir.path().join("unequal.toml");
    std::fs::write(&unequal, variant.unwrap().replace("\"b/qbk/", "\"b/rbk/")).unwrap();
    refused(
        "",
        &["--variant", unequal.to_str().unwrap()],
        "armies are to be each other's mirror images, but White has",
    );
    let config = write(dir.path(), "variant = \"glinski\"\n[matches]\npairs = -1\n");
    let checked = hexforge(&["check", &config]);
    assert!(checked.code == Some(1) && checked.stdout.contains("line 3"), "{}", checked.stdout);
}
