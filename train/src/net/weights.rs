//! A net's weights on the host: what the learner publishes, files hold and the kernel compiles.

use super::code::NetShape;
use super::file::WeightsError;

/// The weights of one piece-cell net, row-major, one vector a tensor. The formulas are in the [module](super) docs.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    /// The sizes below.
    pub shape: NetShape,
    /// `[rows, hidden]`: what each input row adds to the accumulator.
    pub rows: Vec<f32>,
    /// `[hidden]`: where the accumulator starts.
    pub row_bias: Vec<f32>,
    /// `[rows]`: what each input row adds to the win logit and takes from the loss logit, a piece-square value.
    pub skip: Vec<f32>,
    /// `[hidden, neck]`.
    pub neck: Vec<f32>,
    /// `[neck]`.
    pub neck_bias: Vec<f32>,
    /// `[neck, 3]`: to the win, draw and loss logits.
    pub value: Vec<f32>,
    /// `[3]`.
    pub value_bias: Vec<f32>,
    /// `[hidden, policy]`.
    pub policy: Vec<f32>,
    /// `[policy]`.
    pub policy_bias: Vec<f32>,
    /// `[moves, policy]`: one embedding a (from, to) pair.
    pub moves: Vec<f32>,
    /// `[moves]`.
    pub move_bias: Vec<f32>,
    /// `[move_features]`: the scalar table.
    pub move_features: Vec<f32>,
}

/// One tensor of a [`Weights`] with its name and shape.
#[derive(Debug, Clone)]
pub struct TensorView<T> {
    /// Its name: the field's, and the tensor's in the file.
    pub name: &'static str,
    /// Its shape; a vector has one axis.
    pub dims: Vec<usize>,
    /// Its values.
    pub data: T,
}

/// Lists the fields once, for shared and for exclusive access.
macro_rules! list_tensors {
    ($weights:ident, $($borrow:tt)+) => {{
        let s = $weights.shape;
        let view = |name, dims: &[usize]| (name, dims.to_vec());
        let named = [
            view("rows", &[s.rows, s.hidden]),
            view("row_bias", &[s.hidden]),
            view("skip", &[s.rows]),
            view("neck", &[s.hidden, s.neck]),
            view("neck_bias", &[s.neck]),
            view("value", &[s.neck, 3]),
            view("value_bias", &[3]),
            view("policy", &[s.hidden, s.policy]),
            view("policy_bias", &[s.policy]),
            view("moves", &[s.moves, s.policy]),
            view("move_bias", &[s.moves]),
            view("move_features", &[s.move_features]),
        ];
        let data = [
            $($borrow)+ $weights.rows,
            $($borrow)+ $weights.row_bias,
            $($borrow)+ $weights.skip,
            $($borrow)+ $weights.neck,
            $($borrow)+ $weights.neck_bias,
            $($borrow)+ $weights.value,
            $($borrow)+ $weights.value_bias,
            $($borrow)+ $weights.policy,
            $($borrow)+ $weights.policy_bias,
            $($borrow)+ $weights.moves,
            $($borrow)+ $weights.move_bias,
            $($borrow)+ $weights.move_features,
        ];
        named.into_iter().zip(data).map(|((name, dims), data)| TensorView { name, dims, data }).collect()
    }};
}

impl Weights {
    /// All-zero weights of a shape.
    pub fn zeros(shape: NetShape) -> Self {
        let mut weights = Self {
            shape,
            rows: Vec::new(),
            row_bias: Vec::new(),
            skip: Vec::new(),
            neck: Vec::new(),
            neck_bias: Vec::new(),
            value: Vec::new(),
            value_bias: Vec::new(),
            policy: Vec::new(),
            policy_bias: Vec::new(),
            moves: Vec::new(),
            move_bias: Vec::new(),
            move_features: Vec::new(),
        };
        for tensor in weights.tensors_mut() {
            *tensor.data = vec![0.0; tensor.dims.iter().product()];
        }
        weights
    }

    /// Each tensor by name, always in the same order.
    pub fn tensors(&self) -> Vec<TensorView<&Vec<f32>>> {
        list_tensors!(self, &)
    }

    /// Each tensor by name, to be written; keep the lengths.
    pub fn tensors_mut(&mut self) -> Vec<TensorView<&mut Vec<f32>>> {
        list_tensors!(self, &mut)
    }

    /// Number of weights in all tensors together.
    pub fn parameter_count(&self) -> usize {
        self.tensors().iter().map(|tensor| tensor.data.len()).sum()
    }

    /// Checks the shape, the length of each tensor, and that each value is finite.
    ///
    /// # Errors
    /// The first tensor at fault, with what was expected.
    pub fn check(&self) -> Result<(), WeightsError> {
        self.shape.validate()?;
        for tensor in self.tensors() {
            let expected: usize = tensor.dims.iter().product();
            if tensor.data.len() != expected {
                return Err(WeightsError::Length { tensor: tensor.name, expected, found: tensor.data.len() });
            }
            if let Some(at) = tensor.data.iter().position(|x| !x.is_finite()) {
                return Err(WeightsError::NotFinite { tensor: tensor.name, at, found: tensor.data[at] });
            }
        }
        Ok(())
    }
}
