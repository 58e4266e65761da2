//! One of an actor's games: its search, its record, and when it is given up.

use super::{Made, Recorder, Workshop};
use crate::config::ResignConfig;
use crate::data::PlyFlags;
use crate::seeds::Rng;
use hexcore::{Color, Layout, Move, Position};
use hexmcts::tablebase::{Sampler, TableSet};
use hexmcts::{Batch, Limits, RootRule, Search, SearchConfig, SearchResult};
use std::ops::Range;
use std::sync::atomic::Ordering;

/// A game of self-play under way.
pub(super) struct Slot<'r, L: Layout> {
    search: Search<L>,
    recorder: Recorder<'r, L>,
    rng: Rng,
    full: bool,
    opening: usize,
    resignation: Resignation,
    leaves: Range<usize>,
}

/// The search of self-play, as the config wants it.
pub(super) fn search_config(config: &crate::config::SelfplayConfig) -> SearchConfig {
    SearchConfig {
        root: RootRule::Gumbel,
        considered: config.gumbel.considered,
        c_visit: config.gumbel.c_visit as f32,
        c_scale: config.gumbel.c_scale as f32,
        gumbel_scale: config.gumbel.exploration as f32,
        stop_when_proven: true,
        ..SearchConfig::self_play()
    }
}

impl<'r, L: Layout> Slot<'r, L> {
    /// A slot with its first game begun.
    pub(super) fn new(workshop: &Workshop<'r, L>, search: Search<L>, generation: u32) -> Self {
        let (recorder, rng, opening, resignation) = begin(workshop, generation);
        let mut slot = Slot { search, recorder, rng, full: true, opening, resignation, leaves: 0..0 };
        slot.start_search(workshop);
        slot
    }

    fn begin(&mut self, workshop: &Workshop<'r, L>, generation: u32) {
        (self.recorder, self.rng, self.opening, self.resignation) = begin(workshop, generation);
        self.start_search(workshop);
    }

    fn start_search(&mut self, workshop: &Workshop<'r, L>) {
        let config = &workshop.config.selfplay;
        self.full = self.rng.chance(config.full_fraction);
        let simulations =
            if self.full { workshop.simulations.load(Ordering::Relaxed) } else { config.fast_simulations };
        let seed = self.rng.next_u64();
        self.search.start(self.recorder.game(), Limits::simulations(simulations), seed);
    }

    /// Adds the leaf that the search wants next to the batch. Plays on where searches are finished; a game that ends is
    /// handed to `finished` and another one begun.
    pub(super) fn gather(
        &mut self,
        workshop: &Workshop<'r, L>,
        generation: u32,
        batch: &mut Batch<L>,
        mut finished: impl FnMut(Made),
    ) {
        loop {
            self.leaves = self.search.gather(workshop.rules, batch, 1);
            if !self.leaves.is_empty() || workshop.stopped() {
                return;
            }
            super::Counters::add(&workshop.counters.simulations, u64::from(self.search.simulations()));
            if let Some(made) = self.play(workshop) {
                finished(made);
                self.begin(workshop, generation);
            } else {
                self.start_search(workshop);
            }
        }
    }

    /// Takes the evaluation of the leaf back.
    pub(super) fn apply(&mut self, batch: &Batch<L>) {
        let leaves = std::mem::take(&mut self.leaves);
        self.search.apply(batch, leaves);
    }

    fn play(&mut self, workshop: &Workshop<'r, L>) -> Option<Made> {
        let config = &workshop.config.selfplay;
        let result = self.search.result(workshop.rules);
        let early = self.recorder.game().ply() < self.opening + config.sampled_plies as usize;
        let proven = result.proof.is_some();
        let drawn = if early && !proven { draw(&result, config.temperature, &mut self.rng) } else { None };
        let m = drawn.or(result.best)?;
        let mut flags = PlyFlags::default();
        if self.full {
            flags |= PlyFlags::FULL;
        }
        if drawn.is_some() {
            flags |= PlyFlags::SAMPLED;
        }
        if proven {
            flags |= PlyFlags::PROVEN;
        }
        let value = result.proof.map_or(result.best_value().score(), |proof| proof.score);
        let policy = result.moves.iter().filter(|_| self.full).map(|r| (r.mv, r.policy));
        let side = self.recorder.game().position().side();
        self.recorder.push_searched(m, value, flags, policy);
        let white = if side == Color::White { value } else { 1.0 - value };
        let given_up = self.resignation.see(&config.resign, white);
        if let Some(tables) = &workshop.tables
            && let Some(record) = self.recorder.consult(&**tables, workshop.config.endgames.adjudicate)
        {
            return Some(Made { wrong_resignation: self.resignation.judge(record.white_score), record });
        }
        if let Some(record) = self.recorder.finished() {
            let wrong_resignation = self.resignation.judge(record.white_score);
            return Some(Made { record, wrong_resignation });
        }
        given_up.map(|winner| Made { record: self.recorder.resigned(winner), wrong_resignation: None })
    }
}

