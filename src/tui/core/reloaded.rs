//! Results reloaded while the workbench is open: the changes, and how the user's selection, scroll positions and
//! labels are kept.
//!
//! ```text
//! new results ──▶ Reload::compare (a worker, while the old results are shown) ──▶ App::reloaded (between two frames)
//! ```
//!
//! Failures are matched by run, project, bug and test ([`CorpusDiff`]); those that were not run again are among the new
//! results. Everything that takes time for a hundred thousand of them is done by [`Reload::compare`]; the state only
//! stores the result.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::model::{Corpus, Failure, FailureId, Group, NameInRun, TestOfRun};
use crate::rank::Ordered;
use crate::tui::frame::layout::Pane;
use crate::tui::triage::judging::is_same;
use crate::tui::triage::list::group::{GroupState, ListRows};
use crate::tui::triage::list::positions::nearest;
use crate::tui::{
    App, Imported, ListOrder, Lists, Message, Messages, Modal, Oracles, RankedGroup, Request, SignedGroup,
    text,
};

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Freshness {
    /// They are the same, as far as is known.
    #[default]
    UpToDate,
    /// The results are being written: the last complete state is shown.
    BeingWritten,
    /// The results on disk are unusable, and no program is writing them: the message says why.
    Broken(String),
}

#[derive(Debug, Clone)]
pub struct Reread {
    pub imported: Imported,
    /// Every group that has failures.
    pub ranked: Vec<(RankedGroup, SignedGroup)>,
    /// The tests that failed in earlier results and pass now.
    pub fixed: Vec<TestOfRun>,
    /// True if the user requested the reload, and expects an answer even if nothing has changed.
    pub is_asked_for: bool,
}

#[derive(Debug, Clone)]
pub struct Reload {
    /// The corpus that they were compared with: if another one is shown by now, they must be compared again.
    pub shown: Arc<Corpus>,
    pub imported: Imported,
    changes: CorpusDiff,
    is_asked_for: bool,
}

impl Reload {
    pub fn compare(reread: Reread, shown: Arc<Corpus>) -> Reload {
        let Reread { mut imported, ranked, fixed, is_asked_for } = reread;
        let corpus = &*imported.corpus;
        for (ranked, SignedGroup { signatures, orders, .. }) in ranked {
            let Some(group) = imported.groups.get_mut(ranked.group) else { continue };
            group.rank(ranked);
            if let Some(judge) = &imported.judge {
                let judged = Ordered::from(judge.order(&group.ranking));
                group.orders.insert(ListOrder::Judged, judged.into());
            }
            group.take_signatures(signatures);
            let orders = orders.into_iter().map(|(ranker, ordered)| (ListOrder::By(ranker), ordered.into()));
            group.orders.extend(orders);
        }
        let changes = CorpusDiff::between(&shown, corpus, &fixed);
        Reload { shown, imported, changes, is_asked_for }
    }
}

#[derive(Debug, Default)]
pub struct Rereading {
    pub freshness: Freshness,
    /// True while the start position is still being determined, until the first key.
    pub(crate) resuming: bool,
    /// The selected test that disappeared: if it comes back before the next key, it is selected again.
    pub(crate) wanted: Option<TestOfRun>,
}

impl Messages {
    /// Shows a message about reloading; it replaces the previous one.
    pub(crate) fn say_of_reload(&mut self, message: Message) {
        self.unsay_reload();
        self.of_reload = Some(message.clone());
        self.say_first(message);
    }

    fn unsay_reload(&mut self) {
        let Some(said) = self.of_reload.take() else { return };
        self.unsay(&said);
    }
}

impl App {
    /// Returns true if the user is in a prompt for a failure or a group: new results wait until it is done.
    pub fn is_within_a_prompt(&self) -> bool {
        !matches!(self.modal, None | Some(Modal::Help { .. }))
    }

