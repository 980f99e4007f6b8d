//! The assessment of the generated oracles themselves: their similarity to reference oracles, results under
//! execution and kinds, and the structure of their tests; and of generated tests: the stages that they pass,
//! and the code that they cover.
//!
//! ```text
//! instances ──measure──▶ similarity of each ──groups──▶ figures of approaches, projects, bugs, kinds
//!                                                       └──with adequacy──▶ correlation
//! tests ──▶ structure, kinds, variants
//! cases ──▶ stages (syntax, compile, runtime, assertion, passed), compiler errors, coverage ──▶ gates
//! ```
//!
//! The measures of oracles are those of Shin et al. (TSE 50(9), 2024) and of `TOGBench` (Tasnim, Dwyer,
//! Hossain, `AIware` 2026), those of tests are from `TestBench` (arXiv 2409.17561) and `TestEval` (arXiv
//! 2406.04531). If a paper and its package differ, `Definition` chooses.

mod accuracy;
mod comparison;
mod compiler_errors;
mod correlation;
mod coverage;
mod gate;
mod groups;
pub(crate) mod inputs;
mod kinds;
mod languages;
mod measured_language;
mod normalize;
mod pass_at_k;
mod similarity;
mod stages;
mod structure;
mod test_facts;
#[cfg(test)]
mod tests;

pub(crate) use accuracy::AccuracyFigures;
pub(crate) use comparison::{Compared, Unit, compare};
pub(crate) use correlation::{ADEQUACY, Correlated, correlations, strength_of_rho, strength_of_tau};
pub(crate) use coverage::{Programs, Reached, Targeted};
pub(crate) use gate::TestGate;
pub(crate) use groups::{
    Disagreement, GroupFigures, Grouping, MeasuredInstance, figures, given_figures, measure,
};
pub(crate) use languages::{is_measured, kind_of, measured_language, normalized};
pub(crate) use pass_at_k::Samples;
pub(crate) use similarity::{Definition, Means, Measure};
pub(crate) use stages::{CaseGroup, Ladder, Worth, case_groups, label_counts, stages_of};
pub(crate) use structure::Metrics;
pub(crate) use test_facts::{TestFacts, Variant};
