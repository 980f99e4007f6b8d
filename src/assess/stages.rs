//! The numbers of tests that reach each stage, after `TestBench` (arXiv 2409.17561) and `TestEval` (arXiv
//! 2406.04531), and the worth of tests that pass (`TestBench`, Table 4): the code covered, the mutants
//! detected, and tests that do neither.

use std::collections::{BTreeMap, BTreeSet};

use super::compiler_errors::label;
use super::groups::in_order;
use super::{Definition, Grouping};
use crate::assess::inputs::cases::{Case, ClassErrors};
use crate::model::Stage;

/// The tests of an approach, or of a group of its tests, by stage.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Ladder {
    by_stage: BTreeMap<Stage, usize>,
    /// The tests whose stage is not known: for example, because the compiler stopped before it looked at them.
    pub(crate) unknown: usize,
    /// Of those, the tests that are known to parse, and to compile.
    parse: usize,
    compile: usize,
    /// The number of tests that passed, or ran until an assertion failed, and call the function under test.
    executed: usize,
    /// The number of tests that passed and call the function under test.
    correct: usize,
}

/// Returns the stages of a table of these, by name. Some inputs do not tell failures at runtime and in
/// assertions apart.
pub(crate) fn stages_of<'a>(mut ladders: impl Iterator<Item = &'a Ladder>) -> Vec<(Stage, &'static str)> {
    let failed = ladders.any(|ladder| ladder.at(Stage::Failed) > 0).then_some((Stage::Failed, "failed"));
    let mut stages = vec![
        (Stage::Syntax, "syntax"),
        (Stage::Compile, "compile"),
        (Stage::Runtime, "runtime"),
        (Stage::Assertion, "assertion"),
    ];
    stages.extend(failed.into_iter().chain([(Stage::Passed, "passed")]));
    stages
}

impl Ladder {
    pub(crate) fn of<'a>(cases: impl IntoIterator<Item = &'a Case>) -> Ladder {
        let mut ladder = Ladder::default();
        for case in cases {
            ladder.add(case.stage, case.calls_focal);
            if case.stage.is_none() {
                ladder.parse += usize::from(case.passed >= Some(Stage::Syntax));
                ladder.compile += usize::from(case.passed >= Some(Stage::Compile));
            }
        }
        ladder
    }

    pub(crate) fn add(&mut self, stage: Option<Stage>, calls_focal: bool) {
        let Some(stage) = stage else {
            self.unknown += 1;
            return;
        };
        *self.by_stage.entry(stage).or_default() += 1;
        self.executed += usize::from(has_run(stage) && calls_focal);
        self.correct += usize::from(stage == Stage::Passed && calls_focal);
    }

    pub(crate) fn append(&mut self, other: &Ladder) {
        for (stage, count) in &other.by_stage {
            *self.by_stage.entry(*stage).or_default() += count;
        }
        self.unknown += other.unknown;
        self.parse += other.parse;
        self.compile += other.compile;
        self.executed += other.executed;
        self.correct += other.correct;
    }

    /// Returns the number of tests that this stage stopped, or that passed.
    pub(crate) fn at(&self, stage: Stage) -> usize {
        self.by_stage.get(&stage).copied().unwrap_or_default()
    }

    /// Returns the number of tests with a known stage.
    pub(crate) fn tests(&self) -> usize {
        self.by_stage.values().sum()
    }

    /// Returns the number of tests that are known to parse or not to parse: all others are in no share.
    pub(crate) fn parsed(&self) -> usize {
        self.tests() + self.parse
    }

    /// Returns the number of tests of which it is not known whether they compile.
    pub(crate) fn not_compiled(&self) -> usize {
        self.unknown - self.compile
    }

    pub(crate) fn syntax(&self) -> Option<f64> {
        share(self.parsed() - self.at(Stage::Syntax), self.parsed(), self.unknown - self.parse)
    }

    pub(crate) fn compilation(&self) -> Option<f64> {
        let all = self.tests() + self.compile;
        share(all - self.at(Stage::Syntax) - self.at(Stage::Compile), all, self.not_compiled())
    }

    /// Returns the share of tests that run to their end or to a failed assertion; None if failures are not told apart.
    pub(crate) fn execution(&self) -> Option<f64> {
        self.of_run(self.executed).filter(|_| self.at(Stage::Failed) == 0)
    }

    pub(crate) fn assertion(&self) -> Option<f64> {
        self.of_run(self.correct)
    }

    pub(crate) fn success(&self) -> Option<f64> {
        self.of_run(self.at(Stage::Passed))
    }

    /// Returns true if a share is known, by its name in tables; true for other figures.
    pub(crate) fn knows(&self, figure: &str) -> bool {
        match figure {
            "syntax%" => self.syntax().is_some(),
            "compile%" => self.compilation().is_some(),
            "execution%" => self.execution().is_some(),
            "assertion%" => self.assertion().is_some(),
            _ => true,
        }
    }

    /// Returns the share of a count of tests that ran; None if nothing ran that is not known to be unable to.
    fn of_run(&self, count: usize) -> Option<f64> {
        let ran = self.tests() - self.at(Stage::Syntax) - self.at(Stage::Compile);
        let is_known = ran > 0 || self.unknown == 0;
        (is_known && self.tests() > 0).then(|| count as f64 / self.tests() as f64)
    }
}

