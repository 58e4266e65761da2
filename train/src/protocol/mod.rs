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

/// Trains a net until the budget of its config is spent.
///
/// # Errors
/// A folder, file or setting that is wrong, a full disk, or a loss that is not a number. What was finished before is on the
/// disk, and the run can be resumed.
pub fn train<L: Layout>(rules: &Rules<L>, start: Start, telemetry: &Telemetry) -> Result<TrainSummary, TrainError> {
    let setup = Setup::new(rules, start, telemetry)?;
    let workshop = setup.workshop()?;
    let learning = Learning::new(&setup, &workshop);
    let mut books = Books::new(&setup, telemetry)?;
    let (out, made) = sync_channel::<Made>(GAMES_IN_FLIGHT);
    let outcome = std::thread::scope(|scope| {
        for _ in 0..setup.config.threads() {
            let actor = Actor::new(&workshop, setup.encoder.clone(), out.clone())?;
            scope.spawn(|| actor.run());
        }
        drop(out);
        let learner = scope.spawn(|| learning.run());
        let evaluator = scope.spawn(|| evaluator::run(&setup, &workshop, &learning));
        let kept = keep_books(&mut books, &learning, &made);
        workshop.stop.store(true, Ordering::Relaxed);
        // An actor that waits with a game in its hands ends when nobody takes it.
        drop(made);
        let learnt = learner.join().unwrap_or(Err(TrainError::Panicked("learner")));
        let evaluated = evaluator.join().unwrap_or(Err(TrainError::Panicked("evaluator")));
        // The cause first: a learner that fails stops the others.
        learnt.and(kept).and(evaluated)
    });
    books.close(&learning)?;
    outcome?;
    finish::finish(&setup, &learning, telemetry)
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
                    books.enter(learning, game)?;
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        books.tick(learning)?;
        if learning.workshop.stopped() || learning.state().phase == Phase::Done {
            return Ok(());
        }
    }
}
