//! One game, from its opening to its end.

use super::adjudication::Adjudicator;
use super::config::AdjudicationConfig;
use super::openings::Opening;
use super::record::Use;
use super::seat::Seat;
use crate::player::Fault;
use hexcore::{Color, Layout, Rules};
use hexmcts::{Oracle, scatter};

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Played {
    pub(crate) moves: String,
    /// White's score.
    pub(crate) score: f64,
    pub(crate) termination: String,
    /// What a player did wrong, if that is why.
    pub(crate) remark: String,
    pub(crate) used: [Use; 2],
    /// Players who cannot be asked again.
    pub(crate) gone: [bool; 2],
}

/// Plays a game of White against Black. Nothing if it is to be broken off.
///
/// # Errors
/// A player, by colour, who did not even begin.
pub(crate) fn play<L: Layout>(
    rules: &Rules<L>,
    seats: [&mut Seat<L>; 2],
    opening: &Opening<L>,
    (config, oracle): (&AdjudicationConfig, Option<&dyn Oracle<L>>),
    seed: u64,
    stopped: &dyn Fn() -> bool,
) -> Result<Option<Played>, (Color, Fault)> {
    let mut game = opening.game(rules);
    let mut judge = Adjudicator::new(config, oracle);
    let mut used = [Use::default(); 2];
    let mut fault = None;
    for (color, seed) in Color::BOTH.into_iter().zip([seed, scatter(seed)]) {
        seats[color.index()].new_game(seed).map_err(|fault| (color, fault))?;
    }
    let (score, termination) = loop {
        if let Some(outcome) = game.outcome() {
            break (f64::from(rules.score(outcome, Color::White)), outcome.ending.to_string());
        }
        if let Some(decided) = judge.decide(&game) {
            break (decided.white, decided.by.to_string());
        }
        if stopped() {
            return Ok(None);
        }
        let mover = game.position().side();
        match seats[mover.index()].choose(&game) {
            Ok(thought) => {
                judge.hear(mover, thought.score);
                let seconds = thought.time.as_secs_f64();
                used[mover.index()].add(&Use {
                    moves: 1,
                    seconds,
                    slowest: seconds,
                    nodes: thought.nodes,
                    depths: thought.depth.into(),
                });
                game.push(thought.mv);
            }
            Err(wrong) => {
                let termination = termination(&wrong).to_string();
                fault = Some((mover, wrong));
                break (if mover == Color::White { 0.0 } else { 1.0 }, termination);
            }
        }
    };
    let gone = |color: Color| {
        fault
            .as_ref()
            .is_some_and(|(who, wrong)| *who == color && !matches!(wrong, Fault::Late { .. } | Fault::Illegal { .. }))
    };
    Ok(Some(Played {
        moves: game.moves().iter().map(|&m| rules.bare_text(m)).collect::<Vec<_>>().join(" "),
        score,
        termination,
        remark: fault.as_ref().map_or(String::new(), |(_, wrong)| wrong.to_string()),
        used,
        gone: Color::BOTH.map(gone),
    }))
}

fn termination(fault: &Fault) -> &'static str {
    match fault {
        Fault::Start(_) | Fault::Died { .. } => "crash",
        Fault::Silent { .. } => "no-answer",
        Fault::Late { .. } => "time",
        Fault::Illegal { .. } => "illegal-move",
    }
}
