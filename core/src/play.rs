//! Making moves: a new position from an old one, and its hash.

use crate::bits::{BitSet, Cell};
use crate::layout::Layout;
use crate::moves::{Color, Kind, Move, Special};
use crate::position::{Open, Position, Rights};
use crate::rules::Rules;

impl<L: Layout> Rules<L> {
    /// Plays a generated move.
    #[inline]
    pub fn play(&self, pos: &mut Position<L>, m: Move) {
        *pos = self.after::<true>(pos, m);
    }

    /// The position after a generated move. Without `HASH` its hash and clocks are not to be used.
    #[inline(always)]
    pub(crate) fn after<const HASH: bool>(&self, pos: &Position<L>, m: Move) -> Position<L> {
        let mut next = Position::empty();
        self.after_into::<HASH>(pos, m, &mut next);
        next
    }

    /// [`after`](Rules::after), written over another position: field by field, so that nothing is read again that was
    /// just written in smaller pieces.
    #[inline(always)]
    pub(crate) fn after_into<const HASH: bool>(&self, pos: &Position<L>, m: Move, next: &mut Position<L>) {
        let us = pos.side;
        let side = &self.sides[us.index()];
        let (from, to) = (L::Set::of(m.from()), L::Set::of(m.to()));
        let enemy = pos.color(!us);
        let mut taken = to & enemy;
        let mut open = Open::None;
        if !m.plain() || self.scornful {
            match m.special() {
                Special::None if m.kind() == Kind::PAWN && taken.is_empty() => open = self.scorned(pos, us, m),
                Special::Advance if self.en_passant => open = self.passed(us, m),
                Special::EnPassant => {
                    if let Open::Passed { pawn, .. } = pos.open {
                        taken = L::Set::of(pawn);
                    }
                }
                _ => {}
            }
        }
        L::place(&pos.sets, from | to | taken, to, &side.place[m.arrives().index()], &mut next.sets);
        next.kings = pos.kings;
        next.side = !us;
        next.open = open;
        next.rights = pos.rights;
        if HASH {
            next.hash = pos.hash;
        }
        if m.kind() == self.royal {
            next.kings[us.index()] = m.to();
            if let Special::Castling(i) = m.special() {
                self.move_rooks::<HASH>(next, us, i);
            }
        }
        if pos.rights.0 != 0 {
            next.rights = Rights(next.rights.0 & self.rights_after(m));
        }
        if HASH {
            self.count_and_hash(pos, next, m, taken);
        }
    }

    #[inline(always)]
    fn rights_after(&self, m: Move) -> u8 {
        let [white, black] = &self.sides;
        white.rights_kept[m.from()]
            & black.rights_kept[m.from()]
            & white.rights_kept[m.to()]
            & black.rights_kept[m.to()]
    }

    #[inline(always)]
    fn count_and_hash(&self, pos: &Position<L>, next: &mut Position<L>, m: Move, taken: L::Set) {
        let us = pos.side;
        let own = &self.keys.men[us.index()];
        let mut hash = next.hash ^ own[m.kind().index()][m.from()] ^ own[m.arrives().index()][m.to()];
        if !taken.is_empty() {
            let cell = taken.lowest();
            if let Some(kind) = pos.kind_at(cell) {
                hash ^= self.keys.men[(!us).index()][kind.index()][cell];
            }
        }
        hash ^= self.keys.black_to_move;
        if next.rights != pos.rights {
            hash ^= self.keys.rights[pos.rights.0 as usize] ^ self.keys.rights[next.rights.0 as usize];
        }
        if pos.open != Open::None {
            hash ^= self.open_key(pos);
        }
        if next.open != Open::None {
            hash ^= self.open_key(next);
        }
        next.hash = hash;
        next.clock = if m.kind() == Kind::PAWN || !taken.is_empty() { 0 } else { pos.clock.saturating_add(1) };
        next.number = pos.number.saturating_add(us.index() as u16);
    }

    /// The key of an open special capture: 0 unless one is legal, so that positions which differ only in a right that
    /// nobody can use count as the same.
    #[cold]
    #[inline(never)]
    pub(crate) fn open_key(&self, pos: &Position<L>) -> u64 {
        let legal = crate::movegen::open_captures(self, pos, pos.side);
        legal.into_iter().flatten().fold(0, |key, m| key ^ self.keys.open[m.to()].rotate_left(m.from().0 as u32))
    }