    pub(crate) fn reloaded(&mut self, reload: Reload) {
        let Reload { mut imported, changes, is_asked_for, .. } = reload;
        let (old, new) = (Arc::clone(&self.cx.lists.corpus), Arc::clone(&imported.corpus));
        self.rereading.resuming = false;
        let list_before = self.cx.list_on_screen();
        let marked = self.table.marked();
        let before = SelectionBefore::take(&mut self.cx.lists, &new);
        self.take_groups(&mut imported, &before, &changes);
        let is_same = self.select_again(&before, &changes, (&old, &new));
        self.cx.reruns.follow(&changes, (&old, &new), &list_before, |failure| {
            self.cx.judging.labels.mark(failure).cloned()
        });
        let stale = self.take_labels(&mut imported, &changes, (&old, &new));
        for notice in imported.notices {
            self.cx.messages.say(notice);
        }
        self.cx.messages.say_of_results(imported.said_of_results);
        self.cx.ask_passed();
        self.follow_moved(&changes, (&old, &new));
        self.say_what_changed(&changes, stale, is_asked_for);
        let marked = marked.and_then(|group| before.counterparts[group]);
        self.table.sort_groups_marking(marked, &mut self.cx);
        self.cx.keep_fixed_rows(&list_before, &changes, &old);
        self.show_again(is_same);
        self.triage.find_again(&mut self.cx);
        self.cx.ask(Request::Discard(old));
    }

    /// Shows the new groups; each keeps its selection, and the row of that on the screen.
    fn take_groups(&mut self, imported: &mut Imported, before: &SelectionBefore, changes: &CorpusDiff) {
        for group in &mut imported.groups {
            group.show(self.cx.lists.listing.order);
        }
        let old_groups = std::mem::take(&mut self.cx.lists.groups);
        for (old_group, counterpart) in old_groups.into_iter().zip(&before.counterparts) {
            if let Some(counterpart) = *counterpart {
                let failures = &imported.corpus.groups[counterpart].failures;
                let group = &mut imported.groups[counterpart];
                keep_place(group, old_group, failures, changes, self.cx.lists.top());
            }
        }
        self.cx.take_results(imported);
        self.cx.lists.ranked = self.cx.lists.groups.len();
        self.oracles = Oracles::default();
    }

    /// Selects the failure that was selected, or a group near its place. Returns true if it is the same failure.
    fn select_again(
        &mut self,
        before: &SelectionBefore,
        changes: &CorpusDiff,
        (old, new): (&Corpus, &Corpus),
    ) -> bool {
        let lists = &mut self.cx.lists;
        // A failure that disappeared and comes back before the selection was moved is selected again.
        let wanted =
            self.rereading.wanted.take().or_else(|| Some(TestOfRun::of(old, before.group?, before.failure?)));
        let found = wanted.as_ref().and_then(|wanted| find(new, wanted));
        let was_run = before.failure.is_none_or(|failure| old.failures[failure].not_run().is_none());
        if let Some((group, failure)) = found {
            lists.current = lists.order.iter().position(|&other| other == group).unwrap_or(0);
            let state = &mut lists.groups[group];
            state.selected = state.position_of(failure).unwrap_or(state.selected);
            // What keeps its test from being run is more urgent; it is selected again once that is mended.
            if was_run
                && new.failures[failure].not_run().is_some()
                && let Some(first) = first_new(state, changes)
            {
                state.selected = first;
                self.rereading.wanted = wanted;
                return false;
            }
        } else {
            let near = nearest(before.order.len(), lists.current, |place| {
                let counterpart = before.counterparts[before.order[place]]?;
                lists.order.iter().position(|&other| other == counterpart)
            });
            lists.current = near.unwrap_or(0);
            self.rereading.wanted = wanted;
        }
        let moved_to = before.failure.and_then(|selected| changes.moved[selected]);
        moved_to.is_some() && found.map(|(_, failure)| failure) == moved_to
    }

