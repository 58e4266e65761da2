//! A record played through by the rules: every move legal, the end as recorded.

use super::{GameRecord, ReplayError, Termination};
use hexcore::{Color, Game, Layout, Move, MoveList, Outcome, Position, Rules};

/// A ply of a record, with its position.
#[derive(Debug)]
pub struct Seen<'a, L: Layout> {
    /// The ply, from 0.
    pub ply: usize,
    /// The position before the move.
    pub position: &'a Position<L>,
    /// Its legal moves, in the generator's order.
    pub legal: &'a [Move],
    /// Which of them was played.
    pub played: usize,
    /// The policy target's moves, as indices into `legal`, in the record's order.
    pub policy: &'a [usize],
}

impl GameRecord {
    /// Plays the game.
    ///
    /// # Errors
    /// The first move that is not legal, or an end that is not as recorded.
    pub fn replay<'r, L: Layout>(&self, rules: &'r Rules<L>) -> Result<Game<'r, L>, ReplayError> {
        self.replay_with(rules, |_| ())
    }

    /// Plays the game and shows each ply to `see`.
    ///
    /// # Errors
    /// As [`GameRecord::replay`].
    pub fn replay_with<'r, L: Layout>(
        &self,
        rules: &'r Rules<L>,
        mut see: impl FnMut(Seen<'_, L>),
    ) -> Result<Game<'r, L>, ReplayError> {
        let mut game = match &self.start {
            Some(fen) => Game::from_fen(rules, fen)?,
            None => Game::new(rules),
        };
        let mut legal = MoveList::new();
        let mut policy = Vec::new();
        for (ply, record) in self.plies.iter().enumerate() {
            let position = *game.position();
            rules.legal_moves(&position, &mut legal);
            let fen = || rules.fen(&position);
            let played = record.played.find(rules, &legal).ok_or_else(|| ReplayError::Illegal {
                ply,
                what: record.played.describe(rules),
                fen: fen(),
            })?;
            policy.clear();
            for (m, _) in &record.policy {
                let illegal = || ReplayError::Policy { ply, what: m.describe(rules), fen: fen() };
                policy.push(m.find(rules, &legal).ok_or_else(illegal)?);
            }
            see(Seen { ply, position: &position, legal: &legal, played, policy: &policy });
            game.push(legal[played]);
        }
        self.check_end(rules, game.outcome())?;
        Ok(game)
    }

    fn check_end<L: Layout>(&self, rules: &Rules<L>, outcome: Option<Outcome>) -> Result<(), ReplayError> {
        let score = self.white_score;
        let wrong = |found: String| {
            let by = self.winner.map_or(String::new(), |color| format!(" by {color}"));
            Err(ReplayError::Ending { found, recorded: format!("{}{by}, White's score {score}", self.termination) })
        };
        match (self.termination, outcome) {
            (Termination::Rules(ending), Some(outcome)) => {
                let expected = rules.score(outcome, Color::White);
                let same = outcome.ending == ending && outcome.by == self.winner && (expected - score).abs() < 1e-6;
                let by = outcome.by.map_or(String::new(), |color| format!(" by {color}"));
                if same { Ok(()) } else { wrong(format!("{}{by}, White's score {expected}", outcome.ending)) }
            }
            (Termination::Rules(_), None) => wrong("not over".into()),
            // A table's result stands, however the game went on from there.
            (Termination::Tablebase, _) => Ok(()),
            (_, Some(outcome)) => wrong(format!("over by {}", outcome.ending)),
            (_, None) => Ok(()),
        }
    }
}
