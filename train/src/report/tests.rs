//! Verdicts, alarms and the page, on made-up runs.

use super::*;
use crate::arena::MatchTally;
use crate::seeds::Rng;

/// An hour of a run that learns as one hopes: six minutes of teacher, then self-play.
fn good_run() -> Report {
    let mut rng = Rng::new(5);
    let mut report = Report { name: "example".into(), ..Report::default() };
    let mut noise = move |size: f64| (rng.unit() - 0.5) * 2.0 * size;
    for i in 1..=360 {
        let seconds = f64::from(i) * 10.0;
        let (teacher, part) = (seconds <= 360.0, seconds / 3600.0);
        let playing = |x: f64| (!teacher).then_some(x);
        report.metrics.push(MetricsRow {
            seconds,
            phase: if teacher { "teacher-games" } else { "self-play" }.into(),
            generation: (seconds / 60.0) as u32,
            data_generation: playing((seconds / 60.0).floor() - 1.0),
            step: (seconds * 11.0) as u64,
            games: if teacher { 0 } else { ((seconds - 360.0) * 60.0) as u64 },
            positions: if teacher { 0 } else { ((seconds - 360.0) * 4800.0) as u64 },
            teacher_positions: (seconds.min(360.0) * 9000.0) as u64,
            window: (seconds * 700.0).min(900_000.0) as u64,
            value_loss: Some(0.58 + 0.35 * (-seconds / 300.0).exp() + noise(0.01)),
            policy_loss: Some(1.9 + 1.6 * (-seconds / 400.0).exp() + noise(0.03)),
            policy_top1: Some(0.55 - 0.4 * (-seconds / 500.0).exp() + noise(0.01)),
            lr: Some(2e-3 * (1.0 - 0.9 * part)),
            trained_per_s: Some(61_000.0 + noise(3000.0)),
            positions_per_s: playing(4900.0 + noise(300.0)),
            evals_per_s: playing(312_000.0 + noise(15_000.0)),
            busy: playing(0.93 + noise(0.02)),
            plies: playing(118.0 - 20.0 * part + noise(5.0)),
            draws: playing(0.14 + noise(0.03)),
            white_score: playing(0.53 + noise(0.02)),
            resigned: playing(0.55 + noise(0.04)),
            simulations: Some(128),
            ..MetricsRow::default()
        });
    }
    let ladder =
        [("greedy", 0.6, 6.0), ("alphabeta:1", 0.0, 5.0), ("alphabeta:2", -1.5, 5.0), ("alphabeta:3", -3.5, 5.5)];
    let mut rng = Rng::new(9);
    for i in 1..=10 {
        let part = f64::from(i) / 10.0;
        for (opponent, start, gain) in ladder {
            let win = 1.0 / (1.0 + f64::exp(-(start + gain * part.sqrt())));
            let mut tally = MatchTally::new();
            for _ in 0..30 {
                tally.push([0, 1].map(|_| f64::from(u8::from(rng.chance(win)))));
            }
            report.evaluations.push(row(opponent, i * 6, &tally));
        }
    }
    report
}

fn row(opponent: &str, generation: u32, tally: &MatchTally) -> EvaluationRow {
    let found = tally.estimate();
    EvaluationRow {
        seconds: f64::from(generation) * 60.0,
        generation,
        opponent: opponent.into(),
        simulations: 400,
        pairs: found.pairs,
        wins: tally.wins(),
        draws: tally.draws(),
        losses: tally.losses(),
        score: found.score,
        lo: found.lo,
        hi: found.hi,
        plies: 97.0,
        ..EvaluationRow::default()
    }
}

fn tally(won: usize, lost: usize) -> MatchTally {
    let mut tally = MatchTally::new();
    (0..won).for_each(|_| tally.push([1.0, 1.0]));
    (0..lost).for_each(|_| tally.push([0.0, 0.0]));
    tally
}

#[test]
fn the_page_is_whole_and_stands_alone() {
    let report = good_run();
    let html = report.html();
    assert_eq!(html.matches("<svg").count(), 12);
    assert_eq!(html.matches("<svg").count(), html.matches("</svg>").count());
    for part in [
        "<b>Is it learning?</b>Yes: against ",
        "Score against the ladder",
        "teacher: alpha-beta of depth 2",
        "every_seconds = ",
    ] {
        assert!(html.contains(part), "{part}");
    }
    // Nothing from elsewhere, nothing that runs; the namespace's name is no address.
    let outside = html.replace("http://www.w3.org/2000/svg", "");
    for forbidden in ["http", "<script", "<link", "@import", "url(", "NaN", "role=\"alert\""] {
        assert!(!outside.contains(forbidden), "{forbidden}");
    }
    if let Some(path) = option_env!("HEXFORGE_EXAMPLE_REPORT") {
        std::fs::write(path, &html).unwrap();
    }
}