    /// Takes the labels and what else is known of the new failures. Returns the number of labels that have
    /// become stale.
    fn take_labels(
        &mut self,
        imported: &mut Imported,
        changes: &CorpusDiff,
        (old, new): (&Corpus, &Corpus),
    ) -> usize {
        let labels = &mut self.cx.judging.labels;
        let labelled: Vec<FailureId> =
            old.failures_with_ids().map(|(id, _)| id).filter(|&id| labels.label(id).is_some()).collect();
        labels.reload(std::mem::take(&mut imported.marks), old, new, |failure| changes.moved[failure]);
        labels.marks.judge = imported.judge.take();
        labels.marks.before = imported.before.take();
        let now = labelled.into_iter().filter_map(|failure| changes.moved[failure]);
        now.filter(|&now| labels.label(now).is_none()).count()
    }

    fn say_what_changed(&mut self, changes: &CorpusDiff, stale: usize, is_asked_for: bool) {
        // The end card has its own title.
        let is_end = self.cx.is_all_fixed();
        if is_end {
            self.cx.messages.unsay_reload();
        }
        let nothing = is_asked_for.then(|| "reloaded: nothing has changed".to_owned());
        if let Some(said) = changes.in_words(stale).filter(|_| !is_end).or(nothing) {
            let said = format!("{said}{}", self.cx.lists.first_new_in_words(changes));
            self.cx.messages.say_of_reload(Message::info(said));
        }
    }

    /// Follows the failures to their new places, in everything that names some.
    fn follow_moved(&mut self, changes: &CorpusDiff, (old, new): (&Corpus, &Corpus)) {
        let cx = &mut self.cx;
        cx.details.highlights = std::mem::take(&mut cx.details.highlights).reload(|failure| {
            let place = changes.moved[failure]?;
            has_same_texts(&old.failures[failure], &new.failures[place]).then_some(place)
        });
        let marked_rows = std::mem::take(&mut cx.judging.marked_rows);
        cx.judging.marked_rows =
            marked_rows.into_iter().filter_map(|failure| changes.moved[failure]).collect();
        cx.judging.keep_disagreements(old, new, |failure| changes.moved[failure]);
        cx.filter_again(&changes.moved);
        self.jump_list.keep_jumps(&changes.moved);
        cx.sort_again(&changes.moved);
        self.triage.compare.keep_compare(&changes.moved);
        cx.refold_all();
    }

    /// Shows the selected failure; if it is the same as before, the scroll position is kept.
    fn show_again(&mut self, is_same: bool) {
        let code = self.triage.code.take_text();
        let trace = std::mem::take(&mut self.triage.trace);
        let why_offset = self.triage.why.offset;
        self.derive();
        let lines =
            |document: &Option<crate::tui::Document>| document.as_ref().map(|shown| Arc::clone(&shown.lines));
        if is_same {
            if lines(&code.document) == lines(&self.triage.code.document) {
                (self.triage.code.offset, self.triage.code.is_scrolled) = (code.offset, true);
                self.triage.code.column = code.column;
                // For a long test they are not known yet.
                if let (Some(document), Some(old)) = (&mut self.triage.code.document, &code.document) {
                    document.failed = document.failed.or(old.failed);
                }
            }
            if trace.content == self.triage.trace.content {
                self.triage.trace.offset = trace.offset;
            }
            self.triage.why.offset = why_offset;
            self.triage.trace.frames.choose_line(trace.frames.selected().map(|frame| frame.at.line));
            if let Some(open) = code.source.open {
                self.triage.code.document = code.document;
                self.triage.code.lay_out_code(&mut self.cx);
                self.triage.code.search.found = code.search.found;
                (self.triage.code.offset, self.triage.code.column) = (code.offset, code.column);
                self.triage.code.source.open = Some(open);
                self.triage.code.read_again(&mut self.cx);
            }
            for pane in Pane::DETAILS {
                self.triage.scroll(pane, 0, &mut self.cx);
            }
        }
    }

