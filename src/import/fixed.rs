//! What a fixed version says of the tests: a second set of results, of any kind, matched test by test.
//!
//! A failed test that passes there is a true positive, one that fails there a false positive. Several inputs of the fixed
//! version are runs of it, and every run of the version under test is held against all of them together. A test that is
//! found in none of them is named, and nothing is known of it.

use std::collections::HashMap;

use serde::Serialize;

use super::executions::{Execution, Place, Sameness, executions, recount_passed};
use super::source::{Source, SourceKind};
use super::{Import, Outcome};
use crate::model::Truth;

/// The results of the fixed version.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FixedVersion {
    /// One per run that was read.
    pub sources: Vec<Source>,
    /// Tests in these results, by name.
    pub tests: usize,
    /// Of these, the ones that no run of the version under test has.
    pub new: usize,
}

/// An executed test of the version under test of which the fixed version says nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unmatched {
    /// Project name.
    pub project: String,
    /// Bug number or name.
    pub bug: String,
    /// The test's unique name.
    pub test: String,
    /// On the version under test.
    pub outcome: Outcome,
    /// Why nothing is known.
    pub reason: &'static str,
}

const NO_SUCH_TEST: &str = "no test of this name among the fixed results";
const NO_SUCH_LOG: &str = "no log of this bug among the fixed results";
const OTHER_SOURCE: &str = "among the fixed results only with another source";
const NOT_EXECUTED: &str = "not executed on the fixed version";
const FLAKY: &str = "failed and passed on the fixed version";

/// Takes in what the fixed version says. Whatever the results themselves said of a fixed version counts no longer.
pub(super) fn join(import: &mut Import, fixed: &Import) {
    let sides = Sides::new(import, fixed);
    let runs = import.corpus.runs.len();
    let mut unmatched: Vec<Vec<Unmatched>> = vec![Vec::new(); runs];
    let mut answers = Vec::new();
    let mut used = vec![false; sides.names.len()];
    let naming: Vec<Naming> = (0..runs).map(|run| sides.naming_of(run)).collect();
    for execution in executions(import) {
        if execution.outcome == Outcome::NotExecuted {
            // Nothing is asked of it, but it is no new test there.
            sides.use_up(&execution, naming[execution.run], &mut used);
            continue;
        }
        let answer = sides.answer(&execution, naming[execution.run], &mut used);
        if let Err(reason) = answer.outcome {
            let Execution { project, bug, test, outcome, .. } = execution;
            let [project, bug, test] = [project, bug, test].map(str::to_owned);
            unmatched[execution.run].push(Unmatched { project, bug, test, outcome, reason });
        }
        answers.push((execution.place, answer));
    }
    let version = FixedVersion {
        sources: fixed.sources.clone(),
        tests: used.len(),
        new: used.iter().filter(|used| !**used).count(),
    };
    for (place, answer) in answers {
        match place {
            Place::Failure(index) => {
                let failure = &mut import.corpus.failures[index];
                failure.truth = match answer.outcome {
                    Ok(Outcome::Passed) => Some(Truth::TruePositive),
                    Ok(Outcome::Failed) => Some(Truth::FalsePositive),
                    Ok(Outcome::NotExecuted) | Err(_) => None,
                };
                failure.is_flaky |= answer.is_flaky;
            }
            Place::Other(index) => {
                let other = &mut import.others[index];
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

/// How projects and bugs of the two versions are held together: a checkout of the other version may lie elsewhere, and what no
/// build gives a name goes by its folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Naming {
    /// As they are.
    Whole,
    /// Without the project's name, where each side has only one.
    Bug,
    /// The same, and without the folders that all modules of a side have in common.
    Module,
}

/// A test as it is looked up.
type Key<'a> = [&'a str; 3];

struct Sides<'a> {
    own: Side<'a>,
    fixed: Side<'a>,
    /// Per naming, which are tried in this order: where the tests of the fixed version stand in `names`.
    found: Vec<(Naming, HashMap<Key<'a>, usize>)>,
    /// The executions of each name of the fixed version.
    names: Vec<Vec<Execution<'a>>>,
    /// Logs tell of failures alone: a test that the log of its bug does not name has passed.
    are_logs: bool,
    import: &'a Import,
}

/// What one version's projects and modules are called.
struct Side<'a> {
    has_one_project: bool,
    /// The folders that all modules have in common, with the slash behind them; empty if there are none.
    common: &'a str,
    groups: Vec<(&'a str, &'a str)>,
}

/// What the fixed version says of a test.
#[derive(Debug, Clone, Copy)]
struct Answer {
    outcome: Result<Outcome, &'static str>,
    is_flaky: bool,
}

impl<'a> Side<'a> {
    fn new(import: &'a Import) -> Side<'a> {
        let of_groups = import.corpus.groups.iter().map(|group| (&*group.project, &*group.bug));
        let others = import.others.iter().map(|other| (&*other.project, &*other.bug));
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
            Naming::Whole => [project, bug],
            Naming::Bug => ["", bug],
            Naming::Module if bug == self.common.trim_end_matches('/') => ["", "-"],
            Naming::Module => ["", bug.strip_prefix(self.common).unwrap_or(bug)],
        }
    }
}

/// What all paths begin with, up to a slash; all of the path if there is only one.
fn common_folders<'a>(paths: &[&'a str]) -> &'a str {
    let Some((first, others)) = paths.split_first() else { return "" };
    let ends = first.match_indices('/').map(|(slash, _)| slash + 1);
    let within =
        |path: &str, folders: &str| path.starts_with(folders) || path == folders.trim_end_matches('/');
    if others.is_empty() {
        return first;
    }
    ends.rev()
        .map(|end| &first[..end])
        .find(|folders| others.iter().all(|path| within(path, folders)))
        .unwrap_or("")
}

