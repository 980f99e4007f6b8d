//! Java source text, read with tree-sitter: the line of a test that failed, the lines that are its oracle.
//!
//! Everything here takes the source of one method as text and answers for any text; nothing is ever executed.

mod failing_line;
mod oracle_lines;
mod own_code;
mod snippet;
mod test_code;

pub use failing_line::{Certainty, FailingLine, failing_line};
pub use oracle_lines::oracle_lines;
