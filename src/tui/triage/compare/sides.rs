//! The two texts of a comparison: their lines side by side, and the rows that show them.
//!
//! ```text
//! two failures ──Sides::new──▶ pairs of lines, differences ──rows──▶ a row for each piece of either text
//! ```

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::diff::Pair;
use crate::lang::FailingLine;
use crate::lang::method_name;
use crate::message::case_values;
use crate::model::{Failure, FailureId, is_generated, text};
use crate::tui::triage::code;
use crate::tui::triage::code::rows::{Part, parts_of};
use crate::tui::triage::code::{CodeView, Document, DocumentKey, documentation_lines};
use crate::tui::triage::compare::diff;
use crate::tui::triage::trace::TraceRows;
use crate::tui::triage::trace::row::TraceClass;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompareText {
    Tests,
    Traces,
    /// The focal methods; without these, what the tests wrote.
    Methods,
}

impl CompareText {
    pub(crate) const ALL: [CompareText; 3] = [CompareText::Tests, CompareText::Traces, CompareText::Methods];
}

/// The number of cells before a line besides its number: the sign, and blanks.
pub(crate) const SIGN_CELLS: usize = 3;

#[derive(Debug)]
pub struct Side {
    pub failure: FailureId,
    pub lines: Arc<Vec<String>>,
    /// The line that failed, of a test or a method.
    pub failed: Option<FailingLine>,
    /// The lines of a method of which one threw, if the trace leaves several.
    pub may_throw: Vec<usize>,
    /// For a trace, the classes of the pieces of each line; empty for code, whose colours are stored elsewhere.
    pub classes: Vec<Vec<(Range<usize>, TraceClass)>>,
    /// True if the last line is the one that threw, in code that the method calls.
    pub has_thrown: bool,
    /// True if the first line has the values of a case, which is no line of the test.
    pub has_case: bool,
    pub key: DocumentKey,
    /// The number of its first line in its file.
    pub first: usize,
    /// The lines that are not shown, below one that says so: of a method's documentation, and before the failed line.
    pub hidden: Vec<Range<usize>>,
    /// The lines of a method's documentation.
    documented: Range<usize>,
}

impl Side {
    fn plain(failure: FailureId, lines: Vec<String>) -> Side {
        Side {
            failure,
            lines: Arc::new(lines),
            failed: None,
            may_throw: Vec::new(),
            classes: Vec::new(),
            has_thrown: false,
            has_case: false,
            key: DocumentKey::Text(failure, CodeView::Source),
            first: 1,
            hidden: Vec::new(),
            documented: 0..0,
        }
    }

    fn code(index: FailureId, failure: &Failure, view: CodeView) -> Side {
        let method = method_name(&failure.focal_method, failure.language);
        let document = Document::new(index, failure, view, &method);
        let (lines, key, failed) = (document.lines, document.key, document.failed);
        let may_throw = document.may_throw;
        let first = document.first;
        let mut side = Side { lines, failed, may_throw, key, first, ..Side::plain(index, Vec::new()) };
        if view == CodeView::FocalMethod {
            side.documented = documentation_lines(failure);
        }
        side.fold(document.foldable);
        let documentation = side.lines[side.documented.clone()].concat();
        if documentation.replace([' ', '*', '/'], "") == "{@inheritDoc}" {
            side.hidden.push(side.documented.clone());
        }
        side
    }

    /// Puts the values with which a parametrized test failed above its lines.
    fn begin_with_case(&mut self, values: &str) {
        Arc::make_mut(&mut self.lines).insert(0, text::sanitize(values).into_owned());
        self.failed = self.failed.map(|failed| FailingLine { line: failed.line + 1, ..failed });
        self.may_throw.iter_mut().for_each(|line| *line += 1);
        for hidden in &mut self.hidden {
            *hidden = hidden.start + 1..hidden.end + 1;
        }
        self.has_case = true;
    }

    /// Returns the number of a line in its file.
    pub(crate) fn number(&self, line: usize) -> usize {
        self.first + line - usize::from(self.has_case && line > 0)
    }

    fn marked(&self) -> impl Iterator<Item = usize> {
        self.failed.map(|failed| failed.line).into_iter().chain(self.may_throw.iter().copied())
    }

