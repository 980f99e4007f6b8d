//! The predicates of a filter, and their evaluation.
//!
//! Texts are long, and are looked through by a worker, once for each filter; everything else changes while one works, and is
//! asked for each time that the rows of a list are made.

use rayon::prelude::*;

use crate::model::{Corpus, Failure, Label, OracleCategory, OracleKind};
use crate::tui::app::labelling::Mark;
use crate::tui::app::search::query::{Field, Found, Word};

/// A filter: the conditions under which a failure is listed.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Filter {
    /// All must hold.
    pub(super) terms: Vec<Term>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Term {
    pub(super) negated: bool,
    pub(super) test: Test,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Test {
    /// One of these in a text.
    Text(TextField, Vec<Word>),
    /// One of these in any of the texts that a search looks at.
    Anywhere(Vec<Word>),
    /// Something that needs no look at long texts.
    Given(Given),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextField {
    Searched(Field),
    Focal,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Given {
    Note(Vec<Word>),
    Group(Vec<Word>),
    Oracle(Vec<OracleKind>),
    Kind(Vec<OracleCategory>),
    Label(Vec<LabelValue>),
    Is(Vec<Is>),
    Score(Comparison, f64),
    Rank(Comparison, usize),
}

/// A value of `label:`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the label of that name")]
pub enum LabelValue {
    TruePositive,
    FalsePositive,
    Unsure,
    /// None that counts.
    Missing,
    /// One of the three.
    Any,
}

/// A value of `is:`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Is {
    /// Among the top K of the order shown.
    InTop,
    /// Its label was given to another text of the test.
    Stale,
    /// It has a note.
    Noted,
    /// It failed and passed on the same version.
    Flaky,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    Below,
    AtMost,
    Above,
    AtLeast,
    Equal,
}

impl Comparison {
    fn holds<T: PartialOrd + Copy>(self, a: T, b: T) -> bool {
        match self {
            Comparison::Below => a < b,
            Comparison::AtMost => a <= b,
            Comparison::Above => a > b,
            Comparison::AtLeast => a >= b,
            Comparison::Equal => a == b,
        }
    }
}

/// The facts about a failure beside its texts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Facts<'a> {
    pub(super) failure: &'a Failure,
    pub(super) mark: Option<&'a Mark>,
    /// The name of its group, as it stands on the screen.
    pub(super) group: &'a str,
    /// From 1, in the order shown.
    pub(super) rank: usize,
    pub(super) score: f64,
    /// The K of the top K.
    pub(super) top: usize,
}

impl Filter {
    /// Returns true if it asks nothing.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Returns true if it looks at long texts.
    pub fn has_texts(&self) -> bool {
        self.terms.iter().any(|term| !matches!(term.test, Test::Given(_)))
    }

    /// Returns true if labels or notes decide.
    pub(super) fn depends_on_labels(&self) -> bool {
        self.terms
            .iter()
            .any(|term| matches!(term.test, Test::Given(Given::Label(_) | Given::Note(_) | Given::Is(_))))
    }

    /// The failures whose texts are as they must be.
    pub(super) fn find(&self, corpus: &Corpus) -> Found {
        let failures = corpus.failures.par_iter().with_min_len(256);
        Found::new(failures.map(|failure| self.texts_pass(failure)).collect())
    }

    fn texts_pass(&self, failure: &Failure) -> bool {
        self.terms.iter().all(|term| {
            let holds = match &term.test {
                Test::Text(TextField::Searched(field), words) => {
                    words.iter().any(|word| word.is_in_field(*field, failure))
                }
                Test::Text(TextField::Focal, words) => words
                    .iter()
                    .any(|word| word.is_in(&failure.focal_method) || word.is_in(&failure.docstring)),
                Test::Anywhere(words) => words.iter().any(|word| word.is_of(failure)),
                Test::Given(_) => return true,
            };
            holds != term.negated
        })
    }

    /// Returns true if everything beside the texts is as it must be.
    pub(super) fn given_passes(&self, facts: Facts<'_>) -> bool {
        self.terms.iter().all(|term| match &term.test {
            Test::Given(given) => given.holds(facts) != term.negated,
            Test::Text(..) | Test::Anywhere(_) => true,
        })
    }
}

impl Given {
    fn holds(&self, facts: Facts<'_>) -> bool {
        let Facts { failure, mark, group, rank, score, top } = facts;
        match self {
            Given::Note(words) => {
                mark.is_some_and(|mark| words.iter().any(|word| word.is_in(&mark.judgement.note)))
            }
            Given::Group(names) => names.iter().any(|name| name.is_in_name(group)),
            Given::Oracle(kinds) => failure.oracle_kind().is_some_and(|kind| kinds.contains(&kind)),
            Given::Kind(kinds) => failure.category.is_some_and(|kind| kinds.contains(&kind)),
            Given::Label(labels) => {
                let label = mark.filter(|mark| !mark.stale).and_then(|mark| mark.judgement.label);
                labels.iter().any(|value| match value {
                    LabelValue::TruePositive => label == Some(Label::TruePositive),
                    LabelValue::FalsePositive => label == Some(Label::FalsePositive),
                    LabelValue::Unsure => label == Some(Label::Unsure),
                    LabelValue::Missing => label.is_none(),
                    LabelValue::Any => label.is_some(),
                })
            }
            Given::Is(states) => states.iter().any(|state| match state {
                Is::InTop => rank <= top,
                Is::Stale => mark.is_some_and(|mark| mark.stale),
                Is::Noted => mark.is_some_and(|mark| !mark.judgement.note.is_empty()),
                Is::Flaky => failure.is_flaky,
            }),
            Given::Score(comparison, value) => comparison.holds(score, *value),
            Given::Rank(comparison, value) => comparison.holds(rank, *value),
        }
    }
}
