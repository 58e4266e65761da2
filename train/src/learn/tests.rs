//! The learner against two judges: the formulas in f64 with finite differences, and the same net all in burn.

use burn::tensor::activation::{log_softmax, relu};
use burn::tensor::{Device, Int, Tensor, TensorData};

use super::learner::Losses;
use super::*;
use crate::net::{Encoded, MoveCode, NetKernel, NetShape, PieceCellNet, ReferenceKernel, Weights, floats};

fn shape() -> NetShape {
    NetShape::new(60, 32, 20, 7)
}

/// Positions without pattern, some without moves or without a policy target, of different weights.
fn batch(count: usize, seed: usize) -> Batch {
    let shape = shape();
    let mut batch = Batch::default();
    for number in 0..count {
        let code = |i: usize, n: usize| (((number + seed) * 7919 + i * 104_729 + i * i * 31) % n) as u16;
        let moves: Vec<_> = (0..number % 6)
            .map(|i| MoveCode {
                index: ((number + i) * 3 % shape.moves) as u16,
                feature: code(i + 3, shape.move_features),
            })
            .collect();
        let mut policy: Vec<f32> = (0..moves.len()).map(|i| f32::from(code(i, 5)) + 0.1 * i as f32 + 0.1).collect();
        let sum: f32 = policy.iter().sum();
        policy.iter_mut().for_each(|p| *p = if number % 4 == 3 { 0.0 } else { *p / sum });
        let rows = (0..8 + number % 5).map(|i| code(i, shape.rows)).collect();
        let wdl = [[0.7, 0.2, 0.1], [0.0, 1.0, 0.0], [0.1, 0.3, 0.6]][number % 3];
        batch.push(&Encoded { rows, moves }, &policy, wdl, 0.5 + (number % 3) as f32);
    }
    batch
}

fn config() -> LearnerConfig {
    LearnerConfig { value_weight: 0.8, policy_weight: 1.3, warmup_steps: 5, total_steps: 200, ..Default::default() }
}

fn learner() -> Learner {
    Learner::from_weights(&Weights::random(shape(), 21), &config()).unwrap()
}

/// The weighted loss from the formulas of the module docs, in f64.
fn loss(w: &Weights, batch: &Batch) -> f64 {
    let f = f64::from;
    let (h, config) = (w.shape.hidden, config());
    let dense = |input: &[f64], matrix: &[f32], bias: &[f32]| -> Vec<f64> {
        let n = bias.len();
        (0..n)
            .map(|j| f(bias[j]) + input.iter().enumerate().map(|(i, x)| x * f(matrix[i * n + j])).sum::<f64>())
            .collect()
    };
    let entropy = |logits: &[f64], target: &[f32]| {
        let log_sum = logits.iter().map(|z| z.exp()).sum::<f64>().ln();
        logits.iter().zip(target).map(|(z, &t)| f(t) * (log_sum - z)).sum::<f64>()
    };
    let mut total = 0.0;
    for position in 0..batch.len() {
        let rows = batch.rows_of(position);
        let hidden: Vec<f64> = (0..h)
            .map(|j| f(w.row_bias[j]) + rows.iter().map(|&r| f(w.rows[usize::from(r) * h + j])).sum::<f64>())
            .map(|x| x.clamp(0.0, 1.0).powi(2))
            .collect();
        let neck: Vec<f64> = dense(&hidden, &w.neck, &w.neck_bias).into_iter().map(|x| x.max(0.0)).collect();
        let mut wdl = dense(&neck, &w.value, &w.value_bias);
        let skip: f64 = rows.iter().map(|&r| f(w.skip[usize::from(r)])).sum();
        wdl[0] += skip;
        wdl[2] -= skip;
        let p = dense(&hidden, &w.policy, &w.policy_bias);
        let range = batch.moves_of(position);
        let logits: Vec<f64> = batch.moves[range.clone()]
            .iter()
            .map(|code| {
                let i = usize::from(code.index);
                let dot: f64 = p.iter().zip(&w.moves[i * p.len()..]).map(|(a, &b)| a * f(b)).sum();
                dot + f(w.move_bias[i]) + f(w.move_features[usize::from(code.feature)])
            })
            .collect();
        total += f(batch.weight[position])
            * (f(config.value_weight) * entropy(&wdl, &batch.wdl[position])
                + f(config.policy_weight) * entropy(&logits, &batch.policy[range]));
    }
    total / batch.weight.iter().map(|&x| f(x)).sum::<f64>()
}

