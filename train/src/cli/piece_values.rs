//! `hexforge piece-values CONFIG`: what men are worth, by several methods, with intervals.

use super::common::{Common, note, rules};
use super::error::wrong;
use super::train::telemetry;
use anyhow::{Context, Result};
use hexcore::{Problem, with_rules};
use hextrain::config::{ConfigError, Edit, located};
use hextrain::piece_values::{PieceValuesConfig, Setup, measure};
use std::path::PathBuf;

/// Measure what men are worth: imbalance matches, outcome regression, net probing, an arbiter
///
/// A measurement that was killed goes on when the same command is given again: no finished game is lost or played twice.
/// With larger `matches.pairs` or `outcome.games` it goes on, too, and plays what is missing.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The measurement's config; without one, alpha-beta of depth 2 plays, and no net is asked
    #[arg(value_name = "CONFIG.toml")]
    config: Option<PathBuf>,
    /// The variant, if there is no config or another one is meant
    #[arg(long, value_name = "NAME|FILE.toml")]
    variant: Option<String>,
    /// A twentieth of the games: minutes instead of hours, and wide intervals
    #[arg(long)]
    quick: bool,
    /// The folder for games and results, new or to go on with; `piece-values/<config>` by default, `...-quick` with `--quick`
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Change a value of the config; may be given several times
    #[arg(long = "set", value_name = "KEY.PATH=VALUE")]
    sets: Vec<String>,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<()> {
    let edits = args.edits(common)?;
    let (file, text) = match &args.config {
        Some(path) => {
            let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
            (path.display().to_string(), text)
        }
        None => ("no config".into(), String::new()),
    };
    let config = PieceValuesConfig::parse(&file, &text, &edits)
        .map_err(|error| if let ConfigError::Edit(edit) = error { wrong(edit) } else { error.into() })?;
    let config = if args.quick { config.quick() } else { config };
    let results = with_rules!(&rules(&config.variant)?, rules => {
        let invalid = |problems: Vec<Problem>| ConfigError::Invalid {
            file: file.clone(),
            problems: located(&text, &edits, problems),
        };
        let setup = Setup::new(&config, rules).map_err(invalid)?;
        let folder = args.folder(&rules.variant().name);
        let results = measure(rules, &config, &setup, args.quick, &folder, &telemetry(common))?;
        note(format!("report: {}", folder.join("report.html").display()));
        results
    });
    common.print(&results, ToString::to_string)
}

impl Args {
    fn edits(&self, common: &Common) -> Result<Vec<Edit>> {
        let mut edits =
            self.sets.iter().map(|set| set.parse::<Edit>()).collect::<Result<Vec<_>, _>>().map_err(wrong)?;
        if let Some(variant) = &self.variant {
            edits.push(format!("variant={variant:?}").parse().map_err(wrong)?);
        }
        let numbers = [("seed", common.seed), ("threads", common.threads.map(u64::from))];
        for (key, number) in numbers.into_iter().filter_map(|(key, n)| Some((key, n?))) {
            edits.push(format!("{key}={number}").parse().map_err(wrong)?);
        }
        Ok(edits)
    }

    fn folder(&self, variant: &str) -> PathBuf {
        if let Some(out) = &self.out {
            return out.clone();
        }
        let name =
            self.config.as_ref().and_then(|path| path.file_stem()).map(|stem| stem.to_string_lossy().into_owned());
        let name = name.unwrap_or_else(|| variant.to_string());
        PathBuf::from("piece-values").join(if self.quick { name + "-quick" } else { name })
    }
}
