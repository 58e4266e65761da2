//! The words of the protocol.

use hexcore::{Game, Layout};
use hexmcts::Limits;

/// Whether an option chooses the variant.
pub(super) fn names_variant(name: &str) -> bool {
    ["variant", "uci_variant"].contains(&name.to_lowercase().as_str())
}

/// The name of an option that a program tells of.
pub(super) fn option_name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("option name ")?;
    Some(rest.split(" type ").next().unwrap_or(rest).trim())
}

/// `position` for the game's present position, with all its moves.
pub(super) fn position<L: Layout>(game: &Game<'_, L>) -> String {
    let rules = game.rules();
    let start = &game.positions()[0];
    let mut line = if *start == rules.start() {
        "position startpos".to_string()
    } else {
        format!("position fen {}", rules.fen(start))
    };
    if game.ply() > 0 {
        line.push_str(" moves");
    }
    for &m in game.moves() {
        line.push(' ');
        line.push_str(&rules.bare_text(m));
    }
    line
}

/// `go` with these limits.
pub(super) fn go(limits: &Limits) -> String {
    let mut line = "go".to_string();
    let nodes = limits.nodes.or(limits.simulations.map(u64::from));
    let words = [
        ("nodes", nodes),
        ("depth", limits.depth.map(u64::from)),
        ("movetime", limits.time.map(|t| t.as_millis() as u64)),
    ];
    for (word, number) in words.into_iter().filter_map(|(word, n)| Some((word, n?))) {
        line.push_str(&format!(" {word} {number}"));
    }
    line
}

/// What the `info` lines of a search told last.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Told {
    /// Centipawns to the side to move.
    pub(super) score: Option<i32>,
    pub(super) nodes: u64,
    pub(super) depth: u32,
}

/// Centipawns that stand for a mate.
const MATE: i32 = 10_000;

impl Told {
    pub(super) fn of(lines: &[String]) -> Told {
        let mut told = Told::default();
        for line in lines.iter().filter(|line| line.starts_with("info ") && !line.starts_with("info string")) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let after = |name: &str| {
                let at = words.iter().position(|word| *word == name)?;
                words.get(at + 1).copied()
            };
            // Other lines than the best one say nothing of the position.
            if after("multipv").is_some_and(|n| n != "1") {
                continue;
            }
            let number = |name: &str| after(name).and_then(|n| n.parse::<i64>().ok());
            let mate = number("mate").map(|n| if n > 0 { MATE } else { -MATE });
            let pawns = number("cp").map(|n| n.clamp(i64::from(-MATE), i64::from(MATE)) as i32);
            told.score = mate.or(pawns).or(told.score);
            told.nodes = number("nodes").map_or(told.nodes, |n| n.max(0) as u64);
            told.depth = number("depth").map_or(told.depth, |n| n.clamp(0, 10_000) as u32);
        }
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_best_line_is_told() {
        let lines = [
            "info depth 3 multipv 1 score cp -35 nodes 100 pv a",
            "info depth 3 multipv 2 score cp -90 nodes 100 pv b",
            "info string score cp 9",
            "info nodes 120",
            "bestmove a",
        ];
        let told = Told::of(&lines.map(String::from));
        assert_eq!(told, Told { score: Some(-35), nodes: 120, depth: 3 });
        assert_eq!(Told::of(&["info score mate -2".into()]).score, Some(-MATE));
        assert_eq!(Told::of(&["info score cp x depth".into()]), Told::default());
    }

    #[test]
    fn limits_become_words() {
        let limits = Limits { nodes: Some(5), time: Some(Duration::from_millis(70)), ..Limits::default() };
        assert_eq!(go(&limits), "go nodes 5 movetime 70");
        assert_eq!(go(&Limits::depth(3)), "go depth 3");
        assert_eq!(option_name("option name Clear Hash type button"), Some("Clear Hash"));
        assert_eq!(option_name("id name X"), None);
    }
}
