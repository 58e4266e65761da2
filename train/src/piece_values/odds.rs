//! How games begin: a few random plies with all men, after which each side gives what it is to lack.
//!
//! Both games of a pair have the same opening and the same side to move. What White lacks in one, Black lacks in the other:
//! the man whose home is the same cell seen from the other side. So whatever the opening and the first move are worth cancels
//! in the pair, and what is left is the men.

use super::army::Imbalance;
use super::config::PieceValuesConfig;
use crate::arena::random_opening;
use crate::seeds::{Rng, Seeds};
use crate::tournament::{Opening, Seat};
use hexcore::{Cell, Color, Game, Kind, Layout, Move, Position, Rules, Special};

/// The beginnings of the two games of a pair.
#[derive(Clone, Debug)]
pub(super) struct OddsPair<L: Layout> {
    /// Where they begin: the first side is White in the first game, Black in the second.
    pub(super) starts: [Position<L>; 2],
    /// By game and color: homes of the men that are lacking.
    pub(super) given: [[Vec<Cell>; 2]; 2],
}

/// So many openings in a row that cannot be used mean that there are none.
const MOST_TRIES: u64 = 3000;

/// The openings of a measurement, by number.
pub(super) struct Openings<'a, L: Layout> {
    rules: &'a Rules<L>,
    config: &'a PieceValuesConfig,
    seeds: Seeds,
    judge: Seat<L>,
}

impl<'a, L: Layout> Openings<'a, L> {
    pub(super) fn new(rules: &'a Rules<L>, config: &'a PieceValuesConfig, judge: Seat<L>) -> Self {
        Openings { rules, config, seeds: Seeds::new(config.seed), judge }
    }

    /// The opening of an ordinary game.
    ///
    /// # Errors
    /// There is none that the config asks for.
    pub(super) fn plain(&mut self, number: u32) -> Result<Opening<L>, String> {
        for attempt in 0..MOST_TRIES {
            let moves = self.candidate("opening of a game", number, attempt);
            let opening = Opening { start: self.rules.start(), moves };
            if self.balanced(&opening.game(self.rules)) {
                return Ok(opening);
            }
        }
        Err(self.none())
    }

    /// The beginnings of a pair of an imbalance. Pairs of the same number have the same opening, unless the men that are
    /// lacking forbid it.
    ///
    /// # Errors
    /// There is none that the config asks for.
    pub(super) fn odds(&mut self, imbalance: &Imbalance, pair: u32) -> Result<OddsPair<L>, String> {
        for attempt in 0..MOST_TRIES {
            let moves = self.candidate("opening of a pair", pair, attempt);
            let mut rng = self.seeds.rng("men given", u64::from(pair) << 16 | attempt);
            let Some(odds) = self.give(imbalance, pair, &moves, &mut rng) else { continue };
            let opening = Opening { start: self.rules.start(), moves };
            if self.balanced(&opening.game(self.rules)) {
                return Ok(odds);
            }
        }
        Err(self.none())
    }

    fn candidate(&self, stream: &str, number: u32, attempt: u64) -> Vec<Move> {
        let mut rng = self.seeds.rng(stream, u64::from(number) << 16 | attempt);
        random_opening(self.rules, self.config.opening_plies, &mut rng)
    }

    fn balanced(&mut self, game: &Game<'_, L>) -> bool {
        let score = |seat: &mut Seat<L>| seat.choose(game).ok().and_then(|thought| thought.score);
        self.config.balance >= 0.5 || score(&mut self.judge).is_some_and(|s| (s - 0.5).abs() <= self.config.balance)
    }

    fn none(&self) -> String {
        let [least, most] = self.config.opening_plies;
        format!(
            "none of {MOST_TRIES} openings of {least} to {most} random plies can be used: expected a larger `balance` or other \
             `opening_plies`"
        )
    }

