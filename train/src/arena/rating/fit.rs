//! The most likely strengths, by Newton's method. The logarithm of the likelihood is concave, so there is one hill only.

use super::Graded;
use super::graph::Groups;
use super::likelihood::{Chances, Counts, Results};

/// No step changes a value by more: far from the top the curve is no guide.
const LONGEST_STEP: f64 = 2.0;
/// A step that gains less is the last. A value that grows without end stops growing then, too.
const LEAST_GAIN: f64 = 1e-9;
const MOST_STEPS: usize = 200;

/// Values under way to the most likely ones: strengths without the anchor's, the advantage, the logarithm of `nu`.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    cells: Vec<Cell>,
    /// By player.
    places: Vec<Option<usize>>,
    anchor: usize,
    draws: bool,
    pub(super) values: Vec<f64>,
    /// Logarithm of the likelihood of the values.
    pub(super) height: f64,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    white: Option<usize>,
    black: Option<usize>,
    games: Counts,
}

/// What is taken as known before any game: two equals have won one each with White. Where every game was drawn, or won by
/// the same color, the likelihood alone grows without end in `nu` or in the advantage: a strength would then be worth
/// nothing in Elo, or any strength would do.
const EQUALS: Cell = Cell { white: None, black: None, games: Counts { wins: 1.0, draws: 0.0, losses: 1.0 } };

impl Fit {
    pub(super) fn new(results: &Results, groups: &Groups, anchor: usize) -> Fit {
        let mut count = 0;
        let place = |player: usize| {
            (player != anchor && groups.connected(player)).then(|| {
                count += 1;
                count - 1
            })
        };
        let places: Vec<Option<usize>> = (0..results.players).map(place).collect();
        let cell = |(&(white, black), &games): (&(usize, usize), &Counts)| {
            groups.connected(white).then(|| Cell { white: places[white], black: places[black], games })
        };
        let mut cells: Vec<Cell> = results.counts.iter().filter_map(cell).collect();
        cells.push(EQUALS);
        let values = vec![0.0; count + 1 + usize::from(results.draws)];
        Fit { cells, places, anchor, draws: results.draws, values, height: f64::NEG_INFINITY }
    }

    /// The place of a player's strength among the values; none for the anchor and who cannot be compared with it.
    pub(super) fn index(&self, player: usize) -> Option<usize> {
        self.places[player]
    }

    /// The place of the advantage.
    pub(super) fn advantage(&self) -> usize {
        self.values.len() - 1 - usize::from(self.draws)
    }

    fn log_nu(&self, values: &[f64]) -> Option<f64> {
        if self.draws { values.last().copied() } else { None }
    }

    fn nu(&self) -> f64 {
        self.log_nu(&self.values).map_or(0.0, f64::exp)
    }

    /// Elo of one unit of strength.
    pub(super) fn elo(&self) -> f64 {
        400.0 / std::f64::consts::LN_10 * 2.0 / (2.0 + self.nu())
    }

    /// Probability of a draw between equals.
    pub(super) fn draws(&self) -> f64 {
        self.nu() / (2.0 + self.nu())
    }

    fn difference(&self, cell: &Cell, values: &[f64]) -> f64 {
        let strength = |place: Option<usize>| place.map_or(0.0, |i| values[i]);
        strength(cell.white) - strength(cell.black) + values[self.advantage()]
    }

    fn height_of(&self, values: &[f64]) -> f64 {
        let nu = self.log_nu(values);
        let one = |cell: &Cell| {
            let x = self.difference(cell, values);
            Chances::new(x, nu).log_likelihood(cell.games, x, nu)
        };
        self.cells.iter().map(one).sum()
    }

    /// Climbs to the top from where it is; one value may be kept as it is.
    pub(super) fn climb(&mut self, kept: Option<usize>) {
        self.height = self.height_of(&self.values);
        for _ in 0..MOST_STEPS {
            let Some(step) = self.step(kept) else { return };
            let longest = step.iter().map(|s| s.abs()).fold(0.0, f64::max);
            let mut part = (LONGEST_STEP / longest).min(1.0);
            let (values, height) = loop {
                let values: Vec<f64> = self.values.iter().zip(&step).map(|(v, s)| v + part * s).collect();
                let height = self.height_of(&values);
                if height >= self.height || part < 1e-6 {
                    break (values, height);
                }
                part /= 2.0;
            };
            let gain = height - self.height;
            if gain > 0.0 {
                (self.values, self.height) = (values, height);
            }
            if gain < LEAST_GAIN {
                return;
            }
        }
    }

