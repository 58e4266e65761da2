//! A variant compiled: tables for its board, men and pawns, and everything that is asked of a position.

mod compile;
mod pawn_rows;
mod pawns;
mod rides;
mod start;
mod zobrist;

pub use compile::AnyRules;

pub(crate) use pawn_rows::{Ground, PawnRow};
pub(crate) use pawns::{Pawns, promotion_zone, region};
pub(crate) use rides::Ride;
pub(crate) use zobrist::SplitMix;
pub use zobrist::fnv;

use crate::bits::{BitSet, Cell, CellMap};
use crate::board::Board;
use crate::layout::Layout;
use crate::moves::{Color, Kind};
use crate::variant::Variant;

/// The rules of one variant in one layout.
///
/// Cheap to share by reference, expensive to build (milliseconds): build once.
#[derive(Clone, Debug)]
pub struct Rules<L: Layout> {
    pub(crate) variant: Variant,
    pub(crate) board: Board,
    pub(crate) id: u64,
    pub(crate) kinds: Vec<KindInfo>,
    pub(crate) royal: Kind,
    /// Kinds of equal worth together, the cheapest first and the king last.
    pub(crate) by_value: Vec<Vec<Kind>>,
    /// Most moves a position can have: every man on the widest cell of the most mobile kind.
    pub(crate) move_bound: usize,
    pub(crate) rides: Vec<Ride<L::Set>>,
    pub(crate) sides: [SideRules<L>; 2],
    pub(crate) keys: Keys,
    /// Whether a pawn that steps onto a passed cell takes en passant without being asked.
    pub(crate) automatic_ep: bool,
    pub(crate) en_passant: bool,
    pub(crate) scornful: bool,
    /// Whether promoted men come from the lost ones.
    pub(crate) lost_only: bool,
    pub(crate) leap_captures: bool,
    /// Whether an officer has moves that only move or only capture.
    pub(crate) restricted: bool,
    /// Whether such a leap attacks.
    pub(crate) leap_guards: bool,
    /// Whether a pinned rook may castle.
    pub(crate) pinned_rooks_castle: bool,
    /// Whether a pawn may also step where it takes en passant, so that the text of the capture must say which it is.
    pub(crate) ep_marked: bool,
    /// Kinds that do not help a king against a bare king, as bits.
    pub(crate) dead_kinds: u16,
    pub(crate) start: crate::position::Position<L>,
}

/// What the rules say of one kind of man.
#[derive(Clone, Debug)]
pub struct KindInfo {
    /// Its name.
    pub name: String,
    /// Its letter, upper case.
    pub letter: char,
    /// Other letters read as this kind.
    pub aliases: String,
    /// Worth in pawns.
    pub value: f32,
    /// Whether the variant has such a man (a variant without pawns still has kind 0).
    pub exists: bool,
}

/// One color's half of the rules.
#[derive(Clone, Debug)]
pub(crate) struct SideRules<L: Layout> {
    pub(crate) men: Vec<Movement<L::Set>>,
    /// Leaps by target: which kinds, and the cells from which they leap there. The king is not among them.
    pub(crate) leapers: Vec<(Kind, CellMap<L::Set>)>,
    /// Rides that attack: index into `Rules::rides`, and the kinds that ride so.
    pub(crate) riders: Vec<Riders>,
    pub(crate) pawns: Pawns<L::Set>,
    /// Sets that a man of a kind is put into when it arrives.
    pub(crate) place: Vec<L::Sets>,
    /// Kinds a pawn may become.
    pub(crate) promotions: Vec<Kind>,
    /// Of those, the ones of which there may be one on each color of cells.
    pub(crate) one_per_color: u16,
    /// Men of each kind at the start.
    pub(crate) complement: Vec<u32>,
    /// The same on cells of each shade.
    pub(crate) complement_by_shade: Vec<[u32; 3]>,
    pub(crate) king_home: Option<Cell>,
    pub(crate) rook_homes: Vec<Cell>,
    pub(crate) king_leaps: L::Set,
    pub(crate) castlings: Vec<Castling<L::Set>>,
    /// Rights lost when something leaves or reaches a cell.
    pub(crate) rights_kept: CellMap<u8>,
}

/// The kinds that attack by one ride table.
#[derive(Clone, Debug)]
pub(crate) struct Riders {
    pub(crate) ride: usize,
    kinds: [Kind; 14],
    count: u8,
}

