//! Move codes: which (from, to) pair, and what the move meets, takes, leaves and becomes.

use super::{Encoder, Frame, state};
use crate::net::MoveCode;
use hexcore::{AttackMaps, BitSet, Color, Layout, Move, Position, Rules};

/// Numbers the (from, to) pairs that some man can make, in the frame of the side to move.
#[derive(Clone, Debug)]
pub struct MovePairs {
    cells: usize,
    numbers: Vec<u16>,
    len: usize,
}

impl MovePairs {
    /// The pairs of a variant: those of White on an empty board and, turned, those of Black.
    pub fn new<L: Layout>(rules: &Rules<L>) -> MovePairs {
        let board = rules.board();
        let cells = board.len();
        let mut possible = vec![false; cells * cells];
        for color in Color::BOTH {
            let turn = |cell| if color == Color::White { cell } else { board.flip(cell) };
            for &from in board.cells() {
                for to in rules.possible_targets(color, from).cells() {
                    possible[board.dense(turn(from)) * cells + board.dense(turn(to))] = true;
                }
            }
        }
        let mut len = 0;
        let number = |possible: bool| {
            len += usize::from(possible);
            if possible { (len - 1) as u16 } else { u16::MAX }
        };
        let numbers = possible.into_iter().map(number).collect();
        MovePairs { cells, numbers, len }
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline(always)]
    fn number(&self, from: u16, to: u16) -> u16 {
        self.numbers[from as usize * self.cells + to as usize]
    }
}

impl Encoder {
    /// Length of the scalar table: kind x (taken kind or none) x destination x own state x check, then promotions.
    pub fn move_features(&self) -> usize {
        self.plain_features() + self.promotions.len() * (self.kinds + 1)
    }

    fn plain_features(&self) -> usize {
        self.kinds * (self.kinds + 1) * 3 * 4 * 2
    }

    #[inline]
    pub(super) fn encode_moves<L: Layout>(
        &self,
        rules: &Rules<L>,
        pos: &Position<L>,
        moves: &[Move],
        maps: &AttackMaps<L>,
        frame: &Frame,
        codes: &mut Vec<MoveCode>,
    ) {
        let us = pos.side();
        let checks = rules.check_cells(pos);
        let enemy = pos.color(!us);
        let attacked = maps.all[(!us).index()];
        // A man's moves come one after the other: what depends on it alone is kept.
        let mut last = None;
        let (mut own_state, mut from) = (0, 0);
        for &m in moves {
            let kind = m.kind();
            if last != Some(m.from()) {
                last = Some(m.from());
                own_state = state(maps, us, kind, m.from());
                from = frame[m.from()];
            }
            let to = m.to();
            let taken = if enemy.has(to) { pos.kind_at(to).map_or(0, |k| k.index() + 1) } else { 0 };
            let feature = match m.promotion() {
                Some(promotion) => {
                    let choice = self.promotions.iter().position(|&k| k == promotion).unwrap_or(0);
                    self.plain_features() + choice * (self.kinds + 1) + taken
                }
                None => {
                    let meets = usize::from(attacked.has(to)) + usize::from(maps.cheaper(!us, kind).has(to));
                    let check = usize::from(checks.as_ref()[kind.index()].has(to));
                    (((kind.index() * (self.kinds + 1) + taken) * 3 + meets) * 4 + own_state) * 2 + check
                }
            };
            codes.push(MoveCode { index: self.pairs.number(from, frame[to]), feature: feature as u16 });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Encoder;
    use crate::net::Encoded;
    use hexcore::{AnyRules, Game, variant, with_rules};

    /// Walks a game of every variant, calling back with each position.
    fn walk(mut check: impl FnMut(&str, &[u16], &[u16], usize, usize)) {
        for name in variant::builtin_names() {
            let any = AnyRules::new(&variant::builtin(name).unwrap()).unwrap();
            with_rules!(&any, rules => {
                let encoder = Encoder::new(rules);
                let mut game = Game::new(rules);
                let mut out = Encoded::default();
                for ply in 0..120 {
                    if game.outcome().is_some() { break; }
                    let list = game.legal_moves();
                    encoder.encode(rules, game.position(), &list, false, &mut out);
                    assert_eq!(out.moves.len(), list.len());
                    let pairs: Vec<u16> = out.moves.iter().map(|m| m.index).collect();
                    let features: usize = out.moves.iter().map(|m| m.feature as usize).max().unwrap();
                    assert!(features < encoder.move_features(), "{name}");
                    check(name, &out.rows, &pairs, encoder.rows(), encoder.pairs.len());
                    game.push(list[(ply * 13 + 5) % list.len()]);
                }
            });
        }
    }

    #[test]
    fn codes_stay_inside_their_tables() {
        walk(|name, rows, pairs, n_rows, n_pairs| {
            assert!(rows.iter().all(|&r| (r as usize) < n_rows), "{name}");
            assert!(pairs.iter().all(|&p| (p as usize) < n_pairs), "{name}");
            let mut sorted = rows.to_vec();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len(), rows.len(), "{name}: a row twice");
        });
    }

    #[test]
    fn black_sees_a_turned_board_as_white_sees_its_own() {
        let any = AnyRules::new(&variant::builtin("glinski").unwrap()).unwrap();
        with_rules!(&any, rules => {
            let encoder = Encoder::new(rules);
            let start = rules.start();
            let turned = rules.parse_fen(&rules.fen(&start).replace(" w ", " b ")).unwrap();
            let (mut white, mut black) = (Encoded::default(), Encoded::default());
            encoder.encode_value(rules, &start, &mut white);
            encoder.encode_value(rules, &turned, &mut black);
            white.rows.sort_unstable();
            black.rows.sort_unstable();
            assert_eq!(white.rows, black.rows);
        });
    }

    #[test]
    fn the_mirror_of_a_mirrored_position_is_the_position() {
        let any = AnyRules::new(&variant::builtin("glinski").unwrap()).unwrap();
        with_rules!(&any, rules => {
            let encoder = Encoder::new(rules);
            assert!(encoder.has_mirror());
            let pos = rules.parse_fen("1/3/k4/7/9/1R5p3/2R4P3/2N8/11/5Q5/2K1R2N3 w - 0 1").unwrap();
            let mirror = rules.parse_fen("1/3/4k/7/9/3p5R1/3P4R2/8N2/11/5Q5/3N2R1K2 w - 0 1").unwrap();
            let (mut a, mut b) = (Encoded::default(), Encoded::default());
            encoder.encode(rules, &pos, &[], true, &mut a);
            encoder.encode(rules, &mirror, &[], false, &mut b);
            a.rows.sort_unstable();
            b.rows.sort_unstable();
            assert_eq!(a.rows, b.rows);
        });
    }
}
