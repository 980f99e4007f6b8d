//! Comparisons of two approaches, figure by figure: the difference with its interval, a test, an effect size,
//! and p-values corrected for the number of comparisons.
//!
//! ```text
//! instances, cases ──units──▶ the value of each test, or project, by approach ──pairs──▶ PairedComparison ──holm──▶ Compared
//! ```
//!
//! Units are tests or projects that both approaches have; duplicates of a test are told apart by their order.
//! A unit's value is its mean over runs. Corrected p-values are Holm's ("A Simple Sequentially Rejective
//! Multiple Test Procedure", Scandinavian Journal of Statistics 6(2), 1979), over all comparisons of a
//! report.

use std::collections::HashMap;

use indexmap::IndexMap;

use super::groups::MeasuredInstance;
use super::similarity::Measure;
use super::stages::{Ladder, has_compiled, has_parsed, is_executed};
use crate::assess::inputs::cases::Case;
use crate::evaluate::{Alternative, PairedComparison, compare_paired};
use crate::import::Outcome;
use crate::model::Stage;

/// The unit that pairs the values of two approaches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub(crate) enum Unit {
    /// The tests that both have.
    #[default]
    Test,
    /// The projects that both have, each with the mean over its tests.
    Project,
}

/// The comparison of one figure of two approaches.
pub(crate) struct Compared {
    pub(crate) approaches: [String; 2],
    pub(crate) figure: &'static str,
    pub(crate) found: PairedComparison,
    /// p, corrected for all comparisons.
    pub(crate) corrected: f64,
}

/// The sum of the values of a unit, and their number.
type Sums = HashMap<Vec<String>, (f64, usize)>;

/// The values of an approach: by figure and unit.
#[derive(Default)]
struct Values {
    figures: IndexMap<&'static str, Sums>,
    /// The number of times that a test occurred in a run.
    seen: HashMap<Vec<String>, usize>,
}

impl Values {
    /// Returns the key of a test's unit.
    fn unit(&mut self, unit: Unit, [project, bug, test, context]: [&str; 4], run: usize) -> Vec<String> {
        if unit == Unit::Project {
            return vec![project.to_owned()];
        }
        let mut key = [project, bug, test, context].map(str::to_owned).to_vec();
        let count = self.seen.entry([&key[..], &[run.to_string()]].concat()).or_default();
        *count += 1;
        key.push(count.to_string());
        key
    }

    fn add(&mut self, figure: &'static str, key: &[String], value: Option<f64>) {
        let Some(value) = value else { return };
        let (sum, count) = self.figures.entry(figure).or_default().entry(key.to_vec()).or_default();
        *sum += value;
        *count += 1;
    }
}

