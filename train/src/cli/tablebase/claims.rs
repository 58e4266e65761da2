//! `hexforge tablebase claims`: what rules texts and books say of endings, beside the truth.

use super::page::page;
use super::shop::{MemoryArgs, RulesArgs, announce, ensure};
use crate::cli::common::{Common, note};
use crate::cli::error::wrong;
use anyhow::{Context, Result, bail};
use hexcore::{Layout, Rules, with_rules};
use hexmcts::tablebase::{Claims, Judged, Material};
use serde::Serialize;
use std::path::PathBuf;

/// Print each claim about a variant's endings with the truth beside it
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    memory: MemoryArgs,
    /// The claims; by default those that ship for the variant
    #[arg(long, value_name = "FILE.toml")]
    claims: Option<PathBuf>,
    /// Build the tables that are missing, first
    #[arg(long)]
    build: bool,
    /// Also write a page to read in a browser
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,
}

/// The claims about variants that ship.
const SHIPPED: [(&str, &str); 3] = [
    ("glinski", include_str!("../../../../configs/endgames/glinski.toml")),
    ("cescacs", include_str!("../../../../configs/endgames/cescacs.toml")),
    ("round", include_str!("../../../../configs/endgames/round.toml")),
];

#[derive(Serialize)]
pub(super) struct Report {
    pub(super) variant: String,
    pub(super) claims: Vec<Judged>,
    /// Endings that are not built, with what building takes.
    pub(super) missing: Vec<Missing>,
}

#[derive(Serialize)]
pub(super) struct Missing {
    pub(super) ending: String,
    /// GiB of memory to build it.
    pub(super) memory_gib: f64,
    /// Seconds of one core, roughly.
    pub(super) core_seconds: f64,
    /// What builds it.
    pub(super) command: String,
}

pub(super) fn run(args: &Args, common: &Common) -> Result<()> {
    let rules = args.rules.variant.rules()?;
    let name = rules.variant().name.clone();
    let (source, text) = match &args.claims {
        Some(path) => {
            let source = path.display().to_string();
            (source.clone(), std::fs::read_to_string(path).context(source)?)
        }
        None => match SHIPPED.iter().find(|(variant, _)| *variant == name) {
            Some((_, text)) => (format!("configs/endgames/{name}.toml"), text.to_string()),
            None => return Err(wrong(format!("no claims about {name} ship: give a file with --claims"))),
        },
    };
    let claims = Claims::parse(&text).map_err(|problems| {
        let lines: Vec<String> = problems.iter().map(|p| format!("{source}: {p}")).collect();
        anyhow::anyhow!("{}", lines.join("\n"))
    })?;
    if claims.variant != name {
        bail!("{source}: claims about {}, not about {name}", claims.variant);
    }
    let mut rules_args = args.rules.clone();
    rules_args.stalemate = rules_args.stalemate.or(claims.stalemate);
    with_rules!(&rules_args.rules()?, rules => run_in(rules, &claims, &rules_args, args, common))
}

fn run_in<L: Layout>(
    rules: &Rules<L>,
    claims: &Claims,
    rules_args: &RulesArgs,
    args: &Args,
    common: &Common,
) -> Result<()> {
    let mut builder = rules_args.builder(rules)?;
    let endings = claims.endings(&builder)?;
    if args.build {
        announce(&builder.plan(&endings)?, &args.memory)?;
    }
    let limit = rules.variant().end.move_limit;
    let mut judged: Vec<Judged> = Vec::new();
    for claim in &claims.claims {
        let wanted: Vec<Material> = Claims { claims: vec![claim.clone()], ..claims.clone() }.endings(&builder)?;
        let there = |material: &Material| args.build || builder.path(material).exists();
        let usable: Vec<Material> = wanted.iter().filter(|m| there(m)).cloned().collect();
        // Only this claim's tables are kept in memory.
        builder.keep_only(&usable);
        ensure(&mut builder, &usable, common)?;
        let one = claim.judge(rules, &builder, &mut |material| builder.count(material, limit).ok())?;
        judged.push(one);
    }
    let plan = builder.plan(&endings)?;
    let missing = plan.steps.iter().filter(|step| !step.done && endings.contains(&step.material));
    let missing = missing.map(|step| Missing {
        ending: step.name.clone(),
        memory_gib: step.memory as f64 / f64::from(1u32 << 30),
        core_seconds: step.seconds,
        command: format!("hexforge tablebase build {} --material {}", rules_args.flags(), step.name),
    });
    let report = Report { variant: rules.variant().title.clone(), claims: judged, missing: missing.collect() };
    if let Some(path) = &args.html {
        std::fs::write(path, page(&report)).with_context(|| path.display().to_string())?;
        note(format!("wrote {}", path.display()));
    }
    common.print(&report, text)
}

/// What became of a claim, in a word.
pub(super) fn verdict(claim: &Judged) -> &'static str {
    match claim.holds {
        Some(true) => "true",
        Some(false) => "false",
        None => "open",
    }
}

fn text(report: &Report) -> String {
    let mut text = String::new();
    for claim in &report.claims {
        text.push_str(&format!("{:<5}  {}\n       taken to mean: {}\n", verdict(claim), claim.says, claim.means));
        for t in &claim.endings {
            text.push_str(&format!(
                "       {}: won {:.3} % ({:.3} % to move, {:.3} % not to move), stalemating {:.3} %, drawn {:.3} %, lost {:.3} %",
                t.ending, t.won, t.won_to_move, t.won_not_to_move, t.stalemating, t.drawn, t.lost
            ));
            match &t.example {
                Some(fen) => text.push_str(&format!("; longest win {} plies: {fen}\n", t.longest)),
                None => text.push('\n'),
            }
        }
        for name in &claim.missing {
            text.push_str(&format!("       {name}: no table\n"));
        }
    }
    for m in &report.missing {
        text.push_str(&format!(
            "missing {}: about {:.0} s of one core, {:.2} GiB: {}\n",
            m.ending, m.core_seconds, m.memory_gib, m.command
        ));
    }
    text
}
