//! The coverage of programs by several tests (`TestEval`): overall, of k tests, and of targets.

use std::collections::{BTreeMap, HashMap};

use super::Definition;
use super::cov_at_k::{Covered, path_similarity};
use super::similarity::mean_of_known;
use super::stages::is_executed;
use crate::import::cases::{Case, Target};

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
            // A program without an executed test counts with a share of 0; one whose branches were not measured has no share.
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
    /// The number of targets of programs with an untargeted test.
    with_baseline: usize,
}

impl Reached {
    fn add(&mut self, value: f64, baseline: Option<f64>) {
        self.sum += value;
        self.targets += 1;
        if let Some(baseline) = baseline {
            self.baseline += baseline;
            self.with_baseline += 1;
        }
    }

    pub(crate) fn share(&self) -> Option<f64> {
        (self.targets > 0).then(|| self.sum / self.targets as f64)
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
            let reaches = |case: &Case, line: u64| {
                let is_covered =
                    case.coverage.as_ref().is_some_and(|coverage| coverage.lines.contains(&line));
                f64::from(u8::from(is_executed(case) && is_covered))
            };
            match target {
                Target::Line(line) => {
                    found.lines.add(reaches(case, *line), baseline.map(|first| reaches(first, *line)));
                }
                Target::Branch { start, first: statement, difficulty } => {
                    let line = if definition == Definition::Paper { *statement } else { start + 1 };
                    let own = reaches(case, line);
                    let baseline = baseline.map(|first| reaches(first, line));
                    found.branches[0].add(own, baseline);
                    let of_level =
                        difficulty.and_then(|level| found.branches.get_mut(usize::from(level) + 1));
                    if let Some(reached) = of_level {
                        reached.add(own, baseline);
                    }
                }
                Target::Path(steps) => {
                    let similarity = |case: &Case| match &case.path {
                        Some(path) if is_executed(case) => path_similarity(path, steps),
                        _ => 0.0,
                    };
                    let is_covered = |similarity: f64| f64::from(u8::from(similarity >= 1.0));
                    let own = similarity(case);
                    let baseline = baseline.map(|first| similarity(first));
                    found.similarity.add(own, baseline);
                    found.paths.add(is_covered(own), baseline.map(is_covered));
                    found.empty_paths += usize::from(steps.is_empty());
                }
            }
        }
        found
    }
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
}
