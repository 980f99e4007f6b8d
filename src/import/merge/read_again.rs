//! Results that are read again while a person works on them: the failures of the reading before, and what
//! became of each.
//!
//! ```text
//! failures shown so far ─┐                      ┌─ failing: as the new results say
//! results read again ────┼──▶ standing of each ─┼─ not run: stays among the failures, in its place
//! sources of the tests ──┘                      ├─ fixed: remembered
//!                                               └─ gone
//! ```
//!
//! Tests are often run again in part: one test, those that failed, one module, or none because a file does
//! not compile. What the new results do not contain is therefore no news about a test, as long as its source
//! is there. Only reports of builds are written in part; of other inputs, what is missing is gone.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::super::{Import, Outcome, short};
use crate::model::{
    ClockTime, Corpus, Extent, Failure, FailureId, Group, Location, NameInRun, NotRun, Passed, TestKey,
    TestOfRun,
};
use crate::project::sources::{ProjectFileError, read_text};
use crate::trace::is_class_as_a_whole;

/// The state of a test that failed in earlier results, according to later ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// It failed again: the failure is that of the later results.
    Failing(FailureId),
    Fixed,
    NotRun,
    /// Its source is gone, or the results would contain it.
    Gone,
}

/// The outcomes of the executions of one name.
#[derive(Debug, Clone, Copy, Default)]
struct Executions {
    failed: bool,
    passed: bool,
}

impl Standing {
    /// Decides on a test that did not fail again. `is_declared` is false if its source is gone, and None if
    /// that is unknown.
    fn without_failure(
        executions: Executions,
        is_of_build: bool,
        is_declared: impl FnOnce() -> Option<bool>,
    ) -> Standing {
        match executions {
            Executions { passed: true, .. } => Standing::Fixed,
            // Of several failures of one name, fewer are left.
            Executions { failed: true, .. } => Standing::Gone,
            _ if is_of_build && is_declared() != Some(false) => Standing::NotRun,
            _ => Standing::Gone,
        }
    }
}

/// The failed tests of a session, over all readings of its results.
#[derive(Debug, Clone, Default)]
pub(crate) struct FailureHistory {
    /// The failures of the last reading, with those that were not run again.
    corpus: Arc<Corpus>,
    read_at: Option<ClockTime>,
    fixed: HashSet<TestOfRun>,
}

impl FailureHistory {
    /// Begins with the first reading, and the time at which it was shown.
    pub(crate) fn new(corpus: Arc<Corpus>, read_at: Option<ClockTime>) -> FailureHistory {
        FailureHistory { corpus, read_at, fixed: HashSet::new() }
    }

    /// Adds to results that were read again the failures of tests that were not run again.
    pub(crate) fn carry_into(&mut self, import: &mut Import) {
        let standings = standings(&self.corpus, import);
        let earlier = &self.corpus;
        let test = |group: &Group, failure: FailureId| {
            TestOfRun::new(earlier.run_name(group), &earlier.failures[failure])
        };
        for group in &earlier.groups {
            for &failure in group.failures.iter().filter(|&&failure| standings[failure] == Standing::Fixed) {
                self.fixed.insert(test(group, failure));
            }
        }
        if !self.fixed.is_empty() {
            let failing = import.corpus.named_failures();
            let failing: HashSet<NameInRun<'_>> = failing.into_iter().map(|((name, _), _)| name).collect();
            self.fixed.retain(|test| !failing.contains(&test.borrowed()));
        }
        import.keep(earlier, &standings, NotRun { since: self.read_at });
    }

    /// Continues with results that were read again, after [`carry_into`](FailureHistory::carry_into).
    pub(crate) fn go_on(&mut self, corpus: Arc<Corpus>, read_at: Option<ClockTime>) {
        (self.corpus, self.read_at) = (corpus, read_at);
    }

    /// Returns the tests that failed in an earlier reading and passed since, in no order.
    pub(crate) fn fixed(&self) -> Vec<TestOfRun> {
        self.fixed.iter().cloned().collect()
    }
}

/// Returns the standing of each failure of an earlier reading.
fn standings(earlier: &Corpus, later: &Import) -> Vec<Standing> {
    let named = earlier.named_failures();
    let failing: HashMap<(NameInRun<'_>, usize), FailureId> =
        later.corpus.named_failures().into_iter().collect();
    let executed = Executed::find(earlier, later);
    let runs = earlier.runs_of_failures();
    let mut sources = SourceTexts::default();
    let mut standings = vec![Standing::Gone; earlier.failures.len()];
    for ((name, count), failure) in named {
        standings[failure] = match failing.get(&(name, count)) {
            Some(&again) => Standing::Failing(again),
            None if later.corpus.runs.iter().all(|run| run.name != name.0) => Standing::Gone,
            None => {
                let test = &earlier.failures[failure];
                let project = earlier.sources_of(runs[failure]).map(|sources| sources.folder());
                Standing::without_failure(executed.of(test, name), test.is_reported, || {
                    sources.is_declared(test, project?)
                })
            }
        };
    }
    standings
}

/// The tests that later results executed, as far as earlier failures ask for them.
struct Executed<'a> {
    /// The executions of each name, and of the tests of which rows are subtests.
    names: HashMap<NameInRun<'a>, Executions>,
    /// The wanted classes and modules, each true if one of their tests was executed.
    classes: HashMap<NameInRun<'a>, bool>,
    /// The groups of which any test was executed: run, project and bug.
    groups: HashSet<NameInRun<'a>>,
}

