//! Evaluations remembered by position. What is remembered is exact, so that no result depends on it.

use crate::evaluator::{Batch, Evaluator};
use crate::rng::scatter;
use crate::value::Wdl;
use hexcore::{Layout, Position, Rules};

/// An evaluator that remembers what another one said.
///
/// A table of positions points into a ring of logits: old logits are overwritten as new ones come, and a position whose
/// logits are gone is gone too.
pub struct Cached<L: Layout, E> {
    inner: E,
    slots: Vec<Slot>,
    ring: Vec<f32>,
    /// Logits written so far; the next goes to this place, modulo the ring's length.
    head: u64,
    misses: Batch<L>,
    /// Which leaf each miss is.
    places: Vec<u32>,
    counts: CacheCounts,
}

/// How often a cache was asked, and how often it knew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheCounts {
    /// Positions asked for.
    pub probes: u64,
    /// Positions known.
    pub hits: u64,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    /// Number of the first of its logits.
    start: u64,
    /// Number of its logits; 0 for an empty slot.
    len: u32,
    value: Wdl,
}

impl<L: Layout, E> Cached<L, E> {
    /// Wraps an evaluator. The table has two to the power of `bits` positions, and the ring room for 48 moves each.
    pub fn new(inner: E, bits: u32) -> Cached<L, E> {
        let empty = Slot { key: 0, start: 0, len: 0, value: Wdl::DRAW };
        Cached {
            inner,
            slots: vec![empty; 1 << bits],
            ring: vec![0.0; 48 << bits],
            head: 0,
            misses: Batch::new(),
            places: Vec::new(),
            counts: CacheCounts::default(),
        }
    }

    /// Forgets everything: needed when the inner evaluator changes.
    pub fn clear(&mut self) {
        self.slots.iter_mut().for_each(|slot| slot.len = 0);
        self.counts = CacheCounts::default();
    }

    /// The evaluator that is asked.
    pub fn inner(&mut self) -> &mut E {
        &mut self.inner
    }

    /// How often it was asked, and how often it knew.
    pub fn counts(&self) -> CacheCounts {
        self.counts
    }

    /// The clock is no part of a position's hash, but evaluators may read it.
    fn key(position: &Position<L>) -> u64 {
        position.hash() ^ scatter(u64::from(position.clock()))
    }

    fn find(&mut self, position: &Position<L>, len: Option<usize>) -> Option<Slot> {
        let key = Self::key(position);
        let slot = self.slots[key as usize & (self.slots.len() - 1)];
        let fresh = self.head - slot.start <= self.ring.len() as u64;
        let known = slot.len != 0 && slot.key == key && fresh && len.is_none_or(|n| n == slot.len as usize);
        self.counts.probes += 1;
        self.counts.hits += u64::from(known);
        known.then_some(slot)
    }

    fn remember(&mut self, position: &Position<L>, value: Wdl, logits: &[f32]) {
        let (key, size) = (Self::key(position), self.ring.len());
        if logits.is_empty() || logits.len() > size {
            return;
        }
        // Logits of one position do not run over the ring's end.
        let place = (self.head % size as u64) as usize;
        if place + logits.len() > size {
            self.head += (size - place) as u64;
        }
        let place = (self.head % size as u64) as usize;
        self.ring[place..place + logits.len()].copy_from_slice(logits);
        let mask = self.slots.len() - 1;
        self.slots[key as usize & mask] = Slot { key, start: self.head, len: logits.len() as u32, value };
        self.head += logits.len() as u64;
    }
}

impl<L: Layout, E: Evaluator<L>> Evaluator<L> for Cached<L, E> {
    fn evaluate(&mut self, rules: &Rules<L>, batch: &mut Batch<L>) {
        self.misses.clear();
        self.places.clear();
        for i in 0..batch.len() {
            let Some(slot) = self.find(batch.position(i), Some(batch.moves(i).len())) else {
                self.misses.push(batch.position(i), batch.moves(i));
                self.places.push(i as u32);
                continue;
            };
            let place = (slot.start % self.ring.len() as u64) as usize;
            let leaf = batch.leaf_mut(i);
            *leaf.value = slot.value;
            leaf.logits.copy_from_slice(&self.ring[place..place + slot.len as usize]);
        }
        if self.places.is_empty() {
            return;
        }
        self.inner.evaluate(rules, &mut self.misses);
        let misses = std::mem::take(&mut self.misses);
        for (miss, &i) in self.places.iter().enumerate() {
            let leaf = batch.leaf_mut(i as usize);
            *leaf.value = misses.value(miss);
            leaf.logits.copy_from_slice(misses.logits(miss));
        }
        for miss in 0..misses.len() {
            self.remember(misses.position(miss), misses.value(miss), misses.logits(miss));
        }
        self.misses = misses;
    }

    fn value(&mut self, rules: &Rules<L>, position: &Position<L>) -> Wdl {
        match self.find(position, None) {
            Some(slot) => slot.value,
            None => self.inner.value(rules, position),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Material, Search, SearchConfig};
    use hexcore::{AnyRules, Game, variant::builtin, with_rules};

    #[test]
    fn a_cache_changes_no_result() {
        with_rules!(&AnyRules::new(&builtin("glinski").unwrap()).unwrap(), rules => {
            let game = Game::new(rules);
            let run = |evaluator: &mut dyn Evaluator<_>| {
                let mut search = Search::new(SearchConfig::default()).unwrap();
                search.run(&game, Limits::simulations(3000), 1, evaluator, &mut Batch::new(), 4)
            };
            let plain = run(&mut Material::default());
            // A small one forgets on the way, a large one is full of hits the second time.
            for bits in [4, 13] {
                let mut cached = Cached::new(Material::default(), bits);
                assert_eq!(run(&mut cached), plain);
                let first = cached.counts();
                assert_eq!(run(&mut cached), plain);
                let second = cached.counts();
                assert!(bits == 4 || second.hits - first.hits > (second.probes - first.probes) / 2);
            }
        });
    }

    #[test]
    fn a_value_is_known_once_it_was_evaluated() {
        with_rules!(&AnyRules::new(&builtin("glinski").unwrap()).unwrap(), rules => {
            let mut cached = Cached::new(Material::default(), 6);
            let mut batch = Batch::new();
            batch.push_position(rules, &rules.start());
            cached.evaluate(rules, &mut batch);
            assert_eq!(cached.value(rules, &rules.start()), batch.value(0));
            assert_eq!(cached.counts(), CacheCounts { probes: 2, hits: 1 });
            cached.clear();
            cached.value(rules, &rules.start());
            assert_eq!(cached.counts().hits, 0);
        });
    }
}
