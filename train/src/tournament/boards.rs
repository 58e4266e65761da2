//! The boards: threads that play pair after pair until all are played, or a test has decided.

use super::config::TournamentConfig;
use super::game::{Played, play};
use super::openings::Opening;
use super::record::{GameKey, GameRecord};
use super::schedule::{Pairing, pairings};
use super::seat::Seat;
use super::sprt::TestRun;
use super::{Setup, TournamentError};
use crate::journal::{Entry, Journal};
use crate::player::Fault;
use crate::seeds::Seeds;
use crate::telemetry::{Task, Telemetry};
use hexcore::{Color, Layout, Rules};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// A board keeps the players of so many seats for later pairs.
const SEATS: usize = 16;

/// What has been played.
pub(super) struct AllPlayed {
    pub(super) games: Vec<GameRecord>,
    /// Players who could not be seated, each with its reason and the first game that was not played for it.
    pub(super) failures: Vec<String>,
}

/// A pair of games to be played; those that are in the log already are not.
#[derive(Clone, Copy, Debug)]
struct PairToPlay {
    pairing: Pairing,
    number: u32,
    open: [bool; 2],
}

/// What all boards share.
struct Hall<'a, L: Layout> {
    rules: &'a Rules<L>,
    config: &'a TournamentConfig,
    setup: &'a Setup<L>,
    pairs: Vec<PairToPlay>,
    next: AtomicUsize,
    stop: AtomicBool,
    desk: Mutex<Desk>,
    task: Task,
}

/// Where results are brought.
struct Desk {
    log: Journal<GameRecord>,
    games: Vec<GameRecord>,
    test: Option<TestRun>,
    /// Scores by player: sum and number of games.
    scores: Vec<(f64, u32)>,
    /// The first player's scores of pairs of which one game is over.
    half: HashMap<(Pairing, u32), f64>,
    /// By player who cannot be seated.
    absent: BTreeMap<usize, String>,
    error: Option<TournamentError>,
}

/// Plays everything that is not in `games` yet.
pub(super) fn play_all<L: Layout>(
    rules: &Rules<L>,
    config: &TournamentConfig,
    setup: &Setup<L>,
    log: Journal<GameRecord>,
    games: Vec<GameRecord>,
    telemetry: &Telemetry,
) -> Result<AllPlayed, TournamentError> {
    let players = setup.roster.len();
    let known: HashSet<GameKey> = games.iter().map(GameRecord::key).collect();
    let name = |player: usize| setup.roster.name(player).to_string();
    let mut pairs = Vec::new();
    // Pair by pair through all pairings, so that the standings mean something early.
    for number in 0..config.pairs {
        for pairing in pairings(config, players) {
            let open = [0, 1].map(|game| !known.contains(&(name(pairing.first), name(pairing.second), number, game)));
            pairs.push(PairToPlay { pairing, number, open });
        }
    }
    let left = pairs.iter().filter(|pair| pair.open != [false; 2]).count();
    let all = pairs.len();
    let task = telemetry.task("tournament", "pairs", all as u64);
    task.begin_at((all - left) as u64);
    pairs.retain(|pair| pair.open != [false; 2]);
    let mut desk = Desk {
        log,
        games: Vec::new(),
        test: config.sprt.map(|sprt| TestRun::new(sprt.test())),
        scores: vec![(0.0, 0); players],
        half: HashMap::new(),
        absent: BTreeMap::new(),
        error: None,
    };
    for game in games {
        // Games of players who have left the config stay in the log.
        let find = |name: &str| setup.roster.find(name);
        if let (Some(first), Some(second)) = (find(&game.first), find(&game.second)) {
            desk.enter(Pairing { first, second }, game);
        }
    }
    let hall = Hall {
        rules,
        config,
        setup,
        pairs,
        next: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
        desk: Mutex::new(desk),
        task,
    };
    let boards = config.threads().min(left.max(1));
    std::thread::scope(|scope| {
        for _ in 0..boards {
            scope.spawn(|| Board { hall: &hall, seats: HashMap::new() }.run());
        }
    });
    hall.task.finish();
    let desk = hall.desk.into_inner().unwrap_or_else(PoisonError::into_inner);
    match desk.error {
        Some(error) => Err(error),
        None => Ok(AllPlayed { games: desk.games, failures: desk.absent.into_values().collect() }),
    }
}

impl Desk {
    /// Counts a game that is in the log.
    fn enter(&mut self, pairing: Pairing, game: GameRecord) {
        let score = game.first_score();
        for (player, score) in [(pairing.first, score), (pairing.second, 1.0 - score)] {
            self.scores[player].0 += score;
            self.scores[player].1 += 1;
        }
        match self.half.remove(&(pairing, game.pair)) {
            None => drop(self.half.insert((pairing, game.pair), score)),
            Some(other) => {
                let scores = if game.game == 0 { [score, other] } else { [other, score] };
                if let Some(test) = &mut self.test {
                    test.push(game.pair, scores);
                }
            }
        }
        self.games.push(game);
    }

    fn ended_before(&self, pair: u32) -> bool {
        self.test.as_ref().and_then(TestRun::end).is_some_and(|end| pair >= end)
    }
}

/// One thread.
struct Board<'h, L: Layout> {
    hall: &'h Hall<'h, L>,
    seats: HashMap<usize, Seat<L>>,
}

