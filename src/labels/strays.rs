//! Labels of tests that the results do not have, as after a folder or a package was renamed.
//!
//! ```text
//! labels of a journal ──▶ tests that its results have ──▶ counted elsewhere
//!                    └──▶ the others ──▶ a test of the same name in one other place: would fit there
//! ```

use std::collections::{BTreeMap, HashMap, HashSet};

use super::judgements::{Judgements, RunJudgements};
use crate::import::{Import, keyed_tests};
use crate::model::text::{number, plural, sanitize};
use crate::model::{Group, TestKey};

/// The number of places that are named.
const MOST_NAMED: usize = 3;

/// The labels of one or several journals whose tests are not in the results.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Strays {
    /// The number of tests with such labels.
    pub count: usize,
    /// The numbers of those that would fit tests in another place, by both places.
    pub fitting: BTreeMap<[String; 2], usize>,
}

impl Strays {
    /// Finds the labels of each journal that belong to none of the tests of its runs; `tests` has every test
    /// with its run.
    pub(crate) fn find<'a>(
        journals: &[Judgements],
        journal_of_run: &[usize],
        tests: &(impl Iterator<Item = (usize, TestKey<&'a str>)> + Clone),
    ) -> Strays {
        let mut strays = Strays::default();
        for (index, journal) in journals.iter().enumerate() {
            let labelled = journal.events().filter(|event| event.judgement.label.is_some());
            let labelled: HashSet<TestKey<&str>> =
                labelled.map(|event| event.identity.key.borrowed()).collect();
            let mut missing = labelled.clone();
            let own = tests.clone().filter(|(run, _)| journal_of_run.get(*run) == Some(&index));
            for (_, test) in own.clone() {
                // Most journals are complete long before the end.
                if missing.is_empty() {
                    break;
                }
                missing.remove(&test);
            }
            strays.count += missing.len();
            // Tests without a label that have one of these names.
            let mut named: HashMap<&str, HashSet<TestKey<&str>>> =
                missing.iter().map(|test| (simple_name(test.test), HashSet::new())).collect();
            let has_missing = !missing.is_empty();
            for (_, test) in own.filter(|(_, test)| has_missing && !labelled.contains(test)) {
                if let Some(known) = named.get_mut(simple_name(test.test)) {
                    known.insert(test);
                }
            }
            for test in &missing {
                if let Some(fitting) = only_fitting(test, &named[simple_name(test.test)]) {
                    *strays.fitting.entry(places(test, fitting)).or_default() += 1;
                }
            }
        }
        strays
    }

    /// Returns `42 labels name tests that are not in these results; 30 of pen would fit nib`; None without such labels.
    pub(crate) fn in_words(&self) -> Option<String> {
        let names = match self.count {
            0 => return None,
            1 => "1 label names a test that is".to_owned(),
            count => format!("{} name tests that are", plural(count, "label")),
        };
        let mut fitting: Vec<(&[String; 2], usize)> =
            self.fitting.iter().map(|(places, &count)| (places, count)).collect();
        fitting.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let places = fitting.iter().take(MOST_NAMED).map(|([from, to], count)| {
            format!("{} of {} would fit {}", number(*count), sanitize(from), sanitize(to))
        });
        let rest: usize = fitting.iter().skip(MOST_NAMED).map(|(_, count)| count).sum();
        let rest = (rest > 0).then(|| format!("{} would fit other places", number(rest)));
        let fitting: Vec<String> = places.chain(rest).collect();
        let fitting = if fitting.is_empty() { String::new() } else { format!("; {}", fitting.join(", ")) };
        Some(format!("{names} not in these results{fitting}"))
    }
}

impl RunJudgements {
    /// Finds the labels of tests that the results do not have.
    pub(crate) fn strays(&self, import: &Import) -> Strays {
        Strays::find(&self.by_input, &self.input_of_run, &keyed_tests(&import.corpus, &import.others))
    }
}

/// Returns the only test that a label fits: one of the whole name, or else of the name without its package.
fn only_fitting<'t, 'a>(
    test: &TestKey<&str>,
    named: &'t HashSet<TestKey<&'a str>>,
) -> Option<&'t TestKey<&'a str>> {
    let only = |mut fitting: Vec<&'t TestKey<&'a str>>| {
        let first = fitting.pop();
        first.filter(|_| fitting.is_empty())
    };
    let same: Vec<_> = named.iter().filter(|other| other.test == test.test).collect();
    if same.is_empty() { only(named.iter().collect()) } else { only(same) }
}

/// Returns a test's name from the last part of its class on.
fn simple_name(test: &str) -> &str {
    let class_end = test.find("::").unwrap_or(test.len());
    test[..class_end].rfind(['.', '/']).map_or(test, |end| &test[end + 1..])
}

/// Returns the places in which two tests of one name differ: their groups, or else their packages.
fn places(from: &TestKey<&str>, to: &TestKey<&str>) -> [String; 2] {
    if (from.project, from.bug) == (to.project, to.bug) {
        return [from, to].map(|test| {
            let package = test.test.strip_suffix(simple_name(test.test)).unwrap_or_default();
            let package = package.trim_end_matches(['.', '/']);
            if package.is_empty() { test.project.to_owned() } else { package.to_owned() }
        });
    }
    [from, to].map(|test| match (from.project == to.project, test.bug) {
        (true, "-" | "") | (false, _) => Group::name_of(test.project, test.bug),
        (true, module) => module.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Judgement, Label, LabelEvent, TestIdentity};

    fn key<'a>(bug: &'a str, test: &'a str) -> TestKey<&'a str> {
        TestKey { project: "inkwell", bug, test }
    }

    fn strays(labelled: &[TestKey<&str>], tests: &[TestKey<&str>]) -> Strays {
        let mut journal = Judgements::default();
        for TestKey { project, bug, test } in labelled {
            journal.apply(LabelEvent {
                identity: TestIdentity::new(project, bug, test, ""),
                judgement: Judgement { label: Some(Label::Unsure), ..Judgement::default() },
                annotator: "ada".to_owned(),
                time: "2031-05-04T07:22:00Z".to_owned(),
                decision: false,
                by: None,
            });
        }
        Strays::find(&[journal], &[0], &tests.iter().map(|test| (0, *test)))
    }

    fn words(labelled: &[TestKey<&str>], tests: &[TestKey<&str>]) -> String {
        strays(labelled, tests).in_words().unwrap_or_default()
    }

    #[test]
    fn labels_of_a_renamed_folder_or_package_would_fit() {
        let nib = key("nib", "a.PenTest::writes");
        assert_eq!(words(&[nib], &[nib, key("pen", "a.PenTest::writes")]), "");
        assert_eq!(
            words(&[nib, key("nib", "a.PenTest::gone")], &[key("pen", "a.PenTest::writes")]),
            "2 labels name tests that are not in these results; 1 of nib would fit pen"
        );
        assert_eq!(
            words(&[key("-", "old.test_pen::test_ink")], &[key("-", "new.test_pen::test_ink")]),
            "1 label names a test that is not in these results; 1 of old would fit new"
        );
        assert_eq!(
            words(&[key("-", "a.PenTest::writes")], &[key("pen", "a.PenTest::writes")]),
            "1 label names a test that is not in these results; 1 of inkwell would fit pen"
        );
    }

    #[test]
    fn a_name_that_several_tests_have_or_that_is_labelled_fits_none() {
        let gone = key("nib", "a.PenTest::writes");
        let [one, other] = ["pen", "ink"].map(|bug| key(bug, "a.PenTest::writes"));
        let none = "1 label names a test that is not in these results";
        assert_eq!(words(&[gone], &[one, other]), none);
        assert_eq!(words(&[gone], &[]), none);
        assert_eq!(words(&[gone, one], &[one]), none, "it has a label of its own");
        assert_eq!(
            words(&[gone], &[key("pen", "b.PenTest::writes"), other]),
            format!("{none}; 1 of nib would fit ink")
        );
    }
}
