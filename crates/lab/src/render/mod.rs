//! Reports as tables, files and pages.

mod figures;
mod html;
mod results;
mod table;
#[cfg(test)]
mod tests;

pub use figures::{Drawn, figures};
pub use html::html;
pub use results::{csv, json};
pub use table::{Table, tables, text};
