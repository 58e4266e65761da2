//! The tree search as two halves: [`gather`](Search::gather) walks down the tree and collects leaves,
//! [`apply`](Search::apply) takes their evaluations back up. What happens between them is the caller's: one leaf or many,
//! of one search or of a hundred games at once.

mod line;
mod report;
mod walk;

use crate::config::{ConfigError, SearchConfig};
use crate::evaluator::{Batch, Evaluator};
use crate::limits::Limits;
use crate::oracle::Oracle;
use crate::result::SearchResult;
use crate::rng::Rng;
use crate::root::Root;
use crate::tree::{ROOT, Step, Tree};
use hexcore::{Game, Layout, Move, MoveList, Rules};
use line::Line;
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;
use walk::Walk;

/// A tree search of one game's positions, one after the other.
///
/// ```
/// use hexcore::{AnyRules, Game, variant::builtin, with_rules};
/// use hexmcts::{Batch, Evaluator, Limits, Material, Search, SearchConfig};
///
/// with_rules!(&AnyRules::new(&builtin("glinski")?)?, rules => {
///     let game = Game::new(rules);
///     let (mut batch, mut evaluator) = (Batch::new(), Material::default());
///     let mut search = Search::new(SearchConfig::default())?;
///     search.start(&game, Limits::simulations(100), 1);
///     while !search.done() {
///         batch.clear();
///         let leaves = search.gather(rules, &mut batch, 8);
///         evaluator.evaluate(rules, &mut batch);
///         search.apply(&batch, leaves);
///     }
///     assert_eq!(search.result(rules).simulations, 100);
/// });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Search<L: Layout> {
    config: SearchConfig,
    oracle: Option<Arc<dyn Oracle<L>>>,
    limits: Limits,
    began: Instant,
    rng: Rng,
    tree: Tree,
    spare: Tree,
    root: Root,
    line: Line<L>,
    path: Vec<Step>,
    list: MoveList,
    waiting: Vec<Waiting>,
    /// Free places of `waiting`.
    vacant: Vec<u32>,
    /// Number of leaves that wait for their evaluation.
    out: usize,
    started: u32,
    finished: u32,
    over: bool,
    /// Whether the oracle has been asked about the root's moves.
    asked: bool,
}

/// A leaf that waits for its evaluation.
#[derive(Clone, Debug, Default)]
struct Waiting {
    path: Vec<Step>,
}

impl<L: Layout> Search<L> {
    /// A search without a game yet.
    ///
    /// # Errors
    /// The first setting that makes no sense.
    pub fn new(config: SearchConfig) -> Result<Search<L>, ConfigError> {
        config.validate()?;
        Ok(Search {
            config,
            oracle: None,
            limits: Limits::default(),
            began: Instant::now(),
            rng: Rng::new(0),
            tree: Tree::default(),
            spare: Tree::default(),
            root: Root::default(),
            line: Line::default(),
            path: Vec::new(),
            list: MoveList::new(),
            waiting: Vec::new(),
            vacant: Vec::new(),
            out: 0,
            started: 0,
            finished: 0,
            over: true,
            asked: false,
        })
    }

    /// The same search with exact knowledge of some positions.
    #[must_use]
    pub fn with_oracle(mut self, oracle: Arc<dyn Oracle<L>>) -> Search<L> {
        self.oracle = Some(oracle);
        self
    }

    /// How it is set up.
    pub fn config(&self) -> &SearchConfig {
        &self.config
    }

    /// Turns to a game's present position. The tree of an earlier position of the same game is kept as far as it leads
    /// here, if the config says so; leaves that still wait are forgotten, and the tree with them.
    pub fn start(&mut self, game: &Game<L>, limits: Limits, seed: u64) {
        let kept = self.line.turn_to(game);
        // A root with some of its moves only is of no use to a search of others.
        let restricted = !limits.moves.is_empty() || !self.limits.moves.is_empty();
        if self.out != 0 || !self.config.reuse || restricted {
            self.tree.clear();
        } else if !self.tree.is_empty() {
            self.keep(kept.map(|ply| &game.moves()[ply..]));
        }
        self.waiting.iter_mut().for_each(|w| w.path.clear());
        self.vacant.clear();
        self.vacant.extend((0..self.waiting.len() as u32).rev());
        (self.out, self.started, self.finished) = (0, 0, 0);
        self.asked = false;
        self.limits = Limits { simulations: limits.simulations.map(|n| n.max(1)), ..limits };
        self.began = Instant::now();
        self.rng = Rng::new(seed);
        self.over = game.outcome().is_some();
        if !self.tree.is_empty() {
            self.begin();
        }
    }

