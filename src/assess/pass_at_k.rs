//! pass@k and compile@k: the probability that of k tests of a program at least one passes, or compiles (Chen
//! et al., "Evaluating Large Language Models Trained on Code", arXiv 2107.03374, equation 1).
//!
//! Of n tests of a program c pass. 1 − C(n − c, k)/C(n, k) is the expectation over all choices of k of them,
//! so that it is unbiased; computed as a product, without factorials. The figure of an approach is the mean
//! over its programs.

use std::collections::BTreeMap;

use super::stages::{Ladder, has_compiled};
use crate::assess::inputs::cases::Case;
use crate::model::Stage;

/// The tests of each program, by what is known of them. A program is a bug of a project, with the context of
/// its prompt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Samples {
    programs: Vec<Program>,
    /// True if it is known which tests pass, and which compile; of tests that never ran, some are known to fail.
    knows_passed: bool,
    knows_compiled: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Program {
    passed: Sampled,
    compiled: Sampled,
}

/// The number of tests of which something is known, and for how many of them it is true.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Sampled {
    all: usize,
    hits: usize,
}

impl Sampled {
    fn add(&mut self, is_hit: bool) {
        self.all += 1;
        self.hits += usize::from(is_hit);
    }

    /// Returns the probability that k of the tests contain a hit; None if there are fewer than k.
    fn at(self, k: usize) -> Option<f64> {
        let misses = self.all - self.hits;
        let shares = (0..k).map(|taken| misses.saturating_sub(taken) as f64 / (self.all - taken) as f64);
        (self.all >= k).then(|| 1.0 - shares.product::<f64>())
    }
}

impl Samples {
    /// Counts the tests that have no target of their own; None if no program has several.
    pub(crate) fn of(cases: &[&Case]) -> Option<Samples> {
        let mut programs: BTreeMap<[&str; 3], Program> = BTreeMap::new();
        let sampled = || cases.iter().copied().filter(|case| case.target.is_none());
        for case in sampled() {
            let program = programs.entry([&case.context, &case.project, &case.bug]).or_default();
            if let Some(stage) = case.stage {
                program.passed.add(stage == Stage::Passed);
            }
            if let Some(compiles) = has_compiled(case) {
                program.compiled.add(compiles);
            }
        }
        let programs: Vec<Program> = programs.into_values().collect();
        let has_several = programs.iter().any(|program| program.compiled.all.max(program.passed.all) > 1);
        let ladder = Ladder::of(sampled());
        let (knows_passed, knows_compiled) = (ladder.success().is_some(), ladder.compilation().is_some());
        has_several.then_some(Samples { programs, knows_passed, knows_compiled })
    }

    pub(crate) fn programs(&self) -> usize {
        self.programs.len()
    }

    /// Returns pass@k, the mean over programs with at least k tests of a known stage; None if nothing that can run did.
    pub(crate) fn pass(&self, k: usize) -> Option<f64> {
        mean(self.programs.iter().filter_map(|program| program.passed.at(k))).filter(|_| self.knows_passed)
    }

    /// Returns compile@k likewise.
    pub(crate) fn compile(&self, k: usize) -> Option<f64> {
        let compiled = self.programs.iter().filter_map(|program| program.compiled.at(k));
        mean(compiled).filter(|_| self.knows_compiled)
    }

    /// Returns the number of programs with fewer than k tests of a known stage, which are in no pass@k.
    pub(crate) fn smaller_than(&self, k: usize) -> usize {
        self.programs.iter().filter(|program| program.passed.all < k).count()
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let values: Vec<f64> = values.collect();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of the paper's own `pass_at_k` with numpy, for programs of (n, c) = (10, 3), (10, 0) and (6, 6).
    #[test]
    fn the_estimator_is_that_of_the_paper() {
        let case =
            |bug: usize, stage| Case { bug: bug.to_string().into(), stage: Some(stage), ..Case::default() };
        let of_program = |bug, all: usize, passed: usize| {
            (0..all).map(move |test| case(bug, if test < passed { Stage::Passed } else { Stage::Compile }))
        };
        let cases: Vec<Case> =
            of_program(1, 10, 3).chain(of_program(2, 10, 0)).chain(of_program(3, 6, 6)).collect();
        let samples = Samples::of(&cases.iter().collect::<Vec<_>>()).expect("several tests");
        for (k, expected) in
            [(1, 0.433_333_333_333_333_35), (2, 0.511_111_111_111_111_2), (5, 0.638_888_888_888_888_8)]
        {
            assert!((samples.pass(k).expect("enough tests") - expected).abs() < 1e-12);
            assert!((samples.compile(k).expect("enough tests") - expected).abs() < 1e-12);
        }
        // Of ten tests without a hit, and of ten with three hits, seven misses are never enough.
        assert_eq!((samples.pass(10), samples.smaller_than(10), samples.pass(11)), (Some(0.5), 1, None));
    }

    #[test]
    fn contexts_are_programs_of_their_own_and_single_tests_are_no_samples() {
        let case =
            |context: &str, stage| Case { context: context.into(), stage: Some(stage), ..Case::default() };
        let single = [case("simple", Stage::Passed), case("full", Stage::Syntax)];
        assert_eq!(Samples::of(&single.iter().collect::<Vec<_>>()), None);
        let several = [&single[..], &[case("full", Stage::Passed)]].concat();
        let samples = Samples::of(&several.iter().collect::<Vec<_>>()).expect("several tests");
        assert_eq!((samples.programs(), samples.pass(1), samples.smaller_than(2)), (2, Some(0.75), 1));
    }

    #[test]
    fn answers_that_never_ran_have_no_probability_of_passing() {
        let case = |stage| Case { stage, ..Case::default() };
        let answers = [case(Some(Stage::Syntax)), case(None), case(None)];
        let samples = Samples::of(&answers.iter().collect::<Vec<_>>());
        assert_eq!(samples.and_then(|samples| samples.pass(1)), None);
        let ran = [case(Some(Stage::Syntax)), case(Some(Stage::Passed))];
        let samples = Samples::of(&ran.iter().collect::<Vec<_>>()).expect("several tests");
        assert_eq!((samples.pass(1), samples.compile(1)), (Some(0.5), Some(0.5)));
    }
}
