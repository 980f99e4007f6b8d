//! Checks of the figures of generated tests for CI: `compile>=80%`, `toga:cov@5>0.7`.

use std::str::FromStr;

use super::Definition;
use super::coverage::{Programs, Targeted};
use super::stages::{CaseGroup, Ladder, Worth};
use crate::evaluate::Condition;

/// A check of one figure of every approach, or of a named one or one of its contexts.
#[derive(Debug, Clone)]
pub(crate) struct TestGate {
    condition: Condition,
    figure: TestFigure,
}

#[derive(Debug, Clone, Copy)]
enum TestFigure {
    Plain(PlainFigure),
    /// The expected coverage of lines, or of branches, by K tests.
    CoverageAt(usize),
    BranchCoverageAt(usize),
}

/// Returns the value of a figure for a group of tests; None if it is not known.
type PlainFigure = fn(&CaseGroup<'_>, Definition) -> Option<f64>;

const FIGURES: [(&str, PlainFigure); 10] = [
    ("syntax", |group, _| ladder(group).syntax()),
    ("compile", |group, _| ladder(group).compilation()),
    ("execution", |group, _| ladder(group).execution()),
    ("assertion", |group, _| ladder(group).assertion()),
    ("success", |group, _| ladder(group).success()),
    ("lines", |group, definition| Worth::of(&group.cases, definition).lines),
    ("killed", |group, definition| Worth::of(&group.cases, definition).killed),
    ("meaningless", |group, definition| Worth::of(&group.cases, definition).meaningless),
    ("recall", |group, definition| Targeted::of(&group.cases, definition).lines.share()),
    ("paths", |group, definition| Targeted::of(&group.cases, definition).paths.share()),
];

fn ladder(group: &CaseGroup<'_>) -> Ladder {
    Ladder::of(group.cases.iter().copied())
}

impl TestFigure {
    fn of(self, group: &CaseGroup<'_>, definition: Definition) -> Option<f64> {
        match self {
            TestFigure::Plain(figure) => figure(group, definition),
            TestFigure::CoverageAt(k) => Programs::of(&group.cases)?.lines_at(k, definition),
            TestFigure::BranchCoverageAt(k) => Programs::of(&group.cases)?.branches_at(k, definition),
        }
    }
}

/// Returns the coverage at `cov@K` or `branch-cov@K`; None for another name.
fn coverage_at(name: &str) -> Option<TestFigure> {
    let (coverage, k) = name.split_once('@')?;
    let k = k.parse().ok().filter(|k| *k > 0)?;
    match coverage {
        "cov" => Some(TestFigure::CoverageAt(k)),
        "branch-cov" => Some(TestFigure::BranchCoverageAt(k)),
        _ => None,
    }
}

impl FromStr for TestGate {
    type Err = String;

    fn from_str(text: &str) -> Result<TestGate, String> {
        let condition: Condition = text.parse()?;
        let plain = FIGURES.iter().find(|(name, _)| *name == condition.figure);
        let figure = match plain {
            Some((_, figure)) => Some(TestFigure::Plain(*figure)),
            None => coverage_at(&condition.figure),
        };
        let figure = figure.ok_or_else(|| {
            let (unknown, names) = (&condition.figure, FIGURES.map(|(name, _)| name).join(", "));
            format!("unknown figure `{unknown}`: expected cov@K, branch-cov@K (K from 1) or one of {names}")
        })?;
        Ok(TestGate { condition, figure })
    }
}

impl TestGate {
    /// Returns a message for each approach for which the gate does not hold; it never holds for a figure
    /// without a value.
    pub(crate) fn check(
        &self,
        groups: &[CaseGroup<'_>],
        definition: Definition,
    ) -> Result<Vec<String>, String> {
        let whole = || groups.iter().filter(|group| group.group.is_none());
        let contestant = self.condition.contestant.as_deref();
        let meant: Vec<&CaseGroup<'_>> = whole()
            .filter(|group| match contestant {
                Some(name) => name == group.approach,
                None => !group.is_context,
            })
            .collect();
        if meant.is_empty() && contestant.is_some() {
            let known: Vec<&str> = whole().map(|group| &*group.approach).collect();
            return Err(self.condition.unknown_contestant(&known));
        }
        if meant.is_empty() {
            return Ok(vec![self.condition.violated_by_none("the inputs have no generated tests")]);
        }
        let values = meant.into_iter().map(|group| (&*group.approach, self.figure.of(group, definition)));
        let violated = values.filter(|(_, value)| !value.is_some_and(|value| self.condition.holds(value)));
        let figure = &self.condition.figure;
        Ok(violated.map(|(name, value)| self.condition.violated(figure, name, value)).collect())
    }
}
