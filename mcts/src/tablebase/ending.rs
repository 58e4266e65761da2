//! One ending: its men, their numbering, how it ends, and the smaller endings its captures and promotions lead to.

use super::error::TableError;
use super::geometry::Geometry;
use super::index::{Cells, Index};
use super::lines::Taken;
use super::material::{MAX_MEN, Material};
use super::state::{State, Worth};
use super::table::Table;
use hexcore::variant::{EnPassant, Stalemate};
use hexcore::{Color, Kind};
use std::sync::Arc;

/// Where states are looked up: a table under work or a finished one.
pub(crate) trait Values: Sync {
    /// The state of a numbered position.
    fn get(&self, side: Color, number: usize) -> State;
}

/// A finished ending that others lead to.
#[derive(Debug)]
pub(crate) struct Solved {
    pub(crate) ending: Ending,
    pub(crate) table: Arc<Table>,
}

/// An ending with everything below it.
#[derive(Debug)]
pub(crate) struct Ending {
    pub(crate) geometry: Arc<Geometry>,
    pub(crate) material: Material,
    pub(crate) index: Arc<Index>,
    /// Links by promoting pawn, promotion and captured man.
    links: Vec<Option<Link>>,
    /// Whether a special capture may be open: pawns on both sides, in a variant that has such captures.
    pub(crate) opens: bool,
    /// Whether pawns may stand on their promotion cells and wait.
    pub(crate) waits: bool,
}

/// The way into a smaller ending.
#[derive(Debug)]
struct Link {
    solved: Arc<Solved>,
    /// For each of its men, the man it is here.
    men: [u8; MAX_MEN],
    /// Whether the colors change places.
    flip: bool,
}

/// A move in terms of an ending's men.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Change {
    /// The pawn that is replaced and what by.
    pub(crate) promotion: Option<(usize, Kind)>,
    /// The man that is taken.
    pub(crate) taken: Option<usize>,
}

impl Ending {
    /// An ending; `solved` must yield every ending that it leads to.
    ///
    /// # Errors
    /// If it is too large, or a smaller one is missing.
    pub(crate) fn new(
        geometry: &Arc<Geometry>,
        material: &Material,
        solved: &mut dyn FnMut(&Material) -> Result<Arc<Solved>, TableError>,
    ) -> Result<Ending, TableError> {
        let index = Arc::new(Index::new(geometry, material)?);
        let slots = index.slots().to_vec();
        let has_pawns = |color| material.side(color).contains(&Kind::PAWN);
        let specials = geometry.en_passant != EnPassant::None || geometry.scornful;
        let mut ending = Ending {
            geometry: geometry.clone(),
            material: material.clone(),
            index,
            links: Vec::new(),
            opens: specials && has_pawns(Color::White) && has_pawns(Color::Black),
            waits: geometry.kinds.lost_only() && material.pawns() > 0,
        };
        ending.links.resize_with((slots.len() + 1) * geometry.lines[0].len() * (slots.len() + 1), || None);
        let men = 2..slots.len();
        let mut changes: Vec<Change> =
            men.clone().map(|taken| Change { promotion: None, taken: Some(taken) }).collect();
        for pawn in men.clone().filter(|&s| slots[s].1 == Kind::PAWN) {
            for kind in geometry.kinds.promotions(material.side(slots[pawn].0)) {
                let promotion = Some((pawn, kind));
                changes.push(Change { promotion, taken: None });
                let enemies = men.clone().filter(|&s| slots[s].0 != slots[pawn].0);
                changes.extend(enemies.map(|taken| Change { promotion, taken: Some(taken) }));
            }
        }
        for change in changes {
            let place = ending.place(change);
            ending.links[place] = Some(ending.link(change, solved)?);
        }
        Ok(ending)
    }

    fn place(&self, change: Change) -> usize {
        let men = self.index.slots().len() + 1;
        let (pawn, kind) = change.promotion.map_or((0, 0), |(pawn, kind)| (pawn, kind.index()));
        (pawn * self.geometry.lines[0].len() + kind) * men + change.taken.unwrap_or(0)
    }

    fn link(
        &self,
        change: Change,
        solved: &mut dyn FnMut(&Material) -> Result<Arc<Solved>, TableError>,
    ) -> Result<Link, TableError> {
        let mut left: Vec<(usize, Color, Kind)> = Vec::new();
        for (slot, &(color, kind)) in self.index.slots().iter().enumerate() {
            if change.taken == Some(slot) {
                continue;
            }
            let kind = change.promotion.filter(|p| p.0 == slot).map_or(kind, |p| p.1);
            left.push((slot, color, kind));
        }
        let royal = self.geometry.royal;
        let side = |color| left.iter().filter(|m| m.1 == color && m.2 != royal).map(|m| m.2).collect::<Vec<_>>();
        let (material, flip) = self.geometry.kinds.canonical(side(Color::White), side(Color::Black));
        let solved = solved(&material)?;
        let mut men = [0; MAX_MEN];
        for (child, &(color, kind)) in solved.ending.index.slots().iter().enumerate() {
            let color = if flip { !color } else { color };
            if let Some(i) = left.iter().position(|m| (m.1, m.2) == (color, kind)) {
                men[child] = left.remove(i).0 as u8;
            }
        }
        Ok(Link { solved, men, flip })
    }

