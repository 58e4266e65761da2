//! Where a number comes from: the commit, the machine, the day.

use crate::model::Card;
use std::time::{SystemTime, UNIX_EPOCH};

/// The commit this program was built from, with a `+` if the tree had changes.
pub fn commit() -> &'static str {
    env!("HEXFORGE_COMMIT")
}

/// The processor and the number of its cores.
pub fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = info.lines().find(|line| line.split(':').next().is_some_and(|key| key.trim() == name));
        line.and_then(|line| line.split_once(':')).map(|(_, value)| value.trim().to_string())
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let name = field("model name").unwrap_or_else(|| std::env::consts::ARCH.into());
    let family = field("cpu family").map_or(String::new(), |family| format!(" (family {family})"));
    format!("{name}{family}, {cores} cores")
}

/// Now, in UTC, as `2026-12-01T02:03:04Z`.
pub fn now() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    utc(seconds)
}

/// Days to a civil date after Howard Hinnant, chrono-Compatible Low-Level Date Algorithms.
fn utc(seconds: u64) -> String {
    let (days, second) = ((seconds / 86_400) as i64, seconds % 86_400);
    let z = days + 719_468;
    let era = z.div_euclid(146_097);
    let day_of_era = z.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let (day, month) =
        (day_of_year - (153 * shifted + 2) / 5 + 1, if shifted < 10 { shifted + 3 } else { shifted - 9 });
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60)
}

impl Card {
    /// A card that says when, where and by which program the model is made.
    pub fn here() -> Card {
        Card { created: now(), commit: commit().into(), machine: machine(), ..Card::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_civil() {
        assert_eq!(utc(0), "1970-01-01T00:00:00Z");
        assert_eq!(utc(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(utc(1_796_083_445), "2026-12-01T00:04:05Z");
    }
}
