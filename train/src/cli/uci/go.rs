//! `go`: what it asks for, and how much of a clock a move may use.

use hexcore::{Color, excerpt};
use hexmcts::Limits;
use std::time::Duration;

/// Kept back for the way to the other program.
const OVERHEAD: Duration = Duration::from_millis(20);
/// Moves that a clock without `movestogo` is divided by.
const MOVES_AHEAD: u64 = 30;

/// The words that `go` knows.
const WORDS: [&str; 11] =
    ["infinite", "ponder", "searchmoves", "nodes", "depth", "movetime", "wtime", "btime", "winc", "binc", "movestogo"];

/// What `go` asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    nodes: Option<u64>,
    depth: Option<u32>,
    movetime: Option<u64>,
    clock: [Option<u64>; 2],
    increment: [u64; 2],
    moves_to_go: Option<u64>,
    /// The moves to choose from, as they are written; all if there are none.
    pub search_moves: Vec<String>,
    /// Think until told to stop.
    pub infinite: bool,
    /// Think in the opponent's time until told to stop or that it played as expected.
    pub ponder: bool,
}

impl Go {
    /// Reads the words after `go`.
    pub(super) fn parse(rest: &str) -> Result<Go, String> {
        let mut go = Go::default();
        let mut words = rest.split_whitespace().peekable();
        while let Some(word) = words.next() {
            if word == "searchmoves" {
                while let Some(text) = words.next_if(|word| !WORDS.contains(word)) {
                    go.search_moves.push(text.to_string());
                }
                if go.search_moves.is_empty() {
                    return Err("go searchmoves: expected moves".into());
                }
                continue;
            }
            let mut number = || {
                let text = words.next().ok_or(format!("go {word}: expected a number"))?;
                // Clocks may run below zero.
                let n: i64 = text.parse().map_err(|_| format!("go {word} {}: expected a number", excerpt(text)))?;
                Ok::<u64, String>(n.max(0) as u64)
            };
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "nodes" => go.nodes = Some(number()?.max(1)),
                "depth" => go.depth = Some(number()?.clamp(1, 100) as u32),
                "movetime" => go.movetime = Some(number()?),
                "wtime" => go.clock[0] = Some(number()?),
                "btime" => go.clock[1] = Some(number()?),
                "winc" => go.increment[0] = number()?,
                "binc" => go.increment[1] = number()?,
                "movestogo" => go.moves_to_go = Some(number()?.max(1)),
                other => {
                    let known = WORDS.join(", ");
                    return Err(format!("go: `{}` is not understood: expected one of {known}", excerpt(other)));
                }
            }
        }
        Ok(go)
    }

    /// Whether it ends by itself, clocks apart.
    pub(super) fn is_limited(&self) -> bool {
        self.nodes.is_some() || self.depth.is_some()
    }

    /// Time for this move; none without a clock.
    pub(super) fn time(&self, side: Color) -> Option<Duration> {
        let own = match (self.movetime, self.clock[side.index()]) {
            (Some(ms), _) => Duration::from_millis(ms),
            (None, Some(left)) => {
                let share = left / self.moves_to_go.unwrap_or(MOVES_AHEAD) + self.increment[side.index()] * 3 / 4;
                Duration::from_millis(share.min(left / 2))
            }
            (None, None) => return None,
        };
        Some(own.saturating_sub(OVERHEAD).max(Duration::from_millis(1)))
    }

    /// The limits of the search; `simulations` holds where `go` gives none.
    pub(super) fn limits(&self, side: Color, simulations: u32) -> Limits {
        let mut limits = Limits { nodes: self.nodes, depth: self.depth, ..Limits::default() };
        if self.infinite || self.ponder {
            return limits;
        }
        limits.time = self.time(side);
        if (limits.nodes, limits.depth, limits.time) == (None, None, None) {
            limits.simulations = Some(simulations);
        }
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_become_times() {
        let time = |rest: &str| Go::parse(rest).unwrap().time(Color::Black).map(|t| t.as_millis());
        assert_eq!(time("wtime 9 btime 60000 binc 1000"), Some(60_000 / 30 + 750 - 20));
        assert_eq!(time("btime 60000 movestogo 10"), Some(5980));
        assert_eq!(time("btime 100 binc 5000"), Some(30));
        assert_eq!(time("btime -50"), Some(1));
        assert_eq!(time("movetime 500 btime 9"), Some(480));
        assert_eq!(time("wtime 500"), None);
    }

    #[test]
    fn a_go_without_limits_has_the_options() {
        let limits = |rest: &str| Go::parse(rest).unwrap().limits(Color::White, 77);
        assert_eq!(limits("").simulations, Some(77));
        assert_eq!(limits("btime 500").simulations, Some(77));
        assert_eq!((limits("nodes 5").nodes, limits("nodes 5").simulations), (Some(5), None));
        assert_eq!((limits("infinite").simulations, limits("infinite").time), (None, None));
        assert_eq!(limits("ponder wtime 500").time, None);
    }

    #[test]
    fn moves_to_choose_from_end_with_the_next_word() {
        let go = Go::parse("searchmoves e4e6 f5f6 nodes 7").unwrap();
        assert_eq!((go.search_moves, go.nodes), (vec!["e4e6".to_string(), "f5f6".to_string()], Some(7)));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for bad in ["nodes", "nodes x", "swim", "movetime 5 depth", "searchmoves", "searchmoves nodes 5"] {
            assert!(Go::parse(bad).is_err(), "{bad}");
        }
    }
}
