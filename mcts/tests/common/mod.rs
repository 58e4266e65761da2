//! Shared by the integration tests: rules, random games, exhaustive search for forced wins.
#![allow(dead_code, unreachable_pub, reason = "each test binary uses a part")]

use hexcore::{AnyRules, Game, Layout, Move, MoveList, Position, Rules, variant::builtin};
use hexmcts::Rng;

/// The rules of a variant that ships.
pub fn rules(name: &str) -> AnyRules {
    AnyRules::new(&builtin(name).unwrap()).unwrap()
}

/// A game after up to so many random plies, not over.
pub fn random_game<'r, L: Layout>(rules: &'r Rules<L>, seed: u64, plies: usize) -> Game<'r, L> {
    let mut rng = Rng::new(seed);
    let mut game = Game::new(rules);
    for _ in 0..plies {
        let list = game.legal_moves();
        let m = list[rng.below(list.len())];
        game.push(m);
        if game.outcome().is_some() {
            game.undo();
        }
    }
    game
}

/// A game in which White, a queen and a rook down, has gone to and fro once with Black: the present position is the first
/// one again, and the move returned leads to the second one again.
pub fn shuffled<L: Layout>(rules: &Rules<L>) -> (Game<'_, L>, Move) {
    let start = Game::from_fen(rules, "q/1k1/5/6r/9/11/11/11/11/11/4K6 w - 0 1").unwrap();
    let back =
        |game: &Game<L>, m: Move| game.legal_moves().iter().copied().find(|b| (b.from(), b.to()) == (m.to(), m.from()));
    for &first in start.legal_moves().iter() {
        let mut game = start.clone();
        game.push(first);
        let Some(&reply) = game.legal_moves().iter().find(|r| r.kind() == rules.royal()) else { continue };
        game.push(reply);
        let Some(home) = back(&game, first) else { continue };
        game.push(home);
        let Some(home) = back(&game, reply) else { continue };
        game.push(home);
        assert_eq!(game.occurrences(), 2);
        return (game, first);
    }
    panic!("no way to and fro");
}

/// How an exhaustive search answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forced {
    Yes,
    No,
    /// It would have taken too long.
    TooHard,
}

/// Whether the side to move can force a full win within `n` of its own moves, looking at every move, but at no more than
/// `budget` positions. Repetition and clocks are left out.
pub fn wins_within<L: Layout>(rules: &Rules<L>, pos: &Position<L>, n: u32, budget: &mut u64) -> Forced {
    if n == 0 {
        return Forced::No;
    }
    let mut list = MoveList::new();
    rules.legal_moves(pos, &mut list);
    let mut answer = Forced::No;
    // Checks and captures first: then a win is found soon.
    let mut moves: Vec<(bool, Move)> = list.iter().map(|&m| (!rules.in_check(&rules.played(pos, m)), m)).collect();
    moves.sort_by_key(|&(quiet, _)| quiet);
    for (_, m) in moves {
        match wins_after(rules, &rules.played(pos, m), n, budget) {
            Forced::Yes => return Forced::Yes,
            Forced::TooHard => answer = Forced::TooHard,
            Forced::No => {}
        }
        if *budget == 0 {
            return Forced::TooHard;
        }
    }
    answer
}

/// Whether the side that has just moved wins at once or within `n` - 1 more of its moves against every reply.
pub fn wins_after<L: Layout>(rules: &Rules<L>, pos: &Position<L>, n: u32, budget: &mut u64) -> Forced {
    *budget = budget.saturating_sub(1);
    let mut replies = MoveList::new();
    rules.legal_moves(pos, &mut replies);
    if let Some(outcome) = rules.ending(pos, !replies.is_empty()) {
        return if rules.score(outcome, !pos.side()) >= 1.0 { Forced::Yes } else { Forced::No };
    }
    if n <= 1 {
        return Forced::No;
    }
    for &reply in replies.iter() {
        let next = rules.played(pos, reply);
        let mut list = MoveList::new();
        rules.legal_moves(&next, &mut list);
        if rules.ending(&next, !list.is_empty()).is_some() {
            return Forced::No;
        }
        match wins_within(rules, &next, n - 1, budget) {
            Forced::Yes => {}
            other => return other,
        }
    }
    Forced::Yes
}
