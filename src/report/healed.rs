//! Tests that failed in earlier results and pass now, or are left out now, by what was changed meanwhile: the
//! test, the code, or both.
//!
//! ```text
//! earlier failure: source, code that its trace and focal method name ──┐
//! test that passes now: source ────────────────────────────────────────┼──▶ by the test, left out, by both, by the code ──▶ table, JSON
//! files of tests and of code that have another text now ───────────────┘
//! ```
//!
//! A test that was repaired by editing it may hide the bug that it had found, and so may one that is skipped
//! or gone: those come first, with the lines or the files that were edited. What a test depends on is a part
//! of it: constants and helpers beside it, fixtures, data of tests.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::rc::Rc;

use imara_diff::{Algorithm, Diff, InternedInput};
use serde::Serialize;

use crate::import::{Import, Outcome};
use crate::model::text::{plural, sanitize};
use crate::model::{Failure, FailureId};

/// The change that made a test pass, in the order in which they are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(crate) enum FixedBy {
    /// Its source was edited, or another file of tests, and no code that its old failure names.
    #[serde(rename = "the test")]
    Test,
    /// It does not run any more: it is skipped, or its source has no such test.
    #[serde(rename = "left out")]
    LeftOut,
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
            FixedBy::LeftOut => "left out",
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
    /// The other files of tests that were edited, if its own source was not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    edited: Vec<String>,
    /// The judgement of its failure in the earlier results, with its day.
    #[serde(skip_serializing_if = "Option::is_none")]
    judged: Option<String>,
}

/// The files of a project that have another text now, or are gone, with their paths in it.
#[derive(Debug, Default)]
pub(crate) struct Edits {
    pub tests: Vec<String>,
    pub code: Vec<String>,
}

impl Edits {
    /// Returns what made a test pass whose source is as before; `names_code` is true if the code that its
    /// failure names was edited.
    fn fixed_by(&self, names_code: bool, own_file: Option<&str>) -> FixedBy {
        // Files of other tests say nothing where the code was edited too.
        let mut files = self.tests.iter();
        let has_its_own = files.any(|file| Some(&**file) == own_file || file.ends_with("conftest.py"));
        match (self.tests.is_empty(), self.code.is_empty()) {
            _ if names_code => FixedBy::Code,
            (false, true) => FixedBy::Test,
            (false, false) if has_its_own => FixedBy::Both,
            (_, false) => FixedBy::Code,
            (true, true) => FixedBy::Unknown,
        }
    }
}

/// Answers that the corpus does not have.
pub(crate) struct Answers<'q> {
    /// Returns the files of the project of a run that were edited.
    pub edits: &'q dyn Fn(usize) -> Rc<Edits>,
    /// Returns true if code that the trace or the focal method of a failure of this run names has another text now.
    pub code_changed: &'q dyn Fn(usize, &Failure) -> bool,
    /// Returns true if today's file of a test has no test of this name.
    pub is_gone: &'q dyn Fn(&Failure, &str) -> bool,
    /// Returns the judgement of a failure in words.
    pub judged: &'q dyn Fn(FailureId) -> Option<String>,
}

/// The tests of the current results, by group and name; the projects of two folders may have different names.
struct Current<'a> {
    /// The sources of those that passed.
    passed: HashMap<(&'a str, &'a str), &'a str>,
    failed: HashSet<(&'a str, &'a str)>,
    skipped: HashSet<(&'a str, &'a str)>,
    /// The names of tests without their parameters.
    functions: HashSet<&'a str>,
}

