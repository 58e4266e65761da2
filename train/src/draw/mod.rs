//! Pictures of positions, of any variant's board: in a terminal and as SVG.
//!
//! Both are drawn from a [`Scene`], which knows cells, shades and men but no rules.

mod scene;
mod svg;
mod svg_men;
mod terminal;

pub use scene::{Man, Marks, Place, Scene};
pub use svg::{SvgStyle, svg};
pub use terminal::{Ink, terminal};

#[cfg(test)]
mod tests;
