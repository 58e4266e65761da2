//! `hexforge selfplay`: games of a net against itself, without learning.

use super::common::Common;
use super::train::{Plan, RunArgs, telemetry};
use anyhow::Result;

/// Play games of the newest net against itself, without learning
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    run: RunArgs,
    /// The net that plays; by default the run's newest
    #[arg(long, value_name = "MODEL")]
    model: Option<String>,
    /// Stop after so many games, instead of at the end of the budget
    #[arg(long, value_name = "N")]
    games: Option<u64>,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<()> {
    let Plan { config, folder, resume } = args.run.plan(common)?;
    let _ = (config, folder, resume, &args.model, args.games, telemetry(common));
    anyhow::bail!("selfplay alone is not part of this build")
}
