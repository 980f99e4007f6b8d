//! What is shown of the selected failure: code, trace, reasons, and another failure beside it.

pub mod beside;
pub mod brackets;
pub mod code;
pub mod code_reader;
pub mod code_rows;
pub(in crate::app) mod compared;
pub mod copy;
pub mod diff;
pub mod frames;
pub mod own_lines;
pub mod source;
pub mod terms;
pub mod trace;
pub mod why;
