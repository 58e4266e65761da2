//! The three layouts for which the hot path is compiled: how wide the sets are and how many kinds of men fit.

use crate::bits::{B256, BitSet};
use crate::rows::{Row, kernels};
use std::fmt::Debug;

/// A layout of positions. Chosen per variant by [`AnyRules`](crate::AnyRules), never per game by name.
pub trait Layout: Copy + Clone + Debug + Default + PartialEq + Eq + Send + Sync + 'static {
    /// Set of cells.
    type Set: BitSet;
    /// The sets of a position: White, Black, then one a kind.
    type Sets: Copy + Clone + Debug + PartialEq + Eq + Send + Sync + AsRef<[Self::Set]> + AsMut<[Self::Set]> + 'static;
    /// How many kinds of men fit.
    const KINDS: usize;
    /// No men.
    const NO_SETS: Self::Sets;
    /// Writes the sets without what is `gone` and with `to` in those that `place` fills.
    fn place(sets: &Self::Sets, gone: Self::Set, to: Self::Set, place: &Self::Sets, into: &mut Self::Sets);
}

/// [`Layout::place`] without branches, a row at a time: a position is made in as many registers as it fills.
#[inline(always)]
fn place_rows<S: BitSet, const N: usize>(sets: &[S; N], gone: S, to: S, place: &[S; N], into: &mut [S; N]) {
    let (gone, to) = (kernels::splat(gone), kernels::splat(to));
    for (i, into) in into.chunks_exact_mut(Row::sets::<S>()).enumerate() {
        let at = i * Row::sets::<S>();
        kernels::place(Row::read(&sets[at..]), gone, to, Row::read(&place[at..])).write(into);
    }
}

macro_rules! layout {
    ($(#[$doc:meta])* $name:ident, $set:ty, $kinds:literal) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
        pub struct $name;
        impl Layout for $name {
            type Set = $set;
            type Sets = [$set; $kinds + 2];
            const KINDS: usize = $kinds;
            const NO_SETS: Self::Sets = [<$set as BitSet>::EMPTY; $kinds + 2];
            #[inline(always)]
            fn place(sets: &Self::Sets, gone: $set, to: $set, place: &Self::Sets, into: &mut Self::Sets) {
                place_rows(sets, gone, to, place, into)
            }
        }
    };
}

layout! {
    /// Up to 128 bits and 6 kinds: Glinski, the ring, REX. A position's sets are two 512-bit registers.
    Narrow, u128, 6
}
layout! {
    /// Up to 128 bits and 14 kinds.
    Rich, u128, 14
}
layout! {
    /// Up to 256 bits and 14 kinds: C'escacs.
    Wide, B256, 14
}
