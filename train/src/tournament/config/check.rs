//! What is wrong with a tournament's config, as far as the config alone can tell.

use super::{Format, TournamentConfig};
use crate::config::Check;
use crate::player::PlayerSpec;
use hexcore::Problem;

impl TournamentConfig {
    /// Every value that makes no sense, each with its key; empty if the config can be used.
    pub fn validate(&self) -> Vec<Problem> {
        let mut check = Check::default();
        if let Err(error) = hexcore::variant::read(&self.variant) {
            check.problems.push(Problem::new("variant", error.to_string()));
        }
        check.holds("threads", self.threads, self.threads <= 1024, "0 (one for each core) to 1024");
        check.number("pairs", self.pairs, 1, 10_000_000);
        self.check_players(&mut check);
        self.check_openings(&mut check);
        self.check_adjudication(&mut check);
        if let Some(sprt) = &self.sprt {
            check.holds("sprt.elo1", sprt.elo1, sprt.elo1 > sprt.elo0, "more than elo0");
            check.holds("sprt.elo0", sprt.elo0, sprt.elo0.abs() <= 2000.0, "-2000 to 2000");
            check.holds("sprt.elo1", sprt.elo1, sprt.elo1.abs() <= 2000.0, "-2000 to 2000");
            for (key, rate) in [("sprt.alpha", sprt.alpha), ("sprt.beta", sprt.beta)] {
                check.holds(key, rate, rate > 0.0 && rate < 0.5, "above 0, below 0.5");
            }
            check.holds("format", "another", self.format == Format::Match, "\"match\", since there is a test");
        }
        check.problems
    }

    fn check_players(&self, check: &mut Check) {
        let mut names: Vec<(String, String)> = Vec::new();
        for (key, player) in self.listed() {
            match player.entrant(&key) {
                Ok(entrant) => {
                    let name = &entrant.name;
                    let blank = name.trim() != name || name.is_empty() || name.chars().any(char::is_control);
                    if blank || name.contains('"') {
                        let message =
                            format!("is {name:?}, expected a name without blanks around it, quotes or breaks");
                        check.problems.push(Problem::new(format!("{key}.name"), message));
                    }
                    if let Some((_, other)) = names.iter().find(|(other, _)| other == name) {
                        let message = format!("is named `{name}` like {other}: expected another `name`");
                        check.problems.push(Problem::new(key.clone(), message));
                    }
                    names.push((name.clone(), key));
                }
                Err(problems) => check.problems.extend(problems),
            }
        }
        let players = self.listed().len();
        if let Some(run) = &self.checkpoints {
            check.number("checkpoints.most", run.most, 1, 1000);
            check.number("checkpoints.simulations", run.simulations, 1, 1 << 30);
        } else {
            let exact = self.format == Format::Match;
            let ok = if exact { players == 2 } else { players >= 2 };
            check.holds("players", format!("{players} players"), ok, if exact { "2" } else { "2 or more" });
        }
        if self.format == Format::Gauntlet {
            check.number("challengers", self.challengers, 1, 1000);
            let ok = self.checkpoints.is_some() || self.challengers < players.max(2);
            check.holds("challengers", self.challengers, ok, "fewer than there are players");
        }
        if self.format == Format::Ladder {
            check.number("neighbours", self.neighbours, 1, 1000);
        }
        if let Some(anchor) = &self.rating.anchor
            && self.checkpoints.is_none()
            && check.problems.is_empty()
            && !names.iter().any(|(name, _)| name == anchor)
        {
            let known: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
            let message = format!("no player `{anchor}`: expected one of {}", known.join(", "));
            check.problems.push(Problem::new("rating.anchor", message));
        }
        check.holds("rating.elo", self.rating.elo, self.rating.elo.is_finite(), "a number");
    }

    fn check_openings(&self, check: &mut Check) {
        let openings = &self.openings;
        check.interval("openings.plies", openings.plies, 200);
        let balance = openings.balance;
        check.holds("openings.balance", balance, balance > 0.0 && balance <= 0.5, "above 0, at most 0.5");
        let judge = openings.judge.parse::<PlayerSpec>();
        let sound =
            matches!(judge, Ok(PlayerSpec::Model { .. } | PlayerSpec::Baseline(crate::config::Opponent::AlphaBeta(_))));
        check.holds("openings.judge", &openings.judge, sound, "alphabeta:DEPTH or model:NAME@SIMULATIONS");
    }

    fn check_adjudication(&self, check: &mut Check) {
        let adjudication = &self.adjudication;
        check.number("adjudication.max_plies", adjudication.max_plies, 2, 65_535);
        if let Some(rule) = &adjudication.win {
            let ok = rule.score > 0.5 && rule.score <= 1.0;
            check.holds("adjudication.win.score", rule.score, ok, "above 0.5, at most 1");
            // Two plies are the least in which both players have their say.
            check.number("adjudication.win.plies", rule.plies, 2, 1000);
        }
        if let Some(rule) = &adjudication.draw {
            check.holds("adjudication.draw.margin", rule.margin, (0.0..0.5).contains(&rule.margin), "0 to below 0.5");
            check.number("adjudication.draw.plies", rule.plies, 2, 1000);
        }
    }
}
