//! `configs/variants/README.md` says what is so: its reference of keys is the schema's, and its examples work.
//!
//! The reference is written anew by `HEXCORE_BLESS=1 cargo test -p hexcore --test guide`.

#![allow(clippy::unwrap_used)] // A test may panic.

use hexcore::variant::{Variant, check_text};
use hexcore::{AnyRules, with_rules};
use std::path::{Path, PathBuf};
use toml::{Table, Value};

mod schema;
use schema::{Schema, walk};

const BEGIN: &str = "<!-- keys: made by `core/tests/guide.rs` from the doc comments of the schema -->\n\n";
const END: &str = "<!-- end of keys -->";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/variants")
}

fn guide() -> String {
    std::fs::read_to_string(folder().join("README.md")).unwrap()
}

/// The blocks of code in one language.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let begin = format!("```{language}\n");
    text.split(&begin).skip(1).map(|rest| rest.split("```").next().unwrap().to_string()).collect()
}

#[test]
fn the_sources_tell_every_key_and_word_that_serde_knows() {
    assert_eq!(Schema::read().keys(), walk::keys::<Variant>());
}

#[test]
fn the_reference_is_the_schemas() {
    let guide = guide();
    let (before, rest) = guide.split_once(BEGIN).expect("the mark where the reference begins");
    let (reference, after) = rest.split_once(END).expect("the mark where it ends");
    let expected = Schema::read().reference();
    if std::env::var_os("HEXCORE_BLESS").is_some() {
        std::fs::write(folder().join("README.md"), format!("{before}{BEGIN}{expected}{END}{after}")).unwrap();
        return;
    }
    for (line, schema) in reference.lines().zip(expected.lines()) {
        assert_eq!(line, schema, "write it anew: HEXCORE_BLESS=1 cargo test -p hexcore --test guide");
    }
    assert_eq!(reference.len(), expected.len(), "lines are missing or too many: write it anew as above");
}

/// The first table at a path, through lists.
fn at<'a>(table: &'a mut Table, path: &[&str]) -> Option<&'a mut Table> {
    let Some((first, rest)) = path.split_first() else { return Some(table) };
    let inner = match table.get_mut(*first)? {
        Value::Table(inner) => inner,
        Value::Array(list) => list.first_mut()?.as_table_mut()?,
        _ => return None,
    };
    at(inner, rest)
}

#[test]
fn a_key_left_out_is_what_the_reference_says() {
    let sample = include_str!("variants/menagerie.toml");
    for (path, value) in Schema::read().defaults() {
        let mut table: Table = sample.parse().unwrap();
        let keys: Vec<&str> = path.split('.').collect();
        let (key, parents) = keys.split_last().unwrap();
        let parent = at(&mut table, parents).unwrap_or_else(|| panic!("the sample has no {path}"));
        parent.remove(*key);
        let without: Variant = table.clone().try_into().unwrap();
        let value = format!("it = {value}").parse::<Table>().unwrap()["it"].clone();
        at(&mut table, parents).unwrap().insert(key.to_string(), value);
        let with: Variant = table.try_into().unwrap();
        assert_eq!(without, with, "{path}");
    }
}

#[test]
fn the_example_is_a_game() {
    let diff = &blocks(&guide(), "diff")[0];
    let mut text = std::fs::read_to_string(folder().join("glinski.toml")).unwrap();
    for change in diff.split("\n\n") {
        let side = |sign: char| -> String {
            change.lines().filter_map(|l| l.strip_prefix(sign)).map(|l| format!("{l}\n")).collect()
        };
        let (old, new) = (side('-'), side('+'));
        assert!(text.contains(&old), "glinski.toml has no\n{old}");
        text = text.replacen(&old, &new, 1);
    }
    assert_eq!(check_text(&text), []);
    let variant: Variant = toml::from_str(&text).unwrap();
    with_rules!(&AnyRules::new(&variant).unwrap(), rules => {
        let leaves = rules.perft(&rules.start(), 3);
        assert!(guide().contains(&format!("{leaves} nodes")), "the guide does not say {leaves} nodes");
    });
}

#[test]
fn each_board_of_the_guide_is_sound() {
    let boards = blocks(&guide(), "toml");
    let boards: Vec<&String> = boards.iter().filter(|b| b.starts_with("[board]")).collect();
    assert!(boards.len() >= 4, "a hexagon, a rectangle, a ring and a list of cells");
    for block in boards {
        let table: Table = block.parse().unwrap();
        let spec = table["board"].clone().try_into().unwrap();
        hexcore::Board::new(&spec).unwrap_or_else(|(key, message)| panic!("{key}: {message}\n{block}"));
    }
}
