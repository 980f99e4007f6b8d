//! The fourth station: the tests of each run are collected, then runs and versions are compared.
//!
//! [`collector`] drops duplicates and forms groups while a run is read; [`executions`] matches the tests of several runs and
//! finds the flaky ones; [`fixed_version`] adds the outcomes on a fixed version.

pub(super) mod collector;
pub(super) mod executions;
pub(super) mod fixed_version;
