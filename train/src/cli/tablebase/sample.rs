//! `hexforge tablebase sample`: random positions of an ending with their exact values.

use super::probe::word;
use crate::cli::common::{Common, VariantArg};
use anyhow::{Result, bail};
use clap::ValueEnum;
use hexcore::{Layout, Rules, with_rules};
use hexmcts::tablebase::{Sampler, TableError, Worth, score};
use hextrain::endgames::{folder_name, open_tables, tables_root};
use hextrain::seeds::Seeds;
use serde::Serialize;
use std::path::PathBuf;

/// Draw random positions of an ending, with what they are worth
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    variant: VariantArg,
    /// The ending, e.g. KRKN
    #[arg(long, value_name = "MEN")]
    material: String,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 10)]
    count: u32,
    /// Only positions of this worth to the side to move
    #[arg(long, value_name = "WORTH", value_enum)]
    worth: Option<Wanted>,
    /// The folder of the tables; by default the one that is found for the variant
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Wanted {
    Win,
    Stalemates,
    Draw,
    Stalemated,
    Loss,
}

#[derive(Serialize)]
struct Sampled {
    fen: String,
    value: &'static str,
    score: f32,
    plies: u32,
}

pub(super) fn run(args: &Args, common: &Common) -> Result<()> {
    with_rules!(&args.variant.rules()?, rules => run_in(rules, args, common))
}

fn run_in<L: Layout>(rules: &Rules<L>, args: &Args, common: &Common) -> Result<()> {
    let missing = || {
        let folder = args.tables.clone().unwrap_or_else(|| tables_root().join(folder_name(rules, 0)));
        TableError::Missing { name: args.material.clone(), folder }
    };
    let tables = open_tables(rules, args.tables.as_deref())?.ok_or_else(missing)?;
    let material = tables.kinds().parse(&args.material).map_err(crate::cli::error::wrong)?;
    let name = tables.kinds().name(&material);
    let table = tables.table_of(&name).ok_or_else(|| tables.broken().pop().unwrap_or_else(missing))?;
    let worth = args.worth.map(|wanted| match wanted {
        Wanted::Win => Worth::Win,
        Wanted::Stalemates => Worth::Stalemates,
        Wanted::Draw => Worth::Draw,
        Wanted::Stalemated => Worth::Stalemated,
        Wanted::Loss => Worth::Loss,
    });
    let mut sampler = Sampler::new(rules, table, Seeds::new(common.seed()).seed("endings", 0));
    let mut samples = Vec::new();
    for _ in 0..args.count {
        let Some(sample) = sampler.draw(worth) else {
            bail!("{name}: no such position among a million draws");
        };
        samples.push(Sampled {
            fen: rules.fen(&sample.position),
            value: word(sample.exact.worth),
            score: score(rules, sample.exact.worth),
            plies: sample.exact.plies,
        });
    }
    let line = |s: &Sampled| format!("{}\t{}\t{:.3}\t{}\n", s.fen, s.value, s.score, s.plies);
    common.print(&samples, |samples| samples.iter().map(line).collect())
}
