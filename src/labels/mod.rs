//! The label journal: what people said of failed tests, kept in a file that only grows.
//!
//! ```text
//! a key ──▶ LabelEvent ──append──▶ one line of the Journal, on disk before append returns
//!                                        │ replay
//!              Lookup of a failure ◀── Judgements: the last event of each test
//! ```
//!
//! # Which event is the last
//!
//! The one with the latest time; of equal times the one whose annotator comes last in the alphabet; of those the one
//! further down in the file. So the lines of two branches may be merged in any order and mean the same (git does so without
//! asking if `.gitattributes` says `*.labels*.jsonl merge=union`). [`Journal::append`] never writes an event that is not later
//! than the one it follows: when a clock went back, or somebody's clock was ahead, it moves the time just past that one's.
//!
//! # Several annotators
//!
//! Each has a journal of their own ([`Places`]), and [`Opinions`] says where they disagree. A [decision](crate::model::LabelEvent::decision)
//! settles a disagreement: the last one counts, unless somebody says something later; one without a label takes it back, and
//! then what was said before counts again.
//!
//! # What is never lost
//!
//! No line is ever changed or taken out. Those that can't be read stay, and are reported by number. A last line without
//! its end, as a power cut leaves it, was never confirmed to anybody; its bytes move to `<journal>.torn` beside it. Labels of
//! a test that has changed since are [`Lookup::Stale`]. Two programs may write at once: a line is one write under a lock; on
//! file systems without locks, [`Notice::NotLocked`] says to use one at a time. What another program takes out of the file while
//! it is open is written again, as far as it was entered since (see `entered`).

mod disk;
mod entered;
mod error;
mod journal;
mod judgements;
mod opinions;
mod places;
mod replay;
mod run_judgements;

pub use disk::is_writable;
pub use error::{LabelError, Notice};
pub use journal::{Journal, Update, read_events, read_journal, read_others};
pub use judgements::{Judgements, Lookup};
pub use opinions::{Disagreement, Opinion, Opinions};
pub use places::{Places, annotator_journal, is_journal_name, journals_of};
pub use run_judgements::RunJudgements;
