//! Progress on stderr: a bar with rate and remaining time on a terminal, now and then a plain line elsewhere.

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Where progress goes. Cheap to clone; bars may be moved by any thread.
#[derive(Clone, Debug)]
pub struct Telemetry {
    bars: Option<MultiProgress>,
    every: Duration,
    quiet: bool,
}

impl Telemetry {
    /// Bars if stderr is a terminal, else a line every 15 seconds.
    pub fn stderr() -> Self {
        let bars = std::io::stderr().is_terminal().then(MultiProgress::new);
        Self { bars, every: Duration::from_secs(15), quiet: false }
    }

    /// No output: for tests and `--json` runs.
    pub fn quiet() -> Self {
        Self { bars: None, every: Duration::MAX, quiet: true }
    }

    /// Begins a task of `length` units; `unit` is their name in the plural.
    pub fn task(&self, name: &str, unit: &'static str, length: u64) -> Task {
        let bar = match &self.bars {
            Some(bars) => bars.add(ProgressBar::new(length)),
            None => ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::hidden()),
        };
        bar.set_style(style(unit));
        bar.set_prefix(name.to_string());
        let plain = (self.bars.is_none() && !self.quiet)
            .then(|| Plain { every: self.every, printed: Mutex::new(Instant::now()) });
        Task { shared: Arc::new(Shared { bar, name: name.into(), unit, before: AtomicU64::new(0), plain }) }
    }

    /// Prints a line above the bars.
    pub fn say(&self, line: &str) {
        match &self.bars {
            // A terminal that has gone away is no reason to stop.
            Some(bars) => drop(bars.println(line)),
            None if !self.quiet => eprintln!("{line}"),
            None => {}
        }
    }
}

/// A task under way. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Task {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    bar: ProgressBar,
    name: String,
    unit: &'static str,
    before: AtomicU64,
    plain: Option<Plain>,
}

#[derive(Debug)]
struct Plain {
    every: Duration,
    printed: Mutex<Instant>,
}

impl Task {
    /// Counts finished units.
    pub fn add(&self, units: u64) {
        self.shared.bar.inc(units);
        self.print_now_and_then();
    }

    /// Units that were finished before: they are no part of the rate.
    pub fn begin_at(&self, units: u64) {
        self.shared.before.store(units, Ordering::Relaxed);
        self.shared.bar.set_position(units);
        self.shared.bar.reset_eta();
    }

    /// Sets the number of finished units.
    pub fn set(&self, units: u64) {
        self.shared.bar.set_position(units);
        self.print_now_and_then();
    }

    /// Shows a remark behind the numbers.
    pub fn remark(&self, text: &str) {
        self.shared.bar.set_message(text.to_string());
        self.print_now_and_then();
    }

    /// Ends the task; what it came to stays on the screen.
    pub fn finish(&self) {
        self.shared.bar.abandon();
        if self.shared.plain.is_some() {
            eprintln!("{}", self.shared.line());
        }
    }

    /// Units finished.
    pub fn position(&self) -> u64 {
        self.shared.bar.position()
    }

    fn print_now_and_then(&self) {
        let Some(plain) = &self.shared.plain else { return };
        let mut printed = plain.printed.lock().unwrap_or_else(PoisonError::into_inner);
        if printed.elapsed() >= plain.every {
            *printed = Instant::now();
            eprintln!("{}", self.shared.line());
        }
    }
}

impl Shared {
    fn line(&self) -> String {
        let (bar, unit) = (&self.bar, self.unit);
        let (done, length) = (bar.position(), bar.length().unwrap_or(0));
        let seconds = bar.elapsed().as_secs_f64();
        let rate = done.saturating_sub(self.before.load(Ordering::Relaxed)) as f64 / seconds.max(1e-3);
        let mut line = format!("{}: {done} of {length} {unit}, {} {unit}/s", self.name, short(rate));
        if rate > 0.0 && done < length {
            let left = (length - done) as f64 / rate;
            // Infallible: writing to a string.
            let _ = write!(line, ", {} left", clock(left));
        }
        let message = bar.message();
        if !message.is_empty() {
            let _ = write!(line, ", {message}");
        }
        line
    }
}

fn style(unit: &str) -> ProgressStyle {
    let template = format!(
        "{{prefix:>16}} {{bar:32.cyan/238}} {{human_pos}}/{{human_len}} {unit} {{per_sec}} {{eta}} {{wide_msg}}"
    );
    // The template is right for every unit without braces; if not, the default style shows the same numbers.
    ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// A number in three digits or so: 950, 12.3k, 4.56M.
pub fn short(x: f64) -> String {
    let (scaled, suffix) = match x.abs() {
        a if a >= 999.5e6 => (x / 1e9, "G"),
        a if a >= 999.5e3 => (x / 1e6, "M"),
        a if a >= 999.5 => (x / 1e3, "k"),
        _ => (x, ""),
    };
    let digits = match scaled.abs() {
        a if a >= 99.95 || x == x.trunc() && suffix.is_empty() => 0,
        a if a >= 9.995 => 1,
        _ => 2,
    };
    format!("{scaled:.digits$}{suffix}")
}

/// A time: `42s`, `3m 05s`, `2h 07m`.
pub fn clock(seconds: f64) -> String {
    let s = seconds.max(0.0).round() as u64;
    match (s / 3600, s / 60 % 60, s % 60) {
        (0, 0, s) => format!("{s}s"),
        (0, m, s) => format!("{m}m {s:02}s"),
        (h, m, _) => format!("{h}h {m:02}m"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_are_short() {
        let numbers = [0.0, 7.0, 0.25, 950.0, 12_345.0, 999_900.0, 4_560_000.0, 2e9].map(short);
        assert_eq!(numbers, ["0", "7", "0.25", "950", "12.3k", "1.00M", "4.56M", "2.00G"]);
        assert_eq!([42.0, 185.4, 7620.0, -1.0].map(clock), ["42s", "3m 05s", "2h 07m", "0s"]);
    }

    #[test]
    fn any_thread_counts() {
        let task = Telemetry::quiet().task("self-play", "games", 400);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                let task = task.clone();
                scope.spawn(move || (0..100).for_each(|_| task.add(1)));
            }
        });
        assert_eq!(task.position(), 400);
        task.remark("91 plies");
        let line = task.shared.line();
        assert!(line.starts_with("self-play: 400 of 400 games, ") && line.ends_with(" games/s, 91 plies"), "{line}");
        task.finish();
    }
}
