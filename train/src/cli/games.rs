//! `hexforge games PATH`: finds and replays games of a tournament.

use super::common::{Common, game_rules, ink, read_text};
use super::error::wrong;
use anyhow::{Result, anyhow};
use hexcore::{AnyRules, GameText, Layout, Rules, with_rules};
use hextrain::draw::{Marks, Scene, terminal};
use hextrain::tournament::games::{GAMES, read};
use hextrain::tournament::result;
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Find games of a tournament, replay them, show one
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A tournament's folder, or a file of games
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// Only games of this player; given twice, of both against each other
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,
    /// Only games with this result: 1-0, 0-1, 1/2-1/2, or as the variant's own points have it
    #[arg(long, value_name = "RESULT")]
    result: Option<String>,
    /// Only games of this opening
    #[arg(long, value_name = "N")]
    opening: Option<u32>,
    /// Only games that ended so, e.g. checkmate
    #[arg(long, value_name = "END")]
    termination: Option<String>,
    /// Only games of at least so many plies
    #[arg(long, value_name = "N")]
    longer: Option<usize>,
    /// Only games of at most so many plies
    #[arg(long, value_name = "N")]
    shorter: Option<usize>,
    /// Show the game of this number, with the position at its end
    #[arg(long, value_name = "N")]
    show: Option<usize>,
    /// With --show: the position after so many plies
    #[arg(long, value_name = "N", requires = "show")]
    ply: Option<usize>,
}

#[derive(Clone, Debug, Serialize)]
struct Line {
    game: usize,
    white: String,
    black: String,
    /// White's and Black's score.
    result: String,
    /// The same as the game's text has it: in the variant's points, if it has its own.
    points: String,
    opening: Option<u32>,
    plies: usize,
    termination: String,
    moves: Vec<String>,
    fen: String,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<()> {
    let path = if args.path.is_dir() { args.path.join(GAMES) } else { args.path.clone() };
    let text = read_text(&path)?;
    with_rules!(&rules_of(&text, &path)?, rules => show(rules, &text, &path, args, common))
}

/// The rules of the config that lies beside the games, which may name a variant's file, else those that the games name.
fn rules_of(text: &str, path: &Path) -> Result<AnyRules> {
    let beside = path.with_file_name("config.toml");
    let config = std::fs::read_to_string(beside).ok().and_then(|text| text.parse::<toml::Table>().ok());
    game_rules(path, text, config.as_ref().and_then(|table| table.get("variant")?.as_str()))
}

fn show<L: Layout>(rules: &Rules<L>, text: &str, path: &Path, args: &Args, common: &Common) -> Result<()> {
    let games = read(rules, text).map_err(|message| anyhow!("{}: {message}", path.display()))?;
    let lines: Vec<Line> = games.iter().enumerate().map(|(i, game)| line(rules, i + 1, game)).collect();
    if let Some(number) = args.show {
        let found = number.checked_sub(1).and_then(|i| Some((games.get(i)?, lines.get(i)?)));
        let (game, line) = found.ok_or_else(|| wrong(format!("no game {number}: there are {}", games.len())))?;
        let ply = args.ply.unwrap_or(game.game.ply());
        let position = game.game.positions().get(ply);
        let position = position.ok_or_else(|| wrong(format!("no ply {ply}: the game has {}", game.game.ply())))?;
        let line = Line { fen: rules.fen(position), ..line.clone() };
        return common.print(&line, |line| {
            let last = ply.checked_sub(1).map(|i| game.game.moves()[i]);
            let marks = Marks { last, ..Marks::default() };
            let board = terminal(&Scene::new(rules, position, &marks), ink(false));
            format!("{}\n{board}fen {}\n{}\n", summary(line), line.fen, line.moves.join(" "))
        });
    }
    args.check(&lines)?;
    let found: Vec<&Line> = lines.iter().filter(|line| args.wants(line)).collect();
    common.print(&found, |found| {
        let rows: String = found.iter().map(|line| summary(line) + "\n").collect();
        format!("{rows}{} of {} games, all replayed\n", found.len(), lines.len())
    })
}

impl Args {
    /// Asking for what no game has is a slip of the keyboard.
    fn check(&self, lines: &[Line]) -> Result<()> {
        let known = |of: &dyn Fn(&Line) -> Vec<String>| lines.iter().flat_map(of).collect::<BTreeSet<String>>();
        let players = known(&|line| vec![line.white.clone(), line.black.clone()]);
        let results = known(&|line| vec![line.result.clone(), line.points.clone()]);
        let ends = known(&|line| vec![line.termination.clone()]);
        let asked = self.player.iter().map(|name| ("player", name, &players));
        let asked = asked.chain(self.termination.iter().map(|end| ("termination", end, &ends)));
        for (what, value, known) in asked.chain(self.result.iter().map(|result| ("result", result, &results))) {
            if !known.contains(value) {
                let list = known.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
                return Err(wrong(format!("--{what} {value}: no game has it; expected one of {list}")));
            }
        }
        Ok(())
    }

    fn wants(&self, line: &Line) -> bool {
        self.player.iter().all(|name| *name == line.white || *name == line.black)
            && self.result.as_ref().is_none_or(|result| [&line.result, &line.points].contains(&result))
            && self.opening.is_none_or(|opening| Some(opening) == line.opening)
            && self.termination.as_ref().is_none_or(|end| *end == line.termination)
            && self.longer.is_none_or(|least| line.plies >= least)
            && self.shorter.is_none_or(|most| line.plies <= most)
    }
}

fn line<L: Layout>(rules: &Rules<L>, number: usize, text: &GameText<'_, L>) -> Line {
    let game = &text.game;
    let tag = |name: &str| text.tag(name).unwrap_or("?").to_string();
    Line {
        game: number,
        white: tag("White"),
        black: tag("Black"),
        result: text.white_score.map_or("*".into(), |score| result(score.into())),
        points: rules.result_text(text.white_score),
        opening: tag("Opening").parse().ok(),
        plies: game.ply(),
        termination: tag("Termination"),
        moves: game.moves().iter().map(|&m| rules.bare_text(m)).collect(),
        fen: rules.fen(game.position()),
    }
}

fn summary(line: &Line) -> String {
    let opening = line.opening.map_or(String::new(), |n| format!(", opening {n}"));
    format!(
        "game {}: {} - {}  {}  {} plies, {}{opening}",
        line.game, line.white, line.black, line.result, line.plies, line.termination
    )
}
