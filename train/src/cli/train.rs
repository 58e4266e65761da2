//! `hexforge train`: self-play, learning, evaluation and report, on one machine.

use super::common::Common;
use super::error::wrong;
use anyhow::{Context, Result};
use hextrain::config::{ConfigError, Edit, RunConfig};
use hextrain::run::RunFolder;
use std::path::PathBuf;

/// Train a net: self-play, learning, evaluation and report
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    run: RunArgs,
}

/// Which run to begin or to go on with.
#[derive(Debug, clap::Args)]
pub(crate) struct RunArgs {
    /// The run's config
    #[arg(long, value_name = "FILE.toml", required_unless_present = "resume")]
    config: Option<PathBuf>,
    /// The folder of a new run; `runs/<config>` by default
    #[arg(long, value_name = "RUN", conflicts_with = "resume")]
    out: Option<PathBuf>,
    /// Go on with the run in this folder
    #[arg(long, value_name = "RUN")]
    resume: Option<PathBuf>,
    /// Change a value of the config; may be given several times
    #[arg(long = "set", value_name = "KEY.PATH=VALUE")]
    sets: Vec<String>,
}

/// A run to begin or to go on with.
#[derive(Debug)]
pub(crate) struct Plan {
    pub config: RunConfig,
    pub folder: PathBuf,
    pub resume: bool,
}

impl RunArgs {
    /// Reads the config, with the edits of `--set`, `--seed` and `--threads`.
    pub(crate) fn plan(&self, common: &Common) -> Result<Plan> {
        let mut edits =
            self.sets.iter().map(|set| set.parse::<Edit>()).collect::<Result<Vec<_>, _>>().map_err(wrong)?;
        let numbers = [("seed", common.seed), ("threads", common.threads.map(u64::from))];
        for (key, number) in numbers.into_iter().filter_map(|(key, n)| Some((key, n?))) {
            edits.push(format!("{key}={number}").parse().map_err(wrong)?);
        }
        let of_edit = |error: ConfigError| if let ConfigError::Edit(edit) = error { wrong(edit) } else { error.into() };
        match (&self.resume, &self.config) {
            (Some(folder), None) => {
                let config = RunFolder::read_config(folder, &edits)?;
                Ok(Plan { config, folder: folder.clone(), resume: true })
            }
            (Some(folder), Some(path)) => {
                let config = RunConfig::load(path, &edits).map_err(of_edit)?;
                Ok(Plan { config, folder: folder.clone(), resume: true })
            }
            (None, path) => {
                let path = path.as_ref().context("--config is missing")?;
                let config = RunConfig::load(path, &edits).map_err(of_edit)?;
                let name = path.file_stem().unwrap_or(path.as_os_str());
                let folder = self.out.clone().unwrap_or_else(|| PathBuf::from("runs").join(name));
                Ok(Plan { config, folder, resume: false })
            }
        }
    }
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<()> {
    let Plan { config, folder, resume } = args.run.plan(common)?;
    let _ = (config, folder, resume, telemetry(common));
    anyhow::bail!("train is not part of this build")
}

/// Progress goes to stderr, unless the result is for a program.
pub(crate) fn telemetry(common: &Common) -> hextrain::telemetry::Telemetry {
    use hextrain::telemetry::Telemetry;
    if common.json { Telemetry::quiet() } else { Telemetry::stderr() }
}
