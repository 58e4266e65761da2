//! Odds: a position without some of its men, for asking what they are worth.

use crate::bits::{BitSet, Cell};
use crate::layout::Layout;
use crate::position::{Open, Position};
use crate::rules::Rules;

impl<L: Layout> Rules<L> {
    /// The position without the men on these cells. Castlings that needed them are gone, and no special capture is open.
    ///
    /// # Errors
    /// An empty cell, a king, or a position that no game may have then (e.g. the side that just moved is in check), in words.
    pub fn without(&self, pos: &Position<L>, cells: &[Cell]) -> Result<Position<L>, String> {
        let mut next = *pos;
        next.open = Open::None;
        for &cell in cells {
            let name = || self.board.name(cell);
            let Some((_, kind)) = next.at(cell) else { return Err(format!("no man stands on {}", name())) };
            if kind == self.royal {
                return Err(format!(
                    "{} holds a {}, which cannot be given as odds",
                    name(),
                    self.kinds[kind.index()].name
                ));
            }
            let gone = L::Set::of(cell);
            next.sets.as_mut().iter_mut().for_each(|set| *set &= !gone);
            self.sides.iter().for_each(|side| next.rights.0 &= side.rights_kept[cell]);
        }
        next.hash = self.full_hash(&next);
        self.check_position(&next)?;
        Ok(next)
    }
}

#[cfg(test)]
mod tests {
    use crate::variant::{builtin, builtin_names};
    use crate::{AnyRules, BitSet, Color, Game, Kind, with_rules};

    #[test]
    fn any_man_but_a_king_can_be_given() {
        for name in builtin_names() {
            with_rules!(&AnyRules::new(&builtin(name).unwrap()).unwrap(), rules => {
                let mut game = Game::new(rules);
                let mut seed = 3usize;
                let (mut given, mut refused) = (0, 0);
                while game.ply() < 80 && game.outcome().is_none() {
                    let pos = game.position();
                    for cell in pos.occupied().cells() {
                        let Some((color, kind)) = pos.at(cell) else { panic!("an empty cell is occupied") };
                        match rules.without(pos, &[cell]) {
                            Ok(next) => {
                                given += 1;
                                assert_eq!(next.men(color, kind).count() + 1, pos.men(color, kind).count());
                                assert_eq!(next.occupied().count() + 1, pos.occupied().count());
                                // Text and back: nothing is left that speaks of the man that is gone.
                                assert_eq!(rules.parse_fen(&rules.fen(&next)), Ok(next));
                            }
                            Err(_) => refused += 1,
                        }
                    }
                    let list = game.legal_moves();
                    seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                    game.push(list[(seed >> 33) % list.len()]);
                }
                assert!(given > 10 * refused, "{name}: {given} given, {refused} refused");
            });
        }
    }

    #[test]
    fn what_cannot_be_given_is_said() {
        with_rules!(&AnyRules::new(&builtin("cescacs").unwrap()).unwrap(), rules => {
            let start = rules.start();
            let king = start.king(Color::White);
            assert!(rules.without(&start, &[king]).unwrap_err().contains("cannot be given as odds"));
            let pawn = start.men(Color::White, Kind::PAWN).cells().next().unwrap();
            assert!(rules.without(&start, &[pawn, pawn]).unwrap_err().starts_with("no man stands on "));
        });
    }
}