impl Riders {
    pub(crate) fn new(ride: usize) -> Riders {
        Riders { ride, kinds: [Kind::PAWN; 14], count: 0 }
    }
    pub(crate) fn add(&mut self, kind: Kind) {
        if self.count == 0 {
            self.kinds = [kind; 14];
        }
        self.kinds[self.count as usize] = kind;
        self.count += 1;
    }
    #[inline(always)]
    pub(crate) fn kinds(&self) -> &[Kind] {
        &self.kinds[..self.count as usize]
    }
    /// The men of both colors that ride so.
    #[inline(always)]
    pub(crate) fn men<L: Layout>(&self, pos: &crate::position::Position<L>) -> L::Set {
        // Two kinds, the second maybe the first again, are enough nearly always.
        let mut men = pos.kind(self.kinds[0]) | pos.kind(self.kinds[1]);
        if self.count > 2 {
            men = self.kinds().iter().fold(men, |set, &kind| set | pos.kind(kind));
        }
        men
    }
}

/// How a kind moves: one arm for moves that may capture or not, two for those that only do one.
#[derive(Clone, Debug)]
pub(crate) struct Movement<S> {
    pub(crate) class: Class,
    pub(crate) both: Arm<S>,
    pub(crate) quiet: Option<Arm<S>>,
    pub(crate) capture: Option<Arm<S>>,
    /// Whether a restricted arm comes to a cell to which the common one comes too.
    pub(crate) overlaps: bool,
}

/// The common ways of moving, each with an inner loop of its own: by whether there are leaps, how many parts the ride
/// tables that are split have, and how many are joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Leaps,
    Joint,
    TwoJoint,
    Split4,
    Split4Joint,
    Split4TwoJoint,
    Split8,
    Split4Split4,
    Split8Split4,
    LeapsJoint,
    LeapsSplit4,
    LeapsSplit8,
    /// Anything else, by a loop over its tables.
    Any,
}

