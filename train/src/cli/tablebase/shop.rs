//! What the subcommands share: which rules, which tables, which endings, and how work is shown.

use crate::cli::common::{Common, VariantArg, note};
use crate::cli::error::wrong;
use anyhow::{Result, bail};
use hexcore::variant::{BareKing, Stalemate, Variant};
use hexcore::{AnyRules, Layout, Rules};
use hexmcts::tablebase::{Builder, Geometry, Material, Phase, Plan, TableError};
use hextrain::endgames::{folder_name, tables_root};
use hextrain::telemetry::{Telemetry, clock};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// Which rules and where their tables are.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct RulesArgs {
    #[command(flatten)]
    pub variant: VariantArg,
    /// What stalemate is worth, if not what the variant says: loss, three-quarters, two-thirds or draw
    #[arg(long, value_name = "WORTH", value_parser = stalemate)]
    pub stalemate: Option<Stalemate>,
    /// What a bare king does, if not what the variant says: nothing or loses
    #[arg(long, value_name = "RULE", value_parser = bare_king)]
    pub bare_king: Option<BareKing>,
    /// Plies without capture or pawn move that make a draw: none (plies are counted to the end of the game), variant
    /// (what the variant says) or a number (plies are counted to the next capture, pawn move or end)
    #[arg(long, value_name = "PLIES", default_value = "none")]
    pub move_limit: Limit,
    /// The folder of the tables; by default one for these rules below `tables` or `HEXFORGE_TABLES`
    #[arg(long, value_name = "FOLDER")]
    pub tables: Option<PathBuf>,
}

/// A limit on plies without capture or pawn move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    None,
    Variant,
    Plies(u16),
}

impl std::str::FromStr for Limit {
    type Err = String;

    fn from_str(text: &str) -> Result<Limit, String> {
        match text {
            "none" | "0" => Ok(Limit::None),
            "variant" => Ok(Limit::Variant),
            number => number.parse().map(Limit::Plies).map_err(|_| "expected none, variant or 1 to 65535".to_string()),
        }
    }
}

fn stalemate(text: &str) -> Result<Stalemate, String> {
    match text {
        "loss" => Ok(Stalemate::Loss),
        "three-quarters" => Ok(Stalemate::ThreeQuarters),
        "two-thirds" => Ok(Stalemate::TwoThirds),
        "draw" => Ok(Stalemate::Draw),
        _ => Err("expected loss, three-quarters, two-thirds or draw".into()),
    }
}

fn bare_king(text: &str) -> Result<BareKing, String> {
    match text {
        "nothing" => Ok(BareKing::Nothing),
        "loses" => Ok(BareKing::Loses),
        _ => Err("expected nothing or loses".into()),
    }
}

impl RulesArgs {
    /// The rules with what is overridden.
    pub(super) fn rules(&self) -> Result<AnyRules> {
        let rules = self.variant.rules()?;
        let mut variant: Variant = rules.variant().clone();
        if let Some(stalemate) = self.stalemate {
            variant.end.stalemate = stalemate;
        }
        if let Some(bare_king) = self.bare_king {
            variant.end.bare_king = bare_king;
        }
        if let Limit::Plies(limit) = self.move_limit {
            variant.end.move_limit = limit;
        }
        if variant == *rules.variant() {
            return Ok(rules);
        }
        AnyRules::new(&variant).map_err(wrong)
    }

    /// A builder in the folder of these rules' tables.
    pub(super) fn builder<L: Layout>(&self, rules: &Rules<L>) -> Result<Builder> {
        let limit = match self.move_limit {
            Limit::None => 0,
            Limit::Variant | Limit::Plies(_) => rules.variant().end.move_limit,
        };
        let geometry = Geometry::new(rules).with_limit(limit).map_err(wrong)?;
        Ok(Builder::new(Arc::new(geometry), &self.folder(rules, limit)))
    }

    fn folder<L: Layout>(&self, rules: &Rules<L>, limit: u16) -> PathBuf {
        self.tables.clone().unwrap_or_else(|| tables_root().join(folder_name(rules, limit)))
    }

    /// How these rules are asked for on the command line.
    pub(super) fn flags(&self) -> String {
        let mut flags = format!("--variant {}", self.variant.name());
        if let Some(worth) = self.stalemate {
            let worth = match worth {
                Stalemate::Loss => "loss",
                Stalemate::ThreeQuarters => "three-quarters",
                Stalemate::TwoThirds => "two-thirds",
                Stalemate::Draw => "draw",
            };
            flags.push_str(&format!(" --stalemate {worth}"));
        }
        flags
    }
}