/// Compares the first approach with each other one, or every two if `pairwise`.
pub(crate) fn compare(
    measured: &[MeasuredInstance<'_>],
    cases: &[Case],
    unit: Unit,
    pairwise: bool,
    alternative: Alternative,
) -> Vec<Compared> {
    let mut approaches: IndexMap<&str, Values> = IndexMap::new();
    for one in measured {
        let instance = one.instance;
        let values = approaches.entry(&instance.approach).or_default();
        let key = values.unit(unit, [&instance.project, &instance.bug, &instance.test, ""], instance.run);
        for measure in Measure::ALL {
            values.add(measure.name(), &key, one.score(measure));
        }
        for (figure, value) in of_outcome(one) {
            values.add(figure, &key, value.map(|is_true| f64::from(u8::from(is_true))));
        }
    }
    for case in cases {
        let values = approaches.entry(&case.approach).or_default();
        let key = values.unit(unit, [&case.project, &case.bug, &case.test, &case.context], usize::MAX);
        for (figure, value) in of_stage(case) {
            values.add(figure, &key, value.map(|is_true| f64::from(u8::from(is_true))));
        }
    }
    let mut of_approach: HashMap<&str, Vec<&Case>> = HashMap::new();
    for case in cases {
        of_approach.entry(&case.approach).or_default().push(case);
    }
    let ladders: HashMap<&str, Ladder> =
        of_approach.into_iter().map(|(approach, cases)| (approach, Ladder::of(cases))).collect();
    let mut found = Vec::new();
    let baselines = if pairwise { approaches.len() } else { approaches.len().min(1) };
    for first in 0..baselines {
        for second in first + 1..approaches.len() {
            let sides = [first, second].map(|place| approaches.get_index(place));
            let [Some((one, values)), Some((other, of_other))] = sides else { continue };
            for (figure, sums) in &values.figures {
                let Some(others) = of_other.figures.get(figure) else { continue };
                // Of tests that never ran it is known for some that they can't pass, which is no share of all.
                let is_known =
                    |approach: &str| ladders.get(approach).is_none_or(|ladder| ladder.knows(figure));
                if !is_known(one) || !is_known(other) {
                    continue;
                }
                let pairs = pairs(sums, others);
                if let Some(compared) = compare_paired(&pairs, alternative) {
                    let approaches = [one, other].map(|name| (*name).to_owned());
                    found.push(Compared { approaches, figure, found: compared, corrected: 1.0 });
                }
            }
        }
    }
    let corrected = holm(&found.iter().map(|one| one.found.test.p).collect::<Vec<_>>());
    found.iter_mut().zip(corrected).for_each(|(one, corrected)| one.corrected = corrected);
    found
}

/// Returns the means of the units that both have, in the order of their names.
fn pairs(sums: &Sums, others: &Sums) -> Vec<(f64, f64)> {
    let mean = |(sum, count): (f64, usize)| sum / count as f64;
    let mut keys: Vec<&Vec<String>> = sums.keys().filter(|key| others.contains_key(*key)).collect();
    keys.sort();
    keys.into_iter().map(|key| (mean(sums[key]), mean(others[key]))).collect()
}

/// Returns what the outcome of an instance says; None where it is not asked or not known.
fn of_outcome(one: &MeasuredInstance<'_>) -> [(&'static str, Option<bool>); 4] {
    let (reference, generated) = (&one.instance.reference, &one.instance.generated);
    let outcome = one.instance.outcome;
    let is_executed = outcome.map(|outcome| outcome != Outcome::NotExecuted);
    let passes = outcome.map(|outcome| outcome == Outcome::Passed);
    let is_asked = !reference.expects_exception && one.has_reference();
    let is_answered = generated.expects_exception || !generated.assertion.trim().is_empty();
    [
        ("Except", outcome.filter(|_| reference.expects_exception).map(|_| generated.expects_exception)),
        ("Assert", passes.filter(|_| is_asked).map(|passes| passes && is_answered)),
        ("compile", is_executed),
        ("pass", passes.filter(|_| is_executed == Some(true))),
    ]
}

fn of_stage(case: &Case) -> [(&'static str, Option<bool>); 4] {
    let is_told = case.stage.filter(|stage| *stage != Stage::Failed);
    [
        ("syntax%", has_parsed(case)),
        ("compile%", has_compiled(case)),
        ("execution%", is_told.map(|_| is_executed(case))),
        ("assertion%", case.stage.map(|stage| stage == Stage::Passed && case.calls_focal)),
    ]
}

/// Returns the p-values corrected by Holm's procedure, in their order.
fn holm(ps: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..ps.len()).collect();
    order.sort_by(|one, other| ps[*one].total_cmp(&ps[*other]));
    let mut corrected = vec![1.0; ps.len()];
    let mut greatest = 0.0_f64;
    for (rank, place) in order.into_iter().enumerate() {
        greatest = greatest.max((ps.len() - rank) as f64 * ps[place]);
        corrected[place] = greatest.min(1.0);
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of statsmodels' `multipletests` with `method="holm"`.
    #[test]
    fn corrected_values_never_fall_below_smaller_ones() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005, 0.5]);
        for (found, expected) in corrected.into_iter().zip([0.04, 0.09, 0.09, 0.025, 0.5]) {
            assert!((found - expected).abs() < 1e-12);
        }
        assert!(holm(&[]).is_empty());
    }
}
