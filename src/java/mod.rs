//! Java source text, read with tree-sitter: the name of a focal method, the catch clauses of a test prefix, the line of a test
//! that failed, the lines that are its oracle, methods and brackets for the eye.
//!
//! Everything here takes the source of one method as text and answers for any text: empty, truncated and broken sources
//! have an answer too, and nothing is ever executed. A `Snippet` is what a method becomes to be parsed; each question
//! about it has a file.

mod failing_line;
mod helpful_npe;
pub mod index;
pub mod mapping;
mod method;
mod oracle_lines;
mod own_code;
mod structure;
mod syntax;
mod test_code;

pub use failing_line::{Certainty, FailingLine, failing_line};
pub use method::{has_catch_clause, method_name};
pub use oracle_lines::oracle_lines;
pub use structure::{Brackets, Structure, TextPlace};
