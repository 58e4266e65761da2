//! From the replay window to a batch: draw, mirror, encode, and mix what is known of a position into its targets.

use crate::config::RunConfig;
use crate::data::{PlyFlags, ReplayWindow, Sample};
use crate::encode::Encoder;
use crate::learn::Batch;
use crate::net::Encoded;
use crate::seeds::Rng;
use hexcore::{Layout, MoveList, Rules};
use std::sync::Arc;

/// Fills batches.
pub(super) struct Sampler<'r, L: Layout> {
    rules: &'r Rules<L>,
    encoder: Arc<Encoder>,
    mirror: bool,
    teacher_z: f32,
    encoded: Encoded,
    list: MoveList,
    policy: Vec<f32>,
}

impl<'r, L: Layout> Sampler<'r, L> {
    pub(super) fn new(rules: &'r Rules<L>, encoder: Arc<Encoder>, config: &RunConfig) -> Self {
        Sampler {
            rules,
            mirror: config.replay.mirror && encoder.has_mirror(),
            encoder,
            teacher_z: config.teacher.z_weight as f32,
            encoded: Encoded::default(),
            list: MoveList::new(),
            policy: Vec::new(),
        }
    }

    /// Fills `batch` with `n` positions of the window. `z_weight` is the weight of the game's result in the value target
    /// of a position of self-play. Returns false if the window is empty.
    pub(super) fn fill(
        &mut self,
        window: &ReplayWindow<L>,
        rng: &mut Rng,
        n: usize,
        z_weight: f32,
        batch: &mut Batch,
    ) -> bool {
        batch.clear();
        for _ in 0..n {
            let Some(sample) = window.sample(self.rules, rng) else { return false };
            let mirrored = self.mirror && rng.chance(0.5);
            self.push(&sample, mirrored, z_weight, batch);
        }
        true
    }

    fn push(&mut self, sample: &Sample<'_, L>, mirrored: bool, z_weight: f32, batch: &mut Batch) {
        let (rules, position) = (self.rules, &sample.position);
        rules.legal_moves(position, &mut self.list);
        self.encoder.encode(rules, position, &self.list, mirrored, &mut self.encoded);
        self.policy.clear();
        self.policy.resize(self.list.len(), 0.0);
        let total: f32 = sample.policy.iter().map(|entry| entry.probability.get()).sum();
        for entry in sample.policy {
            self.policy[entry.index as usize] = entry.probability.get() / total;
        }
        let proven = sample.flags.contains(PlyFlags::PROVEN);
        let z = match (proven, sample.flags.contains(PlyFlags::TEACHER)) {
            (true, _) => 0.0,
            (_, true) => self.teacher_z,
            _ => z_weight,
        };
        let q = [sample.value, 0.0, 1.0 - sample.value];
        let wdl = mix(wdl(sample.result), q, z);
        batch.push(&self.encoded, &self.policy, wdl, 1.0);
    }
}

/// Win, draw and loss of a game's result: a half is a draw, any other score is wins and losses.
fn wdl(score: f32) -> [f32; 3] {
    if score == 0.5 { [0.0, 1.0, 0.0] } else { [score, 0.0, 1.0 - score] }
}

fn mix(a: [f32; 3], b: [f32; 3], weight: f32) -> [f32; 3] {
    std::array::from_fn(|i| weight * a[i] + (1.0 - weight) * b[i])
}
