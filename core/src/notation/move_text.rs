//! Moves as text.

use crate::bits::{BitSet, Cell};
use crate::error::MoveError;
use crate::layout::Layout;
use crate::moves::{Kind, Move, MoveList, Special};
use crate::position::{Open, Position};
use crate::rules::Rules;
use crate::variant::MoveText;

impl<L: Layout> Rules<L> {
    /// A move in the variant's notation.
    pub fn move_text(&self, pos: &Position<L>, m: Move) -> String {
        match self.variant.notation.moves {
            MoveText::Plain => self.bare_text(m),
            MoveText::Dash => self.dash_text(m, "-"),
            MoveText::Ctl => self.ctl_text(pos, m),
        }
    }

    /// From, to and promotion letter without anything between: unique in every position, for protocols and files.
    pub fn bare_text(&self, m: Move) -> String {
        if let Special::Castling(i) = m.special() {
            return self.sides[0].castlings[i as usize].name.clone();
        }
        let mut text = format!("{}{}", self.board.name(m.from()), self.board.name(m.to()));
        if let Some(kind) = m.promotion() {
            text.push(self.kinds[kind.index()].letter.to_ascii_lowercase());
        }
        text + self.ep_mark(m)
    }

    /// Tells a capture en passant from a step to the same cell, where the pawn has both.
    fn ep_mark(&self, m: Move) -> &'static str {
        if self.ep_marked && m.special() == Special::EnPassant { "ep" } else { "" }
    }

    fn dash_text(&self, m: Move, between: &str) -> String {
        if let Special::Castling(i) = m.special() {
            return self.sides[0].castlings[i as usize].name.clone();
        }
        let to = if m.to() == m.from() { String::new() } else { format!("{between}{}", self.board.name(m.to())) };
        let promotion = m.promotion().map_or(String::new(), |k| format!("={}", self.kinds[k.index()].letter));
        format!("{}{to}{promotion}{}", self.board.name(m.from()), self.ep_mark(m))
    }

    fn ctl_text(&self, pos: &Position<L>, m: Move) -> String {
        let us = pos.side();
        let mut text = self.dash_text(m, "");
        if !matches!(m.special(), Special::Castling(_)) && m.from() != m.to() {
            let letter = |kind: Kind| {
                if kind == Kind::PAWN { String::new() } else { self.kinds[kind.index()].letter.to_string() }
            };
            let victim = match (m.special(), pos.open()) {
                (Special::EnPassant | Special::Scornful, Open::Passed { pawn, .. } | Open::Scorned { pawn, .. }) => {
                    Some(pawn)
                }
                _ => pos.color(!us).has(m.to()).then_some(m.to()),
            };
            let taken = victim.and_then(|cell| pos.kind_at(cell)).map_or(String::new(), letter);
            let between = match (m.special(), pos.open()) {
                (Special::EnPassant, Open::Passed { cells: [first, last], .. }) if first != last && m.to() == first => {
                    "@@"
                }
                (Special::EnPassant | Special::Scornful, _) => "@",
                _ if victim.is_some() => "×",
                _ => "-",
            };
            let waits =
                m.kind() == Kind::PAWN && m.promotion().is_none() && self.sides[us.index()].pawns.zone.has(m.to());
            let promotion = m.promotion().map_or(String::new(), |k| format!("={}", self.kinds[k.index()].letter));
            let (from, to) = (self.board.name(m.from()), self.board.name(m.to()));
            let (waits, ep) = (if waits { "=&" } else { "" }, self.ep_mark(m));
            text = format!("{}{from}{between}{taken}{to}{promotion}{waits}{ep}", letter(m.kind()));
        }
        let mut next = *pos;
        self.play(&mut next, m);
        if self.in_check(&next) {
            text.push_str(if self.count_legal(&next) == 0 { "#" } else { self.check_mark(&next) });
        }
        text
    }

    /// `++` for a double check, `+^` for one from a neighbour or a leap, `+∞` from afar.
    fn check_mark(&self, pos: &Position<L>) -> &'static str {
        let king = pos.king(pos.side());
        let checkers = self.attackers(pos, king, !pos.side());
        if checkers.several() {
            return "++";
        }
        let far = |cell: Cell| {
            let kind = pos.kind_at(cell).unwrap_or_default();
            !self.attacks(!pos.side(), kind, cell, !L::Set::EMPTY).has(king)
                || self.sides[(!pos.side()).index()].riders.iter().any(|riders| {
                    riders.kinds().contains(&kind) && !self.rides[riders.ride].between(king, cell).is_empty()
                })
        };
        if checkers.cells().any(far) { "+∞" } else { "+^" }
    }

    /// Reads a move: the variant's own notation, `f5-f6=Q`, or `f5f6q`; case does not matter where cells are clear.
    ///
    /// # Errors
    /// If the text is not a move or not a legal one.
    pub fn parse_move(&self, pos: &Position<L>, text: &str) -> Result<Move, MoveError> {
        let mut list = MoveList::new();
        self.legal_moves(pos, &mut list);
        let wanted = normal(text);
        let ctl = self.variant.notation.moves == MoveText::Ctl;
        let own_letters = if ctl { normal(&self.own_letters(text)) } else { String::new() };
        let spelt = |m: &&Move| {
            let long = || normal(&self.move_text(pos, **m));
            normal(&self.bare_text(**m)) == wanted
                || normal(&self.dash_text(**m, "")) == wanted
                || ctl && [&wanted, &own_letters].contains(&&long())
        };
        if let Some(&m) = list.iter().find(spelt) {
            return Ok(m);
        }
        Err(self.why_not(pos, text))
    }

    /// A text with other letters for men replaced by the variant's own: `QE1×TE5`, `A23=Q`. A letter stands for a man if it
    /// comes before that of a file or after `=`; a pawn's is left out where it may be.
    fn own_letters(&self, text: &str) -> String {
        let chars: Vec<char> = text.chars().collect();
        let mut own = String::new();
        for (i, &c) in chars.iter().enumerate() {
            let promotes = i > 0 && chars[i - 1] == '=';
            let first = i == 0 || !chars[i - 1].is_alphanumeric();
            let before_file = first && chars.get(i + 1).is_some_and(|c| c.is_alphabetic());
            match self.kind_of_letter(c).filter(|_| promotes || before_file) {
                Some(Kind::PAWN) if before_file => {}
                Some(kind) => own.push(self.kinds[kind.index()].letter),
                None => own.push(c),
            }
        }
        own
    }

    fn why_not(&self, pos: &Position<L>, text: &str) -> MoveError {
        let syntax = |expected: String| MoveError::Syntax { text: text.into(), expected };
        let names: Vec<&Cell> = self.board.cells().iter().collect();
        let lower = text.to_lowercase();
        // A piece's letter may come first.
        let bare = lower.get(1..).filter(|_| self.variant.notation.moves == MoveText::Ctl).unwrap_or(&lower);
        let start = names.iter().filter(|c| {
            let name = self.board.name(***c).to_lowercase();
            lower.starts_with(&name) || bare.starts_with(&name)
        });
        let Some(&&&from) = start.max_by_key(|c| self.board.name(***c).len()).as_ref() else {
            return syntax(format!("expected a cell of {} first, as in `{}`", self.variant.name, self.example()));
        };
        let illegal = |reason: String| MoveError::Illegal { text: text.into(), reason };
        match pos.at(from) {
            None => illegal(format!("{} is empty", self.board.name(from))),
            Some((color, kind)) if color != pos.side() => {
                illegal(format!("the {} on {} is {color}'s", self.kinds[kind.index()].name, self.board.name(from)))
            }
            Some((_, kind)) => {
                illegal(format!("the {} on {} cannot do that", self.kinds[kind.index()].name, self.board.name(from)))
            }
        }
    }

    fn example(&self) -> String {
        let mut list = MoveList::new();
        self.legal_moves(&self.start, &mut list);
        list.first().map_or(String::new(), |&m| self.move_text(&self.start, m))
    }
}

/// Lower case without separators and check marks.
fn normal(text: &str) -> String {
    let skip = |c: &char| !matches!(c, '-' | '‐' | '=' | '×' | '*' | '@' | '+' | '#' | '^' | '∞' | '!' | '?');
    text.chars().filter(skip).flat_map(char::to_lowercase).collect()
}