/// Which endings.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct EndingArgs {
    /// Endings by their men, e.g. KQKR, with commas between them
    #[arg(long, value_name = "MEN", value_delimiter = ',', required_unless_present = "men")]
    pub material: Vec<String>,
    /// Every ending of up to so many men, the kings counted
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=6))]
    pub men: Option<u8>,
    /// With --men: only endings without pawns
    #[arg(long, requires = "men")]
    pub pawnless: bool,
}

impl EndingArgs {
    /// The endings, each once.
    pub(super) fn endings(&self, builder: &Builder) -> Result<Vec<Material>> {
        let kinds = builder.geometry().kinds();
        let mut all = Vec::new();
        for name in self.material.iter().filter(|name| !name.is_empty()) {
            all.push(kinds.parse(name).map_err(wrong)?);
        }
        if let Some(men) = self.men {
            all.extend(kinds.all(men.into(), !self.pawnless));
        }
        let mut seen = std::collections::HashSet::new();
        all.retain(|material| seen.insert(material.clone()));
        if all.is_empty() {
            return Err(wrong("--material: no ending; expected men such as KQKR"));
        }
        Ok(all)
    }
}

/// Work on the tables of some endings: they are there or built first.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct WorkArgs {
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub endings: EndingArgs,
    #[command(flatten)]
    pub memory: MemoryArgs,
}

/// The endings that are worked on, and what has to be built for them.
pub(super) struct Work {
    pub builder: Builder,
    pub endings: Vec<Material>,
    pub plan: Plan,
}

impl WorkArgs {
    /// What is to be done, said and found to fit.
    pub(super) fn work<L: Layout>(&self, rules: &Rules<L>) -> Result<Work> {
        let builder = self.rules.builder(rules)?;
        let endings = self.endings.endings(&builder)?;
        let plan = builder.plan(&endings)?;
        announce(&plan, &self.memory)?;
        Ok(Work { builder, endings, plan })
    }
}

/// Memory that building may take.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct MemoryArgs {
    /// Most memory to use, in GiB; what would need more is refused before anything is built
    #[arg(long, value_name = "GIB", default_value_t = 16.0)]
    pub memory: f64,
}

const GIB: f64 = (1u64 << 30) as f64;

/// Says what is to be built, and refuses what does not fit.
pub(super) fn announce(plan: &Plan, memory: &MemoryArgs) -> Result<()> {
    let open: Vec<_> = plan.steps.iter().filter(|step| !step.done).collect();
    let need = open.iter().map(|step| step.memory).max().unwrap_or(0) as f64 / GIB;
    let seconds: f64 = open.iter().map(|step| step.seconds).sum();
    let cores = rayon::current_num_threads().max(1) as f64;
    if open.is_empty() {
        note("all tables are there");
        return Ok(());
    }
    let done = plan.steps.len() - open.len();
    note(format!(
        "{} tables to build, {done} there: up to {need:.2} GiB of memory, about {} on {cores} cores",
        open.len(),
        clock(seconds / cores)
    ));
    if let Some(step) = open.iter().find(|step| step.memory as f64 / GIB > memory.memory) {
        let need = step.memory as f64 / GIB;
        bail!(TableError::Memory { name: step.name.clone(), need, limit: memory.memory });
    }
    Ok(())
}

/// Reads or builds one ending, and forgets what it does not need.
pub(super) fn ensure_only(builder: &mut Builder, ending: &Material, common: &Common) -> Result<()> {
    let ending = std::slice::from_ref(ending);
    builder.keep_only(ending);
    ensure(builder, ending, common)
}

/// Reads or builds endings in order, with a bar for each that takes time.
pub(super) fn ensure(builder: &mut Builder, endings: &[Material], common: &Common) -> Result<()> {
    let telemetry = if common.json { Telemetry::quiet() } else { Telemetry::stderr() };
    for ending in endings {
        // What is under way: its name, its line, and how much it is.
        let bar: Mutex<Option<(String, hextrain::telemetry::Task, u64)>> = Mutex::new(None);
        builder.ensure(ending, &|name, phase, done, all| {
            let mut bar = bar.lock().unwrap_or_else(PoisonError::into_inner);
            let label = match phase {
                Phase::Legal => format!("{name} legal"),
                Phase::Ends => format!("{name} ends"),
                Phase::Layer(_) => format!("{name} solve"),
            };
            if bar.as_ref().is_none_or(|(shown, ..)| *shown != label) {
                if let Some((_, task, whole)) = bar.take() {
                    task.set(whole);
                    task.finish();
                }
                *bar = Some((label.clone(), telemetry.task(&label, "positions", all), all));
            }
            if let Some((_, task, _)) = &*bar {
                task.set(done);
                if let Phase::Layer(plies) = phase {
                    task.remark(&format!("{plies} plies"));
                }
            }
        })?;
        if let Some((_, task, whole)) = bar.into_inner().unwrap_or_else(PoisonError::into_inner) {
            task.set(whole);
            task.finish();
        }
    }
    Ok(())
}
