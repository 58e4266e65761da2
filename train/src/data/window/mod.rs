//! The replay window: the newest games in memory, and uniform draws from their positions.

mod meter;
mod packed;
mod pool;

pub use meter::UseMeter;
pub use packed::PolicyEntry;

use super::{DataError, GameHeader, GameReader, GameRecord, GameStore, PlyFlags, ReplayError};
use crate::config::ReplayConfig;
use crate::seeds::Rng;
use hexcore::{Layout, Move, Position, Rules};
use packed::Packed;
use pool::Pool;
use std::path::Path;

/// A position drawn from the window, with what its game tells of it. Scores are the side to move's, 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'w, L: Layout> {
    /// The position.
    pub position: Position<L>,
    /// The move played.
    pub played: Move,
    /// The policy target; empty if there is none.
    pub policy: &'w [PolicyEntry],
    /// What the search found.
    pub value: f32,
    /// How the game ended.
    pub result: f32,
    /// Plies to the end of the game, 1 or more.
    pub plies_left: u32,
    /// What kind of ply it is.
    pub flags: PlyFlags,
    /// Generation of the net that played.
    pub generation: u32,
}

/// The newest games of self-play, as many as the window formula says, and the teacher's games beside them.
#[derive(Debug)]
pub struct ReplayWindow<L: Layout> {
    config: ReplayConfig,
    selfplay: Pool<L>,
    teacher: Pool<L>,
    /// Positions of self-play ever made.
    total: u64,
}

impl<L: Layout> ReplayWindow<L> {
    /// An empty window.
    pub fn new(config: ReplayConfig) -> Self {
        Self { config, selfplay: Pool::new(), teacher: Pool::new(), total: 0 }
    }

    /// Adds a game and drops the oldest ones that the window no longer holds. Returns the number of its positions.
    ///
    /// # Errors
    /// A record that is no game of these rules; the window is left as it was.
    pub fn push(&mut self, rules: &Rules<L>, game: &GameRecord) -> Result<usize, ReplayError> {
        let packed = Packed::new(rules, game)?;
        let positions = packed.len();
        if game.is_teachers() {
            self.teacher.push_newest(packed);
            self.teacher.shrink(self.config.max_positions);
        } else {
            self.total += positions as u64;
            self.selfplay.push_newest(packed);
            self.selfplay.shrink(self.capacity());
        }
        Ok(positions)
    }

    /// Fills an empty window from a folder of games, newest first and no more than it holds. `total` is the number of
    /// self-play positions that the run has made so far.
    ///
    /// # Errors
    /// A file that is damaged or holds other games; a last record that is cut off is left out.
    pub fn load(&mut self, rules: &Rules<L>, folder: &Path, names: [&str; 2], total: u64) -> Result<(), DataError> {
        self.total = total;
        let [selfplay, teacher] = names;
        let (capacity, most) = (self.capacity(), self.config.max_positions);
        load_pool(&mut self.selfplay, rules, &GameStore::files(folder, selfplay)?, capacity)?;
        load_pool(&mut self.teacher, rules, &GameStore::files(folder, teacher)?, most)
    }

    /// Positions of self-play that the window may hold now.
    pub fn capacity(&self) -> u64 {
        self.config.window.size(self.total).min(self.config.max_positions)
    }

    /// Positions of self-play that it holds.
    pub fn len(&self) -> u64 {
        self.selfplay.len()
    }

    /// Whether it holds none, of self-play or of the teacher.
    pub fn is_empty(&self) -> bool {
        self.selfplay.len() + self.teacher.len() == 0
    }

    /// Positions of the teacher that it holds.
    pub fn teacher_len(&self) -> u64 {
        self.teacher.len()
    }

    /// Games of self-play that it holds.
    pub fn games(&self) -> usize {
        self.selfplay.games()
    }

    /// Positions of self-play ever made.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Lowest and highest generation of net whose games it holds.
    pub fn generations(&self) -> Option<(u32, u32)> {
        self.selfplay.generations()
    }

    /// Draws a position: from the teacher's games with the configured probability, else from self-play; every position of
    /// the pool is as likely as any other. `None` from an empty window.
    pub fn sample(&self, rules: &Rules<L>, rng: &mut Rng) -> Option<Sample<'_, L>> {
        let teacher = match (self.selfplay.len(), self.teacher.len()) {
            (_, 0) => false,
            (0, _) => true,
            _ => rng.chance(self.config.teacher_fraction),
        };
        if teacher { self.teacher.sample(rules, rng) } else { self.selfplay.sample(rules, rng) }
    }

    /// Draws a position of the teacher.
    pub fn sample_teacher(&self, rules: &Rules<L>, rng: &mut Rng) -> Option<Sample<'_, L>> {
        self.teacher.sample(rules, rng)
    }
}

/// Newest file first, until the pool is full.
fn load_pool<L: Layout>(
    pool: &mut Pool<L>,
    rules: &Rules<L>,
    files: &[std::path::PathBuf],
    capacity: u64,
) -> Result<(), DataError> {
    let expected = GameHeader::new(rules, 0);
    for path in files.iter().rev() {
        if pool.len() >= capacity {
            break;
        }
        let mut games = Vec::new();
        for (record, game) in GameReader::open_for(path, &expected)?.enumerate() {
            let packed = Packed::new(rules, &game?);
            let record = record as u64;
            games.push(packed.map_err(|source| DataError::Game { path: path.clone(), record, source })?);
        }
        for game in games.into_iter().rev() {
            pool.push_oldest(game);
        }
    }
    pool.shrink(capacity);
    Ok(())
}