    pub(crate) fn is_fold(&self, line: usize) -> bool {
        self.hidden.iter().any(|hidden| hidden.start == line + 1)
    }

    /// Folds lines into one, with those folded directly above them.
    fn fold(&mut self, mut lines: Range<usize>) {
        if lines.len() > 1 {
            let above = self.hidden.iter().find(|hidden| hidden.start > 0 && hidden.end == lines.start);
            lines.start = above.map_or(lines.start, |above| above.start - 1);
            Arc::make_mut(&mut self.lines)[lines.start] = code::folded_in_words(lines.len());
            self.hidden.push(lines.start + 1..lines.end);
        }
    }

    /// Folds the lines of a test longer than `room` before and after its failed line.
    fn fold_around_failed_line(&mut self, failure: &Failure, room: usize) {
        if self.lines.len() <= room {
            return;
        }
        let [before, after] = failure.language.answers().lines_around_body();
        let failed = self.failed.map_or(0, |failed| failed.line);
        self.fold(before..if failed >= LATE_FAILED_LINE { failed } else { 1 });
        self.fold(failed + LATE_FAILED_LINE..self.lines.len() - after);
    }

    fn compared(&self) -> Vec<&str> {
        let lines = self.lines.iter().enumerate().map(|(row, line)| match self.classes.get(row) {
            Some(_) if line.trim_start().starts_with(FOLD) => FOLD,
            Some(pieces) if pieces.iter().any(|(_, class)| *class == TraceClass::Test) => TEST,
            _ => line.as_str(),
        });
        lines.collect()
    }
}

/// A row of the view: a piece of both texts, or of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompareRow {
    pub text: CompareText,
    pub pair: usize,
    /// The pieces of the neighbour's text and of the selected failure's; none in the heading of the traces.
    pub parts: [Option<Part>; 2],
}

impl CompareRow {
    pub(crate) fn is_heading(&self) -> bool {
        self.parts == [None, None]
    }
}

#[derive(Debug)]
pub struct Sides {
    text: CompareText,
    pub texts: [Side; 2],
    /// True if both failures have the text of the first side.
    pub is_shared: bool,
    pub pairs: Vec<Pair>,
    pub width: usize,
    /// The first pair of each run of changed lines, ascending.
    pub differences: Vec<usize>,
    /// The lines in common, if these are so few that each text is shown for itself, without marks; empty for methods.
    pub few_in_common: Option<String>,
    pub folds_differ: bool,
}

const MOST_OUTPUT: usize = 1 << 16;
/// The share of the lines of the shorter text that have to be related so that differences say something: one
/// of this many.
const LEAST_RELATED: usize = 3;
/// The number of words of a statement that tells something.
const LEAST_STATEMENT: usize = 4;
/// The place from which on the lines between a test's signature and its failed line are folded, if it is
/// unlike the other.
const LATE_FAILED_LINE: usize = 5;
const LONGEST_COMMON: usize = 40;

/// The form in which rows of folded frames are compared: folded frames make no difference.
const FOLD: &str = "┄";
/// The form in which calls in the test itself are compared: the names of tests make no difference.
const TEST: &str = "test";

