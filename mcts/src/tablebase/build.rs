//! Building endings in order: the smaller ones first, each from its file if there is one, else solved and written.

use super::ending::{Ending, Solved, Values};
use super::error::TableError;
use super::file;
use super::geometry::Geometry;
use super::index::Index;
use super::material::Material;
use super::retrograde::{self, Phase};
use super::sample::position_of;
use hexcore::naive::Referee;
use hexcore::{Color, Layout, Rules};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Time of one core to solve one number of an ending, both sides to move: measured over four-man endings of Glinski's chess
/// and C'escacs.
const SECONDS_A_NUMBER: f64 = 2.5e-6;

/// One ending of a plan.
#[derive(Clone, Debug)]
pub struct Step {
    /// The ending.
    pub material: Material,
    /// Its name.
    pub name: String,
    /// Numbers it has for each side to move.
    pub numbers: u64,
    /// Symmetries it is reduced by.
    pub symmetries: usize,
    /// Bytes of memory it takes to solve, with the smaller tables it needs.
    pub memory: u64,
    /// Seconds of one core that it takes to solve, roughly.
    pub seconds: f64,
    /// Whether its table is there already.
    pub done: bool,
}

/// What is about to be built, in order.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The endings.
    pub steps: Vec<Step>,
}

/// Tables of one set of rules in one folder, for building and counting.
pub struct Builder {
    geometry: Arc<Geometry>,
    folder: PathBuf,
    solved: HashMap<Material, Arc<Solved>>,
}

impl Builder {
    /// A builder that keeps its tables in a folder.
    pub fn new(geometry: Arc<Geometry>, folder: &Path) -> Builder {
        Builder { geometry, folder: folder.to_path_buf(), solved: HashMap::new() }
    }

    /// The variant as endings see it.
    pub fn geometry(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    /// Where an ending's table is or will be.
    pub fn path(&self, material: &Material) -> PathBuf {
        file::path(&self.geometry, &self.folder, material)
    }

    /// What must be done for these endings.
    ///
    /// # Errors
    /// If one has too many positions.
    pub fn plan(&self, wanted: &[Material]) -> Result<Plan, TableError> {
        let kinds = &self.geometry.kinds;
        let mut steps: Vec<Step> = Vec::new();
        for material in kinds.closure(wanted) {
            let index = Index::new(&self.geometry, &material)?;
            let numbers = index.len() as u64;
            let below: u64 = kinds
                .closure(std::slice::from_ref(&material))
                .iter()
                .filter_map(|m| steps.iter().find(|s| s.material == *m))
                .map(|s| 2 * s.numbers)
                .sum();
            steps.push(Step {
                name: kinds.name(&material),
                numbers,
                symmetries: index.order(),
                seconds: numbers as f64 * SECONDS_A_NUMBER,
                memory: retrograde::work_bytes(numbers) + below,
                done: self.path(&material).exists(),
                material,
            });
        }
        Ok(Plan { steps })
    }

    /// Solves or reads an ending and all below it. Damaged files are made again.
    ///
    /// # Errors
    /// If a file is wrong or cannot be written, or an ending is too large or too deep.
    pub fn ensure(
        &mut self,
        material: &Material,
        progress: &(dyn Fn(&str, Phase, u64, u64) + Sync),
    ) -> Result<(), TableError> {
        for material in self.geometry.kinds.closure(std::slice::from_ref(material)) {
            if self.solved.contains_key(&material) {
                continue;
            }
            let known = &self.solved;
            let ending = Ending::new(&self.geometry, &material, &mut |m| {
                known.get(m).cloned().ok_or_else(|| TableError::Missing {
                    name: self.geometry.kinds.name(m),
                    folder: self.folder.clone(),
                })
            })?;
            let path = self.path(&material);
            let kept = match path.exists().then(|| file::read(&self.geometry, &path, &material)) {
                Some(Ok(table)) => Some(table),
                // What is damaged is no table, and is made again; what is of other rules is not ours to replace.
                Some(Err(TableError::Damaged { .. })) | None => None,
                Some(Err(error)) => return Err(error),
            };
            let table = match kept {
                Some(table) => table,
                None => {
                    let name = self.geometry.kinds.name(&material);
                    let table = retrograde::solve(&ending, &|phase, done, all| progress(&name, phase, done, all))?;
                    file::write(&self.geometry, &path, &table)?;
                    table
                }
            };
            let solved = Solved { ending, table: Arc::new(table) };
            self.solved.insert(material, Arc::new(solved));
        }
        Ok(())
    }

    /// Forgets tables that these endings do not need.
    pub fn keep_only(&mut self, wanted: &[Material]) {
        let needed = self.geometry.kinds.closure(wanted);
        self.solved.retain(|material, _| needed.contains(material));
    }

    pub(crate) fn solved(&self, material: &Material) -> Result<&Arc<Solved>, TableError> {
        self.solved.get(material).ok_or_else(|| TableError::Missing {
            name: self.geometry.kinds.name(material),
            folder: self.folder.clone(),
        })
    }

    /// The table of an ending that [`ensure`](Builder::ensure) has seen.
    ///
    /// # Errors
    /// If it has not.
    pub fn table(&self, material: &Material) -> Result<Arc<super::table::Table>, TableError> {
        Ok(self.solved(material)?.table.clone())
    }

    /// Counts an ending that [`ensure`](Builder::ensure) has seen.
    ///
    /// # Errors
    /// If it has not.
    pub fn count(&self, material: &Material, limit: u16) -> Result<super::stats::Counts, TableError> {
        let solved = self.solved(material)?;
        Ok(super::stats::count(&solved.ending, &solved.table, limit))
    }

    /// Why the draws of an ending that [`ensure`](Builder::ensure) has seen are draws, with White and with Black to move.
    ///
    /// # Errors
    /// If it has not.
    pub fn drawn(&self, material: &Material) -> Result<[super::drawn::Drawn; 2], TableError> {
        let solved = self.solved(material)?;
        Ok(super::drawn::split(&solved.ending, &solved.table))
    }

    /// The FEN of a position with a longest win of a color, and its plies, if it wins at all.
    ///
    /// # Errors
    /// If [`ensure`](Builder::ensure) has not seen the ending.
    pub fn longest<L: Layout>(
        &self,
        rules: &Rules<L>,
        material: &Material,
        counts: &super::stats::Counts,
        color: Color,
    ) -> Result<Option<(String, u32)>, TableError> {
        let table = self.table(material)?;
        let Some((side, number)) = counts.longest[color.index()] else { return Ok(None) };
        let position = position_of(rules, &Referee::new(rules), &table, side, number);
        Ok(position.map(|pos| (rules.fen(&pos), table.get(side, number).plies())))
    }
}
