//! Softmax over the legal moves, with an exponential that the compiler turns into vector code.

/// e^x to about 2e-7 relative, for x from -87 to 88; clamped outside. Same bits on every machine.
#[inline(always)]
pub(crate) fn exp(x: f32) -> f32 {
    let x = x.clamp(-87.0, 88.0);
    let t = x * std::f32::consts::LOG2_E;
    // Adding 1.5 * 2^23 rounds to an integer in the low bits.
    let rounded = t + 12_582_912.0;
    let n = rounded - 12_582_912.0;
    let f = (x - n * 0.693_359_4) - n * -2.121_944_4e-4;
    let mut p = 1.987_569_1e-4;
    p = p * f + 1.398_2e-3;
    p = p * f + 8.333_452e-3;
    p = p * f + 4.166_579_6e-2;
    p = p * f + 1.666_666_5e-1;
    p = p * f + 0.5;
    let p = p * f * f + f + 1.0;
    let exponent = rounded.to_bits().wrapping_add(127) << 23;
    p * f32::from_bits(exponent)
}

/// Turns logits into probabilities.
#[inline]
pub(crate) fn softmax(logits: &[f32], into: &mut [f32]) {
    let max = max(logits);
    let n = logits.len().min(into.len());
    for (p, &x) in into[..n].iter_mut().zip(&logits[..n]) {
        *p = exp(x - max);
    }
    let scale = 1.0 / sum(&into[..n]);
    into[..n].iter_mut().for_each(|p| *p *= scale);
}

/// The largest element, negative infinity if there is none.
#[inline(always)]
pub(crate) fn max(xs: &[f32]) -> f32 {
    let mut lanes = [f32::NEG_INFINITY; 16];
    let chunks = xs.chunks_exact(16);
    let rest = chunks.remainder();
    for chunk in chunks {
        for (lane, &x) in lanes.iter_mut().zip(chunk) {
            *lane = if x > *lane { x } else { *lane };
        }
    }
    for (lane, &x) in lanes.iter_mut().zip(rest) {
        *lane = if x > *lane { x } else { *lane };
    }
    lanes.iter().fold(f32::NEG_INFINITY, |a, &x| if x > a { x } else { a })
}

/// The first place of the largest element.
#[inline(always)]
pub(crate) fn first_max(xs: &[f32]) -> Option<usize> {
    let max = max(xs);
    xs.iter().position(|&x| x == max)
}

/// The sum, in sixteen lanes.
#[inline(always)]
fn sum(xs: &[f32]) -> f32 {
    let mut lanes = [0.0f32; 16];
    let chunks = xs.chunks_exact(16);
    let rest = chunks.remainder();
    for chunk in chunks {
        for (lane, &x) in lanes.iter_mut().zip(chunk) {
            *lane += x;
        }
    }
    for (lane, &x) in lanes.iter_mut().zip(rest) {
        *lane += x;
    }
    lanes.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_one() {
        for i in -8000..=800 {
            let x = i as f32 * 0.01;
            let exact = f64::from(x).exp();
            assert!((f64::from(exp(x)) / exact - 1.0).abs() < 4e-7, "e^{x}");
        }
    }

    #[test]
    fn probabilities_add_up() {
        let logits: Vec<f32> = (0..53).map(|i| (i * 37 % 19) as f32 * 0.7 - 100.0).collect();
        let mut p = vec![0.0; 53];
        softmax(&logits, &mut p);
        assert!((p.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert!(p.iter().all(|&x| x > 0.0));
        assert_eq!(first_max(&p), first_max(&logits));
        assert_eq!(first_max(&[]), None);
    }
}
