//! Results on the terminal.

use crate::arena::Z;
use crate::piece_values::arbiter::Arbitration;
use crate::piece_values::fit::Value;
use crate::piece_values::outcome::Outcomes;
use crate::piece_values::results::{Column, Disagreement, Results, Table};
use std::fmt::{self, Display, Write};

impl Display for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.put_values(&mut text)?;
        self.put_details(&mut text)?;
        self.put_verdicts(&mut text)?;
        f.write_str(&text)
    }
}

/// Cells in columns, the first one to the left.
fn put_rows(text: &mut String, rows: &[Vec<String>]) -> fmt::Result {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |i: usize| rows.iter().filter_map(|row| row.get(i)).map(|c| c.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        let mut line = String::new();
        for (i, (cell, width)) in row.iter().zip(&widths).enumerate() {
            if i == 0 { write!(line, "{cell:<width$}")? } else { write!(line, "  {cell:>width$}")? }
        }
        writeln!(text, "{}", line.trim_end())?;
    }
    Ok(())
}

/// A value as tables show it: with its interval, in brackets if it is not established.
pub(super) fn shown(value: &Value) -> String {
    match (value.established, value.value, value.lo, value.hi) {
        (true, ..) => value.to_string(),
        (false, Some(_), Some(_), Some(_)) => format!("[{value}]"),
        _ => "not established".into(),
    }
}

/// The phases in both units, as columns.
pub(super) const PHASES: [&str; 4] = ["opening", "endgame", "opening, scaled", "endgame, scaled"];

/// A kind's values in the columns of [`PHASES`].
pub(super) fn by_phase(outcomes: &Outcomes, kind: usize) -> [String; 4] {
    let ([opening, endgame], [scaled_opening, scaled_endgame]) = (&outcomes.phases, &outcomes.scaled_phases);
    [opening, endgame, scaled_opening, scaled_endgame].map(|values| values.get(kind).map_or("-".into(), shown))
}

impl Results {
    /// The name of what values are counted in.
    pub(super) fn unit(&self) -> &str {
        self.kinds.first().map_or("", String::as_str)
    }

    fn put_values(&self, text: &mut String) -> fmt::Result {
        let unit = self.unit();
        let quick = if self.quick { ", quick mode: wide intervals" } else { "" };
        writeln!(text, "{}: what men are worth, {unit} = 1, 95 % intervals{quick}\n", self.title)?;
        self.put_columns(text, &self.columns, &self.tables)?;
        if !self.scaled.is_empty() {
            writeln!(text, "\nThe same where the officers of an army are worth together what the variant says:\n")?;
            self.put_columns(text, &self.scaled, &self.scaled_tables)?;
        }
        let open: Vec<String> = self.columns.iter().flat_map(open_values).collect();
        if !open.is_empty() {
            writeln!(text, "\nNot established, or in brackets:")?;
            open.iter().try_for_each(|line| writeln!(text, "  {line}"))?;
        }
        Ok(())
    }

    fn put_columns(&self, text: &mut String, columns: &[Column], tables: &[Table]) -> fmt::Result {
        let names = tables.iter().map(|table| table.name.clone());
        let header = std::iter::once(String::new()).chain(names).chain(columns.iter().map(Column::name));
        let mut rows: Vec<Vec<String>> = vec![header.collect()];
        for (i, kind) in self.kinds.iter().enumerate() {
            let published = tables.iter().map(|t| t.values[i].map_or("-".into(), |v| format!("{v:.2}")));
            let measured = columns.iter().map(|c| shown(&c.values[i]));
            rows.push(std::iter::once(kind.clone()).chain(published).chain(measured).collect());
        }
        put_rows(text, &rows)
    }

    fn put_details(&self, text: &mut String) -> fmt::Result {
        let unit = self.unit();
        for m in &self.matches {
            writeln!(
                text,
                "\nMatches by {}: {} pairs (as good as {:.0} lone games), {:.1} % of games drawn; a {unit} in logits: {}",
                m.player,
                m.pairs,
                m.effective_games,
                100.0 * m.draws,
                shown(&m.pawn)
            )?;
            let mut rows = vec![["  lacking", "pairs", "score of the first", "fitted"].map(String::from).to_vec()];
            for i in &m.imbalances {
                let score = format!("{:.3} ({:.3} to {:.3})", i.score, i.lo, i.hi);
                rows.push(vec![format!("  {}", i.imbalance), i.pairs.to_string(), score, format!("{:.3}", i.fitted)]);
            }
            put_rows(text, &rows)?;
            for (set, scaled) in m.sets.iter().zip(&m.scaled_sets) {
                let [name, set, scaled] = [set.kind.clone(), shown(set), shown(scaled)];
                writeln!(text, "  {name}, above its men: {set}, scaled {scaled}")?;
            }
            let a = &m.additivity;
            if a.degrees > 0 {
                writeln!(
                    text,
                    "  do values add up? chi-square {:.1} with {} degrees of freedom, probability {:.3}; intervals are {:.2} times as \
                     wide as pairs alone would have them",
                    a.chi_square, a.degrees, a.probability, a.widened
                )?;
            }
        }
        for o in &self.outcomes {
            writeln!(
                text,
                "\nOutcomes by {}: {} positions of {} games (as good as {:.0} positions of as many games), {:.1} % drawn, White \
                 scores {:.3}; having the move, in {unit}s: {}",
                o.player,
                o.positions,
                o.games,
                o.effective_positions,
                100.0 * o.draws,
                o.white,
                shown(&o.tempo)
            )?;
            let mut rows = vec![PHASES.map(String::from).to_vec()];
            rows[0].insert(0, String::new());
            for (i, kind) in self.kinds.iter().enumerate() {
                rows.push([format!("  {kind}")].into_iter().chain(by_phase(o, i)).collect());
            }
            put_rows(text, &rows)?;
            for (set, scaled) in o.sets.iter().zip(&o.scaled_sets) {
                writeln!(text, "  {}: {}, scaled {}", set.kind, shown(set), shown(scaled))?;
            }
            for v in &o.colors {
                writeln!(text, "  {}: {}", v.kind, shown(v))?;
            }
        }
        if let Some(probes) = &self.probes {
            writeln!(text, "\nNets, asked in {} positions; interval of each over positions alone", probes.positions)?;
            let header = ["".to_string()].into_iter().chain(probes.nets.iter().map(|net| net.net.clone()));
            let mut rows: Vec<Vec<String>> = vec![header.chain(["spread".to_string()]).collect()];
            for (i, kind) in self.kinds.iter().enumerate() {
                let nets = probes.nets.iter().map(|net| shown(&net.values[i]));
                let spread = probes.spread[i].map_or("-".into(), |s| format!("{s:.2}"));
                rows.push(std::iter::once(format!("  {kind}")).chain(nets).chain([spread]).collect());
            }
            put_rows(text, &rows)?;
        }
        Ok(())
    }

