//! Games in the terminal, played by scripts.

use crate::support::{hexforge, hexforge_with};

#[test]
fn a_script_plays_a_game() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("game.txt");
    let script = format!(
        "help\nmoves\nmoves f5\nhint\neval\ne4e6\nh7h9\nxyz\nundo\nundo\nundo\nflip\nfen\nf5f6\nh7h5\nboard\nsave {}\nsave\nresign\nf6f7\nundo\nquit\nf6f7\n",
        file.display()
    );
    let args = ["play", "--side", "both", "--opponent", "alphabeta:1", "--ascii"];
    let output = hexforge_with(&args, &[], script.as_bytes());
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    for part in [
        "undo          take back",
        "51 moves: b1b2",
        "`h7h9` is not legal here",
        "`xyz` is not a move",
        "There is nothing to take back.",
        "Saved to ",
        "save: expected the name of a file",
        "Black wins: resignation.",
        "The game is over: `undo`, `new` or `quit`.",
    ] {
        assert!(output.stdout.contains(part), "{part}\n{}", output.stdout);
    }
    let saved = std::fs::read_to_string(file).unwrap();
    assert!(saved.contains("[Variant \"glinski\"]") && saved.ends_with("1. f5f6 h7h5\n*\n"), "{saved}");
}

#[test]
fn an_engine_answers_and_undo_takes_back_both_moves() {
    let script = b"f5f6\nundo\nfen\nf5f6\nquit\n";
    let output = hexforge_with(&["play", "--opponent", "greedy", "--ascii"], &[], script);
    assert_eq!(output.stdout.matches("Black plays ").count(), 2, "{}", output.stdout);
    assert!(output.stdout.contains("1PRNQBKNRP1 w - 0 1\n"));
    assert!(!output.stdout.contains('\x1b'), "no colors off a terminal");
    // The end of the script is the end of the game.
    let output = hexforge_with(&["play", "--side", "b", "--level", "2", "--json"], &[], b"");
    assert_eq!(output.json()["moves"].as_array().unwrap().len(), 1);
}

#[test]
fn a_finished_position_says_its_result_at_once() {
    let glinski = "1/3/k4/7/9/1R5p3/2R4P3/2N8/11/2p5Q2/2K1R2N3 b - 0 1";
    let cescacs = "/28:k/24:2K2/9:D7/ b -- - 0 1";
    for (variant, fen, said) in [
        ("glinski", glinski, "White wins: stalemate.\n"),
        ("cescacs", cescacs, "White wins 0.67 to 0.33 (2-1 in points): stalemate.\n"),
    ] {
        let args = ["play", "--variant", variant, "--opponent", "random", "--side", "b", "--ascii", "--fen", fen];
        let output = hexforge_with(&args, &[], b"quit\n");
        assert!(output.text().contains(said), "{}", output.stdout);
    }
    let args = ["play", "--variant", "cescacs", "--opponent", "random", "--fen", cescacs, "--json"];
    let result = hexforge(&args).json();
    assert_eq!(result["points"], serde_json::json!([2.0, 1.0]));
    let moves = hexforge(&["moves", "--variant", "cescacs", "--fen", cescacs]);
    assert!(moves.text().contains("over: stalemate, 0.667 for White (2-1 in points)\n"), "{}", moves.stdout);
}

#[test]
fn a_saved_game_is_gone_on_with() {
    let dir = tempfile::tempdir().unwrap();
    let (file, other) = (dir.path().join("first.pgn"), dir.path().join("second.pgn"));
    let (path, other) = (file.to_str().unwrap(), other.to_str().unwrap());
    let script = format!("E7-E13\nE21-E15\nsave {path}\nsave {path}\nsave {}/no/where\nquit\n", dir.path().display());
    let args = ["play", "--variant", "cescacs", "--side", "both", "--opponent", "random", "--ascii"];
    let output = hexforge_with(&args, &[], script.as_bytes());
    assert!(output.text().contains(&format!("{path}: there is something of that name already")), "{}", output.stdout);
    assert!(!output.stdout.contains("os error 17"));
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(saved.starts_with("[Variant \"C'escacs\"]\n"), "{saved}");
    assert!(saved.ends_with("1. E7-E13, E21-E15 :\n*\n"), "{saved}");

    // The variant is the file's, and what was played can be taken back.
    let script = format!("A5-A7\nresign\nsave {other}\nundo\nundo\nundo\nfen\nquit\n");
    let args = ["play", "--game", path, "--side", "both", "--opponent", "random", "--ascii"];
    let output = hexforge_with(&args, &[], script.as_bytes());
    assert!(output.text().contains("White wins (3-0 in points): resignation.\n"), "{}", output.stdout);
    assert!(output.stdout.contains(" b RKRrkr E13@9-11 0 1\n"), "{}", output.stdout);

    // A game that was given up is over when it is loaded.
    let output = hexforge_with(&["play", "--game", other, "--side", "both", "--opponent", "random"], &[], b"quit\n");
    assert!(output.text().contains("White wins (3-0 in points): resignation.\n"), "{}", output.stdout);
    let report = hexforge(&["inspect", other, "--json"]).json();
    assert_eq!((&report["kind"], &report["games"][0]["result"]), (&"game-text".into(), &"3-0".into()));
    assert!(hexforge(&["inspect", other]).text().starts_with("1 game of cescacs as text\n"));
    assert_eq!(hexforge(&["inspect", other, "--game", "1"]).text(), std::fs::read_to_string(other).unwrap());
}