    pub(crate) fn set_freshness(&mut self, freshness: Freshness) {
        if let Freshness::Broken(said) = &self.rereading.freshness {
            self.cx.messages.unsay(&Message::warning(said.clone()));
        }
        if freshness != Freshness::UpToDate {
            self.cx.messages.unsay_reload();
        }
        if let Freshness::Broken(why) = &freshness {
            self.cx.messages.say_first(Message::warning(why.clone()));
        }
        self.rereading.freshness = freshness;
    }
}

/// The groups and the selection that were shown before new results came.
struct SelectionBefore {
    /// The groups, in the order shown.
    order: Vec<usize>,
    /// The current group, and its selected failure.
    group: Option<usize>,
    failure: Option<FailureId>,
    /// The new group for each group.
    counterparts: Vec<Option<usize>>,
}

impl SelectionBefore {
    fn take(lists: &mut Lists, new: &Corpus) -> SelectionBefore {
        let order = std::mem::take(&mut lists.order);
        let group = order.get(lists.current).copied();
        let failure = group.and_then(|group| lists.groups[group].selected_failure());
        SelectionBefore { group, failure, counterparts: group_counterparts(&lists.corpus, new), order }
    }
}

/// Returns the position of the first failure of a group that the earlier results did not have.
fn first_new(group: &GroupState, changes: &CorpusDiff) -> Option<usize> {
    group.list().entries.iter().position(|entry| changes.new.binary_search(&entry.failure).is_ok())
}

impl Lists {
    /// Returns where the first new failure of the current group is, unless it is selected: `, the first new one is #1`.
    fn first_new_in_words(&self, changes: &CorpusDiff) -> String {
        let group = self.current_group().map(|(_, group)| group);
        let group = group.filter(|group| group.is_by_cause() && !self.is_across());
        let first = group.and_then(|group| Some((group, first_new(group, changes)?)));
        let first = first.filter(|(group, first)| *first != group.selected);
        first.map_or(String::new(), |(group, first)| {
            format!(", the first new one is #{}", self.number(group, first))
        })
    }
}

fn group_counterparts(old: &Corpus, new: &Corpus) -> Vec<Option<usize>> {
    fn name(corpus: &Corpus, group: usize) -> [&str; 3] {
        let group = &corpus.groups[group];
        [corpus.run_name(group), &group.project, &group.bug]
    }
    let places: HashMap<_, _> = (0..new.groups.len()).map(|group| (name(new, group), group)).collect();
    (0..old.groups.len()).map(|group| places.get(&name(old, group)).copied()).collect()
}

/// Returns true if the code pane shows the same text for both.
fn has_same_texts(a: &Failure, b: &Failure) -> bool {
    (&a.generated_test, &a.test_prefix, &a.focal_method, &a.docstring)
        == (&b.generated_test, &b.test_prefix, &b.focal_method, &b.docstring)
}

/// Selects in a group the failure selected before, or the nearest one, in the same row of the screen.
fn keep_place(
    group: &mut GroupState,
    old: GroupState,
    failures: &[FailureId],
    changes: &CorpusDiff,
    top: usize,
) {
    let rows = |group: &GroupState| ListRows {
        failures: group.list().entries.len(),
        top,
        folded: None,
        view: None,
        fixed: &[],
    };
    let kept = nearest(old.list().entries.len(), old.selected, |place| {
        let failure = changes.moved[old.failure_at(place)?]?;
        failures.binary_search(&failure).ok()?;
        group.position_of(failure)
    });
    group.selected = kept.unwrap_or_else(|| old.selected.min(group.list().entries.len().saturating_sub(1)));
    let row = rows(&old).row_of(old.selected).saturating_sub(old.offset);
    group.offset = rows(group).row_of(group.selected).saturating_sub(row);
    if group.features == old.features && old.explanations.ready().is_some() {
        group.explanations = old.explanations;
    }
}

