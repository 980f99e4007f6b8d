//! Events that the state handles, and effects that it requests; both are plain data.
//!
//! The runtime turns keys, mouse events, and finished work into [`Action`]s; [`App::update`](super::App::update)
//! returns [`Effect`]s; the runtime carries them out and reports the results as further actions. Work that takes
//! longer than a frame is a [`Job`], work that only the host can do is a [`Request`].
//!
//! The module also defines the inputs of the workbench: results as they are read and ranked, and the mouse.

use super::GroupState;
use super::detail::code::{CodeSpan, DocumentKey};
use super::detail::code_marks::{CodeAnalysis, DistinctLines};
use super::detail::compare::Near;
use super::detail::source::SourceText;
use super::effect::{Job, Request, Ticket};
use super::keys::key::Key;
use super::labelling::disagreements::Disagreed;
use super::labelling::{Mark, ShownJudge};
use super::list::counts::RowCounts;
use super::list::order::ListOrder;
use super::list::rows::Rows;
pub use super::messages::{Message, MessageKind};
use super::oracles::{Approach, Assessed};
use super::quality::Measured;
use super::reload::{Freshness, Reload};
use super::search::query::Found;
use crate::code::MethodNames;
use crate::import::{Instance, OtherTest};
use crate::model::{Corpus, FailureId, FeatureVector, PassedKinds, Ranking};
use crate::rank;
use crate::rank::{Reasons, Signatures, SimilarTests, ValueCounts};
use std::collections::HashMap;
use std::sync::Arc;

/// Something that happened. Groups and failures are indices into the shown corpus, and a ticket is that of the request. A
/// result has a value per failure of the group, in input order; None if the job was cancelled.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "the names of the fields say what they are")]
pub enum Action {
    /// A key was pressed.
    Key(Key),
    /// The mouse was used at a cell.
    Mouse(Mouse),
    /// Text was pasted.
    Paste(String),
    /// The screen has a new size, in cells.
    Resize(u16, u16),
    /// Loading progresses.
    Progress(Progress),
    /// The inputs were read.
    Imported(Imported),
    /// The results were reloaded, and compared with those shown.
    Reloaded(Box<Reload>),
    /// A message about reloading.
    ReloadSaid(Message),
    /// The state of the results on disk has changed.
    Freshness(Freshness),
    /// A group has its features and its order.
    Ranked(RankedGroup),
    /// The signatures of a group were found.
    Signatures(SignedGroup),
    /// The near signatures of a group were found, as their numbers.
    NearSignatures { group: usize, clusters: Option<Vec<usize>> },
    /// An order other than the ranker's was computed: of the same failures, with the scores of this order.
    Ordered { group: usize, order: ListOrder, ranking: Ranking },
    /// The tests that passed were found in the sources, and with them the pass-aware orders of these groups.
    PassedFound(Vec<PassAwareGroup>),
    /// The explanations of a group were computed.
    Explained { group: usize, reasons: Option<Vec<Reasons>> },
    /// The contrast of a failure with the most similar ones was computed.
    Contrasted { failure: FailureId, sentences: Vec<String>, near: Near },
    /// The lines that no other test of a group has were found.
    DistinctLines { group: usize, lines: Option<DistinctLines> },
    /// The failures that match a search were found.
    Found { ticket: Ticket, found: Arc<Found> },
    /// The failures whose texts pass a filter were found.
    Filtered { ticket: Ticket, found: Arc<Found> },
    /// The exceptions of the current group for the filter line, the most frequent first.
    ExceptionsCounted(Vec<(String, usize)>),
    /// The values of a column were sorted: the position of each failure's value in the order.
    TextsSorted { ticket: Ticket, keys: Arc<Vec<u32>> },
    /// The rows of a large group were built.
    RowsMade(Box<Rows>),
    /// The rows of all groups were counted.
    RowsCounted(RowCounts),
    /// The quality of the lists was measured.
    Measured(Box<Measured>),
    /// The generated oracles were measured.
    Assessed(Box<Assessed>),
    /// A document was highlighted: the spans per line, ascending and without overlap.
    Highlighted { key: DocumentKey, spans: Vec<Vec<CodeSpan>> },
    /// The text in the code pane was parsed.
    CodeAnalysed(Box<CodeAnalysis>),
    /// The disagreements of annotators were found, in any order; the annotators are all that have a label.
    Disagreements { annotators: Vec<String>, found: Vec<Disagreed> },
    /// Labels of other programs were found in the journals, or labels could not be written yet.
    Marked(Vec<(FailureId, Option<Mark>)>),
    /// A file was written, or could not be.
    Written(Message),
    /// A message for the user.
    Notice(Message),
    /// Labels can't be saved for the given reason: the results are read-only.
    LookOnly(String),
    /// This theme is shown because it fits the terminal's background.
    ThemeFollows(String),
    /// A theme can't be shown.
    ThemeFailed { name: String, why: String },
    /// A source file was read, or could not be read for a reason.
    SourceRead { ticket: Ticket, read: Result<SourceText, String> },
    /// The user's editor was closed.
    Edited,
    /// A judgement was saved to disk.
    Recorded { failure: FailureId },
    /// Judgements could not be saved; the message has the error, and the remedy.
    RecordFailed { failures: Vec<FailureId>, message: String },
}

