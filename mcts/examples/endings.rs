//! Builds endings, prints their numbers and verifies them:
//! `cargo run --release -p hexmcts --example endings -- glinski FOLDER [--stalemate-draw] [--verify N] [--split] KQK KRK`.

use hexcore::{AnyRules, Layout, Rules, variant, with_rules};
use hexmcts::tablebase::{Builder, Geometry, verify};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let mut args = std::env::args().skip(1);
    let name = args.next().ok_or("a variant, a folder, then endings")?;
    let mut spec = variant::read(&name)?;
    let folder = PathBuf::from(args.next().ok_or("a folder for the tables")?);
    let (mut endings, mut stride, mut split) = (Vec::new(), 0, false);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--stalemate-draw" => spec.end.stalemate = variant::Stalemate::Draw,
            "--verify" => stride = args.next().ok_or("--verify N")?.parse()?,
            "--split" => split = true,
            _ => endings.push(arg),
        }
    }
    with_rules!(&AnyRules::new(&spec)?, rules => run(rules, folder, &endings, stride, split))
}

fn run<L: Layout>(
    rules: &Rules<L>,
    folder: PathBuf,
    endings: &[String],
    stride: usize,
    split: bool,
) -> Result<(), Failure> {
    let geometry = Arc::new(Geometry::new(rules));
    let mut builder = Builder::new(geometry.clone(), &folder);
    for text in endings {
        let material = geometry.kinds().parse(text)?;
        for step in builder.plan(std::slice::from_ref(&material))?.steps {
            let began = Instant::now();
            builder.ensure(&step.material, &|_, _, _, _| ())?;
            let built = began.elapsed().as_secs_f64();
            if step.material != material && step.done {
                continue;
            }
            let counts = builder.count(&step.material, rules.variant().end.move_limit)?;
            println!("{} {} numbers, {} symmetries, {built:.2} s", step.name, step.numbers, step.symmetries);
            for side in &counts.sides {
                println!("  {side:?}");
            }
            if split {
                let began = Instant::now();
                println!("  {:?} {:.2} s", builder.drawn(&step.material)?, began.elapsed().as_secs_f64());
            }
            if stride != 0 {
                let began = Instant::now();
                let result = verify(rules, &builder, &step.material, stride, &|_, _| ())?;
                println!("  verified: {result:?} {:.2} s", began.elapsed().as_secs_f64());
            }
        }
    }
    Ok(())
}
