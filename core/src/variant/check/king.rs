//! Mistakes in what a king may do once.

use super::Problems;
use crate::board::Board;
use crate::variant::{CastlingSpec, KingLeapSpec, KingSpec, Variant};

/// Most homes of castling rooks a side: with the king they fill four bits.
const MAX_ROOKS: usize = 3;

/// Most castlings: their number is packed into a move.
const MAX_CASTLINGS: usize = 200;

impl Problems {
    pub(super) fn king(&mut self, variant: &Variant, king: &KingSpec, board: Option<&Board>) {
        self.cell("king.home", &king.home, board);
        if king.leap.is_none() && king.castlings.is_empty() {
            self.add("king", "has neither `leap` nor `castling`; leave the section out");
        }
        if let (Some(leap), Some(board)) = (&king.leap, board) {
            self.leap(variant, king, leap, board);
        }
        if king.castlings.len() > MAX_CASTLINGS {
            let message = format!("{} castlings; expected at most {MAX_CASTLINGS}", king.castlings.len());
            self.add("king.castling", message);
        }
        let mut homes: Vec<&str> = Vec::new();
        for (i, castling) in king.castlings.iter().enumerate() {
            let key = format!("king.castling[{i}]");
            if !is_castling_name(&castling.name) {
                let message = format!("`{}`: expected letters with dashes between them, such as `O-O`", castling.name);
                self.add(format!("{key}.name"), message);
            }
            if king.castlings[..i].iter().any(|c| c.name == castling.name) {
                self.add(format!("{key}.name"), format!("two castlings are called `{}`", castling.name));
            }
            self.castling(&key, king, castling, board);
            for rook in &castling.rooks {
                if !homes.contains(&rook.from.as_str()) {
                    homes.push(&rook.from);
                }
            }
        }
        if homes.len() > MAX_ROOKS {
            let message = format!("rooks castle from {}; expected at most {MAX_ROOKS} homes", homes.join(", "));
            self.add("king.castling", message);
        }
    }

    /// A leap that is also a step would be one move told in two ways.
    fn leap(&mut self, variant: &Variant, king: &KingSpec, leap: &KingLeapSpec, board: &Board) {
        let Some(home) = board.named(&king.home) else {
            return;
        };
        let royal = variant.pieces.iter().filter(|p| p.royal);
        let vectors = royal.flat_map(|p| &p.moves).flat_map(|ride| {
            let named = ride.along.map_or(Vec::new(), |set| board.vectors(set));
            ride.vectors.clone().unwrap_or(named)
        });
        let steps: Vec<_> = vectors.filter_map(|v| board.step(home, v)).collect();
        let mut leaps = board.vectors(leap.along).into_iter().filter_map(|v| board.step(home, v));
        if let Some(cell) = leaps.find(|cell| steps.contains(cell)) {
            let message = format!("leads to {}, where the king steps anyway", board.name(cell));
            self.add("king.leap.along", message);
        }
    }

    fn castling(&mut self, key: &str, king: &KingSpec, castling: &CastlingSpec, board: Option<&Board>) {
        self.cell(format!("{key}.king"), &castling.king, board);
        if castling.king == king.home {
            self.add(format!("{key}.king"), format!("`{}` is the king's home", king.home));
        }
        for (i, name) in castling.passes.iter().enumerate() {
            let key = format!("{key}.passes[{i}]");
            self.cell(&key, name, board);
            self.once(&key, name, &castling.passes[..i]);
            if *name == king.home || *name == castling.king {
                self.add(&key, format!("the king does not pass `{name}`, it starts or lands there"));
            } else if castling.rooks.iter().any(|rook| rook.from == *name) {
                self.add(&key, format!("a rook that castles stands on `{name}`, which must be empty"));
            }
        }
        if !(1..=2).contains(&castling.rooks.len()) {
            let message = format!("{} rooks; expected one or two", castling.rooks.len());
            self.add(format!("{key}.rook"), message);
        }
        for (i, rook) in castling.rooks.iter().enumerate() {
            let key = format!("{key}.rook[{i}]");
            self.cell(format!("{key}.from"), &rook.from, board);
            self.cell(format!("{key}.to"), &rook.to, board);
            for (j, name) in rook.via.iter().enumerate() {
                self.cell(format!("{key}.via[{j}]"), name, board);
            }
            if rook.from == king.home {
                self.add(format!("{key}.from"), format!("`{}` is the king's home", king.home));
            }
            if rook.to == rook.from {
                self.add(format!("{key}.to"), format!("`{}` is where the rook stands", rook.to));
            }
            if rook.to == castling.king {
                self.add(format!("{key}.to"), format!("the king lands on `{}`", rook.to));
            }
            let earlier = &castling.rooks[..i];
            if earlier.iter().any(|r| r.from == rook.from) {
                self.add(format!("{key}.from"), format!("two rooks come from `{}`", rook.from));
            }
            if earlier.iter().any(|r| r.to == rook.to) {
                self.add(format!("{key}.to"), format!("two rooks land on `{}`", rook.to));
            }
        }
    }
}

/// Whether nothing else in a game's text is written like it: moves have no dash there, and no letter begins a result or number.
fn is_castling_name(name: &str) -> bool {
    let inner = name.strip_prefix(|c: char| c.is_ascii_alphabetic());
    let last = name.ends_with(|c: char| c.is_ascii_alphanumeric());
    let inside = |rest: &str| rest.contains('-') && rest.chars().all(|c| c == '-' || c.is_ascii_alphanumeric());
    last && inner.is_some_and(inside)
}