impl<L: Layout> Board<'_, L> {
    fn run(mut self) {
        let hall = self.hall;
        while !hall.stopped() {
            let Some(pair) = hall.pairs.get(hall.next.fetch_add(1, Ordering::Relaxed)) else { return };
            if hall.desk().ended_before(pair.number) {
                return;
            }
            if let Err(error) = self.pair(pair) {
                hall.desk().error.get_or_insert(error);
                hall.stop.store(true, Ordering::Relaxed);
            }
            hall.task.add(1);
            hall.task.remark(&hall.standings());
        }
    }

    fn pair(&mut self, pair: &PairToPlay) -> Result<(), TournamentError> {
        let hall = self.hall;
        let Pairing { first, second } = pair.pairing;
        let opening = hall.setup.book.get(hall.rules, pair.number)?;
        for game in [0, 1_u8].into_iter().filter(|&game| pair.open[usize::from(game)]) {
            let colors = if game == 0 { [first, second] } else { [second, first] };
            if colors.iter().any(|player| hall.desk().absent.contains_key(player)) {
                return Ok(());
            }
            let mut result = self.game(pair, game, colors, &opening);
            if let Err((player, _)) = &result {
                // It does not begin this game; perhaps it does once it is started again.
                self.seats.remove(player);
                result = self.game(pair, game, colors, &opening);
            }
            match result {
                Ok(Some(played)) => hall.bring(pair, game, &opening, played)?,
                Ok(None) => return Ok(()),
                Err((player, fault)) => {
                    self.seats.remove(&player);
                    self.absent(player, pair, colors, &fault);
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Plays a game, between players by colour. Nothing if it is broken off; an error if a player does not begin it.
    fn game(
        &mut self,
        pair: &PairToPlay,
        game: u8,
        colors: [usize; 2],
        opening: &Opening<L>,
    ) -> Result<Option<Played>, (usize, Fault)> {
        let hall = self.hall;
        let roster = &hall.setup.roster;
        if self.seats.len() + 2 > SEATS {
            self.seats.retain(|player, _| colors.contains(player));
        }
        for player in colors {
            self.take_seat(player).map_err(|fault| (player, fault))?;
        }
        let [Some(white), Some(black)] = self.seats.get_disjoint_mut([&colors[0], &colors[1]]) else {
            return Ok(None);
        };
        let Pairing { first, second } = pair.pairing;
        let stream = format!("game {} - {}", roster.name(first), roster.name(second));
        let seed = Seeds::new(hall.config.seed).seed(&stream, 2 * u64::from(pair.number) + u64::from(game));
        let knowledge = (&hall.config.adjudication, hall.setup.oracle.as_deref());
        let stopped = || hall.stopped() || hall.desk().ended_before(pair.number);
        let played = play(hall.rules, [white, black], opening, knowledge, seed, &stopped)
            .map_err(|(color, fault)| (colors[color.index()], fault))?;
        if let Some(played) = &played {
            for color in Color::BOTH.into_iter().filter(|color| played.gone[color.index()]) {
                self.seats.remove(&colors[color.index()]);
            }
        }
        Ok(played)
    }

    fn take_seat(&mut self, player: usize) -> Result<(), Fault> {
        if self.seats.contains_key(&player) {
            return Ok(());
        }
        let seat = self.hall.setup.roster.seat(player)?;
        self.seats.insert(player, seat);
        Ok(())
    }

    /// A player who cannot be seated: its games are not played, the others are.
    fn absent(&self, player: usize, pair: &PairToPlay, [white, black]: [usize; 2], fault: &Fault) {
        let roster = &self.hall.setup.roster;
        let message = format!(
            "{}: {fault} (pair {}, {} against {}); its games that are left were not played",
            roster.name(player),
            pair.number + 1,
            roster.name(white),
            roster.name(black)
        );
        self.hall.desk().absent.entry(player).or_insert(message);
    }
}

impl<L: Layout> Hall<'_, L> {
    fn desk(&self) -> std::sync::MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Writes a game down.
    fn bring(&self, pair: &PairToPlay, game: u8, opening: &Opening<L>, played: Played) -> Result<(), TournamentError> {
        let name = |player: usize| self.setup.roster.name(player).to_string();
        let Played { moves, score, termination, remark, used, .. } = played;
        let record = GameRecord {
            first: name(pair.pairing.first),
            second: name(pair.pairing.second),
            pair: pair.number,
            game,
            opening: self.setup.book.len().map_or(pair.number, |n| pair.number % n as u32),
            fen: (opening.start != self.rules.start()).then(|| self.rules.fen(&opening.start)),
            book: opening.moves.len() as u32,
            moves,
            score,
            termination,
            remark,
            used,
        };
        let mut desk = self.desk();
        desk.log.append(&record)?;
        desk.enter(pair.pairing, record);
        Ok(())
    }

    /// The first few by score, for the line of progress.
    fn standings(&self) -> String {
        const SHOWN: usize = 4;
        let desk = self.desk();
        if let Some(test) = &desk.test {
            let (score, games) = desk.scores[0];
            return format!("{:.3}, log-likelihood ratio {:.2}", score / f64::from(games.max(1)), test.llr());
        }
        let share = |player: usize| desk.scores[player].0 / f64::from(desk.scores[player].1.max(1));
        let mut order: Vec<usize> = (0..desk.scores.len()).collect();
        order.sort_by(|&a, &b| share(b).total_cmp(&share(a)));
        let one = |&player: &usize| format!("{} {:.3}", self.setup.roster.name(player), share(player));
        order.iter().take(SHOWN).map(one).collect::<Vec<_>>().join(", ")
    }
}
