//! The inputs of assessments: oracles with their references, the coverage and the mutants of whole suites,
//! and the stages that generated tests pass.
//!
//! ```text
//! pairs, run folders ──instances──▶ Instance: an oracle and its reference
//! suites ──adequacy, coverage──▶ shares of covered lines and killed mutants
//! tests, build logs, benchmarks ──generated, cases──▶ Case: the stage that each test reached ◀──case_reports── its coverage
//! ```

pub(crate) mod adequacy;
mod benchmarks;
mod build_log;
mod case_reports;
pub(crate) mod cases;
mod coverage;
pub(crate) mod generated;
pub(crate) mod instances;

pub(crate) use instances::Instance;
