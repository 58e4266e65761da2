//! `hexforge tournament CONFIG`: games between any players, ratings and tests.

use super::common::{Common, note, rules};
use super::error::wrong;
use super::train::telemetry;
use anyhow::{Context, Result};
use hexcore::{Problem, with_rules};
use hextrain::arena::Verdict;
use hextrain::config::{ConfigError, Edit, located};
use hextrain::tournament::{Results, Setup, TournamentConfig, TournamentError, hold};
use std::path::PathBuf;
use std::process::ExitCode;

/// Hold a tournament: round robin, gauntlet, ladder or a match with a test
///
/// A tournament that was killed goes on when the same command is given again: no finished game is lost or played twice.
///
/// Exit status: 0 all games are played, and a test, if there is one, accepts H1; 1 it failed, or a program could not be
/// started; 2 the call is wrong; 3 the test accepts H0; 4 the test is not decided by all games.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The tournament's config
    #[arg(value_name = "CONFIG.toml")]
    config: PathBuf,
    /// The folder for games and results, new or to go on with; `tournaments/<config>` by default
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Change a value of the config; may be given several times
    #[arg(long = "set", value_name = "KEY.PATH=VALUE")]
    sets: Vec<String>,
}

const H0_ACCEPTED: u8 = 3;
const UNDECIDED: u8 = 4;

pub(crate) fn run(args: &Args, common: &Common) -> Result<ExitCode> {
    let path = &args.config;
    let edits = args.edits(common)?;
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let file = path.display().to_string();
    let config = TournamentConfig::parse(&file, &text, &edits)
        .map_err(|error| if let ConfigError::Edit(edit) = error { wrong(edit) } else { error.into() })?;
    let name = path.file_stem().unwrap_or(path.as_os_str());
    let folder = args.out.clone().unwrap_or_else(|| PathBuf::from("tournaments").join(name));
    let results = with_rules!(&rules(&config.variant)?, rules => {
        let invalid = |problems: Vec<Problem>| ConfigError::Invalid {
            file: file.clone(),
            problems: located(&text, &edits, problems),
        };
        let setup = Setup::new(&config, rules).map_err(|problems| TournamentError::from(invalid(problems)))?;
        hold(rules, &config, &setup, &folder, &telemetry(common))?
    });
    common.print(&results, |results| format!("{results}report: {}\n", folder.join("report.html").display()))?;
    results.failures.iter().for_each(|failure| note(format!("error: {failure}")));
    Ok(status(&results))
}

impl Args {
    fn edits(&self, common: &Common) -> Result<Vec<Edit>> {
        let mut edits =
            self.sets.iter().map(|set| set.parse::<Edit>()).collect::<Result<Vec<_>, _>>().map_err(wrong)?;
        let numbers = [("seed", common.seed), ("threads", common.threads.map(u64::from))];
        for (key, number) in numbers.into_iter().filter_map(|(key, n)| Some((key, n?))) {
            edits.push(format!("{key}={number}").parse().map_err(wrong)?);
        }
        Ok(edits)
    }
}

fn status(results: &Results) -> ExitCode {
    let verdict = results.sprt.as_ref().map(|test| test.verdict);
    match verdict {
        _ if !results.failures.is_empty() => ExitCode::FAILURE,
        Some(Verdict::H0) => ExitCode::from(H0_ACCEPTED),
        Some(Verdict::Open) => ExitCode::from(UNDECIDED),
        Some(Verdict::H1) | None => ExitCode::SUCCESS,
    }
}
