//! The output of Rust's test harness: that of `cargo test`, saved as text.
//!
//! ```text
//! Running …, running 3 tests ──▶ a binary ──test a::b ... FAILED──▶ its tests ──---- a::b stdout ----──▶ what each printed
//! ```
//!
//! The name of a binary is on the other stream, so mostly it is not known. A binary whose tests end without a result died.

use std::borrow::Cow;

use super::head::Head;
use super::report::Document;
use super::report::builder::{Builder, Case, NewSuite, Output};
use super::report::plain::plain;
use super::report::tests::Report;
use super::report::trace::Problem;
use super::{OF_RUNNERS, Reader, Recognized, Row};
use crate::model::{Language, Tool};

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
    let mut lines = text.lines().take(LOOK);
    let begins = lines.any(|line| tests_of(line).is_some());
    if begins && lines.any(|line| result_of(line).is_some() || line.starts_with("test result: ")) {
        Recognized::Certainly
    } else {
        Recognized::No
    }
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
}

#[derive(Default)]
struct Binary<'a> {
    name: &'a str,
    line: u64,
    /// The number of tests that it says it runs.
    count: usize,
    tests: Vec<Test<'a>>,
    /// The test whose output is being read.
    open: Option<usize>,
    has_result: bool,
    /// The number of failed tests that its result counts.
    failed: usize,
    /// The lines after its last test, if it has no result.
    rest: String,
}

fn read(document: &Document<'_>) -> Report {
    let mut builder = Builder::new(Language::default(), document.class);
    builder.report.tool = Some(Tool::CargoTest);
    let text = plain(document.text);
    let mut binaries: Vec<Binary<'_>> = Vec::new();
    let mut name = "";
    for (number, line) in (1..).zip(text.lines()) {
        let trimmed = line.trim_start();
        if let Some(path) = trimmed.strip_prefix("Running ").or_else(|| trimmed.strip_prefix("Doc-tests ")) {
            name = binary_name(path);
        } else if let Some(count) = tests_of(line) {
            binaries.push(Binary { name, line: number, count, ..Binary::default() });
            name = "";
        } else if let Some(binary) = binaries.last_mut() {
            binary.line_of(line, number);
        } else if trimmed.starts_with("error: could not compile") || trimmed.starts_with("error[E") {
            builder.add_row(number, "cargo", "<build>", trimmed);
        }
    }
    for binary in binaries {
        binary.report(&mut builder);
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
            let count = |word: &str| {
                result.split([';', '.']).find_map(|part| part.trim().strip_suffix(word)?.trim().parse().ok())
            };
            self.failed = count("failed").unwrap_or(0);
        } else if let Some(name) =
            line.strip_prefix("---- ").and_then(|rest| rest.strip_suffix(" stdout ----"))
        {
            self.open = self.tests.iter().position(|test| test.name == name && test.output.is_empty());
        } else if self.has_result {
        } else if let Some((name, outcome)) = result_of(line).filter(|_| self.open.is_none()) {
            self.tests.push(Test { name, line: number, outcome, output: String::new() });
        } else if line == "failures:" || line == "successes:" {
            self.open = None;
        } else if let Some(open) = self.open {
            let output = &mut self.tests[open].output;
            output.push_str(line);
            output.push('\n');
        } else if self.tests.len() < self.count {
            self.rest.push_str(line);
            self.rest.push('\n');
        }
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
        } else if self.failed > 0 && !builder.has_failed_since(before) {
            builder.add_row(
                self.line,
                class,
                "<binary>",
                &format!("the result counts {} failed, and none of the tests is", self.failed),
            );
        }
        builder.close_suite();
    }
}

impl Test<'_> {
    fn case(&self, class: &str) -> Case<'static> {
        let case =
            Case { line: self.line, class: class.to_owned(), name: self.name.to_owned(), ..Case::default() };
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
