//! Nodes a second of the material alpha-beta: `cargo run --release -p hexmcts --example nodes -- [variant] [depth]`.

use hexcore::{AnyRules, Game, variant::builtin, with_rules};
use hexmcts::{AlphaBeta, Limits, Player, Random};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_else(|| "glinski".into());
    let deepest: u32 = args.next().map_or(Ok(5), |s| s.parse())?;
    let any = AnyRules::new(&builtin(&name)?)?;
    with_rules!(&any, rules => {
        for depth in 1..=deepest {
            let (mut nodes, mut moves, mut spent) = (0u64, 0u32, 0.0);
            for seed in 0..if depth < 4 { 40 } else { 4 } {
                // Eight random plies, then the player against itself.
                let (mut random, mut player) = (Random::new(seed), AlphaBeta::at_depth(depth, seed)?);
                let mut game = Game::new(rules);
                for _ in 0..8 {
                    if let Some(decision) = random.choose(&game, &Limits::infinite()) {
                        game.push(decision.mv);
                    }
                }
                for _ in 0..30 {
                    let begin = Instant::now();
                    let Some(decision) = player.choose(&game, &Limits::depth(depth)) else { break };
                    spent += begin.elapsed().as_secs_f64();
                    nodes += decision.nodes;
                    moves += 1;
                    game.push(decision.mv);
                }
            }
            let (rate, time) = (nodes as f64 / spent / 1e6, 1e3 * spent / f64::from(moves));
            println!("depth {depth}: {rate:.2} M nodes/s, {} nodes and {time:.3} ms a move", nodes / u64::from(moves));
        }
    });
    Ok(())
}
