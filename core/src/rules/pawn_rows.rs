//! Pawn moves in rows: every kind of step of a side in a lane of its own, all of its pawns at once.

use super::pawns::{Advance, Hop};
use crate::bits::BitSet;
use crate::moves::ADVANCE;
use crate::rows::{Row, Turn, kernels};

/// What a lane's last cell must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Onto {
    Empty,
    Enemy,
    /// The same step captures and moves.
    NotOwn,
}

/// One kind of step: from these cells, rotation by rotation.
#[derive(Clone, Debug)]
struct Lane<S> {
    from: S,
    hops: Vec<u32>,
    onto: Onto,
    flags: u32,
}

/// As many kinds of steps as fit in a row.
#[derive(Clone, Debug)]
pub(crate) struct PawnRow {
    from: Row,
    turns: [Turn; 3],
    count: u8,
    /// The lanes that capture, and those that capture or move.
    captures: Row,
    either: Row,
    has_either: bool,
    /// How many lanes are in use.
    pub(crate) lanes: usize,
    /// By lane: the rotation from a pawn's cell to its target, and the flags of its move.
    pub(crate) by: [u32; 4],
    pub(crate) flags: [u32; 4],
}

/// What stands on the board, as rows.
#[derive(Clone, Copy)]
pub(crate) struct Ground {
    pub(crate) empty: Row,
    pub(crate) enemy: Row,
    pub(crate) not_own: Row,
}

impl PawnRow {
    /// Where the pawns, the same in each lane, get to.
    #[inline(always)]
    pub(crate) fn reach(&self, pawns: Row, ground: &Ground) -> Row {
        let mut onto = kernels::select(self.captures, ground.empty, ground.enemy);
        if self.has_either {
            onto = kernels::select(self.either, onto, ground.not_own);
        }
        // A lane that has arrived waits: turned by nothing, and on a cell that still is what it must be.
        let mut at = kernels::and(kernels::turn(kernels::and(pawns, self.from), &self.turns[0]), onto);
        if self.count > 1 {
            at = kernels::and(kernels::turn(at, &self.turns[1]), onto);
            if self.count > 2 {
                at = kernels::and(kernels::turn(at, &self.turns[2]), onto);
            }
        }
        at
    }

    /// Whether a lane moves pawns without a capture.
    pub(crate) fn moves<S: BitSet>(&self, lane: usize) -> bool {
        self.captures.set::<S>(lane).is_empty()
    }
}

/// Puts all steps of a side into rows, those of fewest hops first.
pub(crate) fn pawn_rows<S: BitSet>(captures: &[Hop<S>], steps: &[Hop<S>], advances: &[Advance<S>]) -> Vec<PawnRow> {
    let mut lanes: Vec<Lane<S>> = Vec::new();
    let mut add = |from: S, hops: &[u32], onto, flags| {
        if !from.is_empty() {
            lanes.push(Lane { from, hops: hops.to_vec(), onto, flags });
        }
    };
    let same = |hops: &[Hop<S>], by| hops.iter().filter(|h| h.by == by).fold(S::EMPTY, |set, h| set | h.from);
    for hop in captures {
        add(hop.from & !same(steps, hop.by), &[hop.by], Onto::Enemy, 0);
    }
    for hop in steps {
        let either = hop.from & same(captures, hop.by);
        add(either, &[hop.by], Onto::NotOwn, 0);
        add(hop.from & !either, &[hop.by], Onto::Empty, 0);
    }
    for advance in advances {
        add(advance.from, advance.hops(), Onto::Empty, ADVANCE);
    }
    lanes.sort_by_key(|lane| lane.hops.len());
    lanes.chunks(Row::sets::<S>()).map(row).collect()
}

fn row<S: BitSet>(lanes: &[Lane<S>]) -> PawnRow {
    let mask = |wanted: Onto| {
        let of = |lane: &Lane<S>| if lane.onto == wanted { !S::EMPTY } else { S::EMPTY };
        Row::of(&lanes.iter().map(of).collect::<Vec<S>>())
    };
    let turn = |hop: usize| {
        let by: Vec<u32> = lanes.iter().map(|lane| lane.hops.get(hop).copied().unwrap_or(0)).collect();
        Turn::new::<S>(&by)
    };
    let total = |lane: &Lane<S>| lane.hops.iter().sum::<u32>() % S::BITS as u32;
    let each = |f: &dyn Fn(&Lane<S>) -> u32| std::array::from_fn(|i| lanes.get(i).map_or(0, f));
    PawnRow {
        from: Row::of(&lanes.iter().map(|lane| lane.from).collect::<Vec<S>>()),
        turns: [turn(0), turn(1), turn(2)],
        count: lanes.iter().map(|lane| lane.hops.len()).max().unwrap_or(0) as u8,
        captures: mask(Onto::Enemy),
        either: mask(Onto::NotOwn),
        has_either: lanes.iter().any(|lane| lane.onto == Onto::NotOwn),
        lanes: lanes.len(),
        by: each(&total),
        flags: each(&|lane| lane.flags),
    }
}
