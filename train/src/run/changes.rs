//! Which keys two configs differ in.

use crate::config::RunConfig;
use toml::{Table, Value};

/// What may change when a run goes on: how long, on how many cores, how it is measured and kept. The rest decides what
/// its numbers mean.
const FREE: [&str; 4] = ["threads", "budget", "evaluation", "checkpoint"];

/// Each key that differs and must not, with both values.
pub(super) fn differences(run: &RunConfig, asked: &RunConfig) -> Vec<String> {
    let mut found = Vec::new();
    let (run, asked) = (table(run), table(asked));
    for key in keys(&run, &asked) {
        if !FREE.contains(&key.as_str()) {
            compare(&key, run.get(&key), asked.get(&key), &mut found);
        }
    }
    found
}

/// Adds each key at or below `key` that differs, with both values.
pub(crate) fn compare(key: &str, run: Option<&Value>, asked: Option<&Value>, found: &mut Vec<String>) {
    match (run, asked) {
        (Some(Value::Table(run)), Some(Value::Table(asked))) => {
            for name in keys(run, asked) {
                compare(&format!("{key}.{name}"), run.get(&name), asked.get(&name), found);
            }
        }
        (run, asked) if run != asked => {
            let text = |value: Option<&Value>| value.map_or("nothing".to_string(), Value::to_string);
            found.push(format!("{key} was {} and is now {}", text(run), text(asked)));
        }
        _ => {}
    }
}

fn keys(a: &Table, b: &Table) -> Vec<String> {
    let mut keys: Vec<String> = a.keys().chain(b.keys()).cloned().collect();
    keys.sort();
    keys.dedup();
    keys
}

fn table(config: &RunConfig) -> Table {
    Table::try_from(config).unwrap_or_default()
}