    /// The state after a change, the men standing on `cells` now and `side` to move.
    #[inline]
    pub(crate) fn outside(&self, change: Change, cells: &Cells, side: Color) -> State {
        let Some(link) = &self.links[self.place(change)] else {
            // A king that could be taken: the position is not legal.
            return State::ILLEGAL;
        };
        let (cells, side) = link.turn(&self.geometry, cells, side);
        link.solved.table.state(&cells, side)
    }

    /// The ending after a change, with the cells as it sees them: for special captures that are still open there.
    pub(crate) fn enter(&self, change: Change, cells: &Cells, side: Color) -> Option<(&Solved, Cells, Color, bool)> {
        let link = self.links[self.place(change)].as_ref()?;
        let (cells, side) = link.turn(&self.geometry, cells, side);
        Some((&link.solved, cells, side, link.flip))
    }

    /// The men as cells without order.
    #[inline(always)]
    pub(crate) fn taken(&self, cells: &Cells) -> Taken {
        Taken::of(&cells[..self.index.slots().len()])
    }

    /// Whether a color's king is attacked.
    #[inline]
    pub(crate) fn in_check(&self, cells: &Cells, color: Color, taken: &Taken) -> bool {
        let king = cells[color.index()];
        let slots = self.index.slots().iter().zip(cells);
        slots.filter(|((c, _), _)| *c != color).any(|(&man, &cell)| self.geometry.attack(man, cell, king, taken))
    }

    /// Whether the men can stand so at all, whoever is to move.
    pub(crate) fn can_stand(&self, cells: &Cells) -> bool {
        let slots = self.index.slots();
        let apart = (1..slots.len()).all(|i| !cells[..i].contains(&cells[i]));
        let on_last = |(&(color, kind), &cell): (&(Color, Kind), &u8)| {
            kind == Kind::PAWN && self.geometry.pawns[color.index()].zone[cell as usize]
        };
        apart && (self.waits || !slots.iter().zip(cells).any(on_last))
    }

    fn alone(&self, color: Color) -> bool {
        self.material.side(color).is_empty()
    }

    /// How the game stands by itself, as the rules have it, for a side with or without legal moves; none if it goes on.
    pub(crate) fn end(&self, side: Color, moves: Moves, in_check: impl FnOnce() -> bool) -> Option<State> {
        let kings_alone = self.alone(Color::White) && self.alone(Color::Black);
        let bare_loses = self.geometry.bare_loses;
        if kings_alone && bare_loses {
            return Some(State::ENDED_DRAW);
        }
        if !moves.any {
            if in_check() {
                return Some(State::decided(Worth::Loss, 0));
            }
            return Some(match self.geometry.stalemate {
                Stalemate::Loss => State::decided(Worth::Loss, 0),
                Stalemate::Draw => State::ENDED_DRAW,
                Stalemate::TwoThirds | Stalemate::ThreeQuarters => State::decided(Worth::Stalemated, 0),
            });
        }
        if bare_loses {
            if self.alone(!side) {
                return Some(State::decided(Worth::Win, 0));
            }
            let lost = self.alone(side) && !(self.material.side(!side).len() == 1 && moves.captures);
            return lost.then_some(State::decided(Worth::Loss, 0));
        }
        let sides = Color::BOTH.map(|color| self.material.side(color));
        let dead = matches!(sides, [[kind], []] | [[], [kind]] if self.geometry.dead.contains(kind));
        (kings_alone || dead).then_some(State::ENDED_DRAW)
    }
}

/// Whether a side has moves, and captures among them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Moves {
    pub(crate) any: bool,
    pub(crate) captures: bool,
}

impl Link {
    #[inline(always)]
    fn turn(&self, geometry: &Geometry, cells: &Cells, side: Color) -> (Cells, Color) {
        let mut turned = [0; MAX_MEN];
        for (cell, &man) in turned.iter_mut().zip(&self.men) {
            *cell = cells[man as usize];
        }
        if !self.flip {
            return (turned, side);
        }
        // `men` has exchanged the kings already: they are matched by color like all others.
        for cell in &mut turned {
            *cell = geometry.flip[*cell as usize];
        }
        (turned, !side)
    }
}
