//! The ranges of a config's values.

use super::range::Check;
use super::{Opponent, RunConfig};
use crate::learn::LearnError;
use hexcore::Problem;

impl RunConfig {
    /// Every value outside its range, each with its key and what it may be; empty if the config can be used.
    pub fn validate(&self) -> Vec<Problem> {
        let mut check = Check::default();
        if let Err(error) = hexcore::variant::read(&self.variant) {
            check.problems.push(Problem::new("variant", error.to_string()));
        }
        check.holds("threads", self.threads, self.threads <= 1024, "0 (one for each core) to 1024");
        let hidden = self.net.hidden;
        let fits = hidden.is_multiple_of(32) && (32..=256).contains(&hidden);
        check.holds("net.hidden", hidden, fits, "a multiple of 32 from 32 to 256");
        self.check_teacher(&mut check);
        self.check_selfplay(&mut check);
        check.part("endgames.starts", self.endgames.starts);
        let without = self.endgames.tables.is_none() && self.endgames.starts > 0.0;
        check.holds("endgames.starts", self.endgames.starts, !without, "0 without `endgames.tables`");
        self.check_replay(&mut check);
        if let Err(LearnError::Config { field, found, expected }) = self.learner.validate() {
            check.holds(&format!("learner.{field}"), found, false, expected);
        }
        self.check_evaluation(&mut check);
        self.check_budget(&mut check);
        check.problems
    }

    fn check_teacher(&self, check: &mut Check) {
        let teacher = &self.teacher;
        check.number("teacher.depth", teacher.depth, 1, 12);
        check.positive("teacher.minutes", teacher.minutes, 1e6);
        check.number("teacher.positions", teacher.positions, 1, 1 << 40);
        check.interval("teacher.random_plies", teacher.random_plies, 200);
        check.part("teacher.random_moves", teacher.random_moves);
        check.number("teacher.max_plies", teacher.max_plies, 2, 4096);
        check.part("teacher.z_weight", teacher.z_weight);
        check.positive("teacher.score_scale", teacher.score_scale, 1e5);
        check.positive("teacher.passes", teacher.passes, 1e3);
    }

    fn check_selfplay(&self, check: &mut Check) {
        let selfplay = &self.selfplay;
        check.number("selfplay.games_per_actor", selfplay.games_per_actor, 1, 4096);
        let stages = &selfplay.simulations;
        check.holds("selfplay.simulations", "an empty list", !stages.is_empty(), "at least one stage");
        let mut ends = (0.0, 0);
        for (i, stage) in stages.iter().enumerate() {
            let key = |name| format!("selfplay.simulations[{i}].{name}");
            check.number(&key("simulations"), stage.simulations, 1, 1 << 20);
            if let Some(until) = stage.until {
                let rises = until > ends.0 && until <= 1.0;
                check.holds(&key("until"), until, rises, "more than the stage before, at most 1");
                ends.0 = until;
            }
            if let Some(until) = stage.until_step {
                check.holds(&key("until_step"), until, until > ends.1, "more than the stage before");
                ends.1 = until;
            }
            let endless = stage.until.is_none() && stage.until_step.is_none();
            if endless && i + 1 < stages.len() {
                check.problems.push(Problem::new(
                    format!("selfplay.simulations[{i}]"),
                    "has no `until`, so the stages after it never come: expected that of the last stage only",
                ));
            }
        }
        check.part("selfplay.full_fraction", selfplay.full_fraction);
        check.number("selfplay.fast_simulations", selfplay.fast_simulations, 1, 1 << 20);
        check.number("selfplay.gumbel.considered", selfplay.gumbel.considered, 1, 1024);
        check.zero_to("selfplay.gumbel.c_visit", selfplay.gumbel.c_visit, 1e6);
        check.positive("selfplay.gumbel.c_scale", selfplay.gumbel.c_scale, 1e3);
        check.zero_to("selfplay.gumbel.exploration", selfplay.gumbel.exploration, 10.0);
        check.interval("selfplay.opening_plies", selfplay.opening_plies, 200);
        check.positive("selfplay.temperature", selfplay.temperature, 100.0);
        check.number("selfplay.max_plies", selfplay.max_plies, 2, 4096);
        check.zero_to("selfplay.resign.value", selfplay.resign.value, 0.49);
        check.number("selfplay.resign.plies", selfplay.resign.plies, 1, 1000);
        check.part("selfplay.resign.playthrough", selfplay.resign.playthrough);
    }

    fn check_replay(&self, check: &mut Check) {
        let (replay, window) = (&self.replay, &self.replay.window);
        check.holds("replay.window.c", window.c, (1.0..=1e12).contains(&window.c), "1 to 1e12");
        check.part("replay.window.a", window.a);
        check.part("replay.window.b", window.b);
        check.number("replay.max_positions", replay.max_positions, 1000, 1 << 32);
        check.positive("replay.uses", replay.uses, 1e3);
        check.part("replay.teacher_fraction", replay.teacher_fraction);
        check.part("targets.z_weight", self.targets.z_weight);
        check.part("targets.z_weight_final", self.targets.z_weight_final);
    }

    fn check_evaluation(&self, check: &mut Check) {
        let evaluation = &self.evaluation;
        check.positive("evaluation.every_minutes", evaluation.every_minutes, 1e6);
        check.number("evaluation.pairs", evaluation.pairs, 0, 1 << 20);
        check.number("evaluation.final_pairs", evaluation.final_pairs, 0, 1 << 20);
        check.number("evaluation.simulations", evaluation.simulations, 1, 1 << 20);
        for (i, &n) in evaluation.final_simulations.iter().enumerate() {
            check.number(&format!("evaluation.final_simulations[{i}]"), n, 1, 1 << 20);
        }
        check.interval("evaluation.opening_plies", evaluation.opening_plies, 200);
        check.number("evaluation.max_plies", evaluation.max_plies, 2, 4096);
        let opponents: &[Opponent] = &evaluation.opponents;
        for (i, opponent) in opponents.iter().enumerate() {
            let key = format!("evaluation.opponents[{i}]");
            check.holds(&key, opponent, !opponents[..i].contains(opponent), "each opponent once");
        }
    }

    fn check_budget(&self, check: &mut Check) {
        let budget = &self.budget;
        if let Some(minutes) = budget.minutes {
            check.positive("budget.minutes", minutes, 1e7);
        }
        for (key, limit) in [("budget.positions", budget.positions), ("budget.steps", budget.steps)] {
            if let Some(limit) = limit {
                check.number(key, limit, 1, 1 << 50);
            }
        }
        if (budget.minutes, budget.positions, budget.steps) == (None, None, None) {
            let message = "no limit: expected minutes, positions or steps";
            check.problems.push(Problem::new("budget", message));
        }
        check.positive("checkpoint.every_seconds", self.checkpoint.every_seconds, 1e7);
        check.number("checkpoint.keep", self.checkpoint.keep, 1, 1 << 20);
    }
}
