//! Labels and notes as the program holds them, their undo, and how far the work has come.

use crate::model::{Judgement, Label, Ranking};

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

/// One change of one mark.
#[derive(Debug, Clone)]
struct Edit {
    failure: usize,
    before: Option<Mark>,
    after: Judgement,
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

    /// The note on a failure; empty when there is none.
    pub fn note(&self, failure: usize) -> &str {
        self.mark(failure).map_or("", |mark| &mark.judgement.note)
    }

    /// How many changes can be undone.
    pub(super) fn depth(&self) -> usize {
        self.done.len()
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
        let before = self.marks[failure].clone();
        self.set(failure, after.clone());
        self.done.push(Edit { failure, before, after });
        self.undone.clear();
    }

    /// Takes the last change back. Returns the failure and what is to be recorded of it.
    pub fn undo(&mut self) -> Option<(usize, Judgement)> {
        let edit = self.done.pop()?;
        let failure = edit.failure;
        // A stale mark belongs to another text of the test: for this text, nothing was said.
        let record = edit.before.as_ref().filter(|mark| !mark.stale).map(|mark| mark.judgement.clone());
        self.marks[failure].clone_from(&edit.before);
        self.undone.push(edit);
        Some((failure, record.unwrap_or_default()))
    }

    /// Makes the last undone change again.
    pub fn redo(&mut self) -> Option<(usize, Judgement)> {
        let edit = self.undone.pop()?;
        let result = (edit.failure, edit.after.clone());
        self.set(edit.failure, edit.after.clone());
        self.done.push(edit);
        Some(result)
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
        let mut progress = Progress::default();
        for entry in ranking.entries.iter().take(top) {
            progress.total += 1;
            match judging.label(entry.failure) {
                Some(Label::TruePositive) => progress.true_positives += 1,
                Some(Label::FalsePositive) => progress.false_positives += 1,
                Some(Label::Unsure) => progress.unsure += 1,
                None => continue,
            }
            progress.judged += 1;
        }
        progress
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
        Judgement { label: Some(label), note: String::new() }
    }

    #[test]
    fn undo_and_redo_walk_the_same_way() {
        let mut judging = Judging::new(vec![None, None]);
        judging.judge(0, labelled(Label::TruePositive));
        judging.judge(0, labelled(Label::FalsePositive));
        assert_eq!(judging.undo(), Some((0, labelled(Label::TruePositive))));
        assert_eq!(judging.undo(), Some((0, Judgement::default())));
        assert_eq!(judging.label(0), None);
        assert_eq!(judging.redo(), Some((0, labelled(Label::TruePositive))));
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
        assert_eq!(judging.undo(), Some((0, Judgement::default())));
        assert_eq!(judging.mark(0), Some(&stale));
    }
}
