//! Which imbalances are played: for every kind some that are nearly level, so that results stay far from 0 and 1, and light men
//! against nothing.

use super::army::{Imbalance, at_start, bound_to_color, kinds};
use hexcore::{Kind, Layout, Rules};

/// So many counterweights are played against each kind.
const PER_KIND: usize = 3;
/// No counterweight has more men.
const MOST_MEN: usize = 5;
/// A man more in a counterweight costs as much as this distance from level, in pawns: few men disturb a position less.
const PER_MAN: f64 = 0.2;
/// No counterweight is further from level, in pawns, as long as there is a nearer one.
const MOST_OFF: f64 = 2.0;
/// An officer that is worth no more, in pawns, is also given against nothing. Heavier ones leave little to play for; these say
/// what all men are worth in scores, which is not known well where a pawn is next to nothing.
const MOST_ALONE: f64 = 5.0;
/// So many pawns are given at once, at most, to see what a pawn is worth and whether two are worth twice as much.
const MOST_PAWNS: usize = 3;

/// The imbalances that fit these values, in pawns by kind.
pub(super) fn plan<L: Layout>(rules: &Rules<L>, value: &dyn Fn(Kind) -> f64) -> Vec<Imbalance> {
    let mut officers: Vec<Kind> = kinds(rules).into_iter().filter(|&kind| kind != Kind::PAWN).collect();
    officers.sort_by(|&a, &b| value(a).total_cmp(&value(b)));
    let pawns = if rules.kinds()[Kind::PAWN.index()].exists { at_start(rules, Kind::PAWN) } else { 0 };
    let mut plan: Vec<Imbalance> = Vec::new();
    let mut add = |lacks: [Vec<Kind>; 2]| {
        let imbalance = Imbalance::new(rules, lacks);
        if !plan.contains(&imbalance) {
            plan.push(imbalance);
        }
    };
    (1..=pawns.min(MOST_PAWNS)).for_each(|n| add([vec![Kind::PAWN; n], Vec::new()]));
    let light = officers.iter().filter(|&&kind| value(kind) <= MOST_ALONE);
    light.for_each(|&kind| add([vec![kind], Vec::new()]));
    for (i, &kind) in officers.iter().enumerate() {
        // A set of men on one color of cells each may be worth more than its men: it is given one by one and all at once.
        let sets = if bound_to_color(rules, kind) { at_start(rules, kind) } else { 1 };
        for given in 1..=sets {
            let others = if given == 1 { &officers[..i] } else { &officers[..] };
            let others = others.iter().filter(|&&k| k != kind).map(|&k| (k, value(k), at_start(rules, k)));
            let lighter: Vec<(Kind, f64, usize)> = std::iter::once((Kind::PAWN, 1.0, pawns)).chain(others).collect();
            let weights = counterweights(&lighter, given as f64 * value(kind));
            let most = if given == 1 { PER_KIND } else { 1 };
            weights.into_iter().take(most).for_each(|weight| add([vec![kind; given], weight]));
        }
    }
    plan
}

/// Men whose worth together comes near a value: the best first, each later one with another heaviest man or without pawns
/// where the others have some, as long as there are such.
fn counterweights(lighter: &[(Kind, f64, usize)], value: f64) -> Vec<Vec<Kind>> {
    let mut all: Vec<Weight> = Vec::new();
    combine(lighter, value, &mut Vec::new(), &mut all);
    let cost = |weight: &Weight| weight.off + PER_MAN * weight.men.len() as f64;
    all.sort_by(|a, b| cost(a).total_cmp(&cost(b)).then_with(|| a.men.len().cmp(&b.men.len())));
    // The best there is, however far off.
    let nearest = all.first().map_or(0.0, |best| best.off);
    all.retain(|weight| weight.off <= MOST_OFF.max(nearest));
    let heaviest = |men: &[Kind]| men.last().copied();
    let mut chosen: Vec<Vec<Kind>> = Vec::new();
    for Weight { men, .. } in &all {
        if chosen.iter().all(|other| heaviest(other) != heaviest(men)) {
            chosen.push(men.clone());
        }
    }
    for Weight { men, .. } in all {
        if !chosen.contains(&men) {
            chosen.push(men);
        }
    }
    chosen
}

/// Men, and how far their worth is from what is to be weighed.
#[derive(Clone, Debug)]
struct Weight {
    off: f64,
    men: Vec<Kind>,
}

/// All lists of men, the lightest first.
fn combine(lighter: &[(Kind, f64, usize)], left: f64, men: &mut Vec<Kind>, all: &mut Vec<Weight>) {
    let Some((&(kind, value, there), rest)) = lighter.split_first() else {
        all.push(Weight { off: left.abs(), men: men.clone() });
        return;
    };
    let before = men.len();
    for n in 0..=there.min(MOST_MEN - before) {
        men.resize(before + n, kind);
        combine(rest, left - n as f64 * value, men, all);
    }
    men.truncate(before);
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexcore::variant::{builtin, builtin_names};
    use hexcore::{AnyRules, with_rules};

    fn planned(name: &str) -> Vec<String> {
        with_rules!(&AnyRules::new(&builtin(name).unwrap()).unwrap(), rules => {
            plan(rules, &|kind| rules.value(kind).into()).iter().map(Imbalance::to_string).collect()
        })
    }

    #[test]
    fn every_kind_is_weighed_against_lighter_men() {
        for name in builtin_names() {
            with_rules!(&AnyRules::new(&builtin(name).unwrap()).unwrap(), rules => {
                let plan = plan(rules, &|kind| rules.value(kind).into());
                for kind in kinds(rules) {
                    let about: Vec<&Imbalance> = plan.iter().filter(|i| i.lacks[0].contains(&kind)).collect();
                    assert!(about.len() >= 3, "{name}: {kind:?} {about:?}");
                }
                for imbalance in &plan {
                    let text = imbalance.to_string();
                    assert_eq!(Imbalance::parse(rules, &text).as_ref(), Ok(imbalance));
                    let off: f64 = kinds(rules).iter().map(|&k| imbalance.difference(k) * f64::from(rules.value(k))).sum();
                    let most = if imbalance.lacks[1].is_empty() { MOST_ALONE } else { 3.0 };
                    assert!(off.abs() <= most, "{name} {text}: {off}");
                }
            });
        }
    }

    #[test]
    fn glinskis_plan() {
        let plan = planned("glinski");
        for expected in ["P", "PP", "PPP", "B", "N", "R", "B-PPP", "N-BP", "R-NP", "Q-RR"] {
            assert!(plan.iter().any(|text| text == expected), "{expected} in {plan:?}");
        }
        assert!(plan.iter().any(|text| text.starts_with("BBB-")), "{plan:?}");
    }
}
