//! Trained nets in their folders: `models/<variant>/<name>/{card.toml, weights.safetensors}`.
//!
//! The card says for which rules the net was trained, how, and how strong it was measured to be. A model is loaded only
//! for the rules it was trained for: their id, the net's shape and the weights' checksum are compared.

mod card;
mod error;
mod find;

pub use card::{Card, Measured, hex};
pub use error::ModelError;
pub use find::{default_model, find_model, model_folders, searched_folders};

use crate::encode::Encoder;
use crate::evaluator::NetEvaluator;
use crate::net::{Family, NetKernel, Weights, checksum, write_atomically};
use hexcore::{Layout, Problem, Rules};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Name of the card in a model's folder.
pub const CARD: &str = "card.toml";

/// Name of the weights in a model's folder.
pub const WEIGHTS: &str = "weights.safetensors";

/// A net that fits its rules, ready to evaluate.
pub struct Model {
    path: PathBuf,
    card: Option<Card>,
    encoder: Arc<Encoder>,
    kernel: Box<dyn NetKernel>,
}

impl Model {
    /// Reads a model for `rules`: a folder with a card, or a weight file. If the file's own card lies beside it, that is read,
    /// too; of a bare one only the shape is compared.
    ///
    /// # Errors
    /// What is missing or damaged, or for which variant the model is instead.
    pub fn load<L: Layout>(path: &Path, rules: &Rules<L>) -> Result<Model, ModelError> {
        let encoder = Arc::new(Encoder::new(rules));
        let (card, weights) = read(path, rules, &encoder)?;
        let family = card.as_ref().map_or(Family::default(), |card| card.family);
        let kernel = family.kernel(&weights)?;
        Ok(Model { path: path.to_path_buf(), card, encoder, kernel })
    }

    /// The weights of a model for `rules`, with the checks of [`Model::load`].
    ///
    /// # Errors
    /// As there.
    pub fn weights<L: Layout>(path: &Path, rules: &Rules<L>) -> Result<Weights, ModelError> {
        Ok(read(path, rules, &Encoder::new(rules))?.1)
    }

    /// Writes a model folder: the weights, then the card with their shape, checksum and rules filled in.
    ///
    /// # Errors
    /// A folder or file that cannot be written, or weights that cannot be used.
    pub fn save<L: Layout>(dir: &Path, rules: &Rules<L>, weights: &Weights, card: Card) -> Result<Card, ModelError> {
        fs::create_dir_all(dir).map_err(|source| ModelError::Io { path: dir.to_path_buf(), source })?;
        let file = dir.join(WEIGHTS);
        weights.save(&file)?;
        let bytes = fs::read(&file).map_err(|source| ModelError::Io { path: file, source })?;
        let card = Card {
            variant: rules.variant().name.clone(),
            rules_id: format!("{:016x}", rules.id()),
            checksum: hex(checksum(&bytes)),
            shape: weights.shape,
            ..card
        };
        let path = dir.join(CARD);
        write_atomically(&path, card.to_toml().as_bytes()).map_err(|source| ModelError::Io { path, source })?;
        Ok(card)
    }

    /// An evaluator for one thread; all evaluators of a model share its weights.
    pub fn evaluator(&self) -> NetEvaluator {
        NetEvaluator::new(self.encoder.clone(), self.kernel.fork())
    }

    /// The card, unless the model is a bare weight file.
    pub fn card(&self) -> Option<&Card> {
        self.card.as_ref()
    }

    /// Where it was read from.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A short name: the card's, or the file's.
    pub fn name(&self) -> String {
        let file = || self.path.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
        self.card.as_ref().map_or_else(file, |card| card.name.clone())
    }
}

/// Card and weights of a model, checked against each other and against the rules.
fn read<L: Layout>(path: &Path, rules: &Rules<L>, encoder: &Encoder) -> Result<(Option<Card>, Weights), ModelError> {
    let (card, file) = if path.is_dir() {
        let card = Card::load(path)?;
        card.check_rules(path, rules)?;
        (Some(card), path.join(WEIGHTS))
    } else {
        (None, path.to_path_buf())
    };
    let bytes = fs::read(&file).map_err(|source| ModelError::Io { path: file.clone(), source })?;
    if let (None, Some(dir)) = (&card, file.parent())
        && let Some(own) = Card::load(dir).ok().filter(|card| card.checksum == hex(checksum(&bytes)))
    {
        own.check_rules(dir, rules)?;
    }
    if let Some(card) = card.as_ref().filter(|card| card.checksum != hex(checksum(&bytes))) {
        return Err(ModelError::Checksum { path: file, expected: card.checksum.clone(), found: hex(checksum(&bytes)) });
    }
    let weights = Weights::load(&file)?;
    if let Some(card) = card.as_ref().filter(|card| card.shape != weights.shape) {
        let message = format!("is {:?}, but the weights have {:?}", card.shape, weights.shape);
        return Err(ModelError::Card { path: path.join(CARD), problem: Problem::new("shape", message) });
    }
    let expected = encoder.shape(weights.shape.hidden);
    if weights.shape != expected {
        let variant = rules.variant().name.clone();
        let (found, expected) = (Box::new(weights.shape), Box::new(expected));
        return Err(ModelError::Shape { path: file, variant, found, expected });
    }
    Ok((card, weights))
}

#[cfg(test)]
mod tests;
