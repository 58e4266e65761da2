//! The learner: parameters, optimizer, moving average, and one step of training.

use std::path::{Path, PathBuf};

use burn::optim::{GradientsParams, ModuleOptimizer};
use burn::tensor::{Device, Tensor, TensorData};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::batch::Batch;
use super::config::LearnerConfig;
use super::error::LearnError;
use super::optimizer::FusedAdamW;
use super::schedule::learning_rate;
use super::{loss, sparse};
use crate::net::{NetShape, PieceCellNet, Weights, floats};

/// What the trainer sees of a net that learns.
pub trait Learn: Send {
    /// One step of the optimizer.
    ///
    /// # Errors
    /// A batch the net cannot read, or a loss or gradient that is not finite; the parameters are then unchanged.
    fn step(&mut self, batch: &Batch) -> Result<StepMetrics, LearnError>;

    /// Steps taken since the first.
    fn steps(&self) -> u64;

    /// Moves the end of the learning rate's fall: for runs whose length is known in minutes, not in steps.
    fn set_total_steps(&mut self, total: u64);

    /// The net's sizes.
    fn shape(&self) -> NetShape;

    /// The parameters as the last step left them.
    fn raw_weights(&self) -> Weights;

    /// The moving average of the parameters: what to publish, play with and measure.
    fn ema_weights(&self) -> Weights;

    /// Writes the complete state to a folder, which is made if needed: loading it and going on is going on.
    ///
    /// # Errors
    /// A file that cannot be written; the state saved before then stays valid.
    fn save(&self, dir: &Path) -> Result<(), LearnError>;
}

/// What one step measured, before it changed the parameters.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct StepMetrics {
    /// Mean cross-entropy of win/draw/loss.
    pub value_loss: f64,
    /// Mean cross-entropy of the policy over the positions that have a policy target.
    pub policy_loss: f64,
    /// Share of those positions where the likeliest move is the target's likeliest.
    pub policy_top1: f64,
    /// Length of the gradient before clipping.
    pub grad_norm: f64,
    /// Learning rate of the step.
    pub lr: f64,
}

/// A piece-cell net in training.
///
/// Deterministic: the same seed, config and batches give the same bits. It runs in its own thread pool, so that burn's
/// loops do not meet those of self-play.
#[derive(Debug)]
pub struct Learner {
    pub(super) config: LearnerConfig,
    pub(super) device: Device,
    pub(super) pool: ThreadPool,
    /// `None` only while a step runs, and after one that panicked.
    pub(super) trained: Option<Trained>,
    /// The parameters once more on the host, where the sparse layers read them.
    pub(super) raw: Weights,
    pub(super) ema: Weights,
    pub(super) step: u64,
    failure_dir: PathBuf,
}

/// What burn holds.
pub(super) struct Trained {
    pub(super) net: PieceCellNet,
    pub(super) optimizer: ModuleOptimizer,
}

impl std::fmt::Debug for Trained {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Trained").field("shape", &self.net.shape()).finish_non_exhaustive()
    }
}

/// The losses of a batch.
#[derive(Debug, Clone, Copy)]
pub(super) struct Losses {
    pub(super) value: f64,
    pub(super) policy: f64,
    pub(super) top1: f64,
}

impl Learner {
    /// A net that has learned nothing: its value is the sum of `skip` over the active rows, its policy almost uniform.
    ///
    /// # Errors
    /// An impossible shape or config, or a `skip` that does not hold one value a row.
    pub fn new(shape: NetShape, skip: Vec<f32>, config: &LearnerConfig, seed: u64) -> Result<Self, LearnError> {
        shape.validate()?;
        if skip.len() != shape.rows {
            return Err(LearnError::Skip { found: skip.len(), expected: shape.rows });
        }
        Self::from_weights(&Weights::init(shape, skip, seed), config)
    }

