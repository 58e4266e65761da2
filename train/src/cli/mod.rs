//! The command line: one file a subcommand, each with its `Args` and `run`.
//!
//! Results go to stdout, logs and progress to stderr. The exit status is 0 if the thing was done, 1 if it failed, 2 if the
//! call was wrong.

mod analyse;
mod bench;
mod check;
mod common;
mod error;
mod games;
mod inspect;
mod learn;
mod moves;
mod perft;
mod piece_values;
mod play;
mod selfplay;
mod svg;
mod tablebase;
mod tournament;
mod train;
mod uci;
mod variants;

use clap::{Parser, Subcommand};
use common::Common;
use std::process::ExitCode;

/// Trains evaluators for hexagonal chess by self-play, plays with them and measures them.
#[derive(Debug, Parser)]
#[command(name = "hexforge", version, propagate_version = true, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Variants(variants::Args),
    Check(check::Args),
    Moves(moves::Args),
    Perft(perft::Args),
    Analyse(analyse::Args),
    Play(play::Args),
    Uci(uci::Args),
    Tournament(tournament::Args),
    Games(games::Args),
    PieceValues(piece_values::Args),
    Train(train::Args),
    Selfplay(selfplay::Args),
    Learn(learn::Args),
    Bench(bench::Args),
    Inspect(inspect::Args),
    Svg(svg::Args),
    Tablebase(tablebase::Args),
}

/// Reads the arguments, runs the command, reports what went wrong.
pub(crate) fn main() -> ExitCode {
    let Cli { common, command } = Cli::parse();
    let done = common.start_threads().and_then(|()| run(command, &common));
    done.unwrap_or_else(|error| error::report(&error))
}

fn run(command: Command, common: &Common) -> anyhow::Result<ExitCode> {
    match command {
        Command::Variants(args) => variants::run(&args, common),
        Command::Check(args) => return check::run(&args, common),
        Command::Moves(args) => moves::run(&args, common),
        Command::Perft(args) => perft::run(&args, common),
        Command::Analyse(args) => analyse::run(&args, common),
        Command::Play(args) => play::run(&args, common),
        Command::Uci(args) => uci::run(&args, common),
        Command::Tournament(args) => return tournament::run(&args, common),
        Command::Games(args) => games::run(&args, common),
        Command::PieceValues(args) => piece_values::run(&args, common),
        Command::Train(args) => train::run(&args, common),
        Command::Selfplay(args) => selfplay::run(&args, common),
        Command::Learn(args) => learn::run(&args, common),
        Command::Bench(args) => bench::run(&args, common),
        Command::Inspect(args) => inspect::run(&args, common),
        Command::Svg(args) => svg::run(&args, common),
        Command::Tablebase(args) => tablebase::run(&args, common),
    }
    .map(|()| ExitCode::SUCCESS)
}