    /// Newton's step.
    fn step(&self, kept: Option<usize>) -> Option<Vec<f64>> {
        let n = self.values.len();
        let (mut slope, mut curve) = (vec![0.0; n], vec![0.0; n * n]);
        let nu = self.log_nu(&self.values);
        for cell in &self.cells {
            let Counts { wins, draws, losses } = cell.games;
            let all = wins + draws + losses;
            let chances = Chances::new(self.difference(cell, &self.values), nu);
            let lead = (chances.win - chances.loss) / 2.0;
            let along_x = (wins - losses) / 2.0 - all * lead;
            let bend_x = all * ((chances.win + chances.loss) / 4.0 - lead * lead);
            let on_x = [(cell.white, 1.0), (cell.black, -1.0), (Some(self.advantage()), 1.0)];
            let on_x = on_x.into_iter().filter_map(|(place, sign)| Some((place?, sign)));
            for (i, sign) in on_x.clone() {
                slope[i] += sign * along_x;
                for (j, other) in on_x.clone() {
                    curve[i * n + j] += sign * other * bend_x;
                }
                if self.draws {
                    let bend = -all * lead * chances.draw * sign;
                    curve[i * n + n - 1] += bend;
                    curve[(n - 1) * n + i] += bend;
                }
            }
            if self.draws {
                slope[n - 1] += draws - all * chances.draw;
                curve[n * n - 1] += all * chances.draw * (1.0 - chances.draw);
            }
        }
        if let Some(kept) = kept {
            slope[kept] = 0.0;
            for i in 0..n {
                curve[kept * n + i] = 0.0;
                curve[i * n + kept] = 0.0;
            }
            curve[kept * n + kept] = 1.0;
        }
        // Values that the games do not bound hardly bend the curve.
        (0..n).for_each(|i| curve[i * n + i] += 1e-9);
        solve(curve, slope)
    }

    /// How the scores of pairs - all, or those of a player - vary.
    pub(super) fn spread(&self, pairs: &[Graded], player: Option<usize>) -> Spread {
        let nu = self.log_nu(&self.values);
        let strength = |player: usize| match self.places[player] {
            Some(place) => Some(self.values[place]),
            None => (player == self.anchor).then_some(0.0),
        };
        let advantage = self.values[self.advantage()];
        let (mut seen, mut expected, mut count) = (0.0, 0.0, 0.0);
        let of = |pair: &&Graded| player.is_none_or(|player| player == pair.first || player == pair.second);
        for pair in pairs.iter().filter(of) {
            let (Some(first), Some(second)) = (strength(pair.first), strength(pair.second)) else { continue };
            let games = [first - second + advantage, second - first + advantage].map(|x| Chances::new(x, nu));
            let score = games[0].score() + 1.0 - games[1].score();
            seen += (pair.scores[0] + pair.scores[1] - score).powi(2);
            expected += games[0].variance() + games[1].variance();
            count += 1.0;
        }
        // What was fitted to the scores is that much nearer to them.
        let fitted = if player.is_some() { 1.0 } else { self.values.len() as f64 };
        let freedom: f64 = if count > 0.0 { 1.0 - fitted / count } else { 1.0 };
        Spread { seen, expected: expected * freedom.max(0.5) }
    }
}

/// How much the scores of pairs vary, each being the sum of its games', and how much those of independent games would.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    seen: f64,
    expected: f64,
}

impl Spread {
    /// One over the other: 1 of no pairs.
    pub(super) fn ratio(self) -> f64 {
        (self.seen + 1.0) / (self.expected + 1.0)
    }

    /// The same for intervals, which are to hold for few pairs, too. One won and one lost pair of equals are added, as in the
    /// estimate of a match: each is 1 away from its mean, while independent games of equals would vary by 1/4 each. Pairs that
    /// all went the same way do not say that there is no chance in them: both games may hang on their opening.
    pub(super) fn careful_ratio(self) -> f64 {
        (self.seen + 2.0) / (self.expected + 1.0)
    }
}

/// Solves a symmetric positive definite system by Cholesky's decomposition; none if it is not definite.
fn solve(mut a: Vec<f64>, mut b: Vec<f64>) -> Option<Vec<f64>> {
    let n = b.len();
    for j in 0..n {
        for i in j..n {
            let sum: f64 = (0..j).map(|k| a[i * n + k] * a[j * n + k]).sum();
            let rest = a[i * n + j] - sum;
            if i > j {
                a[i * n + j] = rest / a[j * n + j];
            } else if rest > 0.0 {
                a[j * n + j] = rest.sqrt();
            } else {
                return None;
            }
        }
    }
    for i in 0..n {
        let sum: f64 = (0..i).map(|k| a[i * n + k] * b[k]).sum();
        b[i] = (b[i] - sum) / a[i * n + i];
    }
    for i in (0..n).rev() {
        let sum: f64 = (i + 1..n).map(|k| a[k * n + i] * b[k]).sum();
        b[i] = (b[i] - sum) / a[i * n + i];
    }
    b.iter().all(|x| x.is_finite()).then_some(b)
}
