//! Text from anywhere is read or refused with its place, quickly and in little memory, never the end of the program; and
//! what is read is sound. How texts are made: `fuzz`. What failed once is kept in `tests/hostile`.

#![allow(clippy::unwrap_used)] // A test may panic.

use hexcore::{
    AnyRules, FenError, Game, GameText, Layout, MoveError, Position, Rules,
    naive::{self, Referee},
    variant::{builtin, builtin_names, check_text},
    with_rules,
};
use std::collections::HashSet;
use std::path::Path;
use std::sync::LazyLock;

mod fuzz;
mod random_games;
use fuzz::{Input, Mutator, SOUND, Target, run};
use random_games::{Random, game, game_from, legal, scattered};

static RULES: LazyLock<Vec<AnyRules>> =
    LazyLock::new(|| builtin_names().iter().map(|name| AnyRules::new(&builtin(name).unwrap()).unwrap()).collect());

fn rules_of(name: &str) -> Result<&'static AnyRules, String> {
    let place = builtin_names().iter().position(|n| *n == name);
    place.map(|i| &RULES[i]).ok_or(format!("no variant `{name}` in the input"))
}

/// Messages must not be longer, whatever they are about.
const LONGEST: usize = 400;

fn brief(message: &str) -> Result<(), String> {
    match message.chars().count() {
        0 => Err("an error without words".into()),
        n if n > LONGEST => Err(format!("an error of {n} characters: {}", hexcore::excerpt(message))),
        _ => Ok(()),
    }
}

/// A position that was read holds together, is written as it was read, and has the moves that the naive generator finds.
fn sound<L: Layout>(rules: &Rules<L>, pos: &Position<L>) -> Result<(), String> {
    let fen = rules.fen(pos);
    if rules.parse_setup(&fen).as_ref() != Ok(pos) {
        return Err(format!("`{fen}` is not read as it was written"));
    }
    let moves = legal(rules, pos);
    if rules.count_legal(pos) != moves.len() as u64 || moves.len() > rules.move_bound() {
        return Err(format!("{fen}: {} moves listed, {} counted", moves.len(), rules.count_legal(pos)));
    }
    let referee = Referee::new(rules);
    let state = referee.state(rules, pos);
    let fast: HashSet<naive::Move> = moves.iter().map(|&m| referee.convert(rules, m)).collect();
    let slow: HashSet<naive::Move> = referee.legal_moves(&state).into_iter().collect();
    if fast != slow || fast.len() != moves.len() {
        return Err(format!("{fen}: {} moves, the naive generator finds {}", moves.len(), slow.len()));
    }
    for &m in &moves {
        let next = rules.played(pos, m);
        if referee.state(rules, &next) != referee.play(&state, &referee.convert(rules, m)) {
            return Err(format!("{fen}: {m:?} leads elsewhere"));
        }
    }
    if let Some(&m) = moves.get(fen.len() % moves.len().max(1)) {
        for text in [rules.move_text(pos, m), rules.bare_text(m)] {
            if rules.parse_move(pos, &text) != Ok(m) {
                return Err(format!("{fen}: `{text}` is not read as it was written"));
            }
        }
    }
    Ok(())
}

/// An input of a random game or of scattered men.
fn any_position(random: &mut Random) -> Option<Input> {
    let name = builtin_names()[random.below(builtin_names().len())];
    let fen = with_rules!(rules_of(name).ok()?, rules => {
        let plies = random.below(40);
        let (pos, _) = match scattered(rules, random).filter(|_| plies.is_multiple_of(2)) {
            Some(start) => game_from(rules, start, random, plies).pop()?,
            None => game(rules, random.below(1 << 30) as u64, plies).pop()?,
        };
        rules.fen(&pos)
    });
    Some(Input { variant: name.into(), fen: String::new(), text: fen })
}

fn starts() -> Vec<Input> {
    let start =
        |name: &&str| Input { variant: name.to_string(), fen: String::new(), text: builtin(name).unwrap().start };
    builtin_names().iter().map(start).collect()
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_string).collect()
}

