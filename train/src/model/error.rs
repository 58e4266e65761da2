//! Models that cannot be used.

use crate::net::{NetShape, WeightsError};
use hexcore::{Problem, excerpt};
use std::io;
use std::path::PathBuf;

/// A model that cannot be read, written or used.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// The file system said no.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: io::Error,
    },
    /// A folder that is no model.
    #[error("{}: no {} there: expected a model folder or a weight file", path.display(), super::CARD)]
    NoCard {
        /// The folder.
        path: PathBuf,
    },
    /// A card that is wrong.
    #[error("{}: {problem}", path.display())]
    Card {
        /// The card.
        path: PathBuf,
        /// The mistake.
        problem: Problem,
    },
    /// A model for other rules.
    #[error("{}: a model for {found} (rules {found_id}), expected one for {expected} (rules {expected_id:016x})", path.display())]
    Rules {
        /// The model's folder.
        path: PathBuf,
        /// The variant it is for.
        found: String,
        /// The id of its rules.
        found_id: String,
        /// The variant that is played.
        expected: String,
        /// The id of its rules.
        expected_id: u64,
    },
    /// Weights of another shape than the variant's encoder asks for.
    #[error("{}: weights {} do not fit {variant}, which asks for {}", path.display(), sizes(found), sizes(expected))]
    Shape {
        /// The weight file.
        path: PathBuf,
        /// The variant.
        variant: String,
        /// The shape of the weights.
        found: Box<NetShape>,
        /// The shape that fits.
        expected: Box<NetShape>,
    },
    /// Other weights than the card speaks of.
    #[error("{}: checksum is {found}, the card says {expected}: the file is damaged or not the card's", path.display())]
    Checksum {
        /// The weight file.
        path: PathBuf,
        /// The card's checksum.
        expected: String,
        /// The file's.
        found: String,
    },
    /// Weights that are damaged.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// Neither a path nor the name of a model that ships.
    #[error(
        "no model `{}` for {variant}: expected a model folder, a weight file or {}",
        excerpt(name),
        listed(known, searched)
    )]
    Unknown {
        /// What was asked for.
        name: String,
        /// The variant.
        variant: String,
        /// The models there are.
        known: Vec<String>,
        /// Where they were looked for.
        searched: String,
    },
}

fn sizes(shape: &NetShape) -> String {
    let NetShape { rows, hidden, moves, move_features, .. } = shape;
    format!("({rows} rows, {hidden} hidden, {moves} moves, {move_features} move features)")
}

fn listed(names: &[String], searched: &str) -> String {
    if names.is_empty() {
        return format!("the name of a model in {searched} (there is none)");
    }
    format!("one of {} in {searched}", names.join(", "))
}
