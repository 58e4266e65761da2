//! The transposition table: one 16-byte entry a slot.

use hexcore::Move;

/// What a stored score says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    /// At least the score.
    Lower,
    /// At most the score.
    Upper,
}

/// A stored position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) mv: Option<Move>,
    pub(super) score: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    slots: Vec<Slot>,
    /// Mixed into every key, and different in every search: what an earlier search left is never found, so that a move
    /// depends on the position, the limits and the seed alone.
    nonce: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: u64,
    mv: u32,
    score: i16,
    depth: i8,
    bound: u8,
}

impl Table {
    pub(super) fn new(bits: u32) -> Table {
        Table { slots: vec![Slot::default(); 1 << bits], nonce: 0 }
    }

    /// Forgets everything.
    pub(super) fn restart(&mut self) {
        self.nonce = self.nonce.wrapping_add(0x9e37_79b9_7f4a_7c15);
    }

    #[inline(always)]
    fn slot(&self, hash: u64) -> usize {
        (hash >> 7) as usize & (self.slots.len() - 1)
    }

    #[inline]
    pub(super) fn probe(&self, hash: u64) -> Option<Entry> {
        let slot = self.slots[self.slot(hash)];
        if slot.key != hash ^ self.nonce || slot.bound == 0 {
            return None;
        }
        Some(Entry {
            mv: (slot.mv != 0).then(|| Move::from_bits(slot.mv)),
            score: i32::from(slot.score),
            depth: i32::from(slot.depth),
            bound: match slot.bound {
                1 => Bound::Exact,
                2 => Bound::Lower,
                _ => Bound::Upper,
            },
        })
    }

    /// Stores an entry in place of what is there.
    #[inline]
    pub(super) fn store(&mut self, hash: u64, entry: Entry) {
        let (key, place) = (hash ^ self.nonce, self.slot(hash));
        let slot = &mut self.slots[place];
        let mv = match entry.mv {
            Some(m) => m.bits(),
            // A move known before is still the best guess.
            None if slot.key == key => slot.mv,
            None => 0,
        };
        *slot = Slot {
            key,
            mv,
            score: entry.score as i16,
            depth: entry.depth as i8,
            bound: match entry.bound {
                Bound::Exact => 1,
                Bound::Lower => 2,
                Bound::Upper => 3,
            },
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_until_the_next_search() {
        let mut table = Table::new(6);
        let entry = Entry { mv: Some(Move::from_bits(77)), score: -1234, depth: 5, bound: Bound::Lower };
        table.store(42, entry);
        assert_eq!(table.probe(42), Some(entry));
        assert_eq!(table.probe(43), None);
        table.store(42, Entry { mv: None, ..entry });
        assert_eq!(table.probe(42), Some(entry));
        table.restart();
        assert_eq!(table.probe(42), None);
    }
}
