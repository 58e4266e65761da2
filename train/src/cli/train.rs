//! `hexforge train`: self-play, learning, evaluation and report, on one machine.

use super::common::{Common, count, note, points, quoted, rules};
use super::error::wrong;
use anyhow::{Context, Result};
use hexcore::with_rules;
use hextrain::config::{ConfigError, Edit, RunConfig};
use hextrain::metrics::EvaluationRow;
use hextrain::protocol::{Part, Start, TrainSummary, train};
use hextrain::run::{Phase, RunFolder};
use hextrain::telemetry::{clock, short};
use serde::Serialize;
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
    start(args.run.plan(common)?, &Part::Whole, common)
}

/// Runs a plan, or a half of it, and prints what it came to.
pub(crate) fn start(plan: Plan, part: &Part, common: &Common) -> Result<()> {
    let Plan { config, folder, resume } = plan;
    let (variant, uses) = (config.variant.clone(), config.replay.uses);
    let any = rules(&variant)?;
    let start = if resume { Start::Resume { folder, config } } else { Start::New { folder, config } };
    let summary = with_rules!(&any, rules => train(rules, start, part, &telemetry(common))?);
    if *part == Part::Learn && summary.steps == 0 {
        note(idle(&summary, uses));
    }
    common.print(&Printed::of(&summary), |_| text(&summary, &variant))
}

/// What a run came to, for programs.
#[derive(Debug, Serialize)]
struct Printed<'a> {
    run: String,
    report: String,
    model: Option<String>,
    seconds: f64,
    generation: u32,
    games: u64,
    positions: u64,
    teacher_positions: u64,
    evaluations: &'a [EvaluationRow],
    /// The net's and its opponent's points in each evaluation, if the variant counts its own.
    points: &'a [[f64; 2]],
    /// Steps that this call learnt.
    steps: u64,
}

impl Printed<'_> {
    fn of(summary: &TrainSummary) -> Printed<'_> {
        let state = &summary.state;
        Printed {
            run: summary.folder.display().to_string(),
            report: summary.folder.join("report.html").display().to_string(),
            model: summary.model.as_ref().map(|path| path.display().to_string()),
            seconds: state.active_seconds,
            generation: state.generation,
            games: state.games,
            positions: state.positions,
            teacher_positions: state.teacher_positions,
            evaluations: &summary.evaluations,
            points: &summary.points,
            steps: summary.steps,
        }
    }
}

/// Why learning alone had nothing to do.
fn idle(summary: &TrainSummary, uses: f64) -> String {
    let run = summary.folder.display();
    if summary.state.phase == Phase::Done {
        return format!("nothing was learnt: the budget of {run} is spent; `--set budget.minutes=..` gives it more");
    }
    format!(
        "nothing was learnt: every position of {run} has been used {uses} times, as `replay.uses` says; new games of \
         `hexforge selfplay --resume {run}` or a higher `--set replay.uses=..` give it more"
    )
}

fn text(summary: &TrainSummary, variant: &str) -> String {
    let state = &summary.state;
    let mut text = format!(
        "{}: {} of work, {} of self-play with {} positions, net {}\n",
        summary.folder.display(),
        clock(state.active_seconds),
        count(state.games, "game"),
        short(state.positions as f64),
        state.generation
    );
    for (i, row) in summary.evaluations.iter().enumerate() {
        let own = summary.points.get(i).map_or(String::new(), |&p| format!(", {} in points", points(p)));
        text += &format!(
            "  against {:<12} {:.3} ({:.3} to {:.3}) in {} at {} simulations{own}\n",
            row.opponent,
            row.score,
            row.lo,
            row.hi,
            count(row.pairs, "pair"),
            row.simulations
        );
    }
    text += &format!("report: {}\n", summary.folder.join("report.html").display());
    if let Some(model) = &summary.model {
        let words = [&variant.to_string(), &model.display().to_string()].map(|word| quoted(word));
        text += &format!("play it: hexforge play --variant {} --model {}\n", words[0], words[1]);
    }
    text
}

/// Progress goes to stderr, unless the result is for a program.
pub(crate) fn telemetry(common: &Common) -> hextrain::telemetry::Telemetry {
    use hextrain::telemetry::Telemetry;
    if common.json { Telemetry::quiet() } else { Telemetry::stderr() }
}
