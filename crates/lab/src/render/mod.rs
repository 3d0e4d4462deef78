//! Reports as tables, files and pages. Each form has a file of its own.

mod csv;
mod figures;
mod html;
mod json;
mod table;
#[cfg(test)]
mod tests;
mod text;

pub use csv::csv;
pub use figures::{Drawn, figures};
pub use html::html;
pub use json::json;
pub use table::{Table, tables};
pub use text::text;
