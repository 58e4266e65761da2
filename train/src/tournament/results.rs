//! What the games say: standings, crosstable, test, ratings. Everything that is printed, written or drawn comes from here.

use super::config::TournamentConfig;
use super::record::GameRecord;
use super::roster::Roster;
use super::sprt::TestRun;
use super::standing::{Crossing, Score, Standing, Sum};
use crate::arena::{Graded, Verdict, points, rate};
use hexcore::variant::Variant;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The results of a tournament.
#[derive(Clone, Debug, Serialize)]
pub struct Results {
    /// The variant.
    pub variant: String,
    /// Whether every pair has been played, or a test has decided.
    pub complete: bool,
    /// The players, best first.
    pub players: Vec<Standing>,
    /// Games that count: those of finished pairs, up to a test's verdict.
    pub games: u64,
    /// One entry a pairing.
    pub crosstable: Vec<Crossing>,
    /// The player that the next numbers are about: the first of the config, against all its opponents together.
    pub subject: String,
    /// Its Elo against them, by its score.
    pub elo: Option<f64>,
    /// Lower end of the 95 % interval.
    pub elo_lo: Option<f64>,
    /// Upper end.
    pub elo_hi: Option<f64>,
    /// Normalized Elo.
    pub nelo: Option<f64>,
    /// Likelihood of superiority.
    pub los: f64,
    /// The test, if there is one.
    pub sprt: Option<TestResult>,
    /// The player whose rating is given, and the rating.
    pub anchor: String,
    /// See `anchor`.
    pub anchor_elo: f64,
    /// Why another player than the one asked for is the anchor.
    pub anchor_note: Option<String>,
    /// Elo of having White, with its interval.
    pub white_advantage: [Option<f64>; 3],
    /// Probability of a draw between equals.
    pub draws_between_equals: f64,
    /// Variance of pairs over that of independent games.
    pub dispersion: f64,
    /// White's score in all games.
    pub white_score: f64,
    /// Share of games that are drawn, or scored between win and loss.
    pub draw_ratio: f64,
    /// Mean plies of a game.
    pub plies: f64,
    /// How many games ended in which way.
    pub terminations: BTreeMap<String, u64>,
    /// Games that went exactly as another one between the same players.
    pub duplicates: u64,
    /// Games that do not count, since their pair is not finished or after a test's verdict.
    pub uncounted: u64,
    /// Programs that did something wrong: player, opponent, what, and in how many games.
    pub faults: Vec<String>,
    /// Players who could not be seated, with the reason.
    pub failures: Vec<String>,
}

/// A test's result.
#[derive(Clone, Debug, Serialize)]
pub struct TestResult {
    /// Log-likelihood ratio.
    pub llr: f64,
    /// The ratios at which H0 and H1 are accepted.
    pub bounds: [f64; 2],
    /// What the Elo is.
    pub model: crate::arena::SprtModel,
    /// Elo under H0.
    pub elo0: f64,
    /// Elo under H1.
    pub elo1: f64,
    /// What has been decided.
    pub verdict: Verdict,
}

/// A finished pair of games.
struct Pair<'g> {
    games: [&'g GameRecord; 2],
    players: [usize; 2],
}

impl Pair<'_> {
    fn scores(&self) -> [f64; 2] {
        [self.games[0].first_score(), self.games[1].first_score()]
    }
}

