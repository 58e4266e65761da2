//! Whole runs of the real program: from nothing to a model, killed and resumed, and with damaged files.

#![allow(clippy::unwrap_used)]

use hexcore::{AnyRules, variant, with_rules};
use hextrain::data::{GameHeader, GameReader, GameStore};
use hextrain::model::Model;
use hextrain::net::Weights;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const CONFIG: &str = r#"
variant = "glinski"
seed = 3
threads = 2

[net]
hidden = 32

[teacher]
depth = 1
minutes = 0.03
positions = 6000
passes = 1

[selfplay]
games_per_actor = 4
simulations = [{ simulations = 8 }]
max_plies = 80

[replay]
window = { c = 2000 }

[learner]
batch = 128
warmup_steps = 5

[evaluation]
every_minutes = 0.05
pairs = 1
final_pairs = 2
simulations = 16
opponents = ["random"]
max_plies = 120

[budget]
minutes = 0.15

[checkpoint]
every_seconds = 1
"#;

struct Run {
    _dir: tempfile::TempDir,
    config: PathBuf,
    folder: PathBuf,
}

impl Run {
    fn new() -> Run {
        let dir = tempfile::tempdir().unwrap();
        let config = dir.path().join("micro.toml");
        fs::write(&config, CONFIG).unwrap();
        let folder = dir.path().join("run");
        Run { _dir: dir, config, folder }
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hexforge"));
        command.args(args).stdin(Stdio::null());
        command
    }

    fn begin(&self, sets: &[&str]) -> Command {
        let mut command = self.command(&["train", "--json", "--config"]);
        command.arg(&self.config).arg("--out").arg(&self.folder);
        for set in sets {
            command.args(["--set", set]);
        }
        command
    }

    fn resume(&self, sets: &[&str]) -> Command {
        let mut command = self.command(&["train", "--json", "--resume"]);
        command.arg(&self.folder);
        for set in sets {
            command.args(["--set", set]);
        }
        command
    }

    /// The moves of every finished game of a kind, in the order of writing; a last one that is cut off is left out.
    fn games(&self, name: &str) -> Vec<Vec<hextrain::data::PlyRecord>> {
        let any = AnyRules::new(&variant::builtin("glinski").unwrap()).unwrap();
        let header = with_rules!(&any, rules => GameHeader::new(rules, 0));
        let mut games = Vec::new();
        for path in GameStore::files(&self.folder.join("games"), name).unwrap() {
            let reader = GameReader::open_for(&path, &header).unwrap();
            games.extend(reader.map_while(Result::ok).map(|game| game.plies));
        }
        games
    }

    fn newest_checkpoint(&self) -> Option<u32> {
        let entries = fs::read_dir(self.folder.join("checkpoints")).ok()?;
        let number = |name: String| name.strip_prefix("gen-")?.parse().ok();
        entries.filter_map(|e| number(e.ok()?.file_name().to_string_lossy().into_owned())).max()
    }
}

