//! The board between the players: whose turn it is, what is typed, how it ends.

use super::command::{Command, HELP};
use super::save;
use crate::cli::common::{cell, count, points};
use crate::cli::moves::side;
use anyhow::Result;
use hexcore::{Color, Game, Layout, Move, Outcome, excerpt};
use hexmcts::{Decision, Limits};
use hextrain::draw::{Ink, Marks, Scene, terminal};
use hextrain::player::{Engine, centipawns, mate};
use serde::Serialize;
use std::io::{BufRead, Write};

/// Who sits where.
pub(super) struct Seats<L: Layout> {
    /// Whether a person plays White, Black.
    pub people: [bool; 2],
    pub engine: Engine<L>,
    pub limits: Limits,
}

/// A game being played.
pub(super) struct Table<'r, L: Layout> {
    game: Game<'r, L>,
    seats: Seats<L>,
    out: Box<dyn Write>,
    ink: Ink,
    flipped: bool,
    /// Somebody types: prompts are shown.
    prompts: bool,
    /// The end of a game that its moves did not end.
    told: Option<Told>,
}

/// A result that does not follow from the moves.
#[derive(Clone, Debug)]
pub(super) struct Told {
    pub white_score: f32,
    pub how: String,
}

const RESIGNATION: &str = "resignation";

/// A game as `--json` has it.
#[derive(Serialize)]
pub(super) struct GameResult {
    fen: String,
    outcome: Option<String>,
    /// White's expected score.
    score: Option<f32>,
    /// White's and Black's points, if the variant counts its own.
    points: Option<[f32; 2]>,
    resigned: Option<&'static str>,
    moves: Vec<String>,
}

/// How a game is over.
enum End {
    Rules(Outcome),
    Told(Told),
}

