//! What men an ending has: written `KQKR`, the stronger side first, and how it turns into smaller endings.

use super::error::TableError;
use hexcore::{Color, Kind, Layout, Position, Rules, variant::Variant};
use std::collections::BTreeSet;
use std::fmt;

/// Most men of an ending, the kings among them.
pub const MAX_MEN: usize = 8;

/// The men of both sides without their kings, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    /// Kinds of White, then of Black; [`Kinds::order`] sorts each.
    sides: [Vec<Kind>; 2],
}

/// What endings need to know of a variant's kinds: letters, order, worth, and what pawns may become.
#[derive(Clone, Debug)]
pub struct Kinds {
    letters: Vec<Vec<char>>,
    /// Place of each kind among the men of a side: as the variant lists them, pawns last.
    place: Vec<usize>,
    value: Vec<f32>,
    exists: Vec<bool>,
    royal: Kind,
    promotions: Vec<Kind>,
    /// Men of each kind that a side has at the start, if promoted men come from the lost ones.
    complement: Option<Vec<usize>>,
    /// Kinds of which there may be one on each color of cells, whatever their number: one that has moved to another color
    /// makes room for the next.
    singles: Vec<Kind>,
}

impl Kinds {
    /// The kinds of a variant.
    pub fn new<L: Layout>(rules: &Rules<L>) -> Kinds {
        let variant: &Variant = rules.variant();
        let kinds = rules.kinds();
        let place = |name: &str| variant.pieces.iter().position(|p| p.name == name).unwrap_or(usize::MAX);
        let pawn = kinds[Kind::PAWN.index()].name.as_str();
        let lost = variant.pawn.as_ref().is_some_and(|p| p.promotion.supply == hexcore::variant::Supply::Lost);
        let start = rules.start();
        let complement = |kind: usize| hexcore::BitSet::count(start.men(Color::White, Kind::new(kind))) as usize;
        Kinds {
            letters: kinds.iter().map(|k| std::iter::once(k.letter).chain(k.aliases.chars()).collect()).collect(),
            place: kinds.iter().map(|k| if k.name == pawn { usize::MAX } else { place(&k.name) }).collect(),
            value: kinds.iter().map(|k| k.value).collect(),
            exists: kinds.iter().map(|k| k.exists).collect(),
            royal: rules.royal(),
            promotions: rules.promotions().to_vec(),
            complement: lost.then(|| (0..kinds.len()).map(complement).collect()),
            singles: (0..kinds.len())
                .filter(|&i| variant.pawn.as_ref().is_some_and(|p| p.promotion.one_per_color.contains(&kinds[i].name)))
                .map(Kind::new)
                .collect(),
        }
    }

    /// Every kind but the king.
    pub fn men(&self) -> Vec<Kind> {
        let mut men: Vec<Kind> =
            (0..self.exists.len()).map(Kind::new).filter(|&k| self.exists[k.index()] && k != self.royal).collect();
        men.sort_by_key(|k| self.place[k.index()]);
        men
    }

    fn kind(&self, letter: char) -> Option<Kind> {
        let found = self.letters.iter().position(|letters| letters.first() == Some(&letter));
        found.or_else(|| self.letters.iter().position(|letters| letters.contains(&letter))).map(Kind::new)
    }

    fn sort(&self, men: &mut [Kind]) {
        men.sort_by_key(|k| self.place[k.index()]);
    }

    /// Sorts the sides' men and puts the stronger side first. Also says whether the sides changed places.
    pub fn canonical(&self, mut white: Vec<Kind>, mut black: Vec<Kind>) -> (Material, bool) {
        self.sort(&mut white);
        self.sort(&mut black);
        let worth = |men: &[Kind]| men.iter().map(|k| self.value[k.index()]).sum::<f32>();
        let order = worth(&white).total_cmp(&worth(&black)).then(white.len().cmp(&black.len())).then_with(|| {
            let places = |men: &[Kind]| men.iter().map(|k| self.place[k.index()]).collect::<Vec<_>>();
            places(&black).cmp(&places(&white))
        });
        match order {
            std::cmp::Ordering::Less => (Material { sides: [black, white] }, true),
            _ => (Material { sides: [white, black] }, false),
        }
    }

    /// Reads `KQKR` or `KQ-KR`. The letters are the variant's, in either case.
    ///
    /// # Errors
    /// What is wrong with the text, and what was expected.
    pub fn parse(&self, text: &str) -> Result<Material, TableError> {
        Ok(self.parse_turned(text)?.0)
    }

    /// The same, and whether the side named first is the weaker one, which is Black then.
    pub(crate) fn parse_turned(&self, text: &str) -> Result<(Material, bool), TableError> {
        let wrong = |message: String| TableError::Material { text: text.to_string(), message };
        let mut sides: Vec<Vec<Kind>> = Vec::new();
        for c in text.chars().filter(|c| *c != '-') {
            let kind = c.to_uppercase().next().and_then(|c| self.kind(c)).filter(|k| self.exists[k.index()]);
            let kind = kind.ok_or_else(|| {
                let known: String = self.letters.iter().filter_map(|l| l.first()).filter(|c| **c != '\0').collect();
                wrong(format!("`{c}` is no man of this variant, which has {known}"))
            })?;
            match sides.last_mut() {
                _ if kind == self.royal => sides.push(Vec::new()),
                Some(side) => side.push(kind),
                None => return Err(wrong("expected White's king first, as in KQKR".into())),
            }
        }
        let Ok([white, black]) = <[Vec<Kind>; 2]>::try_from(sides) else {
            return Err(wrong("expected two kings, White's first, as in KQKR".into()));
        };
        let men = white.len() + black.len() + 2;
        if men > MAX_MEN {
            return Err(wrong(format!("{men} men; at most {MAX_MEN} can be counted")));
        }
        Ok(self.canonical(white, black))
    }

