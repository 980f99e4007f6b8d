//! The differences between two readings of the same results: failures that belong together, and a line that counts the changes.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::text;
use crate::model::{Corpus, Failure, FailureId, Group, TestKey, TestOfRun};

/// The name of a run, and a test of it.
type NameInRun<'a> = (&'a str, TestKey<&'a str>);

impl TestOfRun {
    /// Returns the test that a failure of a group is of.
    pub(super) fn of(corpus: &Corpus, group: usize, failure: FailureId) -> TestOfRun {
        let group = &corpus.groups[group];
        let key = TestKey {
            project: Arc::clone(&group.project),
            bug: Arc::clone(&group.bug),
            test: Arc::clone(&corpus.failures[failure].test),
        };
        TestOfRun { run: run_of(corpus, group).to_owned(), key }
    }

    /// Returns true if a group is the one that this test belongs to.
    pub(super) fn is_of(&self, corpus: &Corpus, group: &Group) -> bool {
        self.run == run_of(corpus, group) && self.key.project == group.project && self.key.bug == group.bug
    }

    fn borrowed(&self) -> NameInRun<'_> {
        (&self.run, self.key.borrowed())
    }
}

/// The name of a group's run.
pub(super) fn run_of<'a>(corpus: &'a Corpus, group: &Group) -> &'a str {
    corpus.runs.get(group.run).map_or("", |run| &run.name)
}

/// From one reading to a later one. Failures are matched by name; of several with one name, the first with the first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CorpusDiff {
    /// For each failure of the earlier reading its index in the later one; None if it fails no more.
    pub moved: Vec<Option<FailureId>>,
    /// Failed, and passes now.
    pub fixed: usize,
    /// Failed, and is no longer among the results.
    pub gone: usize,
    /// Fails, and did not before.
    pub new: usize,
    /// Fails still, but it is another test text, or it fails in another way ([`Failure::identity`]).
    pub changed: usize,
}

