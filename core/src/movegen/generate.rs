//! The fast generator: fully legal moves from check lines, pins and a danger map.
//!
//! Every line through which the king is attacked leaves a set of cells that answer it; what answers all of them is the
//! `target` of every man but the king. Two senses of a ring are two lines, so a slider that attacks round both sides
//! leaves only its capture.

use super::sink::Sink;
use super::specials::{Supply, specials};
use crate::bits::{BitSet, Cell};
use crate::layout::Layout;
use crate::moves::{ADVANCE, Color, Kind, Move};
use crate::position::{Open, Position};
use crate::rows::{Row, kernels};
use crate::rules::{Arm, Ground, Movement, PawnRow, Pawns, Rules};

/// What the generator knows of a position before it makes moves.
pub(crate) struct View<S> {
    pub(crate) own: S,
    pub(crate) enemy: S,
    pub(crate) occupied: S,
    pub(crate) king: Cell,
    pub(crate) checked: bool,
    /// Cells on which a move of a man other than the king answers every check.
    pub(crate) target: S,
    pub(crate) pinned: S,
}

#[inline(always)]
fn color(black: bool) -> Color {
    if black { Color::Black } else { Color::White }
}

/// Where the generator takes from what the officers reach: the men between the pawn and the king.
pub(crate) trait Officers<L: Layout> {
    /// The unpinned ones' moves that may capture or not.
    fn moves<K: Sink<L::Set>>(
        &self,
        rules: &Rules<L>,
        pos: &Position<L>,
        view: &View<L::Set>,
        target: L::Set,
        sink: &mut K,
    );
    /// The cells onto which the enemy's keep the king from stepping. The king does not shelter the cells behind it.
    fn danger(&self, rules: &Rules<L>, pos: &Position<L>, view: &View<L::Set>) -> L::Set;
}

/// Officers' sets looked up man by man.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LookUp;

impl<L: Layout> Officers<L> for LookUp {
    #[inline(always)]
    fn moves<K: Sink<L::Set>>(
        &self,
        rules: &Rules<L>,
        pos: &Position<L>,
        view: &View<L::Set>,
        target: L::Set,
        sink: &mut K,
    ) {
        let side = &rules.sides[pos.side.index()];
        for (kind, man) in (1..).zip(&side.men[1..rules.royal.index()]) {
            let kind = Kind::new(kind);
            let men = pos.kind(kind) & view.own & !view.pinned;
            man.for_each(&rules.rides, men, view.occupied, |cell, reached| sink.targets(cell, kind, reached & target));
        }
    }

    #[inline(always)]
    fn danger(&self, rules: &Rules<L>, pos: &Position<L>, view: &View<L::Set>) -> L::Set {
        look_up_danger(rules, pos, view)
    }
}

#[inline(always)]
fn look_up_danger<L: Layout>(rules: &Rules<L>, pos: &Position<L>, view: &View<L::Set>) -> L::Set {
    let them = &rules.sides[(!pos.side).index()];
    let occupied = view.occupied ^ L::Set::of(view.king);
    let mut danger = L::Set::EMPTY;
    for (kind, man) in (1..).zip(&them.men[1..rules.royal.index()]) {
        let men = pos.kind(Kind::new(kind)) & view.enemy;
        man.for_each(&rules.rides, men, occupied, |_, reached| danger |= reached);
    }
    danger
}

/// [`Officers::danger`] where it is seldom asked for.
#[cold]
#[inline(never)]
pub(crate) fn danger_by_look_up<L: Layout>(rules: &Rules<L>, pos: &Position<L>, view: &View<L::Set>) -> L::Set {
    look_up_danger(rules, pos, view)
}

/// Generates all legal moves of the side to move, which is Black if `BLACK`.
#[inline(always)]
pub(crate) fn generate<L: Layout, const BLACK: bool, O: Officers<L>, K: Sink<L::Set>>(
    rules: &Rules<L>,
    pos: &Position<L>,
    officers: O,
    sink: &mut K,
) {
    let us = color(BLACK);
    let view = View::new::<L, BLACK>(rules, pos);
    let supply = Supply::new(rules, pos, us);
    if rules.lost_only && !view.checked && supply.forced(sink) {
        return;
    }
    king_moves::<L, BLACK, O, K>(rules, pos, &view, &officers, sink);
    if view.target.is_empty() {
        return;
    }
    let pawns = pos.kind(Kind::PAWN) & view.own;
    pawn_moves::<L, BLACK, K>(rules, pos, &view, &supply, pawns & !view.pinned, view.target, sink);
    officers.moves(rules, pos, &view, view.target & !view.own, sink);
    if rules.restricted {
        restricted_officers::<L, BLACK, K>(rules, pos, &view, sink);
    }
    if !view.pinned.is_empty() {
        pinned_moves::<L, BLACK, K>(rules, pos, &view, &supply, sink);
    }
    specials::<L, K>(rules, pos, us, &view, &supply, sink);
}

