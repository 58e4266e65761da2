//! Reading TOML into a type with more than the first mistake: lines that are wrong are noted and left out one by one.

use super::{key_at, line_at};
use crate::error::Problem;
use serde::de::DeserializeOwned;

/// Most mistakes that are worth listing.
const MOST: usize = 50;

/// Reads a text, and every mistake of spelling, syntax or type that can be told apart, by line. There is a value as long as
/// nothing but unknown keys is wrong.
pub fn from_toml<T: DeserializeOwned>(text: &str) -> (Option<T>, Vec<Problem>) {
    let mut problems: Vec<Problem> = Vec::new();
    let value = read(text.to_string(), &mut problems);
    problems.sort_by_key(|problem| problem.line);
    (value, problems)
}

fn read<T: DeserializeOwned>(mut text: String, problems: &mut Vec<Problem>) -> Option<T> {
    let mut only_unknown = true;
    loop {
        let error = match toml::from_str(&text) {
            Ok(value) => return only_unknown.then_some(value),
            Err(error) => error,
        };
        let message = in_words(error.message());
        only_unknown &= message.starts_with("unknown field");
        // Once a line is left out, an error of syntax or a missing key may be of our own making.
        let syntax = text.parse::<toml::Table>().is_err();
        if !problems.is_empty() && (syntax || message.starts_with("missing field")) {
            return None;
        }
        let Some(place) = error.span() else {
            problems.push(Problem::new("", message));
            return None;
        };
        let mut problem = Problem::new(key_at(&text, &place), message);
        problem.line = Some(line_at(&text, place.start));
        problems.push(problem);
        let start = text[..place.start].rfind('\n').map_or(0, |i| i + 1);
        let end = text[place.start..].find('\n').map_or(text.len(), |i| place.start + i);
        if syntax || problems.len() >= MOST || text[start..end].trim_start().starts_with('[') {
            return None;
        }
        // The lines keep their numbers.
        text.replace_range(start..end, "");
    }
}

/// A parser's message on one line, with what Rust's whole numbers hold instead of their names.
pub fn in_words(message: &str) -> String {
    let line = message.lines().collect::<Vec<_>>().join(", ");
    let ranges = [
        ("i8", "from -128 to 127"),
        ("u8", "from 0 to 255"),
        ("i16", "from -32768 to 32767"),
        ("u16", "from 0 to 65535"),
        ("i32", "from -2147483648 to 2147483647"),
        ("u32", "from 0 to 4294967295"),
        ("i64", ""),
        ("u64", "from 0"),
        ("usize", "from 0"),
    ];
    let found = ranges.iter().find_map(|(name, range)| Some((line.strip_suffix(&format!("expected {name}"))?, range)));
    match found {
        Some((before, range)) => format!("{before}expected a whole number {range}").trim_end().into(),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::check_text;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Settings {
        depth: u32,
    }

    #[test]
    fn messages_do_not_speak_of_rusts_types() {
        #[derive(Debug, serde::Deserialize)]
        struct Numbers {
            _small: Option<u8>,
            _signed: Option<i16>,
            _long: Option<u64>,
            _whole: Option<i64>,
        }
        let told = |text: &str| from_toml::<Numbers>(text).1.remove(0).message;
        assert!(told("_small = 256").ends_with("`256`, expected a whole number from 0 to 255"));
        assert!(told("_signed = 40000").ends_with("expected a whole number from -32768 to 32767"));
        assert!(told("_long = -1").ends_with("expected a whole number from 0"));
        assert!(told("_whole = \"x\"").ends_with("expected a whole number"));
        assert_eq!(in_words("unknown field `x`,\nexpected `u8`"), "unknown field `x`,, expected `u8`");
    }

    #[test]
    fn every_unknown_key_and_the_first_wrong_type_are_told() {
        let (value, problems) = from_toml::<Settings>("dpeth = 1\nhieght = 2\ndepth = 3\n");
        let lines: Vec<_> = problems.iter().map(|p| (p.line, p.key.as_str())).collect();
        assert_eq!(lines, [(Some(1), "dpeth"), (Some(2), "hieght")]);
        assert_eq!(value.unwrap().depth, 3);
        let (value, problems) = from_toml::<Settings>("foo = 1\ndepth = \"x\"\n");
        assert!(value.is_none());
        assert_eq!(problems.iter().map(|p| p.line).collect::<Vec<_>>(), [Some(1), Some(2)]);
        let (_, problems) = from_toml::<Settings>("foo = [\n1,\n]\ndepth = 1\n");
        assert_eq!(problems.len(), 1);
    }

    #[test]
    fn an_unknown_key_does_not_hide_what_else_is_wrong() {
        let text = include_str!("../../../configs/variants/glinski.toml");
        let text = text.replace("repetition = 3", "repetition = 3\nfoo = 1").replace("\"rook\", ", "\"rock\", ");
        let problems = check_text(&text);
        assert_eq!(problems.iter().map(|p| p.key.as_str()).collect::<Vec<_>>(), ["pawn.promotion.to[1]", "end.foo"]);
    }

    #[test]
    fn a_vector_has_two_numbers() {
        let text = include_str!("../../../configs/variants/glinski.toml");
        let problems = check_text(&text.replacen("steps = [[0, 2]]", "steps = [[0, 2, 3]]", 1));
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(problems[0].message.contains("two numbers"), "{problems:?}");
    }
}
