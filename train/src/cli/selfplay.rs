//! `hexforge selfplay`: games of a net against itself, without learning.

use super::common::Common;
use super::train::{RunArgs, start};
use anyhow::Result;
use hextrain::protocol::Part;

/// Play games of the newest net against itself, without learning
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    run: RunArgs,
    /// Stop after so many games, instead of at the end of the budget
    #[arg(long, value_name = "N")]
    games: Option<u64>,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<()> {
    start(args.run.plan(common)?, &Part::Play { games: args.games }, common)
}