fn gradients(learner: &Learner, batch: &Batch) -> (Losses, Weights) {
    let trained = learner.trained.as_ref().unwrap();
    learner.pool.install(|| learner.gradients(&trained.net, batch))
}

#[test]
fn every_parameter_group_has_the_gradient_of_finite_differences() {
    let learner = learner();
    let batch = batch(24, 0);
    let (_, found) = gradients(&learner, &batch);
    for (group, tensor) in found.tensors().into_iter().enumerate() {
        // The steepest parameters of the group, and a few whatever they are.
        let mut order: Vec<usize> = (0..tensor.data.len()).collect();
        order.sort_by(|&a, &b| tensor.data[b].abs().total_cmp(&tensor.data[a].abs()));
        assert!(tensor.data[order[0]].abs() > 1e-4, "{} has no gradient", tensor.name);
        let picked = order.iter().take(12).chain(order.iter().step_by(order.len().div_ceil(8)));
        for &at in picked {
            let moved = |by: f32| {
                let mut weights = learner.raw.clone();
                weights.tensors_mut()[group].data[at] += by;
                let exact = weights.tensors()[group].data[at] - learner.raw.tensors()[group].data[at];
                (loss(&weights, &batch), f64::from(exact))
            };
            let ((up, step), (down, back)) = (moved(3e-5), moved(-3e-5));
            let expected = (up - down) / (step - back);
            let error = (expected - f64::from(tensor.data[at])).abs();
            assert!(
                error < 2e-5 + 0.02 * expected.abs(),
                "{}[{at}]: {}, expected {expected}",
                tensor.name,
                tensor.data[at]
            );
        }
    }
}

/// The same net all in burn: rows and embeddings by `select`, the losses by burn's own functions.
fn all_in_burn(net: &PieceCellNet, batch: &Batch, device: &Device) -> (Tensor<1>, Tensor<1>, Vec<[Vec<f32>; 2]>) {
    let index = |codes: Vec<i64>| {
        let n = codes.len();
        Tensor::<1, Int>::from_data(TensorData::new(codes, [n]), device)
    };
    let vector = |x: &[f32]| Tensor::<1>::from_data(TensorData::new(x.to_vec(), [x.len()]), device);
    let total: f32 = batch.weight.iter().sum();
    let (mut value_loss, mut policy_loss) = (vector(&[0.0]), vector(&[0.0]));
    let mut outputs = Vec::new();
    for position in 0..batch.len() {
        let rows = index(batch.rows_of(position).iter().map(|&r| r.into()).collect());
        let sum = net.rows.val().select(0, rows.clone()).sum_dim(0) + net.row_bias.val().unsqueeze();
        let clipped = sum.clamp(0.0, 1.0);
        let hidden = clipped.clone() * clipped;
        let neck = relu(hidden.clone().matmul(net.neck.val()) + net.neck_bias.val().unsqueeze());
        let skip: Tensor<2> = net.skip.val().select(0, rows).sum().unsqueeze();
        let wdl = neck.matmul(net.value.val())
            + net.value_bias.val().unsqueeze()
            + skip.matmul(vector(&[1.0, 0.0, -1.0]).unsqueeze());
        let weight = batch.weight[position] / total;
        let target: Tensor<2> = vector(&batch.wdl[position]).unsqueeze();
        value_loss = value_loss - (log_softmax(wdl.clone(), 1) * target).sum() * weight;
        let mut output = [floats(&wdl.into_data()).to_vec(), Vec::new()];
        let range = batch.moves_of(position);
        if !range.is_empty() {
            let moves = &batch.moves[range.clone()];
            let indices = index(moves.iter().map(|m| m.index.into()).collect());
            let features = index(moves.iter().map(|m| m.feature.into()).collect());
            let p = hidden.matmul(net.policy.val()) + net.policy_bias.val().unsqueeze();
            let logits: Tensor<2> = p.matmul(net.moves.val().select(0, indices.clone()).transpose())
                + net.move_bias.val().select(0, indices).unsqueeze()
                + net.move_features.val().select(0, features).unsqueeze();
            let target: Tensor<2> = vector(&batch.policy[range]).unsqueeze();
            policy_loss = policy_loss - (log_softmax(logits.clone(), 1) * target).sum() * weight;
            output[1] = floats(&logits.into_data()).to_vec();
        }
        outputs.push(output);
    }
    (value_loss, policy_loss, outputs)
}

