//! The test of a listed failure with the line that failed, and its folded trace. Both are cut to a readable length,
//! with a remark on what is left out; after [`MOST_BYTES`] in total, a report of many failures shows no more of them.

use std::cell::Cell;
use std::ops::Range;

use crate::lang::{Certainty, Grammar};
use crate::lang::{failing_line, oracle_lines};
use crate::message::REPORT;
use crate::model::text::{first_bytes, number, plural, sanitize, take_cells};
use crate::model::{Failure, Language};
use crate::trace::{FoldedLine, TraceLine, TraceLineKind, fold};

/// The length to which a test and a trace are cut.
#[derive(Debug, Clone, Copy)]
pub(in crate::report) struct Limits {
    lines: usize,
    /// The number of these that precede the line that failed, if the test is longer.
    before_failed: usize,
    rows: usize,
}

impl Limits {
    /// For a failure among many: nearly every generated test fits.
    pub(in crate::report) const OF_MANY: Limits = Limits { lines: 80, before_failed: 60, rows: 40 };
    /// For a failure that is shown alone.
    pub(in crate::report) const OF_ONE: Limits = Limits { lines: 400, before_failed: 300, rows: 120 };
}

/// The number of cells of a line or a name that are shown.
const MAX_CELLS: usize = 300;

/// The number of cells of a sentence or a note that are shown.
const LONGEST_SENTENCE: usize = 3_000;

/// The bytes of a test in which the line that failed is searched, and those read of a trace; the rest is only counted.
const LARGEST_READ: usize = 200_000;

/// The maximum size of all tests and traces in a report: browsers and code hosts struggle with larger pages.
const MOST_BYTES: usize = 2_000_000;

pub(in crate::report) struct Budget(Cell<usize>);

#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::report) struct Texts {
    pub(in crate::report) grammar: Grammar,
    pub(in crate::report) test: Vec<CodeLine>,
    /// The remarks that replace the lines above and below; empty if none are left out.
    pub(in crate::report) cut: [String; 2],
    pub(in crate::report) trace: Vec<TraceRow>,
}

#[derive(Debug, PartialEq, Eq)]
pub(in crate::report) struct CodeLine {
    /// The number of the line in its file, or in the test if its place is not known, from 1.
    pub(in crate::report) number: usize,
    /// The sanitized text, tabs expanded.
    pub(in crate::report) text: String,
    pub(in crate::report) failed: Option<&'static str>,
    /// True for the predicted oracle, false for the prefix.
    pub(in crate::report) is_oracle: bool,
}

#[derive(Debug, PartialEq, Eq)]
pub(in crate::report) struct TraceRow {
    pub(in crate::report) text: String,
    pub(in crate::report) kind: RowKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::report) enum RowKind {
    Exception,
    Frame,
    /// A further line of a message, or a line of no other kind.
    Other,
    Fold,
}

impl Budget {
    pub(in crate::report) fn new() -> Budget {
        Budget(Cell::new(MOST_BYTES))
    }

    /// Returns the texts of a failure, empty if the input has none. Once the budget is exhausted, returns an error;
    /// the first one holds a remark for the reader.
    pub(in crate::report) fn texts(&self, failure: &Failure) -> Result<Texts, Option<String>> {
        let texts = Texts::of(failure, Limits::OF_MANY);
        let budget = self.0.get();
        let size = texts.test.iter().map(|line| line.text.len()).sum::<usize>()
            + texts.trace.iter().map(|row| row.text.len()).sum::<usize>();
        if size <= budget {
            self.0.set(budget - size);
            return Ok(texts);
        }
        // From here on no text is shown, not even a short one, so that it is clear where the texts stop.
        self.0.set(0);
        let remark = "From here on tests and traces are left out, because the file would grow too large. Use a smaller --top, or \
                    make a report for fewer groups.";
        Err((budget > 0).then(|| remark.to_owned()))
    }
}

