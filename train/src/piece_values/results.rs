//! What a measurement came to. Everything that is printed, written or drawn comes from here.

use super::arbiter::Arbitration;
use super::army::{kinds, officers, unit, unit_name};
use super::config::PieceValuesConfig;
use super::fit::Value;
use super::matches::Matches;
use super::outcome::Outcomes;
use super::probe::Probes;
use crate::arena::Z;
use crate::provenance;
use hexcore::{Layout, Rules};
use serde::Serialize;

/// The results of a measurement.
#[derive(Clone, Debug, Serialize)]
pub struct Results {
    /// The variant.
    pub variant: String,
    /// Its name for people.
    pub title: String,
    /// Id of its rules, in hexadecimal digits.
    pub rules_id: String,
    /// Whether it is the quick mode, with wide intervals.
    pub quick: bool,
    /// The seed.
    pub seed: u64,
    /// The commit that the program was built from.
    pub commit: String,
    /// The machine.
    pub machine: String,
    /// When it was finished, in UTC.
    pub finished: String,
    /// Names of the kinds, pawns first; the order of values in tables and columns.
    pub kinds: Vec<String>,
    /// Published values: the variant's own first.
    pub tables: Vec<Table>,
    /// What each method says, by player where it has one.
    pub columns: Vec<Column>,
    /// The same in other units: the officers of an army are worth together what the variant says.
    pub scaled: Vec<Column>,
    /// Published values in those units; of a table that does not know all officers, nothing.
    pub scaled_tables: Vec<Table>,
    /// How far each method is from each table.
    pub comparisons: Vec<Comparison>,
    /// Where two methods cannot both be right.
    pub disagreements: Vec<Disagreement>,
    /// Imbalance matches, by player.
    pub matches: Vec<Matches>,
    /// Outcome regressions, by player.
    pub outcomes: Vec<Outcomes>,
    /// Net probing.
    pub probes: Option<Probes>,
    /// The match of measured against published values.
    pub arbiter: Option<Arbitration>,
    /// What was asked for and could not be done.
    pub notes: Vec<String>,
}

/// A table of published values.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    /// Whose it is.
    pub name: String,
    /// By kind, in pawns; none where it says nothing.
    pub values: Vec<Option<f64>>,
}

/// What one method says.
#[derive(Clone, Debug, Serialize)]
pub struct Column {
    /// The method: `matches`, `outcomes` or `nets`, with `, scaled` where units are those of [`Results::scaled`].
    pub method: String,
    /// Who played, if the method depends on it.
    pub player: Option<String>,
    /// By kind.
    pub values: Vec<Value>,
}

/// A measured value against a published one.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The kind.
    pub kind: String,
    /// The method, with its player.
    pub column: String,
    /// Whose value it is compared with.
    pub table: String,
    /// The published value.
    pub published: f64,
    /// Measured less published, in standard errors.
    pub z: f64,
}

/// Two methods that differ by more than their intervals allow.
#[derive(Clone, Debug, Serialize)]
pub struct Disagreement {
    /// The kind.
    pub kind: String,
    /// The methods, with what they say.
    pub between: [String; 2],
    /// Their difference in standard errors.
    pub z: f64,
}

impl Table {
    /// The same in such units that an army of so many men of each kind is worth `total`.
    fn scaled(&self, men: &[f64], total: f64) -> Table {
        let worth = |(value, &men): (&Option<f64>, &f64)| if men == 0.0 { Some(0.0) } else { value.map(|v| v * men) };
        let army: Option<f64> = self.values.iter().zip(men).map(worth).sum();
        let unit = army.filter(|army| *army > 0.0).map(|army| total / army);
        Table { name: self.name.clone(), values: self.values.iter().map(|value| Some((*value)? * unit?)).collect() }
    }
}

impl Column {
    /// The method, with its player.
    pub fn name(&self) -> String {
        self.player.as_ref().map_or(self.method.clone(), |player| format!("{} by {player}", self.method))
    }
}

impl Results {
    /// Nothing measured yet.
    pub(super) fn new<L: Layout>(rules: &Rules<L>, config: &PieceValuesConfig, quick: bool) -> Results {
        let kinds = kinds(rules);
        let name = |kind: &hexcore::Kind| rules.kinds()[kind.index()].name.clone();
        let unit = unit(rules);
        let own = Table {
            name: "the variant's".into(),
            values: kinds.iter().map(|&kind| Some(f64::from(rules.value(kind)) / unit)).collect(),
        };
        let others = config.published.iter().map(|table| {
            let of = |name: &String| table.values.get(name).map(|v| f64::from(*v));
            let unit = of(&unit_name(rules)).filter(|worth| *worth > 0.0).unwrap_or(1.0);
            Table { name: table.name.clone(), values: kinds.iter().map(|kind| Some(of(&name(kind))? / unit)).collect() }
        });
        let tables: Vec<Table> = std::iter::once(own).chain(others).collect();
        let (men, total) = officers(rules, 0, &|_| true);
        let scaled_tables = tables.iter().map(|table| table.scaled(men.as_slice().unwrap_or(&[]), total)).collect();
        Results {
            variant: rules.variant().name.clone(),
            title: rules.variant().title.clone(),
            rules_id: format!("{:016x}", rules.id()),
            quick,
            seed: config.seed,
            commit: provenance::commit().into(),
            machine: provenance::machine(),
            finished: provenance::now(),
            kinds: kinds.iter().map(name).collect(),
            tables,
            columns: Vec::new(),
            scaled: Vec::new(),
            scaled_tables,
            comparisons: Vec::new(),
            disagreements: Vec::new(),
            matches: Vec::new(),
            outcomes: Vec::new(),
            probes: None,
            arbiter: None,
            notes: Vec::new(),
        }
    }

