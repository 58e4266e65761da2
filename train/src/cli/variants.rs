//! `hexforge variants`.

use super::common::{Common, rules};
use anyhow::Result;
use hexcore::{Color, variant, with_rules};
use serde::Serialize;

/// List the variants that ship
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

#[derive(Serialize)]
struct Entry {
    name: String,
    title: String,
    description: String,
    cells: usize,
    pieces: Vec<Piece>,
    start_fen: String,
    rules_id: String,
}

#[derive(Serialize)]
struct Piece {
    name: String,
    letter: char,
    value: f32,
    /// Men a side at the start.
    count: u32,
}

pub(crate) fn run(_: &Args, common: &Common) -> Result<()> {
    let entries = variant::builtin_names().iter().map(|name| entry(name)).collect::<Result<Vec<_>>>()?;
    common.print(&entries, |entries| {
        let width = entries.iter().map(|e| e.name.len()).max().unwrap_or(0);
        let men = |e: &Entry| e.pieces.iter().map(|p| p.count).sum::<u32>();
        let line = |e: &Entry| {
            format!("{:<width$}  {:>3} cells, {} men a side. {}: {}\n", e.name, e.cells, men(e), e.title, e.description)
        };
        entries.iter().map(line).collect()
    })
}

fn entry(name: &str) -> Result<Entry> {
    use hexcore::BitSet;
    Ok(with_rules!(&rules(name)?, rules => {
        let (start, spec) = (rules.start(), rules.variant());
        let piece = |(i, kind): (usize, &hexcore::KindInfo)| Piece {
            name: kind.name.clone(),
            letter: kind.letter,
            value: kind.value,
            count: start.men(Color::White, hexcore::Kind::new(i)).count(),
        };
        Entry {
            name: spec.name.clone(),
            title: spec.title.clone(),
            description: spec.description.clone(),
            cells: rules.board().len(),
            pieces: rules.kinds().iter().enumerate().filter(|(_, kind)| kind.exists).map(piece).collect(),
            start_fen: rules.fen(&start),
            rules_id: format!("{:016x}", rules.id()),
        }
    }))
}
