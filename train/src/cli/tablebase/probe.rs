//! `hexforge tablebase probe`: what a position is worth, for certain, and how to play it.

use crate::cli::common::{Common, PositionArgs};
use anyhow::Result;
use hexcore::{Layout, Move, Rules, with_rules};
use hexmcts::tablebase::{Exact, TableError, TableSet, Worth, score};
use hextrain::endgames::{folder_name, open_tables, tables_root};
use serde::Serialize;
use std::path::PathBuf;

/// Say what a position with few men is worth, in how many plies, and show the best line
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The folder of the tables; by default the one that is found for the variant
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    /// Most plies of the line to show
    #[arg(long, value_name = "N", default_value_t = 400)]
    line: usize,
}

#[derive(Serialize)]
struct Report {
    fen: String,
    /// What it is worth to the side to move: win, stalemates, draw, stalemated or loss.
    value: &'static str,
    /// The side to move's score under the variant's scoring.
    score: f32,
    /// Plies to the end (or to the next capture or pawn move, with tables that respect a limit); 0 for a draw.
    plies: u32,
    /// Whether the variant's limit on plies may spoil it, counted from the position's clock.
    beyond_limit: bool,
    line: Vec<String>,
    moves: Vec<Choice>,
    /// How the game is over, if it is.
    outcome: Option<String>,
}

#[derive(Serialize)]
struct Choice {
    #[serde(rename = "move")]
    mv: String,
    value: &'static str,
    plies: u32,
}

pub(super) fn word(worth: Worth) -> &'static str {
    match worth {
        Worth::Win => "win",
        Worth::Stalemates => "stalemates",
        Worth::Draw => "draw",
        Worth::Stalemated => "stalemated",
        Worth::Loss => "loss",
    }
}

pub(super) fn run(args: &Args, common: &Common) -> Result<()> {
    with_rules!(&args.position.variant.rules()?, rules => run_in(rules, args, common))
}

fn run_in<L: Layout>(rules: &Rules<L>, args: &Args, common: &Common) -> Result<()> {
    let game = args.position.game(rules)?;
    let pos = game.position();
    let Some(tables) = open_tables(rules, args.tables.as_deref())? else {
        let folder = tables_root().join(folder_name(rules, 0));
        return Err(TableError::Missing { name: rules.variant().name.clone(), folder }.into());
    };
    let tables: &TableSet = &tables;
    let exact = tables.exact(rules, pos).ok_or_else(|| tables.missing(pos))?;
    let over = rules.ending(pos, rules.count_legal(pos) != 0);
    let (line, moves) = match over {
        Some(_) => (Vec::new(), Vec::new()),
        None => (tables.line(rules, pos, args.line)?, tables.moves(rules, pos)?),
    };
    let limit = u32::from(rules.variant().end.move_limit);
    let report = Report {
        fen: rules.fen(pos),
        value: word(exact.worth),
        score: score(rules, exact.worth),
        plies: exact.plies,
        beyond_limit: limit != 0 && exact.worth != Worth::Draw && u32::from(pos.clock()) + exact.plies > limit,
        line: texts(rules, pos, &line),
        moves: moves.iter().map(|&(m, exact)| choice(rules, pos, m, exact)).collect(),
        outcome: over.map(|o| o.ending.to_string()),
    };
    common.print(&report, text)
}

fn choice<L: Layout>(rules: &Rules<L>, pos: &hexcore::Position<L>, m: Move, exact: Exact) -> Choice {
    Choice { mv: rules.move_text(pos, m), value: word(exact.worth), plies: exact.plies }
}

fn texts<L: Layout>(rules: &Rules<L>, pos: &hexcore::Position<L>, line: &[(Move, Exact)]) -> Vec<String> {
    let mut pos = *pos;
    let play = |&(m, _): &(Move, Exact)| {
        let text = rules.move_text(&pos, m);
        rules.play(&mut pos, m);
        text
    };
    line.iter().map(play).collect()
}

fn text(report: &Report) -> String {
    let value = match report.value {
        "draw" => "a draw".to_string(),
        value => format!("{value} in {} plies", report.plies),
    };
    let mut text = format!("{value} for the side to move, score {:.3}\n", report.score);
    if let Some(outcome) = &report.outcome {
        text.push_str(&format!("the game is over: {outcome}\n"));
    }
    if report.beyond_limit {
        text.push_str("the variant's limit on plies may come first\n");
    }
    if !report.line.is_empty() {
        text.push_str(&format!("line: {}\n", report.line.join(" ")));
    }
    for Choice { mv, value, plies } in &report.moves {
        text.push_str(&format!("{mv:>8}  {value} {plies}\n"));
    }
    text
}
