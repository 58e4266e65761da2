//! The plain data a net reads and answers: shapes, input codes, win/draw/loss.

use serde::{Deserialize, Serialize};

/// The width of the neck and of the move embeddings; the kernel is compiled for it.
pub(crate) const WIDTH: usize = 32;

/// The largest hidden layer the kernel is compiled for.
pub(crate) const MAX_HIDDEN: usize = 256;

/// The sizes of a piece-cell net, which fix the shape of each tensor in [`Weights`](super::Weights).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetShape {
    /// Number of input rows; a position switches on a few dozen of them.
    pub rows: usize,
    /// Hidden units: a multiple of 32 up to 256.
    pub hidden: usize,
    /// Units between the hidden layer and the win/draw/loss logits: 32.
    pub neck: usize,
    /// Length of a move's embedding: 32.
    pub policy: usize,
    /// Number of distinct (from, to) pairs that a [`MoveCode::index`] may name.
    pub moves: usize,
    /// Length of the scalar table that a [`MoveCode::feature`] indexes.
    pub move_features: usize,
}

/// A [`NetShape`] that no net can have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("net shape: {field} is {found}, expected {expected}")]
pub struct ShapeError {
    /// The field of [`NetShape`] at fault.
    pub field: &'static str,
    /// Its value.
    pub found: usize,
    /// What it may be.
    pub expected: &'static str,
}

impl NetShape {
    /// A shape with the standard neck and move embedding.
    pub fn new(rows: usize, hidden: usize, moves: usize, move_features: usize) -> Self {
        Self { rows, hidden, neck: WIDTH, policy: WIDTH, moves, move_features }
    }

    /// Checks that a net of this shape can be built.
    ///
    /// # Errors
    /// The first field outside its range.
    pub fn validate(&self) -> Result<(), ShapeError> {
        let index = "1 to 65536, the range of a 16-bit code";
        let codes = |n: usize| (1..=1 << 16).contains(&n);
        let rules = [
            ("rows", self.rows, codes(self.rows), index),
            (
                "hidden",
                self.hidden,
                self.hidden.is_multiple_of(WIDTH) && (WIDTH..=MAX_HIDDEN).contains(&self.hidden),
                "a multiple of 32 from 32 to 256",
            ),
            ("neck", self.neck, self.neck == WIDTH, "32"),
            ("policy", self.policy, self.policy == WIDTH, "32"),
            ("moves", self.moves, codes(self.moves), index),
            ("move_features", self.move_features, codes(self.move_features), index),
        ];
        match rules.into_iter().find(|rule| !rule.2) {
            Some((field, found, _, expected)) => Err(ShapeError { field, found, expected }),
            None => Ok(()),
        }
    }
}

/// One position as the net reads it. Clear and refill one value instead of making new ones: its vectors keep their memory.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Encoded {
    /// The active input rows, each below [`NetShape::rows`]. A row named twice counts twice.
    pub rows: Vec<u16>,
    /// The legal moves, in the order in which the logits are wanted.
    pub moves: Vec<MoveCode>,
}

impl Encoded {
    /// Empties both lists and keeps their memory.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.moves.clear();
    }
}

/// One legal move as the net reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveCode {
    /// Row of the move embeddings, below [`NetShape::moves`].
    pub index: u16,
    /// Entry of the scalar table, below [`NetShape::move_features`].
    pub feature: u16,
}

/// Probabilities of the result for the side to move; they sum to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wdl {
    /// The side to move wins.
    pub win: f32,
    /// Drawn.
    pub draw: f32,
    /// The side to move loses.
    pub loss: f32,
}

impl Wdl {
    /// The softmax of the three logits in the order win, draw, loss.
    pub fn from_logits(logits: [f32; 3]) -> Self {
        // Shifted by the largest logit, so that no exponential overflows.
        let top = logits[0].max(logits[1]).max(logits[2]);
        let raised = logits.map(|z| (z - top).exp());
        let scale = 1.0 / (raised[0] + raised[1] + raised[2]);
        let [win, draw, loss] = raised.map(|e| e * scale);
        Self { win, draw, loss }
    }

    /// Win minus loss, from -1 to 1.
    pub fn value(self) -> f32 {
        self.win - self.loss
    }
}

impl From<Wdl> for [f32; 3] {
    fn from(wdl: Wdl) -> Self {
        [wdl.win, wdl.draw, wdl.loss]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_outside_their_range_name_the_field() {
        let good = NetShape::new(4400, 128, 3500, 900);
        assert_eq!(good.validate(), Ok(()));
        let bad = NetShape { hidden: 100, ..good };
        assert_eq!(
            bad.validate().unwrap_err().to_string(),
            "net shape: hidden is 100, expected a multiple of 32 from 32 to 256"
        );
        let bad = NetShape { rows: 70_000, ..good };
        assert_eq!(bad.validate().unwrap_err().field, "rows");
        assert_eq!(NetShape { neck: 16, ..good }.validate().unwrap_err().field, "neck");
        assert_eq!(NetShape { moves: 0, ..good }.validate().unwrap_err().field, "moves");
    }

    #[test]
    fn wdl_survives_huge_logits() {
        let wdl = Wdl::from_logits([900.0, 0.0, -900.0]);
        assert_eq!((wdl.win, wdl.draw, wdl.loss), (1.0, 0.0, 0.0));
        assert_eq!(wdl.value(), 1.0);
    }
}