    /// Goes on from weights, with fresh optimizer state and moving average.
    ///
    /// # Errors
    /// Weights that do not pass [`Weights::check`], or an impossible config.
    pub fn from_weights(weights: &Weights, config: &LearnerConfig) -> Result<Self, LearnError> {
        config.validate()?;
        weights.check()?;
        let pool = ThreadPoolBuilder::new()
            .num_threads(config.threads)
            .thread_name(|i| format!("learner-{i}"))
            .build()
            .map_err(|e| LearnError::Threads { threads: config.threads, message: e.to_string() })?;
        let device = Device::flex().autodiff();
        let net = PieceCellNet::from_weights(weights, &device);
        let optimizer = ModuleOptimizer::from(FusedAdamW::new(config));
        Ok(Self {
            config: config.clone(),
            device,
            pool,
            trained: Some(Trained { net, optimizer }),
            raw: weights.clone(),
            ema: weights.clone(),
            step: 0,
            failure_dir: std::env::temp_dir(),
        })
    }

    /// Where the batch of a diverged step is written; otherwise the system's folder for temporary files.
    #[must_use]
    pub fn with_failure_dir(mut self, dir: impl Into<PathBuf>) -> Self {
        self.failure_dir = dir.into();
        self
    }

    /// One step of the optimizer; see [`Learn::step`].
    ///
    /// # Errors
    /// A batch the net cannot read, or a loss or gradient that is not finite; the parameters are then unchanged.
    pub fn step(&mut self, batch: &Batch) -> Result<StepMetrics, LearnError> {
        batch.check(&self.raw.shape)?;
        let Some(Trained { net, mut optimizer }) = self.trained.take() else {
            return Err(LearnError::Poisoned);
        };
        let lr = learning_rate(&self.config, self.step);
        let (losses, mut gradients) = self.pool.install(|| self.gradients(&net, batch));
        let grad_norm = norm(&gradients);
        for (what, value) in [("value loss", losses.value), ("policy loss", losses.policy), ("gradient", grad_norm)] {
            if !value.is_finite() {
                self.trained = Some(Trained { net, optimizer });
                return Err(self.not_finite(what, batch));
            }
        }
        if self.config.clip > 0.0 && grad_norm > self.config.clip {
            scale(&mut gradients, (self.config.clip / grad_norm) as f32);
        }
        let net = self.pool.install(|| {
            let gradients = register(&net, gradients, &self.device.clone().inner());
            optimizer.step(lr, net, gradients)
        });
        net.copy_to(&mut self.raw);
        self.step += 1;
        self.average();
        self.trained = Some(Trained { net, optimizer });
        Ok(StepMetrics {
            value_loss: losses.value,
            policy_loss: losses.policy,
            policy_top1: losses.top1,
            grad_norm,
            lr,
        })
    }

    /// Both losses and the gradient of their weighted sum with respect to each parameter.
    ///
    /// The hidden layer enters burn as a leaf. The losses and their derivatives at the heads are made on the host; burn
    /// carries them down through the dense layers (the gradient of `sum of head * derivative`, the derivative held
    /// constant), and the leaf's gradient is scattered into the rows.
    pub(super) fn gradients(&self, net: &PieceCellNet, batch: &Batch) -> (Losses, Weights) {
        let (shape, count) = (self.raw.shape, batch.len());
        let mut gradients = Weights::zeros(shape);
        let hidden = sparse::hidden(&self.raw, batch);
        let skip = sparse::skip(&self.raw, batch);
        let leaf = self.tensor(hidden.clone(), [count, shape.hidden]).require_grad();
        let heads = net.heads(leaf.clone());
        let value_logits = heads.value.clone().into_data();
        let value = loss::value(batch, floats(&value_logits), &skip, self.config.value_weight);
        let policy_head = heads.policy.clone().into_data();
        let policy = loss::policy(&self.raw, batch, floats(&policy_head), self.config.policy_weight);

        let down = (heads.value * self.tensor(value.logits, [count, 3])).sum()
            + (heads.policy * self.tensor(policy.head.clone(), [count, shape.policy])).sum();
        let mut found = down.backward();
        let take = |tensor: Option<TensorData>, target: &mut [f32]| {
            if let Some(data) = tensor {
                target.copy_from_slice(floats(&data));
            }
        };
        macro_rules! dense {
            ($($field:ident),+) => {
                $(take(net.$field.val().grad_remove(&mut found).map(Tensor::into_data), &mut gradients.$field);)+
            };
        }
        dense!(neck, neck_bias, value, value_bias, policy, policy_bias);
        let mut accumulator = vec![0.0; hidden.len()];
        take(leaf.grad_remove(&mut found).map(Tensor::into_data), &mut accumulator);
        sparse::unclip(&hidden, &mut accumulator);
        sparse::gradients(batch, &accumulator, &value.skip, &mut gradients);
        policy.scatter(batch, floats(&policy_head), &mut gradients);
        (Losses { value: value.loss, policy: policy.loss, top1: policy.top1 }, gradients)
    }

