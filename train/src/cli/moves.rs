//! `hexforge moves`: the legal moves of a position, and how the game stands.

use super::common::{Common, PositionArgs, count, ink, points};
use anyhow::Result;
use hexcore::{Color, Layout, Rules, with_rules};
use hextrain::draw::{Marks, Scene, terminal};
use serde::Serialize;

/// List the legal moves of a position
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Draw the board too
    #[arg(long)]
    board: bool,
    /// Draw it with plain characters
    #[arg(long, requires = "board")]
    ascii: bool,
    /// Draw it from Black's side
    #[arg(long, requires = "board")]
    flip: bool,
}

#[derive(Serialize)]
struct Report {
    fen: String,
    side: &'static str,
    check: bool,
    /// How the game is over; none if it is not.
    outcome: Option<String>,
    /// White's expected score of the outcome under the variant's scoring.
    score: Option<f32>,
    /// White's and Black's points, if the variant counts its own.
    points: Option<[f32; 2]>,
    moves: Vec<String>,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<()> {
    with_rules!(&args.position.rules()?, rules => run_in(rules, args, common))
}

fn run_in<L: Layout>(rules: &Rules<L>, args: &Args, common: &Common) -> Result<()> {
    let game = args.position.game(rules)?;
    let pos = game.position();
    let mut moves: Vec<String> = game.legal_moves().iter().map(|&m| rules.move_text(pos, m)).collect();
    moves.sort();
    let outcome = game.outcome();
    let report = Report {
        fen: rules.fen(pos),
        side: side(pos.side()),
        check: rules.in_check(pos),
        outcome: outcome.map(|o| o.ending.to_string()),
        score: outcome.map(|o| rules.score(o, Color::White)),
        points: outcome.and_then(|o| rules.points(rules.score(o, Color::White))),
        moves,
    };
    let marks = Marks { last: game.moves().last().copied(), flipped: args.flip, ..Marks::default() };
    common.print(&report, |report| {
        let board = if args.board { terminal(&Scene::new(rules, pos, &marks), ink(args.ascii)) } else { String::new() };
        let over = match (&report.outcome, report.score) {
            (Some(outcome), Some(score)) => {
                let own = report.points.map_or(String::new(), |p| format!(" ({} in points)", points(p)));
                let score = (1000.0 * score).round() / 1000.0;
                format!("over: {outcome}, {score} for White{own}\n")
            }
            _ => String::new(),
        };
        let check = if report.check { ", in check" } else { "" };
        format!(
            "{board}{}\n{} to move{check}, {}\n{over}{}\n",
            report.fen,
            pos.side(),
            count(report.moves.len() as u64, "move"),
            report.moves.join(" ")
        )
    })
}

/// A color as JSON has it.
pub(crate) fn side(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}
