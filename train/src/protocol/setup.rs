//! What a run is made of before it moves: folder, state, encoder, learner, window.

use super::TrainError;
use crate::config::RunConfig;
use crate::data::{GameHeader, ReplayWindow};
use crate::encode::Encoder;
use crate::learn::Learn;
use crate::model::{Model, ModelError, find_model};
use crate::net::Weights;
use crate::run::{Phase, RunFolder, RunState};
use crate::seeds::Seeds;
use crate::selfplay::{Published, Workshop};
use crate::telemetry::Telemetry;
use hexcore::{Layout, Rules};
use hexmcts::tablebase::TableSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, RwLock};

/// Worth of a pawn in the value's logit, in the skip of a net that has learnt nothing: three pawns are about 0.9.
const PAWN: f32 = 0.4;

/// Names of the files of games.
pub(super) const GAMES: [&str; 2] = ["selfplay", "teacher"];

/// How a run begins.
#[derive(Clone, Debug)]
pub enum Start {
    /// In a new folder.
    New {
        /// The folder.
        folder: PathBuf,
        /// Its config.
        config: RunConfig,
    },
    /// From where a run was when its process ended.
    Resume {
        /// The folder.
        folder: PathBuf,
        /// Its config, perhaps with another budget.
        config: RunConfig,
    },
}

/// A run's parts.
pub struct Setup<'r, L: Layout> {
    /// The rules.
    pub(super) rules: &'r Rules<L>,
    /// The config.
    pub(super) config: RunConfig,
    /// The folder.
    pub(super) folder: RunFolder,
    /// The counters.
    pub(super) state: Mutex<RunState>,
    /// The encoder.
    pub(super) encoder: Arc<Encoder>,
    /// The learner; its thread takes it.
    pub(super) learner: Mutex<Option<Box<dyn Learn>>>,
    /// The positions to learn from.
    pub(super) window: RwLock<ReplayWindow<L>>,
    /// What heads every file of games.
    pub(super) header: GameHeader,
}

impl<'r, L: Layout> Setup<'r, L> {
    /// Makes or reads a run's parts.
    ///
    /// # Errors
    /// A folder that cannot be used, or damaged files in it.
    pub fn new(rules: &'r Rules<L>, start: Start, telemetry: &Telemetry) -> Result<Self, TrainError> {
        let encoder = Arc::new(Encoder::new(rules));
        let (folder, state, config) = match start {
            Start::New { folder, config } => {
                // Before there is a folder that says otherwise.
                given(rules, &config, &encoder)?;
                (RunFolder::create(&folder, &config)?, RunState::default(), config)
            }
            Start::Resume { folder, config } => {
                let (folder, mut state) = RunFolder::resume(&folder, &config)?;
                if state.phase == Phase::Done && config.budget.spent(state.progress()) < 1.0 {
                    // The budget was raised: the run goes on.
                    state.phase = Phase::SelfPlay;
                }
                (folder, state, config)
            }
        };
        let family = config.net.family;
        let learner = match state.generation {
            0 if let Some(weights) = given(rules, &config, &encoder)? => {
                family.learner_from_weights(&weights, &config.learner)?
            }
            0 => {
                let shape = encoder.shape(config.net.hidden);
                let seed = Seeds::new(config.seed).seed("net", 0);
                let worth = if config.teacher.enabled { PAWN } else { 0.0 };
                family.learner(shape, encoder.material(rules, worth), &config.learner, seed)?
            }
            newest => family.load_learner(&folder.checkpoint(newest), &config.learner)?,
        };
        let mut window = ReplayWindow::new(config.replay.clone());
        if state.games + state.teacher_games > 0 {
            telemetry.say("reading the games of this run");
            window.load(rules, &folder.games(), GAMES, state.positions)?;
        }
        let header = GameHeader::new(rules, config.hash());
        Ok(Setup {
            rules,
            folder,
            state: Mutex::new(state),
            encoder,
            learner: Mutex::new(Some(learner)),
            window: RwLock::new(window),
            header,
            config,
        })
    }

    /// What the actors share.
    pub(super) fn workshop(&self) -> Result<Workshop<'_, L>, TrainError> {
        let state = self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone();
        let weights = match &*self.learner.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) {
            Some(learner) => learner.ema_weights(),
            None => return Err(TrainError::Panicked("learner")),
        };
        let kernel = self.config.net.family.kernel(&weights)?;
        let net = Published { generation: state.generation, kernel };
        // Streams of games are numbered on from the last finished game of an earlier process with room for those that it
        // had under way, so that no game is played twice.
        let resumed = u64::from(state.resumes) << 40;
        let mut workshop =
            Workshop::new(self.rules, &self.config, net, resumed + state.games, resumed + state.teacher_games);
        if let Some(folder) = &self.config.endgames.tables {
            workshop.tables = Some(Arc::new(TableSet::open(self.rules, folder)?));
        }
        Ok(workshop)
    }
}

/// The weights that a run begins with, if its config names a model.
fn given<L: Layout>(rules: &Rules<L>, config: &RunConfig, encoder: &Encoder) -> Result<Option<Weights>, ModelError> {
    let Some(name) = &config.net.from else { return Ok(None) };
    let path = find_model(name, rules)?;
    let weights = Model::weights(&path, rules)?;
    let expected = encoder.shape(config.net.hidden);
    if weights.shape != expected {
        let variant = rules.variant().name.clone();
        return Err(ModelError::Shape { path, variant, found: Box::new(weights.shape), expected: Box::new(expected) });
    }
    Ok(Some(weights))
}