    fn tensor<const D: usize>(&self, values: Vec<f32>, dims: [usize; D]) -> Tensor<D> {
        Tensor::from_data(TensorData::new(values, dims), &self.device)
    }

    /// Moves the average towards the parameters. Early on it follows them closely, so that it forgets the random start.
    fn average(&mut self) {
        let steps = self.step as f32;
        let keep = self.config.ema.min(steps / (steps + 10.0));
        for (average, raw) in self.ema.tensors_mut().into_iter().zip(self.raw.tensors()) {
            for (a, r) in average.data.iter_mut().zip(raw.data) {
                *a = keep * *a + (1.0 - keep) * r;
            }
        }
    }

    fn not_finite(&self, what: &'static str, batch: &Batch) -> LearnError {
        let step = self.step;
        let path = self.failure_dir.join(format!("diverged-step-{step}.json"));
        match std::fs::create_dir_all(&self.failure_dir).and_then(|()| batch.save(&path)) {
            Ok(()) => LearnError::NotFinite { step, what, saved: path },
            Err(source) => LearnError::NotSaved { step, what, path, source },
        }
    }
}

/// Hands gradients to burn's optimizer, by parameter.
fn register(net: &PieceCellNet, gradients: Weights, device: &Device) -> GradientsParams {
    let mut out = GradientsParams::new();
    macro_rules! hand {
        ($($field:ident),+) => {
            $({
                let data = TensorData::new(gradients.$field, net.$field.shape());
                out.register(net.$field.id, tensor_like(&net.$field.val(), data, device));
            })+
        };
    }
    hand!(
        rows,
        row_bias,
        skip,
        neck,
        neck_bias,
        value,
        value_bias,
        policy,
        policy_bias,
        moves,
        move_bias,
        move_features
    );
    out
}

/// A tensor with the rank of another.
fn tensor_like<const D: usize>(_rank: &Tensor<D>, data: TensorData, device: &Device) -> Tensor<D> {
    Tensor::from_data(data, device)
}

/// Length of the gradient over all parameters together.
fn norm(gradients: &Weights) -> f64 {
    let square = |values: &[f32]| -> f64 {
        // Blocks summed in f32 lanes, the blocks in f64: fast, and exact enough.
        values
            .chunks(1024)
            .map(|block| {
                f64::from(
                    block
                        .chunks(16)
                        .fold([0.0f32; 16], |mut sums, lane| {
                            for (s, x) in sums.iter_mut().zip(lane) {
                                *s += x * x;
                            }
                            sums
                        })
                        .iter()
                        .sum::<f32>(),
                )
            })
            .sum()
    };
    gradients.tensors().iter().map(|tensor| square(tensor.data)).sum::<f64>().sqrt()
}

fn scale(gradients: &mut Weights, factor: f32) {
    for tensor in gradients.tensors_mut() {
        for x in tensor.data.iter_mut() {
            *x *= factor;
        }
    }
}

impl Learn for Learner {
    fn step(&mut self, batch: &Batch) -> Result<StepMetrics, LearnError> {
        Self::step(self, batch)
    }

    fn steps(&self) -> u64 {
        self.step
    }

    fn set_total_steps(&mut self, total: u64) {
        self.config.total_steps = total.max(self.config.warmup_steps + 1);
    }

    fn shape(&self) -> NetShape {
        self.raw.shape
    }

    fn raw_weights(&self) -> Weights {
        self.raw.clone()
    }

    fn ema_weights(&self) -> Weights {
        self.ema.clone()
    }

    fn save(&self, dir: &Path) -> Result<(), LearnError> {
        Self::save(self, dir)
    }
}
