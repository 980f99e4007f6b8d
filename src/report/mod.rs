//! What is written for others: one file per output, each a function from results to bytes.

pub mod check;
pub mod features;
pub mod jsonl;
pub mod labels;
