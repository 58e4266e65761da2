//! Programs that misbehave: shell scripts in every way that programs do.

use super::*;
use hexcore::{AnyRules, variant::builtin, with_rules};

const HELLO: &str = "while read line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; go*) ";

fn program(answer: &str) -> ExternalConfig {
    let script = format!("{HELLO}{answer};; quit) exit 0;; esac; done");
    ExternalConfig {
        command: vec!["sh".into(), "-c".into(), script],
        options: BTreeMap::new(),
        folder: None,
        timeout: Duration::from_millis(800),
        margin: Duration::from_millis(100),
        variant: "glinski".into(),
    }
}

/// What it does when it is asked for a move in the start position.
fn answer(answer: &str) -> Result<Answer, Fault> {
    with_rules!(&AnyRules::new(&builtin("glinski").unwrap()).unwrap(), rules => {
        let mut external = External::start(&program(answer))?;
        external.new_game()?;
        external.choose(&Game::new(rules), &Limits::time(Duration::from_millis(100)))
    })
}

#[test]
fn a_sound_program_is_understood() {
    let found = answer("echo 'info depth 4 score cp 30 nodes 77'; echo 'bestmove f5f6 ponder a1a2'").unwrap();
    assert_eq!((found.nodes, found.depth), (77, 4));
    assert!((found.score.unwrap() - 1.0 / (1.0 + (-0.1_f64).exp())).abs() < 1e-6);
}

#[test]
fn whatever_a_program_does_there_is_an_answer() {
    let text = |text: &str| answer(text).unwrap_err().to_string();
    assert!(text("echo 'bestmove z9z8'").contains("played `z9z8`: "), "{}", text("echo 'bestmove z9z8'"));
    assert!(text("echo 'bestmove (none)'").contains("played `(none)`"));
    assert!(text("echo bestmove").contains("played ``"));
    assert!(text("sleep 0.4; echo 'bestmove f5f6'").contains("200 ms were allowed"));
    let silent = text("echo 'thinking hard'");
    assert!(
        silent.contains("did not answer `go movetime 100` within 0.8 s; its last words: thinking hard"),
        "{silent}"
    );
    let died = text("echo 'out of luck' >&2; sleep 0.05; exit 3");
    assert!(died.contains("exit status: 3") && died.ends_with("its last words: out of luck"), "{died}");
    // Endless noise, in lines and without any.
    assert!(matches!(answer("while :; do echo noise; done"), Err(Fault::Silent { .. })));
    assert!(matches!(answer("cat /dev/zero"), Err(Fault::Silent { .. })));
}

#[test]
fn what_does_not_start_says_why() {
    let start = |command: &[&str]| {
        let command = command.iter().map(|word| word.to_string()).collect();
        External::start(&ExternalConfig { command, ..program("") }).unwrap_err().to_string()
    };
    assert!(start(&["/nowhere/engine"]).contains("does not start: `/nowhere/engine`: No such file"));
    assert!(start(&["sh", "-c", "exit 1"]).contains("does not start: ended (exit status: 1)"));
    assert!(start(&["sleep", "100"]).contains("did not answer `uci`"));
}

#[test]
fn no_program_outlives_its_player() {
    // It ignores the end of its input and every polite request.
    let config = ExternalConfig {
        command: ["sh", "-c", "trap '' TERM INT; echo uciok; echo readyok; exec sleep 1000"].map(String::from).to_vec(),
        ..program("")
    };
    let external = External::start(&config).unwrap();
    let id = external.process.id();
    assert!(std::path::Path::new(&format!("/proc/{id}")).exists() || !cfg!(target_os = "linux"));
    let began = Instant::now();
    drop(external);
    assert!(began.elapsed() < Duration::from_secs(5));
    assert!(!std::path::Path::new(&format!("/proc/{id}")).exists());
}