impl Results {
    /// Adds up games.
    pub fn new(
        variant: &Variant,
        config: &TournamentConfig,
        roster: &Roster,
        games: &[GameRecord],
        failures: Vec<String>,
    ) -> Results {
        let pairs = finished(roster, games);
        let mut test = config.sprt.map(|sprt| TestRun::new(sprt.test()));
        if let Some(test) = &mut test {
            pairs.iter().for_each(|pair| test.push(pair.games[0].pair, pair.scores()));
        }
        let end = test.as_ref().and_then(TestRun::end).unwrap_or(u32::MAX);
        let pairs: Vec<Pair<'_>> = pairs.into_iter().filter(|pair| pair.games[0].pair < end).collect();
        let counted: Vec<&GameRecord> = pairs.iter().flat_map(|pair| pair.games).collect();
        let spec = variant.end.points.as_ref();

        let mut sums = vec![Sum::default(); roster.len()];
        let mut crossings: BTreeMap<[usize; 2], Sum> = BTreeMap::new();
        for pair in &pairs {
            let crossing = crossings.entry(pair.players).or_default();
            let scores = pair.scores();
            crossing.tally.push(scores);
            for (i, score) in scores.into_iter().enumerate() {
                crossing.by_color[i] += score;
                let given = points(spec, pair.games[i].score);
                let given = if i == 0 { given } else { [given[1], given[0]] };
                (0..2).for_each(|side| crossing.points[side] += given[side]);
            }
            for (side, player) in pair.players.into_iter().enumerate() {
                let sum = &mut sums[player];
                let own = |game: usize| if side == 0 { scores[game] } else { 1.0 - scores[game] };
                sum.tally.push([own(0), own(1)]);
                for (i, game) in pair.games.into_iter().enumerate() {
                    // The first player has White in the first game.
                    let color = (i + side) % 2;
                    sum.by_color[color] += own(i);
                    sum.points[0] += points(spec, game.score)[color];
                    sum.used.add(&game.used[color]);
                }
            }
        }
        let graded: Vec<Graded> =
            pairs.iter().map(|p| Graded { first: p.players[0], second: p.players[1], scores: p.scores() }).collect();
        let asked = config.rating.anchor.as_deref().and_then(|name| roster.find(name)).unwrap_or(0);
        let ratings = rate(roster.len(), &graded, asked, config.rating.model);
        let mut players: Vec<Standing> =
            (0..roster.len()).map(|i| Standing::new(roster, i, &sums[i], &ratings, config.rating.elo)).collect();
        let strength = |s: &Standing| (s.rating_order(), s.score.mean);
        players.sort_by(|a, b| {
            let (a, b) = (strength(a), strength(b));
            b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1))
        });
        let crosstable: Vec<Crossing> =
            crossings.iter().map(|(players, sum)| Crossing::new(roster, *players, sum)).collect();
        let subject = sums[0].tally.estimate();
        let number = counted.len().max(1) as f64;
        let mut terminations = BTreeMap::new();
        for game in &counted {
            *terminations.entry(game.termination.clone()).or_insert(0) += 1;
        }
        let sprt = config.sprt.zip(test).map(|(sprt, test)| TestResult {
            llr: test.llr(),
            bounds: sprt.test().bounds(),
            model: sprt.model,
            elo0: sprt.elo0,
            elo1: sprt.elo1,
            verdict: test.verdict(),
        });
        let due = super::pairings(config, roster.len()).len() * config.pairs as usize;
        let decided = sprt.as_ref().is_some_and(|sprt| sprt.verdict != Verdict::Open);
        let advantage = ratings.advantage;
        Results {
            variant: variant.name.clone(),
            complete: decided || pairs.len() >= due,
            players,
            games: counted.len() as u64,
            crosstable,
            subject: roster.name(0).into(),
            elo: finite(subject.elo.value),
            elo_lo: finite(subject.elo.lo),
            elo_hi: finite(subject.elo.hi),
            nelo: finite(subject.normalized_elo),
            los: subject.los,
            sprt,
            anchor: roster.name(ratings.anchor).into(),
            anchor_elo: config.rating.elo,
            anchor_note: (ratings.anchor != asked).then(|| {
                let [asked, other] = [asked, ratings.anchor].map(|player| roster.name(player));
                format!("{asked} has won, or lost, every game against most others and is no measure for them: {other} is the anchor")
            }),
            white_advantage: [advantage.elo, advantage.interval.lo, advantage.interval.hi]
                .map(|elo| finite(elo).filter(|elo| elo.abs() < MOST_ELO)),
            draws_between_equals: ratings.draws,
            dispersion: ratings.dispersion,
            // An empty sum is -0.
            white_score: (counted.iter().map(|game| game.score).sum::<f64>() + 0.0) / number,
            draw_ratio: counted.iter().filter(|game| (1e-6..1.0 - 1e-6).contains(&game.score)).count() as f64 / number,
            plies: counted.iter().map(|game| game.plies()).sum::<usize>() as f64 / number,
            terminations,
            duplicates: duplicates(&counted),
            uncounted: (games.len() - counted.len()) as u64,
            faults: faults(games),
            failures,
        }
    }

    /// The results as JSON, with a line break at the end.
    pub fn json(&self) -> String {
        // Plain structs; infinities are gone already.
        serde_json::to_string_pretty(self).unwrap_or_else(|error| format!("\"{error}\"")) + "\n"
    }

    /// The results of two players against each other, from the first one's side: score and its interval, games.
    pub(super) fn between(&self, first: &str, second: &str) -> Option<([f64; 3], u64)> {
        self.crosstable.iter().find_map(|c| {
            let Score { games, mean, lo, hi, .. } = c.score;
            let there = (c.first == first && c.second == second).then_some(([mean, lo, hi], games));
            let back = (c.first == second && c.second == first).then_some(([1.0 - mean, 1.0 - hi, 1.0 - lo], games));
            there.or(back)
        })
    }

    /// Whether the variant gives points of its own.
    pub(super) fn has_points(&self) -> bool {
        self.players.iter().any(|p| (p.points - p.score.mean * p.score.games as f64).abs() > 1e-6)
    }
}

