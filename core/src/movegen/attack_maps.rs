//! Which cells each side attacks, and with how cheap a man: the inputs that tell a net what hangs.

use crate::bits::BitSet;
use crate::layout::Layout;
use crate::moves::{Color, Kind};
use crate::position::Position;
use crate::rules::Rules;

/// Attacks of both sides on one position. A man pinned to its king attacks as if it were not.
#[derive(Clone, Copy, Debug)]
pub struct AttackMaps<L: Layout> {
    /// Cells attacked by a color.
    pub all: [L::Set; 2],
    /// By color, then like the sets of a position: cells attacked by a man worth less than the kind.
    below: [L::Sets; 2],
}

impl<L: Layout> AttackMaps<L> {
    /// Cells that `by` attacks with a man worth less than `kind`.
    #[inline(always)]
    pub fn cheaper(&self, by: Color, kind: Kind) -> L::Set {
        self.below[by.index()].as_ref()[kind.index()]
    }
}

impl<L: Layout> Rules<L> {
    /// Attacks of both sides.
    #[inline]
    pub fn attack_maps(&self, pos: &Position<L>) -> AttackMaps<L> {
        let mut maps = AttackMaps::<L> { all: [L::Set::EMPTY; 2], below: [L::NO_SETS; 2] };
        let occupied = pos.occupied();
        for color in Color::BOTH {
            let own = pos.color(color);
            let below = maps.below[color.index()].as_mut();
            let mut all = L::Set::EMPTY;
            for group in &self.by_value {
                for &kind in group {
                    below[kind.index()] = all;
                }
                for &kind in group {
                    let men = pos.kind(kind) & own;
                    if kind == Kind::PAWN {
                        for hop in &self.sides[color.index()].pawns.captures {
                            all |= (men & hop.from).rotate(hop.by);
                        }
                        if self.sides[color.index()].pawns.strikes {
                            all |= self.sides[color.index()].struck(men, occupied);
                        }
                        continue;
                    }
                    for cell in men.cells() {
                        all |= self.attacks(color, kind, cell, occupied);
                    }
                }
            }
            maps.all[color.index()] = all;
        }
        maps
    }

    /// For each kind, the cells from which a man of the side to move would check the enemy king, were it there now.
    #[inline]
    pub fn check_cells(&self, pos: &Position<L>) -> L::Sets {
        let us = pos.side();
        let king = pos.king(!us);
        let side = &self.sides[us.index()];
        let mut cells = L::NO_SETS;
        let by_kind: &mut [L::Set] = cells.as_mut();
        by_kind[Kind::PAWN.index()] = side.pawns.attacked_from[king];
        for (kind, sources) in &side.leapers {
            by_kind[kind.index()] |= sources[king];
        }
        for riders in &side.riders {
            let from = self.rides[riders.ride].open_sources(king, pos.occupied());
            for kind in riders.kinds() {
                by_kind[kind.index()] |= from;
            }
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use crate::variant::{builtin, builtin_names};
    use crate::{AnyRules, BitSet, Color, Game, Kind, with_rules};

    #[test]
    fn maps_say_what_attackers_say() {
        for name in builtin_names() {
            let any = AnyRules::new(&builtin(name).unwrap()).unwrap();
            with_rules!(&any, rules => {
                let mut game = Game::new(rules);
                for ply in 0..60 {
                    let pos = *game.position();
                    let maps = rules.attack_maps(&pos);
                    for color in Color::BOTH {
                        for &cell in rules.board().cells() {
                            let mut attackers = rules.attackers(&pos, cell, color);
                            if rules.castlings(color) > 0 && pos.king(color) == attackers.cells().next().unwrap_or(cell) {
                                continue; // an unmoved king's leap attacks, but is no map's business
                            }
                            assert_eq!(!attackers.is_empty(), maps.all[color.index()].has(cell), "{name} {}", rules.fen(&pos));
                            let mut cheapest = f32::MAX;
                            while !attackers.is_empty() {
                                let kind = pos.kind_at(attackers.lowest()).unwrap();
                                cheapest = cheapest.min(if kind == rules.royal() { f32::MAX } else { rules.value(kind) });
                                attackers = attackers.without_lowest();
                            }
                            for kind in (0..rules.kinds().len() - 1).map(Kind::new).filter(|k| rules.kinds()[k.index()].exists) {
                                assert_eq!(cheapest < rules.value(kind), maps.cheaper(color, kind).has(cell), "{name}");
                            }
                        }
                    }
                    let list = game.legal_moves();
                    let checks = rules.check_cells(&pos);
                    for &m in list.iter().filter(|m| m.promotion().is_none() && !pos.color(!pos.side()).has(m.to())) {
                        let mut next = pos;
                        rules.play(&mut next, m);
                        let direct = rules.attackers(&next, next.king(next.side()), pos.side()).has(m.to());
                        let said = checks.as_ref()[m.kind().index()].has(m.to());
                        // A man that leaves its own line may uncover itself; otherwise the two agree.
                        assert!(direct == said || direct, "{name} {}", rules.move_text(&pos, m));
                    }
                    if game.outcome().is_some() { break; }
                    game.push(list[(ply * 7 + 3) % list.len()]);
                }
            });
        }
    }
}
