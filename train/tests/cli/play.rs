//! Games in the terminal, played by scripts.

use crate::support::hexforge_with;

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
    assert!(saved.contains("[Variant \"glinski\"]") && saved.ends_with("1. f5f6 h7h5\n"), "{saved}");
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