impl Texts {
    pub(in crate::report) fn of(failure: &Failure, limits: Limits) -> Texts {
        let mut trace = trace(failure, limits.rows);
        trace.extend(output(failure, limits.rows / 2));
        if failure.generated_test.trim().is_empty() {
            return Texts { trace, ..Texts::default() };
        }
        let is_readable = failure.generated_test.len().max(failure.trace.0.len()) <= LARGEST_READ;
        let failed = is_readable.then(|| failing_line(failure)).flatten();
        let oracle = if is_readable { oracle_lines(failure) } else { Vec::new() };
        let test = failure.generated_test.trim_end_matches(['\n', '\r']);
        let lines = test.lines().count();
        let shown = window(lines, failed.map(|failed| failed.line), limits);
        let first = failure.location.as_ref().map_or(1, |place| place.line);
        let line = |(index, line): (usize, &str)| CodeLine {
            number: first + shown.start + index,
            text: code_line(line),
            failed: failed.filter(|failed| failed.line == shown.start + index).map(|failed| {
                match failed.certainty {
                    Certainty::Known => "failed here",
                    Certainty::Inferred => "failed here (inferred)",
                }
            }),
            is_oracle: oracle.binary_search(&(shown.start + index)).is_ok(),
        };
        let cut = |lines: usize, where_to: &str| {
            if lines == 0 { String::new() } else { format!("{} more {where_to}", plural(lines, "line")) }
        };
        let cut = [cut(shown.start, "above"), cut(lines - shown.end, "below")];
        let test = test.lines().skip(shown.start).take(shown.len()).enumerate().map(line).collect();
        Texts { grammar: Grammar::of_failure(failure), test, cut, trace }
    }

    /// Returns the test's lines with comments on the line that failed, on cuts, and if requested on the oracle.
    pub(in crate::report) fn marked_test(&self, marks_oracle: bool) -> Vec<String> {
        let comment =
            |remark: &String| (!remark.is_empty()).then(|| format!("{} … {remark}", self.grammar.comment()));
        let line = |line: &CodeLine| {
            let oracle = (marks_oracle && line.is_oracle).then_some("oracle");
            let marks: Vec<&str> = line.failed.into_iter().chain(oracle).collect();
            if marks.is_empty() {
                line.text.clone()
            } else {
                format!("{}  {} ◀ {}", line.text, self.grammar.comment(), marks.join(", "))
            }
        };
        let [above, below] = &self.cut;
        comment(above).into_iter().chain(self.test.iter().map(line)).chain(comment(below)).collect()
    }

    pub(in crate::report) fn trace_lines(&self) -> Vec<String> {
        self.trace.iter().map(|row| row.text.clone()).collect()
    }

    pub(in crate::report) fn is_empty(&self) -> bool {
        self.test.is_empty() && self.trace.is_empty()
    }

    /// Returns `test and trace`, or just the one that exists.
    pub(in crate::report) fn title(&self) -> &'static str {
        match (self.test.is_empty(), self.trace.is_empty()) {
            (false, false) => "test and trace",
            (false, true) => "test",
            (true, _) => "trace",
        }
    }
}

/// Returns the range of lines to show, which includes the line that failed.
fn window(lines: usize, failed: Option<usize>, limits: Limits) -> Range<usize> {
    let last_start = lines.saturating_sub(limits.lines);
    let start = failed
        .map_or(0, |failed| if failed < limits.lines { 0 } else { failed - limits.before_failed })
        .min(last_start);
    start..lines.min(start + limits.lines)
}

/// Returns the last lines of what the test wrote, under the line that names each stream; none if the input
/// keeps no output.
fn output(failure: &Failure, most_rows: usize) -> Vec<TraceRow> {
    let all = written_by_test(failure).trim_end();
    let output = last_bytes(all, LARGEST_READ);
    if output.trim().is_empty() {
        return Vec::new();
    }
    let lines: Vec<&str> = output.lines().collect();
    let shown = &lines[lines.len().saturating_sub(most_rows)..];
    let left_out = all.lines().count().saturating_sub(shown.len());
    let more = format!("    ┄ {} of output above", plural(left_out, "line"));
    let head = [String::new()].into_iter().chain((left_out > 0).then_some(more));
    let head = head.map(|text| TraceRow { text, kind: RowKind::Fold });
    head.chain(shown.iter().map(|line| TraceRow { text: code_line(line), kind: RowKind::Other })).collect()
}

/// Returns the output of a test without what its runner says of the failure, where that says no more than the trace above it: the
/// runners of JavaScript print the message and all frames, those of Python also values.
fn written_by_test(failure: &Failure) -> &str {
    let output = failure.output();
    let repeats = failure.language == Language::JavaScript;
    output.split_once(REPORT).filter(|_| repeats).map_or(output, |(written, _)| written)
}

