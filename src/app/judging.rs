//! Labels and notes as the program holds them, their undo, and how far the work has come.

use crate::model::{Judgement, Label, RankedFailure, Ranking};

/// What is said of one failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// Label and note.
    pub judgement: Judgement,
    /// It was said of a test of this name with another text: shown, but it does not count as judged.
    pub stale: bool,
    /// It is on disk.
    pub saved: bool,
}

/// The marks of all failures, and the way back.
#[derive(Debug, Default)]
pub struct Judging {
    marks: Vec<Option<Mark>>,
    done: Vec<Edit>,
    undone: Vec<Edit>,
}

/// What a person did at one go: to one failure, or to all of a signature.
#[derive(Debug, Clone)]
struct Edit {
    /// The failure that was selected.
    at: usize,
    changes: Vec<Change>,
}

/// One change of one mark.
#[derive(Debug, Clone)]
struct Change {
    failure: usize,
    before: Option<Mark>,
    after: Judgement,
}

/// What an undo or a redo comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// The failure that was selected when it was done first.
    pub at: usize,
    /// What is to be recorded of each failure.
    pub judgements: Vec<(usize, Judgement)>,
}

impl Judging {
    /// Starts with what the journal says; nothing can be undone yet.
    pub fn new(marks: Vec<Option<Mark>>) -> Judging {
        Judging { marks, done: Vec::new(), undone: Vec::new() }
    }

    /// What is said of a failure, stale marks included.
    pub fn mark(&self, failure: usize) -> Option<&Mark> {
        self.marks.get(failure).and_then(Option::as_ref)
    }

    /// The label that counts; None when there is none or it is stale.
    pub fn label(&self, failure: usize) -> Option<Label> {
        self.mark(failure).filter(|mark| !mark.stale).and_then(|mark| mark.judgement.label)
    }

    /// Whether the label that counts was given to a whole signature.
    pub fn is_by_signature(&self, failure: usize) -> bool {
        self.label(failure).is_some() && self.mark(failure).is_some_and(|mark| mark.judgement.by_signature)
    }

    /// The note on a failure; empty when there is none.
    pub fn note(&self, failure: usize) -> &str {
        self.mark(failure).map_or("", |mark| &mark.judgement.note)
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Says `after` of a failure; what was undone before can't be redone any more.
    pub fn judge(&mut self, failure: usize, after: Judgement) {
        self.judge_all(failure, vec![(failure, after)]);
    }

    /// Says something of several failures, each once, while `at` is selected: one undo takes all of it back.
    pub fn judge_all(&mut self, at: usize, judgements: Vec<(usize, Judgement)>) {
        let mut changes = Vec::with_capacity(judgements.len());
        for (failure, after) in judgements {
            let before = self.marks[failure].clone();
            self.set(failure, after.clone());
            changes.push(Change { failure, before, after });
        }
        self.done.push(Edit { at, changes });
        self.undone.clear();
    }

    /// Takes back what was done last.
    pub fn undo(&mut self) -> Option<Changed> {
        let edit = self.done.pop()?;
        let mut judgements = Vec::with_capacity(edit.changes.len());
        for Change { failure, before, .. } in &edit.changes {
            // A stale mark belongs to another text of the test: for this text, nothing was said.
            let record = before.as_ref().filter(|mark| !mark.stale).map(|mark| mark.judgement.clone());
            self.marks[*failure].clone_from(before);
            judgements.push((*failure, record.unwrap_or_default()));
        }
        let at = edit.at;
        self.undone.push(edit);
        Some(Changed { at, judgements })
    }

    /// Does again what was undone last.
    pub fn redo(&mut self) -> Option<Changed> {
        let edit = self.undone.pop()?;
        let done = edit.changes.iter().map(|change| (change.failure, change.after.clone()));
        let changed = Changed { at: edit.at, judgements: done.collect() };
        for (failure, after) in &changed.judgements {
            self.set(*failure, after.clone());
        }
        self.done.push(edit);
        Some(changed)
    }

    /// Takes over what somebody else wrote; tells whether that changed anything.
    pub fn replace(&mut self, failure: usize, mark: &Option<Mark>) -> bool {
        match self.marks.get_mut(failure) {
            Some(place) if place != mark => {
                place.clone_from(mark);
                true
            }
            _ => false,
        }
    }

    /// Shows whether a mark is on disk.
    pub fn set_saved(&mut self, failure: usize, saved: bool) {
        if let Some(Some(mark)) = self.marks.get_mut(failure) {
            mark.saved = saved;
        }
    }

    fn set(&mut self, failure: usize, judgement: Judgement) {
        let empty = judgement == Judgement::default();
        self.marks[failure] = (!empty).then_some(Mark { judgement, stale: false, saved: true });
    }
}

/// How many of a top K are judged, and how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// Failures in the top K.
    pub total: usize,
    /// Those with a label, `unsure` included.
    pub judged: usize,
    /// Labelled true positive.
    pub true_positives: usize,
    /// Labelled false positive.
    pub false_positives: usize,
    /// Labelled unsure.
    pub unsure: usize,
}

