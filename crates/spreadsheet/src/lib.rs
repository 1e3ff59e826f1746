//! Tables as people exchange them: xlsx and csv.
//!
//! [`read`] takes a file of either kind, told apart by its content, into a [`Table`]: headings and rows of text.
//! What it takes is bounded in every direction ([`Limits`]), so that a small file cannot become a large amount of
//! memory.
//!
//! [`write()`] gives a [`Rows`] to put rows into and [`Pieces`] to answer with; neither holds the whole table.
//! A cell that a spreadsheet would take for a formula is written with an apostrophe before it, which reading takes
//! away again: what was exported is imported as it was.
mod defuse;
mod limits;
mod read;
mod table;
mod write;

pub use limits::Limits;
pub use read::read;
pub use table::{Columns, Row, Table};
pub use write::{Format, Pieces, Rows, write};
