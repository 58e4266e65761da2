//! What went wrong, on stderr, and the exit status that says so.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// The call was wrong: exit status 2.
#[derive(Debug)]
struct Wrong(String);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Wrong {}

/// An error in what was asked for, as against one in doing it. For `map_err`.
pub(crate) fn wrong(what: impl fmt::Display) -> anyhow::Error {
    anyhow::Error::new(Wrong(what.to_string()))
}

/// Prints an error and says with which status to end.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    let broken = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    };
    if error.chain().any(broken) {
        // Whoever read the output has seen enough, as in `hexforge moves | head`.
        return ExitCode::SUCCESS;
    }
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        // Errors of libraries tell their cause themselves.
        if !text.contains(&cause) {
            text = if text.is_empty() { cause } else { format!("{text}: {cause}") };
        }
    }
    // A stderr that cannot be written to leaves nothing to do.
    let _ = writeln!(io::stderr(), "error: {text}");
    ExitCode::from(if error.is::<Wrong>() { 2 } else { 1 })
}
