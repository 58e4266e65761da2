//! A session: the commands about one variant, and the search that runs beside them.

use super::go::Go;
use super::options::{Change, Options};
use super::{Lines, complain, info, say, words};
use crate::cli::common::{FALLBACK, note, rules as compile};
use anyhow::Result;
use hexcore::{AnyRules, Game, Layout, Move, Rules, excerpt};
use hexmcts::{Decision, Limits};
use hextrain::draw::{Ink, Marks, Scene, terminal};
use hextrain::player::{Engine, EngineConfig, EngineError};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

/// What comes after a session.
pub(super) enum Next {
    Quit,
    /// A session of other rules.
    Variant(AnyRules),
}

/// How often waiting threads look up.
const TICK: Duration = Duration::from_millis(2);

/// Talks about one variant until told to quit or to change it.
pub(super) fn session<L: Layout>(rules: &Rules<L>, options: &mut Options, lines: &mut Lines<'_>) -> Result<Next> {
    thread::scope(|scope| {
        let mut session = Session { scope, rules, options, game: Game::new(rules), engine: None, search: None };
        let next = session.talk(lines);
        session.stop();
        next
    })
}

struct Session<'scope, 'env, 'o, L: Layout> {
    scope: &'scope Scope<'scope, 'env>,
    rules: &'env Rules<L>,
    options: &'o mut Options,
    game: Game<'env, L>,
    /// None while it thinks, or if there is to be another one.
    engine: Option<Engine<L>>,
    search: Option<Search<'scope, L>>,
}

/// A search under way.
struct Search<'scope, L: Layout> {
    thread: ScopedJoinHandle<'scope, Engine<L>>,
    signals: Arc<Signals>,
    go: Go,
}

#[derive(Default)]
struct Signals {
    stop: Arc<AtomicBool>,
    /// The best move is not to be told before the stop.
    hold: AtomicBool,
}

impl<'env, L: Layout> Session<'_, 'env, '_, L> {
    fn talk(&mut self, lines: &mut Lines<'_>) -> Result<Next> {
        for line in lines.by_ref() {
            let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            match command {
                "" => {}
                "quit" => return Ok(Next::Quit),
                "uci" => self.introduce()?,
                "isready" => self.ready()?,
                "ucinewgame" => self.new_game(),
                "setoption" => {
                    if let Some(rules) = self.set_option(rest)? {
                        return Ok(Next::Variant(rules));
                    }
                }
                "position" => self.position(rest)?,
                "go" => self.go(rest)?,
                "stop" => self.stop(),
                "ponderhit" => self.ponder_hit(),
                "d" => self.draw()?,
                "debug" | "register" => {}
                other => complain(format!("`{}` is not understood", excerpt(other)))?,
            }
        }
        // A script that ends with `go` wants its answer; a search without end must be stopped.
        if let Some(search) = self.search.take() {
            if search.signals.hold.load(SeqCst) {
                search.signals.stop.store(true, SeqCst);
            }
            self.engine = search.thread.join().ok();
        }
        Ok(Next::Quit)
    }

    fn introduce(&self) -> Result<()> {
        say(format!("id name Hexforge {}", env!("CARGO_PKG_VERSION")))?;
        say("id author the Hexforge authors")?;
        self.options.list()?;
        say("uciok")
    }

    /// Answers at once while a search is under way, and otherwise when the engine is there.
    fn ready(&mut self) -> Result<()> {
        if self.search.is_none()
            && let Err(error) = self.load()
        {
            complain(format!("{error:#}"))?;
        }
        say("readyok")
    }

    fn load(&mut self) -> Result<()> {
        if self.engine.is_none() {
            let options = &self.options;
            let config = EngineConfig {
                seed: options.seed,
                lines: options.multi_pv,
                memory: options.hash,
                threads: options.threads as usize,
                tables: options.tables.clone(),
            };
            let engine = match Engine::new(&options.spec(), self.rules, &config) {
                Err(error @ EngineError::NoModel { .. }) => {
                    complain(format!("{error}: {FALLBACK} plays"))?;
                    Engine::new(&FALLBACK, self.rules, &config)?
                }
                other => other?,
            };
            if options.threads > 1 && !engine.has_net() {
                complain(format!("{} thinks on one thread: only a net's search uses more", engine.name()))?;
            }
            self.engine = Some(engine);
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.stop();
        self.game = Game::new(self.rules);
        if let Some(engine) = &mut self.engine {
            engine.forget();
        }
    }

    fn set_option(&mut self, rest: &str) -> Result<Option<AnyRules>> {
        self.stop();
        let before = self.options.clone();
        let change = words::setoption(rest).and_then(|(name, value)| self.options.set(&name, &value));
        match change {
            Err(error) => complain(error)?,
            Ok(Change::Done) => {}
            Ok(Change::Player) => self.engine = None,
            Ok(Change::Clear) => self.new_tree(),
            Ok(Change::Variant) => match compile(&self.options.variant) {
                Ok(rules) => return Ok(Some(rules)),
                Err(error) => {
                    *self.options = before;
                    complain(format!("{error:#}"))?;
                }
            },
        }
        Ok(None)
    }

    fn new_tree(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.forget();
        }
    }