impl Sides {
    /// Pairs the lines of two failures' texts. Unlike tests that are longer than `room` are folded before and
    /// after their failed lines. Frames are shortened to `cells`. The line that was `thrown` below the second
    /// method follows it.
    pub(crate) fn new(
        failures: &[Failure],
        of: [FailureId; 2],
        text: CompareText,
        room: usize,
        cells: usize,
        thrown: Option<&str>,
    ) -> Sides {
        let has_methods = of.iter().any(|&index| !failures[index].focal_method.is_empty());
        let mut texts = of.map(|index| {
            let failure = &failures[index];
            match text {
                // What failed before or after a test, as in the code pane.
                CompareText::Tests => Side::code(index, failure, CodeView::first_of(failure)),
                CompareText::Traces => trace(index, failure, room == usize::MAX, cells),
                CompareText::Methods if has_methods => Side::code(index, failure, CodeView::FocalMethod),
                CompareText::Methods => Side::plain(index, output(failure)),
            }
        });
        // Cases of one test differ in these alone.
        let cases = of.map(|index| case_values(&failures[index]).filter(|_| text == CompareText::Tests));
        if let [Some(one), Some(other)] = &cases
            && one != other
            && texts[0].lines == texts[1].lines
        {
            texts[0].begin_with_case(one);
            texts[1].begin_with_case(other);
        }
        let is_shared = text == CompareText::Methods && texts[0].lines == texts[1].lines;
        if is_shared {
            texts[1].lines = Arc::default();
            texts[0].failed = texts[0].failed.filter(|_| texts[0].failed == texts[1].failed);
        } else if let Some(thrown) = thrown.filter(|_| text == CompareText::Methods && has_methods) {
            Arc::make_mut(&mut texts[1].lines).push(thrown.to_owned());
            texts[1].has_thrown = true;
        }
        let [before, after] = texts.each_ref().map(Side::compared);
        let are_written = of.iter().all(|&index| !is_generated(&failures[index]));
        // Lines of methods that are left out have no partners.
        let are_paired =
            has_methods && !is_shared && are_written && texts.iter().all(|it| it.hidden.is_empty());
        let mut pairs = match text {
            CompareText::Traces => diff::frames(&before, &after),
            CompareText::Methods if !are_paired => Vec::new(),
            CompareText::Tests | CompareText::Methods => diff::lines(&before, &after),
        };
        let says_something = |line: &str| {
            if are_written { line.contains(char::is_alphanumeric) && line != TEST } else { !line.is_empty() }
        };
        let related = pairs.iter().filter(|pair| {
            pair.words.has_common
                || pair.is_same && pair.before.is_none_or(|line| says_something(before[line].trim()))
        });
        let related = related.count();
        // Traces of people's tests are short: one line in common is worth the marks of the others.
        let is_unlike = match text {
            CompareText::Methods if before.is_empty() || after.is_empty() => true,
            CompareText::Traces if are_written => related == 0,
            CompareText::Tests if are_written && pairs.iter().any(|pair| is_statement(pair, &before)) => {
                false
            }
            _ => related * LEAST_RELATED < before.len().min(after.len()),
        };
        let few_in_common = is_unlike.then(|| {
            let same = pairs.iter().filter(|pair| pair.is_same).filter_map(|pair| pair.before);
            // Folded frames and the test itself say nothing.
            let same = same.map(|line| before[line].trim());
            let same = same.filter(|line| !["", FOLD, TEST].contains(line) && says_something(line));
            let same = same.collect::<BTreeSet<&str>>().into_iter().collect::<Vec<_>>();
            // What is equal on both sides, as the test that both are cases of, is seen there.
            let shares_lines = texts[0].lines.iter().any(|line| {
                let is_fold = line.trim_start().starts_with(FOLD);
                line.contains(char::is_alphanumeric) && !is_fold && texts[1].lines.contains(line)
            });
            match &*same.join("  ") {
                _ if text == CompareText::Methods => String::new(),
                "" if shares_lines => String::new(),
                "" => "no line in common".to_owned(),
                same => format!("nothing in common but {}", text::cut_end(same, LONGEST_COMMON)),
            }
        });
        if few_in_common.is_some() {
            for side in texts.iter_mut().filter(|_| text == CompareText::Tests) {
                side.fold_around_failed_line(&failures[side.failure], room);
            }
            pairs = unrelated(&texts);
        } else if are_written {
            // Names that differ tell people's tests apart, and both lines are shown.
            for pair in &mut pairs {
                let Some([one, other]) = lines_of(pair, &texts) else { continue };
                if pair.is_same && one.trim() != other.trim() && !one.trim_start().starts_with(FOLD) {
                    (pair.is_same, pair.words) = (false, diff::words(one, other));
                }
            }
        }
        let lines = texts.iter().flat_map(|side| side.lines.iter());
        let width = lines.map(|line| text::width(line)).max().unwrap_or(0);
        let is_stepped = text != CompareText::Methods;
        let differences = (0..pairs.len())
            .filter(|pair| {
                is_stepped
                    && few_in_common.is_none()
                    && !pairs[*pair].is_same
                    && (*pair == 0 || pairs[*pair - 1].is_same)
            })
            .collect();
        let folds_differ = text == CompareText::Traces && pairs.iter().all(|pair| pair.is_same) && {
            let [one, other] = of.map(|failure| trace(failure, &failures[failure], true, cells));
            one.compared() != other.compared()
        };
        Sides { text, texts, is_shared, pairs, width, differences, few_in_common, folds_differ }
    }

