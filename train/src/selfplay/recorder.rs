//! A game under way together with its record.

use crate::data::{Fraction, GameRecord, PlyFlags, PlyRecord, StoredMove, Termination};
use crate::seeds::Rng;
use hexcore::{Color, Ending, Game, Layout, Move, Position, Rules};
use hexmcts::Oracle;

/// Policy entries below this are dropped: a hundred of them weigh less than the rounding of the rest.
const LEAST_PROBABILITY: f32 = 0.001;

/// A game and its record, ply by ply.
#[derive(Debug)]
pub struct Recorder<'r, L: Layout> {
    game: Game<'r, L>,
    record: GameRecord,
    max_plies: u32,
    /// White's score in the first position that a table knew, if there was one.
    exact: Option<f32>,
    /// Whether a table has known another result since, so that what follows says nothing of the first.
    spoilt: bool,
    /// Whether the game began in a table's position and is to be played to the end.
    lesson: bool,
}

impl<'r, L: Layout> Recorder<'r, L> {
    /// A game from the start with `opening` random plies, none of which ends it.
    pub fn new(rules: &'r Rules<L>, seed: u64, generation: u32, opening: u32, max_plies: u32, rng: &mut Rng) -> Self {
        let mut recorder = Recorder::begin(Game::new(rules), seed, generation, max_plies);
        while recorder.game.ply() < opening as usize {
            let list = recorder.game.legal_moves();
            let m = list[rng.below(list.len() as u64) as usize];
            recorder.push_random(m);
            if recorder.game.outcome().is_some() {
                recorder.game = Game::new(rules);
                recorder.record.plies.clear();
            }
        }
        recorder
    }

    /// A game from a position of an endgame table, to be played to the end.
    pub fn from_ending(rules: &'r Rules<L>, position: Position<L>, seed: u64, generation: u32, max_plies: u32) -> Self {
        let mut recorder = Recorder::begin(Game::from_position(rules, position), seed, generation, max_plies);
        recorder.record.start = Some(rules.fen(&position));
        recorder.lesson = true;
        recorder
    }

    fn begin(game: Game<'r, L>, seed: u64, generation: u32, max_plies: u32) -> Self {
        let record = GameRecord {
            start: None,
            generation,
            seed,
            plies: Vec::new(),
            termination: Termination::PlyLimit,
            winner: None,
            white_score: 0.5,
        };
        Recorder { game, record, max_plies, exact: None, spoilt: false, lesson: false }
    }

    /// Asks the tables about the present position. With `adjudicate` the game ends if they know it, except a lesson; else
    /// the result in the first position that they know is what the record will have as its outcome.
    pub fn consult(&mut self, oracle: &dyn Oracle<L>, adjudicate: bool) -> Option<GameRecord> {
        let position = self.game.position();
        if self.game.outcome().is_some() {
            return None;
        }
        let proof = oracle.probe(self.game.rules(), position)?;
        let white = if position.side() == Color::White { proof.score } else { 1.0 - proof.score };
        if adjudicate && !self.lesson {
            return Some(self.close(Termination::Tablebase, better_side(white), white));
        }
        let exact = *self.exact.get_or_insert(white);
        self.spoilt = exact != white;
        None
    }

