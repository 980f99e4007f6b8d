//! The state shared by the screens: the failures and their groups, the selection, the list and the labels.

use super::action::{Imported, Progress as LoadProgress};
use crate::assess::inputs::Instance;
use crate::import::OtherTest;
use crate::lang::method_name;
use crate::model::{ClockTime, Corpus, Failure, FailureId, Group, Verdicts};
use crate::rank::Sentence;
use crate::tui::oracles::Approach;
use crate::tui::search::failures::FailureSearch;
use crate::tui::triage::code::Highlights;
use crate::tui::triage::code::thrown::ThrownLine;
use crate::tui::triage::compare::Contrast;
use crate::tui::triage::judging::Progress;
use crate::tui::triage::judging::disagreements::Disagreed;
use crate::tui::triage::list::Listing;
use crate::tui::triage::list::counts::Counted;
use crate::tui::triage::list::group::{ListRow, ListRows};
use crate::tui::triage::list::names::group_title;
use crate::tui::triage::list::rows::RowsProgress;
use crate::tui::{GroupState, Labels, Ticket};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::mem;
use std::path::PathBuf;
use std::sync::Arc;

/// More sentences, and more names of methods, than these are not kept.
const MOST_KEPT: usize = 2000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Phase {
    Loading(LoadProgress),
    /// The failures are loaded; their ranking may still be computed.
    Ready,
}

impl Default for Phase {
    fn default() -> Phase {
        Phase::Loading(LoadProgress::default())
    }
}

#[derive(Debug, Default)]
pub(crate) struct CountedProgress {
    of_group: Vec<Progress>,
    /// The groups in which it may have changed.
    pub(crate) stale: Vec<usize>,
    /// True if it may have changed in all groups.
    pub(crate) all_stale: bool,
}

#[derive(Debug, Default)]
pub struct Session {
    pub phase: Phase,
    pub input: String,
    /// The file of the labels; None if they are not kept.
    pub(in crate::tui) labels_file: Option<PathBuf>,
    /// The annotator and that file in words; empty if they are not kept.
    pub(in crate::tui) labels_named: String,
    pub corpus: Arc<Corpus>,
    /// The local time at which the results were read, if it is known.
    pub read_at: Option<ClockTime>,
    pub groups: Vec<GroupState>,
    /// The groups that have failures to show, in the order of the screen: indices into `groups`.
    pub order: Vec<usize>,
    /// The position of the current group in `order`.
    pub current: usize,
    pub ranked: usize,
    pub list: Listing,
    pub search: Option<FailureSearch>,
    pub labels: Labels,
    /// The sentences of visible and recently visible rows: making one requires reading a trace and a test.
    pub(crate) sentences: HashMap<FailureId, Sentence>,
    method_names: HashMap<Arc<str>, String>,
    /// The failures that are marked to be labelled together.
    pub marked_rows: BTreeSet<FailureId>,
    /// The disagreements of annotators in the order of the screen, while the user steps through them.
    pub disagreements: Vec<Disagreed>,
    pub(crate) thrown: Option<ThrownLine>,
    /// The latest contrast of a failure with the most similar ones.
    pub(in crate::tui) contrast: Option<Contrast>,
    pub highlights: Highlights,
    pub progress: (Progress, Progress),
    pub(crate) rows: RowsProgress,
    pub(crate) row_counts: Counted,
    pub(crate) counted: CountedProgress,
    /// The progress in the current group per signature; None while its list is not folded.
    pub signature_progress: Option<Progress>,
    titles: Option<Arc<Vec<String>>>,
    /// True if the outcome of any failure on a fixed version is known.
    pub knows_outcomes: bool,
    pub truth_shown: bool,
    /// The reason why labels can't be saved, if the results are read-only.
    pub(crate) look_only: Option<String>,
    /// The passed tests whose oracles must still be found in the sources.
    pub(crate) passed: Arc<Vec<OtherTest>>,
    pub(crate) finds_passed: bool,
    pub(crate) instances: Arc<Vec<Instance>>,
    pub(crate) approaches: Arc<Vec<Approach>>,
    pub(crate) tickets: Ticket,
}

impl Session {
    pub(in crate::tui) fn verdicts(&self) -> Verdicts {
        let mut groups = self.groups.iter().filter(|group| !group.ranking.entries.is_empty()).peekable();
        Verdicts::of(groups.peek().is_some() && groups.all(|group| group.is_hand_written))
    }

    pub(crate) fn new(top: usize, ranker: String) -> Session {
        Session { list: Listing { top: top.max(1), ranker, ..Listing::default() }, ..Session::default() }
    }

    /// Returns true if the outcome of a failure on a fixed version, or a reference oracle, is known.
    pub(crate) fn knows_truth(&self) -> bool {
        !self.instances.is_empty() || self.knows_outcomes
    }

    /// Takes everything over that is the same for first and for reloaded results.
    pub(crate) fn take_results(&mut self, imported: &mut Imported) {
        self.knows_outcomes = imported.groups.iter().any(|group| group.knows_truth);
        (self.corpus, self.titles) = (Arc::clone(&imported.corpus), None);
        self.read_at = imported.read_at;
        self.groups = mem::take(&mut imported.groups);
        self.order = self.groups_to_show();
        self.input = mem::take(&mut imported.input);
        self.passed = mem::take(&mut imported.passed);
        self.instances = mem::take(&mut imported.instances);
        self.approaches = mem::take(&mut imported.approaches);
        self.sentences.clear();
        (self.phase, self.contrast, self.finds_passed) = (Phase::Ready, None, false);
        self.counted.all_stale = true;
    }

