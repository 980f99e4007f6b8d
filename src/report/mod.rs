//! Results written for others: one module per output, each a function from results to bytes.
//!
//! `csv`, `json` and `layout` (text and Markdown) write what the modules of the outputs make; `escape` keeps foreign text from
//! acting as markup.

pub mod agreement;
pub mod check;
mod csv;
mod escape;
pub mod evaluation;
pub mod features;
mod json;
pub mod jsonl;
pub mod labels;
mod layout;
mod mapping_check;
pub mod quality;
pub mod ranking;
