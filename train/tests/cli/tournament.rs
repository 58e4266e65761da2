//! Tournaments with the real program, against itself and against programs that misbehave.

use crate::support::{hexforge, hexforge_with, model_for};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_hexforge");

/// A program that says hello and then does something else.
fn script(go: &str) -> String {
    format!(
        "command = ['sh', '-c', '''while read line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; \
         go*) {go};; quit) exit 0;; esac; done''']\nmovetime = 200\ntimeout = 2\nmargin = 400\n"
    )
}

fn write(dir: &Path, text: &str) -> String {
    let path = dir.join("t.toml");
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_string()
}

fn log(dir: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(dir.join("games.log")).unwrap_or_default();
    text.lines().filter_map(|line| serde_json::from_str(line.split_once(' ')?.1).ok()).collect()
}

#[test]
fn a_round_robin_prints_json_and_leaves_its_files() {
    let dir = tempfile::tempdir().unwrap();
    model_for("glinski", &dir.path().join("net"));
    let net = dir.path().join("net");
    let config = write(
        dir.path(),
        &format!(
            "pairs = 2\nplayers = [\"random\", \"greedy\", \"model:{}@8\"]\n[openings]\nplies = [2, 3]\n[adjudication]\nmax_plies = 40\n\
             [[player]]\nname = \"learned\"\nplayer = \"alphabeta\"\nnodes = 300\nvalues = \"{}\"\n",
            net.display(),
            net.display()
        ),
    );
    let out = dir.path().join("out");
    let out = out.to_str().unwrap();
    let results = hexforge(&["tournament", &config, "--out", out, "--json", "--threads", "2"]).json();
    assert_eq!((&results["games"], &results["complete"]), (&Value::from(24), &Value::from(true)));
    assert_eq!(results["players"].as_array().unwrap().len(), 4);
    assert_eq!(results["crosstable"].as_array().unwrap().len(), 6);
    for key in ["elo", "elo_lo", "elo_hi", "los", "sprt"] {
        assert!(results.get(key).is_some(), "{key}");
    }
    for file in ["config.toml", "games.log", "games.pgn", "index.csv", "standings.csv", "crosstable.csv", "report.html"]
    {
        assert!(dir.path().join("out").join(file).metadata().unwrap().len() > 0, "{file}");
    }
    // Again: nothing is played, the same is said.
    let text = hexforge(&["tournament", &config, "--out", out]);
    assert!(text.text().contains("learned") && text.text().contains("24 games of "), "{}", text.stdout);

    let all = hexforge(&["games", out, "--json"]).json();
    assert_eq!(all.as_array().unwrap().len(), 24);
    let few = hexforge(&["games", out, "--player", "learned", "--player", "random", "--json"]).json();
    assert_eq!(few.as_array().unwrap().len(), 4);
    let number = few[0]["game"].as_u64().unwrap().to_string();
    let shown = hexforge(&["games", out, "--show", &number]);
    assert!(shown.text().contains("learned") && shown.text().contains("fen "), "{}", shown.stdout);
    let start = hexforge(&["games", out, "--show", &number, "--ply", "0", "--json"]).json();
    assert_eq!(start["fen"], hexforge(&["variants", "--json"]).json()[0]["start_fen"]);
    assert_eq!(hexforge(&["games", out, "--show", "99"]).code, Some(2));
    // Every program that reads games reads these.
    let file = dir.path().join("out/games.pgn");
    let file = file.to_str().unwrap();
    let inspected = hexforge(&["inspect", file, "--json"]).json();
    assert_eq!(inspected["games"].as_array().unwrap().len(), 24);
    let replayed = hexforge(&["games", file, "--json"]).json();
    for (i, (one, game)) in inspected["games"].as_array().unwrap().iter().zip(replayed.as_array().unwrap()).enumerate()
    {
        assert_eq!((&one["fen"], &one["plies"]), (&game["fen"], &game["plies"]), "game {}", i + 1);
        assert_eq!(one["tags"]["White"], game["white"]);
    }
    let end = hexforge(&["games", out, "--show", &number, "--json"]).json();
    let moves = hexforge(&["moves", "--game", file, "--number", &number, "--json"]).json();
    assert_eq!(moves["fen"], end["fen"]);
    let played: Vec<&str> = end["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
    assert_eq!(moves["fen"], hexforge(&["moves", "--moves", &played.join(" "), "--json"]).json()["fen"]);
    assert!(hexforge(&["svg", "--game", file, "--number", "24"]).text().starts_with("<svg "));
    let analysis = hexforge(&["analyse", "--game", file, "--number", "24", "--ply", "1", "--depth", "1", "--json"]);
    assert_eq!(analysis.json()["fen"], hexforge(&["games", out, "--show", "24", "--ply", "1", "--json"]).json()["fen"]);
    let args = ["play", "--game", file, "--number", "24", "--side", "both", "--opponent", "random", "--ascii"];
    let said = hexforge_with(&args, &[], b"quit\n");
    let last = hexforge(&["games", out, "--show", "24", "--json"]).json();
    assert!(said.text().contains(last["termination"].as_str().unwrap()), "{}", said.stdout);
    assert_eq!(hexforge(&["moves", "--game", file]).code, Some(2));
}

#[test]
fn programs_play_and_what_they_do_wrong_is_a_result() {
    let dir = tempfile::tempdir().unwrap();
    let config = write(
        dir.path(),
        &format!(
            "pairs = 1\nplayers = [\"greedy\"]\nthreads = 2\nvariant = \"rex\"\n[openings]\nplies = [2, 2]\n[adjudication]\nmax_plies = 30\n\
             [[player]]\nname = \"itself\"\ncommand = [\"{PROGRAM}\", \"uci\"]\noptions = {{ Player = \"alphabeta:1\" }}\ndepth = 1\n\
             [[player]]\nname = \"liar\"\n{}[[player]]\nname = \"mute\"\n{}[[player]]\nname = \"mortal\"\n{}[[player]]\nname = \"slow\"\n{}",
            script("echo \"bestmove z9z9\""),
            script("echo hmm"),
            script("exit 7"),
            script("sleep 1; echo \"bestmove z9z9\""),
        ),
    );
    let out = dir.path().join("out");
    let began = Instant::now();
    let output = hexforge(&["tournament", &config, "--out", out.to_str().unwrap(), "--json"]);
    let results = output.json();
    assert!(began.elapsed() < Duration::from_secs(120));
    assert_eq!(results["games"], 30, "{results}");
    let games = log(&out);
    let lost = |name: &str, how: &str| {
        let of = games.iter().filter(|g| g["termination"] == how);
        of.filter(|g| {
            let white = if g["game"] == 0 { &g["first"] } else { &g["second"] };
            (white == name) == (g["score"] == 0.0)
        })
        .count()
    };
    for (name, how) in [("liar", "illegal-move"), ("mute", "no-answer"), ("mortal", "crash"), ("slow", "time")] {
        assert!(lost(name, how) >= 4, "{name}: {results:#}");
        let faults = results["faults"].as_array().unwrap();
        let prefix = format!("{name} lost ");
        assert!(faults.iter().any(|f| f.as_str().unwrap().starts_with(&prefix)), "{faults:?}");
    }
    // A sound program and our own player played their games to the end.
    let sound = games.iter().filter(|g| [&g["first"], &g["second"]].iter().all(|n| **n == "greedy" || **n == "itself"));
    assert!(sound.clone().count() == 2 && sound.clone().all(|g| g["remark"].is_null()), "{results:#}");
}

#[test]
fn what_exact_tables_know_is_not_played_out() {
    let dir = tempfile::tempdir().unwrap();
    // A queen against the bare king, far from mate.
    let openings = dir.path().join("openings.txt");
    std::fs::write(&openings, "1/3/k4/7/9/11/11/11/11/11/Q4K5 w - 0 1\n").unwrap();
    let config = write(
        dir.path(),
        &format!(
            "pairs = 1\nplayers = [\"random\", \"greedy\"]\n[openings]\nfile = \"{}\"\nbalance = 0.5\n[adjudication]\ntables = true\n",
            openings.display()
        ),
    );
    let out = dir.path().join("out");
    assert_eq!(hexforge(&["tournament", &config, "--out", out.to_str().unwrap(), "--json"]).json()["games"], 2);
    for game in log(&out) {
        assert_eq!((game["termination"].as_str(), game["score"].as_f64()), (Some("table"), Some(1.0)), "{game}");
    }
    // A sound config for which there are no tables.
    let env = [("HEXFORGE_TABLES", dir.path().to_str().unwrap())];
    let text = std::fs::read_to_string(&config).unwrap().replace("pairs", "variant = \"rex\"\npairs");
    let config = write(dir.path(), &text.replace("file", "# file"));
    let output = hexforge_with(&["tournament", &config, "--out", dir.path().join("none").to_str().unwrap()], &env, b"");
    assert_eq!(output.code, Some(1), "{}", output.stderr);
    assert!(output.stderr.contains("adjudication.tables: there are no tables of these rules"), "{}", output.stderr);
}

#[test]
fn a_program_that_does_not_start_fails_and_the_others_play_on() {
    let dir = tempfile::tempdir().unwrap();
    let config = write(
        dir.path(),
        "pairs = 2\nplayers = [\"random\", \"greedy\"]\n[openings]\nplies = [2, 2]\n[adjudication]\nmax_plies = 20\n\
         [[player]]\nname = \"ghost\"\ncommand = [\"/nowhere/engine\"]\ndepth = 1\n",
    );
    let out = dir.path().join("out");
    let output = hexforge(&["tournament", &config, "--out", out.to_str().unwrap()]);
    assert_eq!(output.code, Some(1), "{}", output.stderr);
    assert!(output.stdout.contains("ghost: does not start: `/nowhere/engine`: No such file"), "{}", output.stdout);
    assert!(output.stderr.contains("error: ghost: does not start"), "{}", output.stderr);
    assert_eq!(log(&out).len(), 4);
}

/// The program is killed again and again, as hard as can be, and goes on.
#[test]
fn kill_and_resume_loses_and_repeats_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let config = write(
        dir.path(),
        "pairs = 12\nplayers = [\"greedy\", \"alphabeta:1\", \"alphabeta:2\"]\n[openings]\nplies = [3, 5]\n[adjudication]\nmax_plies = 100\n",
    );
    let (whole, killed) = (dir.path().join("whole"), dir.path().join("killed"));
    let course = |game: &Value| {
        let part = |key: &str| game[key].to_string();
        ["first", "second", "pair", "game", "moves", "score", "termination"].map(part)
    };
    let courses = |dir: &Path| {
        let mut all: Vec<_> = log(dir).iter().map(course).collect();
        all.sort();
        all
    };
    assert_eq!(hexforge(&["tournament", &config, "--out", whole.to_str().unwrap(), "--json"]).code, Some(0));
    let (mut kills, mut done) = (0, false);
    while !done {
        let mut child = Command::new(PROGRAM)
            .args(["tournament", &config, "--out", killed.to_str().unwrap(), "--threads", "2"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let before = log(&killed).len();
        let until = Instant::now() + Duration::from_secs(60);
        // Some games more, then the end without warning.
        while log(&killed).len() < before + 9 && Instant::now() < until {
            if child.try_wait().unwrap().is_some() {
                break;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        done = child.try_wait().unwrap().is_some();
        if !done {
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
        }
    }
    assert!(kills >= 2, "{kills}");
    let results = hexforge(&["tournament", &config, "--out", killed.to_str().unwrap(), "--json"]).json();
    assert_eq!(results["games"], 72);
    assert_eq!(courses(&killed), courses(&whole));
}

#[test]
fn the_exit_status_tells_a_test_s_verdict() {
    let dir = tempfile::tempdir().unwrap();
    let config = |first: &str, second: &str, elo1: u32, pairs: u32| {
        write(
            dir.path(),
            &format!(
                "format = \"match\"\npairs = {pairs}\nplayers = [\"{first}\", \"{second}\"]\n[openings]\nplies = [2, 4]\n\
                 [adjudication]\nmax_plies = 40\nwin = {{ score = 0.9, plies = 2 }}\n[sprt]\nelo1 = {elo1}\n"
            ),
        )
    };
    for (n, (first, second, elo1, pairs, code)) in
        [("greedy", "random", 200, 300, 0), ("random", "greedy", 200, 300, 3), ("random", "greedy", 1, 2, 4)]
            .into_iter()
            .enumerate()
    {
        let out = dir.path().join(n.to_string());
        let output = hexforge(&["tournament", &config(first, second, elo1, pairs), "--out", out.to_str().unwrap()]);
        assert_eq!(output.code, Some(code), "{}{}", output.stdout, output.stderr);
        assert!(output.stdout.contains("log-likelihood ratio"), "{}", output.stdout);
    }
}

#[test]
fn mistakes_are_told_with_their_lines_before_any_game() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("openings.txt"), "f5f6\ne4e9\n").unwrap();
    let openings = dir.path().join("openings.txt");
    model_for("rex", &dir.path().join("foreign"));
    let foreign = dir.path().join("foreign");
    let config = write(
        dir.path(),
        &format!(
            "players = [\n  \"random\",\n  \"model:nobody@5\",\n  \"model:{}@5\",\n]\n\n[openings]\nfile = \"{}\"\n",
            foreign.display(),
            openings.display()
        ),
    );
    let out = dir.path().join("out");
    let run = hexforge(&["tournament", &config, "--out", out.to_str().unwrap()]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{}", run.stderr);
    assert!(!out.exists());
    let check = hexforge(&["check", &config, "--json"]);
    assert_eq!(check.code, Some(1));
    let report: Value = serde_json::from_str(&check.stdout).unwrap();
    assert_eq!(report["kind"], "tournament");
    let errors: Vec<(u64, &str)> = report["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| (e["line"].as_u64().unwrap_or(0), e["message"].as_str().unwrap()))
        .collect();
    assert_eq!(errors.iter().map(|e| e.0).collect::<Vec<_>>(), [3, 4, 8], "{errors:?}");
    for ((_, message), part) in errors.iter().zip(["no model `nobody`", "a model for rex", "line 2: move 1: `e4e9`"]) {
        assert!(message.contains(part) && run.stderr.contains(part), "{message}");
    }
    assert_eq!(hexforge(&["tournament", &config, "--set", "pairs"]).code, Some(2));
    let root = format!("{}/..", env!("CARGO_MANIFEST_DIR"));
    for name in ["glinski", "cescacs", "round", "rex", "mccooey", "shafran", "match", "alphabeta"] {
        let path = format!("{root}/configs/tournaments/{name}.toml");
        hexforge_with(&["check", &path], &[("HEXFORGE_MODELS", &format!("{root}/models"))], b"").text();
    }
}
