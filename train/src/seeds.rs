//! All randomness of a run comes from one seed, through named streams: the same seed makes the same games, however
//! many threads ask in whatever order.

use serde::{Deserialize, Serialize};

/// A run's seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeds(u64);

impl Seeds {
    /// The streams of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The seed of stream `name`, number `index`: e.g. game 17 of `selfplay`.
    pub fn seed(self, name: &str, index: u64) -> u64 {
        let mut rng = Rng::new(self.0 ^ hexcore::fnv(name.as_bytes()));
        let key = rng.next_u64();
        Rng::new(key ^ index.wrapping_mul(0xd6e8_feb8_6659_fd93)).next_u64()
    }

    /// The generator of stream `name`, number `index`.
    pub fn rng(self, name: &str, index: u64) -> Rng {
        Rng::new(self.seed(name, index))
    }
}

/// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). Its whole state is one number,
/// so that a run can go on with it after a resume.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rng(u64);

impl Rng {
    /// A generator from a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number from 0 to `n - 1`; 0 if `n` is 0. (Multiply and shift: the bias is below n / 2^64.)
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.next_u64()) * u128::from(n)) >> 64) as u64
    }

    /// A number from `least` to `most`.
    pub fn between(&mut self, [least, most]: [u32; 2]) -> u32 {
        least + self.below(u64::from(most.saturating_sub(least)) + 1) as u32
    }

    /// A number in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Whether something of this probability happens.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_differ_and_repeat() {
        let seeds = Seeds::new(7);
        let mut all: Vec<u64> = Vec::new();
        for name in ["selfplay", "teacher", "learner"] {
            for index in 0..1000 {
                assert_eq!(seeds.seed(name, index), Seeds::new(7).seed(name, index));
                all.push(seeds.seed(name, index));
                all.push(Seeds::new(8).seed(name, index));
            }
        }
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 6000);
    }

    #[test]
    fn numbers_are_even() {
        let mut rng = Rng::new(3);
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1;
        }
        // Six standard deviations of a binomial with n = 70,000 and p = 1/7.
        assert!(counts.iter().all(|n| n.abs_diff(10_000) < 560), "{counts:?}");
        let mean = (0..10_000).map(|_| rng.unit()).sum::<f64>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.02, "{mean}");
        assert_eq!(rng.below(0), 0);
        assert!((0..1000).all(|_| (2..=9).contains(&rng.between([2, 9]))));
    }

    #[test]
    fn a_generator_survives_saving() {
        let mut rng = Rng::new(5);
        rng.next_u64();
        let mut again: Rng = serde_json::from_str(&serde_json::to_string(&rng).unwrap()).unwrap();
        assert_eq!(again.next_u64(), rng.next_u64());
    }
}
