//! The normal distribution.

/// Half width of a 95 % interval in standard errors.
pub const Z: f64 = 1.959_963_984_540_054;

/// The normal distribution function, to about 10^-7 (through the complementary error function of Press et al., Numerical
/// Recipes, 2nd edition, section 6.2).
pub fn normal_cdf(x: f64) -> f64 {
    const C: [f64; 10] = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.5 * z);
    let exponent = C.iter().rev().fold(0.0, |sum, c| sum * t + c) - z * z;
    let tail = t * exponent.exp() / 2.0;
    if x >= 0.0 { 1.0 - tail } else { tail }
}
