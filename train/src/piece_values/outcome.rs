//! Outcome regression (Tomasev, Paquet, Hassabis, Kramnik: Assessing game balance with AlphaZero, 2020): whole games from the
//! start, and the regression of their outcomes on the differences of men in quiet positions.
//!
//! It is confounded: who plays better wins men as well as games. Positions of one game depend on each other, so few are taken
//! from each, and the bootstrap draws games.
//!
//! What counts as quiet is declared here and nowhere chosen by its result: from the config's ply on, nobody is in check, and
//! neither the last move nor the next one takes or promotes.

use super::army::{at_start, bound_to_color, colored, kinds, officers};
use super::config::PieceValuesConfig;
use super::fit::{Data, Least, Units, Value, resampled};
use super::record::{OUTCOME, ValueGame};
use crate::seeds::Seeds;
use hexcore::{BitSet, Color, Game, Kind, Layout, Position, Rules};
use ndarray::{Array1, Array2};
use rayon::prelude::*;
use serde::Serialize;

const LEAST: Least = Least(100, "games");

/// What the outcomes of one player's games say.
#[derive(Clone, Debug, Serialize)]
pub struct Outcomes {
    /// Who played against itself.
    pub player: String,
    /// Games with a position in the regression.
    pub games: u64,
    /// Positions in it.
    pub positions: u64,
    /// Positions of independent games that would fix a pawn's worth as well: positions, times the squared error that they
    /// would have if they were independent over that of the bootstrap by games.
    pub effective_positions: f64,
    /// Share of games drawn, or scored between win and loss.
    pub draws: f64,
    /// White's score.
    pub white: f64,
    /// What each kind is worth.
    pub values: Vec<Value>,
    /// The same in other units: an army's officers are worth together what the variant says.
    pub scaled: Vec<Value>,
    /// What a side has more by a whole set of men on one color of cells each, above the men.
    pub sets: Vec<Value>,
    /// The sets in the units of `scaled`.
    pub scaled_sets: Vec<Value>,
    /// The kinds with more than half of the officers' worth on the board, and with less.
    pub phases: [Vec<Value>; 2],
    /// The phases in the units of `scaled`.
    pub scaled_phases: [Vec<Value>; 2],
    /// Men that are bound to a color of cells, color by color.
    pub colors: Vec<Value>,
    /// The first kind's weight, a pawn's, in logits of the expected score.
    pub pawn: Value,
    /// What having the move is worth, in pawns.
    pub tempo: Value,
}

/// A quiet position of a game, and how the game ended for White.
#[derive(Clone, Debug)]
pub(super) struct Sample<L: Layout> {
    pub(super) position: Position<L>,
    score: f64,
    game: usize,
}

/// Quiet positions of a player's games.
pub(super) fn samples<L: Layout>(
    rules: &Rules<L>,
    config: &PieceValuesConfig,
    player: &str,
    games: &[ValueGame],
) -> Vec<Sample<L>> {
    let mut ours: Vec<&ValueGame> = games.iter().filter(|g| g.player == player && g.study == OUTCOME).collect();
    // However they came into the journal.
    ours.sort_by_key(|game| game.pair);
    let seeds = Seeds::new(config.seed);
    let one = |(number, game): (usize, &&ValueGame)| {
        let mut quiet = quiet_positions(rules, game, config.outcome.from_ply as usize);
        let mut rng = seeds.rng("quiet positions", game.pair.into());
        let mut chosen = Vec::new();
        while !quiet.is_empty() && chosen.len() < config.outcome.positions as usize {
            let position = quiet.swap_remove(rng.below(quiet.len() as u64) as usize);
            chosen.push(Sample { position, score: game.score, game: number });
        }
        chosen
    };
    ours.par_iter().enumerate().flat_map_iter(one).collect()
}

fn quiet_positions<L: Layout>(rules: &Rules<L>, record: &ValueGame, from: usize) -> Vec<Position<L>> {
    let mut game = Game::new(rules);
    let mut quiet = Vec::new();
    let mut loud_before = true;
    for text in record.moves.split_whitespace() {
        let (pos, ply) = (*game.position(), game.ply());
        // The journal's checksum says that the moves are as they were written.
        let Ok(m) = game.play_text(text) else { break };
        let loud = rules.is_capture(&pos, m) || m.promotion().is_some();
        if ply >= from && !loud && !loud_before && !rules.in_check(&pos) {
            quiet.push(pos);
        }
        loud_before = loud;
    }
    quiet
}

