//! A batch of positions with their targets, packed.

use std::ops::Range;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::LearnError;
use crate::net::{Encoded, MoveCode, NetShape, write_atomically};

/// Positions and targets in ragged (CSR) form: the rows of position `i` are `rows[row_start[i]..row_start[i + 1]]`, its
/// moves and their policy targets `move_start[i]..move_start[i + 1]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Batch {
    /// Active input rows of all positions.
    pub rows: Vec<u16>,
    /// `[B + 1]`, starting with 0.
    pub row_start: Vec<u32>,
    /// Legal moves of all positions.
    pub moves: Vec<MoveCode>,
    /// `[B + 1]`, starting with 0.
    pub move_start: Vec<u32>,
    /// One target a move; they sum to 1 over a position, or are all zero where there is no policy target.
    pub policy: Vec<f32>,
    /// `[B, 3]`: target probabilities of win, draw and loss for the side to move.
    pub wdl: Vec<[f32; 3]>,
    /// `[B]`: weight of the position in both losses.
    pub weight: Vec<f32>,
}

impl Default for Batch {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            row_start: vec![0],
            moves: Vec::new(),
            move_start: vec![0],
            policy: Vec::new(),
            wdl: Vec::new(),
            weight: Vec::new(),
        }
    }
}

impl Batch {
    /// Adds a position.
    ///
    /// # Panics
    /// If `policy` does not hold one target for each move of `position`, or the batch passes 2^32 rows or moves.
    pub fn push(&mut self, position: &Encoded, policy: &[f32], wdl: [f32; 3], weight: f32) {
        assert_eq!(policy.len(), position.moves.len(), "one policy target a legal move");
        self.rows.extend_from_slice(&position.rows);
        self.moves.extend_from_slice(&position.moves);
        self.policy.extend_from_slice(policy);
        self.row_start.push(u32::try_from(self.rows.len()).expect("at most 2^32 rows"));
        self.move_start.push(u32::try_from(self.moves.len()).expect("at most 2^32 moves"));
        self.wdl.push(wdl);
        self.weight.push(weight);
    }

