//! AdamW in one pass over memory, as a burn optimizer.
//!
//! burn's own AdamW makes about fourteen tensor operations of each update and takes five times as long: a sixth of a whole
//! step of 1024 positions (the ignored test below measures it). This one has the same formulas and the same state, so saved
//! optimizer states are interchangeable, except that vectors do not decay.

use burn::optim::{AdamWState, AdaptiveMomentumState, LearningRate, Optimizer};
use burn::tensor::{Device, Tensor, TensorData};
use rayon::prelude::*;

use super::config::LearnerConfig;

/// Values a thread updates at a time.
const CHUNK: usize = 1 << 14;

/// Moments below this are set to zero: rows that are never active would otherwise decay into slow denormal numbers.
const NOTHING: f32 = 1e-30;

/// Decoupled weight decay and bias-corrected moments (Loshchilov and Hutter 2019); matrices decay, vectors don't.
#[derive(Debug, Clone)]
pub(super) struct FusedAdamW {
    beta1: f32,
    beta2: f32,
    epsilon: f32,
    weight_decay: f64,
}

impl FusedAdamW {
    pub(super) fn new(config: &LearnerConfig) -> Self {
        Self { beta1: config.beta1, beta2: config.beta2, epsilon: config.epsilon, weight_decay: config.weight_decay }
    }
}

impl Optimizer for FusedAdamW {
    type State<const D: usize> = AdamWState<D>;

    fn step<const D: usize>(
        &self,
        lr: LearningRate,
        tensor: Tensor<D>,
        grad: Tensor<D>,
        state: Option<Self::State<D>>,
    ) -> (Tensor<D>, Option<Self::State<D>>) {
        let device = tensor.device();
        let (mut time, first, second) = match state {
            Some(AdamWState { momentum }) => {
                (momentum.time, momentum.moment_1.into_data(), momentum.moment_2.into_data())
            }
            None => {
                let zeros = || TensorData::zeros::<f32, _>(tensor.shape());
                (0, zeros(), zeros())
            }
        };
        time += 1;
        let (mut first, mut second, mut weights) = (first, second, tensor.into_data());
        let grad = grad.into_data();
        let decay = if D > 1 { lr * self.weight_decay } else { 0.0 };
        let power = i32::try_from(time).unwrap_or(i32::MAX);
        let update = Update {
            keep: (1.0 - decay) as f32,
            rate: (lr / (1.0 - f64::from(self.beta1).powi(power))) as f32,
            correction: (1.0 / (1.0 - f64::from(self.beta2).powi(power))) as f32,
            beta1: self.beta1,
            beta2: self.beta2,
            epsilon: self.epsilon,
        };
        floats(&mut weights)
            .par_chunks_mut(CHUNK)
            .zip(floats(&mut first).par_chunks_mut(CHUNK))
            .zip(floats(&mut second).par_chunks_mut(CHUNK))
            .zip(grad.as_slice::<f32>().expect("an f32 gradient").par_chunks(CHUNK))
            .for_each(|(((w, m), v), g)| update.apply(w, m, v, g));
        let tensor = |data| Tensor::from_data(data, &device);
        let momentum =
            AdaptiveMomentumState { time, moment_1: tensor(first), moment_2: tensor(second), max_moment_2: None };
        (tensor(weights), Some(AdamWState { momentum }))
    }

    fn to_device<const D: usize>(mut state: Self::State<D>, device: &Device) -> Self::State<D> {
        state.momentum = state.momentum.to_device(device);
        state
    }
}

/// The memory of a tensor, moved out of it when nobody shares it.
fn floats(data: &mut TensorData) -> &mut [f32] {
    data.as_mut_slice().expect("an f32 tensor")
}

/// The numbers of one step.
struct Update {
    keep: f32,
    rate: f32,
    correction: f32,
    beta1: f32,
    beta2: f32,
    epsilon: f32,
}

impl Update {
    fn apply(&self, weights: &mut [f32], first: &mut [f32], second: &mut [f32], gradient: &[f32]) {
        for (((w, m), v), g) in weights.iter_mut().zip(first).zip(second).zip(gradient) {
            let mean = self.beta1 * *m + (1.0 - self.beta1) * g;
            let square = self.beta2 * *v + (1.0 - self.beta2) * g * g;
            *m = if mean.abs() < NOTHING { 0.0 } else { mean };
            *v = if square < NOTHING { 0.0 } else { square };
            *w = *w * self.keep - self.rate * *m / ((*v * self.correction).sqrt() + self.epsilon);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use burn::optim::AdamWConfig;

    #[test]
    fn is_burns_adamw_except_that_vectors_do_not_decay() {
        let config = LearnerConfig { weight_decay: 0.1, epsilon: 1e-5, ..Default::default() };
        let (ours, burns) = (FusedAdamW::new(&config), AdamWConfig::new().with_weight_decay(0.1).build());
        let still = AdamWConfig::new().with_weight_decay(0.0).build();
        let device = Device::flex();
        let values = |seed: f32| (0..600).map(|i| (i as f32 * seed).sin()).collect::<Vec<_>>();
        let close = |a: TensorData, b: TensorData| {
            for (a, b) in a.as_slice::<f32>().unwrap().iter().zip(b.as_slice::<f32>().unwrap()) {
                assert!((a - b).abs() < 1e-5, "{a}, expected {b}");
            }
        };
        let matrix = |seed| Tensor::<2>::from_data(TensorData::new(values(seed), [20, 30]), &device);
        let vector = |seed| Tensor::<1>::from_data(TensorData::new(values(seed), [600]), &device);
        let (mut a, mut b, mut c, mut d) = (matrix(0.7), matrix(0.7), vector(0.7), vector(0.7));
        let (mut sa, mut sb, mut sc, mut sd) = (None, None, None, None);
        for step in 1..20 {
            let seed = 0.3 * step as f32;
            (a, sa) = ours.step(0.01, a, matrix(seed), sa);
            (b, sb) = burns.step(0.01, b, matrix(seed), sb);
            (c, sc) = ours.step(0.01, c, vector(seed), sc);
            (d, sd) = still.step(0.01, d, vector(seed), sd);
        }
        close(a.into_data(), b.into_data());
        close(c.into_data(), d.into_data());
        close(sa.unwrap().momentum.moment_2.into_data(), sb.unwrap().momentum.moment_2.into_data());
    }
    /// `cargo test --release -p hextrain --lib -- --ignored --nocapture one_update_takes`
    #[test]
    #[ignore = "a measurement"]
    fn one_update_takes() {
        fn time(name: &str, optimizer: &impl Optimizer) {
            let device = Device::flex();
            let values = |x: f32| Tensor::<2>::full([4400, 128], x, &device);
            let (mut weights, mut state) = (values(0.5), None);
            let steps = 200;
            let mut spent = std::time::Duration::ZERO;
            for _ in 0..steps {
                let gradient = values(0.1);
                let start = std::time::Instant::now();
                (weights, state) = optimizer.step(1e-3, weights, gradient, state);
                spent += start.elapsed();
            }
            println!("{name}: {:?} for 4400 rows of 128", spent / steps);
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        pool.install(|| {
            time("fused", &FusedAdamW::new(&LearnerConfig::default()));
            time("burn", &AdamWConfig::new().build());
        });
    }
}
