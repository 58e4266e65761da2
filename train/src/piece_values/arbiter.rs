//! The arbiter: an alpha-beta that counts men by the measured values plays the same alpha-beta with the variant's values.
//! It is a tournament of its own, in a folder of the measurement's.

use super::army::unit;
use super::config::PieceValuesConfig;
use super::error::PieceValuesError;
use super::fit::Value;
use super::folder::MeasurementFolder;
use super::matches::Matches;
use crate::arena::Verdict;
use crate::telemetry::Telemetry;
use crate::tournament::{
    AdjudicationConfig, Format, OpeningConfig, PlayerConfig, Setup, TournamentConfig, TournamentError, hold,
};
use hexcore::{Layout, Rules};
use hexmcts::AlphaBetaConfig;
use serde::Serialize;
use std::collections::BTreeMap;

/// Values below this are taken for it: an alpha-beta that thinks nothing of a man gives it away.
const LEAST_WORTH: f64 = 0.05;

/// How the match ended, from the side of the measured values.
#[derive(Clone, Debug, Serialize)]
pub struct Arbitration {
    /// Whose matches the values are from.
    pub player: String,
    /// The values that were played with: officers of an army are worth together what the variant says.
    pub measured: BTreeMap<String, f64>,
    /// Kinds whose values are not established.
    pub doubtful: Vec<String>,
    /// Games that count.
    pub games: u64,
    /// Score of the measured values, 0 to 1.
    pub score: f64,
    /// Lower end of its 95 % interval.
    pub lo: f64,
    /// Upper end.
    pub hi: f64,
    /// Their Elo against the variant's; none if it is infinite.
    pub elo: Option<f64>,
    /// Ends of its 95 % interval.
    pub elo_lo: Option<f64>,
    /// See `elo_lo`.
    pub elo_hi: Option<f64>,
    /// Probability that the measured values are the better ones.
    pub los: f64,
    /// Share of games drawn, or scored between win and loss.
    pub draws: f64,
    /// What the test decides.
    pub verdict: Verdict,
    /// Log-likelihood ratio of the test.
    pub llr: f64,
}

/// Whose values to play with: the first player's whose are all established, else the first one's that are all there.
pub(super) fn choose(matches: &[Matches]) -> Option<&Matches> {
    let all = |known: fn(&Value) -> bool| matches.iter().find(|m| m.scaled.iter().all(known));
    all(|value| value.established).or_else(|| all(|value| value.value.is_some()))
}

/// Why there is no match: kinds without a value to play with.
pub(super) fn impossible(matches: &[Matches]) -> Option<String> {
    let without: Vec<&Value> = matches.first()?.scaled.iter().filter(|v| v.value.is_none()).collect();
    let kinds: Vec<&str> = without.iter().map(|v| v.kind.as_str()).collect();
    let reason = &without.first()?.reason;
    Some(format!("no arbiter: the matches have no value of {} ({reason})", kinds.join(", ")))
}

/// Plays the match, or what is left of it.
pub(super) fn arbitrate<L: Layout>(
    rules: &Rules<L>,
    config: &PieceValuesConfig,
    matches: &Matches,
    folder: &MeasurementFolder,
    telemetry: &Telemetry,
) -> Result<Option<Arbitration>, PieceValuesError> {
    let values = &matches.scaled;
    let measured: BTreeMap<String, f64> =
        values.iter().filter_map(|v| Some((v.kind.clone(), v.value?.max(LEAST_WORTH)))).collect();
    let player = |name: &str, piece_values: BTreeMap<String, f32>| PlayerConfig {
        name: Some(name.into()),
        player: Some(format!("alphabeta:{}", config.arbiter.depth)),
        alphabeta: Some(AlphaBetaConfig { piece_values, ..AlphaBetaConfig::at_depth(config.arbiter.depth) }),
        ..PlayerConfig::default()
    };
    // In the variant's own units, and rounded to what the player counts in.
    let unit = unit(rules);
    let counted = |value: f64| ((value * unit * 100.0).round() / 100.0) as f32;
    let rounded = measured.iter().map(|(name, value)| (name.clone(), counted(*value))).collect();
    let tournament = TournamentConfig {
        variant: config.variant.clone(),
        seed: config.seed,
        threads: config.threads,
        format: Format::Match,
        pairs: config.arbiter.pairs,
        openings: OpeningConfig { plies: config.opening_plies, balance: config.balance, ..OpeningConfig::default() },
        adjudication: AdjudicationConfig { max_plies: config.max_plies, ..AdjudicationConfig::default() },
        sprt: Some(config.arbiter.sprt),
        entries: vec![player("measured", rounded), player("published", BTreeMap::new())],
        ..TournamentConfig::default()
    };
    let setup = Setup::new(&tournament, rules).map_err(TournamentError::Setup)?;
    let results = hold(rules, &tournament, &setup, &folder.arbiter(&tournament), telemetry)?;
    let Some(crossing) = results.crosstable.iter().find(|c| c.first == "measured") else { return Ok(None) };
    let test = results.sprt.as_ref();
    Ok(Some(Arbitration {
        player: matches.player.clone(),
        doubtful: values.iter().filter(|v| !v.established).map(|v| v.kind.clone()).collect(),
        measured,
        games: crossing.score.games,
        score: crossing.score.mean,
        lo: crossing.score.lo,
        hi: crossing.score.hi,
        elo: crossing.score.elo,
        elo_lo: crossing.score.elo_lo,
        elo_hi: crossing.score.elo_hi,
        los: crossing.score.los,
        draws: crossing.draw_ratio,
        verdict: test.map_or(Verdict::Open, |test| test.verdict),
        llr: test.map_or(0.0, |test| test.llr),
    }))
}
