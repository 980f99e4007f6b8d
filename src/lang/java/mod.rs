//! Java source text: parsed with tree-sitter, or split into tokens where these suffice.
//!
//! ```text
//! sources of a project ──index──▶ classes and methods ──mapping──▶ a failed test's source, oracle and focal method
//! source of a method ───syntax──▶ syntax tree ──┬─structure─────▶ name, signatures, brackets
//!                                               ├─oracle_lines──▶ the lines of a generated test that are its oracle
//!                                               └─failing_line──▶ the line of a generated test that failed
//! any text ──lexer──▶ tokens ──┬─structure─────▶ catch clauses
//!                              └─tested_call───▶ the call that a test checks
//! ```
//!
//! Any text is accepted: empty, truncated and broken sources give a result too, and nothing is executed.

mod failing_line;
pub mod index;
mod lexer;
pub mod mapping;
mod oracle_lines;
mod structure;
mod syntax;
mod test_code;
mod tested_call;

pub use failing_line::{Certainty, FailingLine, failing_line};
pub(crate) use lexer::{Token, is_of_name, located_tokens};
pub use oracle_lines::oracle_lines;
pub(crate) use structure::{Structure, has_catch_clause, method_name};
pub(crate) use syntax::{METHODS, Snippet, children, descendants, is_too_long, named, parse_file};
pub(crate) use tested_call::{
    TestedCall, declared_name, failed_statement, may_call_focal_method, tested_call,
};
