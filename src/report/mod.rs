//! Results written to files and standard output: one module per output, each a function from results to bytes.
//!
//! A `List` is written in every format. The other outputs build serde structs, blocks and tables, which `writers`
//! (CSV and JSON) and `layout` (text and Markdown) write; `layout` also escapes foreign text.

pub(crate) mod agreement;
pub(crate) mod assess;
pub mod check;
pub(crate) mod evaluation;
pub(crate) mod failure;
pub(crate) mod features;
pub(crate) mod findings;
pub mod jsonl;
pub(crate) mod labels;
pub(crate) mod layout;
mod list;
pub(crate) mod quality;
pub(crate) mod ranking;
mod texts;
mod writers;

pub(crate) use list::List;
pub(crate) use writers::{CsvReaders, write_csv_for};