/// An effect requested by an update.
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
    /// The number of bytes read so far.
    pub read: u64,
    /// The total number of bytes; None if it is unknown, as for standard input.
    pub total: Option<u64>,
}

/// The inputs as read.
#[derive(Debug, Clone)]
pub struct Imported {
    /// The failures, in groups.
    pub corpus: Arc<Corpus>,
    /// The groups before they are ranked: [`GroupState::of`].
    pub groups: Vec<GroupState>,
    /// The marks from the journals.
    pub marks: HashMap<FailureId, Mark>,
    /// The judge whose labels are shown.
    pub judge: Option<Arc<ShownJudge>>,
    /// Messages to show once, for example about a repaired journal.
    pub notices: Vec<Message>,
    /// Messages that apply as long as these results are shown, for example about unusable records.
    pub said_of_results: Vec<Message>,
    /// The name of the inputs, for the header and for empty screens.
    pub input: String,
    /// The default order of these results, if none was requested.
    pub order: Option<ListOrder>,
    /// The passed tests whose oracles must still be found in the sources.
    pub passed: Arc<Vec<OtherTest>>,
    /// The tests that have a reference oracle.
    pub instances: Arc<Vec<Instance>>,
    /// The approaches that generated the tests.
    pub approaches: Arc<Vec<Approach>>,
}

/// A group that can be shown in order.
#[derive(Debug, Clone)]
pub struct RankedGroup {
    /// Index into the corpus's groups.
    pub group: usize,
    /// The features, one vector per failure of the group, in input order.
    pub features: Arc<Vec<FeatureVector>>,
    /// The counts of their values, if the group is large.
    pub counts: Option<ValueCounts>,
    /// The order.
    pub ranking: Arc<Ranking>,
}

impl RankedGroup {
    /// Creates a ranked group; for a large group this takes longer than a frame.
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
    /// The signatures, in the order of the group's failures.
    pub signatures: Arc<Signatures>,
    /// The diversified order based on them.
    pub diversified: Ranking,
    /// The pass-aware order; None if no passed test has a known kind.
    pub pass_aware: Option<PassAwareGroup>,
}

/// The pass-aware order of a group.
#[derive(Debug, Clone)]
pub struct PassAwareGroup {
    /// Index into the corpus's groups.
    pub group: usize,
    /// The order.
    pub ranking: Ranking,
    /// The similar tests of each failure, in the order of the group's failures.
    pub(in crate::tui) similar: Arc<Vec<SimilarTests>>,
}

impl PassAwareGroup {
    /// Orders a group by the forest's list and the tests that passed; None if none of their kinds is known.
    pub(in crate::tui) fn new(
        corpus: &Corpus,
        group: usize,
        ranking: &Ranking,
        passed: &PassedKinds,
    ) -> Option<PassAwareGroup> {
        let (ranking, similar) = rank::pass_aware(corpus, &corpus.groups[group], passed, ranking)?;
        Some(PassAwareGroup { group, ranking, similar: Arc::new(similar) })
    }
}

impl SignedGroup {
    /// Finds the signatures of a ranked group. For a large group this takes longer than a frame.
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
    /// The column of the cell.
    pub column: u16,
    /// The row of the cell.
    pub row: u16,
}

/// The mouse events that fossick handles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum MouseKind {
    Click,
    Drag,
    Release,
    ScrollUp,
    ScrollDown,
}

impl MouseKind {
    /// Returns the number of rows that the wheel scrolls; 0 for another event.
    pub(super) fn wheel(self) -> isize {
        match self {
            MouseKind::ScrollUp => -3,
            MouseKind::ScrollDown => 3,
            MouseKind::Click | MouseKind::Drag | MouseKind::Release => 0,
        }
    }
}
