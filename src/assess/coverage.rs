//! The coverage of programs by several tests (`TestEval`): overall, of k tests, and of targets.
//!
//! That of k tests, cov@k, is an expectation instead of by draws. The paper (arXiv 2406.04531) splits the
//! tests of a program into groups of k at random; each group is a random subset. A line that c of M tests
//! cover is missed by all of k tests with the probability C(M − c, k)/C(M, k).

use std::collections::{BTreeMap, HashMap};

use super::Definition;
use super::similarity::mean_of_known;
use super::stages::is_executed;
use crate::assess::inputs::cases::{Case, Target};

/// The coverage of the programs of an approach; a program is a bug of a project.
#[derive(Debug, Clone, Default)]
pub(crate) struct Programs {
    all: Vec<Program>,
    has_branches: bool,
    /// The number of executed tests whose coverage is not known.
    pub(crate) unknown: usize,
}

/// The lines and the branches of a program, as far as they are known.
type Program = (Covered<u64>, Covered<(i64, i64)>);

impl Programs {
    /// Returns None if the coverage of no test is known.
    pub(crate) fn of(cases: &[&Case]) -> Option<Programs> {
        let mut by_program: BTreeMap<(&str, &str), Vec<&Case>> = BTreeMap::new();
        let untargeted = || cases.iter().filter(|case| case.target.is_none());
        untargeted().find(|case| case.coverage.is_some())?;
        for case in untargeted() {
            by_program.entry((&case.project, &case.bug)).or_default().push(case);
        }
        let mut found = Programs::default();
        for cases in by_program.into_values() {
            let executed: Vec<&Case> = cases.into_iter().filter(|case| is_executed(case)).collect();
            let coverages = || executed.iter().filter_map(|case| case.coverage.as_ref());
            let known = coverages().count();
            found.unknown += executed.len() - known;
            let statements = coverages().map(|coverage| coverage.statements).max();
            let branches = coverages().filter_map(|coverage| coverage.branch_count).max();
            // A program without an executed test counts with a share of 0; one whose branches were not
            // measured has no share.
            let mut lines = Covered::new(statements.unwrap_or(1));
            let mut of_branches = Covered::new(branches.unwrap_or(usize::from(known == 0)));
            for coverage in coverages() {
                lines.add(coverage.lines.iter().copied());
                of_branches.add(coverage.branches.iter().copied());
            }
            found.has_branches |= branches.is_some();
            found.all.push((lines, of_branches));
        }
        Some(found)
    }

    /// Returns the mean over programs of the share of lines that all tests cover.
    pub(crate) fn lines(&self) -> Option<f64> {
        mean_of_known(self.all.iter().map(|(lines, _)| lines.overall()))
    }

    pub(crate) fn branches(&self) -> Option<f64> {
        mean_of_known(self.all.iter().map(|(_, branches)| branches.overall())).filter(|_| self.has_branches)
    }

    /// Returns the mean over programs of the share of lines that k tests are expected to cover.
    pub(crate) fn lines_at(&self, k: usize, definition: Definition) -> Option<f64> {
        mean_of_known(self.all.iter().map(|(lines, _)| lines.at(k, definition)))
    }

    pub(crate) fn branches_at(&self, k: usize, definition: Definition) -> Option<f64> {
        let of_programs = self.all.iter().map(|(_, branches)| branches.at(k, definition));
        mean_of_known(of_programs).filter(|_| self.has_branches)
    }
}

/// A share of targets that their own tests reach, and that the first untargeted test of each program reaches.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Reached {
    sum: f64,
    baseline: f64,
    pub(crate) targets: usize,
    /// The number of targets of which it is not known what their test executed; they are in no share.
    pub(crate) unknown: usize,
    /// True if an input tells what one of the tests executed.
    is_told: bool,
    /// The number of targets of programs with an untargeted test of which that is known.
    with_baseline: usize,
}

impl Reached {
    fn add(&mut self, value: Option<f64>, is_told: bool, baseline: Option<f64>) {
        self.targets += 1;
        self.is_told |= is_told;
        match value {
            Some(value) => self.sum += value,
            None => self.unknown += 1,
        }
        if let Some(baseline) = baseline {
            self.baseline += baseline;
            self.with_baseline += 1;
        }
    }

    pub(crate) fn share(&self) -> Option<f64> {
        let known = self.targets - self.unknown;
        let is_known = self.unknown == 0 || self.is_told;
        (known > 0 && is_known).then(|| self.sum / known as f64)
    }

