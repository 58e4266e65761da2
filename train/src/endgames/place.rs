//! Where endgame tables are: `HEXFORGE_TABLES`, `tables` in the working folder, `tables` near the program.
//!
//! Each set of rules has a folder of its own there: the variant's name for a variant that ships, with the rules' id behind
//! it for any other, and with the limit on plies if the tables respect one.

use hexcore::{AnyRules, Layout, Rules, variant::builtin, with_rules};
use hexmcts::tablebase::{EXTENSION, TableError, TableSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The environment variable that names the folder of all tables.
const VARIABLE: &str = "HEXFORGE_TABLES";

/// How far above the program `tables` may be: `target/release/hexforge` lies two folders deep in the project.
const LEVELS: usize = 4;

/// The folder of these rules' tables below the folder of all tables. `limit` is 0 for tables without one.
pub fn folder_name<L: Layout>(rules: &Rules<L>, limit: u16) -> String {
    let name = &rules.variant().name;
    let shipped = builtin(name).ok().and_then(|variant| AnyRules::new(&variant).ok());
    let same = shipped.is_some_and(|shipped| with_rules!(&shipped, shipped => shipped.id() == rules.id()));
    let mut folder = if same { name.clone() } else { format!("{name}-{:08x}", rules.id() >> 32) };
    if limit != 0 {
        folder.push_str(&format!(".limit{limit}"));
    }
    folder
}

/// The folder below which tables are built.
pub fn tables_root() -> PathBuf {
    roots().into_iter().next().unwrap_or_else(|| PathBuf::from("tables"))
}

fn roots() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        std::env::var_os(VARIABLE).filter(|v| !v.is_empty()).map(PathBuf::from).into_iter().collect();
    folders.push(PathBuf::from("tables"));
    if let Ok(program) = std::env::current_exe() {
        folders.extend(program.ancestors().skip(1).take(LEVELS).map(|dir| dir.join("tables")));
    }
    folders
}

/// The first folder that holds tables of these rules; those that respect the variant's limit on plies are preferred.
pub fn find_tables<L: Layout>(rules: &Rules<L>) -> Option<PathBuf> {
    let limits = [rules.variant().end.move_limit, 0];
    let folders = roots().into_iter().flat_map(|root| limits.map(|limit| root.join(folder_name(rules, limit))));
    let holds = |folder: &PathBuf| {
        let files = folder.read_dir().into_iter().flatten().flatten();
        files.into_iter().any(|file| file.path().extension().is_some_and(|e| e == EXTENSION))
    };
    folders.into_iter().find(holds)
}

/// The tables of a folder, or of the one that is found for these rules, if there is any. A table that turns out to be damaged
/// when it is needed is left out, which is said on stderr.
///
/// # Errors
/// If the folder that is named cannot be used.
pub fn open_tables<L: Layout>(rules: &Rules<L>, folder: Option<&Path>) -> Result<Option<Arc<TableSet>>, TableError> {
    let found = folder.map(Path::to_path_buf).or_else(|| find_tables(rules));
    let tell = |error: &TableError| eprintln!("warning: {error}; until then it is not used");
    found.map(|folder| TableSet::open(rules, &folder).map(|set| Arc::new(set.telling(tell)))).transpose()
}
