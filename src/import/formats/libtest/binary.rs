//! The tests of a binary with what each printed.
//!
//! ```text
//! test a::b ... FAILED ──▶ results ┐
//! ---- a::b stdout ----  ──▶ output ├──the list under `failures:`──▶ tests
//! what ran beside them   ──▶ panics ┘
//! ```
//!
//! Tests print lines that look like results, too: the list of those that failed, at the end, decides. With
//! `--nocapture`, what a test printed stands among the results, where the thread that panics has the name of
//! its test.

use std::collections::{HashMap, HashSet};

use foldhash::fast::RandomState;

use super::lines::{
    TestLine, begun_of, header_of, is_of_backtrace, is_section, outcome_behind, panicking, result_below,
    result_of,
};
use super::run::{NumberedLine, Run, numbered};

pub(super) struct Test<'a> {
    pub name: &'a str,
    pub line: u64,
    pub outcome: &'a str,
    /// Its output, as far as it is known.
    pub output: String,
    /// The lines between the result before and its own: with `--nocapture`, what it and others printed.
    beside: &'a str,
}

/// The tests of a run, in their order.
pub(super) struct Binary<'a> {
    pub tests: Vec<Test<'a>>,
    /// The lines behind the last result.
    pub rest: &'a str,
}

/// The word for a test that failed.
pub(super) const FAILED: &str = "FAILED";

impl<'a> Binary<'a> {
    pub(super) fn of(run: &Run<'a>) -> Binary<'a> {
        let (mut tests, rest) = results_of(run);
        let listed = listed_at_end(run.sections);
        if !listed.is_empty() {
            let listed: HashSet<&str, RandomState> = listed.iter().copied().collect();
            tests.retain(|test| test.outcome != FAILED || listed.contains(test.name));
        }
        // Without names of the others (`-q`), what follows the results tells those that failed.
        let first_line = run.line + 1 + run.tests.matches('\n').count() as u64;
        for name in without_test(&listed, &tests) {
            tests.push(Test { name, line: first_line, outcome: FAILED, output: String::new(), beside: "" });
        }
        let mut binary = Binary { tests, rest };
        binary.add_sections(run.sections, first_line, listed.is_empty());
        binary.add_printed_beside();
        binary
    }

    /// Gives each test its output below the results. Without a list of the tests that failed, every header names one.
    fn add_sections(&mut self, sections: &'a str, first_line: u64, are_all_known: bool) {
        let mut open: Option<usize> = None;
        let lines: Vec<NumberedLine<'a>> = numbered(sections, first_line).collect();
        let mut by_name = self.places_of(lines.iter().filter_map(|line| named_in_section(line.text)));
        for (at, line) in lines.iter().enumerate() {
            if is_section(line.text) {
                // Tests print such lines, too.
                let follows = lines[at + 1..].iter().map(|line| line.text).find(|text| !text.is_empty());
                let is_real = follows.is_none_or(|text| {
                    let places = named_in_section(text).and_then(|name| by_name.get(name));
                    is_section(text) || places.is_some_and(|places| places.has_any)
                });
                if is_real {
                    open = None;
                    continue;
                }
            }
            if let Some(name) = header_of(line.text) {
                let same = by_name.get_mut(name).and_then(|places| places.left.pop());
                if let Some(at) = same {
                    open = Some(at);
                    continue;
                } else if are_all_known {
                    open = Some(self.tests.len());
                    let (output, beside) = (String::new(), "");
                    self.tests.push(Test { name, line: line.number, outcome: FAILED, output, beside });
                    continue;
                }
            }
            if let Some(test) = open.and_then(|open| self.tests.get_mut(open)) {
                test.output.push_str(line.text);
                test.output.push('\n');
            }
        }
    }

    /// Returns the places of the tests of these names, the first one last.
    fn places_of<'n>(&self, names: impl Iterator<Item = &'n str>) -> HashMap<&'n str, Places, RandomState> {
        let mut by_name: HashMap<&'n str, Places, RandomState> =
            names.map(|name| (name, Places::default())).collect();
        if by_name.is_empty() {
            return by_name;
        }
        for (at, test) in self.tests.iter().enumerate().rev() {
            if let Some(places) = by_name.get_mut(test.name) {
                places.has_any = true;
                places.left.push(at);
            }
        }
        by_name
    }

    /// Gives each failed test that says no error what was printed of it among the results.
    fn add_printed_beside(&mut self) {
        let is_asked = |test: &Test<'_>| test.outcome == FAILED && !says_error(&test.output);
        if !self.tests.iter().any(is_asked) {
            return;
        }
        let names: HashSet<&str, RandomState> = self.tests.iter().map(|test| test.name).collect();
        let slices: Vec<&str> = self.tests.iter().map(|test| test.beside).chain([self.rest]).collect();
        let panics = panics_in(&slices, &names);
        for at in 0..self.tests.len() {
            if !is_asked(&self.tests[at]) {
                continue;
            }
            let test = &self.tests[at];
            let own = panics.get(test.name).map(|panic| text_of(panic, &slices, at, &names));
            // Nothing names it: it stands above its result.
            let own = own.or_else(|| {
                Some(nameless(test.beside, &names)).filter(|text| says_error(text)).map(str::to_owned)
            });
            if let Some(own) = own {
                let test = &mut self.tests[at];
                let note = std::mem::take(&mut test.output);
                test.output = if note.is_empty() { own } else { format!("{own}\n{note}") };
            }
        }
    }
}

/// The tests of one name.
#[derive(Default)]
struct Places {
    has_any: bool,
    /// The places of those that no header has named yet, the first one last.
    left: Vec<usize>,
}

/// Returns the name on a line of the sections, if it is a header or an entry of the list.
fn named_in_section(line: &str) -> Option<&str> {
    line.strip_prefix("    ").or_else(|| header_of(line))
}