    /// Keeps the subtree that the moves lead to.
    fn keep(&mut self, moves: Option<&[Move]>) {
        let walk = |moves: &[Move]| moves.iter().try_fold(ROOT, |id, &m| self.tree.follow(id, m));
        match moves.and_then(walk) {
            Some(id) => {
                self.tree.copy(id, 1, &mut self.spare);
                std::mem::swap(&mut self.tree, &mut self.spare);
            }
            None => self.tree.clear(),
        }
    }

    /// Forgets the tree.
    pub fn forget(&mut self) {
        self.tree.clear();
        self.out = 0;
        self.over = true;
    }

    fn begin(&mut self) {
        let Search { root, tree, config, rng, limits, .. } = self;
        root.begin(tree, config, limits.simulations, rng);
    }

    /// Whether nothing is left to gather: a limit is reached, the game is over, or the root's value is proven.
    pub fn done(&self) -> bool {
        if self.over || self.limits.simulations.is_some_and(|n| self.started >= n) {
            return true;
        }
        if self.config.stop_when_proven && !self.tree.is_empty() && self.tree.node(ROOT).proof.is_some() {
            return true;
        }
        // The clock is read now and then only.
        let late = |n: u32| n.is_multiple_of(16) && self.limits.time.is_some_and(|t| self.began.elapsed() >= t);
        let large = self.limits.nodes.is_some_and(|n| u64::from(self.started) >= n);
        // One simulation is always done: there is a move to play.
        self.finished != 0 && (large || late(self.started) || self.limits.stopped())
    }

    /// Walks down the tree until `most` leaves are collected in the batch, or none can be: the search is done or all that
    /// it would look at next waits already. Returns which leaves of the batch are this search's.
    ///
    /// Simulations that end in known positions are finished on the way.
    pub fn gather(&mut self, rules: &Rules<L>, batch: &mut Batch<L>, most: usize) -> Range<usize> {
        let first = batch.len();
        self.make_room();
        while batch.len() - first < most && !self.done() {
            if self.tree.is_empty() {
                if self.out == 0 {
                    self.gather_root(rules, batch);
                }
                break;
            }
            if !self.asked {
                self.asked = true;
                self.ask_about_root(rules, batch);
                continue;
            }
            match self.walk(rules, batch) {
                Walk::Known => {
                    self.started += 1;
                    self.finished += 1;
                }
                Walk::Leaf => self.started += 1,
                Walk::Collision => break,
            }
        }
        first..batch.len()
    }

    /// Takes the evaluations of leaves that [`gather`](Search::gather) put into this batch into the tree.
    pub fn apply(&mut self, batch: &Batch<L>, leaves: Range<usize>) {
        for leaf in leaves {
            let place = batch.tag(leaf);
            let path = std::mem::take(&mut self.waiting[place as usize].path);
            let value = batch.value(leaf);
            let node = self.tree.expand(batch.moves(leaf), batch.logits(leaf), value);
            if let Some(&step) = path.last() {
                self.tree.set_child(step, node);
            }
            self.tree.backup(&path, node, value);
            self.out -= 1;
            if path.is_empty() {
                self.begin();
            } else {
                self.finished += 1;
            }
            self.waiting[place as usize].path = path;
            self.vacant.push(place);
        }
    }

    /// Drops the least visited nodes of a tree that has outgrown its memory. Waits until no leaf is out.
    fn make_room(&mut self) {
        let bytes = (self.config.memory as usize) << 20;
        if self.out == 0 && self.tree.bytes() > bytes {
            self.tree.shrink(bytes / 2);
            self.spare = Tree::default();
        }
    }

    /// Searches a game's present position to the end of its limits, `width` leaves at a time.
    pub fn run(
        &mut self,
        game: &Game<L>,
        limits: Limits,
        seed: u64,
        evaluator: &mut dyn Evaluator<L>,
        batch: &mut Batch<L>,
        width: usize,
    ) -> SearchResult {
        let rules = game.rules();
        self.start(game, limits, seed);
        while !self.done() {
            batch.clear();
            let leaves = self.gather(rules, batch, width.max(1));
            if !batch.is_empty() {
                evaluator.evaluate(rules, batch);
            }
            self.apply(batch, leaves);
        }
        self.result(rules)
    }

    /// Simulations started and finished.
    pub fn simulations(&self) -> u32 {
        self.finished
    }

    /// The line expected after a move of the root, from that move on.
    pub fn line_of(&self, m: Move) -> Vec<Move> {
        report::line_of(&self.tree, m)
    }

    /// What the search has found so far.
    pub fn result(&self, rules: &Rules<L>) -> SearchResult {
        report::report(self, rules)
    }
}
