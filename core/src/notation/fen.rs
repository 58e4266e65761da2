//! FEN: placement by ranks, by files or by lines; side; rights, where the variant has any; special capture; clock; number.

use super::Field;
use crate::bits::{BitSet, Cell};
use crate::error::{FenError, excerpt};
use crate::layout::Layout;
use crate::moves::{Color, Kind};
use crate::position::{Position, Rights};
use crate::rules::Rules;
use crate::variant::FenOrder;
use std::fmt::Write;

impl<L: Layout> Rules<L> {
    /// Reads a position.
    ///
    /// # Errors
    /// The field and column that is wrong and what was expected.
    pub fn parse_fen(&self, text: &str) -> Result<Position<L>, FenError> {
        let pos = self.parse_setup(text)?;
        self.check_position(&pos).map_err(|message| FenError { field: "placement", column: 1, message })?;
        Ok(pos)
    }

    /// Reads a set-up: as [`parse_fen`](Rules::parse_fen), but a pawn may stand on a cell on which it should have
    /// promoted, where it only stands. No game leads there; suites of test positions do.
    ///
    /// # Errors
    /// The field and column that is wrong and what was expected.
    pub fn parse_setup(&self, text: &str) -> Result<Position<L>, FenError> {
        let mut fields = split(text);
        let mut next = |name: &'static str, expected: &str| {
            let missing = FenError {
                field: name,
                column: text.chars().count() + 1,
                message: format!("missing; expected {expected}"),
            };
            fields.next().map(|(text, column)| Field { name, text, column }).ok_or(missing)
        };
        let mut pos = Position::empty();
        self.parse_placement(next("placement", "the men")?, &mut pos)?;
        let side = next("side", "`w` or `b`")?;
        pos.side = match side.text {
            "w" => Color::White,
            "b" => Color::Black,
            other => return Err(side.error(0, format!("`{}`; expected `w` or `b`", excerpt(other)))),
        };
        let placement = Field { name: "placement", text, column: 1 };
        if self.has_rights() {
            pos.rights = self.parse_rights(next("rights", "unmoved kings and rooks")?, &pos)?;
        }
        let special = next("special", "`-` or the special capture that is open")?;
        let clock = next("clock", "plies since the last capture or pawn move")?;
        let number = next("number", "the move number")?;
        pos.clock = parse_number(clock, 0)?;
        pos.number = parse_number(number, 1)?;
        if let Some((text, column)) = fields.next() {
            return Err(
                Field { name: "number", text, column }.error(0, format!("`{}` after the last field", excerpt(text)))
            );
        }
        self.check_men(&pos).map_err(|message| placement.error(0, message))?;
        pos.open = self.parse_special(special, &pos)?;
        pos.hash = self.full_hash(&pos);
        self.check_setup(&pos).map_err(|message| placement.error(0, message))?;
        Ok(pos)
    }

    /// Writes a position.
    pub fn fen(&self, pos: &Position<L>) -> String {
        let mut text = self.placement(pos);
        let _ = write!(text, " {}", if pos.side == Color::White { 'w' } else { 'b' });
        if self.has_rights() {
            let _ = write!(text, " {}", self.rights_text(pos));
        }
        let _ = write!(text, " {} {} {}", self.special_text(pos), pos.clock, pos.number);
        text
    }

    fn check_men(&self, pos: &Position<L>) -> Result<(), String> {
        for color in Color::BOTH {
            let kings = pos.men(color, self.royal).count();
            if kings != 1 {
                return Err(format!("{color} has {kings} kings; expected exactly one"));
            }
        }
        Ok(())
    }

    /// The cells of each placement group with its number.
    fn groups(&self) -> Vec<(u16, Vec<Cell>)> {
        let mut groups: Vec<(u16, Vec<Cell>)> = Vec::new();
        let by_file = self.variant.notation.fen == FenOrder::Files;
        for &cell in self.board.cells() {
            let key = if by_file { self.board.coord(cell).file as u16 } else { self.board.number(cell) };
            match groups.iter_mut().find(|(k, _)| *k == key) {
                Some((_, cells)) => cells.push(cell),
                None => groups.push((key, vec![cell])),
            }
        }
        groups.sort_by_key(|(key, _)| if by_file { *key as i32 } else { -(*key as i32) });
        for (_, cells) in &mut groups {
            cells.sort_by_key(|&c| self.board.coord(c));
        }
        groups
    }

    fn placement(&self, pos: &Position<L>) -> String {
        let lines = self.variant.notation.fen == FenOrder::Lines;
        let mut text = String::new();
        for (i, (key, cells)) in self.groups().iter().enumerate() {
            if lines && cells.iter().all(|&c| !pos.occupied().has(c)) {
                continue;
            }
            if lines {
                let _ = write!(text, "/{key}:");
            } else if i > 0 {
                text.push('/');
            }
            let mut empty = 0;
            for &cell in cells {
                let Some((color, kind)) = pos.at(cell) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    let _ = write!(text, "{empty}");
                    empty = 0;
                }
                text.push(self.letter(color, kind));
            }
            if empty > 0 {
                let _ = write!(text, "{empty}");
            }
        }
        if lines {
            text.push('/');
        }
        text
    }

    fn letter(&self, color: Color, kind: Kind) -> char {
        let letter = self.kinds[kind.index()].letter;
        if color == Color::White { letter } else { letter.to_ascii_lowercase() }
    }

    fn parse_placement(&self, field: Field, pos: &mut Position<L>) -> Result<(), FenError> {
        let groups = self.groups();
        let lines = self.variant.notation.fen == FenOrder::Lines;
        let mut body = field.text;
        let mut offset = 0;
        if lines {
            let inner = field.text.strip_prefix('/').and_then(|t| t.strip_suffix('/'));
            (body, offset) =
                (inner.ok_or_else(|| field.error(0, "expected lines between slashes, `/28:v/27:dk/`"))?, 1);
        }
        let parts: Vec<&str> = body.split('/').collect();
        if !lines && parts.len() != groups.len() {
            return Err(field.error(0, format!("{} groups; expected {}", parts.len(), groups.len())));
        }
        let mut above = u16::MAX;
        for (i, part) in parts.iter().enumerate() {
            if !lines {
                self.parse_group(field, offset, part, &groups[i].1, true, pos)?;
            } else {
                let (number, content) = part
                    .split_once(':')
                    .ok_or_else(|| field.error(offset, format!("`{}`; expected `line:men`", excerpt(part))))?;
                let group = number.parse::<u16>().ok().and_then(|n| groups.iter().find(|(key, _)| *key == n));
                let (key, cells) =
                    group.ok_or_else(|| field.error(offset, format!("no line `{}` on this board", excerpt(number))))?;
                if *key >= above {
                    return Err(field.error(offset, format!("line {key} after line {above}; expected falling numbers")));
                }
                above = *key;
                self.parse_group(field, offset + number.len() + 1, content, cells, false, pos)?;
            }
            offset += part.len() + 1;
        }
        Ok(())
    }

    fn parse_group(
        &self,
        field: Field,
        offset: usize,
        text: &str,
        cells: &[Cell],
        whole: bool,
        pos: &mut Position<L>,
    ) -> Result<(), FenError> {
        let (mut at, mut run) = (0usize, None::<usize>);
        let over =
            |i: usize| field.error(offset + i, format!("more than the {} cells there are in this group", cells.len()));
        for (i, c) in text.char_indices() {
            if let Some(digit) = c.to_digit(10) {
                let n = run.unwrap_or(0) * 10 + digit as usize;
                if n == 0 || at + n > cells.len() {
                    return Err(over(i));
                }
                run = Some(n);
                continue;
            }
            at += run.take().unwrap_or(0);
            let kind = self.kind_of_letter(c);
            let kind =
                kind.ok_or_else(|| field.error(offset + i, format!("`{c}` is no piece of {}", self.variant.name)))?;
            let cell = *cells.get(at).ok_or_else(|| over(i))?;
            let color = if c.is_uppercase() { Color::White } else { Color::Black };
            self.put(pos, cell, color, kind);
            at += 1;
        }
        at += run.unwrap_or(0);
        if whole && at != cells.len() {
            return Err(field.error(offset, format!("{at} cells; expected {} in this group", cells.len())));
        }
        Ok(())
    }

    /// The kind with this letter in either case, aliases included.
    pub fn kind_of_letter(&self, letter: char) -> Option<Kind> {
        let upper = letter.to_ascii_uppercase();
        let named = |k: &crate::rules::KindInfo| k.exists && (k.letter == upper || k.aliases.contains(upper));
        self.kinds.iter().position(named).map(Kind::new)
    }

    fn has_rights(&self) -> bool {
        self.sides[0].king_home.is_some()
    }

    /// Rook homes with their side of the king, in the order in which the rights field writes them.
    fn rights_order(&self, color: Color) -> Vec<(char, u8)> {
        let side = &self.sides[color.index()];
        let Some(king) = side.king_home else { return Vec::new() };
        let rook = |&(i, _): &(usize, &Cell)| {
            let home = side.castlings.iter().flat_map(|c| &c.rooks).find(|r| r.0 == i);
            let kind = home.and_then(|r| self.start.kind_at(r.1));
            (kind.map_or('R', |k| self.kinds[k.index()].letter), 1 << (4 * color as u8 + 1 + i as u8))
        };
        let left = |&(_, c): &(usize, &Cell)| self.board.coord(*c) < self.board.coord(king);
        let homes = || side.rook_homes.iter().enumerate();
        let mut order: Vec<(char, u8)> = homes().filter(left).map(|h| rook(&h)).collect();
        order.push((self.kinds[self.royal.index()].letter, 1 << (4 * color as u8)));
        order.extend(homes().filter(|h| !left(h)).map(|h| rook(&h)));
        order
    }

    fn rights_text(&self, pos: &Position<L>) -> String {
        let mut text = String::new();
        for color in Color::BOTH {
            let order = self.rights_order(color);
            if !pos.rights.king(color) {
                text.push('-');
                continue;
            }
            let letters = order.iter().filter(|(_, bit)| pos.rights.0 & bit != 0).map(|&(letter, _)| letter);
            text.extend(letters.map(|l| if color == Color::White { l } else { l.to_ascii_lowercase() }));
        }
        text
    }

    fn parse_rights(&self, field: Field, pos: &Position<L>) -> Result<Rights, FenError> {
        // Every combination of one side is a text of its own; at most eight each.
        let texts = |color: Color| -> Vec<(String, u8)> {
            let order = self.rights_order(color);
            let king = 1u8 << (4 * color as u8);
            let mut texts = vec![("-".to_string(), 0)];
            for choice in 0..1u32 << order.len() {
                let chosen = || order.iter().enumerate().filter(|(i, _)| choice >> i & 1 != 0).map(|(_, o)| o);
                let bits = chosen().fold(0, |set, (_, bit)| set | bit);
                if bits & king != 0 {
                    let letters =
                        chosen().map(|&(l, _)| if color == Color::White { l } else { l.to_ascii_lowercase() });
                    texts.push((letters.collect(), bits));
                }
            }
            texts
        };
        let (white, black) = (texts(Color::White), texts(Color::Black));
        let bits = white
            .iter()
            .filter_map(|(w, bits)| Some((field.text.strip_prefix(w.as_str())?, bits)))
            .find_map(|(rest, bits)| black.iter().find(|(b, _)| b == rest).map(|(_, more)| bits | more));
        let bits = bits.ok_or_else(|| {
            field.error(
                0,
                format!(
                    "`{}`; expected unmoved men of White, then Black, `RKRrkr` or `-` for a side without",
                    excerpt(field.text)
                ),
            )
        })?;
        for color in Color::BOTH {
            let side = &self.sides[color.index()];
            let homes = side.king_home.iter().map(|&c| (c, self.royal, 0)).chain(
                side.rook_homes
                    .iter()
                    .enumerate()
                    .filter_map(|(i, &c)| self.home_kind(color, c).map(|kind| (c, kind, 1 + i as u8))),
            );
            for (cell, kind, place) in homes {
                if bits >> (4 * color as u8 + place) & 1 != 0 && !pos.men(color, kind).has(cell) {
                    let (name, cell) = (&self.kinds[kind.index()].name, self.board.name(cell));
                    return Err(
                        field.error(0, format!("{color}'s {name} is said not to have moved, but is not on {cell}"))
                    );
                }
            }
        }
        Ok(Rights(bits))
    }

    /// What stands on a castling home at the start. While the start itself is read, any of the side's men will do.
    fn home_kind(&self, color: Color, cell: Cell) -> Option<Kind> {
        self.start.at(cell).filter(|&(c, _)| c == color).map(|(_, kind)| kind)
    }
}

fn split(text: &str) -> impl Iterator<Item = (&str, usize)> {
    text.split_whitespace().map(move |field| {
        let offset = field.as_ptr() as usize - text.as_ptr() as usize;
        (field, text[..offset].chars().count() + 1)
    })
}

fn parse_number(field: Field, unknown: u16) -> Result<u16, FenError> {
    if matches!(field.text, "?" | "-") {
        return Ok(unknown);
    }
    field
        .text
        .parse()
        .map_err(|_| field.error(0, format!("`{}`; expected a number from 0 to 65535", excerpt(field.text))))
}