impl<'r, L: Layout> Table<'r, L> {
    pub(super) fn new(
        game: Game<'r, L>,
        told: Option<Told>,
        seats: Seats<L>,
        out: Box<dyn Write>,
        ink: Ink,
        flipped: bool,
        prompts: bool,
    ) -> Table<'r, L> {
        Table { game, seats, out, ink, flipped, prompts, told }
    }

    /// Plays until nobody wants to go on.
    pub(super) fn play(&mut self, input: &mut impl BufRead) -> Result<()> {
        self.draw(&[])?;
        self.announce()?;
        let watching = self.seats.people == [false; 2];
        loop {
            let over = self.over().is_some();
            if !over && !self.seats.people[self.turn().index()] {
                self.engine_moves()?;
                continue;
            }
            if watching {
                return Ok(());
            }
            if self.prompts {
                let prompt = if over { "over".to_string() } else { self.turn().to_string() };
                write!(self.out, "{prompt}> ")?;
                self.out.flush()?;
            }
            let mut line = Vec::new();
            if input.read_until(b'\n', &mut line)? == 0 {
                return Ok(());
            }
            let command = Command::parse(&String::from_utf8_lossy(&line));
            if command == Command::Quit {
                return Ok(());
            }
            self.obey(command)?;
            self.out.flush()?;
        }
    }

    fn turn(&self) -> Color {
        self.game.position().side()
    }

    fn over(&self) -> Option<End> {
        self.told.clone().map(End::Told).or_else(|| self.game.outcome().map(End::Rules))
    }

    fn obey(&mut self, command: Command) -> Result<()> {
        match command {
            Command::Empty | Command::Quit => Ok(()),
            Command::Move(text) => self.person_moves(&text),
            Command::Undo => self.undo(),
            Command::Hint => self.hint(),
            Command::Flip => {
                self.flipped = !self.flipped;
                self.draw(&[])
            }
            Command::Moves(name) => self.moves(name.as_deref()),
            Command::Eval => self.eval(),
            Command::Fen => self.say(self.game.rules().fen(self.game.position())),
            Command::Board => self.draw(&[]),
            Command::New => {
                let start = self.game.positions()[0];
                self.game = Game::from_position(self.game.rules(), start);
                self.told = None;
                self.seats.engine.forget();
                self.draw(&[])
            }
            Command::Resign if self.over().is_some() => self.say("The game is over already."),
            Command::Resign => {
                let white_score = if self.turn() == Color::White { 0.0 } else { 1.0 };
                self.told = Some(Told { white_score, how: RESIGNATION.into() });
                self.announce()
            }
            Command::Save(file) => self.save(&file),
            Command::Help => self.say(HELP.trim_end()),
            Command::Incomplete(what) => self.say(what),
        }
    }

    fn say(&mut self, text: impl std::fmt::Display) -> Result<()> {
        Ok(writeln!(self.out, "{text}")?)
    }

    fn draw(&mut self, marked: &[hexcore::Cell]) -> Result<()> {
        let last = self.game.moves().last().copied();
        let marks = Marks { last, cells: marked.to_vec(), flipped: self.flipped, ..Marks::default() };
        let board = terminal(&Scene::new(self.game.rules(), self.game.position(), &marks), self.ink);
        Ok(self.out.write_all(board.as_bytes())?)
    }

    fn person_moves(&mut self, text: &str) -> Result<()> {
        if self.over().is_some() {
            return self.say("The game is over: `undo`, `new` or `quit`.");
        }
        match self.game.play_text(text) {
            Ok(_) => {
                self.draw(&[])?;
                self.announce()
            }
            Err(error) => self.say(format!("{error}; `help` lists what can be typed")),
        }
    }

    fn engine_moves(&mut self) -> Result<()> {
        let mover = self.turn();
        let Some(decision) = self.seats.engine.think(&self.game, &self.seats.limits, &mut |_, _| ()) else {
            return Ok(());
        };
        let text = self.game.rules().move_text(self.game.position(), decision.mv);
        self.game.push(decision.mv);
        self.draw(&[])?;
        self.say(format!("{mover} plays {text} ({})", judgement(&decision)))?;
        self.announce()
    }

    /// Says how the game ended, if it has.
    fn announce(&mut self) -> Result<()> {
        let Some(end) = self.over() else { return Ok(()) };
        let (white, how) = (self.score(&end), describe(&end));
        let winner = match white {
            w if w > 0.5 => "White wins",
            w if w < 0.5 => "Black wins",
            _ => "Drawn",
        };
        let shared = white.fract() != 0.0 && white != 0.5;
        let share = if shared { format!(" {white:.2} to {:.2}", 1.0 - white) } else { String::new() };
        let own = self.game.rules().points(white).map_or(String::new(), |p| format!(" ({} in points)", points(p)));
        self.say(format!("{winner}{share}{own}: {how}."))
    }

    /// White's expected score.
    fn score(&self, end: &End) -> f32 {
        match end {
            End::Rules(outcome) => self.game.rules().score(*outcome, Color::White),
            End::Told(told) => told.white_score,
        }
    }

    /// Takes back to the last position in which a person was to move.
    fn undo(&mut self) -> Result<()> {
        if self.told.take().is_none() && self.game.undo().is_none() {
            return self.say("There is nothing to take back.");
        }
        while !self.seats.people[self.turn().index()] && self.game.undo().is_some() {}
        self.draw(&[])
    }

    fn hint(&mut self) -> Result<()> {
        match self.seats.engine.think(&self.game, &self.seats.limits, &mut |_, _| ()) {
            Some(decision) => {
                let text = self.game.rules().move_text(self.game.position(), decision.mv);
                self.say(format!("{text} ({})", judgement(&decision)))
            }
            None => self.say("The game is over."),
        }
    }

    fn eval(&mut self) -> Result<()> {
        let rules = self.game.rules();
        let value = self.seats.engine.value(rules, self.game.position());
        let source = if self.seats.engine.has_net() { "the net" } else { "material" };
        self.say(format!(
            "{}: expected score {:.3} for {} (win {:.3}, draw {:.3}, loss {:.3})",
            source,
            value.score(),
            self.turn(),
            value.win,
            value.draw,
            value.loss
        ))
    }

    fn moves(&mut self, name: Option<&str>) -> Result<()> {
        let (rules, pos) = (self.game.rules(), *self.game.position());
        let list = self.game.legal_moves();
        let texts = |moves: &[Move]| {
            let mut texts: Vec<String> = moves.iter().map(|&m| rules.move_text(&pos, m)).collect();
            texts.sort();
            texts.join(" ")
        };
        let Some(name) = name else {
            return self.say(format!("{}: {}", count(list.len() as u64, "move"), texts(&list)));
        };
        let Some(from) = cell(rules, name) else {
            return self.say(format!("`{}` is no cell of {}", excerpt(name), rules.variant().name));
        };
        let own: Vec<Move> = list.iter().copied().filter(|m| m.from() == from).collect();
        if own.is_empty() {
            return self.say(format!("Nothing on {name} can move."));
        }
        let targets: Vec<hexcore::Cell> = own.iter().map(|m| m.to()).collect();
        self.draw(&targets)?;
        self.say(texts(&own))
    }

    fn save(&mut self, name: &str) -> Result<()> {
        let end = self.over();
        let (score, termination) = (end.as_ref().map(|end| self.score(end)), end.as_ref().map(describe));
        let saved = save::save(name, self.game.clone(), score, termination.as_deref().unwrap_or("unfinished"));
        match saved {
            Ok(()) => self.say(format!("Saved to {name}.")),
            // Not the end of the game.
            Err(error) => self.say(error),
        }
    }

    /// The game as `--json` has it.
    pub(super) fn result(&self) -> GameResult {
        let rules = self.game.rules();
        let end = self.over();
        let moves = self.game.moves().iter().zip(self.game.positions());
        GameResult {
            fen: rules.fen(self.game.position()),
            outcome: end.as_ref().map(describe),
            score: end.as_ref().map(|end| self.score(end)),
            points: end.as_ref().and_then(|end| rules.points(self.score(end))),
            resigned: self
                .told
                .as_ref()
                .filter(|told| told.how == RESIGNATION)
                .map(|told| side(if told.white_score > 0.5 { Color::Black } else { Color::White })),
            moves: moves.map(|(&m, pos)| rules.move_text(pos, m)).collect(),
        }
    }
}

fn describe(end: &End) -> String {
    match end {
        End::Rules(outcome) => outcome.ending.to_string(),
        End::Told(told) => told.how.clone(),
    }
}

fn judgement(decision: &Decision) -> String {
    let worth = match decision.proof.and_then(mate) {
        Some(moves) if moves > 0 => format!("wins in {moves}"),
        Some(moves) => format!("lost in {}", -moves),
        None => format!("{:+.2}", f64::from(centipawns(decision.value.score())) / 100.0),
    };
    format!("{worth}, {} nodes", decision.nodes)
}
