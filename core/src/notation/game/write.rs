//! Writing games.

use super::{GameText, RESULT, SET_UP, VARIANT, is_ctl};
use crate::layout::Layout;
use crate::moves::Color;
use crate::variant::FenOrder;
use std::fmt;

/// Lines are broken before they get so long.
const WIDTH: usize = 80;

impl<L: Layout> fmt::Display for GameText<'_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_comments(|_| None))
    }
}

impl<L: Layout> GameText<'_, L> {
    /// The game's text, with what `comment` has to say of each ply, from 0, behind its move.
    pub fn with_comments(&self, comment: impl Fn(usize) -> Option<String>) -> String {
        let rules = self.game.rules();
        let ctl = is_ctl(rules.variant.notation.moves);
        let variant = if ctl { &rules.variant.title } else { &rules.variant.name };
        let result = rules.result_text(self.white_score);
        let mut text = tag(VARIANT, variant);
        let start = &self.game.positions()[0];
        if *start != rules.start() {
            let by_lines = ctl && rules.variant.notation.fen == FenOrder::Lines;
            text += &tag(SET_UP[usize::from(by_lines)], &rules.fen(start));
        }
        self.tags.iter().for_each(|(name, value)| text += &tag(name, value));
        text += &tag(RESULT, &result);
        text.push('\n');
        let mut lines = Lines { text, width: 0 };
        let moves = self.game.moves().iter().zip(self.game.positions());
        for (ply, (&m, pos)) in moves.enumerate() {
            let last = ply + 1 == self.game.ply();
            let mut word = match pos.side() {
                Color::White => format!("{}. ", pos.number()),
                Color::Black if ply == 0 && ctl => format!("{}. …, ", pos.number()),
                Color::Black if ply == 0 => format!("{}... ", pos.number()),
                Color::Black => String::new(),
            };
            word += &rules.move_text(pos, m);
            let comment = comment(ply).map(|c| c.replace(['{', '}'], "")).filter(|c| !c.is_empty());
            if ctl && pos.side() == Color::White && !last && comment.is_none() {
                word.push(',');
            }
            lines.add(&word);
            if let Some(comment) = comment {
                lines.add(&format!("{{{comment}}}"));
            }
            if ctl && last {
                lines.add(":");
            }
        }
        lines.end();
        lines.text + &result + "\n"
    }
}

fn tag(name: &str, value: &str) -> String {
    let plain: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("[{name} \"{}\"]\n", plain.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Words in lines of a width.
struct Lines {
    text: String,
    width: usize,
}

impl Lines {
    fn add(&mut self, word: &str) {
        let width = word.chars().count();
        if self.width > 0 && self.width + 1 + width > WIDTH {
            self.end();
        }
        if self.width > 0 {
            self.text.push(' ');
            self.width += 1;
        }
        self.text.push_str(word);
        self.width += width;
    }

    fn end(&mut self) {
        if self.width > 0 {
            self.text.push('\n');
        }
        self.width = 0;
    }
}
