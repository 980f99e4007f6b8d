//! The label journal: the labels that people give failed tests, in an append-only file.
//!
//! ```text
//! a key ──▶ LabelEvent ──append──▶ one line of the Journal, on disk before append returns
//!                                        │ replay
//!              Lookup of a failure ◀── Judgements: the last event of each test
//! ```
//!
//! # Order of events
//!
//! The event with the latest time counts; of equal times, that of the annotator who is last in the alphabet; of
//! those, the one further down in the file. The lines of two branches may therefore be merged in any order (git does
//! so without asking if `.gitattributes` contains `*.labels*.jsonl merge=union`). [`Journal::append`] never writes an
//! event that is not later than the one it follows: if a clock went back, or another machine's clock was ahead, it
//! moves the time just past that of the earlier event. At the last representable instant, the end of the year 9999,
//! the event further down in the file counts.
//!
//! # Several annotators
//!
//! Each has their own journal (`JournalPaths`), and `Opinions` finds disagreements. A
//! [decision](crate::model::LabelEvent::decision) settles a disagreement: the last decision counts, unless a later
//! label follows. A decision without a label revokes the previous one, and the earlier labels count again.
//!
//! A judge's journal is its own: people and judges can't write to the same one, and two judges not at the
//! same time (`Hold`).
//!
//! # Durability
//!
//! No line is ever changed or removed. Lines that can't be read stay, and are reported by number. An incomplete last
//! line, as left by a power cut, was never confirmed; its bytes move to `<journal>.torn` next to the journal. Labels
//! of a test that has changed since are [`Lookup::Stale`]. Two programs may write at the same time: a line is one
//! write under a lock; on file systems without locks, [`Notice::NotLocked`] advises using one at a time. Nothing here
//! waits: a journal that another program has locked is read but not written, and the caller tries again. If another
//! program removes labels from the file, [`Notice::Rewritten`] reports it; they are not written again automatically.

mod disk;
mod error;
mod hold;
mod journal;
mod judgements;
mod opinions;
mod paths;
mod strays;

pub(crate) use disk::is_writable;
pub use error::{LabelError, Notice};
pub(crate) use hold::Hold;
pub(crate) use journal::Writer;
pub use journal::{Journal, Update, read_events, read_others};
pub use judgements::Lookup;
pub(crate) use judgements::{Judgements, RunJudgements};
pub use opinions::Opinion;
pub(crate) use opinions::{Disagreement, Opinions};
pub(crate) use paths::{JournalPaths, journals_of};
pub(crate) use strays::Strays;
