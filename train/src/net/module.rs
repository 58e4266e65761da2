//! The piece-cell net as a burn module: where the parameters live while they are trained and when they go to a file.

use burn::module::{Module, Param, ParamId};
use burn::tensor::activation::relu;
use burn::tensor::{Device, Tensor, TensorData};

use super::code::NetShape;
use super::weights::Weights;

/// The tensors of [`Weights`] under the same names and shapes.
///
/// The two embedding tables (`rows`, `moves`) are read and trained through sparse host kernels; the layers between them run
/// in burn. Parameter ids are fixed, not random: the optimizer's state is keyed by them.
#[derive(Module, Debug)]
pub(crate) struct PieceCellNet {
    pub(crate) rows: Param<Tensor<2>>,
    pub(crate) row_bias: Param<Tensor<1>>,
    pub(crate) skip: Param<Tensor<1>>,
    pub(crate) neck: Param<Tensor<2>>,
    pub(crate) neck_bias: Param<Tensor<1>>,
    pub(crate) value: Param<Tensor<2>>,
    pub(crate) value_bias: Param<Tensor<1>>,
    pub(crate) policy: Param<Tensor<2>>,
    pub(crate) policy_bias: Param<Tensor<1>>,
    pub(crate) moves: Param<Tensor<2>>,
    pub(crate) move_bias: Param<Tensor<1>>,
    pub(crate) move_features: Param<Tensor<1>>,
}

/// What the dense layers make of the hidden layer.
pub(crate) struct Heads {
    /// `[B, 3]`: win, draw and loss logits without the skip.
    pub(crate) value: Tensor<2>,
    /// `[B, policy]`: what move embeddings are multiplied with.
    pub(crate) policy: Tensor<2>,
}

impl PieceCellNet {
    /// Puts weights on a device; on an autodiff device they are trainable.
    pub(crate) fn from_weights(weights: &Weights, device: &Device) -> Self {
        let s = weights.shape;
        let mut id = 0;
        let mut id = || {
            id += 1;
            ParamId::from(id)
        };
        Self {
            rows: parameter(id(), &weights.rows, [s.rows, s.hidden], device),
            row_bias: parameter(id(), &weights.row_bias, [s.hidden], device),
            skip: parameter(id(), &weights.skip, [s.rows], device),
            neck: parameter(id(), &weights.neck, [s.hidden, s.neck], device),
            neck_bias: parameter(id(), &weights.neck_bias, [s.neck], device),
            value: parameter(id(), &weights.value, [s.neck, 3], device),
            value_bias: parameter(id(), &weights.value_bias, [3], device),
            policy: parameter(id(), &weights.policy, [s.hidden, s.policy], device),
            policy_bias: parameter(id(), &weights.policy_bias, [s.policy], device),
            moves: parameter(id(), &weights.moves, [s.moves, s.policy], device),
            move_bias: parameter(id(), &weights.move_bias, [s.moves], device),
            move_features: parameter(id(), &weights.move_features, [s.move_features], device),
        }
    }

    /// Copies the parameters into `weights`, which has this net's shape.
    pub(crate) fn copy_to(&self, weights: &mut Weights) {
        fetch(&self.rows, &mut weights.rows);
        fetch(&self.row_bias, &mut weights.row_bias);
        fetch(&self.skip, &mut weights.skip);
        fetch(&self.neck, &mut weights.neck);
        fetch(&self.neck_bias, &mut weights.neck_bias);
        fetch(&self.value, &mut weights.value);
        fetch(&self.value_bias, &mut weights.value_bias);
        fetch(&self.policy, &mut weights.policy);
        fetch(&self.policy_bias, &mut weights.policy_bias);
        fetch(&self.moves, &mut weights.moves);
        fetch(&self.move_bias, &mut weights.move_bias);
        fetch(&self.move_features, &mut weights.move_features);
    }

    /// The dense layers: hidden `[B, hidden]` to both heads.
    pub(crate) fn heads(&self, hidden: Tensor<2>) -> Heads {
        let neck = relu(hidden.clone().matmul(self.neck.val()) + self.neck_bias.val().unsqueeze());
        Heads {
            value: neck.matmul(self.value.val()) + self.value_bias.val().unsqueeze(),
            policy: hidden.matmul(self.policy.val()) + self.policy_bias.val().unsqueeze(),
        }
    }

    /// The shape, read off the tensors.
    pub(crate) fn shape(&self) -> NetShape {
        let [rows, hidden] = self.rows.val().dims();
        let [_, neck] = self.neck.val().dims();
        let [moves, policy] = self.moves.val().dims();
        let [move_features] = self.move_features.val().dims();
        NetShape { rows, hidden, neck, policy, moves, move_features }
    }
}

fn parameter<const D: usize>(id: ParamId, values: &[f32], dims: [usize; D], device: &Device) -> Param<Tensor<D>> {
    let tensor = Tensor::from_data(TensorData::new(values.to_vec(), dims), device);
    Param::initialized(id, if device.is_autodiff() { tensor.require_grad() } else { tensor })
}

fn fetch<const D: usize>(parameter: &Param<Tensor<D>>, values: &mut Vec<f32>) {
    values.clear();
    values.extend_from_slice(floats(&parameter.val().into_data()));
}

/// The values of an f32 tensor; every tensor of this program is one.
pub(crate) fn floats(data: &TensorData) -> &[f32] {
    data.as_slice().expect("an f32 tensor")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_survive_the_module() {
        let weights = Weights::random(NetShape::new(60, 64, 30, 9), 3);
        for device in [Device::flex(), Device::flex().autodiff()] {
            let net = PieceCellNet::from_weights(&weights, &device);
            assert_eq!(net.shape(), weights.shape);
            let mut back = Weights::zeros(weights.shape);
            net.copy_to(&mut back);
            assert_eq!(back, weights);
        }
    }
}
