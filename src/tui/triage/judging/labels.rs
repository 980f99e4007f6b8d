//! The labels and notes in memory, their undo, and the progress of labelling.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::before::ShownBefore;
use crate::model::{
    Corpus, Failure, FailureId, Judgement, Label, Ranking, TestIdentity, TestKey, Verdict, VerdictCounts,
};
use crate::rank::{KnownBefore, by_judge};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    pub judgement: Judgement,
    /// True if it was given to a test of the same name with another text: it is shown, but does not count as judged.
    pub stale: bool,
    pub saved: bool,
    /// The look in which it was given, a higher number for a later one; 0 for the label of another annotator.
    /// The labels that one key gives have the same number: they are one look in each group.
    pub look: u64,
}

/// The labels of a judge, which are shown beside those of the annotator.
#[derive(Debug, Default, PartialEq)]
pub struct ShownJudge {
    pub name: String,
    /// The label of each failure that it judged, with the reason as its note.
    pub judgements: HashMap<FailureId, Judgement>,
}

impl ShownJudge {
    fn label(&self, failure: FailureId) -> Option<Label> {
        self.judgements.get(&failure)?.label
    }

    /// Returns a list in the order of a person who trusts the judge.
    pub(crate) fn order(&self, list: &Ranking) -> Ranking {
        by_judge(list, |failure| self.label(failure))
    }
}

/// The marks of failures, of which few have one.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Marks {
    own: Arc<HashMap<FailureId, Mark>>,
    pub(crate) judge: Option<Arc<ShownJudge>>,
    /// The knowledge from earlier runs, if any are named.
    pub(crate) before: Option<Arc<ShownBefore>>,
}

impl Marks {
    pub(crate) fn known_before(&self, failure: FailureId) -> Option<&KnownBefore> {
        self.before.as_ref()?.known(failure)
    }

    /// Returns the mark of a failure, including stale marks.
    pub(crate) fn mark(&self, failure: FailureId) -> Option<&Mark> {
        self.own.get(&failure)
    }

    /// Returns the marks of all failures, in no order.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Mark> {
        self.own.values()
    }

    /// Returns the label that counts; None if there is none or it is stale.
    pub(crate) fn label(&self, failure: FailureId) -> Option<Label> {
        self.mark(failure).filter(|mark| !mark.stale).and_then(|mark| mark.judgement.label)
    }

    /// Returns the label that counts with its reason; None if there is none or it is stale.
    pub(crate) fn verdict(&self, failure: FailureId) -> Option<Verdict> {
        self.mark(failure).filter(|mark| !mark.stale).and_then(|mark| mark.judgement.verdict())
    }

    pub(crate) fn judged(&self, failure: FailureId) -> Option<Label> {
        self.judge.as_ref()?.label(failure)
    }
}

#[derive(Debug, Default)]
pub struct Labels {
    pub(crate) marks: Marks,
    /// The failures whose marks have changed since the filter was checked.
    pub(crate) changed: Vec<FailureId>,
    /// The failures whose labels were not counted since they changed.
    pub(crate) uncounted: Vec<FailureId>,
    done: Vec<Edit>,
    undone: Vec<Edit>,
    /// The number of the latest look.
    latest_look: u64,
    /// The number of changes of marks.
    version: u64,
}

#[derive(Debug, Clone)]
struct Edit {
    /// The failure that was selected.
    at: Target,
    changes: Vec<Change>,
    /// The previous decision, if the edit decided a disagreement: an empty judgement if there was none.
    decided: Option<Judgement>,
}

#[derive(Debug, Clone)]
struct Change {
    target: Target,
    before: Option<Mark>,
    after: Judgement,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Target {
    Here(FailureId),
    /// A failure that no longer exists or has changed. Its changes can't be undone until it comes back.
    Gone(TestIdentity),
}

/// Failures with their new judgements.
pub type NewJudgements = Vec<(FailureId, Judgement)>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    pub at: FailureId,
    /// The judgements to record, one per failure: at least one.
    pub judgements: NewJudgements,
    pub decision: bool,
    pub note_only: bool,
    /// True if a later edit stays, because its failures are gone.
    pub is_earlier: bool,
}

