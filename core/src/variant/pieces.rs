//! The men of a variant: pieces by their rides, pawns by their senses, and what a king may do once.

use serde::{Deserialize, Serialize};

/// One kind of man.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PieceSpec {
    /// Name in lower case, unique.
    pub name: String,
    /// Letter in FEN and moves, upper case, unique.
    pub letter: char,
    /// Other letters that are read as this piece, never written.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub aliases: String,
    /// Published or estimated worth in pawns; what Greedy and AlphaBeta play by. 0 for the king.
    pub value: f32,
    /// Whether losing it loses the game. Exactly one kind is royal. Default: `false`.
    #[serde(default)]
    pub royal: bool,
    /// Its moves; empty for the pawn, which has a section of its own.
    #[serde(default)]
    pub moves: Vec<MoveSpec>,
}

/// A ride: the same vector again and again over empty cells. `max = 1` makes it a step or leap, no `max` a slide.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MoveSpec {
    /// A named set of vectors; either this or `vectors`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub along: Option<VectorSet>,
    /// Vectors for White; Black's are flipped.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some_vectors")]
    pub vectors: Option<Vec<[i8; 2]>>,
    /// Fewest steps; the cells passed must be empty. Default: `1`.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub min: u8,
    /// Most steps; none means as far as the board goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<u8>,
    /// Whether this ride only captures or only moves to empty cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<Only>,
}

/// Vectors, each of exactly two numbers: an array of a fixed size would drop what is too much.
fn vectors<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<[i8; 2]>, D::Error> {
    let list = Vec::<Vec<i8>>::deserialize(deserializer)?;
    let two = |v: Vec<i8>| {
        v.try_into().map_err(|v| serde::de::Error::custom(format!("{v:?}: a vector has two numbers, [file, rank]")))
    };
    list.into_iter().map(two).collect()
}

fn some_vectors<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<[i8; 2]>>, D::Error> {
    vectors(deserializer).map(Some)
}

fn yes() -> bool {
    true
}

fn is_yes(value: &bool) -> bool {
    *value
}

fn one() -> u8 {
    1
}

fn is_one(n: &u8) -> bool {
    *n == 1
}

/// Named sets of vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VectorSet {
    /// The six steps across an edge.
    Orthogonal,
    /// The six steps through a corner.
    Diagonal,
    /// Both.
    All,
    /// The twelve leaps: one diagonal and one orthogonal step 30 degrees from it.
    Knight,
}

/// Restricts a ride.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Only {
    /// Only onto empty cells; such a ride attacks nothing.
    Move,
    /// Only onto enemy men.
    Capture,
}

/// The pawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PawnSpec {
    /// Name of the piece that moves so.
    pub piece: String,
    /// Usually one; on a ring two, by the files on which they hold.
    #[serde(rename = "sense")]
    pub senses: Vec<SenseSpec>,
    /// Capture of a pawn that passed an attacked cell.
    #[serde(default)]
    pub en_passant: EnPassant,
    /// Whether a pawn that leaves an enemy pawn in front of it by an oblique step may be taken by just that pawn. Default: `false`.
    #[serde(default)]
    pub scornful: bool,
    /// Where and into what it promotes.
    pub promotion: PromotionSpec,
}

impl PawnSpec {
    /// Whether some step without capture leads where a capture does.
    pub fn steps_as_it_captures(&self) -> bool {
        self.senses.iter().any(|sense| sense.steps.iter().any(|step| sense.captures.contains(step)))
    }
}

/// One way of moving forward.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SenseSpec {
    /// File letters on which a pawn (of either color) has this sense; none means all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<String>,
    /// Single steps without capture; the first is "straight ahead".
    #[serde(deserialize_with = "vectors")]
    pub steps: Vec<[i8; 2]>,
    /// Single steps that capture.
    #[serde(deserialize_with = "vectors")]
    pub captures: Vec<[i8; 2]>,
    /// Longer advances.
    #[serde(default, rename = "advance")]
    pub advances: Vec<AdvanceSpec>,
}

/// Several steps at once over empty cells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AdvanceSpec {
    /// Directions.
    #[serde(deserialize_with = "vectors")]
    pub vectors: Vec<[i8; 2]>,
    /// Number of steps, 2 or 3.
    pub count: u8,
    /// White's cells from which it is allowed (Black's are flipped); none means everywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Vec<String>>,
    /// Whether it may end on an enemy man, who is thereby attacked. Default: `false`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub captures: bool,
}

/// En passant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EnPassant {
    /// A move of its own. Where a pawn also steps onto the passed cell, the text of the capture ends in `ep`.
    #[default]
    Optional,
    /// A pawn that steps onto the passed cell takes, whether it wants to or not.
    Automatic,
    /// There is none.
    None,
}

/// Promotion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PromotionSpec {
    /// On which cells.
    pub zone: PromotionZone,
    /// `files`: the file letters of the zone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<String>,
    /// Pieces to choose from, in the order in which they are listed.
    pub to: Vec<String>,
    /// Whether any piece may be taken or only a lost one.
    #[serde(default)]
    pub supply: Supply,
    /// With `supply = "lost"`: pieces of which a side has at most one on each color of cells.
    #[serde(default)]
    pub one_per_color: Vec<String>,
}

/// Promotion zones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PromotionZone {
    /// The last cell of every file.
    FileEnd,
    /// The cells of the highest rank number.
    LastRank,
    /// All cells of the given files.
    Files,
}

/// Where promoted pieces come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Supply {
    /// An endless box.
    #[default]
    Unlimited,
    /// The men of the start position that are off the board; a pawn that finds none waits and must promote when one is lost.
    Lost,
}

/// What a king that has not moved may do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct KingSpec {
    /// White's home cell.
    pub home: String,
    /// A leap from its home cell, once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leap: Option<KingLeapSpec>,
    /// Castlings, in White's cells.
    #[serde(default, rename = "castling")]
    pub castlings: Vec<CastlingSpec>,
    /// Whether a rook may castle that is pinned to its king. Default: `true`.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub pinned_rooks_castle: bool,
}

/// The king's leap.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct KingLeapSpec {
    /// A named set of vectors.
    pub along: VectorSet,
    /// Whether it may capture.
    pub captures: bool,
    /// Whether a leap that may capture keeps the enemy king from the cells to which it leads. Default: `true`.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub guards: bool,
}

/// One castling.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CastlingSpec {
    /// Its name as a move: letters and digits with dashes between them, such as `O-O`.
    pub name: String,
    /// Where the king lands.
    pub king: String,
    /// Cells the king passes, which must be empty and not attacked; none for a king that leaps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passes: Vec<String>,
    /// The rooks that move, one or two.
    #[serde(rename = "rook")]
    pub rooks: Vec<RookSpec>,
}

/// A rook's part in a castling.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RookSpec {
    /// Home cell.
    pub from: String,
    /// Landing cell.
    pub to: String,
    /// Cells passed, which must be empty.
    #[serde(default)]
    pub via: Vec<String>,
}
