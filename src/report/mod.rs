//! What is written for others: one file per output, each a function from results to bytes.

pub mod agreement;
mod broken;
pub mod check;
mod counted;
pub mod evaluation;
mod explanation;
pub mod features;
mod html_escaped;
pub mod jsonl;
pub mod labels;
mod mapped;
mod printable;
pub mod quality;
pub mod ranking;
pub mod replay;

use std::io;

use broken::broken;
pub use counted::counted;
use counted::number;
use html_escaped::html_escaped;
pub use printable::printable;

/// What the output said, kept as it is: a closed pipe must be known as one.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
