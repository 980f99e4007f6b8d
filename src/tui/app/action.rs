//! Events that the state takes, and effects that it asks for: both are data.
//!
//! The runtime turns keys, mouse, and finished work into [`Action`]s; [`App::update`](super::App::update) answers with
//! [`Effect`]s; the runtime carries them out and reports back with further actions. What takes longer than a frame is a
//! [`Job`], what only the host can do is a [`Request`].
//!
//! The inputs of the workbench: results as they are read and ranked, and the mouse.

use super::GroupState;
use super::detail::code::{CodeSpan, DocumentKey};
use super::detail::code_marks::{CodeAnalysis, DistinctLines};
use super::detail::compare::Near;
use super::detail::source::SourceText;
use super::effect::{Job, Request, Ticket};
use super::keys::key::Key;
use super::labelling::Mark;
use super::labelling::disagreements::Disagreed;
use super::list::order::ListOrder;
use super::list::rows::Rows;
pub use super::messages::{Message, MessageKind};
use super::quality::Measured;
use super::reload::{Freshness, Reload};
use super::search::query::Found;
use crate::features::SharedTerm;
use crate::import::OtherTest;
use crate::java::MethodNames;
use crate::model::{Corpus, FailureId, FeatureVector, PassedKinds, Ranking};
use crate::rank;
use crate::rank::{Projection, Reasons, Signatures, TestsAlike, ValueCounts};
use std::collections::HashMap;
use std::sync::Arc;

/// Something that happened.
#[derive(Debug, Clone)]
pub enum Action {
    /// A key was pressed.
    Key(Key),
    /// The mouse did something at a cell.
    Mouse(Mouse),
    /// Text was pasted.
    Paste(String),
    /// The screen has a new size, in cells.
    Resize(u16, u16),
    /// Loading continues.
    Progress(Progress),
    /// Everything was read.
    Imported(Imported),
    /// The results were read again, and compared with what is shown.
    Reloaded(Box<Reload>),
    /// There is something to say about reading again.
    ReloadSaid(Message),
    /// The state of the results on disk has changed.
    Freshness(Freshness),
    /// A group has its features and its order.
    Ranked(RankedGroup),
    /// A group has its signatures.
    Signatures(SignedGroup),
    /// The near signatures of a group were found.
    NearSignatures {
        /// Index into the corpus's groups.
        group: usize,
        /// By failure of the group, in input order: the number of its near signature.
        clusters: Vec<usize>,
    },
    /// An order of a group's failures other than the ranker's is known, or known anew.
    Ordered {
        /// Index into the corpus's groups.
        group: usize,
        /// The order.
        order: ListOrder,
        /// The same failures as in the ranker's list, with its scores.
        ranking: Ranking,
    },
    /// The tests that passed were found in the sources, and with them the pass-aware orders of these groups.
    PassedFound(Vec<PassAwareGroup>),
    /// A group has its explanations, in the order of its failures.
    Explained {
        /// Index into the corpus's groups.
        group: usize,
        /// One per failure of the group, in input order. None if another group was to be explained first.
        reasons: Option<Vec<Reasons>>,
    },
    /// The failures of a group as points.
    Projected {
        /// The features that they were projected from.
        features: Arc<Vec<FeatureVector>>,
        /// In the order of the features.
        projection: Arc<Projection>,
    },
    /// It is known how a failure differs from those it is most like.
    Contrasted {
        /// Index into the corpus's failures.
        failure: FailureId,
        /// The contrast in sentences.
        sentences: Vec<String>,
        /// Those it is most like.
        near: Near,
    },
    /// A group has the lines that are each test's alone.
    DistinctLines {
        /// Index into the corpus's groups.
        group: usize,
        /// In the order of the group's failures.
        lines: DistinctLines,
    },
    /// The terms that tie a failure's test to its Javadoc are known.
    Terms {
        /// Index into the corpus's failures.
        failure: FailureId,
        /// The strongest first.
        terms: Vec<SharedTerm>,
    },
    /// The failures that fit a search are known.
    Found {
        /// Of the request that this answers.
        ticket: Ticket,
        /// The failures that fit.
        found: Arc<Found>,
    },
    /// The failures whose texts pass a filter are known.
    Filtered {
        /// Of the request that this answers.
        ticket: Ticket,
        /// The failures that pass.
        found: Arc<Found>,
    },
    /// The exceptions of the current group, for the filter line, the most frequent first.
    ExceptionsCounted(Vec<(String, usize)>),
    /// The values of a column are in order.
    TextsSorted {
        /// Of the request that this answers.
        ticket: Ticket,
        /// By failure: the place of its text.
        keys: Arc<Vec<u32>>,
    },
    /// The rows of a large group are made.
    RowsMade(Box<Rows>),
    /// There is time to make the rows of further groups.
    MoreRows,
    /// The quality of the lists was measured.
    Measured(Box<Measured>),
    /// A document has its colours.
    Highlighted {
        /// The document.
        key: DocumentKey,
        /// Per line, ascending and without overlap.
        spans: Vec<Vec<CodeSpan>>,
    },
    /// A parser has read the text in the code pane.
    CodeAnalysed(Box<CodeAnalysis>),
    /// It is known what annotators disagree on.
    Disagreements {
        /// Everybody who labelled something.
        annotators: Vec<String>,
        /// In any order.
        found: Vec<Disagreed>,
    },
    /// The labels of other programs were found in the journal.
    Marked(Vec<(FailureId, Option<Mark>)>),
    /// A file was written, or could not be.
    Written(Message),
    /// Something needs the person's attention.
    Notice(Message),
    /// Labels can't be kept, and why: the results are only looked at.
    LookOnly(String),
    /// The terminal's background calls for this theme, and it is shown.
    ThemeFollows(String),
    /// A theme can't be shown.
    ThemeFailed {
        /// Its name.
        name: String,
        /// Why not.
        why: String,
    },
    /// A source file was read, or can't be, and why.
    SourceRead {
        /// Of the request that this answers.
        ticket: Ticket,
        /// The text, or why it can't be read.
        read: Result<SourceText, String>,
    },
    /// The person's editor was left.
    Edited,
    /// A judgement is on disk.
    Recorded {
        /// Index into the corpus's failures.
        failure: FailureId,
    },
    /// Judgements could not be written: they are shown as not saved, and what to do.
    RecordFailed {
        /// Indices into the corpus's failures.
        failures: Vec<FailureId>,
        /// The error, and what to do about it.
        message: String,
    },
}

