//! Python source text, parsed with tree-sitter.
//!
//! ```text
//! sources of a project ──index──▶ modules, classes, functions ──mapping──▶ a failed test's source, oracle and focal function
//! ```
//!
//! Every function accepts any text: empty, truncated and broken sources give a result too, and nothing is ever executed.

mod checked_statement;
pub mod index;
mod mapping;
mod syntax;
mod tokens;

pub use crate::lang::java::index::Source;
pub(crate) use checked_statement::checked_statement;
pub use index::{FileId, Index};
pub(crate) use mapping::oracle_kinds;
pub(crate) use syntax::{body, catches, function_name, function_rows, parse};
pub(crate) use tokens::{tokens, without_comments};
