//! What can be typed at the board.

/// A line that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Nothing.
    Empty,
    /// A move as text.
    Move(String),
    Undo,
    Hint,
    Flip,
    /// The legal moves, of one cell if it is named.
    Moves(Option<String>),
    Eval,
    Fen,
    Board,
    New,
    Resign,
    Save(String),
    Help,
    Quit,
    /// A command without what it needs.
    Incomplete(&'static str),
}

/// Shown by `help`.
pub(super) const HELP: &str = "\
Type a move, e.g. the one `hint` shows, or one of these:
  moves         all legal moves
  moves CELL    where the man on a cell can go
  undo          take back, up to your own last move
  hint          the move the engine would play
  eval          what the engine makes of the position
  flip          turn the board
  board         draw the board again
  fen           the position as text
  save FILE     write the game to a file; `play --game FILE` goes on with it
  new           begin anew
  resign        give up
  quit          leave
";

impl Command {
    pub(super) fn parse(line: &str) -> Command {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word.to_lowercase().as_str() {
            "" => Command::Empty,
            "undo" | "u" => Command::Undo,
            "hint" => Command::Hint,
            "flip" => Command::Flip,
            "moves" => Command::Moves(Some(rest.to_string()).filter(|cell| !cell.is_empty())),
            "eval" => Command::Eval,
            "fen" => Command::Fen,
            "board" | "d" => Command::Board,
            "new" => Command::New,
            "resign" => Command::Resign,
            "save" if rest.is_empty() => Command::Incomplete("save: expected the name of a file"),
            "save" => Command::Save(rest.to_string()),
            "help" | "?" => Command::Help,
            "quit" | "exit" | "q" => Command::Quit,
            _ => Command::Move(line.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_commands_or_moves() {
        for (line, expected) in [
            ("", Command::Empty),
            ("  undo ", Command::Undo),
            ("MOVES f5", Command::Moves(Some("f5".into()))),
            ("moves", Command::Moves(None)),
            ("save a b.txt", Command::Save("a b.txt".into())),
            ("save", Command::Incomplete("save: expected the name of a file")),
            ("KRK-HG", Command::Move("KRK-HG".into())),
            ("f5f6", Command::Move("f5f6".into())),
        ] {
            assert_eq!(Command::parse(line), expected, "{line}");
        }
    }
}
