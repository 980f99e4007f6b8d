//! The label that each annotator gives a test, and the tests on which they disagree.
//!
//! A decision (see [`LabelEvent::decision`]) settles a disagreement but is not an annotator's opinion: agreement is
//! measured between labels that people gave independently, before and after a decision.

use std::collections::BTreeMap;

use crate::model::{Judgement, Label, LabelEvent, TestIdentity, Timestamp, Verdict};

/// The judgement of one annotator on a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opinion {
    /// The annotator's name.
    pub annotator: String,
    /// The label and the note.
    pub judgement: Judgement,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Disagreement {
    /// The test, regardless of its failure mode.
    pub identity: TestIdentity,
    /// The opinions of all who labelled it, ordered by name.
    pub opinions: Vec<Opinion>,
    /// The decision and its author; `None` while it is open.
    pub decision: Option<Opinion>,
}

/// The last opinion of each annotator on each test in any failure mode, which journals of older versions don't record.
#[derive(Debug, Clone, Default)]
pub(crate) struct Opinions {
    tests: BTreeMap<TestIdentity, OfTest>,
}

#[derive(Debug, Clone, Default)]
struct OfTest {
    by_annotator: BTreeMap<String, (Timestamp, Judgement)>,
    decision: Option<(Timestamp, Opinion)>,
}

impl Opinions {
    /// Collects the events of any journals, in any order; of events with the same time the last one counts.
    pub(crate) fn of<'a>(events: impl IntoIterator<Item = &'a LabelEvent>) -> Opinions {
        let mut opinions = Opinions::default();
        for event in events {
            let at = Timestamp::parse(&event.time).unwrap_or(Timestamp::MIN);
            let of_test = opinions.tests.entry(event.identity.in_any_mode()).or_default();
            let judgement = event.judgement.clone();
            if event.decision {
                if of_test.decision.as_ref().is_none_or(|(known, _)| at >= *known) {
                    let opinion = Opinion { annotator: event.annotator.clone(), judgement };
                    of_test.decision = Some((at, opinion));
                }
            } else if of_test.by_annotator.get(&event.annotator).is_none_or(|(known, _)| at >= *known) {
                of_test.by_annotator.insert(event.annotator.clone(), (at, judgement));
            }
        }
        opinions
    }

    pub(crate) fn annotators(&self) -> Vec<&str> {
        let mut names: Vec<&str> =
            self.tests.values().flat_map(OfTest::labels).map(|(annotator, _)| annotator).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    pub(crate) fn labelled_by(&self, annotator: &str) -> usize {
        self.tests.values().filter(|test| test.label_of(annotator).is_some()).count()
    }

    /// Returns the verdicts of two annotators on every test that both have labelled, in order of the tests.
    pub(crate) fn pairs(&self, one: &str, other: &str) -> Vec<[Verdict; 2]> {
        self.tests
            .values()
            .filter_map(|test| Some([test.verdict_of(one)?, test.verdict_of(other)?]))
            .collect()
    }

    /// Returns for each test the number of labels of each kind that these annotators gave it, in the order of
    /// [`Label::ALL`].
    pub(crate) fn counts(&self, annotators: &[&str]) -> Vec<[usize; 3]> {
        self.tests
            .values()
            .map(|test| {
                let mut counts = [0; 3];
                for label in annotators.iter().filter_map(|annotator| test.label_of(annotator)) {
                    counts[label as usize] += 1;
                }
                counts
            })
            .collect()
    }

    /// Returns the tests that are labelled differently, ordered by project, bug and test.
    pub(crate) fn disagreements(&self) -> Vec<Disagreement> {
        self.tests.iter().filter_map(|(identity, test)| test.disagreement(identity)).collect()
    }
}

impl OfTest {
    fn labels(&self) -> impl Iterator<Item = (&str, Label)> {
        let judgements = self.by_annotator.iter();
        judgements.filter_map(|(annotator, (_, judgement))| Some((annotator.as_str(), judgement.label?)))
    }

    fn label_of(&self, annotator: &str) -> Option<Label> {
        self.verdict_of(annotator).map(|verdict| verdict.label)
    }

    fn verdict_of(&self, annotator: &str) -> Option<Verdict> {
        self.by_annotator.get(annotator)?.1.verdict()
    }

    fn disagreement(&self, identity: &TestIdentity) -> Option<Disagreement> {
        let mut labels = self.labels().map(|(_, label)| label);
        let first = labels.next()?;
        if labels.all(|label| label == first) {
            return None;
        }
        let labelled = self.by_annotator.iter().filter(|(_, (_, judgement))| judgement.label.is_some());
        let decision = self.decision.as_ref().map(|(_, decision)| decision);
        Some(Disagreement {
            identity: identity.clone(),
            opinions: labelled
                .map(|(annotator, (_, judgement)): (&String, &(Timestamp, Judgement))| Opinion {
                    annotator: annotator.clone(),
                    judgement: judgement.clone(),
                })
                .collect(),
            decision: decision.filter(|decision| decision.judgement.label.is_some()).cloned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(test: &str, annotator: &str, label: Option<Label>, second: u32) -> LabelEvent {
        LabelEvent {
            identity: TestIdentity::new("Lang", "7", test, "x"),
            judgement: Judgement { label, ..Judgement::default() },
            annotator: annotator.to_owned(),
            time: format!("2026-01-02T03:04:{second:02}Z"),
            decision: false,
            by: None,
        }
    }

    const TP: Option<Label> = Some(Label::TruePositive);
    const FP: Option<Label> = Some(Label::FalsePositive);

    #[test]
    fn the_last_opinion_of_each_counts_and_a_decision_is_not_an_opinion() {
        let decided = LabelEvent { decision: true, ..event("t", "ada", TP, 9) };
        let events = [
            event("t", "ada", FP, 3),
            event("t", "ada", TP, 1),
            event("t", "ben", TP, 2),
            decided.clone(),
            event("u", "ada", FP, 1),
            event("u", "ben", FP, 1),
            event("v", "ben", FP, 1),
            event("w", "ada", FP, 1),
            event("w", "ben", TP, 1),
            event("w", "ben", None, 2),
        ];
        let opinions = Opinions::of(&events);
        assert_eq!(opinions.annotators(), ["ada", "ben"]);
        assert_eq!((opinions.labelled_by("ada"), opinions.labelled_by("ben")), (3, 3));
        let (tp, fp) = (Label::TruePositive, Label::FalsePositive);
        let labels = opinions.pairs("ada", "ben").into_iter().map(|pair| pair.map(|verdict| verdict.label));
        assert_eq!(labels.collect::<Vec<_>>(), [[fp, tp], [fp, fp]]);
        let disagreements = opinions.disagreements();
        assert_eq!(disagreements.len(), 1);
        assert_eq!(disagreements[0].identity.key.test, "t");
        assert_eq!(disagreements[0].decision.as_ref().map(|decision| decision.judgement.label), Some(TP));
        let taken_back = LabelEvent { decision: true, ..event("t", "ada", None, 10) };
        let opinions = Opinions::of(events.iter().chain([&taken_back]));
        assert_eq!(opinions.disagreements()[0].decision, None);
    }
}
