//! Claims about endings, as rules texts and books make them, beside the truth.
//!
//! A claim is data: what is said, of which endings, and what must be true of the tables if it is right.

use super::build::Builder;
use super::error::TableError;
use super::material::Material;
use super::stats::Counts;
use hexcore::variant::{Stalemate, from_toml};
use hexcore::{Color, Layout, Problem, Rules};
use serde::{Deserialize, Serialize};

/// The claims about one variant.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Claims {
    /// The variant, by name.
    pub variant: String,
    /// What stalemate is worth where the claims were made, if not what the variant says.
    #[serde(default)]
    pub stalemate: Option<Stalemate>,
    /// The claims.
    #[serde(rename = "claim")]
    pub claims: Vec<Claim>,
}

/// One claim.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Claim {
    /// What is said.
    pub says: String,
    /// Of which endings, the side that the claim is about first.
    pub endings: Vec<String>,
    /// How many percent of all legal positions, either side to move, that side wins in each of them.
    #[serde(default)]
    pub won: Option<Bounds>,
    /// How many percent more positions the first ending's side wins than that of another one.
    #[serde(default)]
    pub lead: Option<Lead>,
}

/// From where to where a percentage may lie.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Bounds {
    /// At least this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<f64>,
    /// At most this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<f64>,
}

/// A lead over another ending.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Lead {
    /// Over which.
    pub over: String,
    /// Of so many percent at least.
    #[serde(default)]
    pub least: Option<f64>,
    /// Of so many percent at most.
    #[serde(default)]
    pub most: Option<f64>,
}

impl Bounds {
    fn hold(self, x: f64) -> bool {
        self.least.is_none_or(|least| x >= least) && self.most.is_none_or(|most| x <= most)
    }
}

impl std::fmt::Display for Bounds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.least, self.most) {
            (Some(least), Some(most)) => write!(f, "{least} to {most} %"),
            (Some(least), None) => write!(f, "at least {least} %"),
            (None, Some(most)) => write!(f, "at most {most} %"),
            (None, None) => f.write_str("anything"),
        }
    }
}

/// A claim beside the truth.
#[derive(Clone, Debug, Serialize)]
pub struct Judged {
    /// What is said.
    pub says: String,
    /// What that was taken to mean.
    pub means: String,
    /// Whether it is true; none if a table is missing.
    pub holds: Option<bool>,
    /// The endings it is about.
    pub endings: Vec<Truth>,
    /// Endings without a table.
    pub missing: Vec<String>,
}

/// What is true of an ending, seen by the side named first. Percentages are of unique legal positions.
#[derive(Clone, Debug, Serialize)]
pub struct Truth {
    /// Its name.
    pub ending: String,
    /// Won with that side to move.
    pub won_to_move: f64,
    /// Won with the other side to move.
    pub won_not_to_move: f64,
    /// Won with either side to move.
    pub won: f64,
    /// Better than a draw by a stalemate, no more, with either side to move.
    pub stalemating: f64,
    /// Drawn with either side to move.
    pub drawn: f64,
    /// Worse than a draw with either side to move.
    pub lost: f64,
    /// Plies of the longest win; 0 if there is none.
    pub longest: u32,
    /// A position with a longest win.
    pub example: Option<String>,
}

impl Claims {
    /// Reads claims.
    ///
    /// # Errors
    /// Every mistake, with its line.
    pub fn parse(text: &str) -> Result<Claims, Vec<Problem>> {
        let (claims, problems) = from_toml(text);
        claims.filter(|_| problems.is_empty()).ok_or(problems)
    }

    /// Every ending they speak of.
    ///
    /// # Errors
    /// If one is no ending of this variant.
    pub fn endings(&self, builder: &Builder) -> Result<Vec<Material>, TableError> {
        let kinds = builder.geometry().kinds();
        let mut all = Vec::new();
        for claim in &self.claims {
            for name in claim.endings.iter().chain(claim.lead.as_ref().map(|lead| &lead.over)) {
                all.push(kinds.parse(name)?);
            }
        }
        all.sort();
        all.dedup();
        Ok(all)
    }
}

impl Claim {
    /// Judges the claim by the tables that `builder` has.
    ///
    /// # Errors
    /// If it names no ending of the variant, or gives no meaning.
    pub fn judge<L: Layout>(
        &self,
        rules: &Rules<L>,
        builder: &Builder,
        counts: &mut dyn FnMut(&Material) -> Option<Counts>,
    ) -> Result<Judged, TableError> {
        let wrong =
            |message: &str| TableError::Claim { variant: rules.variant().name.clone(), message: message.into() };
        if self.endings.is_empty() || self.won.is_none() && self.lead.is_none() {
            return Err(wrong(&format!("`{}`: expected `endings`, and `won` or `lead`", self.says)));
        }
        let mut judged = Judged {
            says: self.says.clone(),
            means: self.means(),
            holds: Some(true),
            endings: Vec::new(),
            missing: Vec::new(),
        };
        for name in self.endings.iter().chain(self.lead.as_ref().map(|lead| &lead.over)) {
            let (material, turned) = builder.geometry().kinds().parse_turned(name)?;
            match counts(&material) {
                Some(counts) => judged.endings.push(truth(rules, builder, name, (&material, turned), &counts)?),
                None => judged.missing.push(builder.geometry().kinds().name(&material)),
            }
        }
        if !judged.missing.is_empty() {
            judged.holds = None;
            return Ok(judged);
        }
        let (own, other) = judged.endings.split_at(self.endings.len());
        let won = self.won.is_none_or(|bounds| own.iter().all(|truth| bounds.hold(truth.won)));
        let leads = match (&self.lead, own.first(), other.first()) {
            (Some(lead), Some(own), Some(other)) => {
                Bounds { least: lead.least, most: lead.most }.hold(own.won - other.won)
            }
            _ => true,
        };
        judged.holds = Some(won && leads);
        Ok(judged)
    }

    fn means(&self) -> String {
        let won = self.won.map(|bounds| format!("{bounds} of the positions won"));
        let lead = self.lead.as_ref().map(|lead| {
            let bounds = Bounds { least: lead.least, most: lead.most };
            format!("{bounds} more of them than in {}", lead.over)
        });
        won.into_iter().chain(lead).collect::<Vec<_>>().join(", ")
    }
}

fn truth<L: Layout>(
    rules: &Rules<L>,
    builder: &Builder,
    name: &str,
    (material, turned): (&Material, bool),
    counts: &Counts,
) -> Result<Truth, TableError> {
    let us = if turned { Color::Black } else { Color::White };
    let (own, other) = (&counts.sides[us.index()], &counts.sides[(!us).index()]);
    let all = (own.unique + other.unique) as f64;
    let part = |n: u64, of: f64| if of == 0.0 { 0.0 } else { 100.0 * n as f64 / of };
    let longest = builder.longest(rules, material, counts, us)?;
    Ok(Truth {
        ending: name.to_string(),
        won_to_move: part(own.win, own.unique as f64),
        won_not_to_move: part(other.loss, other.unique as f64),
        won: part(own.win + other.loss, all),
        stalemating: part(own.stalemates + other.stalemated, all),
        drawn: part(own.draw + other.draw, all),
        lost: part(own.loss + own.stalemated + other.win + other.stalemates, all),
        longest: longest.as_ref().map_or(0, |l| l.1),
        example: longest.map(|l| l.0),
    })
}