impl<'a> Current<'a> {
    fn of(now: &'a Import) -> Current<'a> {
        let with = |outcome: Outcome| now.others.iter().filter(move |test| test.outcome == outcome);
        let failed: HashSet<(&str, &str)> =
            now.corpus.failures.iter().map(|failure| (&*failure.bug, &*failure.test)).collect();
        let passed = with(Outcome::Passed).map(|test| {
            let source = test.texts().map_or("", |texts| &*texts.generated_test);
            ((&*test.group.bug, &*test.test), source)
        });
        let passed: HashMap<(&str, &str), &str> = passed.collect();
        let skipped: HashSet<(&str, &str)> =
            with(Outcome::NotExecuted).map(|test| (&*test.group.bug, &*test.test)).collect();
        let names = failed.iter().chain(passed.keys()).map(|(_, test)| function(test));
        Current { functions: names.collect(), passed, failed, skipped }
    }

    /// Returns true for a test that failed before and was left out: it is skipped, or its source has no such
    /// test, or no row of parameters like it.
    fn leaves_out(&self, failure: &Failure, is_gone: &dyn Fn(&Failure, &str) -> bool) -> bool {
        let key = (&*failure.bug, &*failure.test);
        let function = function(&failure.test);
        let is_row = function.len() < failure.test.len() && self.functions.contains(function);
        self.skipped.contains(&key) || is_row || is_gone(failure, function)
    }
}

/// Returns the name of a test without its parameters.
fn function(test: &str) -> &str {
    test.split(['[', '(']).next().unwrap_or(test).trim_end()
}

/// Returns the tests of the earlier results that failed there and pass now or are left out, those first that
/// were repaired by editing them. Both were read with all their tests.
pub(crate) fn fixed_tests<'a>(
    before: &'a Import,
    now: &'a Import,
    answers: &Answers<'_>,
) -> Vec<FixedTest<'a>> {
    let current = Current::of(now);
    let mut fixed: Vec<FixedTest<'a>> = Vec::new();
    for group in &before.corpus.groups {
        for &id in &group.failures {
            let failure = &before.corpus.failures[id];
            let key = (&*failure.bug, &*failure.test);
            if current.failed.contains(&key) {
                continue;
            }
            let file = failure.location.as_deref().map(|place| &*place.file);
            let edits = (answers.edits)(group.run);
            let names_code = || (answers.code_changed)(group.run, failure);
            let sources = current.passed.get(&key).map(|now| [&*failure.generated_test, now].map(str::trim));
            let fixed_by = match sources {
                None if current.leaves_out(failure, answers.is_gone) => FixedBy::LeftOut,
                None => continue,
                Some([old, new]) if old.is_empty() || new.is_empty() => FixedBy::Unknown,
                Some([old, new]) if old == new => edits.fixed_by(names_code(), file),
                Some(_) if names_code() => FixedBy::Both,
                Some(_) => FixedBy::Test,
            };
            let is_edited = matches!(fixed_by, FixedBy::Test | FixedBy::Both);
            let (removed, added) = match sources.filter(|_| is_edited) {
                Some([old, new]) => edited(old, new),
                None => Default::default(),
            };
            let elsewhere = is_edited && removed.is_empty() && added.is_empty();
            fixed.push(FixedTest {
                project: &failure.project,
                bug: &failure.bug,
                test: &failure.test,
                fixed_by,
                file,
                line: failure.location.as_deref().map(|place| place.line),
                removed,
                added,
                edited: if elsewhere { edits.tests.clone() } else { Vec::new() },
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
    let left_out = fixed.iter().filter(|test| test.fixed_by == FixedBy::LeftOut).count();
    let fixed_now = plural(fixed.len() - left_out, "test");
    let left_out =
        if left_out > 0 { format!("; left out: {}", plural(left_out, "test")) } else { String::new() };
    writeln!(out, "fixed: {fixed_now}, {by_code} of them by the code{left_out}")?;
    for test in fixed.iter().filter(|test| test.fixed_by != FixedBy::Code) {
        let place =
            test.file.zip(test.line).map_or_else(String::new, |(file, line)| format!(" · {file}:{line}"));
        let judged = test.judged.as_ref().map_or_else(String::new, |judged| format!(" · {judged}"));
        let name = format!("{}{place}{judged}", test.test);
        writeln!(out, "\n{}: {}", test.fixed_by.in_words(), sanitize(&name))?;
        for (sign, lines) in [('-', &test.removed), ('+', &test.added)] {
            lines.iter().try_for_each(|line| writeln!(out, "  {sign} {}", sanitize(line)))?;
        }
        test.edited.iter().try_for_each(|file| writeln!(out, "  edited: {}", sanitize(file)))?;
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
