//! What an endgame table's file says of itself.

use crate::cli::common::Common;
use anyhow::Result;
use hexmcts::tablebase::read_whole;
use serde::Serialize;
use std::path::Path;

#[derive(Serialize)]
struct Report {
    kind: &'static str,
    variant: String,
    /// Names the rules it was made by.
    rules: String,
    ending: String,
    /// Plies without capture or pawn move that make a draw in it; 0 for no limit.
    limit: u16,
    /// Numbers of positions for each side to move.
    numbers: u64,
    bytes: u64,
}

pub(super) fn table(path: &Path, common: &Common) -> Result<()> {
    let header = read_whole(path)?;
    let report = Report {
        kind: "table",
        variant: header.variant,
        rules: format!("{:016x}", header.rules_id),
        ending: header.name,
        limit: header.limit,
        numbers: header.numbers,
        bytes: std::fs::metadata(path)?.len(),
    };
    common.print(&report, |r| {
        let limit =
            if r.limit == 0 { "no limit on plies".to_string() } else { format!("a limit of {} plies", r.limit) };
        format!(
            "endgame table {} of {} (rules {}), {limit}: {} positions for each side to move, {} bytes\n",
            r.ending, r.variant, r.rules, r.numbers, r.bytes
        )
    })
}
