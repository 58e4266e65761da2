//! The teacher: a shallow alpha-beta with plain material plays itself, with random moves now and then.

use super::{Recorder, Workshop};
use crate::config::{RunConfig, TeacherConfig};
use crate::data::{GameRecord, PlyFlags};
use crate::seeds::Rng;
use hexcore::Layout;
use hexmcts::{AlphaBeta, ConfigError, Decision, Limits, Player};
use std::sync::atomic::Ordering;

/// A teacher on one thread.
pub struct Teacher<L: Layout> {
    config: TeacherConfig,
    player: AlphaBeta<L>,
}

impl<L: Layout> Teacher<L> {
    /// A teacher as the run's config wants it.
    ///
    /// # Errors
    /// A depth that makes no sense.
    pub fn new(config: &RunConfig) -> Result<Self, ConfigError> {
        Ok(Teacher { config: config.teacher.clone(), player: AlphaBeta::at_depth(config.teacher.depth, 0)? })
    }

    /// Plays a game; none if the workshop stops before its end.
    pub fn game(&mut self, workshop: &Workshop<'_, L>) -> Option<GameRecord> {
        let config = &self.config;
        let number = workshop.next_teacher_game.fetch_add(1, Ordering::Relaxed);
        let seed = workshop.seeds.seed("teacher", number);
        let mut rng = Rng::new(seed);
        let opening = rng.between(config.random_plies);
        let mut recorder = Recorder::new(workshop.rules, seed, 0, opening, config.max_plies, &mut rng);
        self.player.reseed(rng.next_u64());
        loop {
            if let Some(record) = recorder.finished() {
                return Some(record);
            }
            if workshop.stopped() {
                return None;
            }
            let decision = self.player.choose(recorder.game(), &Limits::depth(config.depth))?;
            let best = decision.mv;
            let value = self.expected(&decision);
            let list = recorder.game().legal_moves();
            let random = rng.chance(config.random_moves);
            let played = if random { list[rng.below(list.len() as u64) as usize] } else { best };
            let mut flags = PlyFlags::TEACHER | PlyFlags::FULL;
            if random {
                flags |= PlyFlags::SAMPLED;
            }
            // The target is what the teacher would have played, whatever was.
            recorder.push_searched(played, value, flags, std::iter::once((best, 1.0)));
        }
    }

    fn expected(&self, decision: &Decision) -> f32 {
        let centipawns = decision.lines.first().and_then(|line| line.centipawns);
        let logit = f64::from(centipawns.unwrap_or(0)) / self.config.score_scale;
        (1.0 / (1.0 + (-logit).exp())) as f32
    }
}
