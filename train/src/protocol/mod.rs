//! The training loop: teacher, self-play, learning, evaluation and report, on one machine.
//!
//! [`train`] is the sequence; the threads it starts are in modules of their own. Actors make games, the learner's thread
//! draws from the replay window and publishes nets, the evaluator's thread plays the ladder, and this thread takes games
//! in, keeps the books and says how it goes. Nets are never gated: the newest one plays. What watches over them is the
//! report, which names the net that made the data.

mod books;
mod error;
mod evaluator;
mod finish;
mod learner;
mod sampler;
mod setup;
mod summary;

pub use error::TrainError;
pub use setup::{Setup, Start};
pub use summary::TrainSummary;

use crate::run::Phase;
use crate::selfplay::{Actor, Made};
use crate::telemetry::Telemetry;
use books::Books;
use hexcore::{Layout, Rules};
use learner::Learning;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// Games on their way from the actors to the disk; when so many wait, the actors do, too.
const GAMES_IN_FLIGHT: usize = 1024;

/// Which halves of the loop run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// Playing, learning and measuring, until the budget is spent.
    #[default]
    Whole,
    /// Only playing, with the run's newest net or another one: until so many games are finished, or the budget is spent.
    Play {
        /// Games to play.
        games: Option<u64>,
    },
    /// Only learning, from the games that are there, until each has been used as often as the config says.
    Learn,
}

impl Part {
    fn plays(&self) -> bool {
        *self != Part::Learn
    }
    fn learns(&self) -> bool {
        !matches!(self, Part::Play { .. })
    }
}

/// Trains a net until the budget of its config is spent, or does one half of that.
///
/// # Errors
/// A folder, file or setting that is wrong, a full disk, or a loss that is not a number. What was finished before is on the
/// disk, and the run can be resumed.
pub fn train<L: Layout>(
    rules: &Rules<L>,
    start: Start,
    part: &Part,
    telemetry: &Telemetry,
) -> Result<TrainSummary, TrainError> {
    let setup = Setup::new(rules, start, telemetry)?;
    if *part == Part::Learn && setup.window.read().is_ok_and(|window| window.is_empty()) {
        return Err(TrainError::NothingToLearn(setup.folder.games()));
    }
    let workshop = setup.workshop()?;
    let learning = Learning::new(&setup, &workshop, part.plays());
    let before = learning.state().step;
    let mut books = Books::new(&setup, part.clone(), telemetry)?;
    books.begin_at(learning.spent());
    let (out, made) = sync_channel::<Made>(GAMES_IN_FLIGHT);
    let outcome = std::thread::scope(|scope| {
        for _ in 0..if part.plays() { setup.config.threads() } else { 0 } {
            let actor = Actor::new(&workshop, setup.encoder.clone(), out.clone())?;
            scope.spawn(|| actor.run());
        }
        // Without actors the channel must stay open: the books are kept all the same.
        let out = (!part.plays()).then_some(out);
        let learner = part.learns().then(|| scope.spawn(|| learning.run()));
        let evaluator = part.learns().then(|| scope.spawn(|| evaluator::run(&setup, &workshop, &learning)));
        let kept = keep_books(&mut books, &learning, &made);
        workshop.stop.store(true, Ordering::Relaxed);
        // An actor that waits with a game in its hands ends when nobody takes it.
        drop((made, out));
        let learnt = learner.map_or(Ok(()), |t| t.join().unwrap_or(Err(TrainError::Panicked("learner"))));
        let evaluated = evaluator.map_or(Ok(()), |t| t.join().unwrap_or(Err(TrainError::Panicked("evaluator"))));
        // The cause first: a learner that fails stops the others.
        learnt.and(kept).and(evaluated)
    });
    books.close(&learning)?;
    outcome?;
    let mut summary = finish::finish(&setup, &learning, part.learns(), telemetry)?;
    summary.steps = summary.state.step.saturating_sub(before);
    Ok(summary)
}

/// Takes games in until the budget is spent or something fails.
fn keep_books<L: Layout>(
    books: &mut Books<'_, '_, L>,
    learning: &Learning<'_, '_, L>,
    made: &Receiver<Made>,
) -> Result<(), TrainError> {
    loop {
        match made.recv_timeout(Duration::from_millis(50)) {
            Ok(game) => {
                books.enter(learning, game)?;
                for game in made.try_iter().take(GAMES_IN_FLIGHT) {
                    if books.full() {
                        break;
                    }
                    books.enter(learning, game)?;
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        books.tick(learning)?;
        if learning.workshop.stopped() || books.full() || learning.state().phase == Phase::Done {
            return Ok(());
        }
    }
}
