//! `fossick report`: the quality of a list as far as known, and its top K with reasons, for a paper or a pull request.
//!
//! ```text
//! Quality (evaluate) ──figures──▶ sections, chart (inline SVG) ──▶ Markdown
//!    │                               └─────────────────────────▶ HTML
//!    └───────────────────────────────────────▶ JSON, every digit
//! ```
//! Markdown and HTML show the test and the folded trace of each listed failure (`texts`); JSON leaves out both,
//! because `convert` writes these texts for programs.
//!
//! This module computes no figures. The files need no scripts and no network access.

mod by_label;
mod chart;
pub(crate) mod html;
pub(crate) mod json;
pub(crate) mod markdown;
mod sections;
mod words;

use std::num::NonZeroU32;
use std::ops::Range;

use crate::evaluate::Quality;
use crate::features::Definition;
use crate::lang::Grammar;
use crate::model::{Corpus, FailureId, Judgement, PlaceInGroup, Ranking};
use crate::rank::{Explainer, KnownBefore, Ranker, Rankers};

/// Pieces of a line: byte ranges, with the name that themes use for their colour.
pub(crate) type Coloured = Vec<(Range<usize>, &'static str)>;

/// A test that passes now, whose failure was labelled as a bug.
pub(crate) struct RepairedBug<'a> {
    pub test: &'a str,
    pub note: &'a str,
}

pub(crate) struct QualityReport<'a> {
    /// The name of the input.
    pub input: &'a str,
    pub corpus: &'a Corpus,
    /// The reported list, one ranking per group.
    pub rankings: &'a [Ranking],
    pub rankers: &'a Rankers,
    /// The number of seeds that its scores are averaged over.
    pub seeds: NonZeroU32,
    pub definition: Definition,
    /// The figures; the first ranking is the list.
    pub quality: &'a Quality,
    /// The judgement of a failure, if there is one.
    pub judgement: &'a dyn Fn(FailureId) -> Option<&'a Judgement>,
    /// The bugs of a build that were found in earlier results and are repaired, in the order of the input.
    pub repaired: &'a [RepairedBug<'a>],
    /// The knowledge of each failure from earlier runs; empty without any.
    pub known: &'a [KnownBefore],
    /// The counts of what is new since the earlier runs, in words.
    pub compared: Option<&'a str>,
    /// The sentence on results in which nothing failed; None if there are failures.
    pub nothing_failed: Option<&'a str>,
    /// The order over all groups, in which the failures are listed: each as the index of its group and its
    /// place in the group's list. None to list them by group.
    pub across: Option<&'a [PlaceInGroup]>,
    /// Explains the first failures of each group's list.
    pub explainer: &'a Explainer<'a>,
    /// The colours of code, line by line.
    pub colours: &'a dyn Fn(&[String], Grammar) -> Vec<Coloured>,
}

impl QualityReport<'_> {
    /// Returns true for the order by cause, whose places no score tells.
    fn is_by_cause(&self) -> bool {
        self.rankers.are_all(Ranker::BY_CAUSE)
    }
}
