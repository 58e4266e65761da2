//! Reading games.

use super::words::{Place, Token, Word, Words};
use super::{GameText, RESULT, RULES, SET_UP, VARIANT};
use crate::error::{GameTextError, excerpt};
use crate::game::Game;
use crate::layout::Layout;
use crate::moves::Color;
use crate::rules::Rules;

/// Longer games are no games; their positions would fill the memory.
const MOST_PLIES: usize = 20_000;

impl<L: Layout> Rules<L> {
    /// Reads the one game of a text: tags, then moves in any notation that [`parse_move`](Rules::parse_move) knows, with or
    /// without numbers, then the result. Comments, side lines, marks and draw offers are passed over.
    ///
    /// # Errors
    /// The line and column that is wrong and what was expected.
    pub fn parse_game(&self, text: &str) -> Result<GameText<'_, L>, GameTextError> {
        let mut reader = Reader { rules: self, words: Words::new(text), ahead: None };
        let game = reader.game()?;
        let Some(game) = game else { return Err(reader.words.place().error("no game: expected tags or moves")) };
        match reader.take()? {
            None => Ok(game),
            Some(word) => Err(word.place.error("another game begins here: expected one game")),
        }
    }

    /// Reads all games of a text.
    ///
    /// # Errors
    /// The line and column that is wrong and what was expected.
    pub fn parse_games(&self, text: &str) -> Result<Vec<GameText<'_, L>>, GameTextError> {
        let mut reader = Reader { rules: self, words: Words::new(text), ahead: None };
        let mut games = Vec::new();
        while let Some(game) = reader.game()? {
            games.push(game);
        }
        Ok(games)
    }
}

struct Reader<'a, 'r, L: Layout> {
    rules: &'r Rules<L>,
    words: Words<'a>,
    /// A word that was looked at and belongs to what comes next.
    ahead: Option<Word<'a>>,
}

