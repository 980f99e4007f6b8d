//! The basic types that every other module uses.
//!
//! `import` makes a [`Corpus`] of [`Failure`]s in [`Group`]s; `features` gives each failure a [`FeatureVector`];
//! `rank` orders a group into a [`Ranking`]; a person gives a test a [`Judgement`], kept under its [`TestIdentity`].
//! Nothing here does I/O or uses a terminal, a clock or threads other than rayon's.

mod cancel;
mod cells;
mod change;
mod clock_time;
mod corpus;
mod extent;
mod failure;
mod feature;
mod hand_written;
mod label;
mod language;
mod located;
mod oracle;
mod printed_path;
mod project_sources;
mod ranking;
mod stack_trace;
mod stage;
mod test_kind;
pub mod text;
mod timestamp;
mod tool;
mod verdict_words;

pub use cancel::Cancel;
pub use cells::Cells;
pub use change::{Changed, Changes};
pub use clock_time::ClockTime;
pub(crate) use corpus::NameInRun;
pub use corpus::{Corpus, FailureId, Group, Passed, Run};
pub(crate) use extent::{ALSO_FAILED, failed_in_words, rows_without_test};
pub use extent::{Extent, FormerGroup, FormerName, FurtherFailure, Phase};
pub(crate) use failure::Location;
pub use failure::{
    CalledMethod, Execution, Failure, FocalLocation, Further, NotRun, TestKey, TestOfRun, Truth,
};
pub use feature::{FEATURE_COUNT, Feature, FeatureVector};
pub(crate) use hand_written::{is_generated, is_too_few};
pub(crate) use label::{ENVIRONMENT, source_hash};
pub use label::{JudgedBy, Judgement, Label, LabelEvent, Reason, TestIdentity, Verdict};
pub use language::Language;
pub(crate) use located::MOST_CALLED;
pub(crate) use located::assertion_of;
pub use located::{Focal, FocalMethod, Located, Undecided};
pub use oracle::{Oracle, OracleCategory, OracleKind};
pub(crate) use printed_path::PrintedPath;
pub(crate) use project_sources::{Distance, Modules, NoSourceFile, ProjectSources};
pub use ranking::{PlaceInGroup, Ranking};
pub(crate) use ranking::{RankedFailure, TOP_K};
pub use stack_trace::StackTrace;
pub(crate) use stack_trace::{
    CPP_EXCEPTION, ONLY_FAILED, UNNAMED_EXCEPTIONS, brief_exception_name, is_assertion_error,
    is_named_like_assertion_error, short_exception_name, simple_exception_name, split_caption,
};
pub(crate) use stage::{Coverage, Measured, Stage};
pub(crate) use test_kind::{PassedKinds, TestKind};
pub(crate) use timestamp::Timestamp;
pub use timestamp::{NoTime, ReportTime};
pub use tool::Tool;
pub use verdict_words::{VerdictCounts, VerdictWords};