#[test]
fn positions() {
    fn property(input: &Input) -> Result<String, String> {
        with_rules!(rules_of(&input.variant)?, rules => {
            let strict = rules.parse_fen(&input.text);
            if let Ok(pos) = &strict {
                rules.check_position(pos)?;
            }
            match rules.parse_setup(&input.text) {
                Ok(pos) => sound(rules, &pos).map(|()| SOUND.into()),
                Err(_) if strict.is_ok() => Err("read as a position and not as a set-up".into()),
                Err(FenError { field, column, message }) => {
                    brief(&message)?;
                    if column == 0 || column > input.text.chars().count() + 1 {
                        return Err(format!("column {column} is outside the text"));
                    }
                    Ok(format!("{field}: {message}"))
                }
            }
        })
    }
    let dictionary = words(
        "/ // w b - -- RKRrkr -rkr KR- 0 1 ? 10 11 100 /28: /0: 28:k/ @ G15@13 G13@9-11 G15@F14 P@F12[F10] 65535",
    );
    run(Target {
        name: "position",
        seeds: starts(),
        mutator: Mutator { dictionary, fresh: Some(any_position), ..Mutator::default() },
        property,
    });
}

#[test]
fn moves() {
    fn property(input: &Input) -> Result<String, String> {
        with_rules!(rules_of(&input.variant)?, rules => {
            let pos = rules.parse_setup(&input.fen).map_err(|e| e.to_string())?;
            match rules.parse_move(&pos, &input.text) {
                Ok(m) if !rules.is_legal(&pos, m) => Err(format!("{m:?} is not legal")),
                Ok(m) if rules.parse_move(&pos, &rules.move_text(&pos, m)) != Ok(m) => Err(format!("{m:?}: written, not read")),
                Ok(_) => Ok(SOUND.into()),
                Err(error @ (MoveError::Syntax { .. } | MoveError::Illegal { .. })) => {
                    brief(&error.to_string())?;
                    Ok(error.to_string())
                }
            }
        })
    }
    /// A legal move in one of its spellings.
    fn fresh(random: &mut Random) -> Option<Input> {
        let position = any_position(random)?;
        let text = with_rules!(rules_of(&position.variant).ok()?, rules => {
            let pos = rules.parse_setup(&position.text).ok()?;
            let moves = legal(rules, &pos);
            let m = *moves.get(random.below(moves.len().max(1)))?;
            if random.below(3) == 0 { rules.bare_text(m) } else { rules.move_text(&pos, m) }
        });
        Some(Input { fen: position.text, text, ..position })
    }
    let mut random = Random(1);
    let seeds = std::iter::from_fn(|| Some(fresh(&mut random))).flatten().take(60).collect();
    let dictionary =
        words("- ‐ × * @ @@ =D =& =Q =q + +^ +∞ ++ # ! ? KRK-II KRR-FEE K D V R G N J E P x e.p. f5f6 c2-s1");
    run(Target {
        name: "move",
        seeds,
        mutator: Mutator { dictionary, fresh: Some(fresh), ..Mutator::default() },
        property,
    });
}

