//! Who can be compared with whom.
//!
//! A difference of strength has a most likely value only if each of the two has scored against the other, or against
//! somebody who has, and so on (Ford, Solution of a ranking problem from binary comparisons, 1957).

use super::likelihood::Results;

/// Who scored against whom.
fn edges(results: &Results) -> Vec<[Vec<usize>; 2]> {
    let mut edges = vec![[Vec::new(), Vec::new()]; results.players];
    for (&(white, black), games) in &results.counts {
        let mut scored = |by: usize, against: usize| {
            edges[by][0].push(against);
            edges[against][1].push(by);
        };
        if games.wins + games.draws > 0.0 {
            scored(white, black);
        }
        if games.losses + games.draws > 0.0 {
            scored(black, white);
        }
    }
    edges
}

fn reached(edges: &[[Vec<usize>; 2]], from: usize, ways: &[usize]) -> Vec<bool> {
    let mut seen = vec![false; edges.len()];
    let mut open = vec![from];
    while let Some(player) = open.pop() {
        if !std::mem::replace(&mut seen[player], true) {
            ways.iter().for_each(|&way| open.extend(&edges[player][way]));
        }
    }
    seen
}

/// The anchor asked for if its group is as large as any, else the first player of the largest group.
pub(super) fn anchor(results: &Results, asked: usize) -> usize {
    let edges = edges(results);
    let size = |player: usize| {
        let (down, up) = (reached(&edges, player, &[0]), reached(&edges, player, &[1]));
        down.iter().zip(&up).filter(|(a, b)| **a && **b).count()
    };
    let (mut best, mut most) = (asked, size(asked));
    for player in 0..results.players {
        let size = size(player);
        if size > most {
            (best, most) = (player, size);
        }
    }
    best
}

/// How players stand to the anchor.
pub(super) struct Groups {
    below: Vec<bool>,
    above: Vec<bool>,
    connected: Vec<bool>,
}

impl Groups {
    pub(super) fn new(results: &Results, anchor: usize) -> Groups {
        let edges = edges(results);
        Groups {
            below: reached(&edges, anchor, &[0]),
            above: reached(&edges, anchor, &[1]),
            connected: reached(&edges, anchor, &[0, 1]),
        }
    }

    /// Whether any chain of games leads to the anchor.
    pub(super) fn connected(&self, player: usize) -> bool {
        self.connected[player]
    }

    /// Whether the games bound the player's strength from below and from above.
    pub(super) fn bounded(&self, player: usize) -> [bool; 2] {
        [self.above[player], self.below[player]]
    }
}
