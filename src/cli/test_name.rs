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

/// Finds a failed test in some groups by its whole name, or else by the end of it after `.`, `:`, `#`, `/` or
/// a blank. A name may be pasted from Markdown, with its backslashes, or be a node id of pytest.
pub(super) fn find_test(
    corpus: &Corpus,
    groups: impl Iterator<Item = usize>,
    name: &str,
) -> Result<Found, CliError> {
    let groups: Vec<usize> = groups.collect();
    let mut found = BTreeMap::new();
    for name in [Some(name.to_owned()), Some(without_escapes(name)), name_of_node(name)].into_iter().flatten()
    {
        if found.is_empty() {
            found = tests(corpus, &groups, |test| test == name);
        }
        if found.is_empty() && !name.is_empty() {
            found = tests(corpus, &groups, |test| {
                let before = test.strip_suffix(&*name);
                before.is_some_and(|before| before.ends_with(['.', ':', '#', '/', ' ', '$']))
            });
        }
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

/// Returns a name without the backslashes that Markdown has before punctuation.
fn without_escapes(name: &str) -> String {
    let mut rest = name.chars().peekable();
    let mut plain = String::new();
    while let Some(c) = rest.next() {
        if c != '\\' || !rest.peek().is_some_and(char::is_ascii_punctuation) {
            plain.push(c);
        }
    }
    plain
}

/// Returns the name of a test in reports by its node id in pytest: `tests/test_pen.py::TestPen::test_draw[1]`.
fn name_of_node(node: &str) -> Option<String> {
    let (file, parts) = node.split_once(".py::")?;
    let module = file.trim_start_matches("./").replace('/', ".");
    // What a parameter holds is no part of the path.
    let (plain, parameters) = parts.split_at(parts.find('[').unwrap_or(parts.len()));
    let (classes, name) = plain
        .rsplit_once("::")
        .map_or((String::new(), plain), |(classes, name)| (format!(".{}", classes.replace("::", ".")), name));
    Some(format!("{module}{classes}::{name}{parameters}"))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_be_pasted_from_markdown_and_from_pytest() {
        assert_eq!(
            without_escapes(r"tests.test\_pen::test\_draw\[1-a\\b]"),
            r"tests.test_pen::test_draw[1-a\b]"
        );
        for (node, name) in [
            ("tests/test_pen.py::test_draw[a/b.py::c]", Some("tests.test_pen::test_draw[a/b.py::c]")),
            ("./tests/test_pen.py::TestPen::test_draw", Some("tests.test_pen.TestPen::test_draw")),
            ("a.PenTest::draws", None),
        ] {
            assert_eq!(name_of_node(node).as_deref(), name);
        }
    }
}
