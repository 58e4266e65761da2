//! Reading variants: the ones that ship, and files.

use super::{Variant, check, from_toml, line_of};
use crate::error::{Problem, ReadError, VariantError};
use crate::rules::AnyRules;
use std::path::{Path, PathBuf};

macro_rules! built_in {
    ($($name:literal),* $(,)?) => {
        const NAMES: &[&str] = &[$($name),*];
        const TEXTS: &[&str] = &[$(include_str!(concat!("../../../configs/variants/", $name, ".toml"))),*];
    };
}

built_in!["glinski", "mccooey", "shafran", "round", "round-alternative", "rex", "cescacs", "cescacs-without-castling"];

/// The names of the variants that ship.
pub fn builtin_names() -> &'static [&'static str] {
    NAMES
}

/// A variant that ships.
///
/// # Errors
/// [`ReadError::Unknown`] for a name that is not among [`builtin_names`].
pub fn builtin(name: &str) -> Result<Variant, ReadError> {
    let text = NAMES.iter().position(|n| *n == name).map(|i| TEXTS[i]).ok_or_else(|| unknown(name))?;
    Ok(parse(name, text)?)
}

/// A variant that ships, by its name, or a variant file, by its path, which ends in `.toml`.
///
/// # Errors
/// What is wrong with the name or file: every mistake with its line.
pub fn read(name_or_path: &str) -> Result<Variant, ReadError> {
    if NAMES.contains(&name_or_path) {
        return builtin(name_or_path);
    }
    let path = Path::new(name_or_path);
    if path.extension().is_none_or(|e| e != "toml") {
        return Err(unknown(name_or_path));
    }
    let text = std::fs::read_to_string(path).map_err(|source| ReadError::Io { path: PathBuf::from(path), source })?;
    Ok(compiles(name_or_path, &text)?)
}

/// Every mistake in the text of a variant; empty if it can be compiled.
pub fn check_text(text: &str) -> Vec<Problem> {
    compiles("", text).err().map_or(Vec::new(), |e| e.problems)
}

fn unknown(name: &str) -> ReadError {
    ReadError::Unknown { name: name.to_string(), known: NAMES.join(", ") }
}

/// Reads, checks and compiles, which reads the start position.
fn compiles(name: &str, text: &str) -> Result<Variant, VariantError> {
    let variant = parse(name, text)?;
    match AnyRules::new(&variant) {
        Ok(_) => Ok(variant),
        Err(error) => Err(located(name, text, error.problems)),
    }
}

/// Reads and checks; `name` is what errors call the variant.
fn parse(name: &str, text: &str) -> Result<Variant, VariantError> {
    let (variant, mut problems) = from_toml::<Variant>(text);
    let Some(variant) = variant else { return Err(VariantError { variant: name.to_string(), problems }) };
    problems.extend(check(&variant));
    if problems.is_empty() { Ok(variant) } else { Err(located(name, text, problems)) }
}

/// Gives every mistake its line and sorts them by it.
fn located(name: &str, text: &str, mut problems: Vec<Problem>) -> VariantError {
    for problem in problems.iter_mut().filter(|problem| problem.line.is_none()) {
        problem.line = line_of(text, &problem.key);
    }
    problems.sort_by_key(|problem| problem.line);
    VariantError { variant: name.to_string(), problems }
}
