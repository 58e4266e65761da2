//! The evaluator's net: what it reads, its weights and their files, and how it runs during search.
//!
//! The boundary has two sides. Search sees a [`NetKernel`]: one position in, win/draw/loss and move logits out. The trainer
//! sees a [`Learn`](crate::learn::Learn): a batch in, better [`Weights`] out. Everything between the two belongs to a
//! [`Family`], chosen in the config by name; a second family joins by adding a variant there.
//!
//! The piece-cell family, with `B` positions, `H` hidden units and the active rows `R` of one position:
//!
//! ```text
//! accumulator [H] = row_bias + sum over R of rows[r]        (rows: [rows, H])
//! hidden      [H] = clamp(accumulator, 0, 1)^2
//! neck       [32] = relu(hidden . neck + neck_bias)
//! wdl logits  [3] = neck . value + value_bias + (s, 0, -s)  with s = sum over R of skip[r]
//! p          [32] = hidden . policy + policy_bias
//! logit(m)        = p . moves[m.index] + move_bias[m.index] + move_features[m.feature]
//! ```
//!
//! Nothing here knows chess: positions and moves arrive as integer codes.

mod code;
mod family;
mod file;
mod init;
mod kernel;
mod lanes;
mod module;
mod reference;
mod weights;

pub(crate) use code::WIDTH;
pub use code::{Encoded, MoveCode, NetShape, ShapeError, Wdl};
pub use family::{Family, NetKernel};
pub use file::WeightsError;
pub use kernel::PieceCellKernel;
pub use reference::ReferenceKernel;
pub use weights::{TensorView, Weights};

pub(crate) use file::{checksum, write_atomically};
pub(crate) use module::{PieceCellNet, floats};
