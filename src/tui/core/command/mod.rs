//! The commands of the workbench: their table, the conditions under which they are enabled, their words, and
//! their keys.

pub(crate) mod conditions;
pub mod keys;
pub mod own;
pub mod table;
pub(crate) mod words;
