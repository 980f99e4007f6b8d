//! Results written for others: one module per output, each a function from results to bytes.
//!
//! A `List` is written in every format. `writers` (CSV and JSON) and `layout` (text and Markdown) write what the modules of the outputs make from serde structs,
//! blocks and tables; `layout` also keeps foreign text from acting as markup.

pub(crate) mod agreement;
pub(crate) mod assess;
pub mod check;
pub(crate) mod evaluation;
pub(crate) mod features;
pub mod jsonl;
pub(crate) mod labels;
mod layout;
mod list;
pub(crate) mod quality;
pub(crate) mod ranking;
mod writers;

pub(crate) use list::List;
pub(crate) use writers::{CsvReaders, write_csv_for};
