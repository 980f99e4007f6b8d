//! Figures compared with references: scikit-learn, scipy, and the real results in `$FOSSICK_CORPUS`.

#![allow(missing_docs)]

mod bounds;
mod comparisons;
#[path = "../support/corpus.rs"]
mod corpus_folder;
mod evaluation;
mod features;
mod forest;
mod formats;
mod lists;
mod pass_aware;
#[path = "../support/program.rs"]
mod program;
mod python;
mod ranking;
#[path = "../support/rows.rs"]
mod rows;
mod sentences;
mod signatures;
mod statistics;
mod tables;
mod test_lines;
