//! Events that the state handles, and effects that it requests; both are plain data.
//!
//! The runtime turns keys, mouse events, and finished work into [`Action`]s; [`App::update`](crate::tui::App::update)
//! returns [`Effect`]s; the runtime carries them out and reports the results as further actions. Work that takes
//! longer than a frame is a [`Job`], work that only the host can do is a [`Request`].
//!
//! The module also defines the inputs of the workbench: results as they are read and ranked, and the mouse.

use super::effect::{Job, Request, Ticket};
pub use super::messages::{Message, MessageKind};
use super::reloaded::{Freshness, Reload};
use crate::assess::inputs::Instance;
use crate::import::OtherTest;
pub use crate::import::Progress;
use crate::lang::MethodNames;
use crate::model::{ClockTime, Corpus, FailureId, FeatureVector, Ranking};
use crate::project::ProjectRunners;
use crate::rank::{self, GroupFacts, Ordered, PathCredit, Ranker, Signatures, ValueCounts};
use crate::tui::GroupState;
use crate::tui::core::command::keys::key::Key;
use crate::tui::oracles::{Approach, Assessed};
use crate::tui::progress::measure::MeasuredProgress;
use crate::tui::search::query::Found;
use crate::tui::triage::code::marks::{CodeAnalysis, DistinctLines};
use crate::tui::triage::code::source::SourceText;
use crate::tui::triage::code::{CodeSpan, DocumentKey};
use crate::tui::triage::compare::Near;
use crate::tui::triage::judging::before::ShownBefore;
use crate::tui::triage::judging::disagreements::Disagreed;
use crate::tui::triage::judging::{Mark, ShownJudge};
use crate::tui::triage::list::across::OrderedAcross;
use crate::tui::triage::list::counts::RowCounts;
use crate::tui::triage::list::order::ListOrder;
use crate::tui::triage::list::rows::Rows;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Something that happened. Groups and failures are indices into the shown corpus, and a ticket is that of
/// the request. A result has a value per failure of the group, in input order; None if the job was cancelled.
///
/// `PassedFound` has the pass-aware lists of groups. `Marked` are labels of other programs, and those that
/// could not be written yet. `ExceptionsCounted` has the most frequent first, `TextsSorted` the place of each
/// failure's value in the order, and `Highlighted` the spans of each line, ascending and without overlap.
/// `LookOnly` says why labels can't be saved; `ThemeFollows` names the theme that fits the terminal's
/// background.
#[derive(Debug, Clone)]
pub enum Action {
    Key(Key),
    Mouse(Mouse),
    Paste(String),
    Resize(u16, u16),
    Progress(Progress),
    Imported(Imported),
    Reloaded(Box<Reload>),
    ReloadSaid(Message),
    Freshness(Freshness),
    Ranked(RankedGroup),
    Signatures(SignedGroup),
    NearSignatures {
        group: usize,
        clusters: Option<Vec<usize>>,
    },
    Ordered {
        group: usize,
        order: ListOrder,
        ordered: Ordered,
    },
    PassedFound(Vec<(usize, Ordered)>),
    Explained {
        group: usize,
        reasons: Option<Vec<Option<PathCredit>>>,
    },
    Contrasted {
        failure: FailureId,
        sentences: Vec<String>,
        near: Near,
    },
    DistinctLines {
        group: usize,
        lines: Option<DistinctLines>,
    },
    Found {
        ticket: Ticket,
        found: Arc<Found>,
    },
    Filtered {
        ticket: Ticket,
        found: Arc<Found>,
    },
    ExceptionsCounted(Vec<(String, usize)>),
    TextsSorted {
        ticket: Ticket,
        keys: Arc<Vec<u32>>,
    },
    RowsMade(Box<Rows>),
    /// The rows of the lists of all groups.
    AllRowsMade(Vec<Rows>),
    OrderedAcross(OrderedAcross),
    RowsCounted(RowCounts),
    Measured(Box<MeasuredProgress>),
    Assessed(Box<Assessed>),
    Highlighted {
        key: DocumentKey,
        spans: Vec<Vec<CodeSpan>>,
    },
    CodeAnalysed(Box<CodeAnalysis>),
    Disagreements {
        annotators: Vec<String>,
        found: Vec<Disagreed>,
    },
    Marked(Vec<(FailureId, Option<Mark>)>),
    /// Lines that a command of the user's own has written.
    ProgramWrote {
        ticket: Ticket,
        lines: Vec<String>,
    },
    ProgramEnded {
        ticket: Ticket,
        how: String,
        is_well: bool,
    },
    Written(Message),
    /// The first label has created the file of the labels.
    LabelsFileCreated(String),
    Notice(Message),
    LookOnly(String),
    ThemeFollows(String),
    ThemeFailed {
        name: String,
        why: String,
    },
    SourceRead {
        ticket: Ticket,
        read: Result<SourceText, String>,
    },
    Edited,
    Recorded {
        failure: FailureId,
    },
    RecordFailed {
        failures: Vec<FailureId>,
        message: String,
    },
}

