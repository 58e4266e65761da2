//! Changing inputs: characters, parts, words of a dictionary, numbers, parts of other inputs, lines, keys and values.

use super::Input;
use crate::random_games::Random;

/// Numbers at which things end.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "-1",
    "15",
    "16",
    "63",
    "64",
    "127",
    "128",
    "255",
    "256",
    "257",
    "32767",
    "32768",
    "65535",
    "65536",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "18446744073709551616",
    "1e400",
    "0.5",
    "nan",
    "inf",
];

/// Characters that texts from anywhere may hold.
const ODD: &[char] = &[
    '\0', '\n', '\r', '\t', '\u{7f}', 'ß', 'İ', 'ſ', '×', '‐', '…', '∞', '♔', '\u{200b}', '\u{202e}', '\u{feff}', '𝟙',
    '٣',
];

/// How the inputs of a target are changed.
#[derive(Default)]
pub(crate) struct Mutator {
    /// Words of its language.
    pub dictionary: Vec<String>,
    /// Whether inputs are TOML: then they are changed by key and value, too.
    pub toml: bool,
    /// Makes an input anew.
    pub fresh: Option<fn(&mut Random) -> Option<Input>>,
}

impl Mutator {
    /// Another input, from one or two that were kept; the first `seeds` of them are sound, and every other input is made of
    /// one of those, or what is broken in many ways would soon be all there is.
    pub(super) fn mutate(&self, kept: &[Input], seeds: usize, random: &mut Random) -> Input {
        let of_kept = |random: &mut Random| {
            let among = if random.below(2) == 0 { seeds } else { kept.len() };
            kept[random.below(among)].clone()
        };
        let fresh = self.fresh.filter(|_| random.below(4) == 0).and_then(|fresh| fresh(random));
        let mut input = fresh.unwrap_or_else(|| of_kept(random));
        // Some inputs stay whole: what is read may fail, too.
        for _ in 0..random.below(if self.toml { 3 } else { 5 }) {
            let other = of_kept(random).text;
            if self.toml && random.below(4) > 0 {
                if let Some(text) = by_value(&input.text, &other, random) {
                    input.text = text;
                    continue;
                }
                input.text = by_line(&input.text, &other, random);
            } else {
                input.text = self.by_character(&input.text, &other, random);
            }
        }
        input
    }

    fn by_character(&self, text: &str, other: &str, random: &mut Random) -> String {
        let mut chars: Vec<char> = text.chars().collect();
        let n = chars.len();
        let (a, b) = (random.below(n + 1), random.below(n + 1));
        let (a, b) = (a.min(b), a.max(b).min(a.min(b) + 1 + random.below(12)));
        let any = |random: &mut Random| match random.below(3) {
            0 => ODD[random.below(ODD.len())],
            1 => char::from_u32(random.below(0x11_0000) as u32).unwrap_or('?'),
            _ => (b' ' + random.below(95) as u8) as char,
        };
        match random.below(10) {
            0 if n > 0 => chars[a.min(n - 1)] = any(random),
            1 => chars.insert(a, any(random)),
            2 => drop(chars.drain(a..b)),
            3 => {
                let part = chars[a..b].to_vec();
                let at = random.below(n + 1);
                chars.splice(at..at, part);
            }
            4 => chars.truncate(a),
            5 => {
                // A part of another input.
                let other: Vec<char> = other.chars().collect();
                let start = random.below(other.len() + 1);
                let end = (start + random.below(20)).min(other.len());
                chars.splice(a..b, other[start..end].iter().copied());
            }
            6 => {
                // The end of another input.
                let other: Vec<char> = other.chars().collect();
                chars.splice(a.., other[random.below(other.len() + 1)..].iter().copied());
            }
            7 | 8 if !self.dictionary.is_empty() => {
                let word = &self.dictionary[random.below(self.dictionary.len())];
                let end = if random.below(2) == 0 { a } else { b };
                chars.splice(a..end, word.chars());
            }
            _ => {
                // A number, or a character changed by a bit.
                let digits: Vec<usize> = (0..n).filter(|&i| chars[i].is_ascii_digit()).collect();
                if digits.is_empty() || random.below(3) == 0 {
                    if let Some(c) = chars.get_mut(a) {
                        *c = char::from_u32(*c as u32 ^ 1 << random.below(8)).unwrap_or('?');
                    }
                } else {
                    let start = digits[random.below(digits.len())];
                    let end = (start..n).find(|&i| !chars[i].is_ascii_digit()).unwrap_or(n);
                    chars.splice(start..end, NUMBERS[random.below(NUMBERS.len())].chars());
                }
            }
        }
        chars.into_iter().collect()
    }
}