/// The difference between a mark from the journals and the shown one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replaced {
    Same,
    New,
    Gone,
}

/// Returns true if a label given to the earlier failure applies to the later one.
pub(crate) fn is_same(earlier: &Failure, later: &Failure) -> bool {
    earlier.generated_test == later.generated_test && earlier.identity().fails_like(&later.identity())
}

impl Labels {
    pub fn new(marks: HashMap<FailureId, Mark>) -> Labels {
        let latest_look = marks.values().map(|mark| mark.look).max().unwrap_or(0);
        Labels { marks: Marks { own: Arc::new(marks), ..Marks::default() }, latest_look, ..Labels::default() }
    }

    pub(crate) fn shown_judge(&self) -> Option<&ShownJudge> {
        self.marks.judge.as_deref()
    }

    pub fn judged(&self, failure: FailureId) -> Option<Label> {
        self.marks.judged(failure)
    }

    pub(crate) fn marks(&self) -> Marks {
        self.marks.clone()
    }

    pub fn mark(&self, failure: FailureId) -> Option<&Mark> {
        self.marks.mark(failure)
    }

    pub fn label(&self, failure: FailureId) -> Option<Label> {
        self.marks.label(failure)
    }

    /// Returns the label that counts, with the reason of a false positive.
    pub(crate) fn verdict(&self, failure: FailureId) -> Option<Verdict> {
        self.mark(failure).filter(|mark| !mark.stale).and_then(|mark| mark.judgement.verdict())
    }

    /// Returns true if the label that counts was given to a whole signature.
    pub fn is_by_signature(&self, failure: FailureId) -> bool {
        self.label(failure).is_some() && self.mark(failure).is_some_and(|mark| mark.judgement.by_signature)
    }

    pub fn note(&self, failure: FailureId) -> &str {
        self.mark(failure).map_or("", |mark| &mark.judgement.note)
    }

