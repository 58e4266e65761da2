//! Results for people: on the terminal, as tables, as a picture, as a page.

mod csv;
mod page;
mod plot;
mod text;

pub(super) use csv::{imbalances as imbalances_csv, values as values_csv};
pub(super) use page::page;
pub(super) use plot::plot;
