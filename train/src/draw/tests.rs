//! Every cell and man of every variant is drawn.

use super::*;
use hexcore::{AnyRules, Game, variant, with_rules};

fn scenes(mut check: impl FnMut(&str, Scene)) {
    for name in variant::builtin_names() {
        let any = AnyRules::new(&variant::builtin(name).unwrap()).unwrap();
        with_rules!(&any, rules => {
            let mut game = Game::new(rules);
            let m = game.legal_moves()[0];
            game.push(m);
            for flipped in [false, true] {
                let marks = Marks { last: Some(m), flipped, cells: vec![m.to()], arrows: vec![(m.from(), m.to())] };
                check(name, Scene::new(rules, game.position(), &marks));
            }
        });
    }
}

/// The text without escape sequences.
fn bare(text: &str) -> String {
    let mut escaped = false;
    let visible = |c: &char| {
        let shown = !escaped && *c != '\x1b';
        escaped = *c == '\x1b' || escaped && *c != 'm';
        shown
    };
    text.chars().filter(visible).collect()
}

#[test]
fn a_terminal_shows_every_man_and_keeps_within_its_width() {
    scenes(|name, scene| {
        let plain = terminal(&scene, Ink::Plain);
        assert!(!plain.contains('\x1b'), "{name}");
        assert!(plain.is_ascii(), "{name}");
        for drawn in [plain, bare(&terminal(&scene, Ink::Color))] {
            assert!(drawn.lines().all(|line| line.chars().count() <= 80), "{name}\n{drawn}");
            let mut text = drawn.clone();
            for place in scene.places.iter().filter(|_| scene.upright) {
                assert!(drawn.contains(&place.name), "{name}: {} is not named\n{drawn}", place.name);
                text = text.replacen(&place.name, "", 1);
            }
            let pawns = scene.places.iter().filter_map(|p| p.man.as_ref()).filter(|man| man.letter == 'P').count();
            let drawn_pawns = text.chars().filter(|c| c.eq_ignore_ascii_case(&'p')).count();
            assert!(drawn_pawns >= pawns, "{name}: {drawn_pawns} of {pawns} pawns\n{text}");
        }
    });
}

#[test]
fn glinski_is_drawn_like_this() {
    let any = AnyRules::new(&variant::builtin("glinski").unwrap()).unwrap();
    with_rules!(&any, rules => {
        let drawn = terminal(&Scene::new(rules, &rules.start(), &Marks::default()), Ink::Plain);
        let top: Vec<&str> = drawn.lines().take(6).collect();
        let expected = [
            "                     ___",
            "                 ___/ b \\___",
            "             ___/ q \\f11/ k \\___",
            "         ___/ n \\e10/ b \\g10/ n \\___",
            "     ___/ r \\d9_/   \\f10/   \\h9_/ r \\___",
            " ___/ p \\c8_/   \\e9_/ b \\g9_/   \\i8_/ p \\___",
        ];
        assert_eq!(top, expected, "\n{drawn}");
    });
}

#[test]
fn a_picture_holds_every_cell_and_man() {
    scenes(|name, scene| {
        let picture = svg(&scene, &SvgStyle::default());
        let count = |what: &str| picture.matches(what).count();
        let men = scene.places.iter().filter(|p| p.man.is_some()).count();
        assert_eq!(count("stroke=\"#7a5230\""), scene.places.len(), "{name}");
        assert_eq!(count("<use "), men, "{name}");
        assert!(!picture.contains("NaN") && !picture.contains("inf"), "{name}");
    });
}

#[test]
fn letters_of_a_file_are_escaped() {
    let man = Man { color: hexcore::Color::White, letter: '&', name: "ampersand".into() };
    assert!(svg_men::man(&man).contains("&amp;"));
}
