//! The results of a fixed version, matched with those of the version under test, test by test.
//!
//! Several inputs of the fixed version are runs of it: every run of the other is compared with all of them together.

use std::collections::HashMap;

use serde::Serialize;

use super::super::account::{Source, Unmatched};
use super::super::{Import, Outcome};
use super::collector::Position;
use super::{Execution, executions, recount_passed};
use crate::model::{TestKey, Truth};

/// The results of the fixed version.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FixedVersion {
    /// The accounts, one per run that was read.
    pub sources: Vec<Source>,
    /// The number of tests in these results, by name.
    pub tests: usize,
    /// The number of these that are in no run of the version under test.
    pub new: usize,
}

const NO_SUCH_TEST: &str = "no test of this name among the fixed results";
const NO_SUCH_LOG: &str = "no log of this bug among the fixed results";
const OTHER_SOURCE: &str = "the fixed results have this test with another source only";
const NOT_EXECUTED: &str = "not executed on the fixed version";
const FLAKY: &str = "failed and passed on the fixed version";

/// Adds the outcomes on the fixed version. They replace those contained in the results themselves.
pub(in crate::import) fn match_fixed(import: &mut Import, fixed: &Import) {
    let sides = Sides::new(import, fixed);
    let runs = import.corpus.runs.len();
    let mut unmatched: Vec<Vec<Unmatched>> = vec![Vec::new(); runs];
    let mut answers = Vec::new();
    let mut used = vec![false; sides.names.len()];
    let naming: Vec<Naming> = (0..runs).map(|run| sides.naming_of(run)).collect();
    for execution in executions(import) {
        let answer = sides.answer(&execution, naming[execution.run], &mut used);
        // It needs no outcome, but does not count as a new test there.
        if execution.outcome == Outcome::NotExecuted {
            continue;
        }
        if let Err(reason) = answer.outcome {
            let TestKey { project, bug, test } = execution.key;
            let key = TestKey::owned(project, bug, test);
            unmatched[execution.run].push(Unmatched { key, outcome: execution.outcome, reason });
        }
        answers.push((execution.position, answer));
    }
    let version = FixedVersion {
        sources: fixed.sources.clone(),
        tests: used.len(),
        new: used.iter().filter(|used| !**used).count(),
    };
    for (position, answer) in answers {
        match position {
            Position::Failure(index) => {
                let failure = &mut import.corpus.failures[index as usize];
                failure.truth = match answer.outcome {
                    Ok(Outcome::Passed) => Some(Truth::TruePositive),
                    Ok(Outcome::Failed) => Some(Truth::FalsePositive),
                    Ok(Outcome::NotExecuted) | Err(_) => None,
                };
                failure.is_flaky |= answer.is_flaky;
            }
            Position::Other(index) => {
                let other = &mut import.others[index as usize];
                other.fixed_outcome = answer.outcome.ok();
                other.is_flaky |= answer.is_flaky;
            }
        }
    }
    for (source, unmatched) in import.sources.iter_mut().zip(unmatched) {
        source.supplied.truth =
            source.failed - unmatched.iter().filter(|test| test.outcome == Outcome::Failed).count();
        source.unmatched = unmatched;
    }
    import.fixed = Some(version);
    recount_passed(import);
}

/// The rule by which projects and bugs of the two versions are matched: a project without a name is named
/// after its folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Naming {
    Exact,
    /// By bug alone, if each version has only one project.
    Bug,
    /// By the bug without the folders common to all modules of a version.
    Module,
}

struct Sides<'a> {
    own: Side<'a>,
    fixed: Side<'a>,
    /// For each rule, in the order of trying: the indices into `names` of the tests of the fixed version.
    found: Vec<(Naming, HashMap<TestKey<&'a str>, usize>)>,
    /// The executions of each name of the fixed version.
    names: Vec<Vec<Execution<'a>>>,
    /// True if all results of the fixed version are logs, which list only failures: all other tests have passed.
    are_logs: bool,
    import: &'a Import,
}

struct Side<'a> {
    has_one_project: bool,
    /// The folders common to all modules, with a slash at the end; empty if there are none.
    common: &'a str,
    groups: Vec<(&'a str, &'a str)>,
}

#[derive(Debug, Clone, Copy)]
struct Answer {
    outcome: Result<Outcome, &'static str>,
    is_flaky: bool,
}

impl<'a> Side<'a> {
    fn new(import: &'a Import) -> Side<'a> {
        let of_groups = import.corpus.groups.iter().map(|group| (&*group.project, &*group.bug));
        let others = import.others.iter().map(|other| (&*other.group.project, &*other.group.bug));
        let mut groups: Vec<_> = of_groups.chain(others).collect();
        groups.sort_unstable();
        groups.dedup();
        let first = groups.first().copied().unwrap_or_default();
        let has_one_project = groups.iter().all(|(project, _)| *project == first.0);
        let bugs: Vec<&str> = groups.iter().map(|(_, bug)| *bug).collect();
        Side { has_one_project, common: common_folders(&bugs), groups }
    }

    fn group(&self, naming: Naming, project: &'a str, bug: &'a str) -> [&'a str; 2] {
        match naming {
            Naming::Exact => [project, bug],
            Naming::Bug => ["", bug],
            Naming::Module if bug == self.common.trim_end_matches('/') => ["", "-"],
            Naming::Module => ["", bug.strip_prefix(self.common).unwrap_or(bug)],
        }
    }
}

/// Returns the common beginning of all paths, up to a slash; the whole path if there is only one.
fn common_folders<'a>(paths: &[&'a str]) -> &'a str {
    let Some((first, others)) = paths.split_first() else { return "" };
    if others.is_empty() {
        return first;
    }
    let mut all_folders = first.rmatch_indices('/').map(|(slash, _)| &first[..=slash]);
    let common = all_folders.find(|folders| {
        others.iter().all(|path| path.starts_with(*folders) || *path == folders.trim_end_matches('/'))
    });
    common.unwrap_or("")
}

