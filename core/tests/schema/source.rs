//! The schema as its source tells it: structs and enums with the doc comments of their fields and words.

use std::collections::HashMap;

/// A struct or an enum.
pub(crate) struct Type {
    pub(crate) doc: String,
    pub(crate) is_enum: bool,
    /// Fields, or words.
    pub(crate) items: Vec<Item>,
}

/// A field of a struct, or a word of an enum.
pub(crate) struct Item {
    /// As it is written in TOML.
    pub(crate) key: String,
    /// Rust's name of its type; empty for a word.
    pub(crate) rust: String,
    pub(crate) doc: String,
    /// Whether the key may be left out, or the word is what holds then.
    pub(crate) default: bool,
}

/// Reads the declarations of a source file, written as rustfmt writes them.
pub(crate) fn types(source: &str) -> HashMap<String, Type> {
    let mut types = HashMap::new();
    let mut open: Option<(String, Type)> = None;
    let (mut doc, mut attributes) = (Vec::new(), String::new());
    for line in source.lines() {
        let text = line.trim();
        if let Some(comment) = text.strip_prefix("///") {
            doc.push(comment.trim());
            continue;
        }
        if text.starts_with("#[") {
            attributes.push_str(text);
            continue;
        }
        let declared = text.strip_prefix("pub struct ").or(text.strip_prefix("pub enum "));
        if let Some(name) = declared.and_then(|t| t.strip_suffix(" {")) {
            let is_enum = text.starts_with("pub enum ");
            open = Some((name.into(), Type { doc: doc.join(" "), is_enum, items: Vec::new() }));
        } else if line == "}" {
            types.extend(open.take());
        } else if let Some((_, declared)) = &mut open {
            declared.items.extend(item(text, declared.is_enum, &doc.join(" "), &attributes));
        }
        doc.clear();
        attributes.clear();
    }
    types
}

fn item(text: &str, is_enum: bool, doc: &str, attributes: &str) -> Option<Item> {
    let text = text.strip_suffix(',')?;
    let renamed = attributes.split_once("rename = \"").and_then(|(_, rest)| rest.split('"').next());
    let (name, rust) = if is_enum { (text, "") } else { text.strip_prefix("pub ")?.split_once(": ")? };
    let key = renamed.map_or_else(|| kebab(name), String::from);
    Some(Item { key, rust: rust.into(), doc: doc.into(), default: attributes.contains("default") })
}

fn kebab(name: &str) -> String {
    let mut kebab = String::new();
    for (i, c) in name.chars().enumerate() {
        if c.is_uppercase() && i > 0 {
            kebab.push('-');
        }
        kebab.push(if c == '_' { '-' } else { c.to_ascii_lowercase() });
    }
    kebab
}
