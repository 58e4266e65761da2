//! Slips of a newcomer and files that went wrong, each with what is said of it.

use crate::support::{Output, hexforge, hexforge_with, model_for};
use std::fs;
use std::path::Path;

fn refused(output: &Output, part: &str) {
    assert!(output.code.is_some_and(|code| code > 0), "{}", output.stdout);
    assert!(output.stderr.contains(part), "{part} in {}", output.stderr);
}

/// A folder with the tables that ship, of which one rook's is cut short.
fn damaged_tables(dir: &Path) {
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../tables/glinski");
    for name in ["KK", "KRK"] {
        fs::copy(format!("{shipped}/{name}.hextable"), dir.join(format!("{name}.hextable"))).unwrap();
    }
    let path = dir.join("KRK.hextable");
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..3000]).unwrap();
}

#[test]
fn a_damaged_table_is_told_and_made_again() {
    let dir = tempfile::tempdir().unwrap();
    damaged_tables(dir.path());
    let folder = dir.path().to_str().unwrap();
    let table = format!("{folder}/KRK.hextable");
    let fen = "1/3/k4/7/9/11/11/11/11/11/R4K5 w - 0 1";
    let models = dir.path().join("models");
    model_for("glinski", &models);
    let model = models.to_str().unwrap();
    let analyse = ["analyse", "--model", model, "--tables", folder, "--sims", "50", "--fen", fen];
    assert!(hexforge(&analyse).stderr.contains("KRK.hextable: the file is cut short: build it again"));
    refused(&hexforge(&["inspect", &table]), "the file is cut short");
    hexforge(&["tablebase", "build", "--tables", folder, "--material", "KRK"]).text();
    hexforge(&["inspect", &table]).text();
    assert!(!hexforge(&analyse).stderr.contains("warning"));
    refused(&hexforge(&["tablebase", "build", "--tables", folder, "--material", ","]), "no ending");
}

#[test]
fn a_game_is_not_replayed_by_other_rules() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("game.pgn");
    let saved = path.to_str().unwrap();
    let input = format!("f5f6\nsave {saved}\nquit\n");
    hexforge_with(&["play", "--opponent", "random"], &[], input.as_bytes()).text();
    hexforge(&["moves", "--game", saved]).text();
    let text = fs::read_to_string(&path).unwrap();
    let rules = text.lines().find(|line| line.starts_with("[Rules ")).unwrap().to_string();
    fs::write(&path, text.replace(&rules, "[Rules \"00000000deadbeef\"]")).unwrap();
    refused(&hexforge(&["moves", "--game", saved]), "a game by the rules 00000000deadbeef");
}

#[test]
fn weights_beside_their_card_are_of_its_variant() {
    let dir = tempfile::tempdir().unwrap();
    model_for("glinski", dir.path());
    let weights = dir.path().join("weights.safetensors");
    let weights = weights.to_str().unwrap();
    hexforge(&["analyse", "--model", weights, "--sims", "8"]).text();
    refused(&hexforge(&["analyse", "--variant", "mccooey", "--model", weights, "--sims", "8"]), "glinski");
}

#[test]
fn a_protocol_that_asks_for_a_move_gets_one() {
    let input = b"setoption name Model value nonsense\nposition startpos\ngo nodes 10\nquit\n";
    let said = hexforge_with(&["uci"], &[], input);
    assert!(said.stdout.contains("no model") && said.stdout.contains("bestmove "), "{}", said.stdout);
}

#[test]
fn what_means_nothing_is_refused() {
    refused(&hexforge(&["learn", "--config", "x.toml"]), "x.toml");
    let config = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/runs/tiny.toml");
    refused(&hexforge(&["learn", "--config", config]), "expected --resume RUN");
    refused(&hexforge(&["moves", "--flip"]), "--board");
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("games.pgn");
    fs::write(&path, "[Variant \"glinski\"]\n[White \"a\"]\n[Black \"b\"]\n[Termination \"resign\"]\n\n1. f5f6 1-0\n")
        .unwrap();
    let path = path.to_str().unwrap();
    hexforge(&["games", path, "--player", "a"]).text();
    refused(&hexforge(&["games", path, "--player", "nobody"]), "expected one of a, b");
    refused(&hexforge(&["games", path, "--result", "2-0"]), "expected one of 1-0");
    refused(&hexforge(&["games", path, "--termination", "boredom"]), "expected one of resign");
}
