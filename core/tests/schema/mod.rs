//! The reference of all keys, made of the schema's own doc comments.

pub(crate) mod source;
pub(crate) mod walk;

use source::{Item, Type};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

/// What the sources declare.
pub(crate) struct Schema {
    types: HashMap<String, Type>,
}

impl Schema {
    pub(crate) fn read() -> Schema {
        let mut types = source::types(include_str!("../../src/variant/mod.rs"));
        types.extend(source::types(include_str!("../../src/variant/pieces.rs")));
        Schema { types }
    }

    /// Every key with its words, as [`walk::keys`] has them.
    pub(crate) fn keys(&self) -> walk::Keys {
        let mut keys = walk::Keys::new();
        self.each("Variant", "", &mut |path, item| {
            let words = self.words(item).map_or(Vec::new(), |t| t.items.iter().map(|w| w.key.clone()).collect());
            keys.insert(path.into(), words);
        });
        keys
    }

    /// Keys that may be left out without meaning "none", with what holds then, as TOML.
    pub(crate) fn defaults(&self) -> Vec<(String, String)> {
        let mut defaults = Vec::new();
        self.each("Variant", "", &mut |path, item| {
            if let Some(value) = self.default(item).filter(|v| v != "none") {
                defaults.push((path.into(), value));
            }
        });
        defaults
    }

    /// The whole reference, in Markdown.
    pub(crate) fn reference(&self) -> String {
        let mut text = String::new();
        self.section("Variant", "", false, &mut text);
        text
    }

    fn each(&self, name: &str, path: &str, found: &mut dyn FnMut(&str, &Item)) {
        for item in &self.types[name].items {
            let path = join(path, &item.key);
            found(&path, item);
            let inner = bare(&item.rust);
            if self.types.get(inner).is_some_and(|t| !t.is_enum) {
                self.each(inner, &path, found);
            }
        }
    }

    fn section(&self, name: &str, path: &str, list: bool, text: &mut String) {
        let declared = &self.types[name];
        let heading = match (path, list) {
            ("", _) => "At the top".to_string(),
            (path, true) => format!("`[[{path}]]`"),
            (path, false) => format!("`[{path}]`"),
        };
        let _ = write!(
            text,
            "### {heading}\n\n{}\n\n| key | value | if left out | meaning |\n|---|---|---|---|\n",
            declared.doc
        );
        for item in &declared.items {
            let missing = self.default(item).map_or("an error".into(), |v| match v.as_str() {
                "none" => "none".to_string(),
                value => format!("`{value}`"),
            });
            let mut meaning = plain(&item.doc);
            for word in self.words(item).iter().flat_map(|t| &t.items) {
                let _ = write!(meaning, "<br>`{}`: {}", word.key, plain(&word.doc));
            }
            let _ = writeln!(text, "| `{}` | {} | {missing} | {meaning} |", item.key, self.value(&item.rust));
        }
        text.push('\n');
        let mut told = BTreeSet::new();
        for item in &declared.items {
            let inner = bare(&item.rust);
            if self.types.get(inner).is_some_and(|t| !t.is_enum) && told.insert(inner) {
                self.section(inner, &join(path, &item.key), item.rust.contains("Vec<"), text);
            }
        }
    }

    /// What holds if the key is left out; nothing if it must be there.
    fn default(&self, item: &Item) -> Option<String> {
        if item.rust.starts_with("Option<") {
            return Some("none".into());
        }
        if !item.default {
            return None;
        }
        if let Some(words) = self.words(item) {
            let word = words.items.iter().find(|word| word.default);
            return Some(format!("{:?}", word.unwrap_or_else(|| panic!("{}: no default word", item.key)).key));
        }
        let said = item.doc.split_once("Default: `").and_then(|(_, rest)| rest.split('`').next());
        match item.rust.as_str() {
            "String" => Some("\"\"".into()),
            list if list.starts_with("Vec<") => Some("[]".into()),
            _ => Some(said.unwrap_or_else(|| panic!("{}: its doc comment names no default", item.key)).into()),
        }
    }

    fn words(&self, item: &Item) -> Option<&Type> {
        self.types.get(bare(&item.rust)).filter(|t| t.is_enum)
    }

    fn value(&self, rust: &str) -> &'static str {
        let declared = self.types.get(bare(rust));
        match (rust.trim_start_matches("Option<").trim_end_matches('>'), declared.map(|t| t.is_enum)) {
            (_, Some(true)) => "a word",
            (list, Some(false)) if list.starts_with("Vec<") => "tables",
            (_, Some(false)) => "a table",
            ("String", _) => "text",
            ("char", _) => "a letter",
            ("bool", _) => "`true` or `false`",
            ("f32", _) => "a number",
            ("u8" | "u16" | "i16", _) => "a whole number",
            ("Vec<String", _) => "a list of texts",
            ("Vec<[i8; 2]", _) => "a list of vectors",
            ("[f32; 2]", _) => "two numbers",
            (other, _) => panic!("no words for the type {other}"),
        }
    }
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.into() } else { format!("{path}.{key}") }
}

/// The type within `Option` and `Vec`.
fn bare(rust: &str) -> &str {
    let inner = rust.strip_prefix("Option<").or(rust.strip_prefix("Vec<"));
    inner.and_then(|t| t.strip_suffix('>')).map_or(rust, bare)
}

/// A doc comment without the default, which has a column of its own, and links of rustdoc.
fn plain(doc: &str) -> String {
    let text = doc.split(" Default: `").next().unwrap_or(doc);
    text.replace("[`", "`").replace("`]", "`")
}
