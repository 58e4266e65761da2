//! `hexforge learn`: learning from games that are there, without playing.

use super::common::Common;
use super::train::{RunArgs, start};
use anyhow::Result;
use hextrain::protocol::Part;

/// Learn from recorded games, without playing
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<()> {
    start(args.run.plan(common)?, &Part::Learn, common)
}