    fn put_verdicts(&self, text: &mut String) -> fmt::Result {
        self.put_comparisons(text)?;
        for line in self.contradictions() {
            writeln!(text, "disagreement: {line}")?;
        }
        self.notes.iter().try_for_each(|note| writeln!(text, "note: {note}"))?;
        if let Some(a) = &self.arbiter {
            writeln!(
                text,
                "\nArbiter: measured values against the variant's, {} games: {:.3} ({:.3} to {:.3}), {}, likelihood of \
                 superiority {:.3}; test: {} (log-likelihood ratio {:.2})\n  {}",
                a.games,
                a.score,
                a.lo,
                a.hi,
                elo(a),
                a.los,
                a.verdict,
                a.llr,
                played_with(a)
            )?;
        }
        Ok(())
    }
}

/// The Elo of the measured values with its interval, as far as there is one.
pub(super) fn elo(a: &Arbitration) -> String {
    // Never -0.
    let number = |x: f64| format!("{:+.0}", x.round() + 0.0);
    match (a.elo, a.elo_lo, a.elo_hi) {
        (Some(elo), Some(lo), Some(hi)) => format!("Elo {} ({} to {})", number(elo), number(lo), number(hi)),
        (_, Some(lo), _) => format!("Elo above {}", number(lo)),
        (_, _, Some(hi)) => format!("Elo below {}", number(hi)),
        _ => "Elo not established".into(),
    }
}

/// With which values the measured side played.
pub(super) fn played_with(a: &Arbitration) -> String {
    let values: Vec<String> = a.measured.iter().map(|(kind, value)| format!("{kind} {value:.2}")).collect();
    let doubtful = match &a.doubtful[..] {
        [] => String::new(),
        kinds => format!("; not established: {}", kinds.join(", ")),
    };
    format!("it played with {} (matches by {}){doubtful}", values.join(", "), a.player)
}

impl Results {
    /// A line a kind and table, a column a method.
    fn put_comparisons(&self, text: &mut String) -> fmt::Result {
        if self.comparisons.is_empty() {
            return Ok(());
        }
        writeln!(text, "\nMeasured less published, in standard errors (beyond {Z:.2} they differ), by method:")?;
        let names: Vec<String> = self.columns.iter().chain(&self.scaled).map(Column::name).collect();
        for (i, name) in names.iter().enumerate() {
            writeln!(text, "  ({}) {name}", i + 1)?;
        }
        let numbers = (1..=names.len()).map(|i| format!("({i})"));
        let mut rows: Vec<Vec<String>> = vec![["  kind, table".to_string()].into_iter().chain(numbers).collect()];
        for kind in self.kinds.iter().skip(1) {
            for table in &self.tables {
                let of = |name: &String| {
                    let found =
                        self.comparisons.iter().find(|c| c.kind == *kind && c.table == table.name && c.column == *name);
                    found.map_or("-".into(), |c| format!("{:+.1}", c.z))
                };
                let first = format!("  {kind}, {}", table.name);
                rows.push([first].into_iter().chain(names.iter().map(of)).collect());
            }
        }
        put_rows(text, &rows)
    }

    /// For each kind and unit the two methods that are furthest apart, and how many others are too far, too.
    pub(super) fn contradictions(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for kind in &self.kinds {
            for scaled in [false, true] {
                let unit = |d: &&Disagreement| d.kind == *kind && d.between[0].contains(", scaled") == scaled;
                let about: Vec<&Disagreement> = self.disagreements.iter().filter(unit).collect();
                let Some(worst) = about.iter().max_by(|a, b| a.z.abs().total_cmp(&b.z.abs())) else { continue };
                let [a, b] = &worst.between;
                let others = match about.len() - 1 {
                    0 => String::new(),
                    n => format!("; {n} more pairs of methods differ by more than their intervals allow"),
                };
                lines.push(format!("{kind}: {a}, but {b} ({:+.1} standard errors){others}", worst.z));
            }
        }
        lines
    }
}

/// What of a method is not established, and why.
fn open_values(column: &Column) -> Vec<String> {
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for value in column.values.iter().filter(|v| !v.established) {
        match reasons.iter_mut().find(|(reason, _)| *reason == value.reason) {
            Some((_, kinds)) => kinds.push(&value.kind),
            None => reasons.push((&value.reason, vec![&value.kind])),
        }
    }
    reasons.iter().map(|(reason, kinds)| format!("{}, {}: {reason}", column.name(), kinds.join(", "))).collect()
}
