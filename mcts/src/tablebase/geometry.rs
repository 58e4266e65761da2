//! A variant as endings see it: lines, attacks, pawns, and how games end.

use super::error::TableError;
use super::lines::{Attacks, Lines, Taken, Way};
use super::material::Kinds;
use super::pawns::PawnLines;
use hexcore::variant::{BareKing, EnPassant, Stalemate};
use hexcore::{BitSet, Color, Kind, Layout, Rules, fnv};

/// Everything that solving an ending takes from the rules, by dense cells.
#[derive(Clone, Debug)]
pub struct Geometry {
    pub(crate) cells: usize,
    pub(crate) kinds: Kinds,
    pub(crate) royal: Kind,
    /// By color and kind.
    pub(crate) lines: [Vec<Lines>; 2],
    pub(crate) back: [Vec<Lines>; 2],
    pub(crate) attacks: [Vec<Attacks>; 2],
    pub(crate) pawns: [PawnLines; 2],
    /// Every cell's place when the colors are exchanged.
    pub(crate) flip: Vec<u8>,
    pub(crate) shade: Vec<u8>,
    pub(crate) symmetries: Vec<Vec<u8>>,
    /// Names the rules and the order of cells by which positions are numbered.
    pub(crate) rules_id: u64,
    /// Plies without capture or pawn move after which a game is drawn; 0 leaves such a limit aside. With one, plies are
    /// counted to the next capture or pawn move or the end, else to the end.
    pub(crate) limit: u16,
    pub(crate) variant: String,
    pub(crate) stalemate: Stalemate,
    pub(crate) bare_loses: bool,
    /// Kinds that do not help a king against a bare king.
    pub(crate) dead: Vec<Kind>,
    pub(crate) en_passant: EnPassant,
    pub(crate) scornful: bool,
    /// Promotions come one a color of cells for these kinds, of which there are so many on each color at the start.
    pub(crate) by_shade: [Vec<(Kind, [u32; 3])>; 2],
}

impl Geometry {
    /// The geometry of a variant.
    pub fn new<L: Layout>(rules: &Rules<L>) -> Geometry {
        let (board, variant) = (rules.board(), rules.variant());
        let kinds = rules.kinds();
        let moves = |kind: &hexcore::KindInfo| {
            let piece = variant.pieces.iter().find(|p| kind.exists && p.name == kind.name);
            piece.map_or(&[][..], |p| &p.moves)
        };
        let lines = |color: Color, way: Way| -> Vec<Lines> {
            kinds.iter().map(|kind| Lines::new(board, moves(kind), color, way)).collect()
        };
        let both = |way: Way| Color::BOTH.map(|color| lines(color, way));
        let (forward, back) = (both(Way::Forward), both(Way::Back));
        let pawns = Color::BOTH.map(|color| PawnLines::new(rules, color));
        let attacks = Color::BOTH.map(|color| {
            let of = |i: usize, lines: &Lines| match i == Kind::PAWN.index() {
                true => pawns[color.index()].attacks(board.len()),
                false => Attacks::by_lines(board.len(), lines),
            };
            forward[color.index()].iter().enumerate().map(|(i, lines)| of(i, lines)).collect()
        });
        let named = |names: &[String]| -> Vec<Kind> {
            (0..kinds.len()).filter(|&i| names.contains(&kinds[i].name)).map(Kind::new).collect()
        };
        let singles = variant.pawn.as_ref().map_or(Vec::new(), |p| named(&p.promotion.one_per_color));
        let start = rules.start();
        let by_shade = Color::BOTH.map(|color| {
            let count = |kind: Kind| {
                start.men(color, kind).cells().fold([0; 3], |mut count, cell| {
                    count[board.shade(cell) as usize] += 1;
                    count
                })
            };
            singles.iter().map(|&kind| (kind, count(kind))).collect()
        });
        Geometry {
            cells: board.len(),
            kinds: Kinds::new(rules),
            royal: rules.royal(),
            lines: forward,
            back,
            attacks,
            pawns,
            flip: board.cells().iter().map(|&c| board.dense(board.flip(c)) as u8).collect(),
            shade: board.cells().iter().map(|&c| board.shade(c)).collect(),
            symmetries: super::symmetry::of_board(board),
            rules_id: id(rules),
            limit: 0,
            variant: variant.name.clone(),
            stalemate: variant.end.stalemate,
            bare_loses: variant.end.bare_king == BareKing::Loses,
            dead: named(&variant.end.dead_with),
            en_passant: variant.pawn.as_ref().map_or(EnPassant::None, |p| p.en_passant),
            scornful: variant.pawn.as_ref().is_some_and(|p| p.scornful),
            by_shade,
        }
    }

    /// The same with a limit on plies without capture or pawn move, which a game begins to count at the position asked for.
    ///
    /// # Errors
    /// If pawns can move in circles, so that counting from one pawn move to the next has no end.
    pub fn with_limit(mut self, limit: u16) -> Result<Geometry, TableError> {
        if limit != 0 && self.pawns.iter().any(|pawns| pawns.moves_left.is_none()) {
            let message = "its pawns can move in circles: tables with a limit on plies are not possible";
            return Err(TableError::Variant { variant: self.variant, message: message.into() });
        }
        self.limit = limit;
        Ok(self)
    }

    /// The kinds of men there are, and endings of them.
    pub fn kinds(&self) -> &Kinds {
        &self.kinds
    }

    /// Whether a man attacks a cell.
    #[inline(always)]
    pub(crate) fn attack(&self, man: (Color, Kind), from: u8, to: u8, taken: &Taken) -> bool {
        self.attacks[man.0.index()][man.1.index()].attack(from, to, taken)
    }
}

fn id<L: Layout>(rules: &Rules<L>) -> u64 {
    let board = rules.board();
    let order: Vec<&str> = board.cells().iter().map(|&cell| board.name(cell)).collect();
    fnv(format!("{:016x} {}", rules.id(), order.join(" ")).as_bytes())
}
