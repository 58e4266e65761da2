//! Other programs as players, over the protocol that `hexforge uci` talks.
//!
//! Whatever a program does - nothing, too much, nonsense, dying - each call returns within its time, with a [`Fault`] that
//! says what happened. A program that is no longer wanted is asked to quit, then ended.

mod process;
mod words;

use crate::player::centipawns_to_score;
use hexcore::{Game, Layout, Move};
use hexmcts::Limits;
use process::{Process, Silence};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A program, described.
#[derive(Clone, Debug)]
pub struct ExternalConfig {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Options that are set before the first game.
    pub options: BTreeMap<String, String>,
    /// The folder it runs in.
    pub folder: Option<PathBuf>,
    /// How long it may take to answer anything.
    pub timeout: Duration,
    /// How much longer than its time for a move it may think before it has lost on time.
    pub margin: Duration,
    /// The variant, told to programs with an option for it.
    pub variant: String,
}

/// What a program did wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It could not be started, or said something else than hello.
    #[error("does not start: {0}")]
    Start(String),
    /// It said nothing in time.
    #[error("did not answer `{asked}` within {} s{}", waited.as_secs_f64(), tail(last))]
    Silent {
        /// What it was asked.
        asked: String,
        /// How long it was waited for.
        waited: Duration,
        /// What it said last.
        last: String,
    },
    /// It ended by itself.
    #[error("ended ({status}) when asked `{asked}`{}", tail(last))]
    Died {
        /// What it was asked.
        asked: String,
        /// How it ended.
        status: String,
        /// What it said last.
        last: String,
    },
    /// It answered too late.
    #[error("took {} ms, {} ms were allowed", taken.as_millis(), allowed.as_millis())]
    Late {
        /// Time it took.
        taken: Duration,
        /// Time it had.
        allowed: Duration,
    },
    /// Its move is none here.
    #[error("played `{answer}`: {reason}")]
    Illegal {
        /// What it answered.
        answer: String,
        /// Why that is no move.
        reason: String,
    },
}

fn tail(last: &str) -> String {
    if last.is_empty() { String::new() } else { format!("; its last words: {last}") }
}

/// A move of a program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// The move.
    pub mv: Move,
    /// The side to move's expected score, if the program told one.
    pub score: Option<f64>,
    /// Nodes it told.
    pub nodes: u64,
    /// Depth it told.
    pub depth: u32,
    /// Time from question to answer.
    pub time: Duration,
}

/// A program at play.
#[derive(Debug)]
pub struct External {
    config: ExternalConfig,
    process: Process,
}

impl External {
    /// Starts a program and sets its options.
    ///
    /// # Errors
    /// [`Fault::Start`], or another fault on the way to the first game.
    pub fn start(config: &ExternalConfig) -> Result<External, Fault> {
        let process = Process::start(&config.command, config.folder.as_deref()).map_err(Fault::Start)?;
        let mut external = External { config: config.clone(), process };
        let hello = external.ask("uci", "uciok").map_err(|fault| Fault::Start(fault.to_string()))?;
        let mut options = config.options.clone();
        // A program that knows several games must be told which one, unless the config does so.
        let told = options.keys().any(|name| words::names_variant(name));
        if let Some(name) = hello.iter().filter_map(|line| words::option_name(line)).find(|n| words::names_variant(n))
            && !told
        {
            options.insert(name.to_string(), config.variant.clone());
        }
        // The variant first: others may depend on it.
        let mut ordered: Vec<(&String, &String)> = options.iter().collect();
        ordered.sort_by_key(|(name, _)| !words::names_variant(name));
        for (name, value) in ordered {
            external.say(&format!("setoption name {name} value {value}"))?;
        }
        external.ask("isready", "readyok").map_err(|fault| Fault::Start(fault.to_string()))?;
        Ok(external)
    }

    /// Prepares for a new game.
    ///
    /// # Errors
    /// A program that is gone or does not answer.
    pub fn new_game(&mut self) -> Result<(), Fault> {
        self.say("ucinewgame")?;
        self.ask("isready", "readyok").map(|_| ())
    }

    /// Its move in the game's present position.
    ///
    /// # Errors
    /// A program that is gone, does not answer, answers too late, or answers no legal move.
    pub fn choose<L: Layout>(&mut self, game: &Game<'_, L>, limits: &Limits) -> Result<Answer, Fault> {
        self.say(&words::position(game))?;
        let asked = words::go(limits);
        let began = Instant::now();
        let lines = self.ask(&asked, "bestmove")?;
        let time = began.elapsed();
        if let Some(allowed) = limits.time.map(|t| t + self.config.margin)
            && time > allowed
        {
            return Err(Fault::Late { taken: time, allowed });
        }
        let told = words::Told::of(&lines);
        let answer = lines.last().and_then(|line| line.split_whitespace().nth(1)).unwrap_or_default();
        let mv = game
            .rules()
            .parse_move(game.position(), answer)
            .map_err(|error| Fault::Illegal { answer: shortened(answer), reason: error.to_string() })?;
        Ok(Answer { mv, score: told.score.map(centipawns_to_score), nodes: told.nodes, depth: told.depth, time })
    }

    fn say(&mut self, line: &str) -> Result<(), Fault> {
        if self.process.say(line) { Ok(()) } else { Err(self.died(line)) }
    }

    /// Says a line and waits for one that begins with a word; returns all lines up to it.
    fn ask(&mut self, line: &str, word: &str) -> Result<Vec<String>, Fault> {
        /// Of more lines only the last are kept.
        const KEPT: usize = 200;
        self.say(line)?;
        let until = Instant::now() + self.config.timeout;
        let mut lines: Vec<String> = Vec::new();
        loop {
            match self.process.hear(until) {
                Ok(heard) => {
                    let done = heard.split_whitespace().next() == Some(word);
                    if lines.len() >= KEPT {
                        lines.remove(0);
                    }
                    lines.push(heard);
                    if done {
                        return Ok(lines);
                    }
                }
                Err(Silence::Over) => return Err(self.died(line)),
                Err(Silence::Late) => {
                    return Err(Fault::Silent {
                        asked: shortened(line),
                        waited: self.config.timeout,
                        last: lines.last().map_or(String::new(), |line| shortened(line)),
                    });
                }
            }
        }
    }

    fn died(&mut self, asked: &str) -> Fault {
        let (status, last) = self.process.end();
        Fault::Died { asked: shortened(asked), status, last: shortened(&last) }
    }
}

/// At most a line of text for a message.
fn shortened(text: &str) -> String {
    const MOST: usize = 120;
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MOST).collect();
    if text.chars().count() > MOST { clean + "..." } else { clean }
}

#[cfg(test)]
mod tests;
