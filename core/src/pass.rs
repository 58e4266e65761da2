//! Passing: no move of any variant, but a search's way of asking what the opponent threatens.

use crate::layout::Layout;
use crate::position::{Open, Position};
use crate::rules::Rules;

impl<L: Layout> Rules<L> {
    /// The position with the other side to move. The side to move must not be in check.
    pub fn passed_to_other(&self, pos: &Position<L>) -> Position<L> {
        debug_assert!(!self.in_check(pos));
        let mut next = *pos;
        next.side = !pos.side;
        next.hash ^= self.keys.black_to_move;
        if pos.open != Open::None {
            next.hash ^= self.open_key(pos);
            next.open = Open::None;
        }
        next.clock = pos.clock.saturating_add(1);
        next.number = pos.number.saturating_add(pos.side.index() as u16);
        next
    }
}

#[cfg(test)]
mod tests {
    use crate::variant::{builtin, builtin_names};
    use crate::{AnyRules, Game, with_rules};

    #[test]
    fn the_position_after_a_pass_is_sound() {
        for name in builtin_names() {
            with_rules!(&AnyRules::new(&builtin(name).unwrap()).unwrap(), rules => {
                let mut game = Game::new(rules);
                let mut seed = 9usize;
                while game.ply() < 150 && game.outcome().is_none() {
                    if !rules.in_check(game.position()) {
                        let passed = rules.passed_to_other(game.position());
                        assert_eq!(rules.check_position(&passed), Ok(()));
                        assert_ne!(passed.hash(), game.position().hash());
                    }
                    let list = game.legal_moves();
                    seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                    game.push(list[(seed >> 33) % list.len()]);
                }
            });
        }
    }
}