/// The columns of the regression.
struct Columns {
    kinds: Vec<Kind>,
    sets: Vec<Kind>,
    /// Whether men bound to a color of cells count by color.
    by_color: bool,
}

impl Columns {
    fn names<L: Layout>(&self, rules: &Rules<L>) -> Vec<String> {
        let name = |kind: &Kind| rules.kinds()[kind.index()].name.clone();
        let men = self.kinds.iter().flat_map(|kind| match self.split(kind) {
            true => (0..3).map(|shade| colored(rules, *kind, shade)).collect(),
            false => vec![name(kind)],
        });
        let sets = self.sets.iter().filter(|_| !self.by_color).map(|kind| format!("{} set", name(kind)));
        men.chain(sets).chain(["White".into(), "tempo".into()]).collect()
    }

    fn split(&self, kind: &Kind) -> bool {
        self.by_color && self.sets.contains(kind)
    }

    /// White less Black, then 1 for White, then 1 or -1 for the side to move.
    fn row<L: Layout>(&self, rules: &Rules<L>, pos: &Position<L>) -> Vec<f64> {
        let board = rules.board();
        let of = |color, kind: &Kind, shade: Option<u8>| {
            let here = |cell: &hexcore::Cell| shade.is_none_or(|shade| board.shade(*cell) == shade);
            pos.men(color, *kind).cells().filter(here).count() as f64
        };
        let ahead = |kind: &Kind, shade| of(Color::White, kind, shade) - of(Color::Black, kind, shade);
        let whole = |color, kind: &Kind| (0..3).all(|shade| of(color, kind, Some(shade)) > 0.0) as u8 as f64;
        let mut row = Vec::new();
        for kind in &self.kinds {
            match self.split(kind) {
                true => row.extend((0..3).map(|shade| ahead(kind, Some(shade)))),
                false => row.push(ahead(kind, None)),
            }
        }
        if !self.by_color {
            row.extend(self.sets.iter().map(|kind| whole(Color::White, kind) - whole(Color::Black, kind)));
        }
        row.extend([1.0, if pos.side() == Color::White { 1.0 } else { -1.0 }]);
        row
    }
}

/// What a regression of positions says.
struct Regressed {
    /// By column, in pawns.
    values: Vec<Value>,
    /// By column, where all officers of an army are worth what the variant says; nothing if kinds are split by color.
    scaled: Vec<Value>,
    /// A pawn's weight in logits.
    pawn: Value,
    effective: f64,
}

/// The regression of some positions.
fn regress<L: Layout>(
    rules: &Rules<L>,
    columns: &Columns,
    samples: &[&Sample<L>],
    config: &PieceValuesConfig,
) -> Regressed {
    let names = columns.names(rules);
    let mut data = Data { x: Array2::zeros((samples.len(), names.len())), score: Array1::zeros(samples.len()) };
    let mut rows: Vec<std::ops::Range<usize>> = Vec::new();
    for (i, sample) in samples.iter().enumerate() {
        data.x.row_mut(i).assign(&Array1::from(columns.row(rules, &sample.position)));
        data.score[i] = sample.score;
        match rows.last_mut().filter(|_| i > 0 && samples[i - 1].game == sample.game) {
            Some(game) => game.end = i + 1,
            None => rows.push(i..i + 1),
        }
    }
    // Games in which a kind was ever uneven.
    let speaks = |rows: &std::ops::Range<usize>, column: usize| rows.clone().any(|i| data.x[[i, column]] != 0.0);
    let speaking = |column: usize| rows.iter().filter(|rows| speaks(rows, column)).count() as u64;
    let alone = Units::of((0..samples.len()).map(|i| i..i + 1).collect());
    let by_game = Units::of(rows.clone());
    let fitted = resampled(&data, &by_game, config.bootstrap, config.seed);
    let values = (0..names.len()).map(|i| fitted.ratio(&names[i], i, 0, speaking(i), LEAST)).collect();
    let pawn = fitted.plain(&names[0], 0, speaking(0), LEAST);
    let independent = resampled(&data, &alone, 200, config.seed).plain(&names[0], 0, samples.len() as u64, LEAST);
    let effective = match (independent.error(), pawn.error()) {
        (Some(independent), Some(real)) => samples.len() as f64 * (independent / real).powi(2),
        _ => 0.0,
    };
    let measured = |i: usize| speaking(i) > 0;
    let (men, total) = officers(rules, names.len().saturating_sub(columns.kinds.len()), &measured);
    let scaled = |i: usize| fitted.scaled(&names[i], i, (&men, total), speaking(i), LEAST);
    let scaled = if columns.by_color { Vec::new() } else { (0..names.len()).map(scaled).collect() };
    Regressed { values, scaled, pawn, effective }
}

