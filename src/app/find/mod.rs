//! Finding text: in the failures, and in a source file.

pub mod finding;
pub(in crate::app) mod in_sight;
pub mod needle;
pub mod search;
pub mod words;
