//! A record's bytes. All numbers are little-endian:
//!
//! ```text
//! record    flags u8 (1: FEN) | generation u32 | seed u64 | termination u8 | winner u8 | white's score f32
//!           [FEN: length u16, text] | plies u32 | ply ...
//! ply       value and E u16 | move | flags u8 | policy moves u16 | (probability and E u16 | move) ...
//! move      from u8 | to u8 [ promotion u8 | special u8 ]
//! ```
//!
//! `E`, the highest bit of the number before a move, says whether the move's last two bytes are there.

use super::{Fraction, GameRecord, PlyFlags, PlyRecord, StoredMove, Termination};
use hexcore::Color;

const EXTENDED: u16 = 1 << 15;
const HAS_FEN: u8 = 1;

/// Appends a record's bytes.
///
/// # Errors
/// What is too large for the format.
pub(super) fn encode(game: &GameRecord, into: &mut Vec<u8>) -> Result<(), String> {
    into.push(if game.start.is_some() { HAS_FEN } else { 0 });
    into.extend(game.generation.to_le_bytes());
    into.extend(game.seed.to_le_bytes());
    let code = Termination::ALL.iter().position(|t| *t == game.termination);
    into.push(code.unwrap_or_default() as u8);
    into.push(game.winner.map_or(0, |color| 1 + color.index() as u8));
    into.extend(game.white_score.to_le_bytes());
    if let Some(fen) = &game.start {
        let length =
            u16::try_from(fen.len()).map_err(|_| format!("a FEN of {} bytes, expected fewer than 65536", fen.len()))?;
        into.extend(length.to_le_bytes());
        into.extend(fen.as_bytes());
    }
    let plies = u32::try_from(game.plies.len()).map_err(|_| "2^32 plies or more".to_string())?;
    into.extend(plies.to_le_bytes());
    for ply in &game.plies {
        put_move(ply.value, ply.played, into);
        into.push(ply.flags.bits());
        let moves = ply.policy.len();
        let count =
            u16::try_from(moves).map_err(|_| format!("a policy of {moves} moves, expected fewer than 65536"))?;
        into.extend(count.to_le_bytes());
        for &(m, probability) in &ply.policy {
            put_move(probability, m, into);
        }
    }
    Ok(())
}

fn put_move(number: Fraction, m: StoredMove, into: &mut Vec<u8>) {
    let extended = m.promotion != 0 || m.special != 0;
    let bits = number.bits() | if extended { EXTENDED } else { 0 };
    into.extend(bits.to_le_bytes());
    into.extend([m.from, m.to]);
    if extended {
        into.extend([m.promotion, m.special]);
    }
}

/// The record of these bytes, all of them.
///
/// # Errors
/// What is wrong and what was expected.
pub(super) fn decode(bytes: &[u8]) -> Result<GameRecord, String> {
    let mut input = Input(bytes);
    let flags = input.byte()?;
    if flags & !HAS_FEN != 0 {
        return Err(format!("record flags {flags:#04x}, expected 0 or 1"));
    }
    let generation = u32::from_le_bytes(input.take()?);
    let seed = u64::from_le_bytes(input.take()?);
    let code = input.byte()?;
    let termination = *Termination::ALL
        .get(usize::from(code))
        .ok_or_else(|| format!("termination {code}, expected at most {}", Termination::ALL.len() - 1))?;
    let winner = match input.byte()? {
        0 => None,
        1 => Some(Color::White),
        2 => Some(Color::Black),
        n => return Err(format!("winner {n}, expected 0, 1 or 2")),
    };
    let white_score = f32::from_le_bytes(input.take()?);
    if !(0.0..=1.0).contains(&white_score) {
        return Err(format!("White's score is {white_score}, expected 0 to 1"));
    }
    let start = if flags & HAS_FEN != 0 { Some(input.text()?) } else { None };
    let count = u32::from_le_bytes(input.take()?);
    // No capacity from an unchecked number: each ply takes at least seven bytes.
    let mut plies = Vec::with_capacity((count as usize).min(input.0.len() / 7));
    for _ in 0..count {
        plies.push(input.ply()?);
    }
    if !input.0.is_empty() {
        return Err(format!("{} bytes after the last ply, expected none", input.0.len()));
    }
    Ok(GameRecord { start, generation, seed, plies, termination, winner, white_score })
}

/// What is still to be read.
struct Input<'a>(&'a [u8]);

impl Input<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let (head, rest) = self.0.split_first_chunk().ok_or("the record ends too early")?;
        self.0 = rest;
        Ok(*head)
    }

    fn byte(&mut self) -> Result<u8, String> {
        self.take::<1>().map(|[byte]| byte)
    }

    fn text(&mut self) -> Result<String, String> {
        let length = usize::from(u16::from_le_bytes(self.take()?));
        let (text, rest) = self.0.split_at_checked(length).ok_or("the record ends in its FEN")?;
        self.0 = rest;
        String::from_utf8(text.to_vec()).map_err(|_| "the FEN is not UTF-8".into())
    }

    fn number_and_move(&mut self) -> Result<(Fraction, StoredMove), String> {
        let bits = u16::from_le_bytes(self.take()?);
        let [from, to] = self.take()?;
        let [promotion, special] = if bits & EXTENDED != 0 { self.take()? } else { [0; 2] };
        Ok((Fraction::from_bits(bits), StoredMove { from, to, promotion, special }))
    }

    fn ply(&mut self) -> Result<PlyRecord, String> {
        let (value, played) = self.number_and_move()?;
        let flags = PlyFlags::from_bits(self.byte()?);
        let count = usize::from(u16::from_le_bytes(self.take()?));
        let mut policy = Vec::with_capacity(count.min(self.0.len() / 4));
        for _ in 0..count {
            let (probability, m) = self.number_and_move()?;
            policy.push((m, probability));
        }
        Ok(PlyRecord { played, value, flags, policy })
    }
}
