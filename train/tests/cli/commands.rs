//! One call, one result.

use crate::support::{hexforge, hexforge_with, model_for};
use hexcore::variant::builtin_names;
use serde_json::Value;

#[test]
fn json_is_one_value_and_nothing_else() {
    let variants = hexforge(&["variants", "--json"]).json();
    let names: Vec<&str> = variants.as_array().unwrap().iter().map(|v| v["name"].as_str().unwrap()).collect();
    assert_eq!(names, builtin_names());
    assert_eq!(variants[0]["cells"], 91);
    let fen = variants[0]["start_fen"].as_str().unwrap();
    let moves = hexforge(&["moves", "--json", "--fen", fen]).json();
    assert_eq!(moves["fen"], fen);
    assert_eq!(moves["side"], "white");
    assert_eq!(moves["check"], false);
    assert_eq!((&moves["outcome"], &moves["score"]), (&Value::Null, &Value::Null));
    let list: Vec<&str> = moves["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
    assert_eq!(list.len(), 51);
    assert!(list.is_sorted());
}

#[test]
fn an_ended_game_has_an_outcome_and_a_score() {
    let stalemate = "1/3/k4/7/9/1R5p3/2R4P3/2N8/11/2p5Q2/2K1R2N3 b - 0 1";
    let moves = hexforge(&["--json", "moves", "--fen", stalemate]).json();
    assert_eq!((&moves["outcome"], &moves["score"]), (&Value::from("stalemate"), &Value::from(1.0)));
    let analysis = hexforge(&["analyse", "--json", "--depth", "2", "--fen", stalemate]).json();
    assert_eq!((&analysis["move"], &analysis["value"]), (&Value::Null, &Value::from(0.0)));
}

#[test]
fn perft_counts_and_divides() {
    let result = hexforge(&["perft", "--depth", "3", "--json", "--threads", "2"]).json();
    let divide = result["divide"].as_object().unwrap();
    assert_eq!(divide.len(), 51);
    let sum: u64 = divide.values().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(result["nodes"].as_u64(), Some(sum));
    let after = hexforge(&["perft", "--depth", "2", "--json", "--moves", "e4e6"]).json();
    assert_eq!(divide["e4e6"], after["nodes"]);
    assert_eq!(hexforge(&["perft", "--depth", "0", "--json"]).json()["nodes"], 1);
}

#[test]
fn every_variant_is_listed_counted_analysed_drawn_and_played() {
    for name in builtin_names() {
        let variant = ["--variant", name];
        let with = |args: &[&str]| hexforge(&[args, &variant[..]].concat());
        assert!(with(&["moves", "--board"]).text().contains("White to move"), "{name}");
        assert!(with(&["perft", "--depth", "2", "--divide"]).text().contains(" nodes in "), "{name}");
        let analysis = with(&["analyse", "--depth", "2", "--json"]).json();
        assert_eq!(analysis["depth"], 2, "{name}");
        assert!(with(&["svg"]).text().starts_with("<svg "), "{name}");
        let game = with(&["play", "--side", "none", "--opponent", "random", "--json"]).json();
        assert!(game["outcome"].is_string(), "{name}: {game}");
        // The moves lead to the same end again.
        let moves: Vec<&str> = game["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
        let again = with(&["moves", "--json", "--moves", &moves.join(" ")]).json();
        assert_eq!((&again["fen"], &again["outcome"]), (&game["fen"], &game["outcome"]), "{name}");
    }
}

#[test]
fn wrong_calls_end_with_2_failures_with_1_and_a_reason() {
    for (args, code, reason) in [
        (&["moves", "--variant", "chess"][..], 2, "no variant `chess`: expected one of glinski"),
        (&["moves", "--fen", "1/2/3"], 2, "FEN, column"),
        (&["moves", "--moves", "e4e6 e4e6"], 2, "move 2: `e4e6` is not legal here"),
        (&["perft", "--depth", "many"], 2, "invalid value 'many'"),
        (&["svg", "--mark", "z9"], 2, "`z9` is no cell of glinski"),
        (&["play", "--opponent", "kasparov"], 2, "no player `kasparov`"),
        (&["analyse", "--model", "nobody"], 2, "no model `nobody` for glinski"),
        (&["play", "--model", "nobody"], 2, "no model `nobody` for glinski"),
        (&["play", "--opponent", "model:nobody@50"], 2, "no model `nobody` for glinski"),
        (&["moves", "--ply", "3"], 2, "--game"),
        (&["moves", "--game", "nowhere.pgn"], 1, "nowhere.pgn: No such file"),
        (&["train"], 2, "--config"),
        (&["nonsense"], 2, "unrecognized subcommand"),
        (&["check", "nowhere.toml"], 1, "nowhere.toml: No such file"),
        (&["moves", "--variant", "nowhere.toml"], 1, "nowhere.toml: No such file"),
        (&["inspect", "nowhere"], 1, "nowhere: no such file or folder"),
    ] {
        let output = hexforge(args);
        assert_eq!(output.code, Some(code), "{args:?}: {}", output.stderr);
        assert!(output.stderr.contains(reason), "{args:?}: {}", output.stderr);
        assert_eq!(output.stdout, "", "{args:?}");
        assert!(!output.stderr.contains("panicked"), "{args:?}");
    }
}

#[test]
fn check_prints_every_mistake_with_its_line() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("run.toml");
    let path = file.to_str().unwrap();
    std::fs::write(&file, "seed = 1\n\n[selfplay]\nmax_plies = 1\nsampled_plies = 3\ntemperature = -1\n").unwrap();
    let output = hexforge(&["check", path]);
    assert_eq!(output.code, Some(1));
    let lines: Vec<&str> = output.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{}", output.stdout);
    assert!(lines[0].contains("line 4: selfplay.max_plies"), "{}", lines[0]);
    assert!(lines[1].contains("line 6: selfplay.temperature"), "{}", lines[1]);

    let glinski = format!("{}/../configs/variants/glinski.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(glinski).unwrap();
    std::fs::write(&file, text.replace("piece = \"pawn\"", "piece = \"prawn\"")).unwrap();
    let report = hexforge(&["check", path, "--json"]);
    assert_eq!(report.code, Some(1));
    let report: Value = serde_json::from_str(&report.stdout).unwrap();
    assert_eq!((&report["ok"], &report["kind"]), (&Value::from(false), &Value::from("variant")));
    assert!(report["errors"][0]["line"].as_u64().unwrap() > 1, "{report}");
    std::fs::write(&file, text).unwrap();
    let sound = hexforge(&["check", path, "--json"]).json();
    assert_eq!((&sound["ok"], sound["errors"].as_array().map(Vec::len)), (&Value::from(true), Some(0)));
}

#[test]
fn a_model_plays_analyses_and_is_inspected() {
    let dir = tempfile::tempdir().unwrap();
    model_for("glinski", &dir.path().join("glinski/small"));
    let env = [("HEXFORGE_MODELS", dir.path().to_str().unwrap())];
    for model in [&[][..], &["--model", "small"]] {
        let analysis = hexforge_with(&[&["analyse", "--sims", "50", "--json"], model].concat(), &env, b"").json();
        assert_eq!(analysis["simulations"], 50);
        assert_eq!(analysis["player"], "small@50");
        assert!((analysis["value"].as_f64().unwrap() - 0.5).abs() < 0.3);
        let wdl: f64 = analysis["wdl"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).sum();
        assert!((wdl - 1.0).abs() < 1e-4);
        assert_eq!(analysis["candidates"].as_array().unwrap().len(), 5);
        assert_eq!(analysis["candidates"][0]["move"], analysis["move"]);
        assert_eq!(analysis["pv"][0], analysis["move"]);
    }
    let again = |seed| {
        hexforge_with(&["analyse", "--sims", "300", "--json", "--seed", seed], &env, b"").json()["candidates"].clone()
    };
    assert_eq!(again("7"), again("7"));

    let played = hexforge_with(&["play", "--sims", "20", "--json"], &env, b"f5f6\neval\nquit\n");
    assert!(played.stderr.contains("small@20 plays against you"), "{}", played.stderr);
    assert!(played.stderr.contains("the net: expected score"), "{}", played.stderr);
    assert_eq!(played.json()["moves"].as_array().unwrap().len(), 2);

    let path = dir.path().join("glinski/small");
    let inspected = hexforge(&["inspect", path.to_str().unwrap(), "--json"]).json();
    assert_eq!((&inspected["kind"], &inspected["card"]["variant"]), (&Value::from("model"), &Value::from("glinski")));
    assert!(
        hexforge(&["inspect", path.join("weights.safetensors").to_str().unwrap()]).text().contains("move_features")
    );

    let wrong = hexforge(&["analyse", "--variant", "rex", "--model", path.to_str().unwrap()]);
    assert_eq!(wrong.code, Some(1));
    assert!(wrong.stderr.contains("a model for glinski (rules ") && wrong.stderr.contains("expected one for rex"));
}

#[test]
fn without_a_model_alpha_beta_stands_in_and_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let env = [("HEXFORGE_MODELS", dir.path().to_str().unwrap())];
    let output = hexforge_with(&["analyse", "--variant", "rex", "--json"], &env, b"");
    if output.json()["player"] == "alphabeta:3" {
        assert!(output.stderr.contains("no model for rex"), "{}", output.stderr);
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_hexforge"))
        .args(["svg", "--variant", "cescacs"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

#[test]
fn bench_prints_the_same_signature_every_time() {
    let first = hexforge(&["bench", "--quick", "--json", "--hidden", "32"]).json();
    let second = hexforge(&["bench", "--quick", "--json", "--hidden", "32"]).json();
    assert_eq!(first["signature"], second["signature"]);
    for key in ["movegen_nps", "uniform_sims_per_s", "train_positions_per_s"] {
        assert!(first[key].as_f64().unwrap() > 0.0, "{key}");
    }
    assert!(first["evals_per_s"]["32"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_saved_game_is_a_position() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("game.pgn");
    let path = file.to_str().unwrap();
    std::fs::write(&file, "[Variant \"Hexagonal Round Chess\"]\n[White \"x\"]\n\n1. {so} c2-s1 *\n").unwrap();
    let first = hexforge(&["moves", "--variant", "round", "--json"]).json();
    assert_eq!(hexforge(&["moves", "--json", "--game", path, "--ply", "0"]).json(), first);
    let m = first["moves"][0].as_str().unwrap();
    std::fs::write(&file, format!("[Variant \"round\"]\n\n1. {m} *\n")).unwrap();
    let played = hexforge(&["moves", "--variant", "round", "--json", "--moves", m]).json();
    assert_eq!(hexforge(&["moves", "--json", "--game", path]).json(), played);
    assert!(hexforge(&["svg", "--game", path]).text().starts_with("<svg "));
    let analysis = hexforge(&["analyse", "--depth", "1", "--json", "--game", path, "--ply", "0"]).json();
    assert_eq!(analysis["fen"], first["fen"]);
    for (text, args, code, said) in [
        ("[Variant \"round\"]\n\n1. zz\n", &[][..], 1, "game.pgn: line 3, column 4: `zz` is not a move: expected"),
        ("[Variant \"round\"]\n", &["--variant", "rex"], 1, "line 1, column 1: a game of `round`: expected `rex`"),
        ("[Variant \"chess\"]\n", &[], 1, "game.pgn: a game of `chess`, which does not ship"),
        ("[Variant \"round\"]\n", &["--ply", "1"], 2, "--ply 1: the game has 0 plies"),
        ("\n", &[], 1, "game.pgn: no game: expected tags or moves"),
        ("[Variant \"round\"]\n", &["--number", "2"], 2, "game.pgn has 1 game"),
        ("[Variant \"round\"]\n*\n[Variant \"round\"]\n", &[], 2, "game.pgn: 2 games: expected --number 1 to 2"),
    ] {
        std::fs::write(&file, text).unwrap();
        let output = hexforge(&[&["moves", "--game", path], args].concat());
        assert_eq!(output.code, Some(code), "{}", output.stderr);
        assert!(output.stderr.contains(said), "{}", output.stderr);
    }
}

#[test]
fn long_input_is_not_repeated_in_full() {
    let long = "x".repeat(20_000);
    for args in [
        &["moves", "--moves", &long][..],
        &["moves", "--fen", &long],
        &["moves", "--variant", &long],
        &["svg", "--mark", &long],
        &["analyse", "--model", &long],
        &["play", "--opponent", &format!("model:{long}@5")],
    ] {
        let output = hexforge(args);
        assert_eq!(output.code, Some(2), "{}: {}", args[1], output.stderr);
        assert!(output.stderr.len() < 600, "{}: {} bytes", args[1], output.stderr.len());
    }
}

#[test]
fn where_models_were_looked_for_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let missing = dir.path().join("missing");
    for (folder, said) in [(dir.path(), "(HEXFORGE_MODELS)"), (&missing, "(HEXFORGE_MODELS, which is no folder)")] {
        let env = [("HEXFORGE_MODELS", folder.to_str().unwrap())];
        for args in
            [&["analyse", "--model", "nobody"][..], &["analyse", "--variant", "round-alternative", "--sims", "2"]]
        {
            let output = hexforge_with(args, &env, b"");
            assert!(output.stderr.contains(&format!("{} {said}", folder.display())), "{}", output.stderr);
        }
    }
}
