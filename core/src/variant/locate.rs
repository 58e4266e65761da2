//! From a key to its line in a TOML text, and from a place in the text to its key.

use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The line, from 1, on which the value of a key begins, e.g. of `pawn.promotion.to[1]`.
///
/// A key that is not there has the line of the nearest part of it that is.
pub fn line_of(text: &str, key: &str) -> Option<usize> {
    let root = DeTable::parse(text).ok()?;
    let mut table = Some(root.get_ref());
    let mut value: Option<&Spanned<DeValue<'_>>>;
    let mut found = None;
    for part in key.split('.') {
        let (name, indices) = split_indices(part)?;
        let Some((key, next)) = table.and_then(|t| t.iter().find(|(k, _)| k.get_ref() == name)) else {
            break;
        };
        found = Some(key.span());
        value = Some(next);
        for index in indices {
            let element = value.and_then(|v| v.get_ref().as_array()).and_then(|a| a.get(index));
            let Some(element) = element else { break };
            found = Some(element.span());
            value = Some(element);
        }
        table = value.and_then(|v| v.get_ref().as_table());
    }
    Some(line_at(text, found?.start))
}

/// The line, from 1, of a byte of a text.
pub fn line_at(text: &str, byte: usize) -> usize {
    text.bytes().take(byte).filter(|&b| b == b'\n').count() + 1
}

/// The key whose name or value takes up this part of a text, e.g. `pawn.promotion.to[1]`; empty if there is none.
pub fn key_at(text: &str, place: &Range<usize>) -> String {
    let mut path = String::new();
    if let Ok(root) = DeTable::parse(text) {
        in_table(root.get_ref(), place, &mut path);
    }
    path
}

fn in_table(table: &DeTable<'_>, place: &Range<usize>, path: &mut String) -> bool {
    table.iter().any(|(key, value)| {
        let length = path.len();
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(key.get_ref());
        let found = key.span() == *place || in_value(value, place, path);
        if !found {
            path.truncate(length);
        }
        found
    })
}

fn in_value(value: &Spanned<DeValue<'_>>, place: &Range<usize>, path: &mut String) -> bool {
    let inside = match value.get_ref() {
        DeValue::Table(table) => in_table(table, place, path),
        DeValue::Array(array) => array.iter().enumerate().any(|(i, element)| {
            let length = path.len();
            path.push_str(&format!("[{i}]"));
            let found = in_value(element, place, path);
            if !found {
                path.truncate(length);
            }
            found
        }),
        _ => false,
    };
    inside || value.span() == *place
}

/// `to[1][0]` is `to` with the indices 1 and 0.
fn split_indices(part: &str) -> Option<(&str, Vec<usize>)> {
    let (name, rest) = part.split_at(part.find('[').unwrap_or(part.len()));
    let indices = rest.split_terminator(']').map(|i| i.strip_prefix('[')?.parse().ok()).collect::<Option<_>>()?;
    Some((name, indices))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "name = \"x\"\n\n[[piece]]\nname = \"king\"\n\n[[piece]]\nname = \"pawn\"\nmoves = [\n  { max = 1 },\n  { max = 2 },\n]\n\n[pawn.promotion]\nto = [\n  \"queen\",\n  \"rook\",\n]\n";

    #[test]
    fn keys_have_lines() {
        for (key, line) in [
            ("name", 1),
            ("piece[1].name", 7),
            ("piece[1].moves[1].max", 10),
            ("piece[1].letter", 6),
            ("pawn.promotion.to[1]", 16),
        ] {
            assert_eq!(line_of(TEXT, key), Some(line), "{key}");
        }
        assert_eq!(line_of(TEXT, "board"), None);
    }

    #[test]
    fn places_have_keys() {
        for key in ["\"pawn\"", "2", "\"rook\""] {
            let start = TEXT.find(key).unwrap();
            let place = start..start + key.len();
            let expected = match key {
                "2" => "piece[1].moves[1].max",
                "\"rook\"" => "pawn.promotion.to[1]",
                _ => "piece[1].name",
            };
            assert_eq!(key_at(TEXT, &place), expected);
        }
    }
}
