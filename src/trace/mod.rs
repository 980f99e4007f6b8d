//! Stack traces: from the text that a test runner printed to lines with a meaning, frames with an origin,
//! exceptions with their own frames, and a folded form for people.
//!
//! ```text
//! StackTrace ──lines──▶ TraceLine: test, exception, frame ──folding──▶ rows for people
//!                          │ frame: class, method, file, origin
//!                          ├──sections──▶ the exceptions, each with its frames ──causes──▶ the root cause, and its place
//!                          └──source_method──▶ the method to look for in the sources
//! text of another language ──calls──▶ Call: file, line, function, origin ──causes──▶ the same
//! ```

mod calls;
mod causes;
mod failure_mode;
mod folding;
mod frame;
pub(crate) mod javascript;
mod lines;
mod printed;
mod recursion;
mod sections;
mod source_file;
mod source_method;
pub(crate) mod test_code;

pub(crate) use calls::{Call, calls, mentioned};
pub(crate) use causes::{CallPlace, Cause, is_error_name};
pub(crate) use folding::{FoldKind, FoldedLine, TraceFold, fold};
pub(crate) use frame::{Frame, Origin};
pub use lines::TraceLineKind;
pub(crate) use lines::{Exception, ExceptionRole, TraceLine, further_failure, read_test, trace_lines};
pub(crate) use printed::{call_in, fold_printed};
pub(crate) use sections::{Section, WHILE_HANDLING, sections};
pub use source_method::source_method;
pub(crate) use source_method::{CLASS_AS_A_WHOLE, SourceMethod, is_class_as_a_whole, is_identifier};
