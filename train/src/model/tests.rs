//! Models survive their folder; every way of being wrong has its message.

use super::*;
use hexcore::{AnyRules, variant, with_rules};

fn rules(name: &str) -> AnyRules {
    AnyRules::new(&variant::builtin(name).unwrap()).unwrap()
}

fn save(dir: &Path, name: &str) -> Card {
    with_rules!(&rules(name), rules => {
        let weights = Weights::random(Encoder::new(rules).shape(32), 1);
        let card = Card { name: "test".into(), games: 7, ..Card::default() };
        Model::save(dir, rules, &weights, card).unwrap()
    })
}

fn load(dir: &Path, name: &str) -> Result<Model, String> {
    with_rules!(&rules(name), rules => Model::load(dir, rules).map_err(|e| e.to_string()))
}

#[test]
fn a_model_survives_its_folder() {
    let dir = tempfile::tempdir().unwrap();
    let mut card = save(dir.path(), "rex");
    let model = load(dir.path(), "rex").unwrap();
    assert_eq!(model.card(), Some(&card));
    assert_eq!(model.name(), "test");
    let measured = Measured { opponent: "greedy".into(), simulations: 400, pairs: 100, score: 0.9, lo: 0.8, hi: 0.95 };
    card.measured = vec![measured];
    fs::write(dir.path().join(CARD), card.to_toml()).unwrap();
    assert_eq!(load(dir.path(), "rex").unwrap().card(), Some(&card));
    assert!(load(&dir.path().join(WEIGHTS), "rex").unwrap().card().is_none());
}

#[test]
fn a_model_for_another_variant_names_both() {
    let dir = tempfile::tempdir().unwrap();
    let card = save(dir.path(), "rex");
    let error = load(dir.path(), "glinski").err().unwrap();
    let expected = format!("a model for rex (rules {}), expected one for glinski (rules ", card.rules_id);
    assert!(error.contains(&expected), "{error}");
    // By its weights, too; without the card only their shape tells.
    let error = load(&dir.path().join(WEIGHTS), "glinski").err().unwrap();
    assert!(error.contains(&expected), "{error}");
    fs::remove_file(dir.path().join(CARD)).unwrap();
    let error = load(&dir.path().join(WEIGHTS), "glinski").err().unwrap();
    assert!(error.contains("do not fit glinski, which asks for ("), "{error}");
}

#[test]
fn damage_is_found_and_the_file_named() {
    let dir = tempfile::tempdir().unwrap();
    save(dir.path(), "glinski");
    let (weights, card) = (dir.path().join(WEIGHTS), dir.path().join(CARD));
    let (good, text) = (fs::read(&weights).unwrap(), fs::read_to_string(&card).unwrap());
    let error = || load(dir.path(), "glinski").err().unwrap();

    let mut bad = good.clone();
    bad[good.len() / 2] ^= 4;
    fs::write(&weights, &bad).unwrap();
    assert!(error().contains("weights.safetensors: checksum is "), "{}", error());
    fs::write(&weights, &good[..good.len() / 2]).unwrap();
    assert!(error().contains("weights.safetensors: checksum is "), "{}", error());
    fs::write(&weights, &good).unwrap();

    fs::write(&card, text.replace("games = 7", "gmes = 7")).unwrap();
    assert!(error().contains("card.toml: line "), "{}", error());
    assert!(error().contains("gmes: unknown field `gmes`"), "{}", error());
    fs::write(&card, text.replace("games = 7", "games = \"7\"")).unwrap();
    assert!(error().contains("games: invalid type: string"), "{}", error());
    fs::remove_file(&card).unwrap();
    assert!(error().contains("no card.toml there"), "{}", error());
}

#[test]
fn a_card_that_says_another_shape_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let mut card = save(dir.path(), "rex");
    card.shape.hidden = 64;
    fs::write(dir.path().join(CARD), card.to_toml()).unwrap();
    let error = load(dir.path(), "rex").err().unwrap();
    assert!(error.contains("card.toml") && error.contains("hidden: 64") && error.contains("hidden: 32"), "{error}");
}
