//! The one source of chance: xoshiro256++, seeded through SplitMix64, the same on every machine.

/// A stream of pseudo-random numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng([u64; 4]);

/// SplitMix64's output function: scatters the bits of a number.
#[inline]
pub fn scatter(x: u64) -> u64 {
    let z = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

impl Rng {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Rng {
        let step = 0x9e37_79b9_7f4a_7c15u64;
        Rng(std::array::from_fn(|i| scatter(seed.wrapping_add(step.wrapping_mul(i as u64)))))
    }

    /// The next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.0;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number from 0 up to but not including 1.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// A number from 0 to `n` - 1; 0 if `n` is 0.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next_u64()) * n as u128) >> 64) as usize
    }

    /// A sample of the standard Gumbel distribution.
    pub fn gumbel(&mut self) -> f32 {
        let u = 1.0 - self.unit();
        -(-(u.ln()).min(-f64::MIN_POSITIVE)).ln() as f32
    }

    /// A sample of the standard normal distribution (Box-Muller).
    pub fn normal(&mut self) -> f64 {
        let (u, v) = (1.0 - self.unit(), self.unit());
        (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
    }

    /// A sample of the gamma distribution with this shape and scale 1 (Marsaglia and Tsang, 2000).
    pub fn gamma(&mut self, shape: f64) -> f64 {
        if shape < 1.0 {
            let u = 1.0 - self.unit();
            return self.gamma(shape + 1.0) * u.powf(1.0 / shape);
        }
        let d = shape - 1.0 / 3.0;
        let c = 1.0 / (9.0 * d).sqrt();
        loop {
            let x = self.normal();
            let v = (1.0 + c * x).powi(3);
            let u = 1.0 - self.unit();
            if v > 0.0 && u.ln() < 0.5 * x * x + d - d * v + d * v.ln() {
                return d * v;
            }
        }
    }

    /// Fills `into` with a sample of the symmetric Dirichlet distribution.
    pub fn dirichlet(&mut self, alpha: f64, into: &mut [f32]) {
        let mut sum = 0.0;
        for x in into.iter_mut() {
            let sample = self.gamma(alpha).max(1e-30);
            sum += sample;
            *x = sample as f32;
        }
        into.iter_mut().for_each(|x| *x /= sum as f32);
    }

    /// An index, chosen with probability proportional to its weight; none if no weight is positive.
    pub fn weighted(&mut self, weights: impl Iterator<Item = f32> + Clone) -> Option<usize> {
        let total: f64 = weights.clone().map(|w| f64::from(w.max(0.0))).sum();
        let mut left = self.unit() * total;
        let mut last = None;
        for (i, w) in weights.enumerate().filter(|&(_, w)| w > 0.0) {
            last = Some(i);
            left -= f64::from(w);
            if left < 0.0 {
                break;
            }
        }
        last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_names_a_stream() {
        let stream = |seed| {
            let mut rng = Rng::new(seed);
            [(); 4].map(|()| rng.next_u64())
        };
        assert_eq!(stream(7), stream(7));
        assert_ne!(stream(7), stream(8));
    }

    #[test]
    fn the_distributions_have_their_means() {
        let mut rng = Rng::new(1);
        let n = 40_000;
        let mean = |f: &mut dyn FnMut() -> f64| (0..n).map(|_| f()).sum::<f64>() / f64::from(n);
        assert!((mean(&mut || rng.unit()) - 0.5).abs() < 0.01);
        assert!((mean(&mut || f64::from(rng.gumbel())) - 0.5772).abs() < 0.03);
        assert!(mean(&mut || rng.normal()).abs() < 0.02);
        assert!((mean(&mut || rng.gamma(0.3)) - 0.3).abs() < 0.02);
        assert!((mean(&mut || rng.gamma(2.5)) - 2.5).abs() < 0.05);
        assert!((mean(&mut || rng.below(10) as f64) - 4.5).abs() < 0.1);
    }

    #[test]
    fn weights_decide() {
        let mut rng = Rng::new(3);
        let weights = [0.0f32, 1.0, 3.0];
        let mut seen = [0; 3];
        for _ in 0..4000 {
            seen[rng.weighted(weights.iter().copied()).unwrap()] += 1;
        }
        assert_eq!(seen[0], 0);
        assert!((2800..3200).contains(&seen[2]));
        assert_eq!(rng.weighted([0.0f32, 0.0].iter().copied()), None);
    }
}
