//! Finding text: in the failures (`finding`, shown by `in_sight`), and in a source file (`search`). `words` are what is typed,
//! `needle` finds one of them.

pub mod finding;
pub(super) mod in_sight;
pub mod needle;
pub mod search;
pub mod words;
