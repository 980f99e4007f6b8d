//! What `fossick replay` prints: how soon each policy shows a true positive, each against the paper's forest, bug by bug.
//!
//! [`json`] and [`csv`] are for programs and hold every digit; [`table`] and [`markdown`] are for people: `blocks` says
//! what stands in them, once for both.

mod blocks;
mod csv;
mod json;

use std::io::{self, Write};
use std::num::NonZeroU32;

use super::evaluation::layout;
use crate::evaluate::Replay;
use crate::features::Definition;

pub use csv::csv;
pub use json::json;

/// Replays with what was asked for.
#[derive(Debug)]
pub struct Report<'a> {
    /// One per approach.
    pub replays: &'a [Replay],
    /// The Ks of Found@K, ascending.
    pub ks: Vec<usize>,
    /// How many seeds the scores were averaged over.
    pub seeds: NonZeroU32,
    /// Which reading of the features the policies go by.
    pub definition: Definition,
    /// Who said what is a TP: `fixed` for the fixed version, or `labels`.
    pub truth: &'static str,
}

/// Writes aligned columns for a person.
pub fn table(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    layout::text(&blocks::blocks(report), out)
}

/// Writes Markdown: headings, paragraphs and pipe tables.
pub fn markdown(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    layout::markdown(&blocks::blocks(report), out)
}
