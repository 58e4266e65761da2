//! Who plays whom.

use super::config::{Format, TournamentConfig};

/// Two players who play pairs of games; the first has White in the first game of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pairing {
    /// The one whose results they are.
    pub first: usize,
    /// The other one.
    pub second: usize,
}

/// All pairings of so many players, in the order of the list.
pub fn pairings(config: &TournamentConfig, players: usize) -> Vec<Pairing> {
    let all = (0..players).flat_map(|first| (first + 1..players).map(move |second| Pairing { first, second }));
    let meets = |pairing: &Pairing| match config.format {
        Format::RoundRobin | Format::Match => true,
        Format::Gauntlet => pairing.first < config.challengers && pairing.second >= config.challengers,
        Format::Ladder => pairing.second - pairing.first <= config.neighbours,
    };
    all.filter(meets).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_decide_who_meets() {
        let of = |format, players| {
            let config = TournamentConfig { format, challengers: 2, neighbours: 2, ..TournamentConfig::default() };
            pairings(&config, players).iter().map(|p| (p.first, p.second)).collect::<Vec<_>>()
        };
        assert_eq!(of(Format::RoundRobin, 3), [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(of(Format::Match, 2), [(0, 1)]);
        assert_eq!(of(Format::Gauntlet, 4), [(0, 2), (0, 3), (1, 2), (1, 3)]);
        assert_eq!(of(Format::Ladder, 4), [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)]);
    }
}
