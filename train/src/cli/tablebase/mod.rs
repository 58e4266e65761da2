//! `hexforge tablebase`: exact endgames, built, counted, asked, and set beside what is claimed of them.

mod build;
mod claims;
mod exam;
mod page;
mod probe;
mod sample;
mod shop;
mod stats;

use super::common::Common;
use anyhow::Result;
use clap::Subcommand;

/// Build endgame tables, count them, ask them, judge claims and nets by them
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Build(build::Args),
    Stats(stats::Args),
    Probe(probe::Args),
    Claims(claims::Args),
    Sample(sample::Args),
    Test(exam::Args),
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<()> {
    match &args.command {
        Command::Build(args) => build::run(args, common),
        Command::Stats(args) => stats::run(args, common),
        Command::Probe(args) => probe::run(args, common),
        Command::Claims(args) => claims::run(args, common),
        Command::Sample(args) => sample::run(args, common),
        Command::Test(args) => exam::run(args, common),
    }
}