impl<'a, 'r, L: Layout> Reader<'a, 'r, L> {
    fn take(&mut self) -> Result<Option<Word<'a>>, GameTextError> {
        match self.ahead.take() {
            Some(word) => Ok(Some(word)),
            None => self.words.next(),
        }
    }

    /// The next game; none at the end.
    fn game(&mut self) -> Result<Option<GameText<'r, L>>, GameTextError> {
        let Some(mut head) = self.head()? else { return Ok(None) };
        let start = head.start.take().unwrap_or_else(|| Game::new(self.rules));
        let mut read = GameText { tags: head.tags, game: start, white_score: None };
        let told = self.moves(&mut read)?;
        let scores = |result: Told| result.white_score.map(|score| (score, result.place));
        if let (Some((tag, _)), Some((last, place))) = (head.result.and_then(scores), told.and_then(scores))
            && tag != last
        {
            let [tag, told] = [tag, last].map(|score| self.rules.result_text(Some(score)));
            return Err(
                place.error(format!("the result is told as {told}, but as {tag} in the tag: expected the same"))
            );
        }
        // The tag stands in for a last word that is missing.
        read.white_score = self.agreed(&read.game, told.or(head.result))?;
        Ok(Some(read))
    }

    /// The tags of a game; none if nothing at all is left.
    fn head(&mut self) -> Result<Option<Head<'r, L>>, GameTextError> {
        let mut head = Head { tags: Vec::new(), start: None, result: None };
        let mut any = false;
        while let Some(Word { token, place }) = self.take()? {
            any = true;
            match token {
                Token::Tag { name: VARIANT, value } => self.variant(&value, place)?,
                Token::Tag { name: RESULT, value } => head.result = Some(self.result(&value, place)?),
                Token::Tag { name, value } if SET_UP.contains(&name) => {
                    if head.start.is_some() {
                        return Err(place.error("a second start position: expected one"));
                    }
                    let start = Game::from_fen(self.rules, &value);
                    head.start = Some(start.map_err(|e| place.error(format!("tag {name}: {e}")))?);
                }
                Token::Tag { name, value } => {
                    if name == RULES {
                        self.rules_tag(&value, place)?;
                    }
                    head.tags.push((name.to_string(), value));
                }
                token @ Token::Word(_) => {
                    self.ahead = Some(Word { token, place });
                    break;
                }
            }
        }
        Ok(any.then_some(head))
    }

    /// Plays the moves up to the result, which is returned with its place, the next game's tags or the end.
    fn moves(&mut self, read: &mut GameText<'r, L>) -> Result<Option<Told>, GameTextError> {
        while let Some(word) = self.take()? {
            let text = match &word.token {
                Token::Word(text) => *text,
                Token::Tag { .. } => {
                    self.ahead = Some(word);
                    return Ok(None);
                }
            };
            if is_result(text) {
                return self.result(text, word.place).map(Some);
            }
            let Some(m) = move_of(text) else { continue };
            if read.game.ply() >= MOST_PLIES {
                return Err(word.place.error(format!("more than {MOST_PLIES} plies")));
            }
            let before = text[..m.as_ptr() as usize - text.as_ptr() as usize].chars().count();
            read.game.play_text(m).map_err(|e| word.place.after(before).error(e.to_string()))?;
        }
        Ok(None)
    }

    fn variant(&self, value: &str, place: Place) -> Result<(), GameTextError> {
        let variant = &self.rules.variant;
        if value.eq_ignore_ascii_case(&variant.name) || value.eq_ignore_ascii_case(&variant.title) {
            return Ok(());
        }
        Err(place.error(format!("a game of `{}`: expected `{}`", excerpt(value), variant.name)))
    }

    /// The same name does not make the same rules.
    fn rules_tag(&self, value: &str, place: Place) -> Result<(), GameTextError> {
        let ours = format!("{:016x}", self.rules.id());
        if value.eq_ignore_ascii_case(&ours) {
            return Ok(());
        }
        let (told, name) = (excerpt(value), &self.rules.variant.name);
        Err(place.error(format!(
            "a game by the rules {told}, but those of `{name}` are {ours}: expected the file it was played by"
        )))
    }

    fn result(&self, text: &str, place: Place) -> Result<Told, GameTextError> {
        let expected = || format!("`{}` is no result: expected {}", excerpt(text), self.rules.results());
        let white_score = self.rules.parse_result(text).ok_or_else(|| place.error(expected()))?;
        Ok(Told { white_score, place })
    }

    /// The result that is told; where the moves end the game it is theirs.
    fn agreed(&self, game: &Game<'r, L>, told: Option<Told>) -> Result<Option<f32>, GameTextError> {
        let pos = game.position();
        let Some(outcome) = self.rules.ending(pos, self.rules.count_legal(pos) != 0) else {
            return Ok(told.and_then(|told| told.white_score));
        };
        let score = self.rules.score(outcome, Color::White);
        match told {
            Some(Told { white_score: Some(other), place }) if other != score => {
                let [told, expected] = [other, score].map(|score| self.rules.result_text(Some(score)));
                let ending = outcome.ending;
                Err(place
                    .error(format!("the result is told as {told}, but the moves end in {ending}: expected {expected}")))
            }
            _ => Ok(Some(score)),
        }
    }
}

/// A result and where it is told; no score for `*`.
#[derive(Clone, Copy, Debug)]
struct Told {
    white_score: Option<f32>,
    place: Place,
}

/// What comes before the moves.
struct Head<'r, L: Layout> {
    tags: Vec<(String, String)>,
    start: Option<Game<'r, L>>,
    result: Option<Told>,
}

/// Whether a word can only be meant as a result: `*`, `1-0`, `½-½`.
fn is_result(word: &str) -> bool {
    word == "*"
        || word.starts_with(|c: char| c.is_numeric())
            && word.contains(['-', '‐', '–'])
            && !word.contains(char::is_alphabetic)
}

/// The move of a word that may hold its number before and marks after it; none if there are only those.
fn move_of(word: &str) -> Option<&str> {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = rest.len() < word.len() && (rest.is_empty() || rest.starts_with(['.', '…', '?']));
    let text = if numbered { rest.trim_start_matches(['.', '…', '?']) } else { word };
    // `$5` is a mark by its number, the others are the marks themselves.
    let marks = text.strip_prefix('$').is_some_and(|n| n.chars().all(|c| c.is_ascii_digit()))
        || text.chars().all(|c| "?!.…◇:=+-±∓∞".contains(c));
    (!marks).then(|| text.trim_end_matches(':'))
}