impl<'a> Executed<'a> {
    fn find(earlier: &'a Corpus, later: &'a Import) -> Executed<'a> {
        let mut executed =
            Executed { names: HashMap::new(), classes: HashMap::new(), groups: HashSet::new() };
        for (((run, key), _), failure) in earlier.named_failures() {
            executed.names.entry((run, key)).or_default();
            if let Some(test) = subtest_of(key.test) {
                executed.names.entry((run, TestKey { test, ..key })).or_default();
            }
            if stands_for_class(&earlier.failures[failure]) {
                executed.classes.entry((run, TestKey { test: class_of(key.test), ..key })).or_default();
            }
        }
        for group in &later.corpus.groups {
            let run = later.corpus.run_name(group);
            for &failure in &group.failures {
                let failure = &later.corpus.failures[failure];
                executed.add((run, failure.key()), true, failure.is_executed());
            }
        }
        for other in later.others.iter().filter(|other| other.outcome == Outcome::Passed) {
            executed.add((&*later.corpus.runs[other.run()].name, other.key()), false, true);
        }
        executed
    }

    fn add(&mut self, (run, key): NameInRun<'a>, failed: bool, is_executed: bool) {
        for test in [Some(key.test), subtest_of(key.test)].into_iter().flatten() {
            if let Some(known) = self.names.get_mut(&(run, TestKey { test, ..key })) {
                known.failed |= failed;
                known.passed |= !failed;
            }
        }
        if !is_executed || is_class_as_a_whole(key.test) {
            return;
        }
        self.groups.insert((run, TestKey { test: "", ..key }));
        if self.classes.is_empty() {
            return;
        }
        let class = class_of(key.test);
        let outer = class.rmatch_indices(['.', '$']).map(|(end, _)| &class[..end]);
        for test in std::iter::once(class).chain(outer) {
            if let Some(known) = self.classes.get_mut(&(run, TestKey { test, ..key })) {
                *known = true;
            }
        }
    }

    /// Returns the executions of what has failed. A subtest, and what is no test, passed if something of it
    /// was executed.
    fn of(&self, failure: &Failure, (run, key): NameInRun<'a>) -> Executions {
        let is_executed = if matches!(failure.extent, Extent::Count | Extent::CutOff) {
            self.groups.contains(&(run, TestKey { test: "", ..key }))
        } else if stands_for_class(failure) {
            self.classes.get(&(run, TestKey { test: class_of(key.test), ..key })) == Some(&true)
        } else {
            let parent =
                subtest_of(key.test).and_then(|test| self.names.get(&(run, TestKey { test, ..key })));
            parent.is_some_and(|parent| parent.failed || parent.passed)
        };
        let own = self.names[&(run, key)];
        Executions { passed: own.passed || (is_executed && !own.failed), ..own }
    }
}

/// Returns true for a class or a module that failed as a whole.
fn stands_for_class(failure: &Failure) -> bool {
    match failure.extent {
        Extent::Module | Extent::Class => true,
        Extent::Test => is_class_as_a_whole(&failure.test),
        Extent::Count | Extent::CutOff => false,
    }
}

/// Returns the class or the module in the name of a test; a module that could not be loaded has only that.
fn class_of(test: &str) -> &str {
    match test.split_once("::") {
        Some(("", module)) => module,
        Some((class, _)) => class,
        None => test,
    }
}

/// Returns the name of the test of which a row is a subtest: `t::adds` for `t::adds [small] (count=1)`, and for
/// `t::adds#2`, one of several failures of one name.
fn subtest_of(test: &str) -> Option<&str> {
    let start = test.find("::")? + 2;
    let described = [" (", " ["].iter().filter_map(|sign| test[start..].find(sign)).min();
    if let Some(end) = described {
        return Some(&test[..start + end]);
    }
    let (name, number) = test.rsplit_once('#')?;
    let is_numbered = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (is_numbered && name.len() > start).then_some(name)
}

/// The texts of source files as they are now, each read once; None for one that is not there.
#[derive(Debug, Default)]
struct SourceTexts(HashMap<PathBuf, Option<String>>);