/// Returns the end of a text, at most this many bytes.
fn last_bytes(text: &str, most: usize) -> &str {
    let start = (text.len().saturating_sub(most)..text.len()).find(|at| text.is_char_boundary(*at));
    start.map_or(text, |start| &text[start..])
}

fn trace(failure: &Failure, most_rows: usize) -> Vec<TraceRow> {
    let mut read = 0;
    let trace = failure.whole_trace();
    let lines: Vec<TraceLine<'_>> = trace
        .parse_on()
        .take_while(|line| {
            let begins_within = read < LARGEST_READ;
            read += if begins_within { line.text.len() } else { 0 };
            begins_within
        })
        .collect();
    let unread = trace.0[read..].lines().count();
    let row = |row: &FoldedLine| -> Option<TraceRow> {
        Some(match row {
            FoldedLine::Fold(fold) => {
                let indent = "    ".repeat(lines.get(fold.lines.start).map_or(0, |line| line.depth) + 1);
                TraceRow { text: format!("{indent}┄ {fold}"), kind: RowKind::Fold }
            }
            FoldedLine::Line(index) | FoldedLine::Call(index) => {
                let line = lines.get(*index)?;
                let kind = match line.kind {
                    TraceLineKind::Test => return None,
                    TraceLineKind::Exception(_) => RowKind::Exception,
                    TraceLineKind::Frame(_) => RowKind::Frame,
                    TraceLineKind::Message | TraceLineKind::Omitted | TraceLineKind::Other => RowKind::Other,
                };
                TraceRow { text: code_line(line.content()), kind }
            }
        })
    };
    let mut rows: Vec<TraceRow> = fold(&lines).iter().filter_map(row).collect();
    while rows.pop_if(|row| row.text.is_empty()).is_some() {}
    if rows.len() <= most_rows && unread == 0 {
        return rows;
    }
    let left_out = rows.len().saturating_sub(most_rows - 1);
    rows.truncate(most_rows - 1);
    let more = match (left_out, unread) {
        (rows, 0) => format!("{} more rows", number(rows)),
        (0, lines) => format!("{} more", plural(lines, "line")),
        (rows, lines) => format!("{} more rows, then {} more", number(rows), plural(lines, "line")),
    };
    rows.push(TraceRow { text: format!("    ┄ {more}"), kind: RowKind::Fold });
    rows
}

/// Returns a sanitized line, cut if it is very long.
pub(in crate::report) fn code_line(line: &str) -> String {
    shortened(line.trim_end(), MAX_CELLS)
}

/// Returns a name as one sanitized line, cut if it is very long.
pub(in crate::report) fn name(name: &str) -> String {
    shortened(name, MAX_CELLS)
}

/// Returns sentences or a note as one sanitized line, cut if it is very long.
pub(in crate::report) fn sentence(text: &str) -> String {
    shortened(text, LONGEST_SENTENCE)
}