    pub fn is_empty(&self) -> bool {
        self.texts.iter().all(|side| side.lines.is_empty())
    }

    /// Returns the number of digits of the line numbers; 0 for texts whose lines have none.
    pub fn digits(&self) -> usize {
        if self.text == CompareText::Traces || self.is_output() {
            return 0;
        }
        let last = self.texts.iter().map(|side| side.number(side.lines.len().saturating_sub(1)));
        let last = last.max().unwrap_or(0);
        last.to_string().len().max(2)
    }

    /// Returns true for tests themselves, not what failed before or after one.
    pub(crate) fn are_tests(&self) -> bool {
        self.texts.iter().all(|side| side.key.is_test())
    }

    pub(crate) fn is_output(&self) -> bool {
        self.texts.iter().all(|side| matches!(side.key, DocumentKey::Text(_, CodeView::Source)))
    }

    /// Folds lines before those of the methods that may have thrown, or else before the signatures, if these
    /// are not among the first `room` of the `rows`; returns false if they are.
    pub(crate) fn begin_at_marks(&mut self, rows: &[CompareRow], room: usize) -> bool {
        let mut has_folded = false;
        for (side, text) in self.texts.iter_mut().enumerate().filter(|(_, text)| !text.lines.is_empty()) {
            let is_shown = |line| {
                rows.iter()
                    .take(room)
                    .any(|row| row.parts[side].as_ref().is_some_and(|part| part.line == line))
            };
            let (first, last) = (text.marked().min().unwrap_or(0), text.marked().max());
            // In Python, the docstring is below the signature.
            let signature = if text.documented.start == 0 { text.documented.end } else { 0 };
            let body = text.documented.end.max(signature + 1);
            if last.is_some_and(|last| !is_shown(last)) && first > body {
                text.fold(body..first - 1);
                has_folded = true;
            } else if signature > 0
                && !is_shown(signature)
                && text.hidden.iter().all(|hidden| !hidden.contains(&signature))
            {
                text.fold(0..signature);
                has_folded = true;
            }
        }
        if has_folded {
            self.pairs = unrelated(&self.texts);
            self.few_in_common = Some(String::new());
        }
        has_folded
    }

    pub(crate) fn gutter(&self) -> usize {
        self.digits().max(1) + SIGN_CELLS
    }

    /// Returns true if the lines of a pair are equal apart from their indentation, generated names included,
    /// or if both are folded frames.
    pub(crate) fn is_verbatim(&self, pair: &Pair) -> bool {
        lines_of(pair, &self.texts).is_some_and(|lines| {
            let [before, after] = lines.map(str::trim);
            before == after || before.starts_with(FOLD)
        })
    }