impl Progress {
    /// The progress in the first `top` places of a ranking.
    pub fn of(ranking: &Ranking, top: usize, judging: &Judging) -> Progress {
        Progress::of_entries(ranking.entries.iter().take(top), judging)
    }

    /// The progress in some places of a ranking.
    pub fn of_entries<'a>(
        entries: impl IntoIterator<Item = &'a RankedFailure>,
        judging: &Judging,
    ) -> Progress {
        let mut progress = Progress::default();
        for entry in entries {
            progress.add(judging.label(entry.failure));
        }
        progress
    }

    /// Whether all have the same label.
    pub fn is_unanimous(self) -> bool {
        self.total > 0 && [self.true_positives, self.false_positives, self.unsure].contains(&self.total)
    }

    /// Counts one more, with this label or none.
    pub(super) fn add(&mut self, label: Option<Label>) {
        self.total += 1;
        match label {
            Some(Label::TruePositive) => self.true_positives += 1,
            Some(Label::FalsePositive) => self.false_positives += 1,
            Some(Label::Unsure) => self.unsure += 1,
            None => return,
        }
        self.judged += 1;
    }

    /// The two together.
    #[must_use]
    pub fn plus(self, other: Progress) -> Progress {
        Progress {
            total: self.total + other.total,
            judged: self.judged + other.judged,
            true_positives: self.true_positives + other.true_positives,
            false_positives: self.false_positives + other.false_positives,
            unsure: self.unsure + other.unsure,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labelled(label: Label) -> Judgement {
        Judgement { label: Some(label), ..Judgement::default() }
    }

    /// Of failure 0.
    #[expect(clippy::unnecessary_wraps, reason = "it is compared with what undo returns")]
    fn changed(judgement: Judgement) -> Option<Changed> {
        Some(Changed { at: 0, judgements: vec![(0, judgement)] })
    }

    #[test]
    fn one_undo_takes_back_what_was_done_at_one_go() {
        let mut judging = Judging::new(vec![None; 3]);
        judging.judge(2, labelled(Label::FalsePositive));
        let all = (0..3).map(|failure| (failure, labelled(Label::TruePositive))).collect();
        judging.judge_all(1, all);
        let undone = judging.undo().expect("something was done");
        assert_eq!(undone.at, 1);
        assert_eq!(undone.judgements[2], (2, labelled(Label::FalsePositive)), "as it was before");
        assert_eq!([0, 1, 2].map(|failure| judging.label(failure)), [None, None, Some(Label::FalsePositive)]);
        assert_eq!(judging.redo().expect("it was undone").judgements.len(), 3);
        assert_eq!(judging.label(0), Some(Label::TruePositive));
    }

    #[test]
    fn undo_and_redo_walk_the_same_way() {
        let mut judging = Judging::new(vec![None, None]);
        judging.judge(0, labelled(Label::TruePositive));
        judging.judge(0, labelled(Label::FalsePositive));
        assert_eq!(judging.undo(), changed(labelled(Label::TruePositive)));
        assert_eq!(judging.undo(), changed(Judgement::default()));
        assert_eq!(judging.label(0), None);
        assert_eq!(judging.redo(), changed(labelled(Label::TruePositive)));
        assert_eq!(judging.label(0), Some(Label::TruePositive));
        judging.judge(1, labelled(Label::Unsure));
        assert!(!judging.can_redo(), "a new label starts a new way");
    }

    #[test]
    fn a_stale_mark_comes_back_on_undo_but_is_not_recorded_for_this_text() {
        let stale = Mark { judgement: labelled(Label::TruePositive), stale: true, saved: true };
        let mut judging = Judging::new(vec![Some(stale.clone())]);
        assert_eq!(judging.label(0), None);
        judging.judge(0, labelled(Label::FalsePositive));
        assert_eq!(judging.undo(), changed(Judgement::default()));
        assert_eq!(judging.mark(0), Some(&stale));
    }
}