    fn passed(&self, us: Color, m: Move) -> Open {
        let mut open = Open::None;
        for advance in &self.sides[us.index()].pawns.advances {
            let step = |at: L::Set, by: u32| at.rotate(by);
            let from = L::Set::of(m.from());
            if (advance.from & from).is_empty() || step(from, advance.total).lowest() != m.to() {
                continue;
            }
            let first = step(from, advance.hops()[0]);
            let last = if advance.hops().len() > 2 { step(first, advance.hops()[1]) } else { first };
            open = Open::Passed { pawn: m.to(), cells: [first.lowest(), last.lowest()] };
        }
        open
    }

    fn scorned(&self, pos: &Position<L>, us: Color, m: Move) -> Open {
        if !self.scornful || !self.sides[us.index()].pawns.oblique_from[m.to()].has(m.from()) {
            return Open::None;
        }
        match self.sides[us.index()].pawns.ahead[m.from()] {
            Some(by) if pos.men(!us, Kind::PAWN).has(by) => Open::Scorned { pawn: m.to(), by },
            _ => Open::None,
        }
    }

    #[cold]
    #[inline(never)]
    fn move_rooks<const HASH: bool>(&self, next: &mut Position<L>, us: Color, castling: u8) {
        let castling = &self.sides[us.index()].castlings[castling as usize];
        for &(_, from, to) in &castling.rooks {
            // A rook's landing cell may be another rook's home: lift each from where it stands in `next`.
            let Some(kind) = next.kind_at(from) else { continue };
            let (off, on) = (L::Set::of(from), L::Set::of(to));
            let place = self.sides[us.index()].place[kind.index()].as_ref();
            for (i, set) in next.sets.as_mut().iter_mut().enumerate() {
                *set = *set & !(off & place[i]) | on & place[i];
            }
            if HASH {
                let key = &self.keys.men[us.index()][kind.index()];
                next.hash ^= key[from] ^ key[to];
            }
            next.rights.0 &= self.sides[us.index()].rights_kept[from];
        }
    }

    /// The hash computed from nothing.
    pub(crate) fn full_hash(&self, pos: &Position<L>) -> u64 {
        let mut hash = self.keys.rights[pos.rights.0 as usize];
        for cell in pos.occupied().cells() {
            if let Some((color, kind)) = pos.at(cell) {
                hash ^= self.keys.men[color.index()][kind.index()][cell];
            }
        }
        if pos.side == Color::Black {
            hash ^= self.keys.black_to_move;
        }
        if pos.open != Open::None {
            hash ^= self.open_key(pos);
        }
        hash
    }

    /// Checks everything that a position keeps beside its men.
    ///
    /// # Errors
    /// What does not hold, in words.
    pub fn check_position(&self, pos: &Position<L>) -> Result<(), String> {
        self.check_setup(pos)?;
        for color in Color::BOTH {
            let dead = pos.men(color, Kind::PAWN) & self.sides[color.index()].pawns.zone;
            if !self.lost_only
                && let Some(cell) = dead.cells().next()
            {
                return Err(format!("{color}'s pawn on {} should have promoted", self.board.name(cell)));
            }
        }
        Ok(())
    }

    /// The checks that a set-up must pass too, where pawns may stand on the cells on which they promote.
    pub(crate) fn check_setup(&self, pos: &Position<L>) -> Result<(), String> {
        let sets = &pos.sets.as_ref()[2..];
        let mut seen = L::Set::EMPTY;
        for set in sets {
            if !(*set & seen).is_empty() {
                return Err("two men on one cell".into());
            }
            seen |= *set;
        }
        if !(pos.color(Color::White) & pos.color(Color::Black)).is_empty() || seen != pos.occupied() {
            return Err("colors and kinds disagree".into());
        }
        for color in Color::BOTH {
            let kings = pos.men(color, self.royal);
            if kings.count() != 1 || !kings.has(pos.king(color)) {
                return Err(format!("{color} must have exactly one {}", self.kinds[self.royal.index()].name));
            }
        }
        let them = !pos.side;
        if self.attacked(pos, pos.king(them), pos.side, pos.occupied(), pos.color(pos.side)) {
            return Err(format!("{them} is in check, but it is {}'s move", pos.side));
        }
        // Only a king that has not moved can do this, by its leap, and no game leads there.
        if self.king_zone(pos, them).has(pos.king(pos.side)) {
            return Err(format!("the kings attack each other: {}'s may leap", them));
        }
        if pos.hash != self.full_hash(pos) {
            return Err("the incremental hash is wrong".into());
        }
        Ok(())
    }

    /// Puts a man on an empty cell.
    pub(crate) fn put(&self, pos: &mut Position<L>, cell: Cell, color: Color, kind: Kind) {
        pos.sets.as_mut()[color.index()] |= L::Set::of(cell);
        pos.sets.as_mut()[2 + kind.index()] |= L::Set::of(cell);
        if kind == self.royal {
            pos.kings[color.index()] = cell;
        }
    }
}
