//! The label journal: the labels that people give failed tests, in a file that only grows.
//!
//! ```text
//! a key ──▶ LabelEvent ──append──▶ one line of the Journal, on disk before append returns
//!                                        │ replay
//!              Lookup of a failure ◀── Judgements: the last event of each test
//! ```
//!
//! # Order of events
//!
//! The one with the latest time; of equal times the one whose annotator comes last in the alphabet; of those the one
//! further down in the file. So the lines of two branches may be merged in any order and mean the same (git does so without
//! asking if `.gitattributes` says `*.labels*.jsonl merge=union`). [`Journal::append`] never writes an event that is not later
//! than the one it follows: when a clock went back, or another machine's clock was ahead, it moves the time just past that one's.
//! Nothing is past the last instant, at the end of the year 9999: of the events there the one further down in the file counts.
//!
//! # Several annotators
//!
//! Each has their own journal ([`JournalPaths`]), and [`Opinions`] finds disagreements. A [decision](crate::model::LabelEvent::decision)
//! settles a disagreement: the last one counts, unless a later label follows; one without a label takes it back, and then the
//! labels from before count again.
//!
//! # Durability
//!
//! No line is ever changed or taken out. Those that can't be read stay, and are reported by number. A last line without
//! its end, as a power cut leaves it, was never confirmed; its bytes move to `<journal>.torn` beside it. Labels of
//! a test that has changed since are [`Lookup::Stale`]. Two programs may write at once: a line is one write under a lock; on
//! file systems without locks, [`Notice::NotLocked`] says to use one at a time. Nothing here waits: a journal that another program
//! has locked is read but not written, and the caller tries again. When another program removes labels from the file,
//! [`Notice::Rewritten`] names it; nothing is written again by itself.

mod disk;
mod error;
mod journal;
mod judgements;
mod opinions;
mod paths;

pub use disk::is_writable;
pub use error::{LabelError, Notice};
pub use journal::{Journal, Update, read_events, read_journal, read_others};
pub(crate) use judgements::instant;
pub use judgements::{Judgements, Lookup, RunJudgements};
pub use opinions::{Disagreement, Opinion, Opinions};
pub use paths::{JournalPaths, annotator_journal, journals_of};