/// Finds a failed test: its group and its index.
pub fn find(corpus: &Corpus, wanted: &TestOfRun) -> Option<(usize, FailureId)> {
    corpus.groups.iter().enumerate().find_map(|(index, group)| {
        let is_here = wanted.is_of(corpus, group);
        let mut failures = group.failures.iter().copied().filter(|_| is_here);
        Some((index, failures.find(|&failure| *corpus.failures[failure].test == *wanted.key.test)?))
    })
}

impl TestOfRun {
    pub(crate) fn of(corpus: &Corpus, group: usize, failure: FailureId) -> TestOfRun {
        TestOfRun::new(corpus.run_name(&corpus.groups[group]), &corpus.failures[failure])
    }

    pub(crate) fn is_of(&self, corpus: &Corpus, group: &Group) -> bool {
        self.run == corpus.run_name(group) && self.key.project == group.project && self.key.bug == group.bug
    }
}

/// The changes from one import to a later one. Failures are matched by name; of several with the same name, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CorpusDiff {
    /// The index in the later import of each failure of the earlier one; None if it no longer fails.
    pub moved: Vec<Option<FailureId>>,
    /// The failures of the earlier import whose tests pass in the later one.
    pub fixed: Vec<FailureId>,
    /// The failures of the earlier import whose tests are gone.
    pub gone: Vec<FailureId>,
    /// The failures of the later import that the earlier one did not have.
    pub new: Vec<FailureId>,
    /// The number of failures whose tests were run in the earlier import, and not again in the later one.
    pub not_run: usize,
    /// The number of failures whose tests were not run in the earlier import, and failed again in the later one.
    pub again: usize,
    /// The number of failures whose test text or failure mode has changed ([`Failure::identity`]).
    pub changed: usize,
}

