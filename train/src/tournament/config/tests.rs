//! Every mistake of a config, with its line.

use super::*;

fn problems(text: &str) -> Vec<String> {
    let error = TournamentConfig::parse("t.toml", text, &[]).unwrap_err();
    error.problems().iter().map(ToString::to_string).collect()
}

#[test]
fn a_config_survives_writing() {
    let text = "players = [\"random\", \"greedy\"]\n[sprt]\nelo1 = 5\n[[player]]\nname = \"x\"\ncommand = [\"a\", \"b\"]\n\
                nodes = 5\noptions = { Hash = \"1\" }\n[[player]]\nplayer = \"alphabeta\"\nnodes = 20000\n\
                alphabeta = { null-move = true }\n";
    let (config, _) = hexcore::variant::from_toml::<TournamentConfig>(text);
    let config = config.unwrap();
    let again: TournamentConfig = toml::from_str(&config.to_toml()).unwrap();
    assert_eq!(again, config);
    let names: Vec<String> = config.listed().iter().map(|(key, player)| player.entrant(key).unwrap().name).collect();
    assert_eq!(names, ["random", "greedy", "x", "alphabeta@20000n"]);
}

#[test]
fn every_mistake_is_told_with_its_line() {
    let found = problems(
        "pairs = 0\nplayers = [\n  \"random\",\n  \"randon\",\n  \"random\",\n  \"alphabeta:77\",\n]\n\n[openings]\nplies = [6, 4]\n\
         balance = 0.7\njudge = \"greedy\"\n\n[sprt]\nelo0 = 5\nelo1 = 0\nalpha = 0.7\n\n[[player]]\nname = \"x\"\n\n\
         [[player]]\nplayer = \"greedy\"\nnodes = 5\n\n[[player]]\nplayer = \"alphabeta\"\n\n[[player]]\ncommand = []\n\n\
         [[player]]\nplayer = \"model\"\nname = \"m\"\ndepth = 4\n",
    );
    let lines: Vec<&str> = found.iter().map(|line| line.split(": ").next().unwrap()).collect();
    for (line, part) in [
        ("line 1", "pairs: is 0"),
        ("line 4", "no player `randon`"),
        ("line 5", "is named `random` like players[0]"),
        ("line 6", "no player `alphabeta:77`"),
        ("line 10", "openings.plies"),
        ("line 11", "openings.balance"),
        ("line 12", "openings.judge"),
        ("line 16", "sprt.elo1"),
        ("line 17", "sprt.alpha"),
        ("line 19", "expected either `player` or `command`"),
        ("line 24", "nodes: has no meaning for this player"),
        ("line 26", "thinks without end: expected nodes, depth, movetime"),
        ("line 30", "is an empty list"),
        ("line 35", "depth: has no meaning for this player"),
    ] {
        assert!(found.iter().any(|l| l.starts_with(line) && l.contains(part)), "{line} {part}: {found:#?}");
    }
    assert!(lines.len() >= 14, "{found:#?}");
}

#[test]
fn unknown_keys_and_wrong_values_are_named() {
    let found = problems(
        "palyers = []\nplayers = [\"random\", \"greedy\"]\n[adjudication]\nwin = { score = 0.4, plies = 1 }\n",
    );
    assert!(found[0].starts_with("line 1: palyers: unknown field"), "{found:#?}");
    assert!(found.iter().any(|line| line.starts_with("line 4: adjudication.win.plies")), "{found:#?}");
    let edit = "pairs=0".parse().unwrap();
    let error = TournamentConfig::parse("t", "players = [\"random\", \"greedy\"]\n", &[edit]).unwrap_err();
    assert!(error.to_string().contains("pairs: is 0, expected 1 to 10000000 (from --set pairs)"), "{error}");
}

#[test]
fn the_configs_that_ship_are_sound() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/tournaments");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        TournamentConfig::load(&path, &[]).unwrap();
        seen += 1;
    }
    assert!(seen >= 4);
}
