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

/// What is said of a name that is taken.
pub(crate) const THERE: &str = "there is something of that name already: expected a new name";

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
    // The system's "exists" alone does not say what to do.
    let exists = |cause: &&io::Error| cause.kind() == io::ErrorKind::AlreadyExists;
    if let Some(cause) = error.chain().filter_map(|c| c.downcast_ref::<io::Error>()).find(exists) {
        text = text.replace(&cause.to_string(), THERE);
    }
    // A stderr that cannot be written to leaves nothing to do.
    let _ = writeln!(io::stderr(), "error: {text}");
    ExitCode::from(if error.is::<Wrong>() { 2 } else { 1 })
}
