//! Generated oracles themselves, before any failure is ranked: how much they are like their references, how they do when they are
//! executed, their kinds, and the structure of the tests that hold them.
//!
//! ```text
//! instances ──measure──▶ likeness of each ──groups──▶ figures of approaches, projects, bugs, kinds
//!                                                       └──with adequacy──▶ correlation
//! tests ──▶ structure, kinds
//! ```
//!
//! The measures are those of Shin et al. (TSE 50(9), 2024) and of `TOGBench` (Tasnim, Dwyer, Hossain, `AIware` 2026). Where a paper and
//! its package differ, both are here, as readings of [`Definition`].

mod accuracy;
mod adequacy;
mod correlation;
mod groups;
mod kinds;
mod normalize;
mod similarity;
mod structure;
#[cfg(test)]
mod tests;

pub(crate) use accuracy::Accuracy;
pub(crate) use adequacy::{ADEQUACY, Correlated, correlations};
pub(crate) use correlation::{strength_of_rho, strength_of_tau};
pub(crate) use groups::{Disagreement, GroupFigures, Grouping, Measured, figures, measure};
pub(crate) use kinds::kinds;
pub(crate) use normalize::normalized;
pub use similarity::Definition;
pub(crate) use similarity::Measure;
pub(crate) use structure::{Metrics, measure_snippet};
