//! A build of whole tests is one list, whatever its modules are: what fails for one reason in many modules is
//! one cause.
//!
//! ```text
//! groups of one build, one per module ──join_modules──▶ one group, whose failures keep the names of their modules
//! ```
//!
//! The modules of a generator's tests stay groups, as the paper ranks them.

use std::collections::{HashMap, HashSet};
use std::mem::take;
use std::sync::Arc;

use crate::import::Import;
use crate::model::{Corpus, Failure, Group};

/// The name of a group that belongs to no module or to several.
const NO_MODULE: &str = "-";

/// Makes one group of the modules of each build, as far as people or models wrote their tests as a whole.
pub(crate) fn join_modules(import: &mut Import) {
    let groups = take(&mut import.corpus.groups);
    let mut joined: Vec<Group> = Vec::with_capacity(groups.len());
    // By run, which is a build.
    let mut builds: HashMap<usize, usize> = HashMap::new();
    for group in groups {
        let is_module = import.is_of_build(group.run)
            && !group.is_predicted
            && (group.failures.is_empty() || import.corpus.has_whole_tests(&group));
        match builds.get(&group.run) {
            Some(&build) if is_module => join(&mut joined[build], group, &import.corpus),
            _ => {
                if is_module {
                    builds.insert(group.run, joined.len());
                }
                joined.push(group);
            }
        }
    }
    import.corpus.groups = joined;
}

fn join(build: &mut Group, module: Group, corpus: &Corpus) {
    if build.project != module.project {
        build.project = Arc::from(corpus.run_name(build));
    }
    build.bug = Arc::from(NO_MODULE);
    build.failures.extend(module.failures);
    // Those of a module can have been read in several pieces.
    build.failures.sort_unstable();
    let (sum, passed) = (&mut build.passed, module.passed);
    sum.true_negatives += passed.true_negatives;
    sum.false_negatives += passed.false_negatives;
    sum.unknown += passed.unknown;
    sum.flaky += passed.flaky;
    for (kind, count) in passed.kinds {
        *sum.kinds.entry(kind).or_default() += count;
    }
}

/// Returns the number of modules that the failures of a group are of.
pub(crate) fn modules_of(corpus: &Corpus, group: &Group) -> usize {
    let names: HashSet<[&str; 2]> = corpus.failures_of(group).into_iter().map(module_of).collect();
    names.len()
}

/// Returns the number of the module that each failure of a group is of, in input order; none if all are of one.
pub(crate) fn module_numbers(corpus: &Corpus, group: &Group) -> Vec<u32> {
    let mut modules: HashMap<[&str; 2], u32> = HashMap::new();
    let numbers = corpus.failures_of(group).into_iter().map(|failure| {
        let next = u32::try_from(modules.len()).unwrap_or(u32::MAX);
        *modules.entry(module_of(failure)).or_insert(next)
    });
    let numbers: Vec<u32> = numbers.collect();
    if modules.len() > 1 { numbers } else { Vec::new() }
}

/// Returns the name of a failure's module as the one of a group, if the failure is listed among those of a whole build.
pub(crate) fn module_in(group: &Group, failure: &Failure) -> Option<String> {
    let is_joined = module_of(failure) != [&*group.project, &*group.bug];
    is_joined.then(|| Group::name_of(&failure.project, &failure.bug))
}

fn module_of(failure: &Failure) -> [&str; 2] {
    [&failure.project, &failure.bug]
}