/// Lines left out, doubled, exchanged, or taken from another text.
fn by_line(text: &str, other: &str, random: &mut Random) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let others: Vec<&str> = other.lines().collect();
    if lines.is_empty() || others.is_empty() {
        return other.to_string();
    }
    let (a, b) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(5) {
        0 => drop(lines.remove(a)),
        1 => lines.insert(b, lines[a]),
        2 => lines.swap(a, b),
        3 => lines.insert(a, others[random.below(others.len())]),
        _ => {
            // The other text's value of the same key.
            let key = lines[a].split('=').next().unwrap_or_default();
            let same: Vec<&&str> = others.iter().filter(|l| !key.is_empty() && l.starts_with(key)).collect();
            if !same.is_empty() {
                lines[a] = same[random.below(same.len())];
            }
        }
    }
    lines.join("\n") + "\n"
}

/// One value somewhere in a TOML changed; none if it is none.
fn by_value(text: &str, other: &str, random: &mut Random) -> Option<String> {
    let mut table: toml::Table = text.parse().ok()?;
    let other: toml::Value = toml::Value::Table(other.parse().ok()?);
    let mut values = Vec::new();
    leaves(&other, &mut values);
    change(&mut table, &values, random);
    toml::to_string(&table).ok()
}

fn leaves<'a>(value: &'a toml::Value, found: &mut Vec<&'a toml::Value>) {
    match value {
        toml::Value::Table(table) => table.values().for_each(|v| leaves(v, found)),
        toml::Value::Array(array) => {
            found.push(value);
            array.iter().for_each(|v| leaves(v, found));
        }
        leaf => found.push(leaf),
    }
}

fn change(table: &mut toml::Table, values: &[&toml::Value], random: &mut Random) {
    let keys: Vec<String> = table.keys().cloned().collect();
    if keys.is_empty() {
        return;
    }
    let key = &keys[random.below(keys.len())];
    if random.below(24) == 0 {
        table.remove(key);
    } else if let Some(value) = table.get_mut(key) {
        change_value(value, values, random);
    }
}

fn change_value(value: &mut toml::Value, values: &[&toml::Value], random: &mut Random) {
    let another = |random: &mut Random, same: fn(&toml::Value) -> bool| {
        let alike: Vec<&&toml::Value> = values.iter().filter(|v| same(v)).collect();
        (!alike.is_empty()).then(|| (*alike[random.below(alike.len())]).clone())
    };
    match value {
        toml::Value::Table(table) => change(table, values, random),
        toml::Value::Array(array) => match random.below(6) {
            0 if !array.is_empty() => drop(array.remove(random.below(array.len()))),
            1 if !array.is_empty() => array.push(array[random.below(array.len())].clone()),
            2 => {
                if let Some(toml::Value::Array(other)) = another(random, toml::Value::is_array) {
                    *array = other;
                }
            }
            3 => array.reverse(),
            _ if !array.is_empty() => {
                let i = random.below(array.len());
                change_value(&mut array[i], values, random);
            }
            _ => {}
        },
        toml::Value::Integer(n) => {
            *n = match random.below(4) {
                0 => n.wrapping_neg(),
                1 => NUMBERS[random.below(NUMBERS.len())].parse().unwrap_or(3),
                _ => n.wrapping_add(random.below(5) as i64 - 2),
            }
        }
        toml::Value::Float(x) => *x = [-*x, f64::NAN, f64::INFINITY, *x * 1e40, 0.0][random.below(5)],
        toml::Value::Boolean(b) => *b = !*b,
        toml::Value::String(text) => match random.below(3) {
            0 => {
                if let Some(toml::Value::String(other)) = another(random, toml::Value::is_str) {
                    *text = other;
                }
            }
            _ => *text = Mutator::default().by_character(text, "rook", random),
        },
        toml::Value::Datetime(_) => {}
    }
}
