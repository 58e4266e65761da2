//! Which keys two configs differ in.

use serde::Serialize;
use toml::{Table, Value};

/// Each key that differs and must not, with both values. What is in `free`, or below it, may.
pub(crate) fn differences<C: Serialize>(earlier: &C, asked: &C, free: &[&str]) -> Vec<String> {
    let table = |config: &C| Table::try_from(config).unwrap_or_default();
    let mut found = Vec::new();
    compare_tables("", &table(earlier), &table(asked), free, &mut found);
    found
}

fn compare_tables(above: &str, earlier: &Table, asked: &Table, free: &[&str], found: &mut Vec<String>) {
    let mut names: Vec<&String> = earlier.keys().chain(asked.keys()).collect();
    names.sort();
    names.dedup();
    for name in names {
        let key = format!("{above}{name}");
        if free.contains(&key.as_str()) {
            continue;
        }
        match (earlier.get(name), asked.get(name)) {
            (Some(Value::Table(earlier)), Some(Value::Table(asked))) => {
                compare_tables(&format!("{key}."), earlier, asked, free, found);
            }
            (earlier, asked) if earlier != asked => {
                let text = |value: Option<&Value>| value.map_or("nothing".to_string(), Value::to_string);
                found.push(format!("{key} was {} and is now {}", text(earlier), text(asked)));
            }
            _ => {}
        }
    }
}
