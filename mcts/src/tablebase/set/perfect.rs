//! Perfect play by the tables, and what a search may take from them.

use super::{Exact, TableSet};
use crate::oracle::Oracle;
use crate::tablebase::error::TableError;
use crate::tablebase::material::{MAX_MEN, Material};
use crate::tablebase::state::{State, Worth};
use crate::value::Proof;
use hexcore::{BitSet, Layout, MoveList, Position, Rules};

impl TableSet {
    /// Perfect play from a position: moves with what each leads to, seen by the side that plays it, at most `most`. Of
    /// moves that are worth the same in as many plies, the first. A drawn line ends at once: any drawing move will do.
    ///
    /// # Errors
    /// If a table that is needed is missing.
    pub fn line<L: Layout>(
        &self,
        rules: &Rules<L>,
        pos: &Position<L>,
        most: usize,
    ) -> Result<Vec<(hexcore::Move, Exact)>, TableError> {
        let mut line = Vec::new();
        let mut pos = *pos;
        while line.len() < most {
            let mut list = MoveList::new();
            rules.legal_moves(&pos, &mut list);
            if rules.ending(&pos, !list.is_empty()).is_some() {
                break;
            }
            let moves = self.moves(rules, &pos)?;
            let Some(&(m, exact)) = moves.first() else { break };
            line.push((m, exact));
            rules.play(&mut pos, m);
            if exact.worth == Worth::Draw {
                break;
            }
        }
        Ok(line)
    }

    /// Every legal move with what it is worth to the side that plays it, the best first.
    ///
    /// # Errors
    /// If a table that is needed is missing.
    pub fn moves<L: Layout>(
        &self,
        rules: &Rules<L>,
        pos: &Position<L>,
    ) -> Result<Vec<(hexcore::Move, Exact)>, TableError> {
        let mut list = MoveList::new();
        rules.legal_moves(pos, &mut list);
        let mut moves: Vec<(hexcore::Move, State)> = Vec::new();
        for &m in list.iter() {
            let next = rules.played(pos, m);
            let state = self.after(rules, &next).ok_or_else(|| self.missing(&next))?;
            moves.push((m, state.before()));
        }
        moves.sort_by(|a, b| match (a.1.beats(b.1), b.1.beats(a.1)) {
            (true, _) => std::cmp::Ordering::Less,
            (_, true) => std::cmp::Ordering::Greater,
            _ => std::cmp::Ordering::Equal,
        });
        Ok(moves.into_iter().map(|(m, state)| (m, Exact::of(state))).collect())
    }

    /// Why a position has no value.
    pub fn missing<L: Layout>(&self, pos: &Position<L>) -> TableError {
        if let Some(error) = self.broken().pop() {
            return error;
        }
        if pos.rights() != hexcore::Rights::default() {
            return TableError::Position("a king may still leap or castle: no table holds that".into());
        }
        let men = pos.occupied().count();
        if men as usize > MAX_MEN {
            return TableError::Position(format!("{men} men: no table has more than {MAX_MEN}"));
        }
        let name = self.geometry.kinds.name(&Material::of(&self.geometry.kinds, pos).0);
        TableError::Missing { name, folder: self.folder.clone() }
    }
}

/// The score of a worth to the side to move, under the variant's scoring.
pub fn score<L: Layout>(rules: &Rules<L>, worth: Worth) -> f32 {
    let stalemated = rules.variant().end.stalemate.stalemated_score();
    match worth {
        Worth::Loss => 0.0,
        Worth::Stalemated => stalemated,
        Worth::Draw => 0.5,
        Worth::Stalemates => 1.0 - stalemated,
        Worth::Win => 1.0,
    }
}

impl<L: Layout> Oracle<L> for TableSet {
    /// A value that the limit on plies might change is none: a win in more plies than are left.
    #[inline]
    fn probe(&self, rules: &Rules<L>, position: &Position<L>) -> Option<Proof> {
        if position.occupied().count() > self.men {
            return None;
        }
        let exact = self.exact(rules, position)?;
        let limit = u32::from(rules.variant().end.move_limit);
        if self.geometry.limit != 0 && u32::from(self.geometry.limit) != limit {
            return None;
        }
        let late = limit != 0 && u32::from(position.clock()) + exact.plies > limit;
        if late && exact.worth != Worth::Draw {
            return None;
        }
        Some(Proof { score: score(rules, exact.worth), plies: exact.plies as u16 })
    }
}
