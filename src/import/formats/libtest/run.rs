//! The runs of binaries in the output of Cargo: where each begins and ends, and where what its tests printed begins.
//!
//! The output of a failed test may be that of another run, of which nothing counts.

use memchr::memchr_iter;

use super::lines::{
    RUNNING, binary_of, crate_of, end_of, is_section, result_below, result_of, source_of, tests_of,
};
use crate::import::formats::short_text::without_end;

/// The run of a binary.
#[derive(Default)]
pub(super) struct Run<'a> {
    /// Its name; empty if it stands in the other stream.
    pub name: &'a str,
    /// The package whose integration tests it has; empty for other tests.
    pub package: &'a str,
    /// The source file of its binary; empty if it is not known.
    pub source: &'a str,
    /// The line on which it begins.
    pub line: u64,
    /// The number of tests that it says it runs.
    pub count: usize,
    /// The lines in which the tests run.
    pub tests: &'a str,
    /// The lines of what they printed, with the lists of the tests; empty if none failed.
    pub sections: &'a str,
    /// The counts at its end; None for one that died.
    pub end: Option<&'a str>,
}

/// A line with its number and its places in the text.
#[derive(Clone, Copy)]
pub(super) struct NumberedLine<'a> {
    pub number: u64,
    pub start: usize,
    pub end: usize,
    pub text: &'a str,
}

/// Returns the lines of a text that begins on line `first`.
pub(super) fn numbered(text: &str, first: u64) -> impl Iterator<Item = NumberedLine<'_>> {
    let ends = memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
    // What follows the last end is a line, too.
    let ends = ends.chain(Some(text.len()).filter(|_| !text.is_empty() && !text.ends_with('\n')));
    let mut start = 0;
    (first..).zip(ends).map(move |(number, end)| {
        let begins = std::mem::replace(&mut start, end);
        NumberedLine { number, start: begins, end, text: without_end(&text[begins..end]) }
    })
}

/// The name of a binary, that of the package whose integration tests it has, and its source file.
#[derive(Clone, Copy, Default)]
struct Named<'a> {
    name: &'a str,
    package: &'a str,
    source: &'a str,
}

/// The names of binaries, as they are read.
#[derive(Default)]
struct Names<'a> {
    next: Named<'a>,
    /// The crate of the last unit tests, which stand before the integration tests of their package.
    unit: &'a str,
}

impl<'a> Names<'a> {
    /// Reads the line on which Cargo names the next binary. Returns false for any other.
    fn read(&mut self, line: &'a str) -> bool {
        let Some(name) = binary_of(line).or_else(|| crate_of(line)) else { return false };
        let is_of_integration = binary_of(line).is_some() && line.contains("Running tests");
        if !is_of_integration {
            self.unit = name;
        }
        let package = if is_of_integration { self.unit } else { "" };
        self.next = Named { name, package, source: source_of(line).unwrap_or("") };
        true
    }
}

/// A run that is being read, by the places in the text.
struct Open<'a> {
    run: Run<'a>,
    start: usize,
    end: usize,
    results: usize,
    /// The place of the sections, and of the first line that may begin them.
    sections: Option<usize>,
    may_be_sections: Option<usize>,
    /// The number of runs within what a test printed that have not ended, and whether there are any.
    nested: usize,
    has_nested: bool,
    is_over: bool,
    /// The place at which Cargo names the next binary.
    next: Option<usize>,
}

