//! Beginning, killing and going on.

use super::*;
use crate::config::{Edit, RunConfig};
use crate::data::UseMeter;
use std::fs;
use std::path::PathBuf;

fn begun() -> (tempfile::TempDir, PathBuf, RunConfig, RunFolder) {
    let temp = tempfile::tempdir().unwrap();
    let root = temp.path().join("run");
    let config = RunConfig::default();
    let folder = RunFolder::create(&root, &config).unwrap();
    (temp, root, config, folder)
}

fn write_net(folder: &RunFolder, state: &RunState) {
    folder
        .publish(state, |path| fs::write(path.join("net"), state.generation.to_string()).map_err(RunError::io(path)))
        .unwrap();
}

#[test]
fn a_run_goes_on_where_it_was() {
    let (_temp, root, config, folder) = begun();
    let mut state = RunState { phase: Phase::SelfPlay, generation: 1, step: 100, games: 10, ..RunState::default() };
    state.meter = UseMeter { added: 900, taken: 1000 };
    state.active_seconds = 60.0;
    write_net(&folder, &state);
    // Games went on and the learner too; then the process dies.
    let last = RunState {
        games: 25,
        positions: 2500,
        step: 180,
        active_seconds: 95.0,
        meter: UseMeter { added: 2500, taken: 1800 },
        ..state.clone()
    };
    folder.save(&last).unwrap();
    drop(folder);
    let (folder, found) = RunFolder::resume(&root, &config).unwrap();
    let expected = RunState { step: 100, meter: UseMeter { added: 2500, taken: 1000 }, resumes: 1, ..last };
    assert_eq!(found, expected);
    drop(folder);
    assert_eq!(RunFolder::resume(&root, &config).unwrap().1.resumes, 2);
}

#[test]
fn a_net_published_just_before_the_kill_is_not_lost() {
    let (_temp, root, config, folder) = begun();
    let old = RunState { generation: 1, step: 10, active_seconds: 5.0, ..RunState::default() };
    write_net(&folder, &old);
    let new = RunState { generation: 2, step: 20, games: 7, active_seconds: 9.0, ..RunState::default() };
    write_net(&folder, &new);
    folder.save(&old).unwrap();
    // Killed while publishing the third.
    fs::create_dir(folder.checkpoints().join("gen-0003.unfinished")).unwrap();
    drop(folder);
    let (folder, state) = RunFolder::resume(&root, &config).unwrap();
    assert_eq!(state, RunState { resumes: 1, ..new });
    assert_eq!(folder.generations().unwrap(), [1, 2]);
    assert!(!folder.checkpoints().join("gen-0003.unfinished").exists());
}

#[test]
fn a_net_that_cannot_be_written_does_not_appear() {
    let (_temp, _root, _config, folder) = begun();
    let state = RunState { generation: 1, ..RunState::default() };
    let failed = folder.publish(&state, |path| Err(RunError::State { path: path.into(), what: "no room".into() }));
    assert!(failed.unwrap_err().to_string().ends_with("no room"));
    assert!(folder.generations().unwrap().is_empty());
    assert_eq!(fs::read_dir(folder.checkpoints()).unwrap().count(), 0);
}

#[test]
fn the_newest_the_best_and_every_tenth_net_stay() {
    let (_temp, _root, _config, folder) = begun();
    assert_eq!(folder.best().unwrap(), None);
    for generation in 1..=15 {
        write_net(&folder, &RunState { generation, ..RunState::default() });
    }
    folder.set_best(4).unwrap();
    folder.prune(3).unwrap();
    assert_eq!(folder.generations().unwrap(), [4, 10, 13, 14, 15]);
    assert_eq!(folder.best().unwrap(), Some(4));
    fs::write(folder.checkpoints().join("best"), "yes").unwrap();
    assert!(folder.best().unwrap_err().to_string().contains("`yes`, expected the name of a checkpoint"));
}

#[test]
fn two_processes_cannot_share_a_run() {
    let (_temp, root, config, folder) = begun();
    let message = RunFolder::resume(&root, &config).unwrap_err().to_string();
    assert!(message.contains(&format!("in use by process {}", std::process::id())), "{message}");
    drop(folder);
    RunFolder::resume(&root, &config).unwrap();
}

#[test]
fn a_changed_config_is_refused_key_by_key() {
    let (_temp, root, config, folder) = begun();
    drop(folder);
    let edits = |list: &[&str]| list.iter().map(|e| e.parse().unwrap()).collect::<Vec<Edit>>();
    let changed =
        RunFolder::read_config(&root, &edits(&["selfplay.max_plies=200", "seed=5", "budget.minutes=90"])).unwrap();
    let message = RunFolder::resume(&root, &changed).unwrap_err().to_string();
    let expected = format!(
        "{}: a run goes on with the config it began with, but seed was 1 and is now 5; \
         selfplay.max_plies was 300 and is now 200",
        root.display()
    );
    assert_eq!(message, expected);
    // A longer budget is fine, and kept.
    let edited = edits(&["budget.minutes=90", "threads=3", "learner.total_steps=90000"]);
    let longer = RunFolder::read_config(&root, &edited).unwrap();
    RunFolder::resume(&root, &longer).unwrap();
    assert_ne!(config, longer);
    assert_eq!(RunFolder::read_config(&root, &[]).unwrap(), longer);
}

#[test]
fn folders_that_are_no_runs_say_why() {
    let (temp, root, config, folder) = begun();
    drop(folder);
    let begin = |path: &std::path::Path| RunFolder::create(path, &config).unwrap_err().to_string();
    assert!(begin(&root).ends_with("(--resume goes on with the run in it)"));
    let other = temp.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("letter"), "dear").unwrap();
    assert!(begin(&other).contains("expected no folder or an empty one"));
    assert_eq!(fs::read_to_string(other.join("letter")).unwrap(), "dear");
    let message = RunFolder::resume(&other, &config).unwrap_err().to_string();
    assert!(message.ends_with("other: not a run folder, expected config.toml in it"), "{message}");

    let state = root.join("run.json");
    let resume = |text: &str| {
        fs::write(&state, text).unwrap();
        RunFolder::resume(&root, &config).unwrap_err().to_string()
    };
    assert!(resume("{").contains("run.json: EOF"));
    assert!(resume("{}").contains("no `version`"));
    assert!(resume("{\"version\": 9}").contains("version 9, expected at most 1: a newer program"));
    assert!(resume("{\"version\": 1}").contains("missing field `phase`"));
    fs::remove_file(&state).unwrap();
    assert!(RunFolder::resume(&root, &config).unwrap_err().to_string().contains("expected run.json in it"));
}
