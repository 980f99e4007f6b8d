//! Tests that failed in earlier results and pass now, by what was changed meanwhile: the test, the code, or both.
//!
//! ```text
//! earlier failure: source, files that its trace and focal method name ──┬──▶ by the test, by both, by the code ──▶ table, JSON
//! test that passes now: source ─────────────────────────────────────────┘
//! ```
//!
//! A test that was repaired by editing it may hide the bug that it had found: those come first, with the lines that were edited.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};

use imara_diff::{Algorithm, Diff, InternedInput};
use serde::Serialize;

use crate::import::{Import, Outcome};
use crate::model::text::{plural, sanitize};
use crate::model::{Failure, FailureId};

/// The change that made a test pass, in the order in which they are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(crate) enum FixedBy {
    /// Its source was edited, and no code that its old failure names.
    #[serde(rename = "the test")]
    Test,
    #[serde(rename = "both")]
    Both,
    /// The source of the test is not known, then or now.
    #[serde(rename = "not known")]
    Unknown,
    #[serde(rename = "the code")]
    Code,
}

impl FixedBy {
    fn in_words(self) -> &'static str {
        match self {
            FixedBy::Test => "fixed by the test",
            FixedBy::Both => "fixed by both",
            FixedBy::Unknown => "fixed, by what is not known",
            FixedBy::Code => "fixed by the code",
        }
    }
}

/// A test that failed in the earlier results and passes now.
#[derive(Debug, Serialize)]
pub(crate) struct FixedTest<'a> {
    project: &'a str,
    bug: &'a str,
    test: &'a str,
    pub fixed_by: FixedBy,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// The lines of its source that were taken away, and those that came.
    removed: Vec<String>,
    added: Vec<String>,
    /// The judgement of its failure in the earlier results, with its day.
    #[serde(skip_serializing_if = "Option::is_none")]
    judged: Option<String>,
}

/// Answers that the corpus does not have.
pub(crate) struct Answers<'q> {
    /// Returns true if a file that the trace or the focal method of a failure of this run names has another text now.
    pub code_changed: &'q dyn Fn(usize, &Failure) -> bool,
    /// Returns the judgement of a failure in words.
    pub judged: &'q dyn Fn(FailureId) -> Option<String>,
}

/// Returns the tests of the earlier results that failed there and pass now, those first that were repaired by editing them. Both were read
/// with all their tests.
pub(crate) fn fixed_tests<'a>(
    before: &'a Import,
    now: &'a Import,
    answers: &Answers<'_>,
) -> Vec<FixedTest<'a>> {
    // The projects of two folders may have different names.
    let passed = now.others.iter().filter(|test| test.outcome == Outcome::Passed);
    let passed: HashMap<(&str, &str), &str> = passed
        .map(|test| {
            let source = test.texts().map_or("", |texts| &*texts.generated_test);
            ((&*test.group.bug, &*test.test), source)
        })
        .collect();
    let failed: HashSet<(&str, &str)> =
        now.corpus.failures.iter().map(|failure| (&*failure.bug, &*failure.test)).collect();
    let mut fixed: Vec<FixedTest<'a>> = Vec::new();
    for group in &before.corpus.groups {
        for &id in &group.failures {
            let failure = &before.corpus.failures[id];
            let key = (&*failure.bug, &*failure.test);
            let Some(&source) = passed.get(&key).filter(|_| !failed.contains(&key)) else { continue };
            let [old, new] = [&*failure.generated_test, source].map(str::trim);
            let fixed_by = if old.is_empty() || new.is_empty() {
                FixedBy::Unknown
            } else if old == new {
                FixedBy::Code
            } else if (answers.code_changed)(group.run, failure) {
                FixedBy::Both
            } else {
                FixedBy::Test
            };
            let is_edited = matches!(fixed_by, FixedBy::Test | FixedBy::Both);
            let (removed, added) = if is_edited { edited(old, new) } else { Default::default() };
            fixed.push(FixedTest {
                project: &failure.project,
                bug: &failure.bug,
                test: &failure.test,
                fixed_by,
                file: failure.location.as_deref().map(|place| &*place.file),
                line: failure.location.as_deref().map(|place| place.line),
                removed,
                added,
                judged: (answers.judged)(id),
            });
        }
    }
    fixed.sort_by_key(|test| test.fixed_by);
    fixed
}

/// Returns the lines that one source has and the other one has not.
fn edited(old: &str, new: &str) -> (Vec<String>, Vec<String>) {
    let input = InternedInput::new(old, new);
    let line =
        |tokens: &[imara_diff::Token], at: u32| input.interner[tokens[at as usize]].trim_end().to_owned();
    let (mut removed, mut added) = (Vec::new(), Vec::new());
    for hunk in Diff::compute(Algorithm::Histogram, &input).hunks() {
        removed.extend(hunk.before.map(|at| line(&input.before, at)));
        added.extend(hunk.after.map(|at| line(&input.after, at)));
    }
    (removed, added)
}

/// Writes the tests for people: those by the code are only counted.
pub(crate) fn write_table(fixed: &[FixedTest<'_>], out: &mut dyn Write) -> io::Result<()> {
    let by_code = fixed.iter().filter(|test| test.fixed_by == FixedBy::Code).count();
    writeln!(out, "fixed: {}, {by_code} of them by the code", plural(fixed.len(), "test"))?;
    for test in fixed.iter().filter(|test| test.fixed_by != FixedBy::Code) {
        let place =
            test.file.zip(test.line).map_or_else(String::new, |(file, line)| format!(" · {file}:{line}"));
        let judged = test.judged.as_ref().map_or_else(String::new, |judged| format!(" · {judged}"));
        let name = format!("{}{place}{judged}", test.test);
        writeln!(out, "\n{}: {}", test.fixed_by.in_words(), sanitize(&name))?;
        for (sign, lines) in [('-', &test.removed), ('+', &test.added)] {
            lines.iter().try_for_each(|line| writeln!(out, "  {sign} {}", sanitize(line)))?;
        }
    }
    out.flush()
}

/// Writes all tests as JSON Lines.
pub(crate) fn write_json_lines(fixed: &[FixedTest<'_>], out: &mut dyn Write) -> io::Result<()> {
    super::writers::write_json_lines(fixed.iter(), out)
}

/// Writes all tests as a list.
pub(crate) fn write_json(fixed: &[FixedTest<'_>], out: &mut dyn Write) -> io::Result<()> {
    super::writers::write_json(&fixed, out)
}
