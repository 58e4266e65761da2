//! Whole tournaments of quick players.

use super::*;
use crate::journal::{Entry, read};
use crate::telemetry::Telemetry;
use hexcore::{AnyRules, variant::builtin, with_rules};
use std::path::Path;

fn config(text: &str) -> TournamentConfig {
    TournamentConfig::parse("test", text, &[]).unwrap()
}

const QUICK: &str = "pairs = 3\nplayers = [\"random\", \"greedy\", \"alphabeta:1\"]\nthreads = 2\n\
                     [openings]\nplies = [2, 4]\n[adjudication]\nmax_plies = 60\nwin = { score = 0.97, plies = 4 }\n";

fn held(config: &TournamentConfig, root: &Path) -> Results {
    with_rules!(&AnyRules::new(&builtin(&config.variant).unwrap()).unwrap(), rules => {
        let setup = Setup::new(config, rules).unwrap();
        hold(rules, config, &setup, root, &Telemetry::quiet()).unwrap()
    })
}

/// What the players decide, without what the clock does.
fn courses(root: &Path) -> Vec<String> {
    let games = read::<GameRecord>(&root.join(LOG)).unwrap().games;
    let mut lines: Vec<String> =
        games.iter().map(|g| format!("{:?} {} {} {}", g.key(), g.result(), g.termination, g.moves)).collect();
    lines.sort();
    lines
}

#[test]
fn the_same_seed_plays_the_same_games_whatever_the_threads() {
    let dir = tempfile::tempdir().unwrap();
    let root = |name: &str| dir.path().join(name);
    let mut config = config(QUICK);
    let results = held(&config, &root("two"));
    assert!(results.complete && results.games == 18, "{results}");
    config.threads = 1;
    held(&config, &root("one"));
    assert_eq!(courses(&root("one")), courses(&root("two")));
    config.seed = 2;
    held(&config, &root("other"));
    assert_ne!(courses(&root("one")), courses(&root("other")));
    // Both games of a pair have the same opening, and every pairing has the same ones.
    let games = read::<GameRecord>(&root("one").join(LOG)).unwrap().games;
    for game in &games {
        let other = games.iter().find(|g| g.pair == game.pair).unwrap();
        let book = |g: &GameRecord| g.moves.split(' ').take(g.book as usize).collect::<Vec<_>>().join(" ");
        assert_eq!(book(game), book(other));
    }
}

#[test]
fn a_killed_tournament_goes_on_without_losing_or_repeating_a_game() {
    let dir = tempfile::tempdir().unwrap();
    let config = config(QUICK);
    let whole = dir.path().join("whole");
    held(&config, &whole);
    let bytes = std::fs::read(whole.join(LOG)).unwrap();
    // Killed after any number of bytes: in the middle of a line, of a pair, at the very beginning.
    for part in [0, 1, 7, 10, 13, 15] {
        let root = dir.path().join(format!("part{part}"));
        let end = bytes.len() * part / 16;
        std::fs::create_dir(&root).unwrap();
        std::fs::copy(whole.join("config.toml"), root.join("config.toml")).unwrap();
        std::fs::write(root.join(LOG), &bytes[..end]).unwrap();
        let before = read::<GameRecord>(&root.join(LOG)).unwrap().games.len();
        let results = held(&config, &root);
        assert_eq!(results.games, 18);
        assert_eq!(courses(&root), courses(&whole), "{part}");
        // What was there has stayed there.
        let lines = before.min(3);
        let now = std::fs::read(root.join(LOG)).unwrap();
        let first = |bytes: &[u8]| bytes.split(|&b| b == b'\n').take(lines).map(<[u8]>::to_vec).collect::<Vec<_>>();
        assert_eq!(first(&now), first(&bytes));
    }
    // More pairs may be asked for later, another seed may not.
    let more = TournamentConfig { pairs: 4, ..config.clone() };
    assert_eq!(held(&more, &whole).games, 24);
    let other = TournamentConfig { seed: 9, ..config };
    with_rules!(&AnyRules::new(&builtin("glinski").unwrap()).unwrap(), rules => {
        let setup = Setup::new(&other, rules).unwrap();
        let error = hold(rules, &other, &setup, &whole, &Telemetry::quiet()).unwrap_err().to_string();
        assert!(error.contains("seed was 1 and is now 9"), "{error}");
    });
}

