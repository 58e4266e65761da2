//! `hexforge tablebase build`: the tables of some endings and of all that they lead to.

use super::shop::{Work, WorkArgs, ensure_only};
use crate::cli::common::Common;
use anyhow::{Result, bail};
use hexcore::{Layout, Rules, with_rules};
use hexmcts::tablebase::verify;
use hextrain::telemetry::{Telemetry, short};
use serde::Serialize;

/// Build the tables of endings, smaller ones first
///
/// Tables that are there already are kept; a build that was killed goes on with the first that is not.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    work: WorkArgs,
    /// Only say what would be built, with the memory and time that it takes
    #[arg(long)]
    plan: bool,
    /// Check every entry (or, with a number, every N-th) of the tables asked for against the naive generator
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    verify: Option<u32>,
}

#[derive(Serialize)]
struct Built {
    ending: String,
    file: String,
    /// Numbers of positions for each side to move.
    numbers: u64,
    /// By how many symmetries it is reduced.
    symmetries: usize,
    /// Bytes on disk; none if it is not built.
    bytes: Option<u64>,
    /// Bytes of memory to build it.
    memory: u64,
    /// Seconds of one core to build it, roughly.
    seconds: f64,
    /// Entries that were checked.
    verified: Option<u64>,
}

pub(super) fn run(args: &Args, common: &Common) -> Result<()> {
    with_rules!(&args.work.rules.rules()?, rules => run_in(rules, args, common))
}

fn run_in<L: Layout>(rules: &Rules<L>, args: &Args, common: &Common) -> Result<()> {
    let Work { mut builder, endings, plan } = args.work.work(rules)?;
    let mut built = Vec::new();
    for step in &plan.steps {
        let mut verified = None;
        if !args.plan {
            ensure_only(&mut builder, &step.material, common)?;
            if let Some(stride) = args.verify.filter(|_| endings.contains(&step.material)) {
                verified = Some(check(rules, &builder, step, stride as usize, common)?);
            }
        }
        let path = builder.path(&step.material);
        built.push(Built {
            ending: step.name.clone(),
            bytes: path.metadata().ok().map(|meta| meta.len()),
            file: path.display().to_string(),
            numbers: step.numbers,
            symmetries: step.symmetries,
            memory: step.memory,
            seconds: step.seconds,
            verified,
        });
    }
    common.print(&built, |built| built.iter().map(line).collect())
}

fn check<L: Layout>(
    rules: &Rules<L>,
    builder: &hexmcts::tablebase::Builder,
    step: &hexmcts::tablebase::Step,
    stride: usize,
    common: &Common,
) -> Result<u64> {
    let telemetry = if common.json { Telemetry::quiet() } else { Telemetry::stderr() };
    let entries = 2 * step.numbers.div_ceil(stride as u64);
    let task = telemetry.task(&format!("{} verify", step.name), "entries", entries);
    let result = verify(rules, builder, &step.material, stride, &|done, _| task.set(done))?;
    match result {
        Ok(entries) => {
            task.set(entries);
            task.finish();
            Ok(entries)
        }
        Err(mistake) => bail!("{}: {}: {}", step.name, mistake.position, mistake.message),
    }
}

fn line(built: &Built) -> String {
    let Built { ending, numbers, symmetries, bytes, verified, .. } = built;
    let size = match bytes {
        Some(bytes) => format!("{}B", short(*bytes as f64)),
        None => {
            format!("not built, about {:.0} s of one core, {}B of memory", built.seconds, short(built.memory as f64))
        }
    };
    let verified = verified.map_or(String::new(), |n| format!(", {n} entries verified"));
    format!(
        "{ending:<10} {:>6} positions a side, {symmetries:>2} symmetries, {size}{verified}\n",
        short(*numbers as f64)
    )
}