    /// Returns a number that is another one after every change of a mark.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    pub(crate) fn can_undo(&self) -> bool {
        last_here(&self.done).is_some()
    }

    pub(crate) fn can_redo(&self) -> bool {
        last_here(&self.undone).is_some()
    }

    /// Sets the judgements of several failures, each once, while `at` is selected: one undo reverts all of
    /// them. Undone edits can no longer be redone. `decided` is the previous decision, if this decides a
    /// disagreement.
    pub fn judge(&mut self, at: FailureId, judgements: NewJudgements, decided: Option<Judgement>) {
        let mut changes = Vec::with_capacity(judgements.len());
        self.latest_look += 1;
        for (failure, after) in judgements {
            let before = self.mark(failure).cloned();
            self.set(failure, after.clone());
            changes.push(Change { target: Target::Here(failure), before, after });
        }
        self.done.push(Edit { at: Target::Here(at), changes, decided });
        self.undone.clear();
    }

    /// Undoes the last edit of which at least one failure exists.
    pub fn undo(&mut self) -> Option<Changed> {
        let last = last_here(&self.done)?;
        let is_earlier = last + 1 < self.done.len();
        let edit = self.done.remove(last);
        let changed = self.apply(&edit, true);
        self.undone.push(edit);
        changed.map(|changed| Changed { is_earlier, ..changed })
    }

    pub fn redo(&mut self) -> Option<Changed> {
        let edit = self.undone.remove(last_here(&self.undone)?);
        let changed = self.apply(&edit, false);
        self.done.push(edit);
        changed
    }

    /// Applies or reverts an edit, as far as its failures exist; returns None if there is nothing to record.
    fn apply(&mut self, edit: &Edit, reverts: bool) -> Option<Changed> {
        let mut judgements = Vec::with_capacity(edit.changes.len());
        for change in &edit.changes {
            let Target::Here(failure) = change.target else { continue };
            if reverts {
                self.put(failure, change.before.clone());
                judgements.push((failure, edit.before(change).cloned().unwrap_or_default()));
            } else {
                self.set(failure, change.after.clone());
                judgements.push((failure, change.after.clone()));
            }
        }
        let first = judgements.first()?.0;
        let at = if let Target::Here(at) = edit.at { at } else { first };
        let without_note = |judgement: &Judgement| Judgement { note: String::new(), ..judgement.clone() };
        let note_only = edit.changes.iter().all(|change| {
            edit.before(change).map(without_note).unwrap_or_default() == without_note(&change.after)
        });
        Some(Changed { at, judgements, decision: edit.decided.is_some(), note_only, is_earlier: false })
    }

    /// Applies the marks of reloaded results; `moved` gives the new index of each failure. Edits can still be undone
    /// if their failures are the same, or when they come back.
    pub fn reload(
        &mut self,
        marks: HashMap<FailureId, Mark>,
        old: &Corpus,
        new: &Corpus,
        moved: impl Fn(FailureId) -> Option<FailureId>,
    ) {
        self.latest_look = marks.values().map(|mark| mark.look).max().unwrap_or(0).max(self.latest_look);
        self.marks.own = Arc::new(marks);
        self.changed.clear();
        self.uncounted.clear();
        let mut targets: Vec<&mut Target> =
            self.done.iter_mut().chain(&mut self.undone).flat_map(Edit::targets).collect();
        let gone = targets.iter().filter_map(|target| match target {
            Target::Gone(identity) => Some(identity.key.borrowed()),
            Target::Here(_) => None,
        });
        let gone: HashSet<TestKey<&str>> = gone.collect();
        // Only few failures need the hash of their source.
        let back = new.failures_with_ids().filter(|(_, failure)| gone.contains(&failure.key()));
        let back: HashMap<_, _> = back.map(|(id, failure)| (failure.identity(), id)).collect();
        for target in &mut targets {
            **target = match &**target {
                Target::Here(failure) => {
                    let failed = &old.failures[*failure];
                    match moved(*failure).filter(|&place| is_same(failed, &new.failures[place])) {
                        Some(place) => Target::Here(place),
                        None => Target::Gone(failed.identity()),
                    }
                }
                Target::Gone(identity) => match back.get(identity) {
                    Some(place) => Target::Here(*place),
                    None => Target::Gone(identity.clone()),
                },
            };
        }
    }

    /// Returns the looks of the annotator, the earliest first: for each its group and whether it found a bug
    /// there. A label that was cleared is no look. `group` returns the group of a failure.
    pub(crate) fn looks(
        &self,
        group: impl Fn(FailureId) -> Option<usize>,
        is_wrong: impl Fn(FailureId) -> bool,
    ) -> Vec<Look> {
        let mut found: BTreeMap<(u64, usize), bool> = BTreeMap::new();
        for (&failure, mark) in self.marks.own.iter().filter(|(_, mark)| mark.look > 0 && !mark.stale) {
            if let (Some(label), Some(group)) = (mark.judgement.label, group(failure)) {
                *found.entry((mark.look, group)).or_default() |=
                    label == Label::TruePositive && !is_wrong(failure);
            }
        }
        found.into_iter().map(|((_, group), is_bug)| Look { group, is_bug }).collect()
    }

    /// Applies a mark from the journals; returns the difference from the shown one.
    pub fn replace(&mut self, failure: FailureId, mark: &Option<Mark>) -> Replaced {
        let judgement = |mark: Option<&Mark>| mark.map(|mark| (mark.judgement.clone(), mark.stale));
        let replaced = match (judgement(self.mark(failure)), judgement(mark.as_ref())) {
            (before, now) if before == now => Replaced::Same,
            (_, None) => Replaced::Gone,
            (_, Some(_)) => Replaced::New,
        };
        if replaced != Replaced::Same || self.mark(failure) != mark.as_ref() {
            self.put(failure, mark.clone());
        }
        if replaced == Replaced::Same {
            self.changed.pop_if(|&mut last| last == failure);
        }
        replaced
    }

    pub(crate) fn set_saved(&mut self, failure: FailureId, saved: bool) {
        if self.mark(failure).is_some_and(|mark| mark.saved != saved)
            && let Some(mark) = Arc::make_mut(&mut self.marks.own).get_mut(&failure)
        {
            mark.saved = saved;
        }
    }

    fn set(&mut self, failure: FailureId, judgement: Judgement) {
        let empty = judgement == Judgement::default();
        // A note that is changed is no look.
        let same = self.mark(failure).filter(|mark| !mark.stale && mark.judgement.label == judgement.label);
        let look = same.map_or(self.latest_look, |mark| mark.look);
        self.put(failure, (!empty).then_some(Mark { judgement, stale: false, saved: true, look }));
    }

    fn put(&mut self, failure: FailureId, mark: Option<Mark>) {
        self.version += 1;
        let marks = Arc::make_mut(&mut self.marks.own);
        match mark {
            Some(mark) => drop(marks.insert(failure, mark)),
            None => drop(marks.remove(&failure)),
        }
        self.changed.push(failure);
        self.uncounted.push(failure);
    }
}