#[test]
fn the_fast_path_is_the_same_net_all_in_burn() {
    let learner = learner();
    let batch = batch(16, 5);
    let (losses, found) = gradients(&learner, &batch);
    let net = &learner.trained.as_ref().unwrap().net;
    let (value, policy, _) = all_in_burn(net, &batch, &learner.device);
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-5, "{a}, expected {b}");
    close(losses.value, value.clone().into_scalar::<f32>().into());
    let with_target: f32 =
        (0..16).filter(|&i| batch.policy[batch.moves_of(i)].iter().sum::<f32>() > 0.0).map(|i| batch.weight[i]).sum();
    let share = f64::from(with_target / batch.weight.iter().sum::<f32>());
    close(losses.policy * share, policy.clone().into_scalar::<f32>().into());

    let mut judged = (value * 0.8 + policy * 1.3).backward();
    let mut expected = Weights::zeros(shape());
    macro_rules! fetch {
        ($($field:ident),+) => {
            $(expected.$field = floats(&net.$field.val().grad_remove(&mut judged).unwrap().into_data()).to_vec();)+
        };
    }
    fetch!(
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
    for (found, expected) in found.tensors().iter().zip(expected.tensors()) {
        for (at, (a, b)) in found.data.iter().zip(expected.data).enumerate() {
            assert!((a - b).abs() < 1e-6 + 1e-4 * b.abs(), "{}[{at}]: {a}, expected {b}", found.name);
        }
    }
}

#[test]
fn the_reference_kernel_is_the_same_net_all_in_burn() {
    let learner = learner();
    let batch = batch(30, 9);
    let net = &learner.trained.as_ref().unwrap().net;
    let (_, _, outputs) = all_in_burn(net, &batch, &learner.device);
    let mut kernel = ReferenceKernel::new(&learner.raw).unwrap();
    let mut logits = Vec::new();
    for (position, [wdl, expected]) in outputs.iter().enumerate() {
        let encoded =
            Encoded { rows: batch.rows_of(position).to_vec(), moves: batch.moves[batch.moves_of(position)].to_vec() };
        let found: [f32; 3] = kernel.evaluate(&encoded, &mut logits).into();
        let wanted: [f32; 3] = crate::net::Wdl::from_logits([wdl[0], wdl[1], wdl[2]]).into();
        for (a, b) in found.iter().zip(&wanted).chain(logits.iter().zip(expected)) {
            assert!((a - b).abs() < 1e-4, "position {position}: {a}, expected {b}");
        }
    }
}

#[test]
fn a_saved_learner_goes_on_bit_for_bit() {
    let folder = tempfile::tempdir().unwrap();
    let mut learner = learner();
    for seed in 0..7 {
        learner.step(&batch(40, seed)).unwrap();
        learner.save(folder.path()).unwrap();
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 4, "older states are removed");
    let mut loaded = Learner::load(folder.path(), &config()).unwrap();
    assert_eq!(loaded.steps(), 7);
    for seed in 7..12 {
        assert_eq!(learner.step(&batch(40, seed)).unwrap(), loaded.step(&batch(40, seed)).unwrap());
    }
    assert_eq!(learner.raw_weights(), loaded.raw_weights());
    assert_eq!(learner.ema_weights(), loaded.ema_weights());
}

