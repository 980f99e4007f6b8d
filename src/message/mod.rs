//! The message of a failure: its headline in the wording of its assertion library, the values that it
//! expected and got, the exception that a test runner without a JVM names in it, and the form in which
//! messages of one failure are equal.
//!
//! ```text
//! text of a report ──exception_line──▶ exception and message ──headline──▶ one sentence
//!                                            │                           ├──plain──▶ a fact, for the rows of tests of people
//!                                            │                           └──brief──▶ fewer words, where a row is narrow
//!                                            ├──values──▶ expected and actual value
//!                                            └──mask──▶ the message without the parts that vary
//! ```

mod brief;
mod case_values;
mod cause;
mod compile_error;
mod difference;
mod differing_words;
pub(crate) mod exception_line;
mod exception_words;
mod headline;
pub(crate) mod javascript;
mod lines;
pub(crate) mod mask;
mod met_exception;
mod not_loaded;
mod own_words;
mod plain;
mod plain_dates;
mod printed;
mod pytest;
mod python_values;
mod rust;
mod several;
mod testify;
mod unittest;
mod values;

pub(crate) use brief::{in_brief, values_alone};
pub(crate) use case_values::case_values;
pub(crate) use cause::{cause_alone, in_fewer_words, is_of_system};
pub(crate) use compile_error::CompileError;
pub use difference::differences;
pub use differing_words::Difference;
pub(crate) use lines::{is_place, message_line, message_lines, whole_message};
pub(crate) use not_loaded::{is_of_process, missing_module};
pub(crate) use plain::short_message;
pub(crate) use printed::{REPORT, printed_test};
pub(crate) use python_values::sides;
pub(crate) use several::OneOfSeveral;
pub(crate) use testify::MESSAGES;
pub(crate) use unittest::ValueOrder;
pub use values::{Comparison, marks_differences};
