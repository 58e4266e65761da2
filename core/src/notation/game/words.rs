//! A game text taken apart: tags and words with their places, comments and side lines left out.

use crate::error::{GameTextError, excerpt};

/// A part of a text and where it begins.
#[derive(Clone, Debug)]
pub(super) struct Word<'a> {
    pub(super) token: Token<'a>,
    pub(super) place: Place,
}

/// A place in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// From 1.
    line: usize,
    /// In characters, from 1.
    column: usize,
}

impl Place {
    /// So many characters further on in the line.
    pub(super) fn after(self, characters: usize) -> Place {
        Place { column: self.column + characters, ..self }
    }

    /// What is wrong here.
    pub(super) fn error(self, message: impl Into<String>) -> GameTextError {
        GameTextError { line: self.line, column: self.column, message: message.into() }
    }
}

#[derive(Clone, Debug)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`.
    Tag { name: &'a str, value: String },
    /// Anything else between blanks and commas.
    Word(&'a str),
}

/// The words of a text, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    text: &'a str,
    /// What is read already, in bytes.
    at: usize,
    place: Place,
}

impl<'a> Words<'a> {
    pub(super) fn new(text: &'a str) -> Words<'a> {
        // What some editors put first is no part of the text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Words { text, at: 0, place: Place { line: 1, column: 1 } }
    }

    /// Where the next character stands.
    pub(super) fn place(&self) -> Place {
        self.place
    }

    /// The next tag or word; none at the end.
    pub(super) fn next(&mut self) -> Result<Option<Word<'a>>, GameTextError> {
        loop {
            let Some(c) = self.peek() else { return Ok(None) };
            let place = self.place;
            match c {
                '%' if place.column == 1 => self.skip_line(),
                ';' => self.skip_line(),
                '{' => self.comment()?,
                '(' => self.side_line()?,
                '[' => return self.tag().map(|token| Some(Word { token, place })),
                ')' | '}' | ']' => return Err(place.error(format!("`{c}` without its opening bracket"))),
                c if parts(c) => self.bump(),
                _ => {
                    let start = self.at;
                    while self.peek().is_some_and(|c| !parts(c) && !";{}()[]".contains(c)) {
                        self.bump();
                    }
                    return Ok(Some(Word { token: Token::Word(&self.text[start..self.at]), place }));
                }
            }
        }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn bump(&mut self) {
        let Some(c) = self.peek() else { return };
        self.at += c.len_utf8();
        self.place = if c == '\n' { Place { line: self.place.line + 1, column: 1 } } else { self.place.after(1) };
    }

    fn skip_line(&mut self) {
        while self.peek().is_some_and(|c| c != '\n') {
            self.bump();
        }
    }

    fn comment(&mut self) -> Result<(), GameTextError> {
        let place = self.place;
        while let Some(c) = self.peek() {
            self.bump();
            if c == '}' {
                return Ok(());
            }
        }
        Err(place.error("a comment without its end: expected `}`"))
    }

    /// Moves that were not played, a draw offer `(=)`, or anything else in round brackets.
    fn side_line(&mut self) -> Result<(), GameTextError> {
        let place = self.place;
        let mut depth = 0usize;
        while let Some(c) = self.peek() {
            match c {
                '{' => {
                    self.comment()?;
                    continue;
                }
                ';' => {
                    self.skip_line();
                    continue;
                }
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            self.bump();
            if depth == 0 {
                return Ok(());
            }
        }
        Err(place.error("a side line without its end: expected `)`"))
    }

    fn tag(&mut self) -> Result<Token<'a>, GameTextError> {
        const FORM: &str = "expected a tag such as [White \"name\"]";
        self.bump();
        self.skip_blanks();
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_alphanumeric() || c == '_') {
            self.bump();
        }
        let name = &self.text[start..self.at];
        if name.is_empty() {
            return Err(self.place.error(FORM));
        }
        self.skip_blanks();
        if self.peek() != Some('"') {
            return Err(self.place.error(format!("{FORM}: expected `\"` after `{}`", excerpt(name))));
        }
        self.bump();
        let mut value = String::new();
        loop {
            match self.peek() {
                Some('"') => break,
                Some('\\') => {
                    self.bump();
                    if let Some(c @ ('"' | '\\')) = self.peek() {
                        value.push(c);
                        self.bump();
                    } else {
                        value.push('\\');
                    }
                }
                Some(c) if c != '\n' => {
                    // Nothing of a tag may disturb a terminal, or a file that it is written to again.
                    value.push(if c.is_control() { ' ' } else { c });
                    self.bump();
                }
                _ => return Err(self.place.error(format!("{FORM}: expected `\"` at the end of the value"))),
            }
        }
        self.bump();
        self.skip_blanks();
        if self.peek() != Some(']') {
            return Err(self.place.error(format!("{FORM}: expected `]`")));
        }
        self.bump();
        Ok(Token::Tag { name, value })
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|c| c == ' ' || c == '\t') {
            self.bump();
        }
    }
}

/// Whether a character parts words.
fn parts(c: char) -> bool {
    c.is_whitespace() || c == ','
}
