//! The line of positions from the game's start through the root to where a walk has come: what repetition is judged by.

use hexcore::{Game, Layout, Position};

#[derive(Clone, Debug)]
pub(super) struct Line<L: Layout> {
    hashes: Vec<u64>,
    /// Number of hashes up to the root.
    fixed: usize,
    /// Hash of the game's first position.
    first: u64,
    root: Option<Position<L>>,
    plies: usize,
    /// Moves of the game so far.
    moves: Vec<hexcore::Move>,
}

impl<L: Layout> Default for Line<L> {
    fn default() -> Self {
        Line { hashes: Vec::new(), fixed: 0, first: 0, root: None, plies: 0, moves: Vec::new() }
    }
}

impl<L: Layout> Line<L> {
    /// Turns to a game's present position. If the game goes on from the last one, returns the ply from which it does.
    pub(super) fn turn_to(&mut self, game: &Game<L>) -> Option<usize> {
        let first = game.positions()[0].hash();
        let same = self.root.is_some() && self.first == first && game.moves().starts_with(&self.moves);
        let from = same.then_some(self.plies);
        self.first = first;
        self.plies = game.ply();
        self.moves.clear();
        self.moves.extend_from_slice(game.moves());
        self.hashes.clear();
        self.hashes.extend(game.positions().iter().map(Position::hash));
        self.fixed = self.hashes.len();
        self.root = Some(*game.position());
        from
    }

    /// The root. A line that was never turned to a game has none, and no search walks it.
    #[inline]
    pub(super) fn root(&self) -> &Position<L> {
        match &self.root {
            Some(root) => root,
            None => unreachable!("a search is started before it gathers"),
        }
    }

    /// Ply of the root in its game.
    pub(super) fn ply(&self) -> usize {
        self.plies
    }

    #[inline]
    pub(super) fn back_to_root(&mut self) {
        self.hashes.truncate(self.fixed);
    }

    #[inline]
    pub(super) fn push(&mut self, hash: u64) {
        self.hashes.push(hash);
    }

    /// Whether the last position has occurred before, given the plies since the last capture or pawn move.
    #[inline]
    pub(super) fn repeats(&self, clock: u16) -> bool {
        let last = self.hashes.len() - 1;
        let back = last.min(clock as usize);
        let now = self.hashes[last];
        (4..=back).step_by(2).any(|plies| self.hashes[last - plies] == now)
    }
}