#[test]
fn games_are_read_and_replayed_in_every_variant() {
    for name in hexcore::variant::builtin_names() {
        let dir = tempfile::tempdir().unwrap();
        let text = format!(
            "variant = \"{name}\"\npairs = 2\nplayers = [\"random\", \"greedy\"]\n[openings]\nplies = [1, 3]\n[adjudication]\nmax_plies = 150\n"
        );
        let config = config(&text);
        let results = held(&config, dir.path());
        assert_eq!(results.games, 4, "{name}");
        let file = std::fs::read_to_string(dir.path().join(games::GAMES)).unwrap();
        with_rules!(&AnyRules::new(&builtin(name).unwrap()).unwrap(), rules => {
            let games = games::read(rules, &file).unwrap_or_else(|message| panic!("{name}: {message}"));
            let logged = read::<GameRecord>(&dir.path().join(LOG)).unwrap().games;
            assert_eq!(games.len(), 4);
            for (game, record) in games.iter().zip(&logged) {
                let moves: Vec<String> = game.game.moves().iter().map(|&m| rules.bare_text(m)).collect();
                assert_eq!(moves.join(" "), record.moves, "{name}");
                let tags = ["White", "Black", "Round", "Termination"].map(|tag| game.tag(tag).unwrap().to_string());
                let round = format!("{}.{}", record.pair + 1, record.game + 1);
                assert_eq!(tags, [record.white(), record.black(), &round, &record.termination]);
                assert_eq!(game.white_score, Some(record.score as f32));
                match game.game.outcome() {
                    Some(outcome) => assert_eq!(outcome.ending.to_string(), record.termination),
                    None => assert_eq!(record.termination, "length"),
                }
            }
            // A file that was tampered with.
            let broken = file.replacen("\n1. ", "\n1. z99z99 ", 1);
            let message = games::read(rules, &broken).unwrap_err();
            assert!(message.contains("line ") && message.contains("`z99z99` is not"), "{name}: {message}");
            for tag in ["Plies", "Termination"] {
                let said = format!("[{tag} \"{}\"]", games[0].tag(tag).unwrap());
                let wrong = games::read(rules, &file.replacen(&said, &format!("[{tag} \"7777\"]"), 1));
                let told = wrong.err().is_some_and(|message| message.starts_with("game 1: it ") && message.ends_with("says 7777"));
                assert!(told || tag == "Termination" && games[0].game.outcome().is_none(), "{name}");
            }
            // Games of other rules than the tournament's.
            let mut foreign = logged.clone();
            foreign[1].moves.insert_str(0, "z99z99 ");
            let error = games::text(rules, &foreign, Path::new("games.log")).unwrap_err().to_string();
            let start = format!("games.log: pair {}, {} against ", foreign[1].pair + 1, foreign[1].white());
            assert!(error.starts_with(&start) && error.contains("ply 1: `z99z99` is not"), "{error}");
        });
        let index = std::fs::read_to_string(dir.path().join("index.csv")).unwrap();
        assert_eq!(index.lines().count(), 5);
    }
}

#[test]
fn a_test_ends_a_match() {
    let dir = tempfile::tempdir().unwrap();
    let text = "format = \"match\"\npairs = 500\nthreads = 2\nplayers = [\"greedy\", \"random\"]\n[openings]\nplies = [2, 4]\n\
                [sprt]\nelo1 = 100\n[adjudication]\nmax_plies = 40\nwin = { score = 0.9, plies = 2 }\n";
    let results = held(&config(text), &dir.path().join("a"));
    let test = results.sprt.as_ref().unwrap();
    assert_eq!(test.verdict, crate::arena::Verdict::H1, "{results}");
    assert!(results.complete && results.games < 400 && test.llr >= test.bounds[1]);
    // Asked again, nothing more is played.
    let log = dir.path().join("a").join(LOG);
    let before = std::fs::read(&log).unwrap();
    assert_eq!(held(&config(text), &dir.path().join("a")).games, results.games);
    assert_eq!(std::fs::read(&log).unwrap(), before);
    let one = held(&config(&text.replace("threads = 2", "threads = 1")), &dir.path().join("b"));
    assert_eq!((one.games, one.sprt.unwrap().llr), (results.games, test.llr));
}

#[test]
fn points_terminations_and_duplicates_are_counted() {
    let dir = tempfile::tempdir().unwrap();
    let text = "variant = \"cescacs\"\npairs = 2\nplayers = [\"alphabeta:1\", \"greedy\"]\n[openings]\nplies = [0, 0]\n\
                [adjudication]\nmax_plies = 4\n";
    let results = held(&config(text), dir.path());
    assert_eq!(results.terminations.get("length"), Some(&4));
    assert_eq!((results.draw_ratio, results.white_score), (1.0, 0.5));
    // Draws are worth a point to each side.
    assert!(results.players.iter().all(|p| p.points == 4.0), "{results}");
    // Without an opening only the players' own noise keeps games apart.
    let same = "variant = \"cescacs\"\npairs = 3\n[openings]\nplies = [0, 0]\n[adjudication]\nmax_plies = 6\n\
                [[player]]\nname = \"a\"\nplayer = \"alphabeta:1\"\nalphabeta = { noise = 0 }\n\
                [[player]]\nname = \"b\"\nplayer = \"alphabeta:1\"\nalphabeta = { noise = 0 }\n";
    let results = held(&config(same), &dir.path().join("same"));
    assert_eq!(results.duplicates, 4, "{results}");
    let page = std::fs::read_to_string(dir.path().join("same/report.html")).unwrap();
    assert!(page.contains("4 games went exactly as another one") && page.contains("</html>"));
    assert!(!page.contains("NaN") && !page.contains("inf"), "{page}");
}

#[test]
fn models_that_cannot_be_had_are_named() {
    let text = "players = [\n  \"random\",\n  \"model:nobody@20\",\n]\n[[player]]\nname = \"v\"\nplayer = \"alphabeta:2\"\nvalues = \"noone\"\n";
    let config = config(text);
    with_rules!(&AnyRules::new(&builtin("glinski").unwrap()).unwrap(), rules => {
        let problems = crate::config::located(text, &[], Setup::new(&config, rules).err().unwrap());
        let found: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert!(found[0].starts_with("line 3: players[1]: no model `nobody` for glinski"), "{found:?}");
        assert!(found[1].starts_with("line 5: player[0]: no model `noone`"), "{found:?}");
    });
}
