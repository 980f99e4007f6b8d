//! The basic types that every other module uses.
//!
//! `import` makes a [`Corpus`] of [`Failure`]s in [`Group`]s; `features` gives each failure a [`FeatureVector`];
//! `rank` orders a group into a [`Ranking`]; a person gives a test a [`Judgement`], kept under its [`TestIdentity`].
//! Nothing here does I/O, knows a terminal or starts a thread.

mod assertion_errors;
mod cancel;
mod comparison;
mod corpus;
mod failure;
mod feature;
mod folded_trace;
mod frame;
mod id;
mod label;
mod oracle;
mod project_sources;
mod ranking;
mod source_method;
mod stage;
mod stage_of_failure;
mod test_kind;
pub mod text;
mod trace;
mod trace_lines;

pub(crate) use assertion_errors::is_assertion_error;
pub use cancel::Cancel;
pub use comparison::{Comparison, Value, marks_differences};
pub use corpus::{Corpus, Group, Passed, Run, bug_name};
pub use failure::{Failure, Truth};
pub use failure::{FocalLocation, Location};
pub use failure::{TestKey, TestOfRun};
pub use feature::{FEATURE_COUNT, Feature, FeatureVector};
pub use folded_trace::{FoldKind, FoldedLine, TraceFold, fold};
pub use frame::{Frame, Origin};
pub use id::FailureId;
pub use label::{Judgement, Label, LabelEvent, TestIdentity};
pub use oracle::OracleCategory;
pub use oracle::{Oracle, OracleKind};
pub use project_sources::{Distance, Modules, NoSourceFile, ProjectSources};
pub use ranking::{RankedFailure, Ranking};
pub(crate) use source_method::is_class_as_a_whole;
pub use source_method::{CLASS_AS_A_WHOLE, SourceMethod, source_method};
pub use stage::{Coverage, Language, Measured, Stage};
pub use test_kind::{PassedKinds, TestKind};
pub use trace::StackTrace;
pub(crate) use trace::{CPP_EXCEPTION, split_caption};
pub(crate) use trace_lines::trace_lines;
pub use trace_lines::{Exception, ExceptionRole, TraceLine, TraceLineKind, names_test};