    pub(crate) fn baseline(&self) -> Option<f64> {
        (self.with_baseline > 0).then(|| self.baseline / self.with_baseline as f64)
    }
}

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Targeted {
    pub(crate) lines: Reached,
    /// All branches, then those that are easy, medium and hard to reach.
    pub(crate) branches: [Reached; 4],
    pub(crate) paths: Reached,
    pub(crate) similarity: Reached,
    /// The number of target paths without a step, which nothing reaches.
    pub(crate) empty_paths: usize,
}

impl Targeted {
    pub(crate) fn of(cases: &[&Case], definition: Definition) -> Targeted {
        let mut found = Targeted::default();
        let mut first: HashMap<&str, &Case> = HashMap::new();
        for case in cases.iter().filter(|case| case.target.is_none()) {
            first.entry(&case.bug).or_insert(case);
        }
        for case in cases {
            let Some(target) = &case.target else { continue };
            let baseline = first.get(&*case.bug);
            match target {
                Target::Line(line) => {
                    let baseline = baseline.and_then(|first| covers(first, *line));
                    found.lines.add(covers(case, *line), case.coverage.is_some(), baseline);
                }
                Target::Branch { start, first: statement, difficulty } => {
                    let line = if definition == Definition::Paper { *statement } else { start + 1 };
                    let own = covers(case, line);
                    let baseline = baseline.and_then(|first| covers(first, line));
                    let is_told = case.coverage.is_some();
                    found.branches[0].add(own, is_told, baseline);
                    let of_level =
                        difficulty.and_then(|level| found.branches.get_mut(usize::from(level) + 1));
                    if let Some(reached) = of_level {
                        reached.add(own, is_told, baseline);
                    }
                }
                Target::Path(steps) => {
                    let is_covered = |similarity: f64| f64::from(u8::from(similarity >= 1.0));
                    let own = followed(case, steps);
                    let baseline = baseline.and_then(|first| followed(first, steps));
                    let is_told = case.path.is_some();
                    found.similarity.add(own, is_told, baseline);
                    found.paths.add(own.map(is_covered), is_told, baseline.map(is_covered));
                    found.empty_paths += usize::from(steps.is_empty());
                }
            }
        }
        found
    }
}

/// Returns 1 if a test covers a line, and 0 if it does not, or did not run; None if that is not known.
fn covers(case: &Case, line: u64) -> Option<f64> {
    let covered = case.coverage.as_ref().map(|coverage| coverage.lines.contains(&line));
    if_executed(case, covered.map(|is_covered| f64::from(u8::from(is_covered))))
}

/// Returns the similarity of the path that a test executed to a target path, 0 if it did not run; None if
/// that is not known.
fn followed(case: &Case, steps: &[String]) -> Option<f64> {
    if_executed(case, case.path.as_ref().map(|path| path_similarity(path, steps)))
}

/// Returns 0 for a test that is known not to be executed, and else what is known of its execution.
fn if_executed(case: &Case, known: Option<f64>) -> Option<f64> {
    if case.stage.is_some() && !is_executed(case) { Some(0.0) } else { known }
}

/// The lines, or branches, that the tests of a program cover.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Covered<T> {
    by: BTreeMap<T, usize>,
    tests: usize,
    /// The number of all lines of the program.
    total: usize,
}

impl<T: Ord> Covered<T> {
    pub(crate) fn new(total: usize) -> Covered<T> {
        Covered { by: BTreeMap::new(), tests: 0, total }
    }

    pub(crate) fn add(&mut self, lines: impl IntoIterator<Item = T>) {
        self.tests += 1;
        for line in lines {
            *self.by.entry(line).or_default() += 1;
        }
    }

    /// Returns the share that all tests cover; None for a program without lines.
    pub(crate) fn overall(&self) -> Option<f64> {
        (self.total > 0).then(|| self.by.len() as f64 / self.total as f64)
    }

    /// Returns the expected share that k tests cover; 0 without a test, None for a program without lines. The package
    /// measures after each test of a group, and prints the mean.
    pub(crate) fn at(&self, k: usize, definition: Definition) -> Option<f64> {
        let k = k.min(self.tests);
        let share_at = |k: usize| {
            let covered = self.by.values().map(|count| {
                let left = self.tests - count;
                let missed: f64 = (0..k)
                    .map(|taken| left.saturating_sub(taken) as f64 / (self.tests - taken) as f64)
                    .product();
                1.0 - missed
            });
            covered.sum::<f64>() / self.total as f64
        };
        match definition {
            _ if self.total == 0 => None,
            _ if k == 0 => Some(0.0),
            Definition::Paper => Some(share_at(k)),
            Definition::Package => Some((1..=k).map(share_at).sum::<f64>() / k as f64),
        }
    }
}

