//! The worth of tests that pass (`TestBench`, Table 4): the code covered, the mutants detected, and tests that do neither.

use std::collections::BTreeMap;

use super::Definition;
use crate::import::cases::Case;
use crate::model::Stage;

#[derive(Debug, Clone, Copy, Default, PartialEq)]
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
        let is_meaningless = |case: &&Case| is_zero(case.lines) && is_zero(case.killed.or(Some(0.0)));
        let (meaningless, meaningful): (Vec<&Case>, Vec<&Case>) =
            reported.iter().copied().partition(is_meaningless);
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

/// Returns the mean over the tests with a value; the package takes the mean over projects of the means over their tests.
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