    /// Removes all positions and keeps the memory.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.row_start.truncate(1);
        self.moves.clear();
        self.move_start.truncate(1);
        self.policy.clear();
        self.wdl.clear();
        self.weight.clear();
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.wdl.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.wdl.is_empty()
    }

    /// The active rows of a position.
    pub fn rows_of(&self, position: usize) -> &[u16] {
        &self.rows[self.row_start[position] as usize..self.row_start[position + 1] as usize]
    }

    /// Where the moves of a position are in [`Batch::moves`] and [`Batch::policy`].
    pub fn moves_of(&self, position: usize) -> Range<usize> {
        self.move_start[position] as usize..self.move_start[position + 1] as usize
    }

    /// Checks that a net of this shape can learn from the batch: packing, codes, and targets that are distributions.
    ///
    /// # Errors
    /// The first position at fault.
    pub fn check(&self, shape: &NetShape) -> Result<(), LearnError> {
        let count = self.len();
        let packed = |starts: &[u32], end: usize| {
            starts.len() == count + 1 && starts[0] == 0 && starts.is_sorted() && starts[count] as usize == end
        };
        if !packed(&self.row_start, self.rows.len())
            || !packed(&self.move_start, self.moves.len())
            || self.policy.len() != self.moves.len()
            || self.weight.len() != count
        {
            return Err(LearnError::Batch {
                position: count,
                what: "the vectors' lengths do not fit together".to_owned(),
            });
        }
        for position in 0..count {
            if let Some(what) = self.fault(position, shape) {
                return Err(LearnError::Batch { position, what });
            }
        }
        if self.weight.iter().all(|&w| w == 0.0) {
            return Err(LearnError::EmptyBatch);
        }
        Ok(())
    }

    fn fault(&self, position: usize, shape: &NetShape) -> Option<String> {
        let rows = self.rows_of(position).iter().fold(0, |top, &row| top.max(row));
        if usize::from(rows) >= shape.rows {
            return Some(format!("row {rows}, expected one below {}", shape.rows));
        }
        let range = self.moves_of(position);
        let top = self.moves[range.clone()].iter().fold((0, 0), |top, m| (top.0.max(m.index), top.1.max(m.feature)));
        if usize::from(top.0) >= shape.moves {
            return Some(format!("move index {}, expected one below {}", top.0, shape.moves));
        }
        if usize::from(top.1) >= shape.move_features {
            return Some(format!("move feature {}, expected one below {}", top.1, shape.move_features));
        }
        let sums_to_one = |sum: f32| (sum - 1.0).abs() < 1e-3;
        let policy = &self.policy[range];
        let sum: f32 = policy.iter().sum();
        if !policy.iter().all(|&p| p >= 0.0) || !(sum == 0.0 || sums_to_one(sum)) {
            return Some(format!("policy targets sum to {sum}, expected none below 0 and a sum of 1 (or all zero)"));
        }
        let wdl = self.wdl[position];
        if !wdl.iter().all(|&p| p >= 0.0) || !sums_to_one(wdl.iter().sum()) {
            return Some(format!("win/draw/loss target {wdl:?}, expected probabilities with the sum 1"));
        }
        let weight = self.weight[position];
        (!(0.0..=1e6).contains(&weight)).then(|| format!("weight {weight}, expected 0 to 1000000"))
    }

    /// Writes the batch as JSON.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn save(&self, path: &Path) -> std::io::Result<()> {
        write_atomically(path, &serde_json::to_vec(self)?)
    }

    /// Reads what [`Batch::save`] wrote.
    ///
    /// # Errors
    /// A file that cannot be read or is not a batch.
    pub fn load(path: &Path) -> std::io::Result<Self> {
        Ok(serde_json::from_slice(&std::fs::read(path)?)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch() -> Batch {
        let mut batch = Batch::default();
        let moves = vec![MoveCode { index: 3, feature: 1 }, MoveCode { index: 0, feature: 0 }];
        batch.push(&Encoded { rows: vec![1, 4], moves }, &[0.25, 0.75], [1.0, 0.0, 0.0], 1.0);
        batch.push(&Encoded { rows: vec![2], moves: vec![] }, &[], [0.2, 0.5, 0.3], 2.0);
        batch
    }

    #[test]
    fn packs_and_clears() {
        let mut batch = batch();
        assert_eq!((batch.len(), batch.rows_of(0), batch.rows_of(1)), (2, &[1, 4][..], &[2][..]));
        assert_eq!((batch.moves_of(0), batch.moves_of(1)), (0..2, 2..2));
        batch.clear();
        assert_eq!(batch, Batch::default());
    }

    #[test]
    fn faults_name_the_position() {
        let shape = NetShape::new(5, 32, 4, 2);
        batch().check(&shape).unwrap();
        let message = |change: fn(&mut Batch)| {
            let mut batch = batch();
            change(&mut batch);
            batch.check(&shape).unwrap_err().to_string()
        };
        assert_eq!(message(|b| b.rows[2] = 5), "batch: position 1: row 5, expected one below 5");
        assert_eq!(message(|b| b.moves[0].index = 4), "batch: position 0: move index 4, expected one below 4");
        assert_eq!(message(|b| b.moves[1].feature = 2), "batch: position 0: move feature 2, expected one below 2");
        assert!(message(|b| b.policy[0] = f32::NAN).starts_with("batch: position 0: policy targets sum to NaN"));
        assert!(message(|b| b.wdl[1] = [0.0; 3]).starts_with("batch: position 1: win/draw/loss target"));
        assert!(message(|b| b.weight[1] = -1.0).starts_with("batch: position 1: weight -1"));
        assert!(message(|b| b.weight.clear()).contains("do not fit together"));
        assert!(message(|b| b.weight.fill(0.0)).contains("nothing to learn from"));
    }

    #[test]
    fn survives_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("batch.json");
        batch().save(&path).unwrap();
        assert_eq!(Batch::load(&path).unwrap(), batch());
    }
}