/// Returns the share of a target path that a test executed: its longest part in the executed path; 0 of an empty one.
pub(crate) fn path_similarity(executed: &[String], target: &[String]) -> f64 {
    let mut longest = 0;
    // The length of the equal run that ends at each step of the target.
    let mut runs = vec![0_usize; target.len() + 1];
    for step in executed {
        for place in (0..target.len()).rev() {
            runs[place + 1] = if *step == target[place] { runs[place] + 1 } else { 0 };
            longest = longest.max(runs[place + 1]);
        }
    }
    if target.is_empty() { 0.0 } else { longest as f64 / target.len() as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Coverage, Stage};

    #[test]
    fn branches_that_no_test_covers_are_zero_and_unmeasured_ones_are_unknown() {
        for (branch_count, share) in [(Some(4), Some(0.0)), (None, None)] {
            let coverage = Coverage { lines: [1].into(), statements: 2, branch_count, ..Coverage::default() };
            let case = Case {
                stage: Some(Stage::Passed),
                calls_focal: true,
                coverage: Some(coverage),
                ..Case::default()
            };
            let programs = Programs::of(&[&case]).expect("coverage is known");
            assert_eq!((programs.lines(), programs.branches()), (Some(0.5), share));
        }
    }

    #[test]
    fn what_no_input_tells_is_in_no_share() {
        let steps = |steps: &str| steps.chars().map(String::from).collect::<Vec<_>>();
        let case = |stage, path: Option<&str>| Case {
            stage,
            calls_focal: true,
            path: path.map(steps),
            target: Some(Target::Path(steps("ab"))),
            ..Case::default()
        };
        let figures = |cases: &[Case]| {
            let cases: Vec<&Case> = cases.iter().collect();
            let targeted = Targeted::of(&cases, Definition::Paper);
            (targeted.paths.share(), targeted.similarity.share(), targeted.paths.unknown)
        };
        let [passed, broken] = [Some(Stage::Passed), Some(Stage::Syntax)];
        assert_eq!(figures(&[case(passed, None), case(None, None), case(broken, None)]), (None, None, 2));
        let some = [case(passed, Some("ab")), case(None, Some("xa")), case(broken, None), case(passed, None)];
        assert_eq!(figures(&some), (Some(1.0 / 3.0), Some(0.5), 1));
        let line = Case { target: Some(Target::Line(7)), ..case(passed, None) };
        assert_eq!(Targeted::of(&[&line], Definition::Paper).lines.share(), None);
    }

    #[test]
    fn the_expectation_is_the_mean_over_all_subsets() {
        let mut covered = Covered::new(4);
        for lines in [&[1, 2][..], &[1], &[1, 3]] {
            covered.add(lines.iter().copied());
        }
        assert_eq!(covered.overall(), Some(0.75));
        let near = |value: Option<f64>, expected: f64| (value.expect("known") - expected).abs() < 1e-12;
        assert!(near(covered.at(1, Definition::Paper), (2.0 + 1.0 + 2.0) / 12.0));
        assert!(near(covered.at(2, Definition::Paper), (2.0 + 3.0 + 2.0) / 12.0));
        assert!(near(covered.at(9, Definition::Paper), 0.75), "all tests if there are fewer");
        assert!(near(covered.at(2, Definition::Package), (5.0 + 7.0) / 24.0));
        assert_eq!(Covered::<u32>::new(4).at(5, Definition::Package), Some(0.0));
        assert_eq!(Covered::<u32>::new(0).at(1, Definition::Paper), None);
    }

    #[test]
    fn a_path_is_as_similar_as_its_longest_executed_part() {
        let path = |steps: &str| steps.chars().map(String::from).collect::<Vec<_>>();
        assert!((path_similarity(&path("xabcab"), &path("abcd")) - 0.75).abs() < 1e-12);
        assert!((path_similarity(&path("aab"), &path("ab")) - 1.0).abs() < 1e-12);
        assert!(path_similarity(&[], &path("a")) + path_similarity(&path("a"), &[]) == 0.0);
    }
}
