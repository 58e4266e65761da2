//! Readings of rules as switches: each changes just what it says, in both generators.

#![allow(clippy::unwrap_used)] // A test may panic.

use hexcore::variant::{BareKing, EnPassant, Only, Stalemate, Variant, builtin};
use hexcore::{AnyRules, Game, Layout, Position, Rules, naive::Referee, with_rules};

/// What a variant says of a position.
#[derive(Debug, PartialEq)]
struct Said {
    /// Texts of the legal moves, sorted.
    moves: Vec<String>,
    /// Leaf counts of depth 1 and 2.
    perft: [u64; 2],
    /// How the game has ended.
    outcome: Option<String>,
    /// White's score, if it has.
    score: Option<f32>,
}

impl Said {
    fn has(&self, text: &str) -> bool {
        self.moves.iter().any(|m| m.trim_end_matches(['+', '^', '∞', '#']) == text)
    }
}

fn agreed<L: Layout>(rules: &Rules<L>, pos: &Position<L>) -> [u64; 2] {
    let referee = Referee::new(rules);
    let state = referee.state(rules, pos);
    [1, 2].map(|depth| {
        let leaves = rules.perft(pos, depth);
        assert_eq!(leaves, referee.perft(&state, depth), "{}, depth {depth}", rules.fen(pos));
        leaves
    })
}

/// The variant, changed, in a position after some moves.
fn said(name: &str, fen: Option<&str>, moves: &[&str], change: impl Fn(&mut Variant)) -> Said {
    let mut variant = builtin(name).unwrap();
    change(&mut variant);
    with_rules!(&AnyRules::new(&variant).unwrap(), rules => {
        let mut game = fen.map_or_else(|| Game::new(rules), |fen| Game::from_fen(rules, fen).unwrap());
        for text in moves {
            game.play_text(text).unwrap();
        }
        let pos = game.position();
        let list = game.legal_moves();
        let mut texts: Vec<String> = list.iter().map(|&m| rules.move_text(pos, m)).collect();
        for (&m, text) in list.iter().zip(&texts) {
            assert_eq!(rules.parse_move(pos, text), Ok(m));
            assert_eq!(rules.parse_move(pos, &rules.bare_text(m)), Ok(m));
        }
        texts.sort();
        let outcome = game.outcome();
        let score = outcome.map(|o| rules.score(o, hexcore::Color::White));
        Said { moves: texts, perft: agreed(rules, pos), outcome: outcome.map(|o| o.ending.to_string()), score }
    })
}

#[test]
fn en_passant_on_the_ring_is_taken_for_granted_chosen_or_unknown() {
    let fen = Some("4/P4/2K1/5/4/5/4/5/4/5/4/5/2k1/5/4/5/4/p4 w - 0 1");
    let after = |choice: EnPassant| said("round", fen, &["b1-s3"], |v| v.pawn.as_mut().unwrap().en_passant = choice);
    let automatic = after(EnPassant::Automatic);
    assert!(automatic.has("s1-a2") && !automatic.has("s1-a2ep"));
    let optional = after(EnPassant::Optional);
    assert!(optional.has("s1-a2") && optional.has("s1-a2ep"));
    assert_eq!(optional.moves.len(), automatic.moves.len() + 1);
    assert_eq!(after(EnPassant::None).moves, automatic.moves);
    // The step leaves the pawn that passed alone; the capture removes it, and White is bare.
    let step = |choice: EnPassant, text: &str| {
        said("round", fen, &["b1-s3", text], |v| v.pawn.as_mut().unwrap().en_passant = choice).outcome
    };
    assert_eq!(step(EnPassant::Automatic, "s1-a2").as_deref(), Some("bare-king"));
    assert_eq!(step(EnPassant::Optional, "s1-a2ep").as_deref(), Some("bare-king"));
    assert_eq!(step(EnPassant::Optional, "s1-a2"), None);
    assert_eq!(step(EnPassant::None, "s1-a2"), None);
}

#[test]
fn the_double_step_of_the_ring_can_be_left_out() {
    let strict = said("round", None, &[], |v| {
        v.pawn.as_mut().unwrap().senses.iter_mut().for_each(|sense| sense.advances.clear());
    });
    assert_eq!((strict.perft[0], said("round", None, &[], |_| ()).perft[0]), (22, 26));
    assert!(!strict.has("b1-s3"));
}

#[test]
fn a_double_step_of_the_ring_may_capture() {
    // A black knight at the end of a double step over an empty cell, then on the cell between.
    let fen = |file: &str| format!("4/P4/2K1/5/4/5/4/5/4/5/4/5/2k1/5/4/5/4/{file} w - 0 1");
    let capture = |v: &mut Variant| {
        let senses = v.pawn.as_mut().unwrap().senses.iter_mut();
        senses.flat_map(|sense| &mut sense.advances).for_each(|advance| advance.captures = true);
    };
    let (without, with) =
        (said("round", Some(&fen("1n3")), &[], |_| ()), said("round", Some(&fen("1n3")), &[], capture));
    assert!(!without.has("b1-s3") && with.has("b1-s3"));
    assert_eq!(with.moves.len(), without.moves.len() + 1);
}

