//! A pair of games: one opening, colours swapped.

use crate::seeds::Rng;
use hexcore::{Color, Game, Layout, Move, Rules};
use hexmcts::{Limits, Player};

/// How the games of a match begin and end.
#[derive(Clone, Debug)]
pub struct PairRules {
    /// The openings are random: at least and at most so many plies.
    pub opening_plies: [u32; 2],
    /// A game that gets so long is a draw.
    pub max_plies: u32,
}

/// A finished pair, from the first player's side.
#[derive(Clone, Debug, Default)]
pub struct PairResult {
    /// Its score, 0 to 1, with White and with Black.
    pub scores: [f64; 2],
    /// Plies of both games, the opening included.
    pub plies: [usize; 2],
}

/// Plays a pair. Equal seeds give equal openings; the players' own randomness is theirs.
///
/// Returns nothing if `stopped` said so in between.
pub fn play_pair<L: Layout>(
    rules: &Rules<L>,
    players: [(&mut dyn Player<L>, &Limits); 2],
    pair: &PairRules,
    seed: u64,
    stopped: &dyn Fn() -> bool,
) -> Option<PairResult> {
    let opening = random_opening(rules, pair.opening_plies, &mut Rng::new(seed));
    let [mut first, mut second] = players;
    let mut result = PairResult::default();
    for (i, color) in Color::BOTH.into_iter().enumerate() {
        let mut game = Game::new(rules);
        opening.iter().for_each(|&m| game.push(m));
        first.0.reseed(seed.wrapping_add(i as u64));
        second.0.reseed(seed.wrapping_add(2 + i as u64));
        let white = loop {
            if let Some(outcome) = game.outcome() {
                break rules.score(outcome, Color::White);
            }
            if game.ply() >= pair.max_plies as usize {
                break 0.5;
            }
            if stopped() {
                return None;
            }
            let (player, limits) = if game.position().side() == color { &mut first } else { &mut second };
            // The game is not over, so there is a move to choose.
            match player.choose(&game, limits) {
                Some(decision) => game.push(decision.mv),
                None => break 0.5,
            }
        };
        result.scores[i] = f64::from(if color == Color::White { white } else { 1.0 - white });
        result.plies[i] = game.ply();
    }
    Some(result)
}

/// Random legal moves from the start, none of which ends the game.
pub fn random_opening<L: Layout>(rules: &Rules<L>, plies: [u32; 2], rng: &mut Rng) -> Vec<Move> {
    let length = rng.between(plies) as usize;
    loop {
        let mut game = Game::new(rules);
        while game.ply() < length && game.outcome().is_none() {
            let list = game.legal_moves();
            game.push(list[rng.below(list.len() as u64) as usize]);
        }
        if game.outcome().is_none() {
            return game.moves().to_vec();
        }
    }
}