#[test]
fn games() {
    fn property(input: &Input) -> Result<String, String> {
        with_rules!(rules_of(&input.variant)?, rules => {
            let _ = hexcore::game_variant(&input.text);
            let all = rules.parse_games(&input.text);
            let read = rules.parse_game(&input.text);
            if read.is_ok() && all.as_ref().map(Vec::len) != Ok(1) {
                return Err("one game is not all games".into());
            }
            match read {
                Ok(read) => {
                    let text = read.to_string();
                    let again = rules.parse_game(&text).map_err(|e| format!("{e} in\n{text}"))?;
                    let same = again.game.positions() == read.game.positions()
                        && (&again.tags, again.white_score) == (&read.tags, read.white_score);
                    if !same || again.to_string() != text {
                        return Err(format!("written and read anew it is another game:\n{text}\n{again}"));
                    }
                    read.game.positions().iter().try_for_each(|pos| rules.check_position(pos))?;
                    Ok(SOUND.into())
                }
                Err(error) => {
                    brief(&error.message)?;
                    let lines: Vec<&str> = input.text.split('\n').collect();
                    let line = lines.get(error.line.wrapping_sub(1)).ok_or(format!("line {} is outside", error.line))?;
                    if error.column == 0 || error.column > line.chars().count() + 1 {
                        return Err(format!("column {} is outside line {}", error.column, error.line));
                    }
                    Ok(error.message)
                }
            }
        })
    }
    fn fresh(random: &mut Random) -> Option<Input> {
        let position = any_position(random)?;
        let text = with_rules!(rules_of(&position.variant).ok()?, rules => {
            let start = rules.parse_fen(&position.text).ok()?;
            let mut game = Game::from_position(rules, start);
            let plies = random.below(12);
            game_from(rules, start, random, plies).into_iter().filter_map(|(_, m)| m).for_each(|m| game.push(m));
            let mut text = GameText::new(game);
            text.tags.push(("White".into(), "a \"b\" \\".into()));
            text.with_comments(|ply| (ply % 4 == 1).then(|| "so".into()))
        });
        Some(Input { text, ..position })
    }
    let mut random = Random(2);
    let seeds = std::iter::from_fn(|| Some(fresh(&mut random))).flatten().take(40).collect();
    let dictionary = words(
        "[ ] [White \"x\"] { } ( ) (=) ; % 1. 1... 12.… 1? : * 1-0 0-1 1/2-1/2 3-0 2-1 1-1 ½-½ $1 !? ◇ [Result \"*\"] [FEN [PDTL \" \\\" \\",
    );
    run(Target {
        name: "game",
        seeds,
        mutator: Mutator { dictionary, fresh: Some(fresh), ..Mutator::default() },
        property,
    });
}

#[test]
fn variants() {
    fn property(input: &Input) -> Result<String, String> {
        let problems = check_text(&input.text);
        for problem in &problems {
            brief(&problem.message)?;
            let lines = input.text.lines().count();
            if problem.line.is_some_and(|line| line == 0 || line > lines + 1) {
                return Err(format!("line {:?} is outside the text", problem.line));
            }
            if problem.line.is_none() && problem.key.is_empty() && !problem.message.starts_with("missing field") {
                return Err(format!("a mistake without a place: {}", problem.message));
            }
        }
        if !problems.is_empty() {
            return Ok(problems.iter().map(|p| format!("{}: {}\n", p.key, p.message)).collect());
        }
        let variant = toml::from_str(&input.text).map_err(|e| e.to_string())?;
        let any = AnyRules::new(&variant).map_err(|e| e.to_string())?;
        with_rules!(&any, rules => {
            rules.check_position(&rules.start())?;
            let mut random = Random(input.text.len() as u64);
            for (pos, _) in game_from(rules, rules.start(), &mut random, 12).into_iter().step_by(4) {
                rules.check_position(&pos)?;
                sound(rules, &pos)?;
            }
        });
        Ok(SOUND.into())
    }
    let made_up = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/variants")).unwrap();
    let mut made_up: Vec<_> = made_up.map(|entry| entry.unwrap().path()).collect();
    made_up.sort();
    let made_up = made_up.iter().map(|path| std::fs::read_to_string(path).unwrap());
    let shipped = builtin_names().iter().map(|name| toml::to_string(&builtin(name).unwrap()).unwrap());
    let seeds = shipped.chain(made_up).map(|text| Input { variant: String::new(), fen: String::new(), text });
    let dictionary = words(
        "= [ ] [[piece]] [pawn] [[pawn.sense]] [king] [[king.castling]] [end] true false 0 1 255 -1 [0,2] \" # \"king\" inf",
    );
    run(Target {
        name: "variant",
        seeds: seeds.collect(),
        mutator: Mutator { dictionary, toml: true, fresh: None },
        property,
    });
}
