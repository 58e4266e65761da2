//! Bad configs and the messages they get; the configs that ship.

use super::*;

fn parse(text: &str, sets: &[&str]) -> Result<RunConfig, String> {
    let edits: Result<Vec<Edit>, EditError> = sets.iter().map(|set| set.parse()).collect();
    let edits = edits.map_err(|e| e.to_string())?;
    RunConfig::parse("run.toml", text, &edits).map_err(|e| e.to_string())
}

fn message(text: &str, sets: &[&str]) -> String {
    parse(text, sets).unwrap_err()
}

#[test]
fn the_defaults_are_sound_and_survive_writing() {
    let config = parse("", &[]).unwrap();
    assert_eq!(config, RunConfig::default());
    assert_eq!(config.validate(), []);
    assert_eq!(parse(&config.to_toml(), &[]).unwrap(), config);
}

#[test]
fn the_configs_that_ship_are_sound() {
    for name in ["tiny", "ten", "small", "full"] {
        let path = format!("{}/../configs/runs/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let config = RunConfig::load(std::path::Path::new(&path), &[]).unwrap();
        assert_eq!(config.variant, "glinski");
        assert_eq!(parse(&config.to_toml(), &[]).unwrap(), config);
    }
}

#[test]
fn mistakes_of_type_name_line_key_and_what_was_expected() {
    let unknown = message("seed = 1\n\n[selfplay]\nmax_ply = 3\n", &[]);
    assert!(unknown.starts_with("run.toml: line 4: selfplay.max_ply: unknown field `max_ply`"), "{unknown}");
    assert!(unknown.contains("`max_plies`"), "{unknown}");
    for (text, expected) in [
        ("sed = 1", "run.toml: line 1: sed: unknown field `sed`, expected one of `variant`"),
        (
            "\n[learner]\nbatch = \"big\"",
            "line 3: learner.batch: invalid type: string \"big\", expected a whole number from 0",
        ),
        ("[net]\nfamily = \"cnn\"", "line 2: net.family: unknown variant `cnn`, expected `piece-cell`"),
        ("seed = -1", "line 1: seed: invalid value: integer `-1`, expected a whole number from 0"),
        ("seed = ", "run.toml: line 1: "),
        ("[a]\nb = 1", "line 1: a: unknown field `a`"),
        ("[selfplay]\nsimulations = [{ until = 0.5 }]", "line 2: selfplay.simulations[0]: missing field `simulations`"),
        (
            "[evaluation]\nopponents = [\n  \"greedy\",\n  \"stockfish\",\n]",
            "line 2: evaluation.opponents: no opponent `stockfish`: expected random, greedy",
        ),
    ] {
        let found = message(text, &[]);
        assert!(found.contains(expected), "{text:?}: {found}");
    }
}

#[test]
fn mistakes_of_range_are_all_named_with_their_lines() {
    let text = "variant = \"chess\"\n[selfplay]\nopening_plies = [5, 4]\n[selfplay.resign]\nvalue = 0.9\n[budget]\nminutes = 0\n";
    let found = message(text, &[]);
    for expected in [
        "line 1: variant: no variant `chess`: expected one of glinski",
        "line 3: selfplay.opening_plies: is [5, 4], expected [least, most] with least <= most <= 200",
        "line 5: selfplay.resign.value: is 0.9, expected 0 to 0.49",
        "line 7: budget.minutes: is 0, expected above 0, at most 10000000",
    ] {
        assert!(found.contains(expected), "{found}");
    }
    let nan = message("[replay]\nuses = nan", &[]);
    assert_eq!(nan, "run.toml: line 2: replay.uses: is NaN, expected above 0, at most 1000");
    let learner = message("[learner]\nlr = 2.0", &[]);
    assert_eq!(learner, "run.toml: line 2: learner.lr: is 2, expected above 0, at most 1");
}

#[test]
fn stages_must_rise_and_end() {
    let stages = |list: &str| parse(&format!("[selfplay]\nsimulations = [{list}]"), &[]);
    let one = "{ until = 0.5, simulations = 16 }";
    assert!(stages("").unwrap_err().contains("line 2: selfplay.simulations: is an empty list, expected at least one"));
    let falling = stages(&format!("{one}, {{ until = 0.4, simulations = 8 }}")).unwrap_err();
    assert!(falling.contains("selfplay.simulations[1].until: is 0.4, expected more than the stage before"));
    let endless = stages(&format!("{{ simulations = 8 }}, {one}")).unwrap_err();
    assert!(endless.contains("selfplay.simulations[0]: has no `until`"), "{endless}");

    let config = stages(&format!("{one}, {{ until_step = 900, simulations = 32 }}, {{ simulations = 64 }}"));
    let selfplay = config.unwrap().selfplay;
    for (spent, step, expected) in [(0.0, 0, 16), (0.49, 5000, 16), (0.5, 899, 32), (0.5, 900, 64), (1.0, 0, 32)] {
        assert_eq!(selfplay.simulations_at(spent, step), expected, "{spent} {step}");
    }
}

#[test]
fn edits_change_values_and_say_when_they_cannot() {
    let text = "seed = 1\n[selfplay]\nmax_plies = 200\n";
    let config = parse(text, &["selfplay.max_plies=250", "seed=9", "variant=rex", "learner.lr=0.5"]).unwrap();
    assert_eq!((config.selfplay.max_plies, config.seed, config.variant.as_str()), (250, 9, "rex"));
    assert_eq!(config.learner.lr, 0.5);

    let unknown = message(text, &["selfplay.max_ply=3"]);
    assert!(unknown.starts_with("--set selfplay.max_ply=3: unknown field `max_ply`, expected one of"), "{unknown}");
    let kind = message(text, &["seed=2", "selfplay.max_plies=many"]);
    assert!(kind.starts_with("--set selfplay.max_plies=\"many\": invalid type: string"), "{kind}");
    let range = message(text, &["selfplay.max_plies=1"]);
    assert_eq!(range, "run.toml: selfplay.max_plies: is 1, expected 2 to 4096 (from --set selfplay.max_plies)");
}

#[test]
fn the_budget_ends_at_its_first_limit() {
    let budget = BudgetConfig { minutes: Some(10.0), positions: Some(1000), steps: None };
    let spent = |seconds, positions| budget.spent(Progress { seconds, positions, steps: 1 << 40 });
    assert_eq!([spent(300.0, 0), spent(300.0, 900), spent(6000.0, 0)], [0.5, 0.9, 1.0]);
    let none = message("[budget]\n", &[]);
    assert_eq!(none, "run.toml: line 1: budget: no limit: expected minutes, positions or steps");
}
