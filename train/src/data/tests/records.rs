//! Round trips.

use super::*;
use proptest::prelude::*;

fn stored_move() -> impl Strategy<Value = StoredMove> {
    (any::<u8>(), any::<u8>(), prop_oneof![Just(0), any::<u8>()], prop_oneof![Just(0), any::<u8>()])
        .prop_map(|(from, to, promotion, special)| StoredMove { from, to, promotion, special })
}

fn fraction() -> impl Strategy<Value = Fraction> {
    (0..=0x7fff_u16).prop_map(Fraction::from_bits)
}

fn ply() -> impl Strategy<Value = PlyRecord> {
    let policy = prop::collection::vec((stored_move(), fraction()), 0..20);
    (stored_move(), fraction(), any::<u8>(), policy).prop_map(|(played, value, flags, policy)| PlyRecord {
        played,
        value,
        flags: PlyFlags::from_bits(flags),
        policy,
    })
}

fn record() -> impl Strategy<Value = GameRecord> {
    (
        prop::option::of(".{0,40}"),
        any::<u32>(),
        any::<u64>(),
        prop::collection::vec(ply(), 0..30),
        0..Termination::ALL.len(),
        prop::option::of(any::<bool>()),
        0.0..=1.0_f32,
    )
        .prop_map(|(start, generation, seed, plies, termination, winner, white_score)| GameRecord {
            start,
            generation,
            seed,
            plies,
            termination: Termination::ALL[termination],
            winner: winner.map(|white| if white { Color::White } else { Color::Black }),
            white_score,
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Any record survives its bytes, and no other bytes make the decoder panic.
    #[test]
    fn records_survive_their_bytes(game in record(), cut in any::<prop::sample::Index>(), flip in any::<prop::sample::Index>()) {
        let mut bytes = Vec::new();
        codec::encode(&game, &mut bytes).unwrap();
        prop_assert_eq!(codec::decode(&bytes), Ok(game));
        prop_assert!(codec::decode(&bytes[..cut.index(bytes.len())]).is_err());
        let bit = flip.index(bytes.len() * 8);
        bytes[bit / 8] ^= 1 << (bit % 8);
        let _ = codec::decode(&bytes);
    }

    /// Any list of records survives a file.
    #[test]
    fn records_survive_a_file(games in prop::collection::vec(record(), 0..6)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.hfg");
        let header = GameHeader { variant: "glinski".into(), rules: 7, config: 9 };
        let mut writer = GameWriter::create(&path, &header, SyncPolicy::OnRequest).unwrap();
        for game in &games {
            writer.append(game).unwrap();
        }
        let mut reader = GameReader::open_for(&path, &header).unwrap();
        let read: Vec<GameRecord> = reader.by_ref().map(Result::unwrap).collect();
        prop_assert_eq!(read, games);
        prop_assert_eq!((reader.header(), reader.tail()), (&header, None));
    }
}

#[test]
fn games_of_every_variant_are_replayed() {
    for name in hexcore::variant::builtin_names() {
        with_variant!(name, rules => {
            for seed in 0..10 {
                let record = random_game(rules, seed, 150);
                let mut bytes = Vec::new();
                codec::encode(&record, &mut bytes).unwrap();
                let again = codec::decode(&bytes).unwrap();
                assert_eq!(again, record);
                let game = again.replay(rules).unwrap();
                assert_eq!(game.ply(), record.plies.len(), "{name} {seed}");
                // Other bits than the generator's may stand for the same move, never the same bits for two moves.
                let legal = game.legal_moves();
                let mut stored: Vec<_> = legal.iter().map(|&m| StoredMove::of(rules, m)).collect();
                stored.sort();
                stored.dedup();
                assert_eq!(stored.len(), legal.len());
            }
        });
    }
}

#[test]
fn a_game_from_a_fen_is_replayed_and_exported() {
    with_variant!("glinski", rules => {
        let fen = "1/3/k4/7/9/11/11/11/11/11/4K2Q3 w - 0 1";
        let mut game = Game::from_fen(rules, fen).unwrap();
        let first = game.legal_moves()[0];
        game.push(first);
        let ply = PlyRecord { played: StoredMove::of(rules, first), value: Fraction::new(0.9), ..PlyRecord::default() };
        let record = GameRecord {
            start: Some(fen.into()),
            generation: 3,
            seed: 11,
            plies: vec![ply],
            termination: Termination::Resignation,
            winner: Some(Color::White),
            white_score: 1.0,
        };
        assert_eq!(record.replay(rules).unwrap().position().side(), Color::Black);
        let text = export_text(rules, &record).unwrap();
        for part in ["[Variant \"glinski\"]\n", &format!("[FEN \"{fen}\"]\n"), "[Result \"1-0\"]\n",
            "[Termination \"resignation\"]\n[Plies \"1\"]\n", "\n\n1. ", " {0.900}\n1-0\n"] {
            assert!(text.contains(part), "{text}");
        }
    });
}
