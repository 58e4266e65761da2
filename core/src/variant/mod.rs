//! A variant as its author writes it: the TOML of `configs/variants`, key for key.
//!
//! Nothing here is compiled or checked beyond its type; [`check()`] finds the mistakes that types
//! cannot and [`Rules`](crate::Rules) compiles the rest. Vectors are `[file, rank]` in doubled coordinates and written for
//! White: Black's are their images under the board's flip.

mod check;
mod locate;
mod pieces;
mod read;
mod typed;

pub use check::check;
pub use locate::{key_at, line_at, line_of};
pub use pieces::{
    AdvanceSpec, CastlingSpec, EnPassant, KingLeapSpec, KingSpec, MoveSpec, Only, PawnSpec, PieceSpec, PromotionSpec,
    PromotionZone, RookSpec, SenseSpec, Supply, VectorSet,
};
pub use read::{builtin, builtin_names, check_text, read};

pub use typed::{from_toml, in_words};

use serde::{Deserialize, Serialize};

/// A whole game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Variant {
    /// Short name, as given to `--variant`; lower case letters, digits and dashes.
    pub name: String,
    /// Name for people.
    pub title: String,
    /// One line about the game.
    #[serde(default)]
    pub description: String,
    /// Start position in the variant's own FEN.
    pub start: String,
    /// The cells and their names.
    pub board: BoardSpec,
    /// Every kind of man, in the order in which they are listed to people.
    #[serde(rename = "piece")]
    pub pieces: Vec<PieceSpec>,
    /// How the pawn moves, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pawn: Option<PawnSpec>,
    /// What the king may do once in a game: leaps and castlings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub king: Option<KingSpec>,
    /// How a game ends and what that is worth.
    pub end: EndSpec,
    /// How positions and moves are written.
    pub notation: NotationSpec,
}

/// The cells: a shape in doubled coordinates `(file, rank)`, where a cell exists only if both have the right parity.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BoardSpec {
    /// Which shape.
    pub shape: Shape,
    /// `hexagon`: cells along an edge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<u8>,
    /// `hexagon`: cells along its left and its right edge, if not as many as along the four others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upright: Option<u8>,
    /// `rectangle` and `ring`: number of files. A ring's last file touches its first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<u8>,
    /// `rectangle` and `ring`: number of ranks, counted in doubled coordinates from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranks: Option<u8>,
    /// `cells`: the names of all cells; the number of a name is its doubled rank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<String>>,
    /// Along which axis neighbouring cells share an edge: `files` makes (0, ±2) orthogonal, `ranks` makes (±2, 0) so.
    #[serde(default)]
    pub orthogonal: Axis,
    /// One letter a file, from White's left.
    pub letters: String,
    /// What the number in a cell's name counts.
    #[serde(default)]
    pub numbers: Numbers,
    /// The reflection that exchanges the colors; a hexagon has its own by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flip: Option<Reflection>,
    /// A reflection that leaves the rules as they are (not the start position), if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mirror: Option<Reflection>,
}

/// Shapes of boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A hexagon with two corners towards the players, regular unless `upright` makes it narrower or wider.
    Hexagon,
    /// Rows of cells, every other row set off by half a cell.
    Rectangle,
    /// A rectangle whose files run round in a circle.
    Ring,
    /// Any list of cells.
    Cells,
}

/// An axis of the doubled coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Axis {
    /// Along the files: the rank changes.
    #[default]
    Files,
    /// Along the ranks: the file changes.
    Ranks,
}

/// What the number of a cell's name counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Numbers {
    /// Cells of the file from White's end, from 1.
    #[default]
    Count,
    /// The doubled rank itself, so that one number names a line across the board.
    Line,
    /// Lines of cells that share edges and fall to the right, from 1 at White's end.
    Oblique,
}

/// `file = n` maps file index x to n - x (files from 0); `rank = n` maps doubled rank y to n - y. Both together are a half turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Reflection {
    /// Sum of a file index and its image.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<i16>,
    /// Sum of a doubled rank and its image.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<i16>,
}

/// How a game ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct EndSpec {
    /// What stalemate is worth.
    pub stalemate: Stalemate,
    /// Whether a side left with its king alone has lost.
    #[serde(default)]
    pub bare_king: BareKing,
    /// Occurrences of a position that make a draw (in play between people: that may be claimed; this program claims). Default: `3`.
    #[serde(default = "three")]
    pub repetition: u8,
    /// Plies without capture or pawn move that make a draw, claimed too; 0 for no limit. Default: `0`.
    #[serde(default)]
    pub move_limit: u16,
    /// Bare kings are dead always; these pieces do not help a king against a bare king either.
    #[serde(default)]
    pub dead_with: Vec<String>,
    /// The variant's own points, if it does not score 1, 1/2, 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<PointsSpec>,
}

fn three() -> u8 {
    3
}

/// Worth of a stalemate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stalemate {
    /// The stalemated player loses.
    Loss,
    /// 3/4 to the player who stalemates, 1/4 to the other.
    ThreeQuarters,
    /// 2/3 to the player who stalemates, 1/3 to the other.
    TwoThirds,
    /// A draw.
    Draw,
}

impl Stalemate {
    /// Expected score of the stalemated side, 0 to 1.
    pub fn stalemated_score(self) -> f32 {
        match self {
            Stalemate::Loss => 0.0,
            Stalemate::ThreeQuarters => 0.25,
            Stalemate::TwoThirds => 1.0 / 3.0,
            Stalemate::Draw => 0.5,
        }
    }
}

/// What baring a king does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BareKing {
    /// Nothing.
    #[default]
    Nothing,
    /// It loses, unless the bared king at once takes the last enemy man.
    Loses,
}

/// Points of both sides, better side first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PointsSpec {
    /// Winner and loser.
    pub win: [f32; 2],
    /// Stalemating and stalemated side.
    pub stalemate: [f32; 2],
    /// Both sides of a draw.
    pub draw: [f32; 2],
}

/// How positions and moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NotationSpec {
    /// Order of the placement field.
    pub fen: FenOrder,
    /// How the open special capture is written.
    pub special: SpecialField,
    /// How moves are written.
    pub moves: MoveText,
}

/// Order of a FEN's placement field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FenOrder {
    /// One group a number of cell names, from the highest to the lowest, files from left to right.
    Ranks,
    /// One group a file, from the first to the last, by rising rank.
    Files,
    /// Only lines that hold a man, each led by its number: `/28:v/27:dk/.../`.
    Lines,
}

/// How a FEN writes the capture that the last move made possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SpecialField {
    /// The cell passed over, as in orthodox FEN.
    Passed,
    /// `pawn@passed`, both cells in full.
    PawnAtPassed,
    /// `pawn@line`, `pawn@line-line` after a triple step, `capturer@captured` for a scornful capture.
    PawnAtLine,
}

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveText {
    /// `f5f6`, `g10h11q`.
    Plain,
    /// `c2-s1`, `l4-m5=Q`.
    Dash,
    /// CTL-AN: `ED4-C7`, `F14×G17`, `A23=D`, `KRK-II`.
    Ctl,
}
