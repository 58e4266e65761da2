//! Weights of a net that has learned nothing yet.

use super::code::NetShape;
use super::weights::Weights;

/// Active input rows of a typical position, which scale the first layer.
const TYPICAL_ACTIVE: f32 = 40.0;

/// Mean square of a hidden unit when its accumulator is normal with mean [`ROW_BIAS`] and deviation [`SPREAD`].
const HIDDEN_SQUARE: f32 = 0.12;
const ROW_BIAS: f32 = 0.25;
const SPREAD: f32 = 0.5;

impl Weights {
    /// Fresh weights. The value starts as the skip alone (its last layer is almost zero), the policy almost uniform.
    ///
    /// The first layer is He-like for sparse input: the accumulator of a typical position has a spread of half the clipping
    /// range around a quarter of it, so that most units are in their working range. `skip` holds one initial piece-square
    /// value a row, on the logit scale: equal material gives 0, a decisive advantage 2 or 3.
    ///
    /// # Panics
    /// If `skip` does not hold [`NetShape::rows`] values.
    pub fn init(shape: NetShape, skip: Vec<f32>, seed: u64) -> Self {
        assert_eq!(skip.len(), shape.rows, "one initial skip value a row");
        let mut weights = Self::zeros(shape);
        let mut random = Normal::new(seed);
        let dense = (1.0 / (HIDDEN_SQUARE * shape.hidden as f32)).sqrt();
        random.fill(&mut weights.rows, SPREAD / TYPICAL_ACTIVE.sqrt());
        weights.row_bias.fill(ROW_BIAS);
        weights.skip = skip;
        random.fill(&mut weights.neck, dense);
        random.fill(&mut weights.value, 0.01);
        random.fill(&mut weights.policy, dense);
        random.fill(&mut weights.moves, 0.02);
        weights
    }

    /// Weights in which each tensor matters, as after training; for tests and speed measurements.
    pub fn random(shape: NetShape, seed: u64) -> Self {
        let mut random = Normal::new(seed ^ 0x5eed);
        let mut skip = vec![0.0; shape.rows];
        random.fill(&mut skip, 0.1);
        let mut weights = Self::init(shape, skip, seed);
        random.fill(&mut weights.value, 0.4);
        random.fill(&mut weights.moves, 0.4);
        for vector in [
            &mut weights.neck_bias,
            &mut weights.value_bias,
            &mut weights.policy_bias,
            &mut weights.move_bias,
            &mut weights.move_features,
        ] {
            random.fill(vector, 0.2);
        }
        weights
    }
}

/// Normal deviates from a seed: SplitMix64 (Steele, Lea and Flood 2014) through the Box-Muller transform.
pub(crate) struct Normal {
    state: u64,
}

impl Normal {
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in (0, 1].
    fn uniform(&mut self) -> f64 {
        ((self.next() >> 11) + 1) as f64 / (1u64 << 53) as f64
    }

    fn fill(&mut self, values: &mut [f32], deviation: f32) {
        for pair in values.chunks_mut(2) {
            let radius = (-2.0 * self.uniform().ln()).sqrt();
            let angle = std::f64::consts::TAU * self.uniform();
            for (value, sample) in pair.iter_mut().zip([radius * angle.cos(), radius * angle.sin()]) {
                *value = sample as f32 * deviation;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_seed_gives_one_net() {
        let shape = NetShape::new(50, 32, 20, 4);
        let skip = vec![0.5; 50];
        assert_eq!(Weights::init(shape, skip.clone(), 7), Weights::init(shape, skip.clone(), 7));
        assert_ne!(Weights::init(shape, skip.clone(), 7).rows, Weights::init(shape, skip, 8).rows);
    }

    #[test]
    fn deviates_have_the_deviation_asked_for() {
        let mut values = vec![0.0; 20_000];
        Normal::new(1).fill(&mut values, 0.5);
        let mean = values.iter().sum::<f32>() / 20_000.0;
        let square = values.iter().map(|x| x * x).sum::<f32>() / 20_000.0;
        assert!(mean.abs() < 0.02 && (square - 0.25).abs() < 0.02, "{mean} {square}");
    }
}