    /// The game.
    pub fn game(&self) -> &Game<'r, L> {
        &self.game
    }

    /// A random move: nothing to learn from.
    pub fn push_random(&mut self, m: Move) {
        self.push(m, 0.5, PlyFlags::RANDOM, Vec::new());
    }

    /// A move with the position's value to the side that moves and its policy target.
    pub fn push_searched(&mut self, m: Move, value: f32, flags: PlyFlags, policy: impl Iterator<Item = (Move, f32)>) {
        let rules = self.game.rules();
        let kept = policy.filter(|&(_, p)| p >= LEAST_PROBABILITY);
        let policy = kept.map(|(m, p)| (StoredMove::of(rules, m), Fraction::new(p))).collect();
        self.push(m, value, flags, policy);
    }

    fn push(&mut self, m: Move, value: f32, flags: PlyFlags, policy: Vec<(StoredMove, Fraction)>) {
        let flags = if self.spoilt { flags | PlyFlags::SKIP } else { flags };
        let played = StoredMove::of(self.game.rules(), m);
        self.record.plies.push(PlyRecord { played, value: Fraction::new(value), flags, policy });
        self.game.push(m);
    }

    /// The record, if the game is over by the rules or by its length.
    pub fn finished(&mut self) -> Option<GameRecord> {
        if let Some(outcome) = self.game.outcome() {
            let white = self.game.rules().score(outcome, Color::White);
            return Some(self.close(Termination::Rules(outcome.ending), outcome.by, white));
        }
        (self.game.ply() >= self.max_plies as usize).then(|| self.close(Termination::PlyLimit, None, 0.5))
    }

    /// The record of a game that `winner` has won because the other side gives up.
    pub fn resigned(&mut self, winner: Color) -> GameRecord {
        let white = if winner == Color::White { 1.0 } else { 0.0 };
        self.close(Termination::Resignation, Some(winner), white)
    }

    fn close(&mut self, termination: Termination, winner: Option<Color>, white_score: f32) -> GameRecord {
        debug_assert!(termination != Termination::Rules(Ending::Checkmate) || winner.is_some());
        self.record.termination = termination;
        self.record.winner = winner;
        self.record.white_score = white_score;
        // What counts is what the table knew first; how the game went on from there to another end is no outcome of it.
        if let Some(exact) = self.exact.filter(|&exact| exact != white_score) {
            self.record.termination = Termination::Tablebase;
            self.record.white_score = exact;
            self.record.winner = better_side(exact);
        }
        self.record.clone()
    }
}

/// The side that has more than half.
fn better_side(white: f32) -> Option<Color> {
    match white {
        w if w > 0.5 => Some(Color::White),
        w if w < 0.5 => Some(Color::Black),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexcore::{AnyRules, variant::builtin, with_rules};
    use hexmcts::Proof;

    /// Takes every position without queens for a draw, and others for won by the side to move.
    struct Queens;

    impl<L: Layout> Oracle<L> for Queens {
        fn probe(&self, rules: &Rules<L>, position: &Position<L>) -> Option<Proof> {
            let queens = rules.kinds().iter().position(|k| k.name == "queen").map(hexcore::Kind::new)?;
            let empty = hexcore::BitSet::is_empty(position.kind(queens));
            (hexcore::BitSet::count(position.occupied()) < 4)
                .then_some(Proof { score: if empty { 0.5 } else { 1.0 }, plies: 9 })
        }
    }

    #[test]
    fn a_known_position_ends_the_game_or_decides_its_outcome() {
        with_rules!(&AnyRules::new(&builtin("glinski").unwrap()).unwrap(), rules => {
            let start = rules.parse_fen("1/3/5/7/9/11/5k5/11/5p5/11/5K5 b - 0 1").unwrap();
            let mut game = Recorder::from_ending(rules, start, 1, 1, 300);
            game.lesson = false;
            let ended = game.consult(&Queens, true).unwrap();
            assert_eq!((ended.termination, ended.white_score), (Termination::Tablebase, 0.5));
            let mut lesson = Recorder::from_ending(rules, start, 1, 1, 300);
            assert!(lesson.consult(&Queens, true).is_none());
            // The pawn becomes a queen: another result, which the draw's outcome does not know of.
            for text in ["f3f2", "f1e1", "f2f1q"] {
                let list = lesson.game.legal_moves();
                let m = lesson.game.rules().parse_move(lesson.game.position(), text).unwrap_or(list[0]);
                lesson.push(m, 0.5, PlyFlags::FULL, Vec::new());
                assert!(lesson.consult(&Queens, true).is_none());
            }
            let list = lesson.game.legal_moves();
            lesson.push(list[0], 0.5, PlyFlags::FULL, Vec::new());
            let record = lesson.resigned(Color::Black);
            assert_eq!((record.termination, record.white_score, record.winner), (Termination::Tablebase, 0.5, None));
            let last = record.plies.last().unwrap();
            assert!(last.flags.contains(PlyFlags::SKIP) && !record.plies[0].flags.contains(PlyFlags::SKIP));
        });
    }
}
