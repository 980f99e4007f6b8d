//! Checks of the figures of generated tests for CI: `compile>=80%`, `toga:cov@5>0.7`.

use std::fmt;
use std::str::FromStr;

use super::Definition;
use super::coverage::{Programs, Targeted};
use super::stages::{CaseGroup, Ladder};
use super::worth::Worth;
use crate::evaluate::{Condition, GateError, Number, UnknownContestant};

/// A check of one figure of every approach, or of a named one or one of its contexts.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TestGate {
    condition: Condition,
    figure: TestFigure,
}

/// A figure of generated tests, in 0..=1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TestFigure {
    Syntax,
    Compile,
    Execution,
    Assertion,
    Success,
    Lines,
    Killed,
    Meaningless,
    Recall,
    Paths,
    /// The expected coverage of lines, or of branches, by K tests.
    CoverageAt(usize),
    BranchCoverageAt(usize),
}

const FIGURES: [(&str, TestFigure); 10] = [
    ("syntax", TestFigure::Syntax),
    ("compile", TestFigure::Compile),
    ("execution", TestFigure::Execution),
    ("assertion", TestFigure::Assertion),
    ("success", TestFigure::Success),
    ("lines", TestFigure::Lines),
    ("killed", TestFigure::Killed),
    ("meaningless", TestFigure::Meaningless),
    ("recall", TestFigure::Recall),
    ("paths", TestFigure::Paths),
];

impl TestFigure {
    /// Returns the value for a group of tests; None if it is not known.
    fn of(self, group: &CaseGroup<'_>, definition: Definition) -> Option<f64> {
        let ladder = || Ladder::of(group.cases.iter().copied());
        let worth = || Worth::of(&group.cases, definition);
        let targeted = || Targeted::of(&group.cases, definition);
        match self {
            TestFigure::Syntax => ladder().syntax(),
            TestFigure::Compile => ladder().compilation(),
            TestFigure::Execution => ladder().execution(),
            TestFigure::Assertion => ladder().assertion(),
            TestFigure::Success => ladder().success(),
            TestFigure::Lines => worth().lines,
            TestFigure::Killed => worth().killed,
            TestFigure::Meaningless => worth().meaningless,
            TestFigure::Recall => targeted().lines.share(),
            TestFigure::Paths => targeted().paths.share(),
            TestFigure::CoverageAt(k) => Programs::of(&group.cases)?.lines_at(k, definition),
            TestFigure::BranchCoverageAt(k) => Programs::of(&group.cases)?.branches_at(k, definition),
        }
    }
}

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub(crate) enum TestGateError {
    #[error(transparent)]
    Text(#[from] GateError),
    #[error("unknown figure `{0}`: expected cov@K, branch-cov@K (K from 1) or one of {names}", names = FIGURES.map(|(name, _)| name).join(", "))]
    Figure(String),
}

impl FromStr for TestGate {
    type Err = TestGateError;

    fn from_str(text: &str) -> Result<TestGate, TestGateError> {
        let condition: Condition = text.parse()?;
        let plain = FIGURES.iter().find(|(name, _)| *name == condition.figure).map(|(_, figure)| *figure);
        let at = || {
            let (name, k) = condition.figure.split_once('@')?;
            let k = k.parse().ok().filter(|k| *k > 0)?;
            match name {
                "cov" => Some(TestFigure::CoverageAt(k)),
                "branch-cov" => Some(TestFigure::BranchCoverageAt(k)),
                _ => None,
            }
        };
        let figure = plain.or_else(at).ok_or_else(|| TestGateError::Figure(condition.figure.clone()))?;
        Ok(TestGate { condition, figure })
    }
}

/// A gate that does not hold.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Violation<'a> {
    gate: &'a TestGate,
    approach: String,
    value: Option<f64>,
}

impl TestGate {
    /// Returns the approaches for which the gate does not hold; it does not hold for a figure without a value either.
    pub(crate) fn check(
        &self,
        groups: &[CaseGroup<'_>],
        definition: Definition,
    ) -> Result<Vec<Violation<'_>>, UnknownContestant> {
        let whole = || groups.iter().filter(|group| group.group.is_none());
        let contestant = self.condition.contestant.as_deref();
        let is_meant = |group: &&CaseGroup<'_>| match contestant {
            Some(name) => name == group.approach,
            None => !group.is_context,
        };
        let meant = || whole().filter(is_meant);
        if meant().next().is_none() && contestant.is_some() {
            return Err(UnknownContestant {
                gate: self.condition.text.clone(),
                contestant: contestant.unwrap_or_default().to_owned(),
                known: whole().map(|group| &*group.approach).collect::<Vec<_>>().join(", "),
            });
        }
        let values = meant().map(|group| (&*group.approach, self.figure.of(group, definition)));
        // Without any test no figure is known.
        let mut values: Vec<(&str, Option<f64>)> = values.collect();
        if values.is_empty() {
            values.push(("no approach", None));
        }
        let violated =
            values.into_iter().filter(|(_, value)| !value.is_some_and(|value| self.condition.holds(value)));
        Ok(violated.map(|(name, value)| Violation { gate: self, approach: name.to_owned(), value }).collect())
    }
}

impl fmt::Display for Violation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let condition = &self.gate.condition;
        write!(f, "`{}` does not hold: {} of {}", condition.text, condition.figure, self.approach)?;
        match self.value {
            Some(value) => write!(f, " is {}", Number { value, is_percent: condition.is_percent }),
            None => write!(f, " is not known"),
        }
    }
}
