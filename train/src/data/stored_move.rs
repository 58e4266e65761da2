//! Moves as files keep them.

use hexcore::{Layout, Move, Rules, Special};

/// A move by what it does: independent of the order in which moves are generated and of how positions lay out their
/// bits, but not of the variant's list of cells and kinds, which the rules id stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StoredMove {
    /// From, as the cell's index on the board.
    pub from: u8,
    /// To, likewise.
    pub to: u8,
    /// The kind a pawn becomes; 0 for none.
    pub promotion: u8,
    /// 0 nothing, 1 advance, 2 en passant, 3 scornful capture, 4 king's leap, 16 + i castling i.
    pub special: u8,
}

impl StoredMove {
    /// The stored form of a move.
    pub fn of<L: Layout>(rules: &Rules<L>, m: Move) -> Self {
        Self {
            from: rules.board().dense(m.from()) as u8,
            to: rules.board().dense(m.to()) as u8,
            promotion: m.promotion().map_or(0, |kind| kind.index() as u8),
            special: match m.special() {
                Special::None => 0,
                Special::Advance => 1,
                Special::EnPassant => 2,
                Special::Scornful => 3,
                Special::Leap => 4,
                Special::Castling(i) => 16 + i,
            },
        }
    }

    /// Its place in a list of legal moves.
    pub fn find<L: Layout>(self, rules: &Rules<L>, legal: &[Move]) -> Option<usize> {
        legal.iter().position(|&m| Self::of(rules, m) == self)
    }

    /// What it does, for error messages.
    pub fn describe<L: Layout>(self, rules: &Rules<L>) -> String {
        let name = |dense: u8| {
            let board = rules.board();
            let inside = usize::from(dense) < board.len();
            if inside { board.name(board.cell(dense.into())).to_string() } else { format!("cell {dense}") }
        };
        let mut text = format!("{} to {}", name(self.from), name(self.to));
        if self.promotion != 0 {
            let kind = rules.kinds().get(usize::from(self.promotion));
            text.push_str(&format!(", promotion to {}", kind.map_or("no kind", |kind| &kind.name)));
        }
        if self.special != 0 {
            text.push_str(&format!(", special {}", self.special));
        }
        text
    }
}
