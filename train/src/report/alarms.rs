//! What should not happen in a run, and is easily overlooked.

use super::{Report, standard_errors_apart};
use crate::metrics::MetricsRow;
use crate::telemetry::clock;

/// Something that is wrong with a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alarm {
    /// What, in two or three words.
    pub title: &'static str,
    /// With the numbers.
    pub text: String,
}

/// A fall is alarming from so many standard errors on: with dozens of comparisons in a run, two would cry wolf.
const FALL: f64 = 2.6;

impl Report {
    /// All that is wrong now.
    pub fn alarms(&self) -> Vec<Alarm> {
        let mut alarms = self.regressions();
        let found = [self.stalled(), self.no_new_net(), self.frozen_data(), self.idle_actors(), self.broken_loss()];
        alarms.extend(found.into_iter().flatten());
        alarms
    }

    /// Opponents against whom the newest score is significantly below the best.
    fn regressions(&self) -> Vec<Alarm> {
        let mut alarms = Vec::new();
        for opponent in self.opponents() {
            let newest = self.against(&opponent).last();
            let best = self.against(&opponent).max_by(|a, b| a.lo.total_cmp(&b.lo));
            let (Some(newest), Some(best)) = (newest, best) else { continue };
            if standard_errors_apart(best, newest) >= FALL {
                alarms.push(Alarm {
                    title: "Strength has fallen",
                    text: format!(
                        "against {opponent} the score fell from {:.3} (generation {}, 95 % interval {:.3} to {:.3}) to {:.3} \
                         (generation {}, {:.3} to {:.3})",
                        best.score, best.generation, best.lo, best.hi, newest.score, newest.generation, newest.lo, newest.hi
                    ),
                });
            }
        }
        alarms
    }

    /// The steps, though self-play goes on.
    fn stalled(&self) -> Option<Alarm> {
        let since = self.unchanged(|row| Some(row.step as f64))?;
        Some(Alarm { title: "Learning has stalled", text: format!("no step of the learner for {}", clock(since)) })
    }

    /// The published net.
    fn no_new_net(&self) -> Option<Alarm> {
        let since = self.unchanged(|row| Some(f64::from(row.generation)))?;
        let newest = self.metrics.last()?.generation;
        let text = format!("generation {newest} has been the newest for {}", clock(since));
        Some(Alarm { title: "No new net", text })
    }

    /// The net that plays, which may not be the newest.
    fn frozen_data(&self) -> Option<Alarm> {
        let since = self.unchanged(|row| row.data_generation)?;
        let row = self.metrics.iter().rev().find(|row| row.data_generation.is_some())?;
        Some(Alarm {
            title: "The data generator is frozen",
            text: format!(
                "all games of the last {} were played by generation {:.0}, while the newest net is generation {}",
                clock(since),
                row.data_generation?,
                self.metrics.last()?.generation
            ),
        })
    }

    fn idle_actors(&self) -> Option<Alarm> {
        let busy: Vec<f64> = self.selfplay_rows().filter_map(|row| row.busy).collect();
        let mean = busy.iter().sum::<f64>() / busy.len() as f64;
        let text = format!("actors searched {:.0} % of their time over self-play, expected 85 % or more", 100.0 * mean);
        (busy.len() >= 3 && mean < 0.85).then_some(Alarm { title: "Actors wait", text })
    }

    fn broken_loss(&self) -> Option<Alarm> {
        let broken = |loss: Option<f64>| loss.is_some_and(|x| !x.is_finite());
        let row = self.metrics.iter().find(|row| broken(row.value_loss) || broken(row.policy_loss))?;
        Some(Alarm { title: "The loss is not a number", text: format!("since step {}", row.step) })
    }

    /// For how long a number of self-play has not changed, if that is too long: five checkpoints' time, at least one minute.
    fn unchanged(&self, of: fn(&MetricsRow) -> Option<f64>) -> Option<f64> {
        let limit = (5.0 * self.config.checkpoint.every_seconds).max(60.0);
        let now = self.selfplay_rows().last()?.seconds;
        let newest = self.selfplay_rows().rev().find_map(of)?;
        let same = self.selfplay_rows().rev().take_while(|row| of(row).is_none_or(|x| (x - newest).abs() < 1e-9));
        let since = now - same.last()?.seconds;
        (since >= limit).then_some(since)
    }

    fn selfplay_rows(&self) -> impl DoubleEndedIterator<Item = &MetricsRow> {
        self.metrics.iter().filter(|row| row.phase == "self-play")
    }
}
