//! From text to a config, with the line of every mistake.

use super::{ConfigError, Edit, RunConfig};
use hexcore::Problem;
use hexcore::variant::{from_toml, in_words, key_at, line_at, line_of};
use serde::de::DeserializeOwned;
use std::path::Path;
use toml::Table;

impl RunConfig {
    /// Reads a config file, makes the edits and checks every value.
    ///
    /// # Errors
    /// A file that cannot be read, or every mistake in it or in the edits.
    pub fn load(path: &Path, edits: &[Edit]) -> Result<Self, ConfigError> {
        let text =
            std::fs::read_to_string(path).map_err(|source| ConfigError::Io { path: path.to_path_buf(), source })?;
        Self::parse(&path.display().to_string(), &text, edits)
    }

    /// The same for a text; `file` is what errors call it.
    ///
    /// # Errors
    /// Every mistake in the text or in the edits.
    pub fn parse(file: &str, text: &str, edits: &[Edit]) -> Result<Self, ConfigError> {
        read_config(file, text, edits, Self::validate)
    }
}

/// Reads the text of any config, makes the edits and checks every value. `file` is what errors call it; `validate` lists
/// what is wrong with the values.
///
/// # Errors
/// Every mistake in the text or in the edits.
pub fn read_config<T: DeserializeOwned>(
    file: &str,
    text: &str,
    edits: &[Edit],
    validate: impl FnOnce(&T) -> Vec<Problem>,
) -> Result<T, ConfigError> {
    let invalid = |problems| ConfigError::Invalid { file: file.to_string(), problems };
    let (config, mut problems) = from_toml::<T>(text);
    let Some(mut config) = config else { return Err(invalid(problems)) };
    if !edits.is_empty() {
        if !problems.is_empty() {
            return Err(invalid(problems));
        }
        let mut table: Table = text.parse().map_err(|e| invalid(vec![typed(text, &e)]))?;
        // One at a time, so that an error names the edit that brought it about.
        for edit in edits {
            edit.apply(&mut table)?;
            config = T::deserialize(toml::Value::Table(table.clone()))
                .map_err(|error| edit.error(in_words(error.message())))?;
        }
    }
    problems.extend(validate(&config));
    if problems.is_empty() { Ok(config) } else { Err(invalid(located(text, edits, problems))) }
}

/// The problems in the order of their lines; those with a value that an edit brought name the edit instead.
pub fn located(text: &str, edits: &[Edit], mut problems: Vec<Problem>) -> Vec<Problem> {
    for problem in problems.iter_mut().filter(|problem| problem.line.is_none()) {
        match edits.iter().rev().find(|edit| about(&problem.key, &edit.key)) {
            Some(edit) => problem.message.push_str(&format!(" (from --set {})", edit.key)),
            None => problem.line = line_of(text, &problem.key),
        }
    }
    problems.sort_by_key(|problem| problem.line);
    problems
}

/// Whether a key is the edited one, inside it, or around it.
fn about(key: &str, edited: &str) -> bool {
    let inside = |long: &str, short: &str| {
        long.strip_prefix(short).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    inside(key, edited) || inside(edited, key)
}

/// A mistake of syntax or type, with its place.
fn typed(text: &str, error: &toml::de::Error) -> Problem {
    let mut problem = Problem::new("", in_words(error.message()));
    if let Some(place) = error.span() {
        problem.key = key_at(text, &place);
        problem.line = Some(line_at(text, place.start));
    }
    problem
}
