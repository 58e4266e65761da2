//! The learning rate at each step: a warm-up, then a fall to a floor.

use super::config::{Decay, LearnerConfig};

/// The rate for step `step`, counted from 0.
pub(super) fn learning_rate(config: &LearnerConfig, step: u64) -> f64 {
    if step < config.warmup_steps {
        return config.lr * (step + 1) as f64 / config.warmup_steps as f64;
    }
    let fall = (config.total_steps - config.warmup_steps) as f64;
    let progress = ((step - config.warmup_steps) as f64 / fall).min(1.0);
    let left = match config.decay {
        Decay::Constant => 1.0,
        Decay::Linear => 1.0 - progress,
        Decay::Cosine => 0.5 * (1.0 + (std::f64::consts::PI * progress).cos()),
    };
    config.lr_final + (config.lr - config.lr_final) * left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warms_up_then_falls_to_the_floor() {
        let mut config = LearnerConfig {
            lr: 1.0,
            lr_final: 0.1,
            warmup_steps: 10,
            total_steps: 110,
            decay: Decay::Linear,
            ..LearnerConfig::default()
        };
        let rate = |config: &LearnerConfig, step, expected: f64| {
            let found = learning_rate(config, step);
            assert!((found - expected).abs() < 1e-12, "step {step}: {found}, expected {expected}");
        };
        rate(&config, 0, 0.1);
        rate(&config, 9, 1.0);
        rate(&config, 10, 1.0);
        rate(&config, 60, 0.55);
        rate(&config, 110, 0.1);
        rate(&config, 9_999, 0.1);
        config.decay = Decay::Cosine;
        rate(&config, 60, 0.55);
        rate(&config, 110, 0.1);
        config.decay = Decay::Constant;
        rate(&config, 9_999, 1.0);
    }
}