#[test]
fn a_damaged_state_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut learner = learner();
    learner.step(&batch(40, 0)).unwrap();
    learner.save(folder.path()).unwrap();
    for name in ["learner.json", "raw-1.safetensors", "ema-1.safetensors", "optimizer-1.bpk"] {
        let path = folder.path().join(name);
        let good = std::fs::read(&path).unwrap();
        let mut bad = good.clone();
        let digit = good.iter().rposition(u8::is_ascii_digit).unwrap();
        bad[digit] ^= 1;
        for damaged in [&bad, &good[..good.len() / 2]] {
            std::fs::write(&path, damaged).unwrap();
            let error = Learner::load(folder.path(), &config()).unwrap_err().to_string();
            assert!(error.contains(name), "{error}");
        }
        std::fs::write(&path, good).unwrap();
    }
    Learner::load(folder.path(), &config()).unwrap();
    assert!(Learner::load(&folder.path().join("none"), &config()).is_err());
}

#[test]
fn one_seed_gives_the_same_bits_with_any_number_of_threads() {
    let run = |threads| {
        let config = LearnerConfig { threads, ..config() };
        let mut learner = Learner::new(shape(), vec![0.1; 60], &config, 4).unwrap();
        for seed in 0..5 {
            learner.step(&batch(300, seed)).unwrap();
        }
        learner.raw_weights()
    };
    let one = run(1);
    assert_eq!(one, run(1));
    assert_eq!(one, run(3));
}

#[test]
fn a_fresh_net_has_the_skip_for_value_and_no_preference_among_moves() {
    let shape = NetShape::new(1000, 128, 200, 30);
    let skip: Vec<f32> = (0..1000).map(|i| (i % 7) as f32 * 0.1 - 0.3).collect();
    let learner = Learner::new(shape, skip.clone(), &LearnerConfig::default(), 1).unwrap();
    let mut kernel = ReferenceKernel::new(&learner.raw_weights()).unwrap();
    let rows: Vec<u16> = (0..45).map(|i| i * 21).collect();
    let moves = (0..40).map(|i| MoveCode { index: i * 4, feature: i % 30 }).collect();
    let s: f32 = rows.iter().map(|&r| skip[usize::from(r)]).sum();
    let mut logits = Vec::new();
    let found: [f32; 3] = kernel.evaluate(&Encoded { rows, moves }, &mut logits).into();
    let expected: [f32; 3] = crate::net::Wdl::from_logits([s, 0.0, -s]).into();
    assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 0.03), "{found:?}, expected {expected:?}");
    assert!(logits.iter().all(|z| z.abs() < 0.6), "{logits:?}");
}

#[test]
fn learns_a_batch_by_heart() {
    let config = LearnerConfig { lr: 1e-2, ema: 0.9, ..config() };
    let mut learner = Learner::new(shape(), vec![0.0; 60], &config, 2).unwrap();
    let batch = batch(40, 3);
    let first = learner.step(&batch).unwrap();
    let last = (0..200).map(|_| learner.step(&batch).unwrap()).last().unwrap();
    assert!(last.policy_top1 > 0.9 && first.policy_top1 < 0.7, "{first:?} {last:?}");
    let average = Learner::from_weights(&learner.ema_weights(), &config).unwrap().step(&batch).unwrap();
    // The targets' own entropy is the floor.
    let entropy =
        |target: &[f32]| -> f64 { target.iter().filter(|&&t| t > 0.0).map(|&t| f64::from(-t * t.ln())).sum() };
    let total: f64 = batch.weight.iter().map(|&w| f64::from(w)).sum();
    let floor: f64 = (0..40).map(|i| f64::from(batch.weight[i]) * entropy(&batch.wdl[i])).sum::<f64>() / total;
    for (name, m) in [("raw", last), ("average", average)] {
        assert!(m.value_loss > floor - 1e-6 && m.value_loss < floor + 0.05, "{name}: {m:?}, floor {floor}");
    }
}

#[test]
fn a_diverged_step_keeps_its_batch_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut weights = Weights::random(shape(), 3);
    weights.value.fill(f32::MAX);
    let mut learner = Learner::from_weights(&weights, &config()).unwrap().with_failure_dir(folder.path().join("bad"));
    let batch = batch(10, 0);
    let error = learner.step(&batch).unwrap_err();
    let LearnError::NotFinite { step: 0, what: "value loss", saved } = &error else { panic!("{error}") };
    assert_eq!(Batch::load(saved).unwrap(), batch);
    assert_eq!(learner.raw_weights(), weights);
    assert!(matches!(learner.step(&batch), Err(LearnError::NotFinite { .. })), "the learner can still be used");
}
