//! Openings: made of random plies, or from a file.

use super::TournamentError;
use super::config::{OpeningConfig, TournamentConfig};
use super::roster::judge;
use super::seat::Seat;
use crate::arena::random_opening;
use crate::seeds::Seeds;
use hexcore::{Game, Layout, Move, Position, Problem, Rules};
use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// How a game begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening<L: Layout> {
    /// The position before the first move.
    pub start: Position<L>,
    /// The moves that are played before the players are asked.
    pub moves: Vec<Move>,
}

impl<L: Layout> Opening<L> {
    /// The game after the opening.
    pub fn game<'r>(&self, rules: &'r Rules<L>) -> Game<'r, L> {
        let mut game = Game::from_position(rules, self.start);
        self.moves.iter().for_each(|&m| game.push(m));
        game
    }
}

/// All openings of a tournament, by number. Every pairing plays the same ones.
pub struct Book<L: Layout> {
    source: Source<L>,
    seeds: Seeds,
}

enum Source<L: Layout> {
    /// The lines of a file, in the order in which they are played.
    File(Vec<Arc<Opening<L>>>),
    Made(OpeningConfig, Box<Mutex<Made<L>>>),
}

struct Made<L: Layout> {
    openings: Vec<Arc<Opening<L>>>,
    /// Positions that they lead to.
    seen: HashSet<u64>,
    /// Number of the next candidate.
    candidate: u64,
    judge: Seat<L>,
}

/// So many candidates in a row that have been taken already mean that there are no more; they are taken twice then.
const REPEATS: usize = 300;
/// So many candidates in a row that are not balanced mean that the config asks for too much.
const UNBALANCED: usize = 3000;

impl<L: Layout> Book<L> {
    /// Reads the openings, or prepares to make them.
    ///
    /// # Errors
    /// Every line of the file that is no opening, or a judge that cannot be had.
    pub fn new(config: &TournamentConfig, rules: &Rules<L>) -> Result<Book<L>, Vec<Problem>> {
        let openings = &config.openings;
        let seeds = Seeds::new(config.seed);
        let source = match &openings.file {
            Some(path) => {
                let mut list = read(path, rules).map_err(|problems| {
                    let at = |p: Problem| Problem::new("openings.file", format!("{}: {p}", path.display()));
                    problems.into_iter().map(at).collect::<Vec<_>>()
                })?;
                if openings.shuffle {
                    let mut rng = seeds.rng("openings", 0);
                    (1..list.len()).rev().for_each(|i| list.swap(i, rng.below(i as u64 + 1) as usize));
                }
                Source::File(list.into_iter().map(Arc::new).collect())
            }
            None => {
                let judge = judge(&openings.judge, rules)?;
                let made = Made { openings: Vec::new(), seen: HashSet::new(), candidate: 0, judge };
                Source::Made(openings.clone(), Box::new(Mutex::new(made)))
            }
        };
        Ok(Book { source, seeds })
    }

    /// How many openings there are; none if they are made.
    pub fn len(&self) -> Option<usize> {
        match &self.source {
            Source::File(list) => Some(list.len()),
            Source::Made(..) => None,
        }
    }

    /// Whether there are no openings at all.
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    /// The opening of a number; a file that has no more begins again.
    ///
    /// # Errors
    /// No balanced opening can be found.
    pub fn get(&self, rules: &Rules<L>, number: u32) -> Result<Arc<Opening<L>>, TournamentError> {
        match &self.source {
            Source::File(list) => Ok(list[number as usize % list.len()].clone()),
            Source::Made(config, made) => {
                // One after the other, so that an opening's number decides it, whoever asks first.
                let mut made = made.lock().unwrap_or_else(PoisonError::into_inner);
                while made.openings.len() <= number as usize {
                    let opening = made.next(config, self.seeds, rules)?;
                    made.openings.push(Arc::new(opening));
                }
                Ok(made.openings[number as usize].clone())
            }
        }
    }
}