#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    Job(Box<Job>),
    Request(Request),
}

#[derive(Debug, Clone)]
pub struct Imported {
    pub corpus: Arc<Corpus>,
    /// The local time at which they were read, if it is known.
    pub read_at: Option<ClockTime>,
    /// The groups before they are ranked: [`GroupState::of`].
    pub groups: Vec<GroupState>,
    /// Their order in one list by their sizes, before they are ranked; None without several groups.
    pub across: Option<OrderedAcross>,
    pub marks: HashMap<FailureId, Mark>,
    pub judge: Option<Arc<ShownJudge>>,
    /// The failures compared with earlier runs, if any are named.
    pub before: Option<Arc<ShownBefore>>,
    /// Messages to show once, for example about a repaired journal.
    pub notices: Vec<Message>,
    /// Messages that apply as long as these results are shown, for example about unusable records.
    pub said_of_results: Vec<Message>,
    /// The name of the inputs, for the header and for empty screens.
    pub input: String,
    /// False for results without any test, which say nothing.
    pub has_tests: bool,
    /// The failures whose test's file was edited after their report was written.
    pub edited: Arc<HashSet<FailureId>>,
    /// The default order of these results, if none was requested.
    pub order: Option<ListOrder>,
    /// The passed tests whose oracles must still be found in the sources.
    pub passed: Arc<Vec<OtherTest>>,
    /// The test runners of the projects.
    pub runners: Arc<ProjectRunners>,
    pub instances: Arc<Vec<Instance>>,
    pub approaches: Arc<Vec<Approach>>,
}

#[derive(Debug, Clone)]
pub struct RankedGroup {
    pub group: usize,
    /// The features, one vector per failure of the group, in input order.
    pub features: Arc<Vec<FeatureVector>>,
    pub counts: Option<ValueCounts>,
    /// The ranker by whose scores the list is ordered.
    pub ranker: Ranker,
    pub ranking: Arc<Ranking>,
}

impl RankedGroup {
    pub fn new(group: usize, features: Vec<FeatureVector>, ranker: Ranker, ranking: Ranking) -> RankedGroup {
        let counts = ValueCounts::of(&features);
        RankedGroup { group, features: Arc::new(features), counts, ranker, ranking: Arc::new(ranking) }
    }
}

#[derive(Debug, Clone)]
pub struct SignedGroup {
    pub group: usize,
    /// The signatures, in the order of the group's failures.
    pub signatures: Arc<Signatures>,
    /// The lists of the rankers that rearrange the list by score, as far as their data is known.
    pub orders: Vec<(Ranker, Ordered)>,
}

impl SignedGroup {
    /// Finds the signatures of a ranked group, and its other orders. For a large group this takes longer than a frame.
    pub fn new<'a>(corpus: &'a Corpus, ranked: &RankedGroup, names: &MethodNames<'a>) -> SignedGroup {
        let group = &corpus.groups[ranked.group];
        let signatures = rank::group_signatures(corpus, group, names);
        let facts = GroupFacts {
            corpus,
            group,
            passed: &group.passed.kinds,
            signature: &|failure| rank::signature_of(group, &signatures, failure),
        };
        let rankers = Ranker::all().filter(|ranker| {
            let base = ranker.starts_from();
            base == ranked.ranker && base != *ranker && ranker.has_its_data(&facts)
        });
        let orders =
            rankers.map(|ranker| (ranker, ranker.order(Ranking::clone(&ranked.ranking), &facts))).collect();
        SignedGroup { group: ranked.group, signatures: Arc::new(signatures), orders }
    }
}

/// A mouse event at a column and row counted from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mouse {
    pub kind: MouseKind,
    pub column: u16,
    pub row: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MouseKind {
    Click,
    Drag,
    Release,
    ScrollUp,
    ScrollDown,
}

impl MouseKind {
    pub(crate) fn wheel(self) -> isize {
        match self {
            MouseKind::ScrollUp => -3,
            MouseKind::ScrollDown => 3,
            MouseKind::Click | MouseKind::Drag | MouseKind::Release => 0,
        }
    }
}