/// Returns the share of tests that passed a stage, of those of which that is known. None if nothing but
/// failures is known, and more tests are not: a build that stopped tells what it stopped at.
fn share(passed: usize, known: usize, unknown: usize) -> Option<f64> {
    let is_known = known > 0 && (passed > 0 || unknown == 0);
    is_known.then(|| passed as f64 / known as f64)
}

/// Returns true for a test that parses, false for one that does not; None if that is not known.
pub(super) fn has_parsed(case: &Case) -> Option<bool> {
    let passed = case.passed.filter(|passed| *passed >= Stage::Syntax);
    case.stage.map(|stage| stage != Stage::Syntax).or(passed.map(|_| true))
}

/// Returns true for a test that compiles, false for one that does not; None if that is not known.
pub(super) fn has_compiled(case: &Case) -> Option<bool> {
    let passed = case.passed.filter(|passed| *passed >= Stage::Compile);
    case.stage.map(|stage| stage > Stage::Compile).or(passed.map(|_| true))
}

/// Returns true for a test that calls the function under test and was stopped by nothing but an assertion (`TestEval`).
pub(super) fn is_executed(case: &Case) -> bool {
    case.stage.is_some_and(has_run) && case.calls_focal
}

/// Returns true for the stages of a test that ran to its end, or until an assertion failed.
fn has_run(stage: Stage) -> bool {
    matches!(stage, Stage::Assertion | Stage::Passed)
}

#[derive(Debug, Clone)]
pub(crate) struct CaseGroup<'a> {
    /// The approach, followed by the context if these are its cases in one of several.
    pub(crate) approach: String,
    /// True for the cases in one of several contexts.
    pub(crate) is_context: bool,
    /// The name of the group; None for all cases of the approach.
    pub(crate) group: Option<String>,
    pub(crate) cases: Vec<&'a Case>,
}

/// Returns the cases of each approach in order of appearance, each followed by those of its groups and contexts.
pub(crate) fn case_groups(cases: &[Case], grouping: Option<Grouping>) -> Vec<CaseGroup<'_>> {
    let of_approaches = in_order(cases, |case| case.approach.to_string());
    let with_groups = of_approaches.into_iter().flat_map(|(approach, cases)| {
        let contexts = in_order(cases.iter().copied(), |case| case.context.to_string());
        let contexts = if contexts.len() > 1 { contexts } else { Vec::new() };
        let mut groups = in_groups(&approach, &cases, grouping);
        for (context, cases) in contexts {
            let of_context = in_groups(&format!("{approach} {context}"), &cases, grouping).into_iter();
            groups.extend(of_context.map(|group| CaseGroup { is_context: true, ..group }));
        }
        groups
    });
    with_groups.collect()
}