impl CorpusDiff {
    /// Compares two imports; `fixed` are the tests that passed in the later one, as far as they failed before.
    pub fn between(earlier: &Corpus, later: &Corpus, fixed: &[TestOfRun]) -> CorpusDiff {
        let mut places: HashMap<(NameInRun<'_>, usize), FailureId> =
            later.named_failures().into_iter().collect();
        let fixed: HashSet<NameInRun<'_>> = fixed.iter().map(TestOfRun::borrowed).collect();
        let mut changes = CorpusDiff { moved: vec![None; earlier.failures.len()], ..CorpusDiff::default() };
        for (name, failure) in earlier.named_failures() {
            let place = places.remove(&name);
            changes.moved[failure] = place;
            match place {
                Some(place) => {
                    let (before, now) = (&earlier.failures[failure], &later.failures[place]);
                    changes.changed += usize::from(!is_same(before, now));
                    match (before.not_run(), now.not_run()) {
                        (None, Some(_)) => changes.not_run += 1,
                        (Some(_), None) => changes.again += 1,
                        _ => {}
                    }
                }
                None if fixed.contains(&name.0) => changes.fixed.push(failure),
                None => changes.gone.push(failure),
            }
        }
        changes.new = places.into_values().collect();
        changes.new.sort_unstable();
        changes
    }

    /// Returns `12 fixed, 3 new, 1 label stale`; None if nothing has changed.
    pub(crate) fn in_words(&self, stale_labels: usize) -> Option<String> {
        let labels = if stale_labels == 1 { "label stale" } else { "labels stale" };
        let counts = [
            (self.fixed.len(), "fixed"),
            (self.gone.len(), "gone"),
            (self.new.len(), "new"),
            (self.again, "failed again"),
            (self.not_run, "not run again"),
            (self.changed, "changed"),
            (stale_labels, labels),
        ];
        let words: Vec<String> = counts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{} {what}", text::number(*count)))
            .collect();
        (!words.is_empty()).then(|| words.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Passed, Run, StackTrace};
    use proptest::prelude::*;

    /// Returns one group of one run with these tests; the second number represents the failure mode.
    fn corpus(tests: &[(u8, u8)]) -> Corpus {
        let failures: Vec<Failure> = tests
            .iter()
            .map(|(test, way)| Failure {
                project: "Shop".into(),
                bug: "1".into(),
                test: format!("shop.Purse_ESTest::test{test}").into(),
                generated_test: format!("test{test}").into(),
                trace: StackTrace(format!("shop.Purse_ESTest::test{test}\na.E{way}: at {way}").into()),
                ..Failure::default()
            })
            .collect();
        let group = Group {
            is_predicted: false,
            run: 0,
            project: "Shop".into(),
            bug: "1".into(),
            failures: (0..failures.len()).map(FailureId::new).collect(),
            passed: Passed::default(),
        };
        Corpus {
            runs: vec![Run { name: "purse".to_owned() }],
            groups: vec![group],
            failures,
            ..Corpus::default()
        }
    }

    fn passed(test: u8) -> TestOfRun {
        TestOfRun {
            run: "purse".to_owned(),
            key: crate::model::TestKey {
                project: "Shop".into(),
                bug: "1".into(),
                test: format!("shop.Purse_ESTest::test{test}").into(),
            },
        }
    }

    #[test]
    fn passing_tests_are_fixed_and_missing_tests_are_gone() {
        let earlier = corpus(&[(1, 0), (2, 0), (3, 0), (4, 0)]);
        let later = corpus(&[(9, 0), (4, 1), (3, 0)]);
        let changes = CorpusDiff::between(&earlier, &later, &[passed(1), passed(7)]);
        assert_eq!(changes.moved, [None, None, Some(FailureId::new(2)), Some(FailureId::new(1))]);
        assert_eq!(changes.in_words(0).as_deref(), Some("1 fixed, 1 gone, 1 new, 1 changed"));
        assert_eq!(changes.in_words(2).as_deref(), Some("1 fixed, 1 gone, 1 new, 1 changed, 2 labels stale"));
        assert_eq!(CorpusDiff::between(&earlier, &earlier, &[]).in_words(0), None);
        assert_eq!(CorpusDiff::default().in_words(1).as_deref(), Some("1 label stale"));
    }

    #[test]
    fn a_test_of_another_run_or_bug_is_another_test() {
        let earlier = corpus(&[(1, 0)]);
        let mut later = earlier.clone();
        later.runs[0].name = "other".to_owned();
        let changes = CorpusDiff::between(&earlier, &later, &[]);
        assert_eq!((changes.gone.len(), changes.new.len()), (1, 1));
    }

    proptest! {
        #[test]
        fn every_failure_is_counted(
            earlier in prop::collection::vec((0..6u8, 0..3u8), 0..12),
            later in prop::collection::vec((0..6u8, 0..3u8), 0..12),
            fixed in prop::collection::vec(0..6u8, 0..6),
        ) {
            let (earlier, later) = (corpus(&earlier), corpus(&later));
            let passed: Vec<TestOfRun> = fixed.into_iter().map(passed).collect();
            let changes = CorpusDiff::between(&earlier, &later, &passed);
            let kept: Vec<(usize, FailureId)> =
                changes.moved.iter().enumerate().filter_map(|(old, new)| Some((old, (*new)?))).collect();
            prop_assert_eq!(changes.fixed.len() + changes.gone.len() + kept.len(), earlier.failures.len());
            prop_assert_eq!(changes.new.len() + kept.len(), later.failures.len());
            let places: HashSet<FailureId> = kept.iter().map(|(_, new)| *new).collect();
            prop_assert_eq!(places.len(), kept.len(), "no two have the same index");
            for (old, new) in kept {
                prop_assert_eq!(&earlier.failures[old].test, &later.failures[new].test);
            }
            let back = CorpusDiff::between(&later, &earlier, &[]);
            prop_assert_eq!((back.gone.len(), back.changed), (changes.new.len(), changes.changed));
        }
    }
}