impl CorpusDiff {
    /// Compares two readings; `passed` are the tests that passed in the later one.
    pub fn between(earlier: &Corpus, later: &Corpus, passed: &[TestOfRun]) -> CorpusDiff {
        let mut places: HashMap<(NameInRun<'_>, usize), FailureId> = named(later).into_iter().collect();
        let passed: HashSet<NameInRun<'_>> = passed.iter().map(TestOfRun::borrowed).collect();
        let mut changes = CorpusDiff { moved: vec![None; earlier.failures.len()], ..CorpusDiff::default() };
        for (name, failure) in named(earlier) {
            let place = places.remove(&name);
            changes.moved[failure] = place;
            match place {
                Some(place) => {
                    let same = is_same(&earlier.failures[failure], &later.failures[place]);
                    changes.changed += usize::from(!same);
                }
                None if passed.contains(&name.0) => changes.fixed += 1,
                None => changes.gone += 1,
            }
        }
        changes.new = places.len();
        changes
    }

    /// `12 fixed, 3 new, 1 label stale`; None when nothing has changed.
    pub fn in_words(&self, stale_labels: usize) -> Option<String> {
        let labels = if stale_labels == 1 { "label stale" } else { "labels stale" };
        let counts = [
            (self.fixed, "fixed"),
            (self.gone, "gone"),
            (self.new, "new"),
            (self.changed, "changed"),
            (stale_labels, labels),
        ];
        let words: Vec<String> = counts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{} {what}", text::number(*count)))
            .collect();
        (!words.is_empty()).then(|| words.join(", "))
    }
}

/// Returns true if a label that was given to the one belongs to the other.
pub(super) fn is_same(earlier: &Failure, later: &Failure) -> bool {
    earlier.generated_test == later.generated_test && earlier.mode() == later.mode()
}

/// Every failure by its name, and by how many failures of that name stand before it.
fn named(corpus: &Corpus) -> Vec<((NameInRun<'_>, usize), FailureId)> {
    let mut before: HashMap<NameInRun<'_>, usize> = HashMap::with_capacity(corpus.failures.len());
    let mut named = Vec::with_capacity(corpus.failures.len());
    for group in &corpus.groups {
        for &failure in &group.failures {
            let name = (run_of(corpus, group), corpus.failures[failure].key());
            let count = before.entry(name).or_default();
            named.push(((name, *count), failure));
            *count += 1;
        }
    }
    named
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::{Passed, Run, StackTrace};

    /// One group of one run, of these tests; the number stands for how each fails.
    fn corpus(tests: &[(u8, u8)]) -> Corpus {
        let failures: Vec<Failure> = tests
            .iter()
            .map(|(test, way)| Failure {
                project: "Shop".into(),
                bug: "1".into(),
                test: format!("shop.Purse_ESTest::test{test}").into(),
                generated_test: format!("test{test}").into(),
                trace: StackTrace(format!("shop.Purse_ESTest::test{test}\na.E{way}: at {way}").into()),
                ..Failure::default()
            })
            .collect();
        let group = Group {
            run: 0,
            project: "Shop".into(),
            bug: "1".into(),
            failures: (0..failures.len()).map(FailureId::new).collect(),
            passed: Passed::default(),
        };
        Corpus {
            runs: vec![Run { name: "purse".to_owned() }],
            groups: vec![group],
            failures,
            ..Corpus::default()
        }
    }

    fn passed(test: u8) -> TestOfRun {
        TestOfRun {
            run: "purse".to_owned(),
            key: TestKey {
                project: "Shop".into(),
                bug: "1".into(),
                test: format!("shop.Purse_ESTest::test{test}").into(),
            },
        }
    }

    #[test]
    fn what_passes_is_fixed_and_what_is_not_there_is_gone() {
        let earlier = corpus(&[(1, 0), (2, 0), (3, 0), (4, 0)]);
        let later = corpus(&[(9, 0), (4, 1), (3, 0)]);
        let changes = CorpusDiff::between(&earlier, &later, &[passed(1), passed(7)]);
        assert_eq!(changes.moved, [None, None, Some(FailureId::new(2)), Some(FailureId::new(1))]);
        assert_eq!(changes.in_words(0).as_deref(), Some("1 fixed, 1 gone, 1 new, 1 changed"));
        assert_eq!(changes.in_words(2).as_deref(), Some("1 fixed, 1 gone, 1 new, 1 changed, 2 labels stale"));
        assert_eq!(CorpusDiff::between(&earlier, &earlier, &[]).in_words(0), None);
        assert_eq!(CorpusDiff::default().in_words(1).as_deref(), Some("1 label stale"));
    }

    #[test]
    fn a_test_of_another_run_or_bug_is_another_test() {
        let earlier = corpus(&[(1, 0)]);
        let mut later = earlier.clone();
        later.runs[0].name = "other".to_owned();
        let changes = CorpusDiff::between(&earlier, &later, &[]);
        assert_eq!((changes.gone, changes.new), (1, 1));
    }

    proptest! {
        #[test]
        fn every_failure_is_accounted_for(
            earlier in prop::collection::vec((0..6u8, 0..3u8), 0..12),
            later in prop::collection::vec((0..6u8, 0..3u8), 0..12),
            fixed in prop::collection::vec(0..6u8, 0..6),
        ) {
            let (earlier, later) = (corpus(&earlier), corpus(&later));
            let passed: Vec<TestOfRun> = fixed.into_iter().map(passed).collect();
            let changes = CorpusDiff::between(&earlier, &later, &passed);
            let kept: Vec<(usize, FailureId)> =
                changes.moved.iter().enumerate().filter_map(|(old, new)| Some((old, (*new)?))).collect();
            prop_assert_eq!(changes.fixed + changes.gone + kept.len(), earlier.failures.len());
            prop_assert_eq!(changes.new + kept.len(), later.failures.len());
            let places: HashSet<FailureId> = kept.iter().map(|(_, new)| *new).collect();
            prop_assert_eq!(places.len(), kept.len(), "no two come to the same place");
            for (old, new) in kept {
                prop_assert_eq!(&earlier.failures[old].test, &later.failures[new].test);
            }
            let back = CorpusDiff::between(&later, &earlier, &[]);
            prop_assert_eq!((back.gone, back.changed), (changes.new, changes.changed));
        }
    }
}
