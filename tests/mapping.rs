//! From failed tests to their code, end to end: sources on disk, an index, the code that a trace points to.

#![allow(missing_docs)]

#[path = "sources/demo.rs"]
mod demo;
#[path = "sources/fixtures.rs"]
mod fixtures;
#[path = "sources/reports.rs"]
mod reports;
