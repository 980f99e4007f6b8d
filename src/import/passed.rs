//! The kinds of the tests that passed in a build, found in the project's sources.
//!
//! To find the oracles of tens of thousands of tests takes seconds, and only the pass-aware order needs them.

use std::collections::{BTreeMap, HashMap};
use std::mem::take;
use std::sync::Arc;

use crate::import::{Import, OtherTest, Outcome};
use crate::model::{Corpus, Language, PassedKinds, ProjectSources};
use crate::parallel;
use crate::project::sources::{Indexes, ModuleIndexes, ProjectIndex};
use crate::trace::SourceMethod;

/// Returns the kinds of passed tests of each group; none for groups whose run has no sources, or without failed tests.
pub(crate) fn passed_kinds(corpus: &Corpus, tests: &[OtherTest], indexes: &mut Indexes) -> Vec<PassedKinds> {
    let mut kinds = vec![PassedKinds::new(); corpus.groups.len()];
    for run in 0..corpus.runs.len() {
        let Some(sources) = corpus.sources_of(run) else { continue };
        let methods = methods_of_run(corpus, run, tests);
        if methods.is_empty() {
            continue;
        }
        let languages = methods.keys().map(|(group, ..)| language_of(corpus, *group));
        let index = indexes.take(sources.folder(), languages.chain([Language::default()]));
        for (group, found) in kinds_of_methods(corpus, sources, &index, &methods) {
            for (kind, count) in found {
                *kinds[group].entry(kind).or_default() += count;
            }
        }
    }
    kinds
}

/// A method of a test class, with the group of its tests.
type TestMethod = (usize, String, String);

/// Returns the methods of a run's passed tests, with their numbers of tests: there may be several arguments.
fn methods_of_run(corpus: &Corpus, run: usize, tests: &[OtherTest]) -> BTreeMap<TestMethod, usize> {
    let groups = corpus.groups.iter().enumerate();
    let failed = groups.filter(|(_, group)| group.run == run && !group.failures.is_empty());
    let groups: HashMap<(&str, &str), usize> =
        failed.map(|(index, group)| ((&*group.project, &*group.bug), index)).collect();
    let mut methods = BTreeMap::new();
    for test in tests.iter().filter(|test| test.run() == run && test.outcome == Outcome::Passed) {
        let Some(&group) = groups.get(&(&*test.group.project, &*test.group.bug)) else { continue };
        let SourceMethod { class, method } = language_of(corpus, group).answers().method_of_test(&test.test);
        if let Some(method) = method {
            *methods.entry((group, class, method)).or_default() += 1;
        }
    }
    methods
}

fn language_of(corpus: &Corpus, group: usize) -> Language {
    let first = corpus.groups[group].failures.first();
    first.map_or(Language::default(), |&failure| corpus.failures[failure].language)
}

fn kinds_of_methods(
    corpus: &Corpus,
    sources: &ProjectSources,
    index: &ProjectIndex,
    methods: &BTreeMap<TestMethod, usize>,
) -> Vec<(usize, PassedKinds)> {
    let modules = methods.keys().map(|(group, ..)| &*corpus.groups[*group].bug);
    let indexes = ModuleIndexes::new(index, sources, modules);
    let methods: Vec<(&TestMethod, usize)> = methods.iter().map(|(method, &count)| (method, count)).collect();
    parallel::map(&methods, |((group, class, method), count)| {
        let index = indexes.of(language_of(corpus, *group), &corpus.groups[*group].bug);
        let kinds = index.map(|index| index.passed_kinds(class, method)).unwrap_or_default();
        (*group, kinds.into_iter().map(|kind| (Arc::new(kind), *count)).collect())
    })
}

impl Import {
    /// Finds the kinds of the tests that passed in builds, for the pass-aware order.
    pub(crate) fn find_passed_kinds(&mut self) {
        let kinds = passed_kinds(&self.corpus, &self.others, &mut take(&mut self.indexes));
        for (group, kinds) in self.corpus.groups.iter_mut().zip(kinds) {
            if !kinds.is_empty() {
                group.passed.kinds = kinds;
            }
        }
    }
}
