//! The boards: pairs of games, as many at a time as there are threads, each in the journal as soon as it is over.

use super::army::Imbalance;
use super::config::PieceValuesConfig;
use super::error::PieceValuesError;
use super::odds::{OddsPair, Openings};
use super::record::{OUTCOME, ValueGame};
use crate::journal::{Entry, Journal};
use crate::player::Fault;
use crate::seeds::Seeds;
use crate::telemetry::{Task, Telemetry};
use crate::tournament::{AdjudicationConfig, Opening, Roster, Seat, judge, play};
use hexcore::{Cell, Color, Layout, Rules};
use rayon::prelude::*;
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Judges openings.
const JUDGE: &str = "alphabeta:2";
/// How often the line of progress gets a new estimate.
const ESTIMATE: Duration = Duration::from_secs(5);

/// Games to be played by one player.
#[derive(Clone, Debug)]
pub(super) enum Study {
    /// So many pairs of an imbalance.
    Imbalance(Imbalance, u32),
    /// So many games from the start.
    Outcome(u32),
}

/// What boards share.
pub(super) struct Hall<'a, L: Layout> {
    pub(super) rules: &'a Rules<L>,
    pub(super) config: &'a PieceValuesConfig,
    pub(super) roster: &'a Roster,
    pub(super) telemetry: &'a Telemetry,
    pub(super) desk: Mutex<Desk>,
}

/// Where games are brought.
pub(super) struct Desk {
    pub(super) journal: Journal<ValueGame>,
    pub(super) games: Vec<ValueGame>,
}

/// One task of a board: a pair of an imbalance, or a game from the start.
struct Place<'s> {
    study: &'s Study,
    number: u32,
    open: [bool; 2],
}

/// What a board keeps from one pair to the next.
struct Board<'a, L: Layout> {
    seats: [Seat<L>; 2],
    openings: Openings<'a, L>,
}

