//! What is wrong with a measurement's config.

use super::PieceValuesConfig;
use crate::config::{Check, Opponent};
use crate::piece_values::army::{Imbalance, unequal};
use crate::player::PlayerSpec;
use hexcore::{AnyRules, Layout, Problem, Rules, with_rules};

impl PieceValuesConfig {
    /// Every value that makes no sense, each with its key; empty if the config can be used.
    pub fn validate(&self) -> Vec<Problem> {
        let mut check = Check::default();
        match hexcore::variant::read(&self.variant) {
            Err(error) => check.problems.push(Problem::new("variant", error.to_string())),
            Ok(variant) => match AnyRules::new(&variant) {
                Err(error) => check.problems.push(Problem::new("variant", error.to_string())),
                Ok(rules) => with_rules!(&rules, rules => self.check_men(rules, &mut check)),
            },
        }
        check.holds("threads", self.threads, self.threads <= 1024, "0 (one for each core) to 1024");
        check.holds("players", "an empty list", !self.players.is_empty(), "one player or more");
        for (i, text) in self.players.iter().enumerate() {
            let key = format!("players[{i}]");
            match text.parse::<PlayerSpec>() {
                Ok(PlayerSpec::Baseline(Opponent::Random)) => {
                    check.problems.push(Problem::new(key, "is random, who does not know what men are for"));
                }
                Ok(_) if self.players[..i].contains(text) => {
                    check.problems.push(Problem::new(key, format!("is `{text}` again")));
                }
                Ok(_) => {}
                Err(error) => check.problems.push(Problem::new(key, error.to_string())),
            }
        }
        check.interval("opening_plies", self.opening_plies, 200);
        check.holds("balance", self.balance, self.balance > 0.0 && self.balance <= 0.5, "above 0, at most 0.5");
        check.number("max_plies", self.max_plies, 2, 65_535);
        check.number("bootstrap", self.bootstrap, 100, 1_000_000);
        check.number("matches.pairs", self.matches.pairs, 0, 100_000);
        check.number("matches.pilot", self.matches.pilot, 0, 100_000);
        check.number("outcome.games", self.outcome.games, 0, 1_000_000);
        check.number("outcome.positions", self.outcome.positions, 1, 100);
        check.number("outcome.from_ply", self.outcome.from_ply, 0, 65_535);
        check.number("probe.positions", self.probe.positions, 1, 10_000_000);
        let margin = self.probe.margin;
        check.holds("probe.margin", margin, margin > 0.0 && margin <= 0.5, "above 0, at most 0.5");
        let probed = self.probe.nets.is_empty() || self.outcome.games > 0;
        check.holds(
            "outcome.games",
            0,
            probed,
            "1 or more with `probe.nets`: their positions are what nets are asked about",
        );
        let played = self.matches.pairs + self.matches.pilot + self.outcome.games > 0;
        check.holds("matches.pairs", 0, played, "1 or more, or `outcome.games`: there is nothing to measure");
        let arbited = self.arbiter.pairs == 0 || self.matches.pairs + self.matches.pilot > 0;
        check.holds("arbiter.pairs", self.arbiter.pairs, arbited, "0 without matches, whose values it plays with");
        check.number("arbiter.pairs", self.arbiter.pairs, 0, 10_000_000);
        check.number("arbiter.depth", self.arbiter.depth, 1, 12);
        let sprt = &self.arbiter.sprt;
        check.holds("arbiter.sprt.elo1", sprt.elo1, sprt.elo1 > sprt.elo0, "more than elo0");
        for (key, rate) in [("arbiter.sprt.alpha", sprt.alpha), ("arbiter.sprt.beta", sprt.beta)] {
            check.holds(key, rate, rate > 0.0 && rate < 0.5, "above 0, below 0.5");
        }
        check.problems
    }

    fn check_men<L: Layout>(&self, rules: &Rules<L>, check: &mut Check) {
        if let Some(difference) = unequal(rules) {
            let message = format!("armies are to be each other's mirror images, but {difference}");
            check.problems.push(Problem::new("variant", message));
        }
        for (i, text) in self.matches.imbalances.iter().enumerate() {
            if let Err(message) = Imbalance::parse(rules, text) {
                check.problems.push(Problem::new(format!("matches.imbalances[{i}]"), message));
            }
        }
        for (i, table) in self.published.iter().enumerate() {
            for (name, value) in &table.values {
                let key = format!("published[{i}].values.{name}");
                let known = rules.kinds().iter().any(|kind| kind.exists && kind.name == *name);
                if !known {
                    let names: Vec<&str> =
                        rules.kinds().iter().filter(|kind| kind.exists).map(|kind| kind.name.as_str()).collect();
                    let title = &rules.variant().title;
                    let message = format!("{title} has no {name}: expected one of {}", names.join(", "));
                    check.problems.push(Problem::new(key, message));
                } else if !(0.0..=1000.0).contains(value) {
                    check.problems.push(Problem::new(key, format!("is {value}, expected 0 to 1000")));
                }
            }
        }
    }
}
