//! `hexforge tablebase stats`: what tables say in numbers.

use super::shop::{Work, WorkArgs, ensure_only};
use crate::cli::common::Common;
use anyhow::Result;
use hexcore::{Color, Layout, Rules, with_rules};
use hexmcts::tablebase::{Drawn, SideCounts};
use serde::Serialize;

/// Count the positions, values, longest wins and mates of endings
///
/// Tables that are missing are built first.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    work: WorkArgs,
    /// Leave out why draws are draws, which takes as long as all the rest
    #[arg(long)]
    no_draws: bool,
}

#[derive(Serialize)]
struct Report {
    ending: String,
    symmetries: usize,
    white_to_move: SideCounts,
    black_to_move: SideCounts,
    /// Percent of all unique positions that White wins, draws and loses, either side to move.
    white_wins: f64,
    draws: f64,
    black_wins: f64,
    /// Moves of White's longest win.
    longest_moves: u32,
    /// A position with it.
    longest: Option<String>,
    /// A position with Black's longest win.
    longest_black: Option<String>,
    /// Why the draws are draws, from Black's view.
    drawn_white_to_move: Option<Drawn>,
    drawn_black_to_move: Option<Drawn>,
}

pub(super) fn run(args: &Args, common: &Common) -> Result<()> {
    with_rules!(&args.work.rules.rules()?, rules => run_in(rules, args, common))
}

fn run_in<L: Layout>(rules: &Rules<L>, args: &Args, common: &Common) -> Result<()> {
    let Work { mut builder, endings, plan } = args.work.work(rules)?;
    let mut reports = Vec::new();
    for step in plan.steps.iter().filter(|step| endings.contains(&step.material)) {
        ensure_only(&mut builder, &step.material, common)?;
        let counts = builder.count(&step.material, rules.variant().end.move_limit)?;
        let drawn = if args.no_draws { None } else { Some(builder.drawn(&step.material)?) };
        let longest = builder.longest(rules, &step.material, &counts, Color::White)?;
        let longest_black = builder.longest(rules, &step.material, &counts, Color::Black)?;
        let [white, black] = counts.sides;
        let all = (white.unique + black.unique) as f64;
        let percent = |n: u64| 100.0 * n as f64 / all.max(1.0);
        reports.push(Report {
            ending: step.name.clone(),
            symmetries: step.symmetries,
            white_wins: percent(white.win + black.loss),
            draws: percent(white.draw + black.draw),
            black_wins: percent(white.loss + black.win),
            longest_moves: white.longest_win.div_ceil(2),
            longest: longest.map(|l| l.0),
            longest_black: longest_black.map(|l| l.0),
            drawn_white_to_move: drawn.map(|d| d[0]),
            drawn_black_to_move: drawn.map(|d| d[1]),
            white_to_move: white,
            black_to_move: black,
        });
    }
    common.print(&reports, |reports| reports.iter().map(text).collect())
}

fn text(report: &Report) -> String {
    let mut text = format!(
        "{}: White wins {:.4} %, draws {:.4} %, Black wins {:.4} % of all unique positions ({} symmetries)\n",
        report.ending, report.white_wins, report.draws, report.black_wins, report.symmetries
    );
    let sides = [
        ("White to move", &report.white_to_move, report.drawn_white_to_move),
        ("Black to move", &report.black_to_move, report.drawn_black_to_move),
    ];
    for (name, side, drawn) in sides {
        let SideCounts { full, unique, win, draw, loss, longest_win, longest_loss, mates, stalemate_positions, .. } =
            side;
        text.push_str(&format!(
            "  {name}: {full} legal, {unique} unique: {win} won (longest {longest_win} plies, {} moves), {draw} drawn, \
             {loss} lost (longest {longest_loss} plies)\n    {mates} mates, {stalemate_positions} stalemates on the full board",
            longest_win.div_ceil(2)
        ));
        if side.stalemates + side.stalemated > 0 {
            text.push_str(&format!("; {} stalemating, {} stalemated", side.stalemates, side.stalemated));
        }
        if side.beyond_limit > 0 {
            text.push_str(&format!("; {} longer than the limit on plies", side.beyond_limit));
        }
        text.push('\n');
        if let Some(Drawn { conversion, perpetual, fortress }) = drawn.filter(|_| side.draw > 0) {
            text.push_str(&format!(
                "    draws: {conversion} by conversion, {perpetual} by perpetual check, {fortress} fortresses\n"
            ));
        }
    }
    for (name, fen) in [("longest win", &report.longest), ("Black's longest win", &report.longest_black)] {
        if let Some(fen) = fen {
            text.push_str(&format!("  {name}: {fen}\n"));
        }
    }
    text
}
