//! Collecting what is out of range in a config.

use hexcore::Problem;
use std::fmt::Display;

/// Collects problems.
#[derive(Default)]
pub(crate) struct Check {
    pub(crate) problems: Vec<Problem>,
}

impl Check {
    /// Notes a value unless it is as expected.
    pub(crate) fn holds(&mut self, key: &str, found: impl Display, ok: bool, expected: &str) {
        if !ok {
            self.problems.push(Problem::new(key, format!("is {found}, expected {expected}")));
        }
    }

    pub(crate) fn number<T: PartialOrd + Display + Copy>(&mut self, key: &str, found: T, least: T, most: T) {
        self.holds(key, found, found >= least && found <= most, &format!("{least} to {most}"));
    }

    /// A probability or a share.
    pub(crate) fn part(&mut self, key: &str, found: f64) {
        self.holds(key, found, (0.0..=1.0).contains(&found), "0 to 1");
    }

    pub(crate) fn zero_to(&mut self, key: &str, found: f64, most: f64) {
        self.holds(key, found, (0.0..=most).contains(&found), &format!("0 to {most}"));
    }

    pub(crate) fn positive(&mut self, key: &str, found: f64, most: f64) {
        let ok = found > 0.0 && found <= most;
        self.holds(key, found, ok, &format!("above 0, at most {most}"));
    }

    pub(crate) fn interval(&mut self, key: &str, [least, most]: [u32; 2], limit: u32) {
        let ok = least <= most && most <= limit;
        let found = format!("[{least}, {most}]");
        self.holds(key, found, ok, &format!("[least, most] with least <= most <= {limit}"));
    }
}