impl<L: Layout> Made<L> {
    fn next(&mut self, config: &OpeningConfig, seeds: Seeds, rules: &Rules<L>) -> Result<Opening<L>, TournamentError> {
        let (mut repeats, mut unbalanced) = (0, 0);
        loop {
            let moves = random_opening(rules, config.plies, &mut seeds.rng("opening", self.candidate));
            self.candidate += 1;
            let opening = Opening { start: rules.start(), moves };
            let game = opening.game(rules);
            let hash = game.position().hash();
            if self.seen.contains(&hash) && repeats < REPEATS {
                repeats += 1;
                continue;
            }
            if config.balance < 0.5 && !self.balanced(&game, config.balance) {
                unbalanced += 1;
                if unbalanced > UNBALANCED {
                    let [least, most] = config.plies;
                    return Err(TournamentError::Opening(format!(
                        "none of {UNBALANCED} openings of {least} to {most} random plies is within {} of 1/2 for {}: \
                         expected a larger `balance` or other `plies`",
                        config.balance, config.judge
                    )));
                }
                continue;
            }
            self.seen.insert(hash);
            return Ok(opening);
        }
    }

    fn balanced(&mut self, game: &Game<'_, L>, balance: f64) -> bool {
        let thought = self.judge.choose(game);
        thought.is_ok_and(|thought| thought.score.is_some_and(|score| (score - 0.5).abs() <= balance))
    }
}

/// The openings of a file.
///
/// # Errors
/// The file cannot be read, or every line that is no opening.
fn read<L: Layout>(path: &Path, rules: &Rules<L>) -> Result<Vec<Opening<L>>, Vec<Problem>> {
    let text = std::fs::read_to_string(path).map_err(|error| vec![Problem::new("", error.to_string())])?;
    let (mut openings, mut problems) = (Vec::new(), Vec::new());
    for (i, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        match parse(line, rules) {
            Ok(opening) => openings.push(opening),
            Err(message) => problems.push(Problem { key: String::new(), message, line: Some(i + 1) }),
        }
    }
    if openings.is_empty() && problems.is_empty() {
        problems.push(Problem::new("", "no openings there: expected a FEN or moves on each line"));
    }
    if problems.is_empty() { Ok(openings) } else { Err(problems) }
}

