//! The three layouts for which the hot path is compiled: how wide the sets are and how many kinds of men fit.

use crate::bits::{B256, BitSet};
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