/// A failure, or the failures of a folded row, that the annotator has judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    pub group: usize,
    /// True if it found a bug, as far as the shown truth does not contradict the label.
    pub is_bug: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    pub total: usize,
    /// The number of failures with a label, including `unsure`.
    pub judged: usize,
    pub verdicts: VerdictCounts,
}

impl Progress {
    pub(crate) fn of_failures(failures: impl IntoIterator<Item = FailureId>, judging: &Labels) -> Progress {
        let mut progress = Progress::default();
        for failure in failures {
            progress.add(judging.verdict(failure));
        }
        progress
    }

    pub(crate) fn is_unanimous(self) -> bool {
        let VerdictCounts { true_positives, false_positives, environment, unsure } = self.verdicts;
        self.total > 0
            && [true_positives, false_positives - environment, environment, unsure].contains(&self.total)
    }

    pub(crate) fn is_complete(self) -> bool {
        self.judged == self.total
    }

    /// Returns the verdict on what these failures share; None while one of them has no label.
    pub(crate) fn as_one(self) -> Option<Verdict> {
        self.verdicts.as_one().filter(|_| self.is_complete())
    }

    pub(crate) fn add(&mut self, verdict: Option<Verdict>) {
        self.total += 1;
        if let Some(verdict) = verdict {
            self.verdicts.add(verdict);
            self.judged += 1;
        }
    }

    pub(crate) fn plus(self, other: &Progress) -> Progress {
        Progress {
            total: self.total + other.total,
            judged: self.judged + other.judged,
            verdicts: self.verdicts.plus(other.verdicts),
        }
    }
}

pub(crate) fn label_letter(verdict: impl Into<Verdict>) -> &'static str {
    let verdict = verdict.into();
    match verdict.label {
        _ if verdict.is_environment() => "E",
        Label::TruePositive => "T",
        Label::FalsePositive => "F",
        Label::Unsure => "?",
    }
}

/// Returns the last edit of which at least one failure exists.
fn last_here(edits: &[Edit]) -> Option<usize> {
    edits.iter().rposition(|edit| edit.changes.iter().any(|change| matches!(change.target, Target::Here(_))))
}

impl Edit {
    fn targets(&mut self) -> impl Iterator<Item = &mut Target> {
        std::iter::once(&mut self.at).chain(self.changes.iter_mut().map(|change| &mut change.target))
    }

