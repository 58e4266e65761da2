//! What the commands share: common flags, positions as arguments, and how results are printed.

use super::error::wrong;
use anyhow::{Context, Result, anyhow, bail};
use hexcore::variant::{builtin, builtin_names};
use hexcore::{AnyRules, Game, GameText, Layout, Rules, excerpt, game_variant};
use hextrain::config::Opponent;
use hextrain::draw::Ink;
use hextrain::model::ModelError;
use hextrain::player::{Engine, EngineConfig, EngineError, PlayerSpec};
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Flags of every command.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Common {
    /// Print the result as JSON, and nothing else, on stdout
    #[arg(long, global = true, help_heading = "Common options")]
    pub json: bool,
    /// Seed of all randomness
    #[arg(long, global = true, value_name = "N", help_heading = "Common options")]
    pub seed: Option<u64>,
    /// Threads to use; one for each core by default, but one for a single search
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

    /// Threads of one search: one unless more are asked for, since only then it can be repeated.
    pub(crate) fn search_threads(&self) -> usize {
        self.threads.unwrap_or(1).into()
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

/// A word of a command line as a shell takes it for one.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./:@=+,%".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', "'\\''")) }
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
    /// The variant: one that ships (see `hexforge variants`) or a file; glinski by default
    #[arg(long, value_name = "NAME|FILE.toml")]
    pub variant: Option<String>,
}

/// The variant where none is named.
const VARIANT: &str = "glinski";

impl VariantArg {
    /// Its name or file.
    pub(crate) fn name(&self) -> &str {
        self.variant.as_deref().unwrap_or(VARIANT)
    }

    /// The compiled rules.
    pub(crate) fn rules(&self) -> Result<AnyRules> {
        rules(self.name())
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
    /// A saved game: the position at its end, of the variant that it names
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    pub game: Option<PathBuf>,
    /// Of a file of several games: which one, from 1
    #[arg(long, value_name = "N", requires = "game", value_parser = clap::value_parser!(u32).range(1..))]
    pub number: Option<u32>,
    /// Of the saved game: the position after so many plies
    #[arg(long, value_name = "N", requires = "game")]
    pub ply: Option<usize>,
    /// Moves to play from there, with blanks between them
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
}

impl PositionArgs {
    /// The compiled rules: of the variant that is named, or the saved game's.
    pub(crate) fn rules(&self) -> Result<AnyRules> {
        match &self.game {
            Some(path) => game_rules(path, &read_text(path)?, self.variant.variant.as_deref()),
            None => self.variant.rules(),
        }
    }

    /// The saved game, all of it.
    pub(crate) fn saved<'r, L: Layout>(&self, rules: &'r Rules<L>) -> Result<Option<GameText<'r, L>>> {
        let Some(path) = &self.game else { return Ok(None) };
        let text = read_text(path)?;
        let mut games = rules.parse_games(&text).map_err(|e| anyhow!("{}: {e}", path.display()))?;
        let (path, all) = (path.display(), games.len());
        match self.number.map_or(usize::from(all == 1), |number| number as usize) {
            _ if all == 0 => bail!("{path}: no game: expected tags or moves"),
            0 => Err(wrong(format!("{path}: {all} games: expected --number 1 to {all}"))),
            number if number > all => {
                Err(wrong(format!("--number {number}: {path} has {}", count(all as u64, "game"))))
            }
            number => Ok(Some(games.swap_remove(number - 1))),
        }
    }

    /// The game that the position comes from.
    pub(crate) fn game<'r, L: Layout>(&self, rules: &'r Rules<L>) -> Result<Game<'r, L>> {
        let mut game = match (&self.fen, self.saved(rules)?) {
            (_, Some(saved)) => saved.game,
            (Some(fen), None) => Game::from_fen(rules, fen).map_err(wrong)?,
            (None, None) => Game::new(rules),
        };
        if let Some(ply) = self.ply {
            let plies = game.ply();
            if ply > plies {
                return Err(wrong(format!("--ply {ply}: the game has {plies} plies")));
            }
            while game.ply() > ply {
                game.undo();
            }
        }
        play_all(&mut game, self.moves.as_deref().unwrap_or_default()).map_err(wrong)?;
        Ok(game)
    }
}

/// The rules that the games of a text are played by: those named, or those of the variant that the text names.
pub(crate) fn game_rules(path: &Path, text: &str, named: Option<&str>) -> Result<AnyRules> {
    if let Some(name) = named {
        return rules(name);
    }
    let Some(told) = game_variant(text) else { return rules(VARIANT) };
    for name in builtin_names() {
        let variant = builtin(name)?;
        if told.eq_ignore_ascii_case(&variant.name) || told.eq_ignore_ascii_case(&variant.title) {
            return rules(name);
        }
    }
    let (path, told) = (path.display(), excerpt(&told));
    bail!("{path}: a game of `{told}`, which does not ship: expected its rules by --variant FILE.toml")
}

/// Reads a text file.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| path.display().to_string())
}

/// So many things: `1 file`, `2 files`.
pub(crate) fn count(n: impl Into<u64>, thing: &str) -> String {
    let n = n.into();
    if n == 1 { format!("1 {thing}") } else { format!("{n} {thing}s") }
}

/// Points as they are written: `3-0`, `2.4-0.6`.
pub(crate) fn points<T: Into<f64> + Copy>(points: [T; 2]) -> String {
    let [own, others] = points.map(|p| {
        let text = format!("{:.2}", p.into());
        text.trim_end_matches('0').trim_end_matches('.').to_string()
    });
    format!("{own}-{others}")
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
        // Whichever option named it.
        Err(error @ EngineError::Model(ModelError::Unknown { .. })) => Err(wrong(error)),
        Err(error @ EngineError::NoModel { .. }) => {
            note(format!("note: {error}. Meanwhile {FALLBACK} plays."));
            Ok((Engine::new(&FALLBACK, rules, config)?, FALLBACK))
        }
        other => Ok((other?, spec.clone())),
    }
}