/// Returns the listed names that no test has.
fn without_test<'a>(listed: &[&'a str], tests: &[Test<'a>]) -> Vec<&'a str> {
    let mut unknown: HashSet<&str, RandomState> = listed.iter().copied().collect();
    for test in tests {
        if unknown.is_empty() {
            break;
        }
        unknown.remove(test.name);
    }
    listed.iter().copied().filter(|name| unknown.contains(name)).collect()
}

/// Returns the tests that a run names with their outcomes, and the lines behind the last one.
fn results_of<'a>(run: &Run<'a>) -> (Vec<Test<'a>>, &'a str) {
    let text = run.tests;
    let mut tests: Vec<Test<'a>> = Vec::new();
    // The test that a single thread has begun.
    let mut begun: Option<Begun<'a>> = None;
    let mut read = 0;
    for line in numbered(text, run.line + 1) {
        let result = result_of(line.text).or_else(|| result_below(line.text));
        let begins = if result.is_none() { begun_of(line.text) } else { None };
        if result.is_none() && begins.is_none() {
            continue;
        }
        if let Some(ended) = begun.as_ref().and_then(|begun| begun.end(&text[..line.start])) {
            tests.push(ended);
            begun = None;
            read = line.start;
        }
        if let Some(TestLine { printed, name, outcome }) = result {
            let beside = &text[read..line.start + printed];
            tests.push(Test { name, line: line.number, outcome, output: String::new(), beside });
            read = line.end;
        } else if let Some((name, printed)) = begins {
            let start = line.start + line.text.len() - printed.len();
            begun = Some(Begun { name, line: line.number, start });
        }
    }
    if let Some(ended) = begun.as_ref().and_then(|begun| begun.end(text)) {
        tests.push(ended);
        read = text.len();
    }
    (tests, &text[read..])
}

/// A test that has begun, with the place of what it prints.
struct Begun<'a> {
    name: &'a str,
    line: u64,
    start: usize,
}

impl<'a> Begun<'a> {
    /// Returns the test if it has ended at the end of the text.
    fn end(&self, text: &'a str) -> Option<Test<'a>> {
        let printed = text.get(self.start..)?;
        // A line that looks like the result of a test is one that this test printed.
        let is_of_other =
            printed.trim_end().lines().next_back().is_some_and(|line| result_of(line).is_some());
        let (beside, outcome) = outcome_behind(printed).filter(|_| !is_of_other)?;
        Some(Test { name: self.name, line: self.line, outcome, output: String::new(), beside })
    }
}

/// Returns the tests in the list at the end of the sections.
fn listed_at_end(sections: &str) -> Vec<&str> {
    let lines: Vec<&str> = sections.lines().collect();
    let list = lines.iter().rposition(|line| *line == "failures:").map_or(lines.len(), |at| at + 1);
    let names = lines[list..].iter();
    names.map_while(|line| line.strip_prefix("    ")).map(str::trim_end).collect()
}

/// Returns true for the text of a panic, or of an error that a test returned.
fn says_error(text: &str) -> bool {
    text.lines().any(|line| panicking(line).is_some() || line.starts_with("Error: "))
}

/// The place of a panic in the lines among the results: the number of the slice, and that in the slice.
struct PrintedPanic {
    slice: usize,
    at: usize,
}

/// Returns the first panic of the thread of each test, by its name. Panics of other threads directly before
/// belong to it.
fn panics_in<'a>(
    slices: &[&'a str],
    names: &HashSet<&str, RandomState>,
) -> HashMap<&'a str, PrintedPanic, RandomState> {
    let mut panics: HashMap<&'a str, PrintedPanic, RandomState> = HashMap::default();
    for (slice, text) in slices.iter().enumerate() {
        // The first panic in a thread without a test since the last one with a test.
        let mut of_others: Option<usize> = None;
        for line in numbered(text, 1) {
            let Some(thread) = panicking(line.text) else { continue };
            if names.contains(thread) {
                let at = of_others.take().unwrap_or(line.start);
                panics.entry(thread).or_insert(PrintedPanic { slice, at });
            } else {
                of_others.get_or_insert(line.start);
            }
        }
    }
    panics
}

/// Returns the text of a panic up to the next one of another test, or to the result of its test, that at
/// `own`. Where another result stands within its backtrace, that goes on behind.
fn text_of(panic: &PrintedPanic, slices: &[&str], own: usize, names: &HashSet<&str, RandomState>) -> String {
    let text = &slices[panic.slice][panic.at..];
    let mut kept = text.len();
    let mut is_named = false;
    for line in numbered(text, 1) {
        let Some(thread) = panicking(line.text) else { continue };
        if is_named {
            kept = line.start;
            break;
        }
        is_named = names.contains(thread);
    }
    let mut printed = text[..kept].trim_end().to_owned();
    if kept == text.len() && panic.slice != own {
        let rest = slices.get(panic.slice + 1).map_or("", |rest| rest);
        for line in rest.lines().take_while(|line| is_of_backtrace(line)) {
            printed.push('\n');
            printed.push_str(line);
        }
    }
    printed
}

/// Returns the end of the lines among the results that no panic of a known test has.
fn nameless<'a>(beside: &'a str, names: &HashSet<&str, RandomState>) -> &'a str {
    let mut start = 0;
    let mut is_known = false;
    for line in numbered(beside, 1) {
        match panicking(line.text) {
            Some(thread) => {
                is_known = names.contains(thread);
                if !is_known {
                    start = line.start;
                }
            }
            None if is_known && line.text.starts_with("Error: ") => {
                is_known = false;
                start = line.start;
            }
            None => {}
        }
    }
    if is_known { "" } else { beside[start..].trim() }
}
