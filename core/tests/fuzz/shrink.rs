//! Making a failing input small: parts are left out and characters made plain as long as it fails.

use super::Input;
use std::time::{Duration, Instant};

/// Small enough is small enough.
const TIME: Duration = Duration::from_secs(10);

/// A smaller input that fails, too.
pub(super) fn shrink(input: &Input, fails: impl Fn(&Input) -> Option<String>) -> Input {
    let end = Instant::now() + TIME;
    let text_of = |chars: &[char]| Input { text: chars.iter().collect(), ..input.clone() };
    let mut best: Vec<char> = input.text.chars().collect();
    let mut length = best.len().div_ceil(2);
    while length > 0 {
        let (mut at, mut shorter) = (0, false);
        while at < best.len() && Instant::now() < end {
            let rest = [&best[..at], &best[(at + length).min(best.len())..]].concat();
            if fails(&text_of(&rest)).is_some() {
                (best, shorter) = (rest, true);
            } else {
                at += length;
            }
        }
        // Single characters are gone through until none can go.
        length = if length == 1 && shorter && Instant::now() < end { 1 } else { length / 2 };
    }
    for at in 0..best.len() {
        for plain in ['0', '1', 'a', ' '].into_iter().filter(|&c| c != best[at]) {
            let mut other = best.clone();
            other[at] = plain;
            if !"01a ".contains(best[at]) && Instant::now() < end && fails(&text_of(&other)).is_some() {
                best = other;
                break;
            }
        }
    }
    text_of(&best)
}
