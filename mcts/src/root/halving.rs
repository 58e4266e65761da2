//! Sequential halving: which moves a simulation may choose from, as the number of visits they have by then.

/// Fills `schedule` with the visits that a move must have to be chosen at each of `budget` simulations, if `considered`
/// moves are considered first and half of them dropped again and again (mctx's `get_sequence_of_considered_visits`).
pub(crate) fn fill(schedule: &mut Vec<u32>, considered: u32, budget: u32) {
    schedule.clear();
    let budget = budget as usize;
    if considered <= 1 {
        schedule.extend(0..budget as u32);
        return;
    }
    let rounds = (considered as usize - 1).ilog2() as usize + 1;
    let mut left = considered as usize;
    let mut visits = 0;
    while schedule.len() < budget {
        for _ in 0..(budget / (rounds * left)).max(1) {
            schedule.extend(std::iter::repeat_n(visits, left));
            visits += 1;
        }
        left = (left / 2).max(2);
    }
    schedule.truncate(budget);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_moves_in_sixty_four_simulations() {
        let mut schedule = Vec::new();
        fill(&mut schedule, 16, 64);
        let mut expected = vec![0; 16];
        expected.extend([1; 8].iter().chain(&[2; 8]));
        expected.extend((3..7).flat_map(|v| [v; 4]));
        expected.extend((7..15).flat_map(|v| [v; 2]));
        assert_eq!(schedule, expected);
    }

    #[test]
    fn a_single_move_takes_all() {
        let mut schedule = Vec::new();
        fill(&mut schedule, 1, 3);
        assert_eq!(schedule, [0, 1, 2]);
        fill(&mut schedule, 2, 5);
        assert_eq!(schedule, [0, 0, 1, 1, 2]);
    }
}