/// None for what JSON cannot hold.
/// Few games leave the first-move advantage open; what is beyond this stands for nothing.
const MOST_ELO: f64 = 4000.0;

pub(super) fn finite(x: f64) -> Option<f64> {
    x.is_finite().then_some(x)
}

/// The pairs of which both games are over, by players and number.
fn finished<'g>(roster: &Roster, games: &'g [GameRecord]) -> Vec<Pair<'g>> {
    let mut open: HashMap<(&str, &str, u32), &GameRecord> = HashMap::new();
    let mut pairs = Vec::new();
    for game in games {
        let (Some(first), Some(second)) = (roster.find(&game.first), roster.find(&game.second)) else { continue };
        match open.remove(&(game.first.as_str(), game.second.as_str(), game.pair)) {
            None => drop(open.insert((game.first.as_str(), game.second.as_str(), game.pair), game)),
            Some(other) => {
                let games = if game.game == 0 { [game, other] } else { [other, game] };
                pairs.push(Pair { games, players: [first, second] });
            }
        }
    }
    pairs.sort_by_key(|pair| (pair.players, pair.games[0].pair));
    pairs
}

fn duplicates(games: &[&GameRecord]) -> u64 {
    let mut seen = HashSet::new();
    games.iter().filter(|game| !seen.insert(game.course())).count() as u64
}

/// What programs did wrong, each kind once with the number of games and the first example.
fn faults(games: &[GameRecord]) -> Vec<String> {
    let mut kinds: BTreeMap<(&str, &str), (u32, String)> = BTreeMap::new();
    for game in games.iter().filter(|game| !game.remark.is_empty()) {
        let loser = if game.score < 0.5 { game.white() } else { game.black() };
        let example = || format!("pair {}, {} against {}: {}", game.pair + 1, game.white(), game.black(), game.remark);
        kinds.entry((loser, game.termination.as_str())).or_insert_with(|| (0, example())).0 += 1;
    }
    let text = |((player, kind), (n, example)): (&(&str, &str), &(u32, String))| {
        format!("{player} lost {n} {} by {kind}, e.g. {example}", if *n == 1 { "game" } else { "games" })
    };
    kinds.iter().map(text).collect()
}
