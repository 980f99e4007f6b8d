//! Accuracy under execution (`TOGBench`'s formulas 1 and 2): the share of the references expecting an exception for
//! which an approach predicts one, and the share of its assertions that compile and pass on the correct version.

use std::array;

use super::similarity::mean_of_known;
use crate::import::Outcome;
use crate::model::Oracle;

/// Counts of instances by the expectation of their references.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Accuracy {
    /// `T_e`: the reference expects an exception.
    pub(crate) exceptions: usize,
    /// `T_pred`: and so does the generated oracle.
    pub(crate) predicted: usize,
    /// `T_a`: the reference is an assertion.
    pub(crate) assertions: usize,
    /// `T_ce`: of those, the test was not executed.
    pub(crate) not_executed: usize,
    /// `T_fp`: of those, the test fails on the correct version.
    pub(crate) false_positives: usize,
    /// `T_em`: of those, nothing was generated.
    pub(crate) empty: usize,
    /// The reference expects nothing, or only that nothing is thrown.
    pub(crate) neither: usize,
    pub(crate) executed: usize,
    /// The test passes on the correct version.
    pub(crate) passed: usize,
}

/// The figures of one run, or their means over several.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AccuracyFigures {
    /// The shares of expected exceptions that are predicted, and of assertions that were answered with a
    /// passing oracle.
    pub(crate) accuracies: [Option<f64>; 2],
    /// The shares of instances that were executed, of executed ones that pass, and of executed ones that fail.
    pub(crate) rates: [Option<f64>; 3],
    /// `T_e`, `T_pred`, `T_a`, `T_ce`, `T_fp`, `T_em`, and those in neither formula.
    pub(crate) counts: [f64; 7],
    /// The numbers of instances and executed ones.
    pub(crate) sizes: [f64; 2],
}

impl AccuracyFigures {
    pub(crate) fn over_runs(runs: &[AccuracyFigures]) -> AccuracyFigures {
        let share = |value: &dyn Fn(&AccuracyFigures) -> Option<f64>| mean_of_known(runs.iter().map(value));
        let mean =
            |value: &dyn Fn(&AccuracyFigures) -> f64| share(&|run| Some(value(run))).unwrap_or_default();
        AccuracyFigures {
            accuracies: array::from_fn(|index| share(&|run| run.accuracies[index])),
            rates: array::from_fn(|index| share(&|run| run.rates[index])),
            counts: array::from_fn(|index| mean(&|run| run.counts[index])),
            sizes: array::from_fn(|index| mean(&|run| run.sizes[index])),
        }
    }
}

impl Accuracy {
    pub(crate) fn add(&mut self, reference: &Oracle, generated: &Oracle, outcome: Outcome) {
        let is_empty = |oracle: &Oracle| oracle.assertion.trim().is_empty();
        self.executed += usize::from(outcome != Outcome::NotExecuted);
        self.passed += usize::from(outcome == Outcome::Passed);
        if reference.expects_exception {
            self.exceptions += 1;
            self.predicted += usize::from(generated.expects_exception);
        } else if is_empty(reference) {
            self.neither += 1;
        } else {
            self.assertions += 1;
            match outcome {
                _ if !generated.expects_exception && is_empty(generated) => self.empty += 1,
                Outcome::Passed => {}
                Outcome::Failed => self.false_positives += 1,
                Outcome::NotExecuted => self.not_executed += 1,
            }
        }
    }

    pub(crate) fn figures(&self) -> AccuracyFigures {
        let instances = self.exceptions + self.assertions + self.neither;
        let counts = [
            self.exceptions,
            self.predicted,
            self.assertions,
            self.not_executed,
            self.false_positives,
            self.empty,
            self.neither,
        ];
        let passing = self.assertions - self.not_executed - self.false_positives - self.empty;
        AccuracyFigures {
            accuracies: [share(self.predicted, self.exceptions), share(passing, self.assertions)],
            rates: [
                share(self.executed, instances),
                share(self.passed, self.executed),
                share(self.executed - self.passed, self.executed),
            ],
            counts: counts.map(|count| count as f64),
            sizes: [instances, self.executed].map(|count| count as f64),
        }
    }
}

fn share(part: usize, all: usize) -> Option<f64> {
    (all > 0).then(|| part as f64 / all as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_instance_is_in_one_count() {
        let oracle =
            |expects_exception, assertion: &str| Oracle { expects_exception, assertion: assertion.into() };
        let mut counted = Accuracy::default();
        assert_eq!(counted.figures().accuracies, [None, None]);
        let assertion = oracle(false, "assertTrue(b)");
        // An empty oracle counts as empty, whatever the outcome of the test.
        counted.add(&assertion, &oracle(false, " "), Outcome::NotExecuted);
        counted.add(&assertion, &oracle(true, ""), Outcome::Failed);
        counted.add(&assertion, &assertion, Outcome::NotExecuted);
        counted.add(&assertion, &assertion, Outcome::Passed);
        counted.add(&oracle(true, ""), &oracle(true, ""), Outcome::Failed);
        counted.add(&oracle(true, ""), &assertion, Outcome::Passed);
        counted.add(&oracle(false, ""), &assertion, Outcome::Passed);
        let expected = Accuracy {
            exceptions: 2,
            predicted: 1,
            assertions: 4,
            not_executed: 1,
            false_positives: 1,
            empty: 1,
            neither: 1,
            executed: 5,
            passed: 3,
        };
        assert_eq!(counted, expected);
        let figures = counted.figures();
        assert_eq!(figures.rates, [Some(5.0 / 7.0), Some(0.6), Some(0.4)]);
        let other = Accuracy { assertions: 1, executed: 1, passed: 1, ..Accuracy::default() };
        let mean = AccuracyFigures::over_runs(&[figures, other.figures()]);
        assert_eq!(mean.accuracies, [Some(0.5), Some(0.625)], "no exception is expected in the other run");
        assert_eq!(mean.sizes.map(Some), [Some(4.0), Some(3.0)]);
        assert_eq!(counted.figures().accuracies, [Some(0.5), Some(0.25)]);
    }
}
