//! `hexforge svg`: a picture of a position.

use super::common::{Common, PositionArgs};
use super::error::wrong;
use anyhow::{Context, Result};
use hexcore::{Cell, Layout, Rules, excerpt, with_rules};
use hextrain::draw::{Marks, Scene, SvgStyle, svg};
use std::path::PathBuf;

/// Draw a position as an SVG picture
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The file to write; stdout by default
    #[arg(long, value_name = "FILE.svg")]
    out: Option<PathBuf>,
    /// Draw it from Black's side
    #[arg(long)]
    flip: bool,
    /// Cells to mark, with blanks between them
    #[arg(long, value_name = "CELLS")]
    mark: Option<String>,
    /// Arrows to draw, as cells with a `-` between them, e.g. `f5-f6 e4-e5`
    #[arg(long, value_name = "ARROWS")]
    arrows: Option<String>,
    /// Leave out the names of the cells
    #[arg(long)]
    no_names: bool,
}

/// A picture, for programs.
#[derive(serde::Serialize)]
struct Printed<'a> {
    out: Option<&'a std::path::Path>,
    svg: &'a str,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<()> {
    let picture = with_rules!(&args.position.rules()?, rules => picture(rules, args))?;
    if let Some(path) = &args.out {
        std::fs::write(path, &picture).with_context(|| path.display().to_string())?;
    }
    let printed = Printed { out: args.out.as_deref(), svg: &picture };
    common.print(&printed, |p| if p.out.is_some() { String::new() } else { p.svg.into() })
}

fn picture<L: Layout>(rules: &Rules<L>, args: &Args) -> Result<String> {
    let game = args.position.game(rules)?;
    let words = |text: &Option<String>| {
        text.clone().unwrap_or_default().split_whitespace().map(String::from).collect::<Vec<_>>()
    };
    let arrow = |text: &String| {
        let (from, to) = text
            .split_once('-')
            .ok_or_else(|| wrong(format!("--arrows {}: expected two cells, e.g. f5-f6", excerpt(text))))?;
        Ok((cell(rules, from)?, cell(rules, to)?))
    };
    let marks = Marks {
        last: game.moves().last().copied(),
        cells: words(&args.mark).iter().map(|name| cell(rules, name)).collect::<Result<_>>()?,
        arrows: words(&args.arrows).iter().map(arrow).collect::<Result<_>>()?,
        flipped: args.flip,
    };
    let style = SvgStyle { names: !args.no_names, ..SvgStyle::default() };
    Ok(svg(&Scene::new(rules, game.position(), &marks), &style))
}

fn cell<L: Layout>(rules: &Rules<L>, name: &str) -> Result<Cell> {
    let variant = &rules.variant().name;
    super::common::cell(rules, name).ok_or_else(|| wrong(format!("`{}` is no cell of {variant}", excerpt(name))))
}