#[test]
fn the_ring_has_a_move_limit_or_none() {
    let fen = Some("R3/5/2K1/5/4/5/4/5/4/5/4/5/2k1/5/4/5/4/p4 w - 99 60");
    let after = |limit: u16| said("round", fen, &["c6-c8"], |v| v.end.move_limit = limit).outcome;
    assert_eq!(after(100).as_deref(), Some("move-limit"));
    assert_eq!(after(0), None);
    assert_eq!(builtin("round").unwrap().end.move_limit, 100);
}

#[test]
fn a_bare_king_and_a_stalemate_are_worth_what_the_variant_says() {
    let bare = Some("4/5/2K1/5/4/5/4/5/k3/4R/4/5/4/5/4/5/4/5 b - 0 1");
    assert_eq!(said("round", bare, &[], |_| ()).outcome.as_deref(), Some("bare-king"));
    assert_eq!(said("round", bare, &[], |v| v.end.bare_king = BareKing::Nothing).outcome, None);
    let stalemate = "1/3/k4/7/9/1R5p3/2R4P3/2N8/11/2p5Q2/2K1R2N3 b - 0 1";
    for (worth, score) in [(Stalemate::Loss, 1.0), (Stalemate::ThreeQuarters, 0.75), (Stalemate::Draw, 0.5)] {
        let said = said("glinski", Some(stalemate), &[], |v| v.end.stalemate = worth);
        assert_eq!((said.outcome.as_deref(), said.score), (Some("stalemate"), Some(score)));
    }
    let rex = |worth| said("rex", Some("k8/3Q6/1K7/10/9/10/9/10/9 b - 0 1"), &[], |v| v.end.stalemate = worth);
    let draw = rex(Stalemate::Draw);
    assert_eq!((draw.outcome.as_deref(), draw.score), (Some("stalemate"), Some(0.5)));
    assert_eq!(rex(Stalemate::Loss).score, Some(1.0));
}

#[test]
fn draws_are_claimed_or_wait_until_they_are_automatic() {
    let there_and_back = ["NG3-I7", "NG25-I21", "NI7-G3", "NI21-G25"];
    let after = |rounds: usize, repetition: u8| {
        let moves = there_and_back.repeat(rounds);
        said("cescacs", None, &moves, |v| v.end.repetition = repetition).outcome
    };
    assert_eq!(after(2, 3).as_deref(), Some("repetition"));
    assert_eq!((after(2, 5), after(4, 5).as_deref()), (None, Some("repetition")));
    let fen = |clock: u16| format!("/27:1k/3:R2R/1:1K/ w RKR- - {clock} 200");
    let at = |clock: u16, limit: u16| said("cescacs", Some(&fen(clock)), &[], |v| v.end.move_limit = limit).outcome;
    assert_eq!(at(100, 100).as_deref(), Some("move-limit"));
    assert_eq!((at(149, 150), at(150, 150).as_deref()), (None, Some("move-limit")));
}

#[test]
fn the_second_cell_before_an_elephant() {
    // As the elephant is read it captures two cells ahead; a variant may let it only move there.
    let fen = Some("/27:1k/14:3r3/10:3E3/1:1K/ w -- - 0 1");
    let quiet = |v: &mut Variant| {
        let elephant = v.pieces.iter_mut().find(|p| p.name == "elephant").unwrap();
        let mut second = elephant.moves[1].clone();
        elephant.moves[1].max = Some(1);
        (second.min, second.only) = (2, Some(Only::Move));
        elephant.moves.push(second);
    };
    assert!(said("cescacs", fen, &[], |_| ()).has("EF10×RF14"));
    assert!(!said("cescacs", fen, &[], quiet).has("EF10×RF14"));
}

#[test]
fn a_leap_that_may_capture_guards_its_cells_or_does_not() {
    let fen = Some("/7:4k3/1:1K/ b K- - 0 1");
    let guards =
        |guards: bool| said("cescacs", fen, &[], |v| v.king.as_mut().unwrap().leap.as_mut().unwrap().guards = guards);
    assert!(!guards(true).has("KG7-H6") && guards(false).has("KG7-H6"));
    // It does not take the king that comes there, but any other man.
    let met = said("cescacs", Some("/8:3r3/6:4k2/1:1K/ w K- - 0 1"), &[], |v| {
        v.king.as_mut().unwrap().leap.as_mut().unwrap().guards = false;
    });
    assert!(!met.moves.iter().any(|m| m.starts_with("KG1") && m.contains("H6")), "{met:?}");
}

#[test]
fn a_pinned_rook_castles_or_stays() {
    let fen = Some("/27:1k/5:5r/3:3R/1:1K/ w KR- - 0 1");
    let said = |castle: bool| said("cescacs", fen, &[], |v| v.king.as_mut().unwrap().pinned_rooks_castle = castle);
    let (castles, stays) = (said(true), said(false));
    assert!(castles.has("KRK-HG") && !stays.has("KRK-HG"), "{castles:?}");
}