impl<'a> Sides<'a> {
    fn new(import: &'a Import, fixed: &'a Import) -> Sides<'a> {
        let (own, of_fixed) = (Side::new(import), Side::new(fixed));
        let mut names: Vec<Vec<Execution<'a>>> = Vec::new();
        let mut whole: HashMap<Key<'a>, usize> = HashMap::new();
        for execution in executions(fixed) {
            let place =
                *whole.entry([execution.project, execution.bug, execution.test]).or_insert_with(|| {
                    names.push(Vec::new());
                    names.len() - 1
                });
            names[place].push(execution);
        }
        let mut found = vec![(Naming::Whole, whole)];
        if own.has_one_project && of_fixed.has_one_project {
            for naming in [Naming::Bug, Naming::Module] {
                let keys = names.iter().enumerate().filter_map(|(place, executions)| {
                    let Execution { project, bug, test, .. } = *executions.first()?;
                    let [project, bug] = of_fixed.group(naming, project, bug);
                    Some(([project, bug, test], place))
                });
                found.push((naming, keys.collect()));
            }
        }
        let are_logs =
            !fixed.sources.is_empty() && fixed.sources.iter().all(|source| source.kind == SourceKind::Log);
        Sides { own, fixed: of_fixed, found, names, are_logs, import }
    }

    /// The first naming under which something of a run is found.
    fn naming_of(&self, run: usize) -> Naming {
        let mut namings = self.found.iter().map(|(naming, _)| *naming);
        let finds = |naming: &Naming| {
            let mut groups = self.import.corpus.groups.iter().filter(|group| group.run == run);
            let mut tests = executions(self.import).filter(|execution| execution.run == run);
            if self.are_logs {
                groups.any(|group| self.has_group(*naming, &group.project, &group.bug))
            } else {
                tests.any(|test| self.place(*naming, &test).is_some())
            }
        };
        namings.find(finds).unwrap_or(Naming::Whole)
    }

    fn has_group(&self, naming: Naming, project: &'a str, bug: &'a str) -> bool {
        let wanted = self.own.group(naming, project, bug);
        self.fixed.groups.iter().any(|(project, bug)| self.fixed.group(naming, project, bug) == wanted)
    }

    fn place(&self, naming: Naming, test: &Execution<'a>) -> Option<usize> {
        let [project, bug] = self.own.group(naming, test.project, test.bug);
        let (_, places) = self.found.iter().find(|(known, _)| *known == naming)?;
        places.get(&[project, bug, test.test]).copied()
    }

    /// The executions on the fixed version that are of this test, among those of its name.
    fn same(&self, test: &Execution<'a>, place: usize) -> Vec<&Execution<'a>> {
        self.names[place].iter().filter(|fixed| test.sameness(fixed) != Sameness::Other).collect()
    }

    /// Notes down that a test of the fixed version is one of the version under test.
    fn use_up(&self, test: &Execution<'a>, naming: Naming, used: &mut [bool]) {
        if let Some(place) = self.place(naming, test) {
            used[place] |= !self.same(test, place).is_empty();
        }
    }

    fn answer(&self, test: &Execution<'a>, naming: Naming, used: &mut [bool]) -> Answer {
        let unknown = |reason| Answer { outcome: Err(reason), is_flaky: false };
        let Some(place) = self.place(naming, test) else {
            return match (self.are_logs, self.are_logs && self.has_group(naming, test.project, test.bug)) {
                (true, true) => Answer { outcome: Ok(Outcome::Passed), is_flaky: false },
                (true, false) => unknown(NO_SUCH_LOG),
                (false, _) => unknown(NO_SUCH_TEST),
            };
        };
        let same = self.same(test, place);
        if same.is_empty() {
            return unknown(OTHER_SOURCE);
        }
        used[place] = true;
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
    fn what_all_modules_lie_in_is_no_part_of_their_names() {
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