impl SourceTexts {
    /// Returns false if the source of a test is gone: its file, or the name of its class or its function in
    /// it. None if it was not known before, or can't be read now.
    fn is_declared(&mut self, failure: &Failure, project: &Path) -> Option<bool> {
        let Location { file, .. } = &**failure.location.as_ref()?;
        let path = Path::new(&**file);
        if !self.0.contains_key(path) {
            let text = match read_text(project, path) {
                Ok(text) => Some(text),
                Err(ProjectFileError::Gone { .. }) => None,
                Err(_) => return None,
            };
            self.0.insert(path.to_owned(), text);
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        // What is no test has no name in its source.
        Some(
            self.0[path]
                .as_ref()
                .is_some_and(|text| !failure.is_executed() || names(text, &failure.test, &stem)),
        )
    }
}

/// Returns true if a source file, given with its name without extension, has the words by which a test is declared.
fn names(source: &str, test: &str, stem: &str) -> bool {
    let (class, name) = test.split_once("::").unwrap_or(("", test));
    // The test can be inherited from a class in another file.
    let inner = class.split(['.', '$']).skip_while(|part| *part != stem).skip(1);
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let end = name.find(|c| !is_of_name(c)).unwrap_or(name.len());
    // A name in words need not stand in the source.
    let function = (!name[end..].starts_with(' ')).then_some(&name[..end]);
    inner.chain(function).filter(|word| !word.is_empty()).all(|word| {
        source.match_indices(word).any(|(start, _)| {
            let after = source[start + word.len()..].chars().next();
            !source[..start].ends_with(is_of_name) && !after.is_some_and(is_of_name)
        })
    })
}

/// A failure to keep, and the index of the later failure before which it is put.
struct Kept {
    before: usize,
    group: GroupPlace,
    failure: Failure,
}

/// A group of the later results, or one of those that are added to them.
#[derive(Clone, Copy)]
enum GroupPlace {
    There(usize),
    Added(usize),
}

impl Import {
    /// Adds the earlier failures that were not run, each behind the one that it followed, so that lists keep
    /// their order.
    fn keep(&mut self, earlier: &Corpus, standings: &[Standing], not_run: NotRun) {
        if !standings.contains(&Standing::NotRun) {
            return;
        }
        let corpus = &mut self.corpus;
        let mut kept = Vec::new();
        // New groups, each with the index of the group before which it is put.
        let mut added: Vec<(usize, Group)> = Vec::new();
        let mut next_place = 0;
        for group in &earlier.groups {
            let run_name = earlier.run_name(group);
            let Some(run) = corpus.runs.iter().position(|run| run.name == run_name) else { continue };
            let found = corpus.groups.iter().position(|other| {
                (other.run, &other.project, &other.bug) == (run, &group.project, &group.bug)
            });
            next_place = found.map_or_else(
                // Groups are in the order of their runs.
                || next_place.max(corpus.groups.partition_point(|other| other.run < run)),
                |found| found + 1,
            );
            if !group.failures.iter().any(|&failure| standings[failure] == Standing::NotRun) {
                continue;
            }
            let place = found.map_or_else(
                || {
                    let next_run = corpus.groups.partition_point(|other| other.run <= run);
                    let (failures, passed) = (Vec::new(), Passed::default());
                    added.push((next_place.min(next_run), Group { run, failures, passed, ..group.clone() }));
                    GroupPlace::Added(added.len() - 1)
                },
                GroupPlace::There,
            );
            let first = found.and_then(|found| corpus.groups[found].failures.first());
            let mut before = first.map_or(corpus.failures.len(), |first| first.index());
            for &failure in &group.failures {
                match standings[failure] {
                    Standing::Failing(again) => before = again.index() + 1,
                    Standing::NotRun => {
                        let known = &earlier.failures[failure];
                        // What is no test comes after all tests.
                        let before = if known.is_executed() { before } else { corpus.failures.len() };
                        let mut failure = known.clone();
                        failure.execution.get_or_insert_default().not_run.get_or_insert(not_run);
                        kept.push(Kept { before, group: place, failure });
                    }
                    Standing::Fixed | Standing::Gone => {}
                }
            }
            corpus.sources.resize(corpus.sources.len().max(run + 1), None);
            if corpus.sources[run].is_none() {
                corpus.sources[run] = earlier.sources_of(group.run).cloned();
            }
        }
        let places = corpus.add_groups(added);
        kept.sort_by_key(|kept| kept.before);
        self.insert(kept, &places);
    }