fn begin<'r, L: Layout>(workshop: &Workshop<'r, L>, generation: u32) -> (Recorder<'r, L>, Rng, usize, Resignation) {
    let config = &workshop.config.selfplay;
    let number = workshop.next_game.fetch_add(1, Ordering::Relaxed);
    let seed = workshop.seeds.seed("selfplay", number);
    let mut rng = Rng::new(seed);
    let opening = rng.between(config.opening_plies);
    let resignation = Resignation { allowed: !rng.chance(config.resign.playthrough), ..Resignation::default() };
    if let Some(tables) = workshop.tables.as_ref().filter(|_| rng.chance(workshop.config.endgames.starts))
        && let Some(position) = random_ending(workshop, tables, &mut rng)
    {
        let recorder = Recorder::from_ending(workshop.rules, position, seed, generation, config.max_plies);
        return (recorder, rng, 0, Resignation::default());
    }
    let recorder = Recorder::new(workshop.rules, seed, generation, opening, config.max_plies, &mut rng);
    (recorder, rng, opening as usize, resignation)
}

/// A random position of a random ending.
fn random_ending<L: Layout>(workshop: &Workshop<'_, L>, tables: &TableSet, rng: &mut Rng) -> Option<Position<L>> {
    let names = tables.names();
    let name = names.get(rng.below(names.len().max(1) as u64) as usize)?;
    let mut sampler = Sampler::new(workshop.rules, tables.table_of(name)?, rng.next_u64());
    Some(sampler.draw(None)?.position)
}

/// A move drawn from the improved policy to the power of 1 / `temperature`.
fn draw(result: &SearchResult, temperature: f64, rng: &mut Rng) -> Option<Move> {
    let weight = |p: f32| f64::from(p).powf(1.0 / temperature.max(1e-3));
    let total: f64 = result.moves.iter().map(|r| weight(r.policy)).sum();
    let mut left = rng.unit() * total;
    for r in &result.moves {
        left -= weight(r.policy);
        if left < 0.0 {
            return Some(r.mv);
        }
    }
    None
}

/// How long both sides have agreed that one of them is lost.
#[derive(Debug, Default)]
struct Resignation {
    allowed: bool,
    loser: Option<Color>,
    plies: u32,
    /// Who would have given up first in a game that is played to the end all the same.
    would_have: Option<Color>,
}

impl Resignation {
    /// Takes White's value of one more ply into account; returns the winner if the other side gives up now.
    fn see(&mut self, config: &ResignConfig, white: f32) -> Option<Color> {
        let lost = config.value as f32;
        let loser = match white {
            w if lost > 0.0 && w <= lost => Some(Color::White),
            w if lost > 0.0 && w >= 1.0 - lost => Some(Color::Black),
            _ => None,
        };
        self.plies = if loser.is_some() && loser == self.loser { self.plies + 1 } else { 1 };
        self.loser = loser;
        let loser = loser.filter(|_| self.plies >= config.plies)?;
        if self.allowed {
            return Some(!loser);
        }
        self.would_have.get_or_insert(loser);
        None
    }

    /// Whether giving up would have been wrong, of a game that was played to the end.
    fn judge(&self, white_score: f32) -> Option<bool> {
        self.would_have.map(|loser| if loser == Color::White { white_score > 0.0 } else { white_score < 1.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_gives_up_when_both_have_agreed_long_enough() {
        let config = ResignConfig { value: 0.05, plies: 3, playthrough: 0.0 };
        let mut resignation = Resignation { allowed: true, ..Resignation::default() };
        let seen: Vec<_> = [0.04, 0.04, 0.5, 0.97, 0.03, 0.03, 0.02].map(|v| resignation.see(&config, v)).into();
        assert_eq!(seen, [None, None, None, None, None, None, Some(Color::Black)]);
        let mut played_on = Resignation::default();
        assert!([0.01; 5].iter().all(|&v| played_on.see(&config, v).is_none()));
        assert_eq!((played_on.judge(0.0), played_on.judge(0.5)), (Some(false), Some(true)));
    }

    #[test]
    fn a_value_of_zero_never_gives_up() {
        let config = ResignConfig { value: 0.0, plies: 1, playthrough: 0.0 };
        let mut resignation = Resignation { allowed: true, ..Resignation::default() };
        assert!([0.0, 1.0, 0.0].iter().all(|&v| resignation.see(&config, v).is_none()));
    }
}
