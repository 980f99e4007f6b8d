//! What is written for others: one file per table, each a function from results to bytes.

pub mod labels;
