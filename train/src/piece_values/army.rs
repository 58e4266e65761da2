//! Imbalances: what one side lacks against what the other lacks.

use hexcore::{BitSet, Color, Kind, Layout, Rules};
use ndarray::Array1;
use std::fmt;

/// What the two sides of a match lack.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Imbalance {
    /// The men that the first side lacks, and the second.
    pub lacks: [Vec<Kind>; 2],
    text: String,
}

impl fmt::Display for Imbalance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// How many men of a kind a side has at the start.
pub(super) fn at_start<L: Layout>(rules: &Rules<L>, kind: Kind) -> usize {
    rules.start().men(Color::White, kind).count() as usize
}

/// The kinds that can be given as odds, pawns first, then as the variant lists them.
pub(super) fn kinds<L: Layout>(rules: &Rules<L>) -> Vec<Kind> {
    let all = (0..rules.kinds().len()).map(Kind::new);
    all.filter(|&kind| rules.kinds()[kind.index()].exists && kind != rules.royal() && at_start(rules, kind) > 0)
        .collect()
}

/// Names of the kinds that exist and that no side has at the start.
pub(super) fn absent<L: Layout>(rules: &Rules<L>) -> impl Iterator<Item = String> {
    let all = (0..rules.kinds().len()).map(Kind::new);
    let none = |kind: &Kind| rules.kinds()[kind.index()].exists && at_start(rules, *kind) == 0;
    all.filter(none).map(|kind| rules.kinds()[kind.index()].name.clone())
}

/// What the first of the [`kinds`] is worth by the variant's values: the unit of all others, a pawn where there are pawns.
pub(super) fn unit<L: Layout>(rules: &Rules<L>) -> f64 {
    let worth = kinds(rules).first().map(|&kind| f64::from(rules.value(kind)));
    worth.filter(|worth| *worth > 0.0).unwrap_or(1.0)
}

/// The name of that kind.
pub(super) fn unit_name<L: Layout>(rules: &Rules<L>) -> String {
    kinds(rules).first().map_or(String::new(), |kind| rules.kinds()[kind.index()].name.clone())
}

/// Officers of each kind at the start, in the order of [`kinds`] and followed by so many zeros, and what they are worth together by
/// the variant's values, in its [`unit`]. Kinds that were not measured, by their place in that order, are left out.
pub(super) fn officers<L: Layout>(
    rules: &Rules<L>,
    zeros: usize,
    measured: &dyn Fn(usize) -> bool,
) -> (Array1<f64>, f64) {
    let count = |(i, kind): (usize, &Kind)| {
        if *kind == Kind::PAWN || !measured(i) { 0.0 } else { at_start(rules, *kind) as f64 }
    };
    let kinds = kinds(rules);
    let men: Array1<f64> = kinds.iter().enumerate().map(count).chain(std::iter::repeat_n(0.0, zeros)).collect();
    let worth = kinds.iter().map(|&kind| f64::from(rules.value(kind)) / unit(rules));
    let total = men.iter().zip(worth).map(|(men, worth)| men * worth).sum();
    (men, total)
}

/// What men of a kind on one color of cells are called: by the cell on which White has the first of them.
pub(super) fn colored<L: Layout>(rules: &Rules<L>, kind: Kind, shade: u8) -> String {
    let board = rules.board();
    let home = rules.start().men(Color::White, kind).cells().find(|&cell| board.shade(cell) == shade);
    let home = home.map_or(format!("color {shade}"), |cell| format!("the color of {}", board.name(cell)));
    format!("{} of {home}", rules.kinds()[kind.index()].name)
}

