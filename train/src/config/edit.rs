//! `--set key.path=value`: an edit of the config's TOML before it is read.

use std::str::FromStr;
use toml::{Table, Value};

/// An edit: which key, and the value it gets.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// The key, e.g. `selfplay.simulations[0].until`.
    pub key: String,
    /// Its value: typed as in a TOML file, or a string if it is no TOML value.
    pub value: Value,
}

/// An edit that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("--set {edit}: {message}")]
pub struct EditError {
    /// The edit as it was given.
    pub edit: String,
    /// What is wrong and what was expected.
    pub message: String,
}

impl FromStr for Edit {
    type Err = EditError;

    fn from_str(text: &str) -> Result<Self, EditError> {
        let error = |message: &str| EditError { edit: text.into(), message: message.into() };
        let (key, value) = text.split_once('=').ok_or_else(|| error("expected KEY=VALUE"))?;
        let key = key.trim();
        if key.is_empty() || key.split('.').any(|part| split_indices(part).is_none()) {
            return Err(error("expected a key such as selfplay.max_plies before the `=`"));
        }
        let typed = format!("value = {value}").parse::<Table>().ok();
        let typed = typed.filter(|table| table.len() == 1).and_then(|mut table| table.remove("value"));
        let value = typed.unwrap_or_else(|| Value::String(value.trim().into()));
        Ok(Self { key: key.into(), value })
    }
}

impl Edit {
    /// Makes the edit; tables on the way to the key that are not there yet are added.
    ///
    /// # Errors
    /// If the key leads through a value that is not a table, or past the end of a list.
    pub fn apply(&self, root: &mut Table) -> Result<(), EditError> {
        let mut path = self.key.split('.').peekable();
        let mut table = root;
        while let Some(part) = path.next() {
            let Some((name, indices)) = split_indices(part) else { break };
            let last = path.peek().is_none();
            if last && indices.is_empty() {
                table.insert(name.into(), self.value.clone());
                return Ok(());
            }
            let mut value = table.entry(name).or_insert_with(|| Value::Table(Table::new()));
            for index in indices {
                let length = value.as_array().map(Vec::len);
                value = value.get_mut(index).filter(|_| length.is_some()).ok_or_else(|| {
                    self.error(match length {
                        Some(n) => format!("`{name}` has {n} elements, there is no [{index}]"),
                        None => format!("`{name}` is not a list in the config"),
                    })
                })?;
            }
            if last {
                *value = self.value.clone();
                return Ok(());
            }
            table = match value {
                Value::Table(inner) => inner,
                other => {
                    let kind = other.type_str();
                    return Err(self.error(format!("`{name}` holds one {kind}, expected a section")));
                }
            };
        }
        Ok(())
    }

    /// An error about this edit.
    pub(super) fn error(&self, message: impl Into<String>) -> EditError {
        EditError { edit: format!("{}={}", self.key, self.value), message: message.into() }
    }
}

/// `to[1][0]` is `to` with the indices 1 and 0.
fn split_indices(part: &str) -> Option<(&str, Vec<usize>)> {
    let (name, rest) = part.split_at(part.find('[').unwrap_or(part.len()));
    if name.trim().is_empty() {
        return None;
    }
    let index = |text: &str| text.strip_prefix('[')?.parse().ok();
    Some((name, rest.split_terminator(']').map(index).collect::<Option<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(text: &str, edit: &str) -> Result<String, String> {
        let mut table: Table = text.parse().unwrap();
        let edit: Edit = edit.parse().map_err(|e: EditError| e.to_string())?;
        edit.apply(&mut table).map_err(|e| e.to_string())?;
        Ok(table.to_string())
    }

    #[test]
    fn values_are_typed() {
        for (edit, expected) in [
            ("a=1", "a = 1\n"),
            ("a=1.5", "a = 1.5\n"),
            ("a=true", "a = true\n"),
            ("a=glinski", "a = \"glinski\"\n"),
            ("a=\"7\"", "a = \"7\"\n"),
            ("a=[1, 2]", "a = [1, 2]\n"),
            ("a = spaced out ", "a = \"spaced out\"\n"),
            ("a=", "a = \"\"\n"),
            ("a=1\nb=2", "a = \"1\\nb=2\"\n"),
        ] {
            let found = edited("", edit).unwrap();
            assert_eq!(found.parse::<Table>().unwrap(), expected.parse::<Table>().unwrap(), "{edit}");
        }
    }

    #[test]
    fn keys_lead_through_sections_and_lists() {
        assert_eq!(edited("[a]\nb = 1\nc = 2", "a.b=3").unwrap(), "[a]\nb = 3\nc = 2\n");
        assert_eq!(edited("x = [{y = 1}, {y = 2}]", "x[1].y=5").unwrap().matches('5').count(), 1);
        assert_eq!(edited("x = [1, 2]", "x[0]=7").unwrap(), "x = [7, 2]\n");
    }

    #[test]
    fn bad_edits_say_why() {
        let message = |text, edit| edited(text, edit).unwrap_err();
        assert_eq!(message("", "a"), "--set a: expected KEY=VALUE");
        assert!(message("", "=1").contains("expected a key"));
        assert!(message("", "a..b=1").contains("expected a key"));
        assert!(message("", "a[x]=1").contains("expected a key"));
        assert_eq!(message("a = 1", "a.b=1"), "--set a.b=1: `a` holds one integer, expected a section");
        assert_eq!(message("a = [1]", "a[1]=1"), "--set a[1]=1: `a` has 1 elements, there is no [1]");
        assert_eq!(message("a = 1", "a[0]=1"), "--set a[0]=1: `a` is not a list in the config");
    }
}
