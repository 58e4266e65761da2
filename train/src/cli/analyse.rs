//! `hexforge analyse`: the best move of a position and why.

use super::common::{Common, PositionArgs, engine, short};
use anyhow::Result;
use hexcore::{Game, Layout, Move, Rules, with_rules};
use hexmcts::{Decision, MoveResult, Variation, Wdl};
use hextrain::config::Opponent;
use hextrain::player::{Budget, EngineConfig, PlayerSpec, Tables, centipawns, mate};
use serde::Serialize;
use std::time::{Duration, Instant};

/// Search for the best move of a position
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The model to search with; by default the one that ships
    #[arg(long, value_name = "MODEL", conflicts_with = "depth")]
    model: Option<String>,
    /// Simulations of the tree search
    #[arg(long, value_name = "N", conflicts_with_all = ["movetime", "depth"], value_parser = clap::value_parser!(u32).range(1..))]
    sims: Option<u32>,
    /// Milliseconds of the tree search
    #[arg(long, value_name = "MS", conflicts_with = "depth", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Alpha-beta with material to this depth, instead of a tree search
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=12))]
    depth: Option<u32>,
    /// Endgame tables for the tree search: a folder, or `none`; by default those in `tables`, if there are any
    #[arg(long, value_name = "FOLDER")]
    tables: Option<Tables>,
    /// How many moves to show
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=500))]
    multipv: u16,
}

#[derive(Serialize)]
struct Report {
    fen: String,
    player: String,
    #[serde(rename = "move")]
    best: Option<String>,
    /// Expected score of the side to move.
    value: f32,
    /// Win, draw and loss of the side to move.
    wdl: [f32; 3],
    /// Moves to the end if it is certain, negative if the side to move loses.
    mate: Option<i32>,
    simulations: u32,
    nodes: u64,
    depth: u32,
    seconds: f64,
    pv: Vec<String>,
    candidates: Vec<Candidate>,
    /// How the game is over, if it is.
    outcome: Option<String>,
}

#[derive(Serialize)]
struct Candidate {
    #[serde(rename = "move")]
    mv: String,
    visits: u32,
    prior: Option<f32>,
    /// Expected score of the side to move; none for a move that was not tried.
    value: Option<f32>,
    mate: Option<i32>,
    pv: Vec<String>,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<()> {
    with_rules!(&args.position.rules()?, rules => run_in(rules, args, common))
}

fn run_in<L: Layout>(rules: &Rules<L>, args: &Args, common: &Common) -> Result<()> {
    let game = args.position.game(rules)?;
    let budget = match (args.movetime, args.sims) {
        (Some(ms), _) => Budget::Time(Duration::from_millis(ms)),
        (None, sims) => Budget::Simulations(sims.unwrap_or(800)),
    };
    let spec = match args.depth {
        Some(depth) => PlayerSpec::Baseline(Opponent::AlphaBeta(depth)),
        None => PlayerSpec::Model { model: args.model.clone(), budget },
    };
    let config = EngineConfig {
        seed: common.seed(),
        lines: args.multipv.into(),
        threads: common.search_threads(),
        tables: args.tables.clone().unwrap_or_default(),
        ..EngineConfig::default()
    };
    let (mut engine, spec) = engine(&spec, rules, &config)?;
    let began = Instant::now();
    let decision = engine.think(&game, &spec.limits(), &mut |_, _| ());
    let report = report(&game, engine.name(), decision, args.multipv.into(), began.elapsed());
    common.print(&report, text)
}

fn report<L: Layout>(
    game: &Game<'_, L>,
    player: &str,
    decision: Option<Decision>,
    most: usize,
    time: Duration,
) -> Report {
    let (rules, pos) = (game.rules(), game.position());
    let outcome = game.outcome();
    let line = |moves: &[Move]| {
        let mut pos = *pos;
        let play = |&m: &Move| {
            let text = rules.move_text(&pos, m);
            rules.play(&mut pos, m);
            text
        };
        moves.iter().map(play).collect::<Vec<_>>()
    };
    let over = outcome.map_or(Wdl::DRAW, |outcome| Wdl::of(rules, outcome, pos.side()));
    let value = decision.as_ref().map_or(over, |d| d.value);
    let search = decision.as_ref().and_then(|d| d.search.as_ref());
    let lines = decision.as_ref().map_or(&[][..], |d| &d.lines);
    let pv = |m: Move| line(lines.iter().find(|line| line.mv == m).map_or(&[m], |line| &line.pv));
    let variation = |v: &Variation| Candidate {
        mv: rules.move_text(pos, v.mv),
        visits: v.visits,
        prior: None,
        value: Some(v.value.score()),
        mate: v.proof.and_then(mate),
        pv: pv(v.mv),
    };
    let searched = |r: &MoveResult| Candidate {
        mv: rules.move_text(pos, r.mv),
        visits: r.visits,
        prior: Some(r.prior),
        value: r.value.map(Wdl::score),
        mate: r.proof.and_then(mate),
        pv: pv(r.mv),
    };
    let candidates = match search {
        Some(result) => result.ranking().iter().take(most).map(searched).collect(),
        None => lines.iter().map(variation).collect(),
    };
    Report {
        fen: rules.fen(pos),
        player: player.to_string(),
        best: decision.as_ref().map(|d| rules.move_text(pos, d.mv)),
        value: value.score(),
        wdl: [value.win, value.draw, value.loss],
        mate: decision.as_ref().and_then(|d| d.proof).and_then(mate),
        simulations: search.map_or(0, |s| s.simulations),
        nodes: decision.as_ref().map_or(0, |d| d.nodes),
        depth: decision.as_ref().map_or(0, |d| d.depth),
        seconds: time.as_secs_f64(),
        pv: decision.as_ref().map_or(Vec::new(), |d| line(d.pv())),
        candidates,
        outcome: outcome.map(|o| o.ending.to_string()),
    }
}

fn text(report: &Report) -> String {
    let Report { player, best, value, wdl, nodes, depth, seconds, .. } = report;
    if let Some(outcome) = &report.outcome {
        return format!("the game is over: {outcome}\n");
    }
    let best = best.as_deref().unwrap_or("none");
    let nps = short(*nodes as f64 / seconds.max(1e-6));
    let mut text = format!(
        "best move {best}, expected score {value:.3} (win {:.3}, draw {:.3}, loss {:.3}), {}\n\
         {player}: {nodes} nodes, depth {depth}, {seconds:.2} s, {nps} nodes/s\n",
        wdl[0],
        wdl[1],
        wdl[2],
        worth(*value, report.mate)
    );
    for c in &report.candidates {
        let searched = c.prior.map_or(String::new(), |p| format!(" {:>5.1} % {:>8}", 100.0 * p, c.visits));
        let value = c.value.map_or(String::from("-"), |value| format!("{value:.3}"));
        let worth = c.value.map_or(String::new(), |value| worth(value, c.mate));
        text.push_str(&format!("{:>8}{searched}  {value:>5} {worth:>10}  {}\n", c.mv, c.pv.join(" ")));
    }
    text
}

/// In pawns, or moves to mate.
fn worth(value: f32, mate: Option<i32>) -> String {
    match mate {
        Some(moves) if moves > 0 => format!("wins in {moves}"),
        Some(moves) => format!("lost in {}", -moves),
        None => format!("{:+.2}", f64::from(centipawns(value)) / 100.0),
    }
}
