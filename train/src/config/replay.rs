//! Which positions the learner sees, how often, and what it is told about them.

use serde::{Deserialize, Serialize};

/// The replay window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ReplayConfig {
    /// How the window grows with the run.
    pub window: WindowFormula,
    /// The window never holds more positions than this, whatever the formula says: it is kept in memory.
    pub max_positions: u64,
    /// The learner waits for self-play when it has seen each new position so often on average.
    pub uses: f64,
    /// Part of each batch that comes from the teacher's games, as long as there are any.
    pub teacher_fraction: f64,
    /// Whether half of the samples are mirrored where the variant has a mirror symmetry.
    pub mirror: bool,
}

impl Default for ReplayConfig {
    fn default() -> Self {
        Self {
            window: WindowFormula::default(),
            max_positions: 2_000_000,
            uses: 4.0,
            teacher_fraction: 0.15,
            mirror: true,
        }
    }
}

/// The number of newest positions to learn from, `N = c (1 + b ((T / c)^a - 1) / a)` after `T` positions in all
/// (Wu, Accelerating self-play learning in Go, 2019, appendix C).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WindowFormula {
    /// Positions up to which the window holds everything.
    pub c: f64,
    /// Exponent of the growth; 0 grows like the logarithm.
    pub a: f64,
    /// Slope at `T = c`: 1 goes on holding everything for a moment, 0 never grows.
    pub b: f64,
}

impl Default for WindowFormula {
    fn default() -> Self {
        Self { c: 200_000.0, a: 0.75, b: 0.4 }
    }
}

impl WindowFormula {
    /// The window's size when `total` positions have been made.
    pub fn size(&self, total: u64) -> u64 {
        let ratio = total as f64 / self.c;
        if ratio <= 1.0 {
            return self.c as u64;
        }
        let growth = if self.a == 0.0 { ratio.ln() } else { (ratio.powf(self.a) - 1.0) / self.a };
        (self.c * (1.0 + self.b * growth)) as u64
    }
}

/// What the learner is told about a position of self-play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TargetConfig {
    /// Weight of the game's result in the value target at the start of self-play; the rest is the search's value.
    pub z_weight: f64,
    /// The same at the end of the run; between the two it changes evenly.
    pub z_weight_final: f64,
}

impl Default for TargetConfig {
    fn default() -> Self {
        Self { z_weight: 0.5, z_weight_final: 0.7 }
    }
}

impl TargetConfig {
    /// The weight of the game's result when this part of the run is over, 0 to 1.
    pub fn z_weight_at(&self, spent: f64) -> f64 {
        self.z_weight + (self.z_weight_final - self.z_weight) * spent.clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_holds_everything_then_grows_more_slowly() {
        let formula = WindowFormula { c: 1000.0, a: 0.75, b: 0.4 };
        assert_eq!((formula.size(0), formula.size(1000)), (1000, 1000));
        // 1 + 0.4 * (16^0.75 - 1) / 0.75 = 1 + 0.4 * 7 / 0.75
        assert_eq!(formula.size(16_000), 4733);
        let sizes: Vec<u64> = (0..100).map(|i| formula.size(i * 500)).collect();
        assert!(sizes.is_sorted());
        assert_eq!(WindowFormula { a: 0.0, b: 1.0, c: 1000.0 }.size(2718), 1999);
    }

    #[test]
    fn the_result_weighs_more_as_the_run_goes_on() {
        let targets = TargetConfig { z_weight: 0.5, z_weight_final: 0.75 };
        assert_eq!([0.0, 0.5, 1.0, 7.0].map(|x| targets.z_weight_at(x)), [0.5, 0.625, 0.75, 0.75]);
    }
}
