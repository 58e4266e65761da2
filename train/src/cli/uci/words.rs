//! Splitting commands: `setoption`, `position`.

/// The name and value of `setoption name NAME value VALUE`; both may hold blanks.
pub(super) fn setoption(rest: &str) -> Result<(String, String), String> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    if words.first() != Some(&"name") {
        return Err("setoption: expected `name NAME value VALUE`".into());
    }
    let value = words.iter().position(|word| *word == "value").unwrap_or(words.len());
    let name = words[1..value.max(1)].join(" ");
    if name.is_empty() {
        return Err("setoption: expected a name after `name`".into());
    }
    Ok((name, words.get(value + 1..).unwrap_or_default().join(" ")))
}

/// A position: its FEN, none for the start position, and the moves from there.
pub(super) fn position(rest: &str) -> Result<(Option<String>, Vec<String>), String> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let moves = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let played = words.get(moves + 1..).unwrap_or_default().iter().map(|word| word.to_string()).collect();
    match words[..moves] {
        ["startpos"] => Ok((None, played)),
        ["fen", ref fen @ ..] if !fen.is_empty() => Ok((Some(fen.join(" ")), played)),
        _ => Err("position: expected `startpos` or `fen FEN`, then perhaps `moves` and moves".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_may_hold_blanks() {
        let set = |rest| setoption(rest).map_err(|_| ());
        assert_eq!(set("name Model value a b/c"), Ok(("Model".into(), "a b/c".into())));
        assert_eq!(set("name Clear Hash"), Ok(("Clear Hash".into(), String::new())));
        assert_eq!(set("name  MultiPV  value  3"), Ok(("MultiPV".into(), "3".into())));
        for bad in ["", "Model", "name", "name value 3", "value 3"] {
            assert_eq!(set(bad), Err(()), "{bad}");
        }
    }

    #[test]
    fn fens_may_hold_blanks() {
        let words = |text: &str| text.split(' ').map(String::from).collect::<Vec<_>>();
        assert_eq!(position("startpos"), Ok((None, vec![])));
        assert_eq!(position("startpos moves a b"), Ok((None, words("a b"))));
        assert_eq!(position("fen 1/2 w - 0 1 moves a"), Ok((Some("1/2 w - 0 1".into()), words("a"))));
        for bad in ["", "fen", "moves a", "startpos x", "fen moves a"] {
            assert!(position(bad).is_err(), "{bad}");
        }
    }
}