/// A FEN, moves from the start, or `FEN moves MOVES`.
fn parse<L: Layout>(line: &str, rules: &Rules<L>) -> Result<Opening<L>, String> {
    let line = line.strip_prefix("fen ").or(line.strip_prefix("startpos")).unwrap_or(line).trim();
    let words: Vec<&str> = line.split_whitespace().collect();
    let at = words.iter().position(|word| *word == "moves");
    // Only FENs have slashes.
    let (fen, moves) = match (at, words.first().is_some_and(|word| word.contains('/'))) {
        (Some(at), _) => (words[..at].join(" "), &words[at + 1..]),
        (None, true) => (words.join(" "), &[][..]),
        (None, false) => (String::new(), &words[..]),
    };
    let start = match fen.as_str() {
        "" => rules.start(),
        fen => rules.parse_fen(fen).map_err(|error| error.to_string())?,
    };
    let mut game = Game::from_position(rules, start);
    for (i, text) in moves.iter().enumerate() {
        if let Some(outcome) = game.outcome() {
            return Err(format!("move {}: the game is over: {}", i + 1, outcome.ending));
        }
        game.play_text(text).map_err(|error| format!("move {}: {error}", i + 1))?;
    }
    match game.outcome() {
        Some(outcome) => Err(format!("the game is over then: {}", outcome.ending)),
        None => Ok(Opening { start, moves: game.moves().to_vec() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexcore::{AnyRules, variant::builtin, with_rules};

    fn config(openings: OpeningConfig) -> TournamentConfig {
        TournamentConfig { openings, seed: 3, ..TournamentConfig::default() }
    }

    #[test]
    fn made_openings_differ_are_balanced_and_repeat() {
        for name in hexcore::variant::builtin_names() {
            with_rules!(&AnyRules::new(&builtin(name).unwrap()).unwrap(), rules => {
                let config = config(OpeningConfig { plies: [3, 5], balance: 0.1, ..OpeningConfig::default() });
                let book = Book::new(&config, rules).unwrap();
                let openings: Vec<_> = (0..30).map(|i| book.get(rules, i).unwrap()).collect();
                let ends: HashSet<u64> = openings.iter().map(|o| o.game(rules).position().hash()).collect();
                assert_eq!(ends.len(), 30, "{name}");
                let mut judge = judge("alphabeta:2", rules).unwrap();
                for opening in &openings {
                    assert!((3..=5).contains(&opening.moves.len()));
                    let score = judge.choose(&opening.game(rules)).unwrap().score.unwrap();
                    assert!((score - 0.5).abs() <= 0.1, "{name} {score}");
                }
                // Asked for in any order.
                let again = Book::new(&config, rules).unwrap();
                assert_eq!(again.get(rules, 29).unwrap(), openings[29]);
            });
        }
    }

    #[test]
    fn there_may_be_too_few_openings() {
        with_rules!(&AnyRules::new(&builtin("glinski").unwrap()).unwrap(), rules => {
            let none = config(OpeningConfig { plies: [0, 0], ..OpeningConfig::default() });
            let book = Book::new(&none, rules).unwrap();
            assert_eq!(book.get(rules, 3).unwrap().moves, []);
        });
        // Black begins without its queen: no opening is balanced.
        let mut variant = builtin("glinski").unwrap();
        variant.start = variant.start.replacen("qbk", "1bk", 1);
        with_rules!(&AnyRules::new(&variant).unwrap(), rules => {
            let strict = config(OpeningConfig { plies: [1, 2], balance: 0.1, ..OpeningConfig::default() });
            let error = Book::new(&strict, rules).unwrap().get(rules, 0).unwrap_err().to_string();
            assert!(error.contains("expected a larger `balance`"), "{error}");
        });
    }

    #[test]
    fn files_hold_fens_and_moves() {
        with_rules!(&AnyRules::new(&builtin("glinski").unwrap()).unwrap(), rules => {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("openings.txt");
            let fen = rules.fen(&rules.start());
            std::fs::write(&path, format!("# two\nf5f6\n\n{fen} moves f5f6 e7e6 # a name\n{fen}\nstartpos moves f5f6\n")).unwrap();
            let list = read(&path, rules).unwrap();
            assert_eq!(list.iter().map(|o| o.moves.len()).collect::<Vec<_>>(), [1, 2, 0, 1]);
            std::fs::write(&path, format!("f5f6\nf5f9\n1/2/3 w - 0 1\n{fen} moves f5f6 f6f7\nk/3/1BK2/7/9/11/11/11/11/11/11 b - 0 1\n")).unwrap();
            let mut config = config(OpeningConfig { file: Some(path.clone()), ..OpeningConfig::default() });
            config.openings.shuffle = true;
            let found: Vec<String> = Book::new(&config, rules).err().unwrap().iter().map(ToString::to_string).collect();
            assert_eq!(found.len(), 4, "{found:#?}");
            for (message, part) in found.iter().zip([
                "line 2: move 1: `f5f9` is not legal",
                "line 3: FEN, column",
                "line 4: move 2: `f6f7` is not legal",
                "line 5: the game is over then: ",
            ]) {
                assert!(message.starts_with("openings.file: ") && message.contains(part), "{message}");
            }
            std::fs::write(&path, "# nothing\n").unwrap();
            assert!(Book::new(&config, rules).err().unwrap()[0].message.contains("no openings there"));
            std::fs::write(&path, "f5f6\ne4e6\n").unwrap();
            let book = Book::new(&config, rules).unwrap();
            assert_eq!((book.len(), book.get(rules, 0).unwrap()), (Some(2), book.get(rules, 2).unwrap()));
        });
    }
}
