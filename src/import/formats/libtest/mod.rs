//! The output of Rust's test harness: that of `cargo test`, saved as text.
//!
//! ```text
//! Running …, running 3 tests ──▶ a binary ──test a::b ... FAILED──▶ its tests ──---- a::b stdout ----──▶ what each printed
//! ```
//!
//! The name of a binary is on the other stream, so mostly it is not known. A binary whose tests end without a
//! result died.

mod binary;
mod lines;
mod run;

use std::borrow::Cow;

use binary::{Binary, FAILED, Test};
use lines::{end_of, not_compiled, result_of, tests_of};
use run::{Run, runs_of};

use super::head::Head;
use super::report::Document;
use super::report::builder::{Builder, Case, NewSuite, Output};
use super::report::plain::plain;
use super::report::tests::Report;
use super::report::trace::Problem;
use super::short_text::count_lines;
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
    if begins && lines.any(|line| result_of(line).is_some() || end_of(line).is_some()) {
        Recognized::Certainly
    } else {
        Recognized::No
    }
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
    /// Returns the errors in the lines outside of runs, and in those of runs that died: any other line may be
    /// printed by a test.
    fn of(text: &str, runs: &[Run<'_>]) -> Errors {
        let mut errors = Errors::default();
        let mut runs = runs.iter().peekable();
        let mut last = 0;
        for (number, line) in (1..).zip(text.lines()) {
            if let Some(run) = runs.next_if(|run| run.line == number) {
                errors.is_over = true;
                let lines = count_lines(run.tests.as_bytes()) + count_lines(run.sections.as_bytes());
                last = if run.end.is_some() { number + lines } else { number };
            } else if number > last {
                errors.line_of(line, number);
            }
        }
        errors
    }

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
    let runs = runs_of(&text);
    for run in &runs {
        report(run, &mut builder);
    }
    Errors::of(&text, &runs).report(&mut builder);
    if runs.last().is_some_and(is_without_end) {
        let line = text.lines().count().max(1) as u64;
        builder.fault(line, "the output ends before the result of its tests".to_owned(), false);
        builder.report.is_cut_off = true;
    }
    builder.finish()
}

/// Returns true if all tests of a run have ended, and it has no result.
fn is_without_end(run: &Run<'_>) -> bool {
    run.end.is_none() && Binary::of(run).tests.len() >= run.count
}

fn report(run: &Run<'_>, builder: &mut Builder<'_>) {
    let class = if run.name.is_empty() { "tests" } else { run.name };
    builder.open_suite(NewSuite { name: class.to_owned(), line: run.line, ..NewSuite::default() });
    let before = builder.report.tests.len();
    let binary = Binary::of(run);
    for test in &binary.tests {
        // nextest names the package as well.
        let package = Some(run.package).filter(|package| !package.is_empty());
        let name_elsewhere = package.map(|package| [format!("{package}::{class}"), test.name.to_owned()]);
        let case = case_of(test, class);
        // Only what failed is looked for.
        let file = if case.problems.is_empty() { None } else { file_of_test(run.source, test.name) };
        builder.add(Case { name_elsewhere, file: file.map(Cow::Owned), ..case });
    }
    let missing = run.count.saturating_sub(binary.tests.len());
    if run.end.is_none() && missing > 0 {
        let words = binary.rest.trim();
        let says = format!(
            "{missing} of {} tests did not finish: their process ended{}{words}",
            run.count,
            if words.is_empty() { "" } else { "\n" }
        );
        builder.add_row(run.line, class, "<binary>", &says);
    }
    let what = if run.name.is_empty() { "the result".to_owned() } else { format!("the result of {class}") };
    builder.check_total(&what, run.end.map_or(0, failures_in), builder.failed_tests_since(before));
    builder.close_suite();
}

/// Returns the file of a test: of an integration test that of its binary, of a unit test that of its module, `src/ink.rs` of
/// `ink::tests::dries`; None if the binary's is not known.
fn file_of_test(source: &str, test: &str) -> Option<String> {
    if source.is_empty() {
        return None;
    }
    let (modules, _) = test.rsplit_once("::").unwrap_or(("", test));
    let modules: Vec<&str> =
        modules.split("::").filter(|module| !["", "test", "tests"].contains(module)).collect();
    match source.rsplit_once(['/', '\\']) {
        Some((folder, "lib.rs" | "main.rs")) if !modules.is_empty() => {
            Some(format!("{folder}/{}.rs", modules.join("/")))
        }
        _ => Some(source.to_owned()),
    }
}

/// Returns the number of failed tests in the counts at the end of a run.
fn failures_in(counts: &str) -> usize {
    let failed =
        counts.split([';', '.']).find_map(|part| part.trim().strip_suffix("failed")?.trim().parse().ok());
    failed.unwrap_or(0).max(usize::from(counts.starts_with(FAILED)))
}

fn case_of<'a>(test: &Test<'a>, class: &'a str) -> Case<'a> {
    let case = Case { line: test.line, class: class.into(), name: test.name.into(), ..Case::default() };
    match test.outcome {
        outcome if outcome.starts_with("ignored") => Case { is_skipped: true, ..case },
        FAILED => {
            let output = test.output.trim();
            let returned = output.lines().find_map(|line| line.strip_prefix("Error: "));
            let says = if output.is_empty() {
                "the test failed: nothing was printed".to_owned()
            } else {
                output.to_owned()
            };
            let message =
                returned.filter(|_| !output.contains("panicked at")).map(|error| format!("Error: {error}"));
            let thrown = from_panic(&says);
            let type_name = if thrown.starts_with("thread '") { "panic".to_owned() } else { String::new() };
            let problem = Problem { type_name, message, text: Cow::Owned(thrown), ..Problem::default() };
            let mut printed = Output::default();
            printed.add(false, output);
            Case { problems: vec![problem], output: printed, ..case }
        }
        // `FAILED` with a reason, such as that of a time limit.
        outcome if outcome.starts_with(FAILED) => {
            let problem = Problem { message: Some(outcome.to_owned()), ..Problem::default() };
            Case { problems: vec![problem], ..case }
        }
        _ => case,
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