/// A man that one side has at the start and the other lacks on the cell opposite, in words.
pub(super) fn unequal<L: Layout>(rules: &Rules<L>) -> Option<String> {
    let (board, start) = (rules.board(), rules.start());
    for kind in (0..rules.kinds().len()).map(Kind::new).filter(|kind| rules.kinds()[kind.index()].exists) {
        for (color, name) in [(Color::White, "White"), (Color::Black, "Black")] {
            let alone = |cell: &hexcore::Cell| !start.men(!color, kind).has(board.flip(*cell));
            if let Some(cell) = start.men(color, kind).cells().find(alone) {
                let (man, here, there) =
                    (&rules.kinds()[kind.index()].name, board.name(cell), board.name(board.flip(cell)));
                return Some(format!("{name} has a {man} on {here}, the other side none on {there}"));
            }
        }
    }
    None
}

/// Whether a kind of officer never leaves the color of its cell.
pub(super) fn bound_to_color<L: Layout>(rules: &Rules<L>, kind: Kind) -> bool {
    let board = rules.board();
    let reach = |cell| rules.attacks(Color::White, kind, cell, L::Set::EMPTY);
    let stays = |cell| reach(cell).cells().all(|to| board.shade(to) == board.shade(cell));
    let moves = board.cells().iter().any(|&cell| !reach(cell).is_empty());
    kind != Kind::PAWN && moves && board.cells().iter().all(|&cell| stays(cell))
}

impl Imbalance {
    /// The imbalance of two lists of men.
    pub(super) fn new<L: Layout>(rules: &Rules<L>, mut lacks: [Vec<Kind>; 2]) -> Imbalance {
        for men in &mut lacks {
            men.sort_by(|&a, &b| rules.value(b).total_cmp(&rules.value(a)).then(a.index().cmp(&b.index())));
        }
        let letters = |men: &[Kind]| men.iter().map(|kind| rules.kinds()[kind.index()].letter).collect::<String>();
        let text = match &lacks {
            [first, second] if second.is_empty() => letters(first),
            [first, second] => format!("{}-{}", letters(first), letters(second)),
        };
        Imbalance { lacks, text }
    }

    /// Reads `R-NP` or `P`.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn parse<L: Layout>(rules: &Rules<L>, text: &str) -> Result<Imbalance, String> {
        let (first, second) = text.split_once('-').unwrap_or((text, ""));
        let lacks = [men(rules, first)?, men(rules, second)?];
        if lacks[0].is_empty() {
            return Err("nothing is lacking on the first side; expected letters such as `R-NP`".into());
        }
        if let Some(kind) = lacks[0].iter().find(|kind| lacks[1].contains(kind)) {
            return Err(format!("both sides lack a {}", rules.kinds()[kind.index()].name));
        }
        Ok(Imbalance::new(rules, lacks))
    }

    /// By how many men of each kind the first side is ahead: `-1` for each that it lacks, `+1` for each that the other lacks.
    pub(super) fn difference(&self, kind: Kind) -> f64 {
        let count = |men: &[Kind]| men.iter().filter(|&&k| k == kind).count() as f64;
        count(&self.lacks[1]) - count(&self.lacks[0])
    }
}

fn men<L: Layout>(rules: &Rules<L>, letters: &str) -> Result<Vec<Kind>, String> {
    let mut found = Vec::new();
    for letter in letters.chars() {
        let kind = rules.kind_of_letter(letter).filter(|kind| rules.kinds()[kind.index()].exists);
        let Some(kind) = kind else {
            let known: String = kinds(rules).iter().map(|kind| rules.kinds()[kind.index()].letter).collect();
            return Err(format!("`{letter}` is no man of {}; expected letters of {known}", rules.variant().title));
        };
        let name = &rules.kinds()[kind.index()].name;
        if kind == rules.royal() {
            return Err(format!("a {name} cannot be lacking: an army without it has lost"));
        }
        found.push(kind);
        let (asked, there) = (found.iter().filter(|&&k| k == kind).count(), at_start(rules, kind));
        if asked > there {
            return Err(format!("{asked} {name}s are to be lacking, a side has {there}"));
        }
    }
    Ok(found)
}