impl<L: Layout> Hall<'_, L> {
    pub(super) fn desk(&self) -> std::sync::MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays everything of these studies that is not in the journal yet. `estimate` says what the games so far come to.
    pub(super) fn play(
        &self,
        player: usize,
        studies: &[Study],
        what: &'static str,
        estimate: &(dyn Fn(&[ValueGame]) -> String + Sync),
    ) -> Result<(), PieceValuesError> {
        let places = self.places(player, studies);
        let open: u64 = places.iter().map(|p| p.open.iter().filter(|o| **o).count() as u64).sum();
        let all = studies.iter().map(Study::games).sum();
        let task = self.telemetry.task(what, "games", all);
        task.begin_at(all - open);
        let told = Mutex::new(Instant::now());
        let boards = rayon::ThreadPoolBuilder::new().num_threads(self.config.threads()).build();
        let boards = boards.map_err(|error| PieceValuesError::Threads(error.to_string()))?;
        let idle: Mutex<Vec<Board<L>>> = Mutex::new(Vec::new());
        // Splits down to single places, so that no thread is left with a stretch of long games.
        let result = boards.install(|| {
            places.par_iter().with_max_len(1).try_for_each(|place| {
                let waiting = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
                let mut board = match waiting {
                    Some(board) => board,
                    None => self.board(player).map_err(PieceValuesError::Setup)?,
                };
                self.place(player, &mut board, place, &task)?;
                idle.lock().unwrap_or_else(PoisonError::into_inner).push(board);
                if due(&told) {
                    let games = self.desk().games.clone();
                    task.remark(&estimate(&games));
                }
                Ok(())
            })
        });
        task.finish();
        result
    }

    /// Study by study in turn, so that estimates mean something early.
    fn places<'s>(&self, player: usize, studies: &'s [Study]) -> Vec<Place<'s>> {
        let name = self.roster.name(player);
        let known: HashSet<_> = self.desk().games.iter().map(Entry::key).collect();
        let most = studies.iter().map(Study::numbers).max().unwrap_or(0);
        let mut places = Vec::new();
        for number in 0..most {
            for study in studies.iter().filter(|study| number < study.numbers()) {
                let missing = |game| !known.contains(&(name.to_string(), study.name(), number, game));
                let open = match study {
                    Study::Imbalance(..) => [missing(0), missing(1)],
                    Study::Outcome(_) => [missing(0), false],
                };
                if open != [false; 2] {
                    places.push(Place { study, number, open });
                }
            }
        }
        places
    }

    fn board(&self, player: usize) -> Result<Board<'_, L>, String> {
        let seat = || self.roster.seat(player).map_err(|fault: Fault| fault.to_string());
        let problems = |problems: Vec<hexcore::Problem>| problems.iter().map(|p| p.message.clone()).collect::<String>();
        let openings = Openings::new(self.rules, self.config, judge(JUDGE, self.rules).map_err(problems)?);
        Ok(Board { seats: [seat()?, seat()?], openings })
    }

    fn place(&self, player: usize, board: &mut Board<L>, place: &Place, task: &Task) -> Result<(), PieceValuesError> {
        let missing = |message| PieceValuesError::Opening { study: place.study.name(), message };
        match place.study {
            Study::Outcome(_) => {
                let opening = board.openings.plain(place.number).map_err(missing)?;
                self.game(player, board, (place, 0), &opening, [&[], &[]])?;
                task.add(1);
            }
            Study::Imbalance(imbalance, _) => {
                let OddsPair { starts, given } = board.openings.odds(imbalance, place.number).map_err(missing)?;
                for game in (0..2).filter(|&game| place.open[game]) {
                    let opening = Opening { start: starts[game], moves: Vec::new() };
                    let [white, black] = &given[game];
                    self.game(player, board, (place, game as u8), &opening, [white, black])?;
                    task.add(1);
                }
            }
        }
        Ok(())
    }

    fn game(
        &self,
        player: usize,
        board: &mut Board<L>,
        (place, game): (&Place, u8),
        opening: &Opening<L>,
        given: [&[Cell]; 2],
    ) -> Result<(), PieceValuesError> {
        let (rules, name) = (self.rules, self.roster.name(player));
        let study = place.study.name();
        let stream = format!("{study} by {name}");
        let seed = Seeds::new(self.config.seed).seed(&stream, 2 * u64::from(place.number) + u64::from(game));
        let adjudication = AdjudicationConfig { max_plies: self.config.max_plies, ..AdjudicationConfig::default() };
        let [white, black] = &mut board.seats;
        let played = play(rules, [white, black], opening, (&adjudication, None), seed, &|| false);
        let failed = |(_, fault): (Color, Fault)| PieceValuesError::Setup(format!("{name}: {fault}"));
        let Some(played) = played.map_err(failed)? else { return Ok(()) };
        let cells = |cells: &[Cell]| cells.iter().map(|&cell| rules.board().name(cell)).collect::<Vec<_>>().join(" ");
        let record = ValueGame {
            player: name.into(),
            study,
            pair: place.number,
            game,
            fen: (opening.start != rules.start()).then(|| rules.fen(&opening.start)),
            given: given.map(cells),
            book: opening.moves.len() as u32,
            moves: played.moves,
            score: played.score,
            termination: played.termination,
        };
        let mut desk = self.desk();
        desk.journal.append(&record)?;
        desk.games.push(record);
        Ok(())
    }
}

/// Whether the estimate is to be told again; one thread is told so.
fn due(told: &Mutex<Instant>) -> bool {
    let Ok(mut at) = told.try_lock() else { return false };
    let due = at.elapsed() >= ESTIMATE;
    if due {
        *at = Instant::now();
    }
    due
}

impl Study {
    pub(super) fn name(&self) -> String {
        match self {
            Study::Imbalance(imbalance, _) => imbalance.to_string(),
            Study::Outcome(_) => OUTCOME.into(),
        }
    }

    fn numbers(&self) -> u32 {
        match self {
            Study::Imbalance(_, n) | Study::Outcome(n) => *n,
        }
    }

    fn games(&self) -> u64 {
        match self {
            Study::Imbalance(_, pairs) => 2 * u64::from(*pairs),
            Study::Outcome(games) => u64::from(*games),
        }
    }
}
