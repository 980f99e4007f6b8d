//! The numbers of tests that reach each stage, after `TestBench` (arXiv 2409.17561) and `TestEval` (arXiv 2406.04531).

use std::collections::BTreeMap;

use super::compiler_errors::label;
use super::{Definition, Grouping};
use crate::import::cases::{Case, ClassErrors};
use crate::model::Stage;

/// The tests of an approach, or of a group of its tests, by stage.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Ladder {
    by_stage: BTreeMap<Stage, usize>,
    pub(crate) unknown: usize,
    /// The numbers of tests that ran to an assertion, or passed, and call the function under test.
    executed: usize,
    correct: usize,
}

impl Ladder {
    pub(crate) fn of<'a>(cases: impl IntoIterator<Item = &'a Case>) -> Ladder {
        let mut ladder = Ladder::default();
        for case in cases {
            let Some(stage) = case.stage else {
                ladder.unknown += 1;
                continue;
            };
            *ladder.by_stage.entry(stage).or_default() += 1;
            ladder.executed += usize::from(stage_is_executed(stage) && case.calls_focal);
            ladder.correct += usize::from(stage == Stage::Passed && case.calls_focal);
        }
        ladder
    }

    /// Returns the number of tests that reached a stage and no further one.
    pub(crate) fn at(&self, stage: Stage) -> usize {
        self.by_stage.get(&stage).copied().unwrap_or_default()
    }

    /// Returns the number of tests with a known stage.
    pub(crate) fn tests(&self) -> usize {
        self.by_stage.values().sum()
    }

    fn share(&self, count: usize) -> Option<f64> {
        (self.tests() > 0).then(|| count as f64 / self.tests() as f64)
    }

    /// Returns the share of tests that parse.
    pub(crate) fn syntax(&self) -> Option<f64> {
        self.share(self.tests() - self.at(Stage::Syntax))
    }

    /// Returns the share of tests that compile.
    pub(crate) fn compilation(&self) -> Option<f64> {
        self.share(self.tests() - self.at(Stage::Syntax) - self.at(Stage::Compile))
    }

    /// Returns the share of tests that run to their end or to an assertion that fails; None if the two ways to fail are not told
    /// apart.
    pub(crate) fn execution(&self) -> Option<f64> {
        self.share(self.executed).filter(|_| self.at(Stage::Failed) == 0)
    }

    /// Returns the share of tests whose assertions hold.
    pub(crate) fn assertion(&self) -> Option<f64> {
        self.share(self.correct)
    }

    /// Returns the share of tests that pass.
    pub(crate) fn success(&self) -> Option<f64> {
        self.share(self.at(Stage::Passed))
    }
}

/// Returns true for a stage at which a test was executed as `TestEval` counts it: nothing but an assertion stopped it.
pub(crate) fn stage_is_executed(stage: Stage) -> bool {
    matches!(stage, Stage::Assertion | Stage::Passed)
}

/// The cases of an approach, or of a group of them.
#[derive(Debug, Clone)]
pub(crate) struct CaseGroup<'a> {
    pub(crate) approach: &'a str,
    /// The name of the group; None for all cases of the approach.
    pub(crate) group: Option<String>,
    pub(crate) cases: Vec<&'a Case>,
}

/// Returns the cases of each approach, in order of first appearance, followed by those of its groups.
pub(crate) fn case_groups(cases: &[Case], grouping: Option<Grouping>) -> Vec<CaseGroup<'_>> {
    let mut approaches: Vec<CaseGroup<'_>> = Vec::new();
    for case in cases {
        match approaches.iter_mut().rfind(|known| known.approach == &*case.approach) {
            Some(known) => known.cases.push(case),
            None => {
                approaches.push(CaseGroup { approach: &case.approach, group: None, cases: vec![case] });
            }
        }
    }
    let with_groups = approaches.into_iter().flat_map(|whole| {
        let mut groups: BTreeMap<String, Vec<&Case>> = BTreeMap::new();
        for case in &whole.cases {
            match grouping {
                Some(Grouping::Project) => groups.entry(case.project.to_string()).or_default().push(case),
                Some(Grouping::Bug) => {
                    groups.entry(format!("{} {}", case.project, case.bug)).or_default().push(case);
                }
                Some(Grouping::Kind) | None => {}
            }
        }
        let approach = whole.approach;
        let groups = groups.into_iter();
        std::iter::once(whole).chain(groups.map(move |(group, cases)| CaseGroup {
            approach,
            group: Some(group),
            cases,
        }))
    });
    with_groups.collect()
}

/// A label of compiler errors, and the number of classes with such an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LabelCount<'a> {
    pub(crate) approach: &'a str,
    pub(crate) label: &'a str,
    pub(crate) classes: usize,
}

/// Counts the labels of each approach, the most frequent first; each class counts once for a label.
pub(crate) fn label_counts(errors: &[ClassErrors], definition: Definition) -> Vec<LabelCount<'_>> {
    let mut approaches: Vec<(&str, BTreeMap<&str, usize>)> = Vec::new();
    for class in errors {
        if !approaches.iter().any(|(approach, _)| *approach == &*class.approach) {
            approaches.push((&class.approach, BTreeMap::new()));
        }
        let known = approaches.iter_mut().find(|(approach, _)| *approach == &*class.approach);
        let mut labels: Vec<&str> = class.messages.iter().map(|message| label(message, definition)).collect();
        labels.sort_unstable();
        labels.dedup();
        if let Some((_, counts)) = known {
            for label in labels {
                *counts.entry(label).or_default() += 1;
            }
        }
    }
    let sorted = approaches.into_iter().flat_map(|(approach, counts)| {
        let counts = counts.into_iter();
        let mut counts: Vec<_> =
            counts.map(|(label, classes)| LabelCount { approach, label, classes }).collect();
        counts.sort_by_key(|count| std::cmp::Reverse(count.classes));
        counts
    });
    sorted.collect()
}
