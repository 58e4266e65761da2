//! `hexforge uci`: the text protocol of chess programs on stdin and stdout, for boards and tournament managers.
//!
//! As UCI, with moves and positions in the variant's notation: moves are written without anything between the cells and read
//! in any form; FENs may hold blanks. What is not understood is answered by `info string` and changes nothing.

mod go;
mod info;
mod options;
mod session;
mod words;

use super::common::{Common, VariantArg};
use anyhow::Result;
use hexcore::{AnyRules, with_rules};
use options::Options;
use session::{Next, session};
use std::fmt::Display;
use std::io::{self, BufRead, Write};

/// Talk the UCI protocol on stdin and stdout
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    variant: VariantArg,
    /// The model to play with, as with `setoption name Model`
    #[arg(long, value_name = "MODEL")]
    model: Option<String>,
    /// Simulations a move where `go` says nothing
    #[arg(long, value_name = "N", default_value_t = 800, value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    sims: u32,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<()> {
    let mut any: AnyRules = args.variant.rules()?;
    let mut options = Options::new(args.variant.name(), args.model.clone(), args.sims, common);
    let mut lines = Lines { input: io::stdin().lock() };
    loop {
        match with_rules!(&any, rules => session(rules, &mut options, &mut lines))? {
            Next::Quit => return Ok(()),
            Next::Variant(rules) => any = rules,
        }
    }
}

/// The lines of stdin; what is not UTF-8 in them is replaced.
struct Lines<'a> {
    input: io::StdinLock<'a>,
}

impl Iterator for Lines<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        match self.input.read_until(b'\n', &mut bytes) {
            Ok(1..) => Some(String::from_utf8_lossy(&bytes).trim().to_string()),
            // The end, or a stdin that cannot be read any more.
            _ => None,
        }
    }
}

/// Writes lines at once, whole, whichever thread they come from.
fn say(text: impl Display) -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}

/// Longest complaint, in characters.
const LONGEST: usize = 400;

/// Tells what was not understood.
fn complain(text: impl Display) -> Result<()> {
    // One line, whatever was typed.
    let mut text: String = text.to_string().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(end);
        text.push('…');
    }
    say(format!("info string {text}"))
}