fn finished(mut command: Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

fn failed(mut command: Command) -> String {
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

fn wait_until(child: &mut Child, what: &str, reached: impl Fn() -> bool) {
    let begin = Instant::now();
    while !reached() {
        assert!(begin.elapsed() < Duration::from_secs(120), "no {what} after two minutes");
        assert!(child.try_wait().unwrap().is_none(), "the run ended before there was {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn damage(path: &Path, change: impl Fn(&mut Vec<u8>)) {
    let mut bytes = fs::read(path).unwrap();
    change(&mut bytes);
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_run_goes_from_nothing_to_a_model_and_a_report() {
    let run = Run::new();
    let output = finished(run.begin(&[]));
    let printed: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(printed["generation"].as_u64().unwrap() > 0, "{printed}");
    assert!(printed["positions"].as_u64().unwrap() > 0, "{printed}");
    assert!(printed["teacher_positions"].as_u64().unwrap() > 0, "{printed}");
    assert_eq!(printed["evaluations"][0]["pairs"], 2, "{printed}");
    let any = AnyRules::new(&variant::builtin("glinski").unwrap()).unwrap();
    with_rules!(&any, rules => {
        let model = Model::load(&run.folder.join("model"), rules).unwrap();
        assert!(model.card().unwrap().positions > 0);
    });
    let report = fs::read_to_string(run.folder.join("report.html")).unwrap();
    let outside = ["src=\"http", "href=\"http", "url(http", "@import"];
    assert!(report.contains("<svg") && outside.iter().all(|link| !report.contains(link)));
    for file in ["metrics.csv", "metrics.jsonl", "evaluations.csv", "config.toml"] {
        assert!(run.folder.join(file).exists(), "{file}");
    }
    // A second run may not write over it.
    let error = failed(run.begin(&[]));
    assert!(error.contains("--resume"), "{error}");
    // It goes on when its budget is raised.
    let games = run.games("selfplay");
    finished(run.resume(&["budget.minutes=0.2"]));
    let after = run.games("selfplay");
    assert!(after.len() > games.len() && after[..games.len()] == games[..]);
}

#[test]
fn a_run_that_is_killed_loses_no_finished_game_and_no_net() {
    let run = Run::new();
    let mut child = run.begin(&["budget.minutes=10"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    // Killed in the middle of self-play, wherever it is just then.
    let ready = || run.newest_checkpoint() >= Some(3) && run.games("selfplay").len() > 20;
    wait_until(&mut child, "self-play", ready);
    child.kill().unwrap();
    child.wait().unwrap();
    let (selfplay, teacher) = (run.games("selfplay"), run.games("teacher"));
    let net = run.newest_checkpoint().unwrap();
    let printed = finished(run.resume(&["budget.minutes=0.3"])).stdout;
    let printed: serde_json::Value = serde_json::from_slice(&printed).unwrap();
    let after = run.games("selfplay");
    assert!(after.len() > selfplay.len(), "{} games after {}", after.len(), selfplay.len());
    assert!(after[..selfplay.len()] == selfplay[..], "games from before the kill have changed");
    assert!(run.games("teacher")[..teacher.len()] == teacher[..]);
    assert!(printed["generation"].as_u64().unwrap() > u64::from(net), "{printed}");
    // No game is played twice.
    let mut unique = after.iter().map(|plies| format!("{plies:?}")).collect::<Vec<_>>();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), after.len());
}

#[test]
fn a_run_begins_with_the_weights_of_a_model() {
    let first = Run::new();
    finished(first.begin(&["budget.minutes=0.1"]));
    let from = format!("net.from={:?}", first.folder.to_str().unwrap());
    let second = Run::new();
    // Bad models are told of before there is a folder.
    for (sets, part) in [(["net.from=\"nowhere\"", "seed=4"], "nowhere"), ([&from, "net.hidden=64"], "32 hidden")] {
        let error = failed(second.begin(&sets));
        assert!(error.contains(part), "{error}");
    }
    assert!(!second.folder.exists());
    // So small a learning rate moves no weight.
    let still = ["teacher.enabled=false", "learner.lr=1e-12", "learner.lr_final=1e-12", "budget.minutes=0.1"];
    finished(second.begin(&[&[from.as_str()], &still[..]].concat()));
    let weights = |run: &Run| Weights::load(&run.folder.join("model/weights.safetensors")).unwrap();
    let (first, second) = (weights(&first), weights(&second));
    for (before, after) in first.tensors().iter().zip(second.tensors()) {
        let apart = before.data.iter().zip(after.data).map(|(x, y)| (x - y).abs()).fold(0.0, f32::max);
        assert!(apart < 1e-6, "{}: {apart}", before.name);
    }
}

#[test]
fn damaged_files_are_named_and_nothing_else_is_touched() {
    let run = Run::new();
    finished(run.begin(&["budget.minutes=0.12"]));
    let games = GameStore::files(&run.folder.join("games"), "selfplay").unwrap().pop().unwrap();
    let whole = fs::read(&games).unwrap();
    // A bit flipped in the middle of a record.
    damage(&games, |bytes| {
        let middle = bytes.len() / 2;
        bytes[middle] ^= 4;
    });
    let error = failed(run.resume(&["budget.minutes=0.2"]));
    assert!(error.contains("selfplay-000001.hfg"), "{error}");
    assert_eq!(fs::read(&games).unwrap().len(), whole.len());
    // The end cut off: said, mended, gone on with.
    fs::write(&games, &whole[..whole.len() - 7]).unwrap();
    let before = run.games("selfplay");
    finished(run.resume(&["budget.minutes=0.2"]));
    assert!(run.games("selfplay")[..before.len()] == before[..]);
    // A checkpoint that was damaged.
    let newest = run.folder.join(format!("checkpoints/gen-{:04}", run.newest_checkpoint().unwrap()));
    let mut files = fs::read_dir(&newest).unwrap().map(|e| e.unwrap().path());
    let weights = files.find(|p| p.file_name().unwrap().to_string_lossy().starts_with("raw-")).unwrap();
    damage(&weights, |bytes| {
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
    });
    let error = failed(run.resume(&["budget.minutes=0.3"]));
    assert!(error.contains(weights.file_name().unwrap().to_str().unwrap()), "{error}");
}

#[test]
fn a_run_does_not_go_on_with_another_config_or_in_two_processes() {
    let run = Run::new();
    let mut child = run.begin(&["budget.minutes=10"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_until(&mut child, "a net", || run.newest_checkpoint().is_some());
    let error = failed(run.resume(&[]));
    assert!(error.contains("in use"), "{error}");
    child.kill().unwrap();
    child.wait().unwrap();
    let error = failed(run.resume(&["net.hidden=64"]));
    assert!(error.contains("net.hidden was 32 and is now 64"), "{error}");
}

#[test]
fn each_half_of_the_loop_runs_alone() {
    let run = Run::new();
    let mut play = run.command(&["selfplay", "--json", "--games", "12", "--config"]);
    play.arg(&run.config).arg("--out").arg(&run.folder).args(["--set", "budget.minutes=2"]);
    finished(play);
    let games = run.games("selfplay");
    assert!(games.len() >= 12);
    let mut learn = run.command(&["learn", "--json", "--resume"]);
    learn.arg(&run.folder);
    let printed: serde_json::Value = serde_json::from_slice(&finished(learn).stdout).unwrap();
    assert!(printed["generation"].as_u64().unwrap() > 0, "{printed}");
    assert!(printed["steps"].as_u64().unwrap() > 0, "{printed}");
    assert_eq!(run.games("selfplay"), games);
    // What has been used up is said.
    let mut again = run.command(&["learn", "--json", "--resume"]);
    again.arg(&run.folder);
    let again = finished(again);
    let said = String::from_utf8_lossy(&again.stderr);
    assert!(said.contains("nothing was learnt: every position of "), "{said}");
    assert_eq!(serde_json::from_slice::<serde_json::Value>(&again.stdout).unwrap()["steps"], 0);
}