    /// Inserts failures, ascending by their places; `groups` are the indices of the groups that were there,
    /// and of the added ones.
    fn insert(&mut self, kept: Vec<Kept>, groups: &[Vec<usize>; 2]) {
        let corpus = &mut self.corpus;
        let there = std::mem::take(&mut corpus.failures);
        // The new index of each failure that was there, and the end.
        let mut indices = Vec::with_capacity(there.len() + 1);
        let mut inserted = Vec::with_capacity(kept.len());
        let mut kept = kept.into_iter().peekable();
        let mut there = there.into_iter();
        loop {
            while let Some(next) = kept.next_if(|next| next.before <= indices.len()) {
                let group = match next.group {
                    GroupPlace::There(group) => groups[0][group],
                    GroupPlace::Added(group) => groups[1][group],
                };
                inserted.push((group, FailureId::new(corpus.failures.len())));
                corpus.failures.push(next.failure);
            }
            indices.push(corpus.failures.len());
            let Some(failure) = there.next() else { break };
            corpus.failures.push(failure);
        }
        for group in &mut corpus.groups {
            group.failures.iter_mut().for_each(|failure| *failure = FailureId::new(indices[*failure]));
        }
        for (group, failure) in inserted {
            corpus.groups[group].failures.push(failure);
        }
        corpus.groups.iter_mut().for_each(|group| group.failures.sort_unstable());
        for other in &mut self.others {
            other.before = short(indices[other.before()]);
        }
    }
}

impl Corpus {
    /// Inserts groups, each before the one with this index. Returns the new indices of the groups that were
    /// there, and of these.
    fn add_groups(&mut self, added: Vec<(usize, Group)>) -> [Vec<usize>; 2] {
        let mut order: Vec<(usize, usize)> =
            added.iter().enumerate().map(|(number, (before, _))| (*before, number)).collect();
        order.sort_unstable();
        let mut places = [Vec::with_capacity(self.groups.len()), vec![0; added.len()]];
        let mut added: Vec<Option<Group>> = added.into_iter().map(|(_, group)| Some(group)).collect();
        let mut order = order.into_iter().peekable();
        let mut there = std::mem::take(&mut self.groups).into_iter();
        loop {
            while let Some((_, number)) = order.next_if(|(before, _)| *before <= places[0].len()) {
                places[1][number] = self.groups.len();
                self.groups.extend(added[number].take());
            }
            let Some(group) = there.next() else { return places };
            places[0].push(self.groups.len());
            self.groups.push(group);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_gone_only_if_its_source_is() {
        let standing = |failed, passed, is_of_build, is_declared: Option<bool>| {
            Standing::without_failure(Executions { failed, passed }, is_of_build, || is_declared)
        };
        for is_declared in [None, Some(false), Some(true)] {
            assert_eq!(standing(false, true, true, is_declared), Standing::Fixed);
            assert_eq!(standing(true, true, false, is_declared), Standing::Fixed);
            assert_eq!(standing(true, false, true, is_declared), Standing::Gone);
            assert_eq!(standing(false, false, false, is_declared), Standing::Gone, "a table has all rows");
        }
        assert_eq!(standing(false, false, true, None), Standing::NotRun);
        assert_eq!(standing(false, false, true, Some(true)), Standing::NotRun);
        assert_eq!(standing(false, false, true, Some(false)), Standing::Gone);
    }

    #[test]
    fn a_subtest_belongs_to_its_test() {
        for (row, test) in [
            ("tests.test_pen::test_ink (count=1)", Some("tests.test_pen::test_ink")),
            ("tests.test_pen::test_ink [small] (count=1)", Some("tests.test_pen::test_ink")),
            ("tests.test_pen::test_ink[1]", None),
            ("tests.test_pen", None),
        ] {
            assert_eq!(subtest_of(row), test, "{row}");
        }
    }

    #[test]
    fn a_test_is_declared_where_its_names_stand() {
        let python = "import pen\n\nclass TestNib:\n    def test_fine(self):\n        pass\n";
        for (test, is_declared) in [
            ("tests.test_pen.TestNib::test_fine", true),
            ("tests.test_pen.TestNib::test_fine[a b]", true),
            ("tests.test_pen.TestNib::test_fin", false),
            ("tests.test_pen.TestNibs::test_fine", false),
            ("tests.test_pen::test_broad", false),
        ] {
            assert_eq!(names(python, test, "test_pen"), is_declared, "{test}");
        }
        let java = "class PenTest extends ToolTest { class Nib { @Test void isFine(int width) { } } }";
        for (test, is_declared) in [
            ("org.inkwell.PenTest$Nib::isFine(int)[1]", true),
            ("org.inkwell.PenTest.Nib::isFine", true),
            ("org.inkwell.PenTest$Ink::isFine", false),
            ("org.inkwell.PenTest::isBroad", false),
            ("org.inkwell.PenTest::the nib is fine", true),
            // Declared in the file of the class that it is inherited from.
            ("org.inkwell.BrushTest$Hair::isFine", true),
        ] {
            assert_eq!(names(java, test, "PenTest"), is_declared, "{test}");
        }
    }
}