    /// The ending's name.
    pub fn name(&self, material: &Material) -> String {
        let letter = |k: &Kind| self.letters[k.index()][0];
        let king = letter(&self.royal);
        let side = |men: &[Kind]| std::iter::once(king).chain(men.iter().map(letter)).collect::<String>();
        format!("{}{}", side(&material.sides[0]), side(&material.sides[1]))
    }

    /// The kinds that one more pawn of a side may become while the side has these men.
    pub(crate) fn promotions(&self, men: &[Kind]) -> Vec<Kind> {
        let count = |kind: Kind| men.iter().filter(|&&k| k == kind).count();
        let free = |kind: &Kind| {
            let complement = self.complement.as_ref();
            complement.is_none_or(|all| self.singles.contains(kind) || count(*kind) < all[kind.index()])
        };
        self.promotions.iter().copied().filter(free).collect()
    }

    /// Whether promoted men come from the lost ones.
    pub(crate) fn lost_only(&self) -> bool {
        self.complement.is_some()
    }

    /// The endings that one move leads to: a capture, a promotion, or both at once.
    pub fn smaller(&self, material: &Material) -> BTreeSet<Material> {
        let mut found = BTreeSet::new();
        for side in 0..2 {
            let own = &material.sides[side];
            let other = &material.sides[1 - side];
            let mut after: Vec<Vec<Kind>> = Vec::new();
            if own.contains(&Kind::PAWN) {
                after.extend(self.promotions(own).into_iter().map(|kind| replace(own, Kind::PAWN, Some(kind))));
            }
            let taken: Vec<Vec<Kind>> = other.iter().map(|&kind| replace(other, kind, None)).collect();
            found.extend(taken.iter().map(|other| self.canonical(own.clone(), other.clone()).0));
            for own in after {
                found.insert(self.canonical(own.clone(), other.clone()).0);
                found.extend(taken.iter().map(|other| self.canonical(own.clone(), other.clone()).0));
            }
        }
        found
    }

    /// The ending and everything it can turn into, each after all that it needs.
    pub fn closure(&self, wanted: &[Material]) -> Vec<Material> {
        let mut all: BTreeSet<Material> = BTreeSet::new();
        let mut open: Vec<Material> = wanted.to_vec();
        while let Some(material) = open.pop() {
            if all.insert(material.clone()) {
                open.extend(self.smaller(&material));
            }
        }
        let mut order: Vec<Material> = all.into_iter().collect();
        order.sort_by_key(|m| (m.men(), m.pawns()));
        order
    }

    /// Every ending of up to so many men, with or without pawns.
    pub fn all(&self, men: usize, pawns: bool) -> Vec<Material> {
        let kinds: Vec<Kind> = self.men().into_iter().filter(|&k| pawns || k != Kind::PAWN).collect();
        let mut found: BTreeSet<Material> = BTreeSet::from([Material::default()]);
        for _ in 2..men {
            for material in found.clone() {
                for &kind in &kinds {
                    let mut white = material.sides[0].clone();
                    white.push(kind);
                    found.insert(self.canonical(white, material.sides[1].clone()).0);
                    let mut black = material.sides[1].clone();
                    black.push(kind);
                    found.insert(self.canonical(material.sides[0].clone(), black).0);
                }
            }
        }
        found.into_iter().filter(|m| m.men() > 2).collect()
    }
}

fn replace(men: &[Kind], kind: Kind, by: Option<Kind>) -> Vec<Kind> {
    let mut men = men.to_vec();
    if let Some(i) = men.iter().position(|&k| k == kind) {
        men.remove(i);
    }
    men.extend(by);
    men
}

impl Material {
    /// A side's men without its king.
    pub fn side(&self, color: Color) -> &[Kind] {
        &self.sides[color.index()]
    }

    /// Number of men, the kings among them.
    pub fn men(&self) -> usize {
        2 + self.sides[0].len() + self.sides[1].len()
    }

    /// Number of pawns.
    pub fn pawns(&self) -> usize {
        self.sides.iter().flatten().filter(|&&k| k == Kind::PAWN).count()
    }

    /// The material of a position, and whether the colors must change places to make it canonical.
    pub fn of<L: Layout>(kinds: &Kinds, pos: &Position<L>) -> (Material, bool) {
        let side = |color: Color| {
            let men = hexcore::BitSet::cells(pos.color(color)).filter_map(|cell| pos.kind_at(cell));
            men.filter(|&kind| kind != kinds.royal).collect::<Vec<_>>()
        };
        kinds.canonical(side(Color::White), side(Color::Black))
    }
}

impl fmt::Display for Material {
    /// Without a variant's letters there are only numbers of men: for messages of last resort.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{} men", 1 + self.sides[0].len(), 1 + self.sides[1].len())
    }
}
