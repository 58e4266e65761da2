//! `hexforge perft`: leaf counts, the measure of a move generator.

use super::common::{Common, VariantArg, play_all, short};
use super::error::wrong;
use anyhow::Result;
use hexcore::{Game, Layout, Rules, with_rules};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Instant;

/// Count the positions some plies ahead
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    variant: VariantArg,
    /// The position; the start position by default
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Moves to play from there, with blanks between them
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// How many plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=64))]
    depth: u32,
    /// Print the count below each move
    #[arg(long)]
    divide: bool,
}

#[derive(Serialize)]
struct Report {
    fen: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    nps: f64,
    /// Leaves below each move.
    divide: BTreeMap<String, u64>,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<()> {
    with_rules!(&args.variant.rules()?, rules => run_in(rules, args, common))
}

fn run_in<L: Layout>(rules: &Rules<L>, args: &Args, common: &Common) -> Result<()> {
    // Suites hold set-ups that no game leads to.
    let start = args.fen.as_deref().map_or(Ok(rules.start()), |fen| rules.parse_setup(fen)).map_err(wrong)?;
    let mut game = Game::from_position(rules, start);
    play_all(&mut game, args.moves.as_deref().unwrap_or_default()).map_err(wrong)?;
    let pos = game.position();
    let began = Instant::now();
    let divide = if args.depth == 0 { Vec::new() } else { rules.perft_divide(pos, args.depth) };
    let seconds = began.elapsed().as_secs_f64();
    let nodes = if args.depth == 0 { 1 } else { divide.iter().map(|(_, n)| n).sum() };
    let report = Report {
        fen: rules.fen(pos),
        depth: args.depth,
        nodes,
        seconds,
        nps: nodes as f64 / seconds.max(1e-9),
        divide: divide.into_iter().map(|(m, n)| (rules.move_text(pos, m), n)).collect(),
    };
    common.print(&report, |report| {
        let line = |(text, n): (&String, &u64)| format!("{text}: {n}\n");
        let divide: String = if args.divide { report.divide.iter().map(line).collect() } else { String::new() };
        format!("{divide}{} nodes in {seconds:.3} s, {}/s\n", report.nodes, short(report.nps))
    })
}
