//! Tables for spreadsheets.

use crate::piece_values::fit::Value;
use crate::piece_values::results::Results;
use crate::report::sheet::{number, table};

/// One line a value: what was measured, by which method and player.
pub(in crate::piece_values) fn values(results: &Results) -> String {
    let header = ["method", "player", "part", "kind", "value", "lo", "hi", "units", "established", "reason"];
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut add = |method: &str, player: &str, part: &str, values: &[Value]| {
        for v in values {
            rows.push(vec![
                method.into(),
                player.into(),
                part.into(),
                v.kind.clone(),
                number(v.value),
                number(v.lo),
                number(v.hi),
                v.units.to_string(),
                v.established.to_string(),
                v.reason.clone(),
            ]);
        }
    };
    for (method, tables) in [("published", &results.tables), ("published, scaled", &results.scaled_tables)] {
        for (table, (kind, value)) in
            tables.iter().flat_map(|t| results.kinds.iter().zip(&t.values).map(move |v| (t, v)))
        {
            let Some(value) = value else { continue };
            let published = Value {
                kind: kind.clone(),
                value: Some(*value),
                lo: None,
                hi: None,
                units: 0,
                established: false,
                reason: "published, not measured".into(),
            };
            add(method, "", &table.name, &[published]);
        }
    }
    for m in &results.matches {
        add("matches", &m.player, "all", &m.values);
        add("matches", &m.player, "scaled", &m.scaled);
        add("matches", &m.player, "set", &m.sets);
        add("matches", &m.player, "set, scaled", &m.scaled_sets);
        add("matches", &m.player, "logit of a pawn", std::slice::from_ref(&m.pawn));
    }
    for o in &results.outcomes {
        add("outcomes", &o.player, "all", &o.values);
        add("outcomes", &o.player, "scaled", &o.scaled);
        add("outcomes", &o.player, "set", &o.sets);
        add("outcomes", &o.player, "set, scaled", &o.scaled_sets);
        add("outcomes", &o.player, "opening", &o.phases[0]);
        add("outcomes", &o.player, "endgame", &o.phases[1]);
        add("outcomes", &o.player, "opening, scaled", &o.scaled_phases[0]);
        add("outcomes", &o.player, "endgame, scaled", &o.scaled_phases[1]);
        add("outcomes", &o.player, "by color of cell", &o.colors);
        add("outcomes", &o.player, "tempo", std::slice::from_ref(&o.tempo));
        add("outcomes", &o.player, "logit of a pawn", std::slice::from_ref(&o.pawn));
    }
    if let Some(probes) = &results.probes {
        add("nets", "", "all", &probes.values);
        add("nets", "", "scaled", &probes.scaled);
        for net in &probes.nets {
            add("nets", &net.net, "one net", &net.values);
            add("nets", &net.net, "one net, scaled", &net.scaled);
        }
    }
    table(&header, rows.into_iter())
}

/// One line an imbalance and player.
pub(in crate::piece_values) fn imbalances(results: &Results) -> String {
    let header = ["player", "imbalance", "pairs", "score", "lo", "hi", "fitted"];
    let rows = results.matches.iter().flat_map(|m| {
        m.imbalances.iter().map(|i| {
            let numbers = [i.score, i.lo, i.hi, i.fitted].map(|x| format!("{x:.4}"));
            [vec![m.player.clone(), i.imbalance.clone(), i.pairs.to_string()], numbers.to_vec()].concat()
        })
    });
    table(&header, rows)
}
