//! The output of Rust's test harness: that of `cargo test`, saved as text.
//!
//! ```text
//! Running …, running 3 tests ──▶ a binary ──test a::b ... FAILED──▶ its tests ──---- a::b stdout ----──▶ what each printed
//! ```
//!
//! The name of a binary is on the other stream, so mostly it is not known. A binary whose tests end without a result died.

use std::borrow::Cow;
use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::head::Head;
use super::report::Document;
use super::report::builder::{Builder, Case, NewSuite, Output};
use super::report::plain::plain;
use super::report::tests::Report;
use super::report::trace::Problem;
use super::{OF_RUNNERS, Reader, Recognized, Row};
use crate::model::{Extent, Language, Tool};

pub(super) const ROW: Row = Row {
    name: "libtest",
    input: OF_RUNNERS.0,
    in_folder: OF_RUNNERS.1,
    description: "output of cargo test",
    record: "lines such as test a::b ... ok",
    guide: &[[
        "the output of `cargo test`, saved with `cargo test --no-fail-fast > test.txt 2>&1`",
        "tests of Rust with what they printed, binaries that died, doc tests",
    ]],
    recognize,
    reader: Reader::Report(read),
    detail: 2,
    may_be_all_skipped: true,
    ..Row::FILE
};

/// The number of lines in which the first test is looked for.
const LOOK: usize = 400;

fn recognize(head: &Head<'_>) -> Recognized {
    let text = plain(&head.text);
    if text.lines().take(LOOK).any(|line| not_compiled(line).is_some()) {
        // A build that failed has no tests; a text that only shows one has the line, too.
        return Recognized::IfNamed;
    }
    let mut lines = text.lines().take(LOOK);
    let begins = lines.any(|line| tests_of(line).is_some());
    if begins && lines.any(|line| result_of(line).is_some() || line.starts_with("test result: ")) {
        Recognized::Certainly
    } else {
        Recognized::No
    }
}

/// Returns the crate and the target that did not compile: ``error: could not compile `ink` (lib test) due to 1 previous error``.
fn not_compiled(line: &str) -> Option<String> {
    let (name, rest) = line.strip_prefix("error: could not compile `")?.split_once('`')?;
    let target = rest.trim_start().strip_prefix('(').and_then(|rest| rest.split_once(')'));
    Some(target.map_or_else(|| name.to_owned(), |(target, _)| format!("{name} ({target})")))
}

/// Returns the number in `running 3 tests`.
fn tests_of(line: &str) -> Option<usize> {
    let (count, unit) = line.strip_prefix("running ")?.split_once(' ')?;
    matches!(unit.trim(), "test" | "tests").then(|| count.parse().ok())?
}

/// Returns the name of a test and the word for its outcome: `test a::b ... ok`.
fn result_of(line: &str) -> Option<(&str, &str)> {
    let (name, outcome) = line.strip_prefix("test ")?.rsplit_once(" ... ")?;
    let is_outcome =
        ["ok", "FAILED", "ignored", "bench:"].iter().any(|word| outcome.trim_start().starts_with(word));
    is_outcome.then(|| (name.trim_end_matches(" - should panic"), outcome.trim()))
}

struct Test<'a> {
    name: &'a str,
    line: u64,
    outcome: &'a str,
    output: String,
    /// The next test of the same name, if the names are known.
    next: Option<usize>,
}

#[derive(Default)]
struct Binary<'a> {
    name: &'a str,
    line: u64,
    /// The number of tests that it says it runs.
    count: usize,
    tests: Vec<Test<'a>>,
    /// The first test of each name, once output or a list names one: most tests pass, and nothing else names them.
    by_name: HashMap<&'a str, usize, RandomState>,
    /// The test whose output is being read.
    open: Option<usize>,
    has_result: bool,
    /// The number of failed tests that its result counts.
    failed: usize,
    /// The lines after its last test, if it has no result.
    rest: String,
    /// True in the list of the tests that failed, at its end.
    lists_failed: bool,
}

/// The errors of Cargo itself, which stand between those of tests.
#[derive(Default)]
struct Errors {
    /// The text of the current error, and the line on which it begins.
    open: String,
    line: u64,
    /// True if other output follows the current error.
    is_over: bool,
    /// The targets that did not compile, with the line and the text of the compiler.
    not_compiled: Vec<(String, u64, String)>,
}