    pub(crate) fn group_titles(&mut self) -> Arc<Vec<String>> {
        let corpus = &self.corpus;
        let titles = || Arc::new(corpus.groups.iter().map(|group| group_title(corpus, group)).collect());
        Arc::clone(self.titles.get_or_insert_with(titles))
    }

    /// Returns the current group as an index; None if no group has a failure.
    pub(crate) fn current_index(&self) -> Option<usize> {
        self.order.get(self.current).copied()
    }

    pub(crate) fn selected_id(&self) -> Option<FailureId> {
        self.selected().map(|(failure, _)| failure)
    }

    /// Returns the current group with its name and its state; None if no group has a failure.
    pub fn current_group(&self) -> Option<(&Group, &GroupState)> {
        let index = self.current_index()?;
        Some((self.corpus.groups.get(index)?, self.groups.get(index)?))
    }

    /// Returns a group's name on the screen: project and bug, and the run if there are several.
    pub(crate) fn group_title(&self, group: &Group) -> String {
        group_title(&self.corpus, group)
    }

    pub fn selected(&self) -> Option<(FailureId, &Failure)> {
        let (_, group) = self.current_group()?;
        let index = group.selected_failure()?;
        Some((index, self.corpus.failure(index)?))
    }

    /// Returns the failure of the details: the selected one, or the last one that was while nothing passes the filter.
    pub(crate) fn pictured(&self) -> Option<(FailureId, &Failure)> {
        let (_, group) = self.current_group()?;
        let index = group.failure_at(group.selected)?;
        Some((index, self.corpus.failure(index)?))
    }

    /// Returns what failed, as a sentence for the failure's row; makes it if it is not known yet.
    pub fn sentence(&self, failure: FailureId) -> Cow<'_, Sentence> {
        match self.sentences.get(&failure) {
            Some(sentence) => Cow::Borrowed(sentence),
            None => Cow::Owned(self.corpus.failure(failure).map_or_else(Sentence::default, Sentence::of)),
        }
    }

    pub(crate) fn make_sentences(&mut self, first: usize, count: usize) {
        let rows = self.list_rows();
        let Some((_, group)) = self.current_group() else { return };
        let shown = (first..first + count).filter_map(|row| match rows.at(row) {
            Some(ListRow::Failure(position)) => group.failure_at(position),
            _ => None,
        });
        let shown: Vec<FailureId> = shown.collect();
        if self.sentences.len() > MOST_KEPT {
            self.sentences.clear();
        }
        for failure in shown {
            let said = || self.corpus.failure(failure).map_or_else(Sentence::default, Sentence::of);
            self.sentences.entry(failure).or_insert_with(said);
        }
    }

    /// Finds the unknown name of the selected focal method: parsing a long one takes longer than drawing.
    pub(crate) fn find_method_name(&mut self) {
        let Some((_, failure)) = self.pictured() else { return };
        if !self.method_names.contains_key(&failure.focal_method) {
            let source = Arc::clone(&failure.focal_method);
            let name = method_name(&source, failure.language);
            if self.method_names.len() > MOST_KEPT {
                self.method_names.clear();
            }
            self.method_names.insert(source, name);
        }
    }

    pub(crate) fn method_name(&self, failure: &Failure) -> &str {
        self.method_names.get(&failure.focal_method).map_or("", String::as_str)
    }

    pub(crate) fn list_rows(&self) -> ListRows<'_> {
        let rows = self.current_group().map(|(_, group)| ListRows::of(group, self.list.top));
        rows.unwrap_or(ListRows { failures: 0, top: self.list.top, folded: None, view: None, fixed: &[] })
    }

    pub(crate) fn count_progress(&mut self) {
        for failure in mem::take(&mut self.labels.uncounted) {
            let Some(index) = self.group_of(failure) else { continue };
            self.counted.stale.push(index);
            let group = &mut self.groups[index];
            let position = group.position_of(failure);
            if let (Some(folded), Some(position)) = (&mut group.signatures.folded, position) {
                folded.label_changed(position);
            }
        }
        if mem::take(&mut self.counted.all_stale) || self.counted.of_group.len() != self.groups.len() {
            self.counted.stale = (0..self.groups.len()).collect();
            self.counted.of_group = vec![Progress::default(); self.groups.len()];
        }
        for index in mem::take(&mut self.counted.stale) {
            let top = self.groups[index].list().entries.iter().take(self.list.top);
            self.counted.of_group[index] =
                Progress::of_failures(top.map(|entry| entry.failure), &self.labels);
        }
        self.progress.1 = self.counted.of_group.iter().fold(Progress::default(), Progress::plus);
        let here = self.order.get(self.current).and_then(|&index| self.counted.of_group.get(index));
        self.progress.0 = here.copied().unwrap_or_default();
        self.signature_progress = self.count_signatures();
    }

    /// Counts the labels in the current group's signatures; returns the progress of the top K while folded.
    fn count_signatures(&mut self) -> Option<Progress> {
        let index = self.current_index()?;
        let group = &mut self.groups[index];
        let mut folded = group.signatures.folded.take()?;
        let progress = folded.count(group.list(), &self.labels, self.list.top);
        self.groups[index].signatures.folded = Some(folded);
        Some(progress)
    }

    pub(crate) fn is_found(&self, failure: FailureId) -> bool {
        self.search.as_ref().is_some_and(|finding| finding.found.has(failure))
    }
}
