//! Results on the terminal.

use super::results::Results;
use super::standing::{Score, Standing};
use std::fmt::{self, Display, Write};

/// Names are cut at this length in the crosstable.
const NAME: usize = 24;

impl Display for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.put_standings(&mut text)?;
        if self.players.len() > 2 {
            self.put_crosstable(&mut text)?;
        }
        self.put_match(&mut text)?;
        self.put_rest(&mut text)?;
        f.write_str(&text)
    }
}

/// Numbers in columns.
fn rows(text: &mut String, header: Vec<String>, rows: Vec<Vec<String>>) -> fmt::Result {
    let all: Vec<&Vec<String>> = std::iter::once(&header).chain(&rows).collect();
    let width =
        |column: usize| all.iter().filter_map(|row| row.get(column)).map(|c| c.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    for row in all {
        let mut line = String::new();
        for (i, (cell, width)) in row.iter().zip(&widths).enumerate() {
            // The second column holds names.
            if i == 1 { write!(line, "  {cell:<width$}")? } else { write!(line, "  {cell:>width$}")? }
        }
        writeln!(text, "{}", line.trim_end())?;
    }
    Ok(())
}

fn elo(x: Option<f64>) -> String {
    x.map_or("-".into(), |x| format!("{x:+.0}"))
}

/// A rating, or the bound that is known of it.
pub(super) fn rating(s: &Standing) -> String {
    match (s.rating, s.rating_lo, s.rating_hi) {
        (Some(rating), ..) => format!("{rating:.0}"),
        (None, Some(lo), None) => format!("> {lo:.0}"),
        (None, None, Some(hi)) => format!("< {hi:.0}"),
        _ => "?".into(),
    }
}

impl Results {
    fn put_standings(&self, text: &mut String) -> fmt::Result {
        let mut header =
            vec!["", "player", "rating", "95 %", "games", "won", "drawn", "lost", "score", "White", "Black"];
        let points = self.has_points();
        if points {
            header.push("points");
        }
        header.push("s/move");
        let row = |(i, s): (usize, &Standing)| {
            let interval = match (s.rating_lo, s.rating_hi) {
                (Some(lo), Some(hi)) => format!("{lo:.0} to {hi:.0}"),
                (Some(lo), None) => format!("{lo:.0} up"),
                (None, Some(hi)) => format!("to {hi:.0}"),
                (None, None) => "-".into(),
            };
            let mut row = vec![format!("{}", i + 1), s.name.clone(), rating(s), interval];
            let Score { games, wins, draws, losses, mean, .. } = s.score;
            row.extend([games, wins, draws, losses].map(|n| n.to_string()));
            let share = |x: f64| if games == 0 { "-".into() } else { format!("{x:.3}") };
            row.extend([mean, s.as_white, s.as_black].map(share));
            if points {
                row.push(format!("{:.1}", s.points));
            }
            row.push(format!("{:.4}", s.seconds_per_move));
            row
        };
        let header = header.into_iter().map(String::from).collect();
        rows(text, header, self.players.iter().enumerate().map(row).collect())
    }

    fn put_crosstable(&self, text: &mut String) -> fmt::Result {
        text.push('\n');
        let mut header = vec![String::new(), "score in %".into()];
        header.extend((1..=self.players.len()).map(|i| i.to_string()));
        let row = |(i, s): (usize, &Standing)| {
            let name = s.name.chars().take(NAME).collect();
            let mut row = vec![format!("{}", i + 1), name];
            row.extend(self.players.iter().map(|other| match self.between(&s.name, &other.name) {
                Some(([score, ..], _)) => format!("{:.0}", 100.0 * score),
                None if s.name == other.name => "*".into(),
                None => ".".into(),
            }));
            row
        };
        rows(text, header, self.players.iter().enumerate().map(row).collect())
    }

    /// Of two players.
    fn put_match(&self, text: &mut String) -> fmt::Result {
        if let [c] = &self.crosstable[..] {
            let Score { mean, lo, hi, los, .. } = c.score;
            writeln!(text, "\n{} against {}: {mean:.3} ({lo:.3} to {hi:.3})", c.first, c.second)?;
            let [value, lo, hi, nelo] = [c.score.elo, c.score.elo_lo, c.score.elo_hi, c.score.nelo].map(elo);
            writeln!(
                text,
                "Elo {value} ({lo} to {hi}), normalized {nelo}, likelihood of superiority {:.1} %",
                100.0 * los
            )?;
            let pairs: Vec<String> = c.score.pairs.iter().map(|(score, n)| format!("{n} of {score:.3}")).collect();
            writeln!(text, "pairs by score: {}", pairs.join(", "))?;
        }
        if let Some(t) = &self.sprt {
            let verdict = match t.verdict {
                crate::arena::Verdict::Open => "open".to_string(),
                accepted => format!("{accepted} accepted"),
            };
            writeln!(
                text,
                "test of {} against {} Elo: log-likelihood ratio {:.2} ({:.2} to {:.2}), {verdict}",
                t.elo0, t.elo1, t.llr, t.bounds[0], t.bounds[1]
            )?;
        }
        Ok(())
    }

    fn put_rest(&self, text: &mut String) -> fmt::Result {
        let ends: Vec<String> = self.terminations.iter().map(|(why, n)| format!("{n} {why}")).collect();
        writeln!(
            text,
            "\n{} games of {:.0} plies: {:.1} % drawn, White scored {:.3}; ended by {}",
            self.games,
            self.plies,
            100.0 * self.draw_ratio,
            self.white_score,
            if ends.is_empty() { "nothing yet".into() } else { ends.join(", ") }
        )?;
        let [advantage, lo, hi] = self.white_advantage.map(elo);
        writeln!(
            text,
            "ratings: {} is {:.0}; having White is worth {advantage} ({lo} to {hi}); pairs vary {:.2} times as independent games",
            self.anchor, self.anchor_elo, self.dispersion
        )?;
        for note in self.anchor_note.iter().chain(&self.faults).chain(&self.failures) {
            writeln!(text, "note: {note}")?;
        }
        if self.duplicates > 0 {
            writeln!(text, "note: {} games went exactly as another one between the same players", self.duplicates)?;
        }
        if self.uncounted > 0 {
            writeln!(
                text,
                "note: {} games do not count: their pair is not finished, or the test had decided",
                self.uncounted
            )?;
        }
        if !self.complete {
            writeln!(text, "note: not all games have been played")?;
        }
        Ok(())
    }
}
