//! What each annotator says of a test, and where they disagree.
//!
//! A decision (see [`LabelEvent::decision`]) settles a disagreement and is nobody's opinion: agreement is measured between what
//! people said on their own, before and after one was decided.

use std::collections::BTreeMap;

use jiff::Timestamp;

use crate::model::{Judgement, Label, LabelEvent, TestIdentity};

/// What one person says of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opinion {
    /// Who.
    pub annotator: String,
    /// Label and note.
    pub judgement: Judgement,
}

/// A test that people label differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    /// Which test.
    pub identity: TestIdentity,
    /// Everybody who labelled it, in order of their names.
    pub opinions: Vec<Opinion>,
    /// What was decided, and by whom; none while nothing is.
    pub decision: Option<Opinion>,
}

/// The last word of each annotator on each test, whatever way it fails in: journals of older versions don't know ways.
#[derive(Debug, Clone, Default)]
pub struct Opinions {
    tests: BTreeMap<TestIdentity, OfTest>,
}

#[derive(Debug, Clone, Default)]
struct OfTest {
    by_annotator: BTreeMap<String, (Timestamp, Judgement)>,
    decision: Option<(Timestamp, Opinion)>,
}

impl Opinions {
    /// Takes in the events of any journals, in any order; of events of one time the one that comes last counts.
    pub fn of<'a>(events: impl IntoIterator<Item = &'a LabelEvent>) -> Opinions {
        let mut opinions = Opinions::default();
        for event in events {
            let at: Timestamp = event.time.parse().unwrap_or(Timestamp::MIN);
            let of_test = opinions.tests.entry(event.identity.in_any_way()).or_default();
            let said = event.judgement.clone();
            if event.decision {
                if of_test.decision.as_ref().is_none_or(|(known, _)| at >= *known) {
                    let opinion = Opinion { annotator: event.annotator.clone(), judgement: said };
                    of_test.decision = Some((at, opinion));
                }
            } else if of_test.by_annotator.get(&event.annotator).is_none_or(|(known, _)| at >= *known) {
                of_test.by_annotator.insert(event.annotator.clone(), (at, said));
            }
        }
        opinions
    }

    /// Everybody who labels something, in order of their names.
    pub fn annotators(&self) -> Vec<&str> {
        let mut names: Vec<&str> =
            self.tests.values().flat_map(OfTest::labels).map(|(annotator, _)| annotator).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// How many tests an annotator labels.
    pub fn labelled_by(&self, annotator: &str) -> usize {
        self.tests.values().filter(|test| test.label_of(annotator).is_some()).count()
    }

    /// The labels of two annotators on every test that both label, in order of the tests.
    pub fn pairs(&self, one: &str, other: &str) -> Vec<[Label; 2]> {
        let pair = |test: &OfTest| Some([test.label_of(one)?, test.label_of(other)?]);
        self.tests.values().filter_map(pair).collect()
    }

    /// The tests that are labelled differently, in order of project, bug and test.
    pub fn disagreements(&self) -> Vec<Disagreement> {
        self.tests.iter().filter_map(|(identity, test)| test.disagreement(identity)).collect()
    }
}

impl OfTest {
    fn labels(&self) -> impl Iterator<Item = (&str, Label)> {
        let said = self.by_annotator.iter();
        said.filter_map(|(annotator, (_, said))| Some((annotator.as_str(), said.label?)))
    }

    fn label_of(&self, annotator: &str) -> Option<Label> {
        self.by_annotator.get(annotator)?.1.label
    }

    fn disagreement(&self, identity: &TestIdentity) -> Option<Disagreement> {
        let mut labels = self.labels().map(|(_, label)| label);
        let first = labels.next()?;
        if labels.all(|label| label == first) {
            return None;
        }
        let said = self.by_annotator.iter().filter(|(_, (_, said))| said.label.is_some());
        let opinion = |(annotator, (_, judgement)): (&String, &(Timestamp, Judgement))| Opinion {
            annotator: annotator.clone(),
            judgement: judgement.clone(),
        };
        let decision = self.decision.as_ref().map(|(_, decision)| decision);
        Some(Disagreement {
            identity: identity.clone(),
            opinions: said.map(opinion).collect(),
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
        }
    }

    const TP: Option<Label> = Some(Label::TruePositive);
    const FP: Option<Label> = Some(Label::FalsePositive);

    #[test]
    fn the_last_word_of_each_counts_and_a_decision_is_nobodys() {
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
        assert_eq!(opinions.pairs("ada", "ben"), [[fp, tp], [fp, fp]]);
        let disagreements = opinions.disagreements();
        assert_eq!(disagreements.len(), 1);
        assert_eq!(disagreements[0].identity.test, "t");
        assert_eq!(disagreements[0].decision.as_ref().map(|decision| decision.judgement.label), Some(TP));
        let taken_back = LabelEvent { decision: true, ..event("t", "ada", None, 10) };
        let opinions = Opinions::of(events.iter().chain([&taken_back]));
        assert_eq!(opinions.disagreements()[0].decision, None);
    }
}