/// The moves of unpinned officers that only move or only capture.
#[inline(never)]
fn restricted_officers<L: Layout, const BLACK: bool, K: Sink<L::Set>>(
    rules: &Rules<L>,
    pos: &Position<L>,
    view: &View<L::Set>,
    sink: &mut K,
) {
    let side = &rules.sides[color(BLACK).index()];
    for (kind, man) in (1..).zip(&side.men[1..rules.royal.index()]).filter(|(_, man)| man.restricted()) {
        let kind = Kind::new(kind);
        for cell in (pos.kind(kind) & view.own & !view.pinned).cells() {
            sink.targets(cell, kind, restricted_moves(rules, man, cell, view) & view.target);
        }
    }
}

impl<S: BitSet> View<S> {
    #[inline(always)]
    fn new<L: Layout<Set = S>, const BLACK: bool>(rules: &Rules<L>, pos: &Position<L>) -> View<S> {
        let us = color(BLACK);
        let (own, enemy, king) = (pos.color(us), pos.color(!us), pos.king(us));
        let occupied = own | enemy;
        let them = &rules.sides[(!us).index()];
        let mut leaping = them.pawns.attacked_from[king] & pos.kind(Kind::PAWN);
        for (kind, sources) in &them.leapers {
            leaping |= sources[king] & pos.kind(*kind);
        }
        leaping &= enemy;
        let mut view = View { own, enemy, occupied, king, checked: false, target: !S::EMPTY, pinned: S::EMPTY };
        if !leaping.is_empty() {
            view.checked = true;
            view.target = if leaping.several() { S::EMPTY } else { leaping };
        }
        lines::<L, BLACK>(rules, pos, |sniper, between| {
            let men = between & occupied;
            if men.is_empty() {
                view.checked = true;
                view.target &= between | S::of(sniper);
            } else if !men.several() {
                view.pinned |= men & own;
            }
        });
        view
    }
}

/// Calls `found` with each enemy rider that would attack the king on an empty board, and the cells between.
#[inline(always)]
fn lines<L: Layout, const BLACK: bool>(rules: &Rules<L>, pos: &Position<L>, mut found: impl FnMut(Cell, L::Set)) {
    let us = color(BLACK);
    let (enemy, king) = (pos.color(!us), pos.king(us));
    for riders in &rules.sides[(!us).index()].riders {
        let ride = &rules.rides[riders.ride];
        for sniper in (ride.sources[king] & riders.men(pos) & enemy).cells() {
            found(sniper, ride.between(king, sniper));
        }
    }
}

#[inline(always)]
fn king_moves<L: Layout, const BLACK: bool, O: Officers<L>, K: Sink<L::Set>>(
    rules: &Rules<L>,
    pos: &Position<L>,
    view: &View<L::Set>,
    officers: &O,
    sink: &mut K,
) {
    let us = color(BLACK);
    let royal = &rules.sides[us.index()].men[rules.royal.index()];
    let mut steps = royal.both.reach(&rules.rides, view.king, view.occupied) & !view.own;
    if royal.restricted() {
        steps |= restricted_moves(rules, royal, view.king, view);
    }
    steps &= sink.wanted();
    let them = &rules.sides[(!us).index()];
    // Pawns far from the king, which is most of them most of the time, cost one test.
    let pawns = pos.kind(Kind::PAWN) & view.enemy & them.pawns.near_king[view.king];
    if !pawns.is_empty() {
        for hop in &them.pawns.captures {
            steps &= !(pawns & hop.from).rotate(hop.by);
        }
    }
    if them.pawns.strikes {
        steps &= !them.struck(pos.kind(Kind::PAWN) & view.enemy, view.occupied ^ L::Set::of(view.king));
    }
    steps &= !rules.king_zone(pos, !us);
    if steps.is_empty() {
        return;
    }
    let mut danger = officers.danger(rules, pos, view);
    if rules.restricted {
        danger |= restricted_danger(rules, pos, view);
    }
    sink.targets(view.king, rules.royal, steps & !danger);
}

/// The cells that the enemy's officers attack by moves that only capture.
#[inline(never)]
fn restricted_danger<L: Layout>(rules: &Rules<L>, pos: &Position<L>, view: &View<L::Set>) -> L::Set {
    let them = &rules.sides[(!pos.side).index()];
    let occupied = view.occupied ^ L::Set::of(view.king);
    let mut danger = L::Set::EMPTY;
    for (kind, man) in (1..).zip(&them.men[1..rules.royal.index()]) {
        if let Some(arm) = &man.capture {
            for cell in (pos.kind(Kind::new(kind)) & view.enemy).cells() {
                danger |= arm.reach(&rules.rides, cell, occupied);
            }
        }
    }
    danger
}

