//! From a position to the codes a net reads, for any variant's cells and men.
//!
//! Everything is seen from the side to move: its men come first, and for Black the board is turned by the variant's
//! color flip. The variant's mirror, where it has one, gives a second frame of the same position.

mod frame;
mod moves;
mod rows;

pub use frame::{Frame, Frames};
pub use moves::MovePairs;

use crate::net::{Encoded, NetShape};
use hexcore::{AttackMaps, Color, Kind, Layout, Move, Position, Rules};

/// Attack states a man may be in besides standing there: attacked and defended, attacked by a cheaper man, attacked and
/// undefended.
pub const STATES: usize = 3;

/// Encodes positions of one variant.
#[derive(Clone, Debug)]
pub struct Encoder {
    cells: usize,
    kinds: usize,
    frames: Frames,
    pairs: MovePairs,
    promotions: Vec<Kind>,
}

impl Encoder {
    /// An encoder for positions of `rules`.
    pub fn new<L: Layout>(rules: &Rules<L>) -> Encoder {
        Encoder {
            cells: rules.board().len(),
            kinds: rules.kinds().len(),
            frames: Frames::new(rules.board()),
            pairs: MovePairs::new(rules),
            promotions: rules.promotions().to_vec(),
        }
    }

    /// The shape of a net that reads these codes.
    pub fn shape(&self, hidden: usize) -> NetShape {
        NetShape::new(self.rows(), hidden, self.pairs.len(), self.move_features())
    }

    /// Number of input rows: (1 + [`STATES`]) x 2 sides x kinds x cells.
    pub fn rows(&self) -> usize {
        (1 + STATES) * 2 * self.kinds * self.cells
    }

    /// Start values of the scalar skip, one a row: a man's worth in pawns, own men positive, nothing for states.
    pub fn material<L: Layout>(&self, rules: &Rules<L>, pawn: f32) -> Vec<f32> {
        let mut skip = vec![0.0; self.rows()];
        for (row, value) in skip.iter_mut().enumerate().take(2 * self.kinds * self.cells) {
            let (side, kind) = (row / (self.kinds * self.cells), row / self.cells % self.kinds);
            *value = pawn * rules.value(Kind::new(kind)) * if side == 0 { 1.0 } else { -1.0 };
        }
        skip
    }

    /// Whether the variant has a mirror.
    pub fn has_mirror(&self) -> bool {
        self.frames.mirrored.is_some()
    }

    /// Writes the rows of a position, and one code for each of `moves`, which must be legal here.
    ///
    /// `mirrored` shows the position in the variant's mirror; without one it changes nothing.
    pub fn encode<L: Layout>(
        &self,
        rules: &Rules<L>,
        pos: &Position<L>,
        moves: &[Move],
        mirrored: bool,
        out: &mut Encoded,
    ) {
        let maps = rules.attack_maps(pos);
        let frame = self.frames.of(pos.side(), mirrored);
        self.encode_rows(pos, &maps, frame, &mut out.rows);
        out.moves.clear();
        if !moves.is_empty() {
            self.encode_moves(rules, pos, moves, &maps, frame, &mut out.moves);
        }
    }

    /// Writes the rows alone.
    pub fn encode_value<L: Layout>(&self, rules: &Rules<L>, pos: &Position<L>, out: &mut Encoded) {
        self.encode(rules, pos, &[], false, out);
    }

    fn row(&self, state: usize, theirs: usize, kind: usize) -> usize {
        ((state * 2 + theirs) * self.kinds + kind) * self.cells
    }
}

/// The state of a man that is attacked, 1 to [`STATES`]; 0 if it is not.
fn state<L: Layout>(maps: &AttackMaps<L>, color: Color, kind: Kind, cell: hexcore::Cell) -> usize {
    use hexcore::BitSet;
    if !maps.all[(!color).index()].has(cell) {
        0
    } else if !maps.all[color.index()].has(cell) {
        3
    } else if maps.cheaper(!color, kind).has(cell) {
        2
    } else {
        1
    }
}