/// The number of bytes of an error that are kept.
const LONGEST: usize = 64 * 1024;

impl Errors {
    fn line_of(&mut self, line: &str, number: u64) {
        let begins = line.starts_with("error: ") || line.starts_with("error[");
        if self.open.is_empty() || self.is_over {
            if !begins {
                return;
            }
            self.line = if self.open.is_empty() { number } else { self.line };
            self.is_over = false;
        }
        if let Some(target) = not_compiled(line) {
            let text = std::mem::take(&mut self.open);
            let text = if text.trim().is_empty() { line.to_owned() } else { text.trim_end().to_owned() };
            self.not_compiled.push((target, self.line, text));
        } else if self.open.len() < LONGEST {
            self.open.push_str(line);
            self.open.push('\n');
        }
    }

    fn report(&self, builder: &mut Builder<'_>) {
        for (target, line, text) in &self.not_compiled {
            builder.add(Case {
                line: *line,
                class: target.clone().into(),
                name: "[build failed]".into(),
                problems: vec![Problem { text: Cow::Owned(text.clone()), ..Problem::default() }],
                extent: Extent::Module,
                ..Case::default()
            });
        }
        let own = self.open.trim();
        if !own.is_empty() && !builder.has_failed_since(0) {
            builder.add_row(self.line, "cargo", "<run>", own);
        }
    }
}

fn read(document: &Document<'_>) -> Report {
    let mut builder = Builder::new(Language::default(), document.class);
    builder.report.tool = Some(Tool::CargoTest);
    let text = plain(document.text);
    let mut binaries: Vec<Binary<'_>> = Vec::new();
    let mut errors = Errors::default();
    let mut name = "";
    for (number, line) in (1..).zip(text.lines()) {
        let trimmed = line.trim_start();
        if let Some(path) = trimmed.strip_prefix("Running ").or_else(|| trimmed.strip_prefix("Doc-tests ")) {
            name = binary_name(path);
        } else if let Some(count) = tests_of(line) {
            binaries.push(Binary { name, line: number, count, ..Binary::default() });
            name = "";
            errors.is_over = true;
        } else {
            let is_printed_by_test = binaries.last().is_some_and(|binary| binary.open.is_some());
            if !is_printed_by_test {
                errors.line_of(line, number);
            }
            if let Some(binary) = binaries.last_mut() {
                binary.line_of(line, number);
            }
        }
    }
    let ends_with_tests = binaries.last().is_some_and(Binary::is_without_end);
    for binary in binaries {
        binary.report(&mut builder);
    }
    errors.report(&mut builder);
    if ends_with_tests {
        let line = text.lines().count().max(1) as u64;
        builder.fault(line, "the output ends before the result of its tests".to_owned(), false);
        builder.report.is_cut_off = true;
    }
    builder.finish()
}

/// Returns the name of a binary or a crate, from `unittests src/lib.rs (target/debug/deps/ink-1a2b3c)` or `tests/ink.rs (…)`.
fn binary_name(path: &str) -> &str {
    let deps =
        path.rsplit_once('(').and_then(|(_, path)| path.trim_end_matches(')').rsplit(['/', '\\']).next());
    match deps {
        Some(file) => file.rsplit_once('-').map_or(file, |(name, _)| name),
        None => path.trim(),
    }
}

impl<'a> Binary<'a> {
    fn line_of(&mut self, line: &'a str, number: u64) {
        if let Some(result) = line.strip_prefix("test result: ") {
            self.has_result = true;
            self.open = None;
            let mut counts = result.split([';', '.']);
            let failed = counts.find_map(|part| part.trim().strip_suffix("failed")?.trim().parse().ok());
            self.failed = failed.unwrap_or(0).max(usize::from(result.starts_with("FAILED")));
        } else if let Some(name) =
            line.strip_prefix("---- ").and_then(|rest| rest.strip_suffix(" stdout ----"))
        {
            let mut same = self.first_of(name);
            while let Some(test) = same.map(|at| &self.tests[at]).filter(|test| !test.output.is_empty()) {
                same = test.next;
            }
            self.open = Some(same.unwrap_or_else(|| self.add(name, number, "FAILED")));
        } else if self.has_result {
        } else if let Some((name, outcome)) = result_of(line).filter(|_| self.open.is_none()) {
            self.add(name, number, outcome);
        } else if line == "failures:" || line == "successes:" {
            self.open = None;
            self.lists_failed = line == "failures:";
        } else if let Some(name) =
            line.strip_prefix("    ").filter(|_| self.lists_failed && self.open.is_none())
        {
            if self.first_of(name).is_none() {
                self.add(name, number, "FAILED");
            }
        } else if let Some(open) = self.open {
            let output = &mut self.tests[open].output;
            output.push_str(line);
            output.push('\n');
        } else if self.tests.len() < self.count {
            self.rest.push_str(line);
            self.rest.push('\n');
        }
    }

