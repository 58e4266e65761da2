//! Records through files and the window: what is written comes back, and what is broken says so.

mod broken;
mod records;
mod window;

use super::*;
use crate::seeds::Rng;
use hexcore::{Color, Game, Layout, MoveList, Rules};

/// Binds `$rules` to the rules of a variant that ships.
macro_rules! with_variant {
    ($name:expr, $rules:ident => $body:expr) => {{
        let any = hexcore::AnyRules::new(&hexcore::variant::builtin($name).unwrap()).unwrap();
        hexcore::with_rules!(&any, $rules => $body)
    }};
}
pub(crate) use with_variant;

/// A game of random moves with made-up targets.
pub(crate) fn random_game<L: Layout>(rules: &Rules<L>, seed: u64, max_plies: usize) -> GameRecord {
    let mut rng = Rng::new(seed);
    let mut game = Game::new(rules);
    let mut plies = Vec::new();
    let mut legal = MoveList::new();
    while game.outcome().is_none() && plies.len() < max_plies {
        rules.legal_moves(game.position(), &mut legal);
        let m = legal[rng.below(legal.len() as u64) as usize];
        let random = plies.len() < 3;
        let mut policy = Vec::new();
        if !random {
            for &m in legal.iter().step_by(3) {
                policy.push((StoredMove::of(rules, m), Fraction::new(rng.unit() as f32)));
            }
        }
        plies.push(PlyRecord {
            played: StoredMove::of(rules, m),
            value: Fraction::new(rng.unit() as f32),
            flags: if random { PlyFlags::RANDOM } else { PlyFlags::FULL },
            policy,
        });
        game.push(m);
    }
    let (termination, winner, white_score) = match game.outcome() {
        Some(outcome) => (Termination::Rules(outcome.ending), outcome.by, rules.score(outcome, Color::White)),
        None => (Termination::PlyLimit, None, 0.5),
    };
    GameRecord { start: None, generation: seed as u32 % 100, seed, plies, termination, winner, white_score }
}
