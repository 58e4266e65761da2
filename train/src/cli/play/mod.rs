//! `hexforge play`: a game in the terminal, against a model or a baseline.

mod command;
mod save;
mod table;

use super::common::{Common, PositionArgs, engine, ink, note};
use super::error::wrong;
use anyhow::Result;
use clap::ValueEnum;
use hexcore::{Layout, Rules, with_rules};
use hextrain::player::{Budget, EngineConfig, PlayerSpec, Tables};
use std::io::{self, IsTerminal};
use std::time::Duration;
use table::{Seats, Table, Told};

/// Play a game in the terminal
///
/// Moves are typed as text, e.g. `f5f6`; `help` lists what else can be typed. Reads a script as well as a keyboard.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The model to play against; by default the one that ships
    #[arg(long, value_name = "MODEL", conflicts_with = "opponent")]
    model: Option<String>,
    /// Another opponent: random, greedy, alphabeta:DEPTH or model:PATH@SIMULATIONS
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["level", "sims", "movetime"])]
    opponent: Option<PlayerSpec>,
    /// Strength, from 1 (random) to 9
    #[arg(long, value_name = "N", conflicts_with_all = ["sims", "movetime"], value_parser = clap::value_parser!(u8).range(1..=9))]
    level: Option<u8>,
    /// Simulations a move
    #[arg(long, value_name = "N", conflicts_with = "movetime", value_parser = clap::value_parser!(u32).range(1..))]
    sims: Option<u32>,
    /// Milliseconds a move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Endgame tables for the engine: a folder, or `none`; by default those in `tables`, if there are any
    #[arg(long, value_name = "FOLDER")]
    tables: Option<Tables>,
    /// Which side you play
    #[arg(long, value_enum, default_value = "w")]
    side: Side,
    /// Turn the board
    #[arg(long)]
    flip: bool,
    /// Draw with plain characters
    #[arg(long)]
    ascii: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    /// White
    #[value(alias = "white")]
    W,
    /// Black
    #[value(alias = "black")]
    B,
    /// Both sides
    Both,
    /// Neither: watch the engine play itself
    None,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<()> {
    with_rules!(&args.position.rules()?, rules => run_in(rules, args, common))
}

fn run_in<L: Layout>(rules: &Rules<L>, args: &Args, common: &Common) -> Result<()> {
    let game = args.position.game(rules)?;
    let told = told(args, rules)?;
    let config = EngineConfig {
        seed: common.seed(),
        threads: common.search_threads(),
        tables: args.tables.clone().unwrap_or_default(),
        ..EngineConfig::default()
    };
    let (engine, spec) = engine(&opponent(args)?, rules, &config)?;
    let people = match args.side {
        Side::W => [true, false],
        Side::B => [false, true],
        Side::Both => [true; 2],
        Side::None => [false; 2],
    };
    if people != [true; 2] {
        note(format!("{} plays {}.", engine.name(), if people == [false; 2] { "both sides" } else { "against you" }));
    }
    let seats = Seats { people, engine, limits: spec.limits() };
    let ink = if common.json { hextrain::draw::Ink::Plain } else { ink(args.ascii) };
    // Results alone go to stdout if they are for a program.
    let out: Box<dyn io::Write> = if common.json { Box::new(io::stderr()) } else { Box::new(io::stdout()) };
    let flipped = args.flip != (args.side == Side::B);
    let mut table = Table::new(game, told, seats, out, ink, flipped, io::stdin().is_terminal());
    table.play(&mut io::stdin().lock())?;
    if common.json {
        common.print(&table.result(), |_| String::new())?;
    }
    Ok(())
}

/// The result that a saved game tells beyond what its moves do: somebody gave up, say.
fn told<L: Layout>(args: &Args, rules: &Rules<L>) -> Result<Option<Told>> {
    if args.position.ply.is_some() || args.position.moves.is_some() {
        return Ok(None);
    }
    Ok(args.position.saved(rules)?.and_then(|saved| {
        let white_score = saved.white_score.filter(|_| saved.game.outcome().is_none())?;
        Some(Told { white_score, how: saved.tag(save::TERMINATION).unwrap_or("as the file says").to_string() })
    }))
}

/// Who is played against.
fn opponent(args: &Args) -> Result<PlayerSpec> {
    if let Some(spec) = &args.opponent {
        return Ok(spec.clone());
    }
    let model = args.model.clone();
    if let Some(level) = args.level {
        return match PlayerSpec::level(level.into()) {
            PlayerSpec::Model { budget, .. } => Ok(PlayerSpec::Model { model, budget }),
            PlayerSpec::Baseline(_) if model.is_some() => Err(wrong(format!("--level {level} needs no model"))),
            baseline => Ok(baseline),
        };
    }
    let budget = match (args.movetime, args.sims) {
        (Some(ms), _) => Budget::Time(Duration::from_millis(ms)),
        (None, sims) => Budget::Simulations(sims.unwrap_or(hextrain::player::SIMULATIONS)),
    };
    Ok(PlayerSpec::Model { model, budget })
}