impl<'a> Open<'a> {
    fn new(line: &NumberedLine<'a>, count: usize, named: Named<'a>) -> Open<'a> {
        let Named { name, package, source } = named;
        Open {
            run: Run { name, package, source, line: line.number, count, ..Run::default() },
            start: line.end,
            end: line.end,
            results: 0,
            sections: None,
            may_be_sections: None,
            nested: 0,
            has_nested: false,
            is_over: false,
            next: None,
        }
    }

    /// Reads a line of the run. Returns false if it is its last one.
    fn line_of(&mut self, line: &NumberedLine<'a>) -> bool {
        if self.nested == 0
            && let Some(counts) = end_of(line.text)
        {
            self.run.end = Some(counts);
            self.end = line.start;
            return false;
        }
        self.end = line.end;
        if self.sections.is_some() {
            if tests_of(line.text).is_some() {
                self.nested += 1;
                self.has_nested = true;
            } else if end_of(line.text).is_some() {
                self.nested -= 1;
            }
        } else if is_section(line.text) {
            // Tests may print such a line; without names (`-q`), all results stand in one line.
            if self.results >= self.run.count || self.results == 0 {
                self.sections = Some(line.start);
            }
            self.may_be_sections.get_or_insert(line.start);
        } else if result_of(line.text).or_else(|| result_below(line.text)).is_some() {
            self.results += 1;
            self.next = None;
        }
        true
    }

    fn finish(self, text: &'a str) -> Run<'a> {
        let sections = self.sections.or(self.may_be_sections).unwrap_or(self.end).min(self.end);
        Run { tests: &text[self.start..sections], sections: &text[sections..self.end], ..self.run }
    }
}

/// Returns the runs in the output of Cargo.
pub(super) fn runs_of(text: &str) -> Vec<Run<'_>> {
    // A run that ends in what its tests printed has runs of other binaries behind it.
    split(text, true).or_else(|| split(text, false)).unwrap_or_default()
}

/// Splits the output into runs; None if one has another within what its tests printed, and does not end.
fn split(text: &str, may_nest: bool) -> Option<Vec<Run<'_>>> {
    let mut runs: Vec<Open<'_>> = Vec::new();
    let mut names = Names::default();
    for line in numbered(text, 1) {
        let open = runs.last_mut().filter(|run| !run.is_over);
        if let Some(open) = open {
            let is_within = may_nest && open.sections.is_some();
            if is_within || tests_of(line.text).is_none() {
                if !is_within && names.read(line.text) {
                    open.next = Some(line.start + line.text.find(RUNNING).unwrap_or(0));
                }
                open.is_over = !open.line_of(&line);
                continue;
            }
            // It died.
            open.end = open.next.unwrap_or(open.end);
        } else {
            names.read(line.text);
        }
        if let Some(count) = tests_of(line.text) {
            runs.push(Open::new(&line, count, std::mem::take(&mut names.next)));
        }
    }
    let is_damaged = may_nest && runs.iter().any(|run| run.has_nested && !run.is_over);
    (!is_damaged).then(|| runs.into_iter().map(|run| run.finish(text)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names and ends of all runs.
    fn shown(text: &str) -> Vec<(&str, usize, bool)> {
        runs_of(text).iter().map(|run| (run.name, run.count, run.end.is_some())).collect()
    }

    #[test]
    fn a_run_that_a_test_printed_is_none_of_its_own() {
        let outer = "     Running tests/a.rs (target/debug/deps/a-1)\n\nrunning 1 test\ntest spawns ... FAILED\n\nfailures:\n\n---- spawns stdout ----\n";
        let nested = "     Running tests/b.rs (target/debug/deps/b-2)\nrunning 2 tests\ntest x ... ok\ntest y ... ok\n";
        let ended = "test result: ok. 2 passed; 0 failed\n";
        let rest = "\n\nfailures:\n    spawns\n\ntest result: FAILED. 0 passed; 1 failed\n";
        let text = format!("{outer}{nested}{ended}{rest}");
        assert_eq!(shown(&text), [("a", 1, true)]);
        let died = format!("{outer}{nested}{ended}");
        assert_eq!(shown(&died), [("a", 1, false), ("b", 2, true)], "the first one died");
    }

    #[test]
    fn the_line_of_the_next_binary_may_stand_behind_a_test_that_ended_the_process() {
        let text = "     Running tests/a.rs (target/debug/deps/a-1)\nrunning 1 test\ntest exits ...      Running tests/b.rs (target/debug/deps/b-2)\nrunning 1 test\ntest x ... ok\n\ntest result: ok. 1 passed; 0 failed\n";
        assert_eq!(shown(text), [("a", 1, false), ("b", 1, true)]);
    }
}
