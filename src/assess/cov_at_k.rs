//! `TestEval`'s coverage of k tests, cov@k, as an expectation instead of by draws.
//!
//! The paper (arXiv 2406.04531) splits the tests of a program into groups of k at random; each group is a random subset. A line
//! that c of M tests cover is missed by all of k tests with the probability C(M − c, k)/C(M, k).

use std::collections::BTreeMap;

use super::Definition;

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
        let of = |k: usize| {
            let missed = |count: &usize| {
                let left = self.tests - count;
                (0..k)
                    .map(|taken| left.saturating_sub(taken) as f64 / (self.tests - taken) as f64)
                    .product::<f64>()
            };
            self.by.values().map(|count| 1.0 - missed(count)).sum::<f64>() / self.total as f64
        };
        match definition {
            _ if self.total == 0 => None,
            _ if k == 0 => Some(0.0),
            Definition::Paper => Some(of(k)),
            Definition::Package => Some((1..=k).map(of).sum::<f64>() / k as f64),
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