    /// Returns the judgement before a change: the decision, if the edit decided a disagreement.
    fn before<'a>(&'a self, change: &'a Change) -> Option<&'a Judgement> {
        // A stale mark belongs to another text of the test: for this text, there was no judgement.
        let current = change.before.as_ref().filter(|mark| !mark.stale).map(|mark| &mark.judgement);
        self.decided.as_ref().or(current)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labelled(label: Label) -> Judgement {
        Judgement { label: Some(label), ..Judgement::default() }
    }

    /// Returns the change of failure 0.
    #[expect(clippy::unnecessary_wraps, reason = "it is compared with what undo returns")]
    fn changed(judgement: Judgement) -> Option<Changed> {
        Some(Changed {
            at: FailureId::new(0),
            judgements: vec![(FailureId::new(0), judgement)],
            decision: false,
            note_only: false,
            is_earlier: false,
        })
    }

    #[test]
    fn one_undo_reverts_one_edit() {
        let mut judging = Labels::default();
        judging.judge(FailureId::new(2), vec![(FailureId::new(2), labelled(Label::FalsePositive))], None);
        let all = (0..3).map(|failure| (FailureId::new(failure), labelled(Label::TruePositive))).collect();
        judging.judge(FailureId::new(1), all, None);
        let undone = judging.undo().expect("there was an edit");
        assert_eq!(undone.at, FailureId::new(1));
        assert_eq!(
            undone.judgements[2],
            (FailureId::new(2), labelled(Label::FalsePositive)),
            "as it was before"
        );
        assert_eq!(
            [0, 1, 2].map(|failure| judging.label(FailureId::new(failure))),
            [None, None, Some(Label::FalsePositive)]
        );
        assert_eq!(judging.redo().expect("it was undone").judgements.len(), 3);
        assert_eq!(judging.label(FailureId::new(0)), Some(Label::TruePositive));
    }

    #[test]
    fn undo_and_redo_are_inverse() {
        let mut judging = Labels::default();
        judging.judge(FailureId::new(0), vec![(FailureId::new(0), labelled(Label::TruePositive))], None);
        judging.judge(FailureId::new(0), vec![(FailureId::new(0), labelled(Label::FalsePositive))], None);
        assert_eq!(judging.undo(), changed(labelled(Label::TruePositive)));
        assert_eq!(judging.undo(), changed(Judgement::default()));
        assert_eq!(judging.label(FailureId::new(0)), None);
        assert_eq!(judging.redo(), changed(labelled(Label::TruePositive)));
        assert_eq!(judging.label(FailureId::new(0)), Some(Label::TruePositive));
        judging.judge(FailureId::new(1), vec![(FailureId::new(1), labelled(Label::Unsure))], None);
        assert!(!judging.can_redo(), "a new label discards undone edits");
    }

    #[test]
    fn undoing_a_decision_restores_the_previous_one() {
        let said = Mark { judgement: labelled(Label::FalsePositive), stale: false, saved: true, look: 0 };
        let mut judging = Labels::new(HashMap::from([(FailureId::new(0), said.clone())]));
        judging.judge(
            FailureId::new(0),
            vec![(FailureId::new(0), labelled(Label::TruePositive))],
            Some(Judgement::default()),
        );
        judging.judge(
            FailureId::new(0),
            vec![(FailureId::new(0), labelled(Label::Unsure))],
            Some(labelled(Label::TruePositive)),
        );
        let decided = |judgement| changed(judgement).map(|changed| Changed { decision: true, ..changed });
        assert_eq!(judging.undo(), decided(labelled(Label::TruePositive)), "the decision before");
        assert_eq!(judging.undo(), decided(Judgement::default()), "none");
        assert_eq!(judging.mark(FailureId::new(0)), Some(&said));
        assert_eq!(judging.redo(), decided(labelled(Label::TruePositive)));
    }

    #[test]
    fn undo_restores_a_stale_mark_without_recording_it() {
        let stale = Mark { judgement: labelled(Label::TruePositive), stale: true, saved: true, look: 0 };
        let mut judging = Labels::new(HashMap::from([(FailureId::new(0), stale.clone())]));
        assert_eq!(judging.label(FailureId::new(0)), None);
        judging.judge(FailureId::new(0), vec![(FailureId::new(0), labelled(Label::FalsePositive))], None);
        assert_eq!(judging.undo(), changed(Judgement::default()));
        assert_eq!(judging.mark(FailureId::new(0)), Some(&stale));
    }
}
