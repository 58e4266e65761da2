//! The end of a game that nobody needs to play out: by the opinion of both players, by exact tables, by length.

use super::config::AdjudicationConfig;
use hexcore::{Color, Game, Layout};
use hexmcts::Oracle;

/// A game decided before its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decided {
    /// White's score.
    pub white: f64,
    /// By what: `score`, `level`, `table` or `length`.
    pub by: &'static str,
}

/// Follows one game.
pub struct Adjudicator<'a, L: Layout> {
    config: &'a AdjudicationConfig,
    oracle: Option<&'a dyn Oracle<L>>,
    /// Plies in a row that White, Black, nobody was winning.
    runs: [u32; 3],
}

impl<'a, L: Layout> Adjudicator<'a, L> {
    /// For a new game.
    pub fn new(config: &'a AdjudicationConfig, oracle: Option<&'a dyn Oracle<L>>) -> Adjudicator<'a, L> {
        Adjudicator { config, oracle, runs: [0; 3] }
    }

    /// Takes the opinion of the player who is about to move: its expected score, if it has one. The players take turns, so a
    /// run of two plies is the opinion of both.
    pub fn hear(&mut self, mover: Color, score: Option<f64>) {
        let white = score.map(|score| if mover == Color::White { score } else { 1.0 - score });
        let mut count = |run: usize, holds: bool| self.runs[run] = if holds { self.runs[run] + 1 } else { 0 };
        if let Some(rule) = &self.config.win {
            count(0, white.is_some_and(|white| white >= rule.score));
            count(1, white.is_some_and(|white| 1.0 - white >= rule.score));
        }
        if let Some(rule) = &self.config.draw {
            count(2, white.is_some_and(|white| (white - 0.5).abs() <= rule.margin));
        }
    }

    /// Whether the game, which is not over, is decided now.
    pub fn decide(&self, game: &Game<'_, L>) -> Option<Decided> {
        if let Some(proof) = self.oracle.and_then(|oracle| oracle.probe(game.rules(), game.position())) {
            let score = f64::from(proof.score);
            let white = if game.position().side() == Color::White { score } else { 1.0 - score };
            return Some(Decided { white, by: "table" });
        }
        if let Some(rule) = &self.config.win {
            for (run, white) in [(0, 1.0), (1, 0.0)] {
                if self.runs[run] >= rule.plies {
                    return Some(Decided { white, by: "score" });
                }
            }
        }
        if let Some(rule) = &self.config.draw
            && self.runs[2] >= rule.plies
            && game.ply() >= rule.from_ply as usize
        {
            return Some(Decided { white: 0.5, by: "level" });
        }
        (game.ply() >= self.config.max_plies as usize).then_some(Decided { white: 0.5, by: "length" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::config::{DrawRule, ScoreRule};
    use hexcore::{AnyRules, Position, Rules, variant::builtin, with_rules};
    use hexmcts::Proof;

    struct Knows;

    impl<L: Layout> Oracle<L> for Knows {
        fn probe(&self, _: &Rules<L>, position: &Position<L>) -> Option<Proof> {
            // It knows that the side to move loses after the first move.
            (position.side() == Color::Black).then_some(Proof { score: 0.0, plies: 4 })
        }
    }

    #[test]
    fn both_players_must_agree() {
        let config = AdjudicationConfig {
            max_plies: 10,
            tables: false,
            win: Some(ScoreRule { score: 0.9, plies: 4 }),
            draw: Some(DrawRule { margin: 0.05, plies: 2, from_ply: 1 }),
        };
        with_rules!(&AnyRules::new(&builtin("glinski").unwrap()).unwrap(), rules => {
            let mut game = Game::new(rules);
            let mut judge = Adjudicator::new(&config, None);
            // White is sure, Black is not.
            for _ in 0..6 {
                judge.hear(Color::White, Some(0.99));
                judge.hear(Color::Black, Some(0.3));
            }
            assert_eq!(judge.decide(&game), None);
            for _ in 0..2 {
                judge.hear(Color::White, Some(0.95));
                judge.hear(Color::Black, Some(0.04));
            }
            assert_eq!(judge.decide(&game), Some(Decided { white: 1.0, by: "score" }));
            // Who has no opinion agrees with nobody.
            judge.hear(Color::White, None);
            assert_eq!(judge.decide(&game), None);
            judge.hear(Color::Black, Some(0.52));
            judge.hear(Color::White, Some(0.46));
            assert_eq!(judge.decide(&game), None, "too early");
            game.play_text("f5f6").unwrap();
            assert_eq!(judge.decide(&game), Some(Decided { white: 0.5, by: "level" }));
            for text in ["f7f6", "e4e6"] {
                let _ = game.play_text(text);
            }
            let known = Adjudicator::new(&config, Some(&Knows));
            let side = game.position().side();
            assert_eq!(known.decide(&game).map(|d| d.by), (side == Color::Black).then_some("table"));
        });
    }

    #[test]
    fn long_games_are_drawn() {
        let config = AdjudicationConfig { max_plies: 2, ..AdjudicationConfig::default() };
        with_rules!(&AnyRules::new(&builtin("glinski").unwrap()).unwrap(), rules => {
            let mut game = Game::new(rules);
            for _ in 0..2 {
                assert_eq!(Adjudicator::new(&config, None).decide(&game), None);
                game.push(game.legal_moves()[0]);
            }
            assert_eq!(Adjudicator::new(&config, None).decide(&game).map(|d| d.by), Some("length"));
        });
    }
}
