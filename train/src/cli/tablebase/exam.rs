//! `hexforge tablebase test`: how often a net's value agrees with the truth, by ending.

use crate::cli::common::{Common, VariantArg};
use crate::cli::error::wrong;
use anyhow::Result;
use hexcore::{Layout, Rules, with_rules};
use hexmcts::tablebase::TableError;
use hextrain::endgames::{Grade, examine, folder_name, open_tables, tables_root};
use hextrain::model::{Model, default_model, find_model};
use hextrain::seeds::Seeds;
use std::path::PathBuf;

/// Test a net: how often does the sign of its value agree with the truth, by ending
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    variant: VariantArg,
    /// The model; by default the one that ships
    #[arg(long, value_name = "MODEL")]
    model: Option<String>,
    /// Positions of each ending
    #[arg(long, value_name = "N", default_value_t = 2000)]
    positions: u32,
    /// Only these endings, with commas between them; by default all there are tables of
    #[arg(long, value_name = "MEN", value_delimiter = ',')]
    material: Vec<String>,
    /// The folder of the tables; by default the one that is found for the variant
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
}

pub(super) fn run(args: &Args, common: &Common) -> Result<()> {
    with_rules!(&args.variant.rules()?, rules => run_in(rules, args, common))
}

fn run_in<L: Layout>(rules: &Rules<L>, args: &Args, common: &Common) -> Result<()> {
    let missing = |name: &str| {
        let folder = args.tables.clone().unwrap_or_else(|| tables_root().join(folder_name(rules, 0)));
        TableError::Missing { name: name.to_string(), folder }
    };
    let path = match &args.model {
        Some(name) => find_model(name, rules).map_err(wrong)?,
        None => default_model(rules)
            .ok_or_else(|| wrong(format!("no model for {} ships: name one", rules.variant().name)))?,
    };
    let mut evaluator = Model::load(&path, rules)?.evaluator();
    let tables = open_tables(rules, args.tables.as_deref())?.ok_or_else(|| missing(&rules.variant().name))?;
    let mut names = Vec::new();
    for text in &args.material {
        names.push(tables.kinds().name(&tables.kinds().parse(text).map_err(wrong)?));
    }
    if names.is_empty() {
        names = tables.names();
    }
    let mut grades = Vec::new();
    for (i, name) in names.iter().enumerate() {
        let table = tables.table_of(name).ok_or_else(|| tables.broken().pop().unwrap_or_else(|| missing(name)))?;
        let seed = Seeds::new(common.seed()).seed("endings", i as u64);
        let grade = examine(rules, name, table, &mut evaluator, args.positions, seed);
        // Two bare kings have no position that is not over.
        grades.extend((grade.positions > 0).then_some(grade));
    }
    common.print(&grades, |grades| text(grades))
}

fn text(grades: &[Grade]) -> String {
    let head = "ending     positions  sign agrees   of wins  of losses  mean in draws  mean error\n";
    let line = |g: &Grade| {
        let drawn = g.drawn.map_or("-".to_string(), |score| format!("{score:.3}"));
        format!(
            "{:<10} {:>9} {:>10.2} % {:>7.2} % {:>8.2} % {drawn:>14} {:>11.3}\n",
            g.ending, g.positions, g.sign, g.wins, g.losses, g.error
        )
    };
    head.chars().map(String::from).chain(grades.iter().map(line)).collect()
}
