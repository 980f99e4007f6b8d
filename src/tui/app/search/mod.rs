//! Finding text: in the failures (`failures`, shown by `reveal`), and in a source file (`document`). `query` are what is typed,
//! `matcher` finds one of them.

pub mod document;
pub mod failures;
pub mod matcher;
pub mod query;
pub(super) mod reveal;
