//! A board in a terminal: blocks of color, or hexagons of slashes where there is no color.
//!
//! Where neighbours above each other share an edge a cell is two lines high and its neighbours beside it are a line up or
//! down; elsewhere it is two half-cells wide and the rows are set off. White's men are capitals, Black's small letters.

use super::scene::{Place, Scene};
use anstyle::{Ansi256Color, Style};
use hexcore::Color;
use std::fmt::Write;

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// With ANSI colors.
    Color,
    /// With plain characters only.
    Plain,
}

/// Background and name color of the three shades.
const SHADES: [(u8, u8); 3] = [(137, 94), (95, 52), (101, 58)];
/// The same for cells of the last move and for marked cells.
const LAST: (u8, u8) = (178, 94);
const MARKED: (u8, u8) = (71, 22);
/// Colors of the men.
const MEN: [u8; 2] = [231, 16];

/// Draws the board, a line at a time, each ended by a newline.
pub fn terminal(scene: &Scene, ink: Ink) -> String {
    match (ink, scene.upright) {
        (Ink::Color, _) => blocks(scene),
        (Ink::Plain, true) => upright_hexagons(scene),
        (Ink::Plain, false) => row_hexagons(scene),
    }
}

/// Characters with their styles, a line at a time.
struct Canvas {
    lines: Vec<Vec<(char, Style)>>,
}

impl Canvas {
    fn new(width: usize, height: usize) -> Canvas {
        Canvas { lines: vec![vec![(' ', Style::new()); width]; height] }
    }

    fn put(&mut self, column: usize, line: usize, text: &str, style: Style) {
        let Some(line) = self.lines.get_mut(line) else { return };
        for (place, c) in line.iter_mut().skip(column).zip(text.chars()) {
            *place = (c, style);
        }
    }

    /// Only the characters that are not blank.
    fn lay(&mut self, column: usize, line: usize, text: &str) {
        for (i, c) in text.chars().enumerate().filter(|(_, c)| *c != ' ') {
            self.put(column + i, line, c.encode_utf8(&mut [0; 4]), Style::new());
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            let blank = |place: &&(char, Style)| **place == (' ', Style::new());
            let end = line.len() - line.iter().rev().take_while(blank).count();
            for run in line[..end].chunk_by(|a, b| a.1 == b.1) {
                let letters: String = run.iter().map(|(c, _)| c).collect();
                let style = run[0].1;
                let _ = write!(text, "{style}{letters}{style:#}");
            }
            text.push('\n');
        }
        text
    }
}

fn letter(place: &Place) -> Option<char> {
    place.man.as_ref().map(|man| match man.color {
        Color::White => man.letter,
        Color::Black => man.letter.to_lowercase().next().unwrap_or(man.letter),
    })
}

fn longest_name(scene: &Scene) -> usize {
    scene.places.iter().map(|p| p.name.chars().count()).max().unwrap_or(0)
}

fn blocks(scene: &Scene) -> String {
    let width = (longest_name(scene) + 1).next_multiple_of(2).max(4);
    let (columns, lines) = (scene.size.0 as usize, scene.size.1 as usize);
    let mut canvas = match scene.upright {
        true => Canvas::new(width * (columns + 1), lines + 2),
        false => Canvas::new(width / 2 * (columns + 2), 2 * (lines + 1)),
    };
    for place in &scene.places {
        let (x, down) = (place.x as usize, (scene.size.1 - place.y) as usize);
        let (column, line) = if scene.upright { (width * x, down) } else { (width / 2 * x, 2 * down) };
        let (back, name) = match place {
            Place { last: true, .. } => LAST,
            Place { marked: true, .. } => MARKED,
            _ => SHADES[place.shade as usize],
        };
        let on =
            |fore: u8| Style::new().bg_color(Some(Ansi256Color(back).into())).fg_color(Some(Ansi256Color(fore).into()));
        let man = place.man.as_ref().map_or(name, |man| MEN[man.color.index()]);
        let dot = if place.marked { '*' } else { ' ' };
        canvas.put(column, line, &format!(" {:<1$}", letter(place).unwrap_or(dot), width - 1), on(man).bold());
        canvas.put(column, line + 1, &format!("{:<1$}", format!(" {}", place.name), width), on(name));
    }
    canvas.text()
}

/// The inside of a cell: its man, between brackets after a move, between parentheses where it is marked.
fn inside(place: &Place, width: usize) -> String {
    let man = letter(place).unwrap_or(if place.marked { '*' } else { ' ' });
    let (left, right) = match place {
        Place { last: true, .. } => ('[', ']'),
        Place { marked: true, man: Some(_), .. } => ('(', ')'),
        _ => (' ', ' '),
    };
    format!("{:^width$}", format!("{left}{man}{right}"))
}

fn upright_hexagons(scene: &Scene) -> String {
    let width = longest_name(scene).max(3);
    let step = width + 1;
    let mut canvas = Canvas::new(step * (scene.size.0 as usize + 1) + 1, scene.size.1 as usize + 3);
    let edge = "_".repeat(width);
    for place in &scene.places {
        let (column, line) = (step * place.x as usize, (scene.size.1 - place.y) as usize);
        canvas.lay(column + 1, line, &edge);
        canvas.lay(column, line + 1, &format!("/{}\\", inside(place, width)));
        canvas.lay(column, line + 2, &format!("\\{edge}/"));
    }
    // Names last: the upper edge of the cell below is the line on which a cell's name stands.
    for place in &scene.places {
        let (column, line) = (step * place.x as usize, (scene.size.1 - place.y) as usize);
        canvas.lay(column + 1, line + 2, &format!("{:_^width$}", place.name));
    }
    canvas.text()
}

fn row_hexagons(scene: &Scene) -> String {
    let numbers = scene.places.iter().map(|p| p.number.to_string().len()).max().unwrap_or(1);
    let left = numbers + 1;
    let bottom = 2 * (scene.size.1 as usize + 1) + 1;
    let mut canvas = Canvas::new(left + 2 * scene.size.0 as usize + 5, bottom + 1);
    for place in &scene.places {
        let (column, line) = (left + 2 * place.x as usize, 2 * (scene.size.1 - place.y) as usize);
        canvas.lay(column + 1, line, "/ \\");
        canvas.lay(column, line + 1, &format!("|{}|", inside(place, 3)));
        canvas.lay(column + 1, line + 2, "\\ /");
        canvas.lay(0, line + 1, &format!("{:>numbers$}", place.number));
    }
    for (x, file) in scene.files() {
        canvas.lay(left + 2 * x as usize + 2, bottom, file.encode_utf8(&mut [0; 4]));
    }
    canvas.text()
}
