//! What models, records and runs hold, and what is said of damaged ones.

use crate::support::{hexforge, model_for};
use hexcore::{AnyRules, Color, Game, variant, with_rules};
use hextrain::config::RunConfig;
use hextrain::data::{
    Fraction, GameHeader, GameRecord, GameWriter, PlyFlags, PlyRecord, StoredMove, SyncPolicy, Termination,
};
use hextrain::run::RunFolder;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Writes `n` games of four plies that White won by resignation.
fn record(path: &Path, name: &str, n: u32) {
    let any = AnyRules::new(&variant::builtin(name).unwrap()).unwrap();
    with_rules!(&any, rules => {
        let mut writer = GameWriter::create(path, &GameHeader::new(rules, 1), SyncPolicy::default()).unwrap();
        for number in 0..n {
            let mut game = Game::new(rules);
            let mut plies = Vec::new();
            for ply in 0..4 {
                let list = game.legal_moves();
                let m = list[(number as usize + ply) % list.len()];
                let played = StoredMove::of(rules, m);
                plies.push(PlyRecord { played, value: Fraction::new(0.5), flags: PlyFlags::FULL, policy: Vec::new() });
                game.push(m);
            }
            let game = GameRecord {
                start: None,
                generation: 3 + number,
                seed: 7,
                plies,
                termination: Termination::Resignation,
                winner: Some(Color::White),
                white_score: 1.0,
            };
            writer.append(&game).unwrap();
        }
        writer.sync().unwrap();
    });
}

#[test]
fn games_are_summed_up_and_listed() {
    let dir = tempfile::tempdir().unwrap();
    record(&dir.path().join("a-000001.hfg"), "rex", 2);
    record(&dir.path().join("a-000002.hfg"), "rex", 3);
    let path = dir.path().to_str().unwrap();
    let sum = hexforge(&["inspect", path, "--json"]).json();
    let expected = [("kind", "games".into()), ("variant", "rex".into()), ("games", 5.into()), ("plies", 20.into())];
    let more: [(&str, Value); 3] = [("files", 2.into()), ("white_score", 1.0.into()), ("draws", 0.0.into())];
    for (key, value) in expected.into_iter().chain(more) {
        assert_eq!(sum[key], value, "{key}");
    }
    assert_eq!(sum["generations"], Value::from(vec![3, 5]));
    assert_eq!(sum["terminations"]["resignation"], 5);
    let game = hexforge(&["inspect", path, "--game", "4"]);
    assert!(game.text().contains("[Variant \"rex\"]\n") && game.text().contains("\n1. "), "{}", game.stdout);
    let none = hexforge(&["inspect", path, "--game", "5"]);
    assert_eq!((none.code, none.stderr.as_str()), (Some(1), "error: there is no game 5: expected 0 to 4\n"));
    let other = hexforge(&["inspect", path, "--game", "0", "--variant", "glinski"]);
    assert_eq!(other.code, Some(1));
    assert!(
        other.stderr.contains("games of rex (rules ") && other.stderr.contains("expected glinski"),
        "{}",
        other.stderr
    );
}

#[test]
fn points_of_games_are_told_where_the_variant_has_them() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("games.hfg");
    record(&file, "cescacs", 1);
    let path = file.to_str().unwrap();
    assert_eq!(hexforge(&["inspect", path, "--json"]).json()["points"], serde_json::json!([3.0, 0.0]));
    let text = hexforge(&["inspect", path]);
    assert!(text.text().starts_with("1 game of cescacs in 1 file: 4 plies"), "{}", text.stdout);
    assert!(text.stdout.contains("White scored 1.000 (3-0 in points a game)"), "{}", text.stdout);
    // A recorded game is a game text, and read again.
    let game = hexforge(&["inspect", path, "--game", "0"]);
    let out = dir.path().join("game.pgn");
    fs::write(&out, game.text()).unwrap();
    let read = hexforge(&["inspect", out.to_str().unwrap(), "--json"]).json();
    assert_eq!((&read["games"][0]["plies"], &read["games"][0]["result"]), (&Value::from(4), &Value::from("3-0")));
}

#[test]
fn damaged_records_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("games.hfg");
    record(&file, "glinski", 3);
    let path = file.to_str().unwrap();
    let good = fs::read(&file).unwrap();
    // A record that was being written when the power went is no error.
    fs::write(&file, &good[..good.len() - 5]).unwrap();
    let cut = hexforge(&["inspect", path, "--json"]);
    assert_eq!(cut.json()["games"], 2);
    assert!(cut.stderr.contains("record 2 at byte "), "{}", cut.stderr);
    let mut bad = good.clone();
    bad[good.len() / 2] ^= 1;
    fs::write(&file, &bad).unwrap();
    let output = hexforge(&["inspect", path]);
    assert_eq!((output.code, output.stdout.as_str()), (Some(1), ""));
    assert!(output.stderr.contains("games.hfg: record ") && output.stderr.contains("damaged"), "{}", output.stderr);
}

#[test]
fn damaged_models_are_named() {
    let dir = tempfile::tempdir().unwrap();
    model_for("glinski", dir.path());
    let (path, weights) = (dir.path().to_str().unwrap(), dir.path().join("weights.safetensors"));
    let good = fs::read(&weights).unwrap();
    let mut bad = good.clone();
    bad[good.len() / 2] ^= 1;
    for text in [&bad[..], &good[..good.len() / 2], b""] {
        fs::write(&weights, text).unwrap();
        for args in [&["inspect", path][..], &["analyse", "--model", path], &["play", "--model", path]] {
            let output = hexforge(args);
            assert_eq!(output.code, Some(1), "{args:?}");
            assert!(output.stderr.contains("weights.safetensors"), "{args:?}: {}", output.stderr);
            assert!(!output.stderr.contains("panicked"), "{}", output.stderr);
        }
    }
}

#[test]
fn a_run_shows_how_far_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let run = dir.path().join("run");
    let folder = RunFolder::create(&run, &RunConfig::default()).unwrap();
    record(&folder.games().join("selfplay-000001.hfg"), "glinski", 2);
    let path = run.to_str().unwrap();
    let report = hexforge(&["inspect", path, "--json"]).json();
    assert_eq!((&report["kind"], &report["variant"]), (&Value::from("run"), &Value::from("glinski")));
    assert_eq!(report["games"]["games"], 2);
    assert_eq!(report["state"]["generation"], 0);
    let text = hexforge(&["inspect", path]);
    assert!(text.text().starts_with("a run of glinski: the teacher plays, "), "{}", text.stdout);
    assert!(text.stdout.contains("2 games of glinski in 1 file: "), "{}", text.stdout);
    assert!(hexforge(&["inspect", path, "--game", "1"]).text().contains("[Generation \"4\"]"));
}