    fn position(&mut self, rest: &str) -> Result<()> {
        self.stop();
        match self.read_position(rest) {
            Ok(game) => self.game = game,
            Err(error) => complain(error)?,
        }
        Ok(())
    }

    fn read_position(&self, rest: &str) -> Result<Game<'env, L>, String> {
        let (fen, moves) = words::position(rest)?;
        let mut game = match fen {
            Some(fen) => Game::from_fen(self.rules, &fen).map_err(|e| e.to_string())?,
            None => Game::new(self.rules),
        };
        for text in moves {
            game.play_text(&text).map_err(|e| e.to_string())?;
        }
        Ok(game)
    }

    fn go(&mut self, rest: &str) -> Result<()> {
        self.stop();
        let go = match Go::parse(rest) {
            Ok(go) => go,
            // A program that asked for a move waits for one, whatever it said.
            Err(error) => {
                complain(error)?;
                Go::default()
            }
        };
        if let Some(outcome) = self.game.outcome() {
            complain(format!("the game is over: {}", outcome.ending))?;
            return say("bestmove (none)");
        }
        if let Err(error) = self.load() {
            return complain(format!("{error:#}"));
        }
        let Some(engine) = self.engine.take() else { return Ok(()) };
        let signals = Arc::new(Signals { stop: Arc::default(), hold: AtomicBool::new(go.infinite || go.ponder) });
        let limits = go.limits(self.game.position().side(), self.options.simulations);
        let limits = Limits { moves: self.search_moves(&go)?, ..limits.with_stop(signals.stop.clone()) };
        let task = Task {
            rules: self.rules,
            game: self.game.clone(),
            limits,
            signals: signals.clone(),
            options: self.options.clone(),
        };
        self.search = Some(Search { thread: self.scope.spawn(move || task.think(engine)), signals, go });
        Ok(())
    }

    /// The moves that the search may choose from; those that are not legal are told and left out.
    fn search_moves(&self, go: &Go) -> Result<Vec<Move>> {
        let mut moves = Vec::new();
        for text in &go.search_moves {
            match self.rules.parse_move(self.game.position(), text) {
                Ok(m) => moves.push(m),
                Err(error) => complain(format!("go searchmoves: {error}"))?,
            }
        }
        if moves.is_empty() && !go.search_moves.is_empty() {
            complain("go searchmoves: none of them is legal, all moves are searched")?;
        }
        Ok(moves)
    }

    /// Ends the search, if there is one, and waits for its best move.
    fn stop(&mut self) {
        if let Some(search) = self.search.take() {
            search.signals.stop.store(true, SeqCst);
            // A search that panicked has been reported; the next one gets a fresh engine.
            self.engine = search.thread.join().ok();
        }
    }

    /// The opponent played as expected: from now on the search is for our own move, and our clock runs.
    fn ponder_hit(&mut self) {
        let Some(search) = &self.search else { return };
        search.signals.hold.store(false, SeqCst);
        let time = search.go.time(self.game.position().side());
        // Without a clock or another limit there is nothing to wait for.
        let time = time.or((!search.go.is_limited()).then_some(Duration::ZERO));
        if let Some(time) = time {
            let (signals, end) = (search.signals.clone(), Instant::now() + time);
            self.scope.spawn(move || {
                while Instant::now() < end && !signals.stop.load(SeqCst) {
                    thread::sleep(TICK);
                }
                signals.stop.store(true, SeqCst);
            });
        }
    }

    fn draw(&self) -> Result<()> {
        let marks = Marks { last: self.game.moves().last().copied(), ..Marks::default() };
        say(terminal(&Scene::new(self.rules, self.game.position(), &marks), Ink::Plain))?;
        say(format!("fen {}", self.rules.fen(self.game.position())))
    }
}

/// One search and all it needs, on a thread of its own.
struct Task<'env, L: Layout> {
    rules: &'env Rules<L>,
    game: Game<'env, L>,
    limits: Limits,
    signals: Arc<Signals>,
    options: Options,
}

impl<L: Layout> Task<'_, L> {
    fn think(self, mut engine: Engine<L>) -> Engine<L> {
        let Task { rules, game, limits, signals, options } = self;
        let began = Instant::now();
        let tell = |decision: &Decision, time: Duration| {
            let lines = info::lines(rules, decision, time, options.show_wdl);
            // Whoever listened is gone: there is nobody to tell.
            if lines.iter().try_for_each(say).is_err() {
                signals.stop.store(true, SeqCst);
            }
        };
        let mut told = None;
        let decision = engine.think(&game, &limits, &mut |decision, time| {
            tell(decision, time);
            told = Some(decision.clone());
        });
        if decision != told
            && let Some(decision) = &decision
        {
            tell(decision, began.elapsed());
        }
        while signals.hold.load(SeqCst) && !signals.stop.load(SeqCst) {
            thread::sleep(TICK);
        }
        let text = |m: Option<Move>| m.map(|m| rules.bare_text(m));
        let best = text(decision.as_ref().map(|d| d.mv)).unwrap_or("(none)".to_string());
        let reply = decision.as_ref().and_then(|d| d.pv().get(1).copied());
        let ponder = text(reply).map_or(String::new(), |m| format!(" ponder {m}"));
        if say(format!("bestmove {best}{ponder}")).is_err() {
            note("nobody reads the best move");
        }
        engine
    }
}