fn in_groups<'a>(approach: &str, cases: &[&'a Case], grouping: Option<Grouping>) -> Vec<CaseGroup<'a>> {
    let all = cases.iter().copied();
    let mut groups = match grouping {
        Some(Grouping::Project) => in_order(all, |case| case.project.to_string()),
        Some(Grouping::Bug) => in_order(all, |case| Grouping::bug_name(&case.project, &case.bug)),
        Some(Grouping::Kind) | None => Vec::new(),
    };
    groups.sort_by(|one, other| one.0.cmp(&other.0));
    let group = |group: Option<String>, cases| CaseGroup {
        approach: approach.to_owned(),
        is_context: false,
        group,
        cases,
    };
    let groups = groups.into_iter().map(|(name, cases)| group(Some(name), cases));
    std::iter::once(group(None, cases.to_vec())).chain(groups).collect()
}

/// A label of compiler errors, and the number of classes with such an error.
pub(crate) struct LabelCount<'a> {
    pub(crate) approach: &'a str,
    pub(crate) label: &'a str,
    pub(crate) classes: usize,
}

/// Counts the labels of each approach, the most frequent first; each class counts once for a label.
pub(crate) fn label_counts(errors: &[ClassErrors], definition: Definition) -> Vec<LabelCount<'_>> {
    let of_approaches = in_order(errors, |class| class.approach.clone());
    let counts = of_approaches.into_iter().flat_map(|(_, classes)| {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for class in &classes {
            let labels: BTreeSet<&str> =
                class.messages.iter().map(|message| label(message, definition)).collect();
            for label in labels {
                *counts.entry(label).or_default() += 1;
            }
        }
        let approach = &*classes[0].approach;
        let count = |(label, classes)| LabelCount { approach, label, classes };
        let mut counts: Vec<_> = counts.into_iter().map(count).collect();
        counts.sort_by_key(|count| std::cmp::Reverse(count.classes));
        counts
    });
    counts.collect()
}

pub(crate) struct Worth {
    pub(crate) passed: usize,
    /// The number of them that reports tell about.
    pub(crate) reported: usize,
    /// The mean share of lines covered of the function under test.
    pub(crate) lines: Option<f64>,
    pub(crate) killed: Option<f64>,
    /// The share of tests that cover nothing and detect nothing; the means leave them out.
    pub(crate) meaningless: Option<f64>,
    /// The number of tests that call no production code; None if that is not known of any.
    pub(crate) calls_nothing: Option<usize>,
}

impl Worth {
    pub(crate) fn of(cases: &[&Case], definition: Definition) -> Worth {
        let passed = || cases.iter().filter(|case| case.stage == Some(Stage::Passed));
        let reported: Vec<&Case> =
            passed().copied().filter(|case| case.lines.is_some() || case.killed.is_some()).collect();
        // Without coverage nothing is known to be meaningless.
        let (meaningless, meaningful): (Vec<&Case>, Vec<&Case>) = reported
            .iter()
            .copied()
            .partition(|case| is_zero(case.lines) && is_zero(case.killed.or(Some(0.0))));
        let known = passed().filter_map(|case| case.calls_nothing);
        Worth {
            passed: passed().count(),
            reported: reported.len(),
            lines: mean(&meaningful, definition, |case| case.lines),
            killed: mean(&meaningful, definition, |case| case.killed),
            meaningless: (!reported.is_empty()).then(|| meaningless.len() as f64 / reported.len() as f64),
            calls_nothing: known.fold(None, |count, nothing| Some(count.unwrap_or(0) + usize::from(nothing))),
        }
    }
}

fn is_zero(share: Option<f64>) -> bool {
    share.is_some_and(|share| share <= 0.0)
}

/// Returns the mean over the tests with a value; the package takes the mean over projects of the means over
/// their tests.
fn mean(cases: &[&Case], definition: Definition, value: impl Fn(&Case) -> Option<f64>) -> Option<f64> {
    let mut groups: BTreeMap<&str, (f64, usize)> = BTreeMap::new();
    for case in cases {
        let Some(value) = value(case) else { continue };
        let group = if definition == Definition::Paper { "" } else { &*case.project };
        let (sum, count) = groups.entry(group).or_default();
        *sum += value;
        *count += 1;
    }
    let means = groups.values().map(|(sum, count)| sum / *count as f64);
    (!groups.is_empty()).then(|| means.sum::<f64>() / groups.len() as f64)
}
