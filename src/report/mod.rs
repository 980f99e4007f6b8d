//! What is written for others: one file per output, each a function from results to bytes.

pub mod agreement;
pub mod check;
mod csv;
mod escape;
pub mod evaluation;
mod explanation;
pub mod features;
mod json;
pub mod jsonl;
pub mod labels;
mod layout;
mod mapping_check;
pub mod quality;
pub mod ranking;
