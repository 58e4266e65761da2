//! Leaf positions a second: `cargo run --release -p hexcore --example perft -- glinski 5 [fen]`.

use hexcore::{AnyRules, variant::builtin, with_rules};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_else(|| "glinski".into());
    let depth: u32 = args.next().map_or(Ok(5), |d| d.parse())?;
    let fen: Vec<String> = args.collect();
    let any = AnyRules::new(&builtin(&name)?)?;
    with_rules!(&any, rules => {
        let pos = if fen.is_empty() { rules.start() } else { rules.parse_setup(&fen.join(" "))? };
        for depth in 1..=depth {
            let begin = Instant::now();
            let nodes = rules.perft(&pos, depth);
            let seconds = begin.elapsed().as_secs_f64();
            println!("perft {depth}: {nodes} ({:.0} M leaves/s)", nodes as f64 / seconds / 1e6);
        }
        let begin = Instant::now();
        let nodes = rules.perft_listed(&pos, depth);
        println!("listed {depth}: {nodes} ({:.0} M leaves/s)", nodes as f64 / begin.elapsed().as_secs_f64() / 1e6);
    });
    Ok(())
}
