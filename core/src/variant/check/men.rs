//! Mistakes in the kinds of men and how they ride.

use super::{MAX_KINDS, Problems};
use crate::board::Board;
use crate::variant::{MoveSpec, PieceSpec, Variant};

impl Problems {
    pub(super) fn men(&mut self, variant: &Variant, board: Option<&Board>) {
        let kinds = variant.pieces.len() + usize::from(variant.pawn.is_none());
        if kinds > MAX_KINDS {
            let message = format!("{kinds} kinds of men, a pawn included; expected at most {MAX_KINDS}");
            self.add("piece", message);
        }
        let royal: Vec<usize> = (0..variant.pieces.len()).filter(|&i| variant.pieces[i].royal).collect();
        if royal.is_empty() {
            self.add("piece", "no piece is royal; expected exactly one with `royal = true`");
        }
        for &second in royal.iter().skip(1) {
            let message =
                format!("`{}` is royal already; expected exactly one royal piece", variant.pieces[royal[0]].name);
            self.add(format!("piece[{second}].royal"), message);
        }
        for (i, piece) in variant.pieces.iter().enumerate() {
            self.names(i, piece, &variant.pieces[..i]);
            let key = format!("piece[{i}].value");
            if !piece.value.is_finite() || piece.value < 0.0 {
                self.add(key, format!("{}: expected a number from 0", piece.value));
            } else if piece.royal && piece.value != 0.0 {
                self.add(key, format!("{}: a royal piece has no price; expected 0", piece.value));
            }
            let key = format!("piece[{i}].moves");
            let pawn = variant.pawn.as_ref().map(|p| &p.piece);
            let is_pawn = pawn == Some(&piece.name);
            // Which piece was meant to be the pawn is unknown where its name is.
            let pawn_known = pawn.is_none_or(|name| variant.pieces.iter().any(|p| p.name == *name));
            if is_pawn && !piece.moves.is_empty() {
                self.add(key, "the pawn moves as the `pawn` section says; expected none here");
            } else if !is_pawn && pawn_known && piece.moves.is_empty() {
                self.add(key, format!("`{}` has no moves and is not the pawn", piece.name));
            }
            for (j, ride) in piece.moves.iter().enumerate() {
                let key = format!("piece[{i}].moves[{j}]");
                self.ride(&key, ride, board);
                if let Some(first) = piece.moves[..j].iter().position(|other| other == ride) {
                    self.add(key.as_str(), format!("the same as moves[{first}]"));
                }
                if piece.royal && ride.max != Some(1) {
                    self.add(format!("{key}.max"), "a royal piece steps or leaps; expected 1");
                }
            }
        }
    }

    fn names(&mut self, i: usize, piece: &PieceSpec, earlier: &[PieceSpec]) {
        if piece.name.is_empty() || piece.name.chars().any(char::is_uppercase) {
            let message = format!("`{}`: expected a name in lower case", piece.name);
            self.add(format!("piece[{i}].name"), message);
        }
        if earlier.iter().any(|p| p.name == piece.name) {
            self.add(format!("piece[{i}].name"), format!("two pieces are called `{}`", piece.name));
        }
        for (key, letters) in [("letter", piece.letter.to_string()), ("aliases", piece.aliases.clone())] {
            for letter in letters.chars() {
                let key = format!("piece[{i}].{key}");
                if !letter.is_ascii_uppercase() {
                    self.add(key, format!("`{letter}`: expected an upper case letter, A to Z"));
                } else if let Some(owner) = earlier.iter().find(|p| p.letter == letter || p.aliases.contains(letter)) {
                    self.add(key, format!("`{letter}` stands for `{}` already", owner.name));
                }
            }
        }
        if piece.aliases.contains(piece.letter) {
            let message = format!("`{}` is the letter itself; expected other letters", piece.letter);
            self.add(format!("piece[{i}].aliases"), message);
        }
    }

    fn ride(&mut self, key: &str, ride: &MoveSpec, board: Option<&Board>) {
        match (&ride.along, &ride.vectors) {
            (Some(_), Some(_)) => self.add(key, "has both `along` and `vectors`; expected one of them"),
            (None, None) => self.add(key, "has neither `along` nor `vectors`; expected one of them"),
            (None, Some(vectors)) => self.vectors(&format!("{key}.vectors"), vectors, board),
            (Some(_), None) => {}
        }
        if ride.min == 0 {
            self.add(format!("{key}.min"), "0: expected at least 1 step");
        }
        if let Some(max) = ride.max.filter(|&max| max < ride.min.max(1)) {
            let message = format!("{max}: expected at least `min`, which is {}", ride.min.max(1));
            self.add(format!("{key}.max"), message);
        }
    }
}
