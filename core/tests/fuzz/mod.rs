//! A small fuzzer on stable Rust: inputs are changed at random for as long as it is given, those that lead to something
//! new are kept and changed further, and what fails is made small and written down to be tried first ever after.
//!
//! `HEXFORGE_FUZZ_SECONDS` (a target; 1 by default) and `HEXFORGE_FUZZ_SEED` (the clock by default) say how long and how.

mod memory;
mod mutate;
mod shrink;

pub(crate) use mutate::Mutator;

use crate::random_games::Random;
use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::{Duration, Instant, SystemTime};

/// One execution may take no longer.
const PATIENCE: Duration = Duration::from_secs(20);
/// One execution may hold no more memory, in bytes.
const MEMORY: usize = 256 << 20;
/// Inputs that are kept to be changed further.
const MOST_KEPT: usize = 4000;

/// An input: where it is read, and the text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Input {
    /// Name of a variant.
    pub variant: String,
    /// A position of that variant, where the text is read in one.
    pub fen: String,
    pub text: String,
}

impl Input {
    /// As a file of `tests/hostile`.
    fn to_file(&self) -> String {
        format!("{}\n{}\n{}", self.variant, self.fen, self.text)
    }

    fn of_file(file: &str) -> Input {
        let mut parts = file.splitn(3, '\n').map(str::to_string);
        let mut next = || parts.next().unwrap_or_default();
        Input { variant: next(), fen: next(), text: next() }
    }
}

/// What is tried.
pub(crate) struct Target {
    /// Its files in `tests/hostile` begin so.
    pub name: &'static str,
    /// Inputs to begin with.
    pub seeds: Vec<Input>,
    /// Whatever helps to change an input.
    pub mutator: Mutator,
    /// Tries an input: what came of it in a few words, or what is wrong.
    pub property: fn(&Input) -> Result<String, String>,
}

/// Tries past failures, then new inputs until the time is up.
pub(crate) fn run(target: Target) {
    let target = Arc::new(target);
    for (path, input) in past(target.name) {
        if let Err(failure) = attempt(&target, &input) {
            panic!("{}: {failure}", path.display());
        }
    }
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    let seconds = Duration::from_secs(number("HEXFORGE_FUZZ_SECONDS").unwrap_or(1));
    let clock = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(1, |t| t.as_nanos() as u64);
    let seed = number("HEXFORGE_FUZZ_SEED").unwrap_or_else(clock);
    println!("{}: seed {seed}, {seconds:?}", target.name);
    // The input being tried: if it never comes back, this is all that is left of it.
    let trying: Arc<Mutex<Option<(Instant, Input)>>> = Arc::default();
    let worker = {
        let (target, trying) = (target.clone(), trying.clone());
        std::thread::spawn(move || explore(&target, seed, seconds, &trying))
    };
    while !worker.is_finished() {
        std::thread::sleep(Duration::from_millis(20));
        let tried = trying.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((since, input)) = tried.filter(|(since, _)| since.elapsed() > PATIENCE) {
            fail(&target, seed, &input, &format!("no answer in {:?}", since.elapsed()));
        }
    }
    match worker.join() {
        Ok(None) => {}
        Ok(Some((input, failure))) => fail(&target, seed, &input, &failure),
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// Changes inputs and tries them; returns the first failure, made small.
fn explore(
    target: &Target,
    seed: u64,
    seconds: Duration,
    trying: &Mutex<Option<(Instant, Input)>>,
) -> Option<(Input, String)> {
    let mut random = Random(seed);
    let (mut seen, mut kept) = (HashSet::new(), target.seeds.clone());
    let (began, mut count, mut sound) = (Instant::now(), 0u64, 0u64);
    let attempt = |input: &Input| {
        *trying.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), input.clone()));
        let result = attempt(target, input);
        *trying.lock().unwrap_or_else(PoisonError::into_inner) = None;
        result
    };
    while began.elapsed() < seconds || (count as usize) < target.seeds.len() {
        let input = match target.seeds.get(count as usize) {
            Some(seed) => seed.clone(),
            None => target.mutator.mutate(&kept, target.seeds.len(), &mut random),
        };
        count += 1;
        match attempt(&input) {
            Ok(said) => {
                sound += u64::from(said == SOUND);
                // Whatever is answered in new words was new.
                if seen.insert(shape(&said)) && kept.len() < MOST_KEPT {
                    kept.push(input);
                }
            }
            Err(failure) => {
                let small = shrink::shrink(&input, |smaller| attempt(smaller).err());
                let failure = attempt(&small).err().unwrap_or(failure);
                return Some((small, failure));
            }
        }
    }
    let rate = count as f64 / began.elapsed().as_secs_f64();
    let share = 100.0 * sound as f64 / count.max(1) as f64;
    println!("{}: {count} executions, {rate:.0}/s, {share:.1} % sound, {} answers", target.name, seen.len());
    None
}

/// What a property says of an input that was read.
pub(crate) const SOUND: &str = "sound";

/// A message without what is quoted and counted in it.
fn shape(said: &str) -> String {
    let line = |line: &str| {
        let (before, after) = (line.split('`').next().unwrap_or_default(), line.rsplit('`').next().unwrap_or_default());
        format!("{before}{after}").chars().filter(|c| c.is_ascii() && !c.is_ascii_digit()).collect::<String>()
    };
    said.lines().map(line).collect()
}

thread_local! {
    /// Whether panics of this thread are caught, and the last one's words.
    static CAUGHT: Cell<bool> = const { Cell::new(false) };
    static WORDS: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Tries an input with everything that may go wrong turned into a message.
fn attempt(target: &Target, input: &Input) -> Result<String, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(
            move |info| {
                if CAUGHT.get() { WORDS.set(info.to_string()) } else { usual(info) }
            },
        ));
    });
    CAUGHT.set(true);
    let before = memory::begin();
    let result = catch_unwind(AssertUnwindSafe(|| (target.property)(input)));
    let most = memory::most(before);
    CAUGHT.set(false);
    match result {
        Err(_) => Err(format!("panic: {}", WORDS.take())),
        Ok(Ok(_)) if most > MEMORY => Err(format!("{most} bytes of memory")),
        Ok(said) => said,
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile")
}

/// The failures of the past.
fn past(name: &str) -> Vec<(PathBuf, Input)> {
    let entries = std::fs::read_dir(folder()).unwrap_or_else(|e| panic!("{}: {e}", folder().display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.file_name().is_some_and(|n| n.to_string_lossy().starts_with(&format!("{name}-"))));
    files.sort();
    let read = |path: PathBuf| (path.clone(), Input::of_file(&std::fs::read_to_string(path).unwrap()));
    files.into_iter().map(read).collect()
}

/// Writes a failure down and ends the test.
fn fail(target: &Target, seed: u64, input: &Input, failure: &str) -> ! {
    let text = input.to_file();
    let path = folder().join(format!("{}-{:08x}.txt", target.name, hexcore::fnv(text.as_bytes()) as u32));
    let kept = match std::fs::write(&path, &text) {
        Ok(()) => format!("kept in {}", path.display()),
        Err(error) => format!("{}: {error}", path.display()),
    };
    panic!("{failure}\nseed {seed}, {kept}:\n--- variant, position, text\n{text}\n---");
}
