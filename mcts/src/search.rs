//! The tree search as two halves: [`gather`](Search::gather) walks down the tree and collects leaves,
//! [`apply`](Search::apply) takes their evaluations back up. What happens between them is the caller's: one leaf or many,
//! of one search or of a hundred games at once.

mod line;
mod report;

use crate::config::{ConfigError, SearchConfig};
use crate::evaluator::{Batch, Evaluator};
use crate::limits::Limits;
use crate::oracle::Oracle;
use crate::result::SearchResult;
use crate::rng::Rng;
use crate::root::Root;
use crate::tree::{NONE, PENDING, Puct, ROOT, Step, Tree};
use crate::value::{Proof, Wdl};
use hexcore::{Game, Layout, Move, MoveList, Position, Rules};
use line::Line;
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

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
}

/// A leaf that waits for its evaluation.
#[derive(Clone, Debug, Default)]
struct Waiting {
    path: Vec<Step>,
}

/// How a walk down the tree ended.
enum Walk {
    /// At a node whose value is known, which has been backed up.
    Known,
    /// At a leaf that now waits in the batch.
    Leaf,
    /// At a leaf that waits already.
    Collision,
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
        if self.out != 0 || !self.config.reuse {
            self.tree.clear();
        } else if !self.tree.is_empty() {
            self.keep(kept.map(|ply| &game.moves()[ply..]));
        }
        self.waiting.iter_mut().for_each(|w| w.path.clear());
        self.vacant.clear();
        self.vacant.extend((0..self.waiting.len() as u32).rev());
        (self.out, self.started, self.finished) = (0, 0, 0);
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

    /// The root is evaluated first. That is no simulation of its own.
    fn gather_root(&mut self, rules: &Rules<L>, batch: &mut Batch<L>) {
        let position = *self.line.root();
        rules.legal_moves(&position, &mut self.list);
        self.path.clear();
        self.wait(&position, batch);
    }

    fn wait(&mut self, position: &Position<L>, batch: &mut Batch<L>) {
        let place = self.vacant.pop().unwrap_or_else(|| {
            self.waiting.push(Waiting::default());
            self.waiting.len() as u32 - 1
        });
        let path = &mut self.waiting[place as usize].path;
        path.clear();
        path.extend_from_slice(&self.path);
        let leaf = batch.push(position, &self.list);
        batch.set_tag(leaf, place);
        self.out += 1;
    }

    fn walk(&mut self, rules: &Rules<L>, batch: &mut Batch<L>) -> Walk {
        let puct = Puct { c: self.config.cpuct, fpu_reduction: self.config.fpu_reduction };
        self.path.clear();
        self.line.back_to_root();
        let mut position = *self.line.root();
        let mut first = Some(self.root.pick(&self.tree, &self.config));
        let mut node = ROOT;
        loop {
            let (step, m) = match first.take() {
                Some(i) => self.tree.take(Step { node: ROOT, place: i as u32 }),
                None => self.tree.select(node, puct),
            };
            rules.play(&mut position, m);
            self.line.push(position.hash());
            self.path.push(step);
            node = match self.tree.child(step) {
                NONE => return self.visit(rules, batch, step, &position),
                PENDING => {
                    self.tree.retract(&self.path);
                    self.root.retract();
                    return Walk::Collision;
                }
                child => child,
            };
            if let Some(value) = self.tree.node(node).fixed() {
                self.tree.backup(&self.path, node, value);
                return Walk::Known;
            }
        }
    }

    /// Looks at a position for the first time.
    fn visit(&mut self, rules: &Rules<L>, batch: &mut Batch<L>, step: Step, position: &Position<L>) -> Walk {
        let known = self.known(rules, position);
        let (node, value) = match known {
            Known::Open => {
                self.tree.set_child(step, PENDING);
                self.wait(position, batch);
                return Walk::Leaf;
            }
            Known::Repeats => (self.tree.repeat(), Wdl::DRAW),
            Known::Ends(proof, value) => (self.tree.end(proof), value),
        };
        self.tree.set_child(step, node);
        self.tree.backup(&self.path, node, value);
        Walk::Known
    }

    /// What the rules and tables say of a new leaf. Fills the list of moves if that is needed.
    fn known(&mut self, rules: &Rules<L>, position: &Position<L>) -> Known {
        if self.line.repeats(position.clock()) {
            return Known::Repeats;
        }
        rules.legal_moves(position, &mut self.list);
        if let Some(outcome) = rules.ending(position, !self.list.is_empty()) {
            let value = Wdl::of(rules, outcome, position.side());
            let score = value.score();
            return Known::Ends(Proof { score, plies: 0 }, value);
        }
        if rules.move_limit_reached(position) {
            return Known::Ends(Proof { score: 0.5, plies: 0 }, Wdl::DRAW);
        }
        match self.oracle.as_ref().and_then(|oracle| oracle.probe(rules, position)) {
            Some(proof) => Known::Ends(proof, Wdl::from_score(proof.score)),
            None => Known::Open,
        }
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

/// What is known of a position before it is evaluated.
enum Known {
    Open,
    Repeats,
    Ends(Proof, Wdl),
}
