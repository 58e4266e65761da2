//! The text protocol, spoken with the real program.

use crate::support::{hexforge_with, model_for};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// A conversation.
struct Talk {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Talk {
    fn new(models: Option<&std::path::Path>) -> Talk {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hexforge"));
        command.arg("uci").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(path) = models {
            command.env("HEXFORGE_MODELS", path);
        }
        let mut child = command.spawn().unwrap();
        let (to, from) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Talk { child, to, from }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.to, "{line}").unwrap();
    }

    /// The lines up to the first that begins so, itself included.
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert_ne!(self.from.read_line(&mut line).unwrap(), 0, "no `{start}` in {lines:?}");
            let line = line.trim_end().to_string();
            lines.push(line.clone());
            if line.starts_with(start) {
                return lines;
            }
        }
    }

    fn quit(mut self) {
        self.say("quit");
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn a_manager_plays_a_few_moves_of_every_variant() {
    let mut talk = Talk::new(None);
    talk.say("uci");
    let lines = talk.until("uciok");
    assert!(lines.iter().any(|l| l.starts_with("option name Variant type combo default glinski var glinski")));
    talk.say("setoption name Player value alphabeta:2");
    for name in hexcore::variant::builtin_names() {
        talk.say(&format!("setoption name Variant value {name}"));
        talk.say("ucinewgame");
        let mut moves = String::new();
        for _ in 0..4 {
            talk.say(&format!("position startpos moves {moves}"));
            talk.say("go movetime 40");
            let lines = talk.until("bestmove ");
            let best = lines.last().unwrap().split(' ').nth(1).unwrap().to_string();
            assert!(
                lines.iter().any(|l| l.starts_with("info depth ") && l.contains(&format!(" pv {best}"))),
                "{lines:?}"
            );
            moves = format!("{moves} {best}");
        }
        talk.say("isready");
        assert_eq!(talk.until("readyok").len(), 1, "{name}: every move was understood");
    }
    talk.quit();
}

#[test]
fn stop_ends_a_search_at_once() {
    let dir = tempfile::tempdir().unwrap();
    model_for("glinski", &dir.path().join("glinski/small"));
    let mut talk = Talk::new(Some(dir.path()));
    talk.say("setoption name MultiPV value 3");
    talk.say("setoption name UCI_ShowWDL value true");
    for go in ["go infinite", "go ponder wtime 1000 btime 1000"] {
        talk.say("position startpos moves f5f6");
        talk.say(go);
        talk.say("isready");
        talk.until("readyok");
        std::thread::sleep(Duration::from_millis(400));
        let asked = Instant::now();
        talk.say("stop");
        let lines = talk.until("bestmove ");
        assert!(asked.elapsed() < Duration::from_millis(500), "{go}: {:?}", asked.elapsed());
        assert!(lines.iter().any(|l| l.contains(" multipv 3 score cp ") && l.contains(" wdl ")), "{lines:?}");
        assert_ne!(lines.last().unwrap(), "bestmove (none)");
    }
    talk.say("go ponder wtime 600 btime 600");
    talk.say("ponderhit");
    talk.until("bestmove ");
    talk.say("go nodes 100");
    let lines = talk.until("bestmove ");
    assert!(lines.iter().any(|l| l.contains(" nodes 100 ")), "{lines:?}");
    talk.quit();
}

#[test]
fn bad_input_is_answered_and_changes_nothing() {
    let bad = "hello\nposition\nposition fen 1 2 3\nposition startpos moves a1a9\nsetoption\nsetoption name Nothing value 1\n\
               setoption name MultiPV value none\nsetoption name Variant value chess\nsetoption name Model value nowhere\n\
               go nodes many\ngo swim\ngo nodes 5\nsetoption name Model value <empty>\nsetoption name Player value nobody\n";
    let mut input = bad.as_bytes().to_vec();
    input.extend(b"\xff\xfe\x00\n");
    input.extend(b"setoption name Player value greedy\nposition fen k/3/1BK2/7/9/11/11/11/11/11/11 b - 0 1\ngo\n");
    input.extend(b"position startpos\ngo\n");
    let output = hexforge_with(&["uci"], &[], &input);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    assert_eq!(output.stderr, "");
    let lines: Vec<&str> = output.stdout.lines().collect();
    let complaints = lines.iter().filter(|l| l.starts_with("info string ")).count();
    // A `go` that is not understood is a `go` all the same. The first tells that its model is missing and who plays instead.
    assert_eq!(complaints, 14, "{}", output.stdout);
    assert_eq!(lines.iter().filter(|l| l.starts_with("bestmove ")).count(), 5, "{}", output.stdout);
    assert_eq!(lines.iter().filter(|l| **l == "bestmove (none)").count(), 1, "{}", output.stdout);
    assert!(lines.last().unwrap().starts_with("bestmove "), "{}", output.stdout);
}

#[test]
fn threads_depth_and_chosen_moves_are_obeyed() {
    let dir = tempfile::tempdir().unwrap();
    model_for("glinski", &dir.path().join("glinski/small"));
    let mut talk = Talk::new(Some(dir.path()));
    talk.say("uci");
    let lines = talk.until("uciok");
    let cores = std::thread::available_parallelism().unwrap().get();
    assert!(lines.contains(&format!("option name Threads type spin default 1 min 1 max {cores}")), "{lines:?}");
    for threads in [1, cores] {
        talk.say(&format!("setoption name Threads value {threads}"));
        talk.say("go nodes 3000");
        let lines = talk.until("bestmove ");
        let nodes = lines.iter().rev().find_map(|l| l.split(" nodes ").nth(1)).unwrap();
        let nodes: u32 = nodes.split(' ').next().unwrap().parse().unwrap();
        assert!((3000..3000 + 8 * cores as u32).contains(&nodes), "{threads}: {lines:?}");
        // A depth ends a net's search, too: its line is then so long.
        talk.say("go depth 3");
        let lines = talk.until("bestmove ");
        let last = lines.iter().rev().find(|l| l.starts_with("info depth ")).unwrap();
        assert!(last.split(" pv ").nth(1).unwrap().split(' ').count() >= 3, "{lines:?}");
        for go in ["go searchmoves e4e6 b1b2 nodes 400", "go nodes 400 searchmoves b1-b2 e4-e6"] {
            talk.say(go);
            let lines = talk.until("bestmove ");
            let best = lines.last().unwrap();
            assert!(["bestmove e4e6", "bestmove b1b2"].iter().any(|b| best.starts_with(b)), "{lines:?}");
        }
        talk.say("go searchmoves a1a9 nodes 5");
        let lines = talk.until("bestmove ");
        assert!(lines.iter().any(|l| l.contains("none of them is legal")), "{lines:?}");
    }
    talk.say("setoption name Player value alphabeta:2");
    talk.say("go searchmoves b1b2");
    assert!(talk.until("bestmove ").last().unwrap().starts_with("bestmove b1b2"));
    talk.say("setoption name Threads value 100000");
    assert!(talk.until("info string ").last().unwrap().contains("expected 1 to "));
    talk.quit();
}

#[test]
fn quitting_ends_a_search_at_once() {
    let dir = tempfile::tempdir().unwrap();
    model_for("glinski", &dir.path().join("glinski/small"));
    for go in ["go infinite", "go ponder", "go movetime 60000", "go wtime 9000000 btime 9000000"] {
        let mut talk = Talk::new(Some(dir.path()));
        talk.say("setoption name Threads value 2");
        talk.say("isready");
        talk.until("readyok");
        talk.say(go);
        std::thread::sleep(Duration::from_millis(100));
        let asked = Instant::now();
        talk.quit();
        assert!(asked.elapsed() < Duration::from_secs(5), "{go}: {:?}", asked.elapsed());
    }
}

#[test]
fn endgame_tables_are_an_option() {
    let dir = tempfile::tempdir().unwrap();
    model_for("glinski", &dir.path().join("glinski/small"));
    let mut talk = Talk::new(Some(dir.path()));
    talk.say("uci");
    assert!(talk.until("uciok").contains(&"option name Tables type string default found".to_string()));
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/../tables/glinski");
    let mut mate = |tables: &str| {
        talk.say(&format!("setoption name Tables value {tables}"));
        talk.say("position fen 1/3/k4/7/9/11/11/11/11/11/R4K5 w - 0 1");
        talk.say("go nodes 300");
        talk.until("bestmove ").iter().any(|line| line.contains(" score mate "))
    };
    assert_eq!([tables, "none", tables].map(&mut mate), [true, false, true]);
    // A folder without tables of these rules.
    let none = dir.path().to_str().unwrap();
    talk.say(&format!("setoption name Tables value {none}"));
    talk.say("isready");
    let lines = talk.until("readyok");
    assert!(lines[0].starts_with(&format!("info string {none}: no endgame table of glinski")), "{lines:?}");
    talk.say("setoption name Tables value <empty>");
    talk.say("go nodes 5");
    talk.until("bestmove ");
    talk.quit();
}
