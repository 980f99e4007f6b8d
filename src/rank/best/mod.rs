//! The ranker `best`: what a failure that reveals a bug looks like, counted out against its likes, with the paper's list beside it.
//!
//! ```text
//! failures, features ──evidence──▶ a value for each signal ──points──▶ rank within its kind ─┐
//!                                                                  the paper's list ─────────┴──▶ score
//! ```
//!
//! The isolation forest asks how unlike the others a failure is and never which way: a test of one statement that passes
//! `null` stands out as well as one of ten statements that ends deep in the project. This ranker has an opinion. It takes
//! the rank of a failure from properties that speak for a bug or against one for a reason that can be told beforehand, and
//! it learns no weights: they are -1, 0, 1 and, once, 3 ([`Signal::weight`]). Linear models whose weights are signs alone
//! predict about as well as fitted ones and better where there is little to fit on (Dawes, "The robust beauty of improper
//! linear models in decision making", American Psychologist 1979).
//!
//! # Method
//!
//! 1. **Kinds.** Failures of a group are parted into crashes, missing exceptions (one was expected, none came) and failed
//!    assertions ([`FailureKind`]). Nearly nothing can be compared between them.
//! 2. **Points.** For each signal a failure gets the number of failures of its kind whose value it exceeds, less the number
//!    that exceed it, times the signal's weight (Borda's count, one voter a signal). Where a signal is unknown, as the
//!    likeness to a Javadoc that there is not, a failure neither wins nor loses. Points are whole numbers; their sum ranks
//!    the failures of a kind, equal sums share the mean of their ranks.
//! 3. **One list.** score = worth of the kind / rank within the kind + ½ / rank in the paper's list, so the best of each
//!    kind come first, then the second best, with the paper's favourites among them. The worth is 1 for a crash, ¾ for a
//!    missing exception, ½ for a failed assertion.
//!
//! A group is ranked from itself alone: other bugs of the same project are other versions of it, which would betray what
//! was repaired.

mod evidence;
mod explain;
mod kind;
mod points;
mod signal;
#[cfg(test)]
mod tests;
mod tokens;

pub use explain::{BestExplanation, SignalCount, explain};
pub use kind::FailureKind;
pub use points::Points;
pub use signal::Signal;
