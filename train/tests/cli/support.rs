//! Calling the program and reading what it says.

use hexcore::{AnyRules, variant, with_rules};
use hextrain::encode::Encoder;
use hextrain::model::{Card, Model};
use hextrain::net::Weights;
use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a call came to.
pub(crate) struct Output {
    /// The exit status.
    pub(crate) code: Option<i32>,
    /// Results.
    pub(crate) stdout: String,
    /// Everything else.
    pub(crate) stderr: String,
}

impl Output {
    /// The one JSON value on stdout of a call that succeeded.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(self.text()).unwrap_or_else(|e| panic!("{e}: {}", self.stdout))
    }

    /// Stdout of a call that succeeded.
    pub(crate) fn text(&self) -> &str {
        assert_eq!(self.code, Some(0), "{}", self.stderr);
        &self.stdout
    }
}

/// Calls the program with nothing on stdin.
pub(crate) fn hexforge(args: &[&str]) -> Output {
    hexforge_with(args, &[], b"")
}

/// Calls the program with an environment and a stdin.
pub(crate) fn hexforge_with(args: &[&str], env: &[(&str, &str)], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hexforge"))
        .args(args)
        .env_remove("HEXFORGE_MODELS")
        .env("HEXFORGE_TABLES", concat!(env!("CARGO_MANIFEST_DIR"), "/../tables"))
        .envs(env.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // On its own thread, or two full pipes would wait for each other; a program that ends early reads no more.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Output {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Writes a small model that knows material only.
pub(crate) fn model_for(name: &str, dir: &Path) {
    let any = AnyRules::new(&variant::builtin(name).unwrap()).unwrap();
    with_rules!(&any, rules => {
        let encoder = Encoder::new(rules);
        let weights = Weights::init(encoder.shape(32), encoder.material(rules, 0.4), 1);
        let stem = dir.file_name().unwrap().to_string_lossy().into_owned();
        Model::save(dir, rules, &weights, Card { name: stem, ..Card::default() }).unwrap();
    });
}
