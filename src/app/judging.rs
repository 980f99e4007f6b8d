//! Labels and notes as the program holds them, their undo, and how far the work has come.

use std::collections::{HashMap, HashSet};

use super::changes::is_same;
use crate::model::{Corpus, Judgement, Label, Ranking, TestIdentity};

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
    place: Place,
    before: Option<Mark>,
    after: Judgement,
    /// What had been decided before, if it decided a disagreement: nothing is an empty judgement.
    decided: Option<Judgement>,
}

/// Which failure a change belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Place {
    /// The one of this index.
    Here(usize),
    /// One that is not there any more, or is another one now. Its changes can't be undone until it comes back.
    Gone(TestIdentity),
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
        last_here(&self.done).is_some()
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        last_here(&self.undone).is_some()
    }

    /// Says `after` of a failure; what was undone before can't be redone any more.
    pub fn judge(&mut self, failure: usize, after: Judgement) {
        let before = self.marks[failure].clone();
        self.set(failure, after.clone());
        self.done.push(Edit { place: Place::Here(failure), before, after, decided: None });
        self.undone.clear();
    }

    /// Decides a disagreement on a failure; `earlier` is what had been decided before.
    pub fn decide(&mut self, failure: usize, after: Judgement, earlier: Option<Judgement>) {
        let before = self.marks[failure].clone();
        self.set(failure, after.clone());
        let decided = Some(earlier.unwrap_or_default());
        self.done.push(Edit { place: Place::Here(failure), before, after, decided });
        self.undone.clear();
    }

    /// Whether the next undo takes a decision back.
    pub fn undoes_decision(&self) -> bool {
        last_here(&self.done).is_some_and(|(last, _)| self.done[last].decided.is_some())
    }

    /// Whether the next redo makes a decision again.
    pub fn redoes_decision(&self) -> bool {
        last_here(&self.undone).is_some_and(|(last, _)| self.undone[last].decided.is_some())
    }

    /// Takes the last change back. Returns the failure and what is to be recorded of it.
    pub fn undo(&mut self) -> Option<(usize, Judgement)> {
        let (last, failure) = last_here(&self.done)?;
        let edit = self.done.remove(last);
        // A stale mark belongs to another text of the test: for this text, nothing was said.
        let record = match &edit.decided {
            Some(earlier) => Some(earlier.clone()),
            None => edit.before.as_ref().filter(|mark| !mark.stale).map(|mark| mark.judgement.clone()),
        };
        self.marks[failure].clone_from(&edit.before);
        self.undone.push(edit);
        Some((failure, record.unwrap_or_default()))
    }

    /// Makes the last undone change again.
    pub fn redo(&mut self) -> Option<(usize, Judgement)> {
        let (last, failure) = last_here(&self.undone)?;
        let edit = self.undone.remove(last);
        let after = edit.after.clone();
        self.set(failure, after.clone());
        self.done.push(edit);
        Some((failure, after))
    }

    /// Takes over the marks of results that were read again; `moved` says where each failure is now. What can be undone stays,
    /// as far as the failures are the same, and comes back with them.
    pub fn reload(
        &mut self,
        marks: Vec<Option<Mark>>,
        old: &Corpus,
        new: &Corpus,
        moved: impl Fn(usize) -> Option<usize>,
    ) {
        self.marks = marks;
        let edits = || self.done.iter().chain(&self.undone);
        let awaited: HashMap<TestIdentity, Option<usize>> = edits()
            .filter_map(|edit| match &edit.place {
                Place::Gone(identity) => Some((identity.clone(), None)),
                Place::Here(_) => None,
            })
            .collect();
        let awaited = find(awaited, new);
        for edit in self.done.iter_mut().chain(&mut self.undone) {
            edit.place = match &edit.place {
                Place::Here(failure) => {
                    let failed = &old.failures[*failure];
                    match moved(*failure).filter(|&place| is_same(failed, &new.failures[place])) {
                        Some(place) => Place::Here(place),
                        None => Place::Gone(failed.identity()),
                    }
                }
                Place::Gone(identity) => match awaited.get(identity) {
                    Some(Some(place)) => Place::Here(*place),
                    _ => Place::Gone(identity.clone()),
                },
            };
        }
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

/// The last change whose failure is there, and the failure.
fn last_here(edits: &[Edit]) -> Option<(usize, usize)> {
    edits.iter().enumerate().rev().find_map(|(index, edit)| match edit.place {
        Place::Here(failure) => Some((index, failure)),
        Place::Gone(_) => None,
    })
}

/// Which failures these tests are.
fn find(
    mut tests: HashMap<TestIdentity, Option<usize>>,
    corpus: &Corpus,
) -> HashMap<TestIdentity, Option<usize>> {
    let names: HashSet<[String; 3]> =
        tests.keys().map(|test| [test.project.clone(), test.bug.clone(), test.test.clone()]).collect();
    if names.is_empty() {
        return tests;
    }
    for (index, failure) in corpus.failures.iter().enumerate() {
        let name = [&failure.project, &failure.bug, &failure.test].map(ToString::to_string);
        // Only few need the hash of their source.
        if names.contains(&name)
            && let Some(place) = tests.get_mut(&failure.identity())
        {
            *place = Some(index);
        }
    }
    tests
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
    fn a_decision_is_taken_back_as_one_and_what_was_said_is_there_again() {
        let said = Mark { judgement: labelled(Label::FalsePositive), stale: false, saved: true };
        let mut judging = Judging::new(vec![Some(said.clone())]);
        judging.decide(0, labelled(Label::TruePositive), None);
        judging.decide(0, labelled(Label::Unsure), Some(labelled(Label::TruePositive)));
        assert!(judging.undoes_decision());
        assert_eq!(judging.undo(), Some((0, labelled(Label::TruePositive))), "the decision before");
        assert_eq!(judging.undo(), Some((0, Judgement::default())), "none");
        assert_eq!(judging.mark(0), Some(&said));
        assert!(judging.redoes_decision());
        assert_eq!(judging.redo(), Some((0, labelled(Label::TruePositive))));
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