impl<'a> Sides<'a> {
    fn new(import: &'a Import, fixed: &'a Import) -> Sides<'a> {
        let (own, of_fixed) = (Side::new(import), Side::new(fixed));
        let mut names: Vec<Vec<Execution<'a>>> = Vec::new();
        let mut whole: HashMap<TestKey<&'a str>, usize> = HashMap::new();
        for execution in executions(fixed) {
            let index = *whole.entry(execution.key).or_insert_with(|| {
                names.push(Vec::new());
                names.len() - 1
            });
            names[index].push(execution);
        }
        let mut found = vec![(Naming::Exact, whole)];
        if own.has_one_project && of_fixed.has_one_project {
            for naming in [Naming::Bug, Naming::Module] {
                let keys = names.iter().enumerate().filter_map(|(index, executions)| {
                    let TestKey { project, bug, test } = executions.first()?.key;
                    let [project, bug] = of_fixed.group(naming, project, bug);
                    Some((TestKey { project, bug, test }, index))
                });
                found.push((naming, keys.collect()));
            }
        }
        let are_logs = !fixed.sources.is_empty()
            && fixed.sources.iter().all(|source| source.format.row().names_only_failures);
        Sides { own, fixed: of_fixed, found, names, are_logs, import }
    }

    /// Returns the first rule that finds a test of a run.
    fn naming_of(&self, run: usize) -> Naming {
        let mut namings = self.found.iter().map(|(naming, _)| *naming);
        namings
            .find(|naming| {
                let mut groups = self.import.corpus.groups.iter().filter(|group| group.run == run);
                let mut tests = executions(self.import).filter(|execution| execution.run == run);
                if self.are_logs {
                    groups.any(|group| self.has_group(*naming, &group.project, &group.bug))
                } else {
                    tests.any(|test| self.index_of(*naming, &test).is_some())
                }
            })
            .unwrap_or(Naming::Exact)
    }

    fn has_group(&self, naming: Naming, project: &'a str, bug: &'a str) -> bool {
        let wanted = self.own.group(naming, project, bug);
        self.fixed.groups.iter().any(|(project, bug)| self.fixed.group(naming, project, bug) == wanted)
    }

    fn index_of(&self, naming: Naming, test: &Execution<'a>) -> Option<usize> {
        let [project, bug] = self.own.group(naming, test.key.project, test.key.bug);
        let (_, indices) = self.found.iter().find(|(known, _)| *known == naming)?;
        indices.get(&TestKey { project, bug, test: test.key.test }).copied()
    }

    fn answer(&self, test: &Execution<'a>, naming: Naming, used: &mut [bool]) -> Answer {
        let unknown = |reason| Answer { outcome: Err(reason), is_flaky: false };
        let Some(index) = self.index_of(naming, test) else {
            return if !self.are_logs {
                unknown(NO_SUCH_TEST)
            } else if self.has_group(naming, test.key.project, test.key.bug) {
                Answer { outcome: Ok(Outcome::Passed), is_flaky: false }
            } else {
                unknown(NO_SUCH_LOG)
            };
        };
        let of_name = self.names[index].iter();
        let same: Vec<_> = of_name.filter(|fixed| test.is_of_same_test(fixed) != Some(false)).collect();
        if same.is_empty() {
            return unknown(OTHER_SOURCE);
        }
        used[index] = true;
        let failed = same.iter().any(|fixed| fixed.outcome == Outcome::Failed);
        let passed = same.iter().any(|fixed| fixed.outcome == Outcome::Passed);
        let outcome = match (failed, passed) {
            (true, true) => Err(FLAKY),
            (true, false) => Ok(Outcome::Failed),
            (false, true) => Ok(Outcome::Passed),
            (false, false) => Err(NOT_EXECUTED),
        };
        Answer { outcome, is_flaky: outcome == Err(FLAKY) || same.iter().any(|fixed| fixed.is_flaky) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_folders_are_not_part_of_module_names() {
        for (paths, common) in [
            (&["a/core", "a/cli"][..], "a/"),
            (&["a/core", "a"], "a/"),
            (&["a/b/core", "a/b/cli", "a/b"], "a/b/"),
            (&["core", "cli"], ""),
            (&["core", "core-cli"], ""),
            (&["-", "core"], ""),
            (&["core"], "core"),
            (&["-"], "-"),
            (&[], ""),
        ] {
            assert_eq!(common_folders(paths), common, "{paths:?}");
        }
    }
}
