//! Builds endings and prints their numbers: `cargo run --release -p hexmcts --example endings -- glinski KQK KRK`.

use hexcore::{AnyRules, variant, with_rules};
use hexmcts::tablebase::{Builder, Geometry};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let name = args.next().ok_or("a variant, then endings")?;
    let mut spec = variant::read(&name)?;
    let folder = PathBuf::from(args.next().ok_or("a folder for the tables")?);
    let mut endings: Vec<String> = args.collect();
    if endings.first().is_some_and(|a| a == "--stalemate-draw") {
        endings.remove(0);
        spec.end.stalemate = variant::Stalemate::Draw;
    }
    let geometry = with_rules!(&AnyRules::new(&spec)?, rules => Arc::new(Geometry::new(rules)));
    let mut builder = Builder::new(geometry.clone(), &folder);
    for text in endings {
        let material = geometry.kinds().parse(&text)?;
        for step in builder.plan(std::slice::from_ref(&material))?.steps {
            let began = Instant::now();
            builder.ensure(&step.material, &|_, _, _, _| ())?;
            let built = began.elapsed().as_secs_f64();
            if step.material.men() < material.men() && step.done {
                continue;
            }
            let counts = builder.count(&step.material, 0)?;
            println!("{} {} numbers, {} symmetries, {built:.2} s", step.name, step.numbers, step.symmetries);
            for side in &counts.sides {
                println!("  {side:?}");
            }
        }
    }
    Ok(())
}