    /// Returns the words of the neighbour's line that the selected failure's line has other names for.
    pub(crate) fn names_of_neighbour(&self, pair: &Pair) -> String {
        let Some([before, after]) = lines_of(pair, &self.texts) else { return String::new() };
        let names = diff::words(before, after).before.into_iter().filter_map(|name| before.get(name));
        let names = names.map(|name| {
            let is_line = self.text == CompareText::Traces && name.bytes().all(|c| c.is_ascii_digit());
            if is_line { format!("line {name}") } else { name.to_owned() }
        });
        names.collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn are_same(&self) -> bool {
        let has_none = self.text != CompareText::Methods || self.pairs.iter().all(|pair| pair.is_same);
        self.differences.is_empty() && has_none && self.few_in_common.is_none()
    }

    /// Returns the rows below a heading, which the tests need only if they are `titled`.
    pub(crate) fn rows(&self, width: usize, is_split: bool, wraps: bool, titled: bool) -> Vec<CompareRow> {
        let text = self.text;
        let cells = wraps.then(|| width.saturating_sub(self.gutter()));
        let parts = |side: usize, line: Option<usize>| -> Vec<Part> {
            let Some(line) = line else { return Vec::new() };
            let source = &self.texts[side].lines[line];
            match cells {
                Some(cells) => parts_of(line, source, cells).collect(),
                None => vec![Part { line, bytes: 0..source.len(), indent: 0 }],
            }
        };
        let heading = CompareRow { text, pair: 0, parts: [None, None] };
        let mut rows: Vec<CompareRow> = titled.then_some(heading).into_iter().collect();
        if is_split {
            // Lines that have nothing to do with each other need not begin in the same row.
            let block = if self.few_in_common.is_some() { self.pairs.len() } else { 1 };
            for (index, pairs) in self.pairs.chunks(block.max(1)).enumerate() {
                let mut left = pairs.iter().flat_map(|pair| parts(0, pair.before));
                let mut right = pairs.iter().flat_map(|pair| parts(1, pair.after));
                loop {
                    let parts = [left.next(), right.next()];
                    if parts.iter().all(Option::is_none) {
                        break;
                    }
                    rows.push(CompareRow { text, pair: index, parts });
                }
            }
        } else {
            let mut from = 0;
            for block in self.pairs.chunk_by(|a, b| a.is_same == b.is_same) {
                let indices = from..from + block.len();
                from = indices.end;
                for side in usize::from(block[0].is_same)..2 {
                    for pair in indices.clone() {
                        let line = [self.pairs[pair].before, self.pairs[pair].after][side];
                        rows.extend(parts(side, line).into_iter().map(|part| {
                            let mut parts = [None, None];
                            parts[side] = Some(part);
                            CompareRow { text, pair, parts }
                        }));
                    }
                }
            }
        }
        rows
    }
}

/// Returns true for a statement that both tests of people have, perhaps with other values: it is worth the marks of
/// the other lines.
fn is_statement(pair: &Pair, before: &[&str]) -> bool {
    let line = pair.before.map_or("", |line| before[line].trim());
    let words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let tells = words.count() >= LEAST_STATEMENT && !line.ends_with('{');
    tells && (pair.is_same || pair.words.has_common)
}

/// Returns the two lines of a pair; None if only one text has one.
fn lines_of<'t>(pair: &Pair, texts: &'t [Side; 2]) -> Option<[&'t str; 2]> {
    Some([&texts[0].lines[pair.before?], &texts[1].lines[pair.after?]])
}

/// Pairs lines that have nothing to do with each other.
fn unrelated(texts: &[Side; 2]) -> Vec<Pair> {
    let [mut before, mut after] = texts.each_ref().map(|side| {
        (0..side.lines.len()).filter(|line| !side.hidden.iter().any(|hidden| hidden.contains(line)))
    });
    std::iter::from_fn(|| match (before.next(), after.next()) {
        (None, None) => None,
        (before, after) => Some(Pair { before, after, ..Pair::default() }),
    })
    .collect()
}

fn trace(index: FailureId, failure: &Failure, unfolded: bool, cells: usize) -> Side {
    let mut lines = Vec::new();
    let mut classes = Vec::new();
    for row in TraceRows::compared(failure, unfolded).rows {
        let row = if row.location.is_empty() { row } else { row.fitting(cells) };
        let mut line = String::new();
        let mut pieces = Vec::new();
        let location = format!("  {}", row.location);
        let place = (!row.location.is_empty()).then_some((TraceClass::Dim, location));
        for (class, piece) in row.pieces.into_iter().chain(place) {
            let start = line.len();
            line += &piece;
            pieces.push((start..line.len(), class));
        }
        lines.push(line);
        classes.push(pieces);
    }
    Side { classes, ..Side::plain(index, lines) }
}