impl Outcomes {
    /// What the games of a player say; nothing if there is no position to learn from.
    pub(super) fn new<L: Layout>(
        rules: &Rules<L>,
        config: &PieceValuesConfig,
        player: &str,
        games: &[ValueGame],
    ) -> Option<Outcomes> {
        let samples = samples(rules, config, player, games);
        let kinds = kinds(rules);
        if samples.is_empty() || kinds.is_empty() {
            return None;
        }
        let bound = |kind: &Kind| at_start(rules, *kind) > 1 && bound_to_color(rules, *kind);
        let sets: Vec<Kind> = kinds.iter().copied().filter(bound).collect();
        let whole = Columns { kinds: kinds.clone(), sets: sets.clone(), by_color: false };
        let all: Vec<&Sample<L>> = samples.iter().collect();
        let Regressed { mut values, mut scaled, pawn, effective } = regress(rules, &whole, &all, config);
        let tempo = values.pop()?;
        values.pop();
        let set_values = values.split_off(kinds.len());
        scaled.truncate(kinds.len() + sets.len());
        let scaled_sets = scaled.split_off(kinds.len());
        let phase = |early: bool| {
            let few: Vec<&Sample<L>> = samples.iter().filter(|s| is_early(rules, &s.position) == early).collect();
            if few.is_empty() {
                return [Vec::new(), Vec::new()];
            }
            let found = regress(rules, &whole, &few, config);
            [found.values, found.scaled].map(|mut values| {
                values.truncate(kinds.len());
                values
            })
        };
        let [[opening, scaled_opening], [endgame, scaled_endgame]] = [true, false].map(phase);
        let colors = if sets.is_empty() {
            Vec::new()
        } else {
            let columns = Columns { kinds: kinds.clone(), sets: sets.clone(), by_color: true };
            regress(rules, &columns, &all, config).values.into_iter().filter(|v| v.kind.contains(" of ")).collect()
        };
        let ours: Vec<&ValueGame> = games.iter().filter(|g| g.player == player && g.study == OUTCOME).collect();
        let share = |of: &dyn Fn(&ValueGame) -> f64| ours.iter().map(|g| of(g)).sum::<f64>() / ours.len().max(1) as f64;
        let mut numbers: Vec<usize> = samples.iter().map(|s| s.game).collect();
        numbers.dedup();
        Some(Outcomes {
            player: player.into(),
            games: numbers.len() as u64,
            positions: samples.len() as u64,
            effective_positions: effective,
            draws: share(&|g| f64::from(u8::from(g.score > 1e-6 && g.score < 1.0 - 1e-6))),
            white: share(&|g| g.score),
            values,
            scaled,
            sets: set_values,
            scaled_sets,
            phases: [opening, endgame],
            scaled_phases: [scaled_opening, scaled_endgame],
            colors,
            pawn,
            tempo,
        })
    }
}

/// Whether more than half of the officers' worth is on the board.
fn is_early<L: Layout>(rules: &Rules<L>, pos: &Position<L>) -> bool {
    let worth = |pos: &Position<L>| -> f32 {
        let officers = kinds(rules).into_iter().filter(|kind| *kind != Kind::PAWN);
        officers.map(|kind| rules.value(kind) * pos.kind(kind).count() as f32).sum()
    };
    2.0 * worth(pos) > worth(&rules.start())
}

/// The same positions, each twice and with another outcome: for tests of the intervals.
#[cfg(test)]
pub(super) fn replayed<L: Layout>(
    samples: &[Sample<L>],
    mut outcome: impl FnMut(&Position<L>) -> f64,
) -> Vec<Sample<L>> {
    let mut first: Vec<&Sample<L>> = samples.iter().collect();
    first.dedup_by_key(|sample| sample.game);
    let both = |sample: &&Sample<L>| {
        let score = outcome(&sample.position);
        [(); 2].map(|()| Sample { position: sample.position, score, game: sample.game })
    };
    first.iter().flat_map(both).collect()
}

/// The values of some positions, for tests.
#[cfg(test)]
pub(super) fn values_of<L: Layout>(rules: &Rules<L>, config: &PieceValuesConfig, samples: &[Sample<L>]) -> Vec<Value> {
    let columns = Columns { kinds: kinds(rules), sets: Vec::new(), by_color: false };
    let mut values = regress(rules, &columns, &samples.iter().collect::<Vec<_>>(), config).values;
    values.truncate(columns.kinds.len());
    values
}
