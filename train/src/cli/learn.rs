//! `hexforge learn`: learning from games that are there, without playing.

use super::common::Common;
use super::error::wrong;
use super::train::{RunArgs, start};
use anyhow::Result;
use hextrain::protocol::Part;

/// Learn from the games of a run, without playing
///
/// The run is one that `train` or `selfplay` began: `--resume RUN`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<()> {
    let plan = args.run.plan(common)?;
    if !plan.resume {
        return Err(wrong(
            "a new run has no games to learn from: expected --resume RUN, of a run that `selfplay` or `train` began",
        ));
    }
    start(plan, &Part::Learn, common)
}
