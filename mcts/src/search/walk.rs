//! One walk down the tree, to a leaf or to a position whose value is known.

use super::{Search, Waiting};
use crate::evaluator::Batch;
use crate::tree::{NONE, PENDING, Puct, ROOT, Step};
use crate::value::{Proof, Wdl};
use hexcore::{Layout, MoveList, Position, Rules};

/// How a walk down the tree ended.
pub(super) enum Walk {
    /// At a node whose value is known, which has been backed up.
    Known,
    /// At a leaf that now waits in the batch.
    Leaf,
    /// At a leaf that waits already.
    Collision,
}

/// What is known of a position before it is evaluated.
enum Known {
    Open,
    Repeats,
    Ends(Proof, Wdl),
}

impl<L: Layout> Search<L> {
    /// The root is evaluated first. That is no simulation of its own.
    pub(super) fn gather_root(&mut self, rules: &Rules<L>, batch: &mut Batch<L>) {
        let position = *self.line.root();
        rules.legal_moves(&position, &mut self.list);
        if !self.limits.moves.is_empty() {
            let mut allowed = MoveList::new();
            self.list.iter().filter(|&&m| self.limits.allows(m)).for_each(|&m| allowed.push(m));
            self.list = allowed;
        }
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

    pub(super) fn walk(&mut self, rules: &Rules<L>, batch: &mut Batch<L>) -> Walk {
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

    /// If the oracle knows the root and all that its moves lead to, visits them all, the best first: a search that stops at
    /// the first proof must not take a slow win for a quick one, or it might go round in circles.
    pub(super) fn ask_about_root(&mut self, rules: &Rules<L>, batch: &mut Batch<L>) {
        let root = *self.line.root();
        let Some(oracle) = self.oracle.clone() else { return };
        if oracle.probe(rules, &root).is_none() {
            return;
        }
        let mut order: Vec<(u32, Proof)> = Vec::new();
        for (i, &m) in (0..).zip(self.tree.edges(ROOT).moves) {
            let position = rules.played(&root, m);
            rules.legal_moves(&position, &mut self.list);
            let proof = match rules.ending(&position, !self.list.is_empty()) {
                Some(outcome) => Some(Proof { score: rules.score(outcome, position.side()), plies: 0 }),
                None => oracle.probe(rules, &position),
            };
            let Some(proof) = proof else { return };
            order.push((i, proof.before()));
        }
        order.sort_by(|a, b| b.1.beats(a.1).cmp(&a.1.beats(b.1)));
        for (place, _) in order {
            if self.started != 0 && self.limits.simulations.is_some_and(|n| self.started >= n) {
                return;
            }
            let (step, m) = self.tree.take(Step { node: ROOT, place });
            self.path.clear();
            self.path.push(step);
            if self.tree.child(step) != NONE {
                self.tree.retract(&self.path);
                continue;
            }
            self.line.back_to_root();
            let position = rules.played(&root, m);
            self.line.push(position.hash());
            self.started += 1;
            if let Walk::Known = self.visit(rules, batch, step, &position) {
                self.finished += 1;
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
}
