//! What the commands share: common flags, positions as arguments, and how results are printed.

use super::error::wrong;
use anyhow::{Context, Result};
use hexcore::{AnyRules, Game, Layout, Rules};
use hextrain::config::Opponent;
use hextrain::draw::Ink;
use hextrain::player::{Engine, EngineConfig, EngineError, PlayerSpec};
use serde::Serialize;
use std::io::{self, Write};

/// Flags of every command.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Common {
    /// Print the result as JSON, and nothing else, on stdout
    #[arg(long, global = true, help_heading = "Common options")]
    pub json: bool,
    /// Seed of all randomness
    #[arg(long, global = true, value_name = "N", help_heading = "Common options")]
    pub seed: Option<u64>,
    /// Threads to use; one for each core by default
    #[arg(long, global = true, value_name = "N", help_heading = "Common options", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

impl Common {
    /// Sets the number of threads of parallel loops.
    pub(crate) fn start_threads(&self) -> Result<()> {
        if let Some(n) = self.threads {
            rayon::ThreadPoolBuilder::new().num_threads(n.into()).build_global().context("cannot start threads")?;
        }
        Ok(())
    }

    /// The seed, 1 by default.
    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// Prints a result: as JSON if that is wanted, else as `text` has it.
    pub(crate) fn print<T: Serialize>(&self, result: &T, text: impl FnOnce(&T) -> String) -> Result<()> {
        let text = if self.json { serde_json::to_string(result)? + "\n" } else { text(result) };
        print(&text)
    }
}

/// Writes to stdout.
pub(crate) fn print(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// A line on stderr, for people.
pub(crate) fn note(text: impl std::fmt::Display) {
    // Notes are a courtesy: a closed stderr is no reason to stop.
    let _ = writeln!(io::stderr(), "{text}");
}

/// Which variant.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct VariantArg {
    /// The variant: one that ships (see `hexforge variants`) or a file
    #[arg(long, value_name = "NAME|FILE.toml", default_value = "glinski")]
    pub variant: String,
}

impl VariantArg {
    /// The compiled rules.
    pub(crate) fn rules(&self) -> Result<AnyRules> {
        rules(&self.variant)
    }
}

/// The compiled rules of a variant or variant file.
pub(crate) fn rules(name: &str) -> Result<AnyRules> {
    let variant = hexcore::variant::read(name).map_err(|error| match error {
        hexcore::ReadError::Unknown { .. } => wrong(error),
        other => other.into(),
    })?;
    Ok(AnyRules::new(&variant)?)
}

/// Which position of which variant.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    pub variant: VariantArg,
    /// The position; the start position by default
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// Moves to play from there, with blanks between them
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
}

impl PositionArgs {
    /// The game that the position comes from.
    pub(crate) fn game<'r, L: Layout>(&self, rules: &'r Rules<L>) -> Result<Game<'r, L>> {
        let mut game = match &self.fen {
            Some(fen) => Game::from_fen(rules, fen).map_err(wrong)?,
            None => Game::new(rules),
        };
        play_all(&mut game, self.moves.as_deref().unwrap_or_default()).map_err(wrong)?;
        Ok(game)
    }
}

/// Plays moves given as text with blanks or commas between them.
pub(crate) fn play_all<L: Layout>(game: &mut Game<'_, L>, moves: &str) -> Result<(), String> {
    let words = moves.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    for (i, word) in words.enumerate() {
        game.play_text(word).map_err(|error| format!("move {}: {error}", i + 1))?;
    }
    Ok(())
}

/// Whether stdout takes colors: a terminal, and no `NO_COLOR`.
pub(crate) fn ink(ascii: bool) -> Ink {
    let choice = anstream::AutoStream::choice(&io::stdout());
    if ascii || choice == anstream::ColorChoice::Never { Ink::Plain } else { Ink::Color }
}

/// A number of things a second for people: `512 k`, `1.21 G`.
pub(crate) fn short(x: f64) -> String {
    hextrain::telemetry::short(x)
}

/// The cell of a name, whatever its case.
pub(crate) fn cell<L: Layout>(rules: &Rules<L>, name: &str) -> Option<hexcore::Cell> {
    let board = rules.board();
    board.cells().iter().copied().find(|&cell| board.name(cell).eq_ignore_ascii_case(name.trim()))
}

/// Plays where there is no model.
pub(crate) const FALLBACK: PlayerSpec = PlayerSpec::Baseline(Opponent::AlphaBeta(3));

/// The engine of a description, with a note on stderr if another one has to stand in for a missing model.
pub(crate) fn engine<L: Layout>(
    spec: &PlayerSpec,
    rules: &Rules<L>,
    config: &EngineConfig,
) -> Result<(Engine<L>, PlayerSpec)> {
    match Engine::new(spec, rules, config) {
        Err(error @ EngineError::NoModel { .. }) => {
            note(format!("note: {error}. Meanwhile {FALLBACK} plays."));
            Ok((Engine::new(&FALLBACK, rules, config)?, FALLBACK))
        }
        other => Ok((other?, spec.clone())),
    }
}
