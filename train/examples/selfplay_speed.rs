//! Speed of self-play: `cargo run --release -p hextrain --example selfplay_speed -- [variant] [simulations] [seconds]`.
//!
//! A random net plays itself on all cores; printed are evaluations, simulations and finished positions a second.

use hexcore::{AnyRules, variant, with_rules};
use hextrain::config::RunConfig;
use hextrain::encode::Encoder;
use hextrain::net::Weights;
use hextrain::selfplay::{Actor, Counters, Published, Workshop};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_else(|| "glinski".into());
    let simulations: u32 = args.next().map_or(Ok(32), |n| n.parse())?;
    let seconds: u64 = args.next().map_or(Ok(10), |n| n.parse())?;
    let any = AnyRules::new(&variant::builtin(&name)?)?;
    with_rules!(&any, rules => {
        let config = RunConfig::default();
        let encoder = Arc::new(Encoder::new(rules));
        let mut weights = Weights::init(encoder.shape(config.net.hidden), encoder.material(rules, 0.4), 1);
        weights.tensors_mut();
        let kernel = config.net.family.kernel(&weights)?;
        let workshop = Workshop::new(rules, &config, Published { generation: 1, kernel }, 0, 0);
        workshop.simulations.store(simulations, Ordering::Relaxed);
        let (out, made) = std::sync::mpsc::sync_channel(64);
        let threads = config.threads();
        std::thread::scope(|scope| -> Result<(), Box<dyn std::error::Error>> {
            for _ in 0..threads {
                let actor = Actor::new(&workshop, encoder.clone(), out.clone())?;
                scope.spawn(|| actor.run());
            }
            drop(out);
            let begin = Instant::now();
            let (mut games, mut positions) = (0, 0);
            while begin.elapsed() < Duration::from_secs(seconds) {
                if let Ok(game) = made.recv_timeout(Duration::from_millis(100)) {
                    games += 1;
                    positions += game.record.plies.len();
                }
            }
            let elapsed = begin.elapsed().as_secs_f64();
            workshop.stop.store(true, Ordering::Relaxed);
            drop(made);
            let rate = |counter| Counters::read(counter) as f64 / elapsed;
            println!("{name}, {simulations} simulations a move, {threads} threads, {elapsed:.1} s");
            println!("{:.0} evaluations/s", rate(&workshop.counters.evaluations));
            println!("{:.0} simulations/s", rate(&workshop.counters.simulations));
            println!("{:.0} positions/s in {games} finished games", positions as f64 / elapsed);
            Ok(())
        })?;
    });
    Ok(())
}
