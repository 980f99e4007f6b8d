//! The output of `fossick evaluate`: figures of approaches and rankings, and their comparisons.
//!
//! [`json`] and [`csv`] are for programs and hold every digit; [`table`] and [`markdown`] are for people: `blocks` says
//! what stands in them, once for both.

mod csv;
mod json;
mod tables;

use std::io::{self, Write};
use std::num::NonZeroU32;

use crate::evaluate::{Alternative, Averaged, Evaluation};
use crate::features::Definition;
use crate::rank::Ranker;
use crate::report::layout;

pub use csv::csv;
pub use json::json;

/// An evaluation with what it was asked for.
#[derive(Debug)]
pub struct Report<'a> {
    /// The figures and comparisons.
    pub evaluation: &'a Evaluation,
    /// The Ks of Found@K, ascending.
    pub ks: Vec<usize>,
    /// The number of seeds that were averaged over.
    pub seeds: NonZeroU32,
    /// The definition of the features.
    pub definition: Definition,
    /// The source of the truth: `fixed` for the fixed version, or `labels`.
    pub truth: &'static str,
    /// The alternative hypothesis of the significance tests.
    pub alternative: Alternative,
}

/// Writes aligned columns for a person.
pub fn table(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    layout::text(&tables::blocks(report), out)
}

/// Writes Markdown: headings, paragraphs and pipe tables.
pub fn markdown(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    layout::markdown(&tables::blocks(report), out)
}

/// A ranking as a person reads it. `random` and `input-order` have no seeds to tell apart.
fn ranking_name(ranker: &str, averaged: Averaged) -> String {
    match ranker.parse() {
        Ok(Ranker::Random) => format!("{ranker} (exact)"),
        Ok(Ranker::InputOrder) => ranker.to_owned(),
        Ok(
            Ranker::IsolationForest | Ranker::ExtendedIsolationForest | Ranker::Best | Ranker::Diversified,
        )
        | Err(_) => {
            format!("{ranker} ({})", averaged.description())
        }
    }
}
