use super::*;

fn problems(text: &str) -> String {
    PieceValuesConfig::parse("v.toml", text, &[]).unwrap_err().to_string()
}

#[test]
fn the_configs_that_ship_can_be_used() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/piece-values");
    let mut found = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let config = PieceValuesConfig::load(&file.unwrap().path(), &[]).unwrap();
        assert_eq!(PieceValuesConfig::parse("again", &config.to_toml(), &[]).unwrap(), config);
        let quick = config.clone().quick();
        assert!(quick.validate().is_empty() && quick.matches.pairs * 10 < config.matches.pairs);
        found += 1;
    }
    assert!(found >= 3);
}

#[test]
fn mistakes_are_named_with_their_lines() {
    let text = "variant = \"glinski\"\nplayers = [\"random\"]\n[matches]\nimbalances = [\"G-P\", \"K\", \"RRR\", \"N-N\", \"\"]\n";
    let message = problems(text);
    for part in [
        "line 2: players[0]: is random",
        "matches.imbalances[0]: `G` is no man of",
        "matches.imbalances[1]: a king",
        "matches.imbalances[2]: 3 rooks",
        "matches.imbalances[3]: both sides",
        "matches.imbalances[4]: nothing",
    ] {
        assert!(message.contains(part), "{part} in {message}");
    }
    assert!(
        problems("[[published]]\nname = \"x\"\nvalues = { pegasus = 8 }\n").contains("has no pegasus: expected one of")
    );
    assert!(problems("[probe]\nnet = \"a\"\n").contains("line 2"));
    assert!(problems("[outcome]\ngames = 0\n[probe]\nnets = [\"small\"]\n").contains("probe.nets"));
    assert!(problems("bootstrap = 5\n").contains("bootstrap: is 5, expected 100"));
}