    /// Returns the first test of a name.
    fn first_of(&mut self, name: &str) -> Option<usize> {
        if self.by_name.is_empty() {
            for (at, test) in self.tests.iter_mut().enumerate().rev() {
                test.next = self.by_name.insert(test.name, at);
            }
        }
        self.by_name.get(name).copied()
    }

    /// Adds a test, also one that failed and is told only below the tests, as `cargo test -q` does. Returns its index.
    fn add(&mut self, name: &'a str, line: u64, outcome: &'a str) -> usize {
        let index = self.tests.len();
        if !self.by_name.is_empty() {
            let first = *self.by_name.entry(name).or_insert(index);
            let mut last = first;
            while let Some(next) = self.tests.get(last).and_then(|test| test.next) {
                last = next;
            }
            if let Some(test) = self.tests.get_mut(last) {
                test.next = Some(index);
            }
        }
        self.tests.push(Test { name, line, outcome, output: String::new(), next: None });
        index
    }

    /// Returns true if all its tests have ended, and it has no result.
    fn is_without_end(&self) -> bool {
        !self.has_result && self.tests.len() >= self.count
    }

    fn report(self, builder: &mut Builder<'_>) {
        let class = if self.name.is_empty() { "tests" } else { self.name };
        builder.open_suite(NewSuite { name: class.to_owned(), line: self.line, ..NewSuite::default() });
        let before = builder.report.tests.len();
        for test in &self.tests {
            builder.add(test.case(class));
        }
        let missing = self.count.saturating_sub(self.tests.len());
        if !self.has_result && missing > 0 {
            let words = self.rest.trim();
            let says = format!(
                "{missing} of {} tests did not finish: their process ended{}{words}",
                self.count,
                if words.is_empty() { "" } else { "\n" }
            );
            builder.add_row(self.line, class, "<binary>", &says);
        }
        let what =
            if self.name.is_empty() { "the result".to_owned() } else { format!("the result of {class}") };
        builder.check_total(&what, self.failed, builder.failed_tests_since(before));
        builder.close_suite();
    }
}

impl<'a> Test<'a> {
    fn case(&self, class: &'a str) -> Case<'a> {
        let case = Case { line: self.line, class: class.into(), name: self.name.into(), ..Case::default() };
        match self.outcome {
            outcome if outcome.starts_with("ignored") => Case { is_skipped: true, ..case },
            "FAILED" => {
                let output = self.output.trim();
                let returned = output.lines().find_map(|line| line.strip_prefix("Error: "));
                let says = if output.is_empty() {
                    "the test failed: nothing was printed".to_owned()
                } else {
                    output.to_owned()
                };
                let message = returned
                    .filter(|_| !output.contains("panicked at"))
                    .map(|error| format!("Error: {error}"));
                let text = from_panic(&says);
                let type_name = if text.starts_with("thread '") { "panic".to_owned() } else { String::new() };
                let problem = Problem { type_name, message, text: Cow::Owned(text) };
                let mut printed = Output::default();
                printed.add(false, output);
                Case { problems: vec![problem], output: printed, ..case }
            }
            // `FAILED` with a reason, such as that of a time limit.
            outcome if outcome.starts_with("FAILED") => {
                let problem = Problem { message: Some(outcome.to_owned()), ..Problem::default() };
                Case { problems: vec![problem], ..case }
            }
            _ => case,
        }
    }
}

/// Returns what was printed from the first panic on; what the test printed before stands in its output.
fn from_panic(printed: &str) -> String {
    let at = printed.match_indices("thread '").find(|(at, _)| {
        (*at == 0 || printed[..*at].ends_with('\n'))
            && printed[*at..].lines().next().is_some_and(|line| line.contains("panicked at"))
    });
    at.map_or(printed, |(at, _)| &printed[at..]).to_owned()
}
