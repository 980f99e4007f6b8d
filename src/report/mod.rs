//! What is written for others, one file per format.

pub mod check;
pub mod jsonl;
mod printable;

pub use printable::printable;
