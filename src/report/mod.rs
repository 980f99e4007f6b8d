//! What is written for others: one file per output, each a function from results to bytes.

pub mod check;
mod counted;
pub mod evaluation;
pub mod features;
pub mod jsonl;
pub mod labels;
mod printable;
pub mod ranking;
pub mod replay;

use std::io;

pub use counted::counted;
pub use printable::printable;

/// What the output said, kept as it is: a closed pipe must be known as one.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