/// Returns the captured output of a failure, which has no colours.
fn output(failure: &Failure) -> Vec<String> {
    let output = text::first_bytes(failure.output(), MOST_OUTPUT);
    output.lines().map(|line| text::sanitize(line).into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{CalledMethod, Language, Location, Phase, StackTrace};

    fn failure(test: &str, line: usize, code: &str, exception: &str) -> Failure {
        let (class, name) = test.split_once("::").expect("a class");
        let trace = format!(
            "{test}\n{exception}\n\tat desk.Desk.price(hotel/desk.py:34)\n\tat {class}.{name}(test_{line}.py:{line})\n"
        );
        let location = Location { file: format!("test_{line}.py").into(), line: 1, failing_line: Some(2) };
        Failure {
            language: Language::Python,
            test: test.into(),
            trace: StackTrace(trace.into()),
            generated_test: code.into(),
            location: Some(Box::new(location)),
            is_reported: true,
            ..Failure::default()
        }
    }

    fn sides(failures: &[Failure; 2], text: CompareText) -> Sides {
        Sides::new(failures, [0, 1].map(FailureId::new), text, 40, 80, None)
    }

    fn compared() -> [Failure; 2] {
        let price = "def test_rate(self):\n    assert self.desk.price(1) == 3\n})\n";
        let stays = "def test_stays(self):\n    self.book('Ada', date(2026, 5, 4))\n})\n";
        [
            failure("tests.RateTest::test_rate", 46, price, "KeyError: 'suite'"),
            failure("tests.StayTest::test_stays", 61, stays, "KeyError: 'double'"),
        ]
    }

    #[test]
    fn both_lines_are_shown_where_the_names_of_tests_differ() {
        let traces = sides(&compared(), CompareText::Traces);
        let own = |pair: &&Pair| {
            lines_of(pair, &traces.texts)
                .is_some_and(|[one, other]| one.contains("46") && other.contains("61"))
        };
        let pair = traces.pairs.iter().find(own).expect("the tests' own calls are beside each other");
        assert!(!pair.is_same, "{pair:?}");
        let in_project =
            |pair: &&Pair| lines_of(pair, &traces.texts).is_some_and(|lines| lines[0].contains("Desk.price"));
        assert!(traces.pairs.iter().find(in_project).is_some_and(|pair| pair.is_same));
    }

    #[test]
    fn one_statement_with_other_values_is_worth_the_marks() {
        let [mut selected, mut other] = compared();
        selected.generated_test = "@Test\nvoid wins() {\n    table.result('Rook', 'Pawn', 3, 1);\n    assertEquals(first(), rook);\n    print(board());\n    print(left());\n}\n".into();
        other.generated_test = "@Test\nvoid prints() {\n    open(file);\n    table.result('Rook', 'Pawn', 2, 2);\n    close(all(7));\n    leave(now);\n}\n".into();
        let tests = sides(&[selected, other], CompareText::Tests);
        assert_eq!(tests.few_in_common, None);
        assert!(tests.pairs.iter().any(|pair| !pair.words.before.is_empty()), "{:?}", tests.pairs);
    }

    #[test]
    fn the_difference_is_told_instead_of_a_sentence_that_no_report_has() {
        let [_, mut other] = compared();
        other.language = Language::JavaScript;
        other.trace = StackTrace("club.test.js::invites\nAssertionError: toBe: expected Your chess club, received Your club\nexpect(received).toBe(expected)\n\nExpected: Your chess club\nReceived: Your club\n    at Object.<anonymous> (test/club.test.js:12:5)\n".into());
        let traces = sides(&[other.clone(), other], CompareText::Traces);
        let lines = traces.texts[0].lines.join("\n");
        assert!(
            lines.contains("Your club ≠ Your chess club") && lines.contains("Expected: Your chess club"),
            "{lines}"
        );
        assert!(!lines.contains("expected Your chess club"), "{lines}");
    }

    #[test]
    fn brackets_are_nothing_in_common() {
        let [mut selected, mut other] = compared();
        selected.generated_test =
            "rooms = 3\nopened = desk.open()\nassert opened.price(1) == rooms\nfor bed in rooms:\n    bed.make()\n})\n".into();
        other.generated_test =
            "def test(self):\n    self.book('Ada')\n    with raises(KeyError):\n        leave()\n    print(7)\n})\n".into();
        let tests = sides(&[selected, other], CompareText::Tests);
        assert_eq!(tests.few_in_common.as_deref(), Some("no line in common"));
    }

    #[test]
    fn of_a_failed_set_up_its_fixture_is_compared() {
        let [selected, mut other] = compared();
        other.phase = Phase::SetUp;
        other.trace = StackTrace(
            "tests.StayTest::test_stays\nKeyError: 'double'\n\tat conftest.desk(tests/conftest.py:8)\n"
                .into(),
        );
        other.called = Some(Box::from([CalledMethod {
            name: "desk".into(),
            source: "@fixture\ndef desk():\n    return open()\n".into(),
            location: Location { file: "tests/conftest.py".into(), line: 6, failing_line: None },
        }]));
        let compared = sides(&[selected, other], CompareText::Tests);
        assert!(compared.texts[1].lines[1].contains("def desk()"), "{:?}", compared.texts[1].lines);
        assert_eq!(compared.texts[1].failed.map(|failed| failed.line), Some(2));
        assert!(!compared.are_tests());
    }
}
