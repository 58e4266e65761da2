//! Small charts as SVG: lines, steps and points with intervals over time, readable on light and dark pages.

mod axis;
mod chart;
mod style;

pub use chart::escape;
pub(crate) use chart::put;
pub use chart::{Band, Chart, Mark, Point, Series};
pub(crate) use style::STYLE;
