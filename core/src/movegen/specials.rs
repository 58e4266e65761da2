//! The rare moves: en passant, scornful captures, promotion from the lost men, the king's leap and castlings.

use super::generate::View;
use super::sink::Sink;
use crate::bits::{BitSet, Cell};
use crate::layout::Layout;
use crate::moves::{CASTLING, Color, EN_PASSANT, Kind, LEAP, Move, SCORNFUL};
use crate::position::{Open, Position};
use crate::rules::Rules;

/// What a pawn of the side to move may become.
pub(crate) struct Supply<'a, L: Layout> {
    rules: &'a Rules<L>,
    pos: &'a Position<L>,
    us: Color,
}

impl<'a, L: Layout> Supply<'a, L> {
    #[inline(always)]
    pub(crate) fn new(rules: &'a Rules<L>, pos: &'a Position<L>, us: Color) -> Supply<'a, L> {
        Supply { rules, pos, us }
    }

    /// A pawn arrives on a promotion cell: it becomes what there is, or stays a pawn and waits.
    #[inline]
    pub(crate) fn arrive<K: Sink<L::Set>>(&self, m: Move, sink: &mut K) {
        let promotions = &self.rules.sides[self.us.index()].promotions[..];
        if !self.rules.lost_only {
            sink.promotions(m, promotions);
        } else if !self.each(m, sink) {
            sink.one(m);
        }
    }

    fn each<K: Sink<L::Set>>(&self, m: Move, sink: &mut K) -> bool {
        // Counting the lost men costs more than all pawn moves: only here, where a pawn is on its last cells.
        let available = lost(self.rules, self.pos, self.us)[self.rules.board.shade(m.to()) as usize];
        let mut any = false;
        let promotions = &self.rules.sides[self.us.index()].promotions;
        for kind in promotions.iter().filter(|k| available >> k.index() & 1 != 0) {
            sink.promotions(m, std::slice::from_ref(kind));
            any = true;
        }
        any
    }

    /// Promotions in place, which are the only legal moves if there is one. Not for a side in check.
    #[inline]
    pub(crate) fn forced<K: Sink<L::Set>>(&self, sink: &mut K) -> bool {
        let waiting = self.pos.men(self.us, Kind::PAWN) & self.rules.sides[self.us.index()].pawns.zone;
        let mut any = false;
        for cell in waiting.cells() {
            any |= self.each(Move::new(cell, cell, Kind::PAWN, 0), sink);
        }
        any
    }
}

/// For each shade, the kinds of which a man is missing and may come back on that shade.
fn lost<L: Layout>(rules: &Rules<L>, pos: &Position<L>, us: Color) -> [u16; 3] {
    let side = &rules.sides[us.index()];
    let mut by_shade = [0; 3];
    for &kind in &side.promotions {
        let men = pos.men(us, kind);
        if side.one_per_color >> kind.index() & 1 == 0 {
            if men.count() < side.complement[kind.index()] {
                by_shade.iter_mut().for_each(|set| *set |= 1 << kind.index());
            }
            continue;
        }
        let (here, start) = (rules.board.count_by_shade(men), side.complement_by_shade[kind.index()]);
        for (shade, set) in by_shade.iter_mut().enumerate() {
            *set |= u16::from(here[shade] < start[shade]) << kind.index();
        }
    }
    by_shade
}

/// En passant, scornful captures, the king's leap and castlings.
#[inline(always)]
pub(crate) fn specials<L: Layout, K: Sink<L::Set>>(
    rules: &Rules<L>,
    pos: &Position<L>,
    us: Color,
    view: &View<L::Set>,
    supply: &Supply<L>,
    sink: &mut K,
) {
    if pos.open != Open::None {
        for m in open_captures(rules, pos, us).into_iter().flatten() {
            if rules.sides[us.index()].pawns.zone.has(m.to()) { supply.arrive(m, sink) } else { sink.one(m) }
        }
    }
    if pos.rights.king(us) && !view.checked {
        king_specials(rules, pos, us, view, sink);
    }
}

/// The legal special captures, without promotions. At most two cells are passed, each attacked by at most two pawns of a
/// sense; a scornful capture has one capturer.
#[cold]
#[inline(never)]
pub(crate) fn open_captures<L: Layout>(rules: &Rules<L>, pos: &Position<L>, us: Color) -> [Option<Move>; 16] {
    let mut found = [None; 16];
    let mut n = 0;
    let mut add = |from: Cell, to: Cell, victim: Cell, flags: u32| {
        if n < found.len() && safe_after(rules, pos, us, from, to, victim) {
            found[n] = Some(Move::new(from, to, Kind::PAWN, flags));
            n += 1;
        }
    };
    let side = &rules.sides[us.index()].pawns;
    let pawns = pos.men(us, Kind::PAWN);
    match pos.open {
        Open::None => {}
        Open::Passed { pawn, cells } => {
            for (i, &cell) in cells.iter().enumerate() {
                if i == 1 && cell == cells[0] || pos.occupied().has(cell) {
                    continue;
                }
                for from in (side.attacked_from[cell] & pawns).cells() {
                    add(from, cell, pawn, EN_PASSANT);
                }
            }
        }
        Open::Scorned { pawn, by } => {
            if pawns.has(by) && side.oblique_from[pawn].has(by) {
                add(by, pawn, pawn, SCORNFUL);
            }
        }
    }
    found
}

fn safe_after<L: Layout>(rules: &Rules<L>, pos: &Position<L>, us: Color, from: Cell, to: Cell, victim: Cell) -> bool {
    let (from, to, victim) = (L::Set::of(from), L::Set::of(to), L::Set::of(victim));
    let occupied = pos.occupied() & !from & !victim | to;
    !rules.attacked(pos, pos.king(us), !us, occupied, pos.color(!us) & !victim & !to)
}

#[cold]
#[inline(never)]
fn king_specials<L: Layout, K: Sink<L::Set>>(
    rules: &Rules<L>,
    pos: &Position<L>,
    us: Color,
    view: &View<L::Set>,
    sink: &mut K,
) {
    let side = &rules.sides[us.index()];
    let king = L::Set::of(view.king);
    // A leap that does not guard may stand before the enemy king, which it does not take.
    let free = if rules.leap_captures { !view.own & !L::Set::of(pos.king(!us)) } else { !view.occupied };
    let leaps = side.king_leaps & free;
    for cell in leaps.cells() {
        let to = L::Set::of(cell);
        if !rules.attacked(pos, cell, !us, view.occupied & !king | to, view.enemy & !to) {
            sink.one(Move::new(view.king, cell, rules.royal, LEAP));
        }
    }
    for (i, castling) in side.castlings.iter().enumerate() {
        let moved = castling.needs & !pos.rights.0 != 0;
        if moved || !(castling.empty & view.occupied & !king).is_empty() {
            continue;
        }
        if !rules.pinned_rooks_castle && castling.rooks.iter().any(|&(_, from, _)| view.pinned.has(from)) {
            continue;
        }
        // Not attacked before, even if a rook would shelter it; nor after, if a rook uncovers it.
        let to = castling.king_to;
        let mut after = view.occupied & !king | L::Set::of(to);
        for &(_, from, to) in &castling.rooks {
            after = after & !L::Set::of(from) | L::Set::of(to);
        }
        let safe = |cell: Cell, occupied| !rules.attacked(pos, cell, !us, occupied, view.enemy);
        let passes = || castling.passes.cells().all(|cell| safe(cell, view.occupied));
        if safe(to, view.occupied) && safe(to, after) && passes() {
            sink.one(Move::new(view.king, to, rules.royal, CASTLING + ((i as u32) << 24)));
        }
    }
}
