//! The failures that a test's name on the command line, or in a file of labels, means.

use std::collections::BTreeMap;

use super::{CliError, expected};
use crate::config::nearest;
use crate::model::text::plural;
use crate::model::{Corpus, FailureId};

/// The number of tests that a message about an ambiguous name lists.
const MOST_LISTED: usize = 10;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) group: usize,
    /// Its failures: usually one, several if it failed in different ways.
    pub(super) failures: Vec<FailureId>,
}

/// Finds a failed test in some groups by its whole name, or else by the end of it after `.`, `:`, `#`, `/` or a blank.
pub(super) fn find_test(
    corpus: &Corpus,
    groups: impl Iterator<Item = usize>,
    name: &str,
) -> Result<Found, CliError> {
    let groups: Vec<usize> = groups.collect();
    let mut found = tests(corpus, &groups, |test| test == name);
    if found.is_empty() && !name.is_empty() {
        found = tests(corpus, &groups, |test| {
            test.strip_suffix(name).is_some_and(|before| before.ends_with(['.', ':', '#', '/', ' ', '$']))
        });
    }
    if found.len() > 1 {
        let listed = found
            .keys()
            .take(MOST_LISTED)
            .map(|&(group, test)| format!("{test} in {}", corpus.groups[group].name()))
            .collect::<Vec<_>>()
            .join(", ");
        let more = found.len().saturating_sub(MOST_LISTED);
        let more = if more > 0 { format!(", and {more} more") } else { String::new() };
        let fits = plural(found.len(), "failed test");
        let how = "give the whole name, and --group if it is in several groups";
        return Err(expected(format!("`{name}` fits {fits}: {listed}{more}; {how}")));
    }
    let found = found.into_iter().next().map(|((group, _), failures)| Found { group, failures });
    found.ok_or_else(|| {
        let names = groups.iter().flat_map(|&group| &corpus.groups[group].failures);
        let names = names.map(|&failure| &*corpus.failures[failure].test);
        let nearest = nearest(name, names).map(|test| format!("; did you mean `{test}`?"));
        expected(format!("there is no failed test `{name}`{}", nearest.unwrap_or_default()))
    })
}

/// Returns the failures of the tests whose names fit, by group and name.
fn tests<'a>(
    corpus: &'a Corpus,
    groups: &[usize],
    fits: impl Fn(&str) -> bool,
) -> BTreeMap<(usize, &'a str), Vec<FailureId>> {
    let mut found: BTreeMap<(usize, &str), Vec<FailureId>> = BTreeMap::new();
    for &group in groups {
        for &failure in &corpus.groups[group].failures {
            let test = &*corpus.failures[failure].test;
            if fits(test) {
                found.entry((group, test)).or_default().push(failure);
            }
        }
    }
    found
}