    /// Takes the men away, if both positions are sound then and nobody is in check.
    fn give(&self, imbalance: &Imbalance, pair: u32, moves: &[Move], rng: &mut Rng) -> Option<OddsPair<L>> {
        let rules = self.rules;
        let (pos, homes) = followed(rules, moves)?;
        let chosen = [0, 1].map(|side| choose(rules, &imbalance.lacks[side], pair, rng));
        let mirrored = |cells: &[Cell]| cells.iter().map(|&cell| rules.board().flip(cell)).collect::<Vec<_>>();
        let given = [[chosen[0].clone(), mirrored(&chosen[1])], [chosen[1].clone(), mirrored(&chosen[0])]];
        let start = |sides: &[Vec<Cell>; 2]| {
            let now = |home: &Cell| homes.iter().find(|(from, _)| from == home).map(|(_, at)| *at);
            let cells = sides.iter().flatten().map(now).collect::<Option<Vec<Cell>>>()?;
            let pos = rules.without(&pos, &cells).ok()?;
            let over = Game::from_position(rules, pos).outcome().is_some();
            (!over && !rules.in_check(&pos)).then_some(pos)
        };
        Some(OddsPair { starts: [start(&given[0])?, start(&given[1])?], given })
    }
}

/// Where a man began, and where it stands now.
type Homes = Vec<(Cell, Cell)>;

/// The position after an opening in which nothing was taken, castled or promoted, and where each man that began somewhere
/// stands now.
fn followed<L: Layout>(rules: &Rules<L>, moves: &[Move]) -> Option<(Position<L>, Homes)> {
    let mut game = Game::new(rules);
    let occupied = hexcore::BitSet::cells(game.position().occupied());
    let mut homes: Homes = occupied.map(|cell| (cell, cell)).collect();
    for &m in moves {
        let quiet = matches!(m.special(), Special::None | Special::Advance | Special::Leap);
        if !quiet || m.promotion().is_some() || rules.is_capture(game.position(), m) {
            return None;
        }
        homes.iter_mut().filter(|(_, at)| *at == m.from()).for_each(|(_, at)| *at = m.to());
        game.push(m);
    }
    Some((*game.position(), homes))
}

/// Homes of White's men that are given: of each kind first the one whose turn it is, then any others.
fn choose<L: Layout>(rules: &Rules<L>, men: &[Kind], pair: u32, rng: &mut Rng) -> Vec<Cell> {
    let mut chosen: Vec<Cell> = Vec::new();
    let mut kinds = men.to_vec();
    kinds.dedup();
    for kind in kinds {
        let mut homes: Vec<Cell> = hexcore::BitSet::cells(rules.start().men(Color::White, kind)).collect();
        let first = homes.remove(pair as usize % homes.len());
        chosen.push(first);
        for _ in 1..men.iter().filter(|&&k| k == kind).count() {
            chosen.push(homes.remove(rng.below(homes.len() as u64) as usize));
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::judge;
    use hexcore::variant::{builtin, builtin_names};
    use hexcore::{AnyRules, BitSet, with_rules};

    #[test]
    fn a_pair_swaps_what_is_lacking_and_nothing_else() {
        for name in builtin_names() {
            with_rules!(&AnyRules::new(&builtin(name).unwrap()).unwrap(), rules => {
                let config = PieceValuesConfig { opening_plies: [2, 4], ..PieceValuesConfig::default() };
                let mut openings = Openings::new(rules, &config, judge("alphabeta:1", rules).unwrap());
                let plan = crate::piece_values::plan::plan(rules, &|kind| rules.value(kind).into());
                for (i, imbalance) in plan.iter().enumerate() {
                    let pair = openings.odds(imbalance, i as u32).unwrap();
                    let [first, second] = pair.starts;
                    assert_eq!(first.side(), second.side());
                    for kind in crate::piece_values::army::kinds(rules) {
                        let ahead = pair.starts.map(|pos| {
                            let count = |color| f64::from(pos.men(color, kind).count());
                            count(Color::White) - count(Color::Black)
                        });
                        let difference = imbalance.difference(kind);
                        assert_eq!(ahead, [difference, -difference], "{name} {imbalance}");
                    }
                    assert_eq!(pair.given[0].each_ref().map(Vec::len), imbalance.lacks.each_ref().map(Vec::len));
                    // The same again, whoever asks.
                    let again = openings.odds(imbalance, i as u32).unwrap();
                    assert_eq!(again.starts, pair.starts);
                }
            });
        }
    }

    #[test]
    fn each_pawn_is_given_in_turn() {
        with_rules!(&AnyRules::new(&builtin("glinski").unwrap()).unwrap(), rules => {
            let mut rng = Rng::new(1);
            let mut given: Vec<Cell> =
                (0..9).flat_map(|pair| choose(rules, &[Kind::PAWN], pair, &mut rng)).collect();
            given.sort_by_key(|&cell| rules.board().dense(cell));
            given.dedup();
            assert_eq!(given.len(), 9);
        });
    }
}
