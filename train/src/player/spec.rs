//! Players by name: `random`, `greedy`, `alphabeta:3`, `model@400`, `model:models/glinski/default@2s`.

use crate::config::Opponent;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Simulations a move of a model whose name says nothing else.
pub const SIMULATIONS: u32 = 400;

/// A player, described.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerSpec {
    /// One that needs no net.
    Baseline(Opponent),
    /// A tree search with a net.
    Model {
        /// The model's folder, file or name; none for the one that ships.
        model: Option<String>,
        /// How long it thinks.
        budget: Budget,
    },
}

/// How long a player thinks about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So many simulations.
    Simulations(u32),
    /// So long.
    Time(Duration),
}

/// Not the description of a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no player `{}`: expected random, greedy, alphabeta:DEPTH, model@SIMULATIONS or model:PATH@SIMULATIONS (or @2s, @500ms)",
    hexcore::excerpt(.0)
)]
pub struct PlayerSpecError(pub String);

impl FromStr for PlayerSpec {
    type Err = PlayerSpecError;

    fn from_str(text: &str) -> Result<PlayerSpec, PlayerSpecError> {
        let error = || PlayerSpecError(text.into());
        let Some(rest) = text.strip_prefix("model") else {
            return text.parse().map(PlayerSpec::Baseline).map_err(|_| error());
        };
        let (path, budget) = match rest.rsplit_once('@') {
            Some((path, budget)) => (path, budget.parse().map_err(|()| error())?),
            None => (rest, Budget::Simulations(SIMULATIONS)),
        };
        let model = match path.strip_prefix(':') {
            Some("") => return Err(error()),
            Some(path) => Some(path.to_string()),
            None if path.is_empty() => None,
            None => return Err(error()),
        };
        Ok(PlayerSpec::Model { model, budget })
    }
}

impl FromStr for Budget {
    type Err = ();

    fn from_str(text: &str) -> Result<Budget, ()> {
        let number = |text: &str| text.parse::<u32>().ok().filter(|&n| n > 0).ok_or(());
        Ok(match (text.strip_suffix("ms"), text.strip_suffix('s')) {
            (Some(ms), _) => Budget::Time(Duration::from_millis(number(ms)?.into())),
            (_, Some(s)) => Budget::Time(Duration::from_secs(number(s)?.into())),
            _ => Budget::Simulations(number(text)?),
        })
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Simulations(n) => write!(f, "{n}"),
            Budget::Time(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Baseline(opponent) => opponent.fmt(f),
            PlayerSpec::Model { model: None, budget } => write!(f, "model@{budget}"),
            PlayerSpec::Model { model: Some(path), budget } => write!(f, "model:{path}@{budget}"),
        }
    }
}

/// The strengths of `--level`, from 1.
const LEVELS: [&str; 9] =
    ["random", "greedy", "alphabeta:1", "model@8", "model@32", "model@128", "model@512", "model@2048", "model@8192"];

impl PlayerSpec {
    /// The player of a level, 1 to [`PlayerSpec::levels`]; those above have the last one's strength.
    pub fn level(level: usize) -> PlayerSpec {
        let text = LEVELS[level.clamp(1, LEVELS.len()) - 1];
        text.parse().unwrap_or(PlayerSpec::Baseline(Opponent::Random))
    }

    /// How many levels there are.
    pub fn levels() -> usize {
        LEVELS.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_both_ways() {
        for text in ["random", "greedy", "alphabeta:3", "model@400", "model:a/b@c@20", "model:x@500ms"] {
            assert_eq!(text.parse::<PlayerSpec>().unwrap().to_string(), text);
        }
        let of = |text: &str| text.parse::<PlayerSpec>().unwrap();
        assert_eq!(of("model"), of("model@400"));
        assert_eq!(of("model@2s"), of("model@2000ms"));
        for text in [
            "",
            "modell",
            "model:",
            "model:@3",
            "model@",
            "model@0",
            "model@x",
            "model:a@-1",
            "alphabeta",
            "alphabeta:99",
        ] {
            assert_eq!(text.parse::<PlayerSpec>(), Err(PlayerSpecError(text.into())), "{text}");
        }
    }

    #[test]
    fn levels_are_players() {
        for (i, text) in LEVELS.iter().enumerate() {
            assert_eq!(PlayerSpec::level(i + 1).to_string(), *text);
        }
    }
}