/// Sanitizes and cuts a text. Of a huge text only the beginning is read: a cell rarely has more than eight bytes.
fn shortened(text: &str, cells: usize) -> String {
    let start = first_bytes(text, 8 * cells);
    let shown = sanitize(start);
    let cut = take_cells(&shown, cells);
    if cut.len() < shown.len() || start.len() < text.len() {
        format!("{cut} …")
    } else {
        shown.into_owned()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::{Execution, StackTrace};

    fn failure(test: &str, trace: &str) -> Failure {
        let trace = StackTrace(Arc::from(format!("a.B::t\n{trace}")));
        Failure { test: "a.B::t".into(), generated_test: test.into(), trace, ..Failure::default() }
    }

    fn of(failure: &Failure) -> Texts {
        Texts::of(failure, Limits::OF_MANY)
    }

    #[test]
    fn the_line_that_failed_is_always_shown() {
        assert_eq!(window(30, Some(29), Limits::OF_MANY), 0..30);
        assert_eq!(window(3_000, None, Limits::OF_MANY), 0..80);
        assert_eq!(window(3_000, Some(79), Limits::OF_MANY), 0..80);
        assert_eq!(window(3_000, Some(80), Limits::OF_MANY), 20..100);
        assert_eq!(window(3_000, Some(2_999), Limits::OF_MANY), 2_920..3_000);
        let body: String = (0..200).map(|line| format!("  pen.draw{line}();\n")).collect();
        let test = format!("@Test public void t() {{\n{body}}}");
        let texts =
            of(&failure(&test, "java.lang.Error\n\tat a.Pen.draw150(Pen.java:3)\n\tat a.B.t(B.java:9)\n"));
        let failed: Vec<_> = texts.test.iter().filter(|line| line.failed.is_some()).collect();
        assert_eq!((failed.len(), &*failed[0].text, failed[0].number), (1, "  pen.draw150();", 152));
        assert_eq!(texts.cut, ["91 lines more above", "31 lines more below"]);
    }

    #[test]
    fn traces_are_folded_and_sanitized() {
        let trace = "java.lang.Error: \u{1b}[2J\n\tat java.util.List.get(List.java:3)\n\tat a.Pen.draw(Pen.java:3)\n\n";
        let texts = of(&failure("", trace));
        let rows: Vec<&str> = texts.trace.iter().map(|row| &*row.text).collect();
        assert_eq!(rows, ["java.lang.Error: ␛[2J", "    ┄ 1 JDK frame", "    at a.Pen.draw(Pen.java:3)"]);
        assert_eq!((texts.title(), texts.test.len()), ("trace", 0));
        assert_eq!(code_line("a\tb\r"), "a   b");
        assert!(code_line(&"x".repeat(10_000)).len() < 400);
        let deep: String = (0..500).map(|line| format!("\tat a.Pen.draw(Pen.java:{line})\n")).collect();
        let texts = of(&failure("", &format!("java.lang.Error\n{deep}")));
        assert_eq!(texts.trace.len(), Limits::OF_MANY.rows);
        assert_eq!(texts.trace[Limits::OF_MANY.rows - 1].text, "    ┄ 462 more rows");
    }

    #[test]
    fn a_report_that_repeats_the_trace_is_left_out_of_the_output() {
        let output = "--- system-out ---\nink\n--- report ---\nError: dry\n    at draw (pen.js:3:1)\n";
        let printed = |language| {
            let execution = Execution { output: output.into(), ..Execution::default() };
            let failure = failure("", "Error: dry\n\tat pen.draw(pen.js:3)\n");
            let failure = Failure { language, execution: Some(Box::new(execution)), ..failure };
            of(&failure).trace.iter().map(|row| row.text.clone()).collect::<Vec<_>>()
        };
        assert_eq!(printed(Language::JavaScript).last().map(String::as_str), Some("ink"));
        assert_eq!(printed(Language::Python).last().map(|row| row.trim()), Some("at draw (pen.js:3:1)"));
    }

    #[test]
    fn only_the_beginning_of_a_huge_text_is_read_and_the_rest_is_counted() {
        let long = format!("java.lang.Error: x\n{}\tat a.B.t(B.java:9)\n", "y\n".repeat(1_000_000));
        let texts = of(&failure("", &long));
        assert_eq!((texts.trace.len(), &*texts.trace[1].text), (Limits::OF_MANY.rows, "y"));
        let shown = (LARGEST_READ - "a.B::t\njava.lang.Error: x\n".len()).div_ceil(2);
        assert_eq!(
            texts.trace[Limits::OF_MANY.rows - 1].text,
            format!(
                "    ┄ {} more rows, then {} more",
                number(shown - 38),
                plural(1_000_001 - shown, "line")
            )
        );
        let line = format!("java.lang.Error: {}\n\tat a.B.t(B.java:9)\n", "y".repeat(2_000_000));
        let texts = of(&failure(&format!("void t() {{ {} }}", "a = 1; ".repeat(300_000)), &line));
        assert!(texts.test[0].text.len() < 400 && texts.test[0].failed.is_none());
        assert_eq!(texts.trace.last().map(|row| &*row.text), Some("    ┄ 1 line more"));
        assert!(name(&"n".repeat(2_000_000)).len() < 400);
    }

    #[test]
    fn a_report_stays_small_and_says_once_that_texts_are_left_out() {
        let budget = Budget(Cell::new(30));
        let text = failure("void t() { }", "");
        assert!(budget.texts(&text).is_ok() && budget.texts(&text).is_ok());
        assert!(matches!(budget.texts(&text), Err(Some(_))));
        assert_eq!(budget.texts(&text), Err(None));
        assert!(budget.texts(&failure("", "")).is_ok_and(|texts| texts.is_empty()), "nothing is no loss");
    }
}