impl Class {
    pub(crate) fn of<S: BitSet>(both: &Arm<S>, rides: &[Ride<S>]) -> Class {
        let parts: Vec<usize> = both.rides().iter().map(|&ride| rides[ride as usize].parts()).collect();
        match (both.leaps.is_some(), &parts[..]) {
            (true, []) => Class::Leaps,
            (false, [0]) => Class::Joint,
            (false, [0, 0]) => Class::TwoJoint,
            (false, [4]) => Class::Split4,
            (false, [4, 0]) => Class::Split4Joint,
            (false, [4, 0, 0]) => Class::Split4TwoJoint,
            (false, [4, 4]) => Class::Split4Split4,
            (false, [8]) => Class::Split8,
            (false, [8, 4]) => Class::Split8Split4,
            (true, [0]) => Class::LeapsJoint,
            (true, [4]) => Class::LeapsSplit4,
            (true, [8]) => Class::LeapsSplit8,
            _ => Class::Any,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Arm<S> {
    pub(crate) leaps: Option<CellMap<S>>,
    rides: [u8; MAX_RIDES],
    count: u8,
}

/// Most ride tables one kind may use.
pub(crate) const MAX_RIDES: usize = 7;

/// A castling of one side.
#[derive(Clone, Debug)]
pub(crate) struct Castling<S> {
    pub(crate) name: String,
    pub(crate) king_to: Cell,
    /// Index of the rook's home, from, to.
    pub(crate) rooks: Vec<(usize, Cell, Cell)>,
    pub(crate) empty: S,
    /// Cells the king passes.
    pub(crate) passes: S,
    /// Bits of [`Rights`](crate::position::Rights) it needs.
    pub(crate) needs: u8,
}

#[derive(Clone, Debug)]
pub(crate) struct Keys {
    pub(crate) men: [Vec<CellMap<u64>>; 2],
    pub(crate) black_to_move: u64,
    pub(crate) rights: [u64; 256],
    pub(crate) open: CellMap<u64>,
}

impl<L: Layout> Rules<L> {
    /// The variant these rules were compiled from.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }
    /// Its board.
    pub fn board(&self) -> &Board {
        &self.board
    }
    /// Names these rules in files: equal only for variants that play alike.
    pub fn id(&self) -> u64 {
        self.id
    }
    /// The kinds of men, pawn first, king last.
    pub fn kinds(&self) -> &[KindInfo] {
        &self.kinds
    }
    /// The king.
    pub fn royal(&self) -> Kind {
        self.royal
    }
    /// The start position.
    pub fn start(&self) -> crate::position::Position<L> {
        self.start
    }
    /// Worth of a kind in pawns.
    #[inline]
    pub fn value(&self, kind: Kind) -> f32 {
        self.kinds[kind.index()].value
    }
    /// The kinds a pawn may become, in the variant's order.
    pub fn promotions(&self) -> &[Kind] {
        &self.sides[0].promotions
    }
    /// The cells on which a color's pawns promote.
    pub fn promotion_zone(&self, color: Color) -> L::Set {
        self.sides[color.index()].pawns.zone
    }
    /// Number of castlings of a side.
    pub fn castlings(&self, color: Color) -> usize {
        self.sides[color.index()].castlings.len()
    }
    /// No position has more legal moves than this.
    pub fn move_bound(&self) -> usize {
        self.move_bound
    }

    /// The cells that a man attacks: where it could capture, were an enemy there.
    #[inline(always)]
    pub fn attacks(&self, color: Color, kind: Kind, cell: Cell, occupied: L::Set) -> L::Set {
        let side = &self.sides[color.index()];
        if kind == Kind::PAWN {
            let near = side.pawns.attacks[cell];
            return if side.pawns.strikes { near | side.struck(L::Set::of(cell), occupied) } else { near };
        }
        let man = &side.men[kind.index()];
        let mut reached = man.both.reach(&self.rides, cell, occupied);
        if let Some(arm) = &man.capture {
            reached |= arm.reach(&self.rides, cell, occupied);
        }
        reached
    }

    /// Every cell that some man of a color could reach from here on some board, by any kind of move.
    pub fn possible_targets(&self, color: Color, from: Cell) -> L::Set {
        let side = &self.sides[color.index()];
        let mut targets = side.pawns.attacks[from];
        for man in &side.men {
            for arm in [Some(&man.both), man.quiet.as_ref(), man.capture.as_ref()].into_iter().flatten() {
                targets |= arm.reach(&self.rides, from, L::Set::EMPTY);
            }
        }
        let here = L::Set::of(from);
        for hop in &side.pawns.steps {
            targets |= (here & hop.from).rotate(hop.by);
        }
        for advance in &side.pawns.advances {
            targets |= (here & advance.from).rotate(advance.total);
        }
        if side.king_home == Some(from) {
            targets |= side.king_leaps | L::Set::collect(side.castlings.iter().map(|c| c.king_to));
        }
        if self.lost_only && side.pawns.zone.has(from) {
            targets |= here;
        }
        targets
    }
}

impl<L: Layout> SideRules<L> {
    /// The cells that these pawns attack by advances.
    pub(crate) fn struck(&self, pawns: L::Set, occupied: L::Set) -> L::Set {
        self.pawns.struck(pawns, occupied).into_iter().fold(L::Set::EMPTY, |all, (_, cells)| all | cells)
    }
}

impl<S: BitSet> Movement<S> {
    /// Whether there are rides that only move or only capture.
    #[inline(always)]
    pub(crate) fn restricted(&self) -> bool {
        self.quiet.is_some() || self.capture.is_some()
    }

    /// The cells that its common arm reaches.
    #[inline(always)]
    pub(crate) fn reach(&self, rides: &[Ride<S>], cell: Cell, occupied: S) -> S {
        // Tables of eight parts are those of wide sets.
        let wide = S::WORDS == 4;
        match self.class {
            Class::Leaps => self.one::<true, 0, 0, 0>(rides, cell, occupied),
            Class::Joint => self.one::<false, 0, 0, 1>(rides, cell, occupied),
            Class::TwoJoint if !wide => self.one::<false, 0, 0, 2>(rides, cell, occupied),
            Class::Split4Joint if !wide => self.one::<false, 4, 0, 1>(rides, cell, occupied),
            Class::Split4TwoJoint if !wide => self.one::<false, 4, 0, 2>(rides, cell, occupied),
            Class::Split4 => self.one::<false, 4, 0, 0>(rides, cell, occupied),
            Class::Split8 if wide => self.one::<false, 8, 0, 0>(rides, cell, occupied),
            Class::Split4Split4 => self.one::<false, 4, 4, 0>(rides, cell, occupied),
            Class::Split8Split4 if wide => self.one::<false, 8, 4, 0>(rides, cell, occupied),
            Class::LeapsJoint if wide => self.one::<true, 0, 0, 1>(rides, cell, occupied),
            Class::LeapsSplit4 if wide => self.one::<true, 4, 0, 0>(rides, cell, occupied),
            Class::LeapsSplit8 if wide => self.one::<true, 8, 0, 0>(rides, cell, occupied),
            _ => self.both.reach(rides, cell, occupied),
        }
    }

    /// Calls `found` with each of `men` and the cells that its common arm reaches.
    #[inline(always)]
    pub(crate) fn for_each(&self, rides: &[Ride<S>], men: S, occupied: S, mut found: impl FnMut(Cell, S)) {
        if men.is_empty() {
            return;
        }
        let (found, wide) = (&mut found, S::WORDS == 4);
        match self.class {
            Class::Leaps => self.each::<true, 0, 0, 0>(rides, men, occupied, found),
            Class::Joint => self.each::<false, 0, 0, 1>(rides, men, occupied, found),
            Class::TwoJoint if !wide => self.each::<false, 0, 0, 2>(rides, men, occupied, found),
            Class::Split4Joint if !wide => self.each::<false, 4, 0, 1>(rides, men, occupied, found),
            Class::Split4TwoJoint if !wide => self.each::<false, 4, 0, 2>(rides, men, occupied, found),
            Class::Split4 => self.each::<false, 4, 0, 0>(rides, men, occupied, found),
            Class::Split8 if wide => self.each::<false, 8, 0, 0>(rides, men, occupied, found),
            Class::Split4Split4 => self.each::<false, 4, 4, 0>(rides, men, occupied, found),
            Class::Split8Split4 if wide => self.each::<false, 8, 4, 0>(rides, men, occupied, found),
            Class::LeapsJoint if wide => self.each::<true, 0, 0, 1>(rides, men, occupied, found),
            Class::LeapsSplit4 if wide => self.each::<true, 4, 0, 0>(rides, men, occupied, found),
            Class::LeapsSplit8 if wide => self.each::<true, 8, 0, 0>(rides, men, occupied, found),
            _ => men.cells().for_each(|cell| found(cell, self.both.reach(rides, cell, occupied))),
        }
    }

    #[inline(always)]
    fn each<const LEAPS: bool, const A: usize, const B: usize, const JOINT: usize>(
        &self,
        rides: &[Ride<S>],
        men: S,
        occupied: S,
        found: &mut impl FnMut(Cell, S),
    ) {
        for cell in men.cells() {
            found(cell, self.one::<LEAPS, A, B, JOINT>(rides, cell, occupied));
        }
    }

    /// What a man of one class reaches: leaps, parts of a first and a second split table, joint tables.
    #[inline(always)]
    fn one<const LEAPS: bool, const A: usize, const B: usize, const JOINT: usize>(
        &self,
        rides: &[Ride<S>],
        cell: Cell,
        occupied: S,
    ) -> S {
        let mut reached = S::EMPTY;
        if LEAPS && let Some(leaps) = &self.both.leaps {
            reached = leaps[cell];
        }
        let ride = |i: usize| &rides[self.both.rides[i] as usize];
        let splits = usize::from(A > 0) + usize::from(B > 0);
        if A > 0 {
            reached |= ride(0).reach_split::<A>(cell, occupied);
        }
        if B > 0 {
            reached |= ride(1).reach_split::<B>(cell, occupied);
        }
        for i in 0..JOINT {
            reached |= ride(splits + i).reach_joint(cell, occupied);
        }
        reached
    }
}

impl<S: BitSet> Arm<S> {
    #[inline(always)]
    pub(crate) fn reach(&self, rides: &[Ride<S>], cell: Cell, occupied: S) -> S {
        let mut reached = match &self.leaps {
            Some(leaps) => leaps[cell],
            None => S::EMPTY,
        };
        for &ride in self.rides() {
            reached |= rides[ride as usize].reach(cell, occupied);
        }
        reached
    }

    /// Indices into [`Rules::rides`].
    #[inline(always)]
    pub(crate) fn rides(&self) -> &[u8] {
        &self.rides[..self.count as usize]
    }

    pub(crate) fn none() -> Arm<S> {
        Arm { leaps: None, rides: [0; MAX_RIDES], count: 0 }
    }

    /// Puts tables of more parts first.
    pub(crate) fn sort_rides(&mut self, rides: &[Ride<S>]) {
        self.rides[..self.count as usize].sort_by_key(|&ride| std::cmp::Reverse(rides[ride as usize].parts()));
    }

    pub(crate) fn add_ride(&mut self, ride: usize) {
        self.rides[self.count as usize] = ride as u8;
        self.count += 1;
    }
}
