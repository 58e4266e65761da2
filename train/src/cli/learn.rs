//! `hexforge learn`: learning from games that are there, without playing.

use super::common::Common;
use super::train::{Plan, RunArgs, telemetry};
use anyhow::Result;
use std::path::PathBuf;

/// Learn from recorded games, without playing
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    run: RunArgs,
    /// Folder of the games to learn from; by default the run's own
    #[arg(long, value_name = "FOLDER")]
    games: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<()> {
    let Plan { config, folder, resume } = args.run.plan(common)?;
    let _ = (config, folder, resume, &args.games, telemetry(common));
    anyhow::bail!("learn alone is not part of this build")
}
