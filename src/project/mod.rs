//! A checkout on disk: its build, its test runners, its sources, and what differs from an earlier version.
//!
//! ```text
//! folder ──build, python──▶ name and modules
//!    ├──test_runner──▶ the command that writes reports ──rerun──▶ the command that runs failed tests again
//!    ├──walk──▶ files ──sources──▶ the index of each language
//!    └──git──▶ changed lines ──changes──▶ changed methods, and the failures in them
//! ```

pub(crate) mod build;
mod changes;
mod git;
pub(crate) mod ignore_rules;
pub(crate) mod javascript;
pub(crate) mod python;
mod rerun;
pub mod sources;
mod test_runner;
pub(crate) mod walk;

pub use changes::Base;
pub(crate) use changes::mark_changes;
pub use git::ChangesError;
pub use rerun::ProjectRunners;
pub(crate) use test_runner::{RecognizedProject, how_to_write_reports, recognized_projects};
pub(crate) use walk::folder_of;