/// Where a man moves by rides that only move or only capture, and by no other.
#[inline]
fn restricted_moves<L: Layout>(rules: &Rules<L>, man: &Movement<L::Set>, cell: Cell, view: &View<L::Set>) -> L::Set {
    let reach = |arm: &Arm<L::Set>| arm.reach(&rules.rides, cell, view.occupied);
    let quiet = man.quiet.as_ref().map_or(L::Set::EMPTY, reach) & !view.occupied;
    let capture = man.capture.as_ref().map_or(L::Set::EMPTY, reach) & view.enemy;
    if man.overlaps { (quiet | capture) & !reach(&man.both) } else { quiet | capture }
}

/// Moves of the given pawns onto `target`, except special captures.
#[inline(always)]
fn pawn_moves<L: Layout, const BLACK: bool, K: Sink<L::Set>>(
    rules: &Rules<L>,
    pos: &Position<L>,
    view: &View<L::Set>,
    supply: &Supply<L>,
    pawns: L::Set,
    target: L::Set,
    sink: &mut K,
) {
    let side = &rules.sides[color(BLACK).index()].pawns;
    let ground = Ground {
        empty: kernels::splat(!view.occupied),
        enemy: kernels::splat(view.enemy),
        not_own: kernels::splat(!view.own),
    };
    if side.strikes {
        strikes(side, view, supply, pawns, target, sink);
    }
    let (pawns, target) = (kernels::splat(pawns), kernels::splat(target));
    for row in &side.rows {
        let mut to = kernels::and(row.reach(pawns, &ground), target);
        if rules.automatic_ep
            && let Open::Passed { cells, .. } = pos.open
        {
            to = without_captures_in_passing::<L>(side, row, cells, to);
        }
        let last = kernels::and(to, side.zone_row);
        if !kernels::is_empty(last) {
            arrive::<L, K>(supply, row, last, sink);
            to = kernels::and_not(to, last);
        }
        sink.pawns(to, row);
    }
}

/// Captures by advances.
#[cold]
#[inline(never)]
fn strikes<L: Layout, K: Sink<L::Set>>(
    side: &Pawns<L::Set>,
    view: &View<L::Set>,
    supply: &Supply<L>,
    pawns: L::Set,
    target: L::Set,
    sink: &mut K,
) {
    for (advance, ends) in side.struck(pawns, view.occupied) {
        for cell in (ends & view.enemy & target).cells() {
            let from = L::Set::of(cell).rotate(L::Set::BITS as u32 - advance.total).lowest();
            let m = Move::new(from, cell, Kind::PAWN, ADVANCE);
            if side.zone.has(cell) { supply.arrive(m, sink) } else { sink.one(m) }
        }
    }
}

/// Takes out the steps onto a passed cell that are captures in passing: those come with the special moves.
#[cold]
#[inline(never)]
fn without_captures_in_passing<L: Layout>(side: &Pawns<L::Set>, row: &PawnRow, cells: [Cell; 2], to: Row) -> Row {
    let mut sets: Vec<L::Set> = (0..row.lanes).map(|lane| to.set(lane)).collect();
    for (lane, set) in sets.iter_mut().enumerate().filter(|&(lane, _)| row.moves::<L::Set>(lane)) {
        for passed in cells {
            let from = L::Set::of(passed).rotate(L::Set::BITS as u32 - row.by[lane]);
            if !(side.attacked_from[passed] & from).is_empty() {
                *set &= !L::Set::of(passed);
            }
        }
    }
    Row::of(&sets)
}

/// Pawns that come onto their last cells.
#[cold]
#[inline(never)]
fn arrive<L: Layout, K: Sink<L::Set>>(supply: &Supply<L>, row: &PawnRow, last: Row, sink: &mut K) {
    for lane in 0..row.lanes {
        for cell in last.set::<L::Set>(lane).cells() {
            let from = L::Set::of(cell).rotate(L::Set::BITS as u32 - row.by[lane]).lowest();
            supply.arrive(Move::new(from, cell, Kind::PAWN, row.flags[lane]), sink);
        }
    }
}

/// A pinned man moves on the line between its king and the man that pins it.
#[cold]
#[inline(never)]
fn pinned_moves<L: Layout, const BLACK: bool, K: Sink<L::Set>>(
    rules: &Rules<L>,
    pos: &Position<L>,
    view: &View<L::Set>,
    supply: &Supply<L>,
    sink: &mut K,
) {
    let side = &rules.sides[color(BLACK).index()];
    for cell in view.pinned.cells() {
        let alone = L::Set::of(cell);
        let mut target = view.target;
        lines::<L, BLACK>(rules, pos, |sniper, between| {
            if between & view.occupied == alone {
                target &= between | L::Set::of(sniper);
            }
        });
        let Some(kind) = pos.kind_at(cell) else { continue };
        if kind == Kind::PAWN {
            pawn_moves::<L, BLACK, K>(rules, pos, view, supply, alone, target, sink);
            continue;
        }
        let man = &side.men[kind.index()];
        sink.targets(cell, kind, man.both.reach(&rules.rides, cell, view.occupied) & target & !view.own);
        if man.restricted() {
            sink.targets(cell, kind, restricted_moves(rules, man, cell, view) & target);
        }
    }
}