#[test]
fn an_empty_run_has_a_report_too() {
    let report = Report { name: "a<b".into(), ..Report::default() };
    let html = report.html();
    assert!(html.contains("a&lt;b") && html.contains("Too early to tell") && html.contains("nothing measured yet"));
    assert_eq!(report.verdict().learning, Learning::TooEarly);
    assert_eq!(report.alarms(), []);
}

#[test]
fn verdicts_follow_the_clearest_difference() {
    let verdict = |matches: &[(&str, u32, usize, usize)]| {
        let evaluations = matches.iter().map(|&(name, generation, won, lost)| row(name, generation, &tally(won, lost)));
        Report { evaluations: evaluations.collect(), ..Report::default() }.verdict()
    };
    let better =
        verdict(&[("greedy", 1, 20, 0), ("alphabeta:1", 1, 4, 16), ("greedy", 9, 20, 0), ("alphabeta:1", 9, 16, 4)]);
    assert_eq!(better.learning, Learning::Yes);
    assert_eq!(
        better.text,
        "Yes: against alphabeta:1 the score went from 0.200 (0.081 to 0.416) to 0.800 (0.584 to 0.919) between 1m 00s and \
         9m 00s. The newest net clearly beats alphabeta:1: 0.800 (0.584 to 0.919, 40 games)."
    );
    assert_eq!(verdict(&[("greedy", 1, 16, 4), ("greedy", 2, 4, 16)]).learning, Learning::No);
    let same = verdict(&[("greedy", 1, 10, 10), ("greedy", 2, 12, 8)]);
    assert_eq!(same.learning, Learning::NotShown);
    assert!(same.text.ends_with("which may be chance. It clearly beats none of its opponents yet."), "{}", same.text);
    assert_eq!(verdict(&[("greedy", 1, 20, 0)]).learning, Learning::TooEarly);
}

#[test]
fn losses_are_compared_within_a_stage() {
    let mut report = good_run();
    for row in &mut report.metrics {
        // The teacher's targets are easier.
        row.value_loss = Some(if row.phase == "self-play" { 0.75 - row.seconds / 72_000.0 } else { 0.3 });
    }
    let text = report.verdict().text;
    assert!(text.ends_with(" In self-play the value loss went from 0.743 to 0.702."), "{text}");
}

#[test]
fn each_alarm_rings_when_it_should() {
    let titles = |report: &Report| report.alarms().iter().map(|alarm| alarm.title).collect::<Vec<_>>();
    assert_eq!(titles(&good_run()), [] as [&str; 0]);

    let mut fallen = good_run();
    fallen.evaluations.push(row("alphabeta:2", 61, &tally(4, 16)));
    assert_eq!(titles(&fallen), ["Strength has fallen"]);
    assert!(
        fallen.alarms()[0].text.starts_with("against alphabeta:2 the score fell from 1.000 (generation 54, "),
        "{:?}",
        fallen.alarms()
    );

    let mut frozen = good_run();
    frozen.metrics.iter_mut().skip(40).for_each(|row| row.data_generation = Some(1.0));
    assert_eq!(titles(&frozen), ["The data generator is frozen"]);
    let expected = "all games of the last 53m 10s were played by generation 1, while the newest net is generation 60";
    assert_eq!(frozen.alarms()[0].text, expected);

    let mut stalled = good_run();
    stalled.metrics.iter_mut().skip(300).for_each(|row| {
        row.step = 33_000;
        row.generation = 50;
        row.data_generation = Some(50.0);
    });
    assert_eq!(titles(&stalled), ["Learning has stalled", "No new net", "The data generator is frozen"]);

    let mut idle = good_run();
    idle.metrics.iter_mut().for_each(|row| row.busy = row.busy.map(|busy| busy - 0.2));
    assert_eq!(titles(&idle), ["Actors wait"]);

    let mut broken = good_run();
    broken.metrics[50].value_loss = Some(f64::NAN);
    assert_eq!(titles(&broken), ["The loss is not a number"]);
    assert!(!broken.html().contains("NaN"));
}
