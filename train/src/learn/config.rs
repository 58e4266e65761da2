//! The learner's part of a run's config.

use serde::{Deserialize, Serialize};

use super::error::LearnError;

/// How the learning rate falls between the end of the warm-up and [`LearnerConfig::total_steps`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decay {
    /// Half a cosine: slow at both ends.
    #[default]
    Cosine,
    /// A straight line.
    Linear,
    /// It stays at [`LearnerConfig::lr`].
    Constant,
}

/// How a net is trained.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LearnerConfig {
    /// Positions in a batch. The optimizer's cost is for each step, not for each position: below 1024 it dominates.
    pub batch: usize,
    /// Threads of the learner. The weights it makes don't depend on it as long as burn's matrix product doesn't.
    pub threads: usize,
    /// Highest learning rate, reached after the warm-up.
    pub lr: f64,
    /// Lowest learning rate, from `total_steps` on.
    pub lr_final: f64,
    /// How the rate falls from `lr` to `lr_final`.
    pub decay: Decay,
    /// Steps in which the rate rises from almost zero to `lr`.
    pub warmup_steps: u64,
    /// Step at which the rate has fallen to `lr_final`, counted with the warm-up. In a run without `budget.steps` it is moved as
    /// the run goes on, so that the rate has fallen when the budget is spent.
    pub total_steps: u64,
    /// First moment's decay of AdamW.
    pub beta1: f32,
    /// Second moment's decay of AdamW.
    pub beta2: f32,
    /// Added to the root of the second moment.
    pub epsilon: f32,
    /// Decoupled weight decay: each step takes `lr * weight_decay` of each matrix; vectors (biases, the skip, the scalar
    /// table) don't decay.
    pub weight_decay: f64,
    /// Longest gradient, over all parameters together; a longer one is scaled down. 0 switches it off.
    pub clip: f64,
    /// Decay of the weights' moving average at each step; the first steps use less. 0 publishes the raw weights.
    pub ema: f32,
    /// Weight of the win/draw/loss cross-entropy in the loss.
    pub value_weight: f32,
    /// Weight of the policy cross-entropy in the loss.
    pub policy_weight: f32,
}

impl Default for LearnerConfig {
    fn default() -> Self {
        Self {
            batch: 1024,
            threads: 1,
            lr: 2e-3,
            lr_final: 1e-4,
            decay: Decay::Cosine,
            warmup_steps: 200,
            total_steps: 20_000,
            beta1: 0.9,
            beta2: 0.999,
            epsilon: 1e-8,
            weight_decay: 1e-2,
            clip: 1.0,
            ema: 0.999,
            value_weight: 1.0,
            policy_weight: 1.0,
        }
    }
}

impl LearnerConfig {
    /// Checks each field's range.
    ///
    /// # Errors
    /// The first field outside it, with what it may be.
    pub fn validate(&self) -> Result<(), LearnError> {
        let rate = |x: f64| x > 0.0 && x <= 1.0;
        let moment = |x: f32| (0.0..1.0).contains(&x);
        let weight = |x: f32| (0.0..=1e3).contains(&x);
        let rules = [
            ("batch", self.batch as f64, (1..=1 << 20).contains(&self.batch), "1 to 1048576"),
            ("threads", self.threads as f64, (1..=1024).contains(&self.threads), "1 to 1024"),
            ("lr", self.lr, rate(self.lr), "above 0, at most 1"),
            ("lr_final", self.lr_final, rate(self.lr_final) && self.lr_final <= self.lr, "above 0, at most lr"),
            (
                "total_steps",
                self.total_steps as f64,
                self.total_steps > self.warmup_steps,
                "more steps than warmup_steps",
            ),
            ("beta1", self.beta1.into(), moment(self.beta1), "from 0 to below 1"),
            ("beta2", self.beta2.into(), moment(self.beta2), "from 0 to below 1"),
            ("epsilon", self.epsilon.into(), self.epsilon > 0.0 && self.epsilon <= 1.0, "above 0, at most 1"),
            ("weight_decay", self.weight_decay, (0.0..=10.0).contains(&self.weight_decay), "0 to 10"),
            ("clip", self.clip, self.clip >= 0.0 && self.clip.is_finite(), "0 or more"),
            ("ema", self.ema.into(), moment(self.ema), "from 0 to below 1"),
            ("value_weight", self.value_weight.into(), weight(self.value_weight), "0 to 1000"),
            ("policy_weight", self.policy_weight.into(), weight(self.policy_weight), "0 to 1000"),
        ];
        match rules.into_iter().find(|rule| !rule.2) {
            Some((field, found, _, expected)) => Err(LearnError::Config { field, found, expected }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(config: LearnerConfig) -> String {
        config.validate().unwrap_err().to_string()
    }

    #[test]
    fn each_broken_field_says_what_it_may_be() {
        let good = LearnerConfig::default();
        good.validate().unwrap();
        assert_eq!(message(LearnerConfig { batch: 0, ..good.clone() }), "learner: batch is 0, expected 1 to 1048576");
        assert_eq!(
            message(LearnerConfig { lr_final: 1.0, ..good.clone() }),
            "learner: lr_final is 1, expected above 0, at most lr"
        );
        assert_eq!(
            message(LearnerConfig { total_steps: 200, ..good.clone() }),
            "learner: total_steps is 200, expected more steps than warmup_steps"
        );
        assert_eq!(
            message(LearnerConfig { ema: 1.0, ..good.clone() }),
            "learner: ema is 1, expected from 0 to below 1"
        );
        assert_eq!(message(LearnerConfig { lr: f64::NAN, ..good }), "learner: lr is NaN, expected above 0, at most 1");
    }

    #[test]
    fn misspelt_fields_are_refused() {
        let error = toml::from_str::<LearnerConfig>("learning_rate = 0.1").unwrap_err().to_string();
        assert!(error.contains("unknown field `learning_rate`"), "{error}");
        assert_eq!(toml::from_str::<LearnerConfig>("decay = \"linear\"").unwrap().decay, Decay::Linear);
    }
}