/// The answer of an update: what is to be done about it.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Work that takes longer than a frame.
    Job(Box<Job>),
    /// A request to the host.
    Request(Request),
}

/// The progress of loading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// Bytes read so far.
    pub read: u64,
    /// Bytes in all; None when that can't be known, as on standard input.
    pub total: Option<u64>,
}

/// The inputs as they were read.
#[derive(Debug, Clone)]
pub struct Imported {
    /// The failures, in groups.
    pub corpus: Arc<Corpus>,
    /// The groups before they are ranked: [`GroupState::of`].
    pub groups: Vec<GroupState>,
    /// The marks from the journals.
    pub marks: HashMap<FailureId, Mark>,
    /// Messages to show once (a repaired journal).
    pub notices: Vec<Message>,
    /// Messages that hold as long as these results are shown (records that could not be used).
    pub said_of_results: Vec<Message>,
    /// The name of the inputs, for the header and for empty screens.
    pub input: String,
    /// The usual order of these results, where none was chosen.
    pub order: Option<ListOrder>,
    /// The tests that passed, where their oracles are still to be found in the sources.
    pub passed: Arc<Vec<OtherTest>>,
}

/// A group that is ready to be shown in order.
#[derive(Debug, Clone)]
pub struct RankedGroup {
    /// Index into the corpus's groups.
    pub group: usize,
    /// One per failure of the group, in input order.
    pub features: Arc<Vec<FeatureVector>>,
    /// The counts of their values, where the group is large.
    pub counts: Option<ValueCounts>,
    /// The order.
    pub ranking: Arc<Ranking>,
}

impl RankedGroup {
    /// Of a large group this takes longer than a frame.
    pub fn new(group: usize, features: Vec<FeatureVector>, ranking: Ranking) -> RankedGroup {
        let counts = ValueCounts::of(&features);
        RankedGroup { group, features: Arc::new(features), counts, ranking: Arc::new(ranking) }
    }
}

/// The signatures of a group.
#[derive(Debug, Clone)]
pub struct SignedGroup {
    /// Index into the corpus's groups.
    pub group: usize,
    /// In the order of the group's failures.
    pub signatures: Arc<Signatures>,
    /// The order that follows from them.
    pub diversified: Ranking,
    /// The pass-aware order; None if no kind of a passed test is known.
    pub pass_aware: Option<PassAwareGroup>,
}

/// The pass-aware order of a group.
#[derive(Debug, Clone)]
pub struct PassAwareGroup {
    /// Index into the corpus's groups.
    pub group: usize,
    /// The order.
    pub ranking: Ranking,
    /// The tests like each failure, in the order of the group's failures.
    pub(in crate::tui) alike: Arc<Vec<TestsAlike>>,
}

impl PassAwareGroup {
    /// Orders a group of which this is the forest's list and these are the tests that passed; None if no kind of these is known.
    pub(in crate::tui) fn new(
        corpus: &Corpus,
        group: usize,
        ranking: &Ranking,
        passed: &PassedKinds,
    ) -> Option<PassAwareGroup> {
        let (ranking, alike) = rank::pass_aware(corpus, &corpus.groups[group], passed, ranking)?;
        Some(PassAwareGroup { group, ranking, alike: Arc::new(alike) })
    }
}

impl SignedGroup {
    /// Finds the signatures of a group that was ranked. Of a large group this takes longer than a frame.
    pub fn new<'a>(
        corpus: &'a Corpus,
        group: usize,
        ranking: &Ranking,
        names: &MethodNames<'a>,
    ) -> SignedGroup {
        let of = &corpus.groups[group];
        let signatures = rank::group_signatures(corpus, of, names);
        let diversified = rank::diversified_by_signature(of, ranking, &signatures);
        let pass_aware = PassAwareGroup::new(corpus, group, ranking, &of.passed.kinds);
        SignedGroup { group, signatures: Arc::new(signatures), diversified, pass_aware }
    }
}

/// A mouse event at a column and row counted from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mouse {
    /// The kind of event.
    pub kind: MouseKind,
    /// Column of the cell.
    pub column: u16,
    /// Row of the cell.
    pub row: u16,
}

/// The mouse events that fossick reacts to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum MouseKind {
    Click,
    Drag,
    Release,
    ScrollUp,
    ScrollDown,
}