    /// Puts the methods beside each other.
    pub(super) fn compare(&mut self) {
        let column = |method: &str, player: Option<&String>, values: &[Value]| Column {
            method: method.into(),
            player: player.cloned(),
            values: values.to_vec(),
        };
        let matches = self.matches.iter().map(|m| column("matches", Some(&m.player), &m.values));
        let outcomes = self.outcomes.iter().map(|o| column("outcomes", Some(&o.player), &o.values));
        let nets = self.probes.iter().map(|p| column("nets", None, &p.values));
        self.columns = matches.chain(outcomes).chain(nets).collect();
        let matches = self.matches.iter().map(|m| column("matches, scaled", Some(&m.player), &m.scaled));
        let outcomes = self.outcomes.iter().map(|o| column("outcomes, scaled", Some(&o.player), &o.scaled));
        let nets = self.probes.iter().map(|p| column("nets, scaled", None, &p.scaled));
        self.scaled = matches.chain(outcomes).chain(nets).collect();
        for i in 1..self.kinds.len() {
            // Where only some officers were measured, the units are theirs and no table's.
            let whole = |column: &Column| column.values.iter().all(|value| value.units > 0);
            let scaled: Vec<Column> = self.scaled.iter().filter(|column| whole(column)).cloned().collect();
            for (columns, tables) in [(&self.columns, &self.tables), (&scaled, &self.scaled_tables)] {
                self.comparisons.extend(against_tables(&self.kinds[i], i, columns, tables));
                self.disagreements.extend(contradictions(&self.kinds[i], i, columns));
            }
        }
    }

    /// All of it as JSON.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_else(|error| format!("{{\"error\": \"{error}\"}}"))
    }
}

/// How far what methods say of a kind is from what tables say.
fn against_tables(kind: &str, i: usize, columns: &[Column], tables: &[Table]) -> Vec<Comparison> {
    let mut found = Vec::new();
    for column in columns {
        let Some((value, error)) = known(&column.values[i]) else { continue };
        for table in tables {
            let Some(published) = table.values[i] else { continue };
            found.push(Comparison {
                kind: kind.into(),
                column: column.name(),
                table: table.name.clone(),
                published,
                z: (value - published) / error,
            });
        }
    }
    found
}

/// Where two of these methods cannot both be right.
fn contradictions(kind: &str, i: usize, columns: &[Column]) -> Vec<Disagreement> {
    let mut found = Vec::new();
    for (a, first) in columns.iter().enumerate() {
        for second in &columns[a + 1..] {
            let (x, y) = (&first.values[i], &second.values[i]);
            let (Some((vx, ex)), Some((vy, ey))) = (known(x), known(y)) else { continue };
            let z = (vx - vy) / ex.hypot(ey);
            if z.abs() > Z {
                let said = |column: &Column, value: &Value| format!("{} {value}", column.name());
                found.push(Disagreement { kind: kind.into(), between: [said(first, x), said(second, y)], z });
            }
        }
    }
    found
}

/// An established value with its standard error.
fn known(value: &Value) -> Option<(f64, f64)> {
    value.established.then(|| Some((value.value?, value.error()?))).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_tables_are_put_into_the_same_units() {
        // Pawn, rook, knight; two rooks and one knight.
        let table = |values: [Option<f64>; 3]| Table { name: "theirs".into(), values: values.to_vec() };
        let known = table([Some(1.0), Some(7.0), Some(4.0)]).scaled(&[0.0, 2.0, 1.0], 9.0);
        assert_eq!(known.values, [Some(0.5), Some(3.5), Some(2.0)]);
        let without_pawn = table([None, Some(7.0), Some(4.0)]).scaled(&[0.0, 2.0, 1.0], 9.0);
        assert_eq!(without_pawn.values, [None, Some(3.5), Some(2.0)]);
        let unknown = table([Some(1.0), Some(7.0), None]).scaled(&[0.0, 2.0, 1.0], 9.0);
        assert_eq!(unknown.values, [None; 3]);
    }
}
