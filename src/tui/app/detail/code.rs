//! The code pane: the text that it shows, the lines of it that matter, its colours, and its rows.
//!
//! A line has one row, or is wrapped into several. Rows are what is scrolled, so that a line longer than the pane can be read to its end.
//! Above the first row the signature of the method stays that was scrolled past.

use crate::java;
use crate::java::{Structure, TextPosition};
use crate::model::{Failure, FailureId, text};
use crate::rank::focal_name_of;
use crate::tui::app::CodePane;
use crate::tui::app::layout::{Pane, scrolled};
use crate::tui::app::search::document::CodeSearch;
use crate::tui::app::{Cx, Ticket};
use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::sync::Arc;

/// Texts of more lines than this are read by a worker.
const MOST_LINES: usize = 300;

/// A text that the code pane can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum CodeView {
    /// The generated test: prefix and oracle.
    #[default]
    Test,
    /// The focal method, under its Javadoc.
    FocalMethod,
    /// The test prefix, as it was before an oracle was predicted.
    Prefix,
    /// A source file of the project: not a text of the failure, but opened from it.
    Source,
}

impl CodeView {
    /// The texts of a failure, in the order of the pane's tabs.
    pub const ALL: [CodeView; 3] = [CodeView::Test, CodeView::FocalMethod, CodeView::Prefix];

    /// The word on the tab.
    pub fn title(self) -> &'static str {
        match self {
            CodeView::Test => "test",
            CodeView::FocalMethod => "focal",
            CodeView::Prefix => "prefix",
            CodeView::Source => "source",
        }
    }
}

/// The key of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DocumentKey {
    /// A text of a failure.
    Text(FailureId, CodeView),
    /// A source file, by the request that read it.
    Source(Ticket),
}

impl DocumentKey {
    /// The failure whose text it is.
    pub fn failure(self) -> Option<FailureId> {
        match self {
            DocumentKey::Text(failure, _) => Some(failure),
            DocumentKey::Source(_) => None,
        }
    }

    /// Returns true if it is the test of a failure.
    pub fn is_test(self) -> bool {
        matches!(self, DocumentKey::Text(_, CodeView::Test))
    }
}

/// The class of a piece of code, for its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum CodeClass {
    Keyword,
    Type,
    Function,
    String,
    Number,
    Comment,
    DocTag,
    Annotation,
    Operator,
}

/// A coloured piece of a line: byte positions in the line as drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodeSpan {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// The class.
    pub class: CodeClass,
}

/// The line of the generated test that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FailedLine {
    /// Counted from zero.
    pub line: usize,
    /// Told from the trace's exception and frames, not from a line number.
    pub inferred: bool,
}

/// The two brackets that are marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MarkedBrackets {
    /// The one that was gone to.
    pub here: TextPosition,
    /// Its partner.
    pub there: TextPosition,
}

/// A text as the code pane shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// The key of the document.
    pub key: DocumentKey,
    /// Its lines as they are drawn; none when there is no such text.
    pub lines: Arc<Vec<String>>,
    /// The line that failed, where it can be determined.
    pub failed: Option<FailedLine>,
    /// Lines that are the predicted oracle and not the prefix, ascending.
    pub oracle: Vec<usize>,
    /// `Class.method` of a focal method.
    pub name: String,
    /// Cells of the widest line.
    pub width: usize,
    /// Its methods and brackets, once they were needed.
    pub(super) structure: Option<Structure>,
    /// Two brackets that belong together.
    pub brackets: Option<MarkedBrackets>,
}

impl Document {
    /// Cells before the code: two marks, the line's number, a blank.
    pub fn gutter(&self) -> usize {
        self.digits() + 3
    }

    /// Digits of the line numbers, all alike.
    pub fn digits(&self) -> usize {
        self.lines.len().to_string().len().max(2)
    }

    /// The document of one view of a failure; of a long test without the marks, which a worker finds. `method` is the name of the
    /// focal method.
    pub(in crate::tui::app) fn new(index: FailureId, failure: &Failure, view: CodeView, method: &str) -> Document {
        let lines = document_lines(failure, view);
        let (failed, oracle) = match view {
            CodeView::Test if !is_long(&lines) => marks(failure),
            _ => (None, Vec::new()),
        };
        let name = match view {
            CodeView::FocalMethod => text::sanitize(&focal_name_of(failure, method)).into_owned(),
            CodeView::Test | CodeView::Prefix | CodeView::Source => String::new(),
        };
        Document { failed, oracle, name, ..Document::plain(DocumentKey::Text(index, view), lines) }
    }

    /// A document without marks.
    pub(super) fn plain(key: DocumentKey, lines: Vec<String>) -> Document {
        let width = lines.iter().map(|line| text::width(line)).max().unwrap_or(0);
        let lines = Arc::new(lines);
        let name = String::new();
        Document {
            key,
            lines,
            failed: None,
            oracle: Vec::new(),
            name,
            width,
            structure: None,
            brackets: None,
        }
    }
}

/// The line of a failure's test that failed, where it can be determined, and the lines that are its predicted oracle.
pub(in crate::tui::app) fn marks(failure: &Failure) -> (Option<FailedLine>, Vec<usize>) {
    let failed = java::failing_line(failure)
        .map(|found| FailedLine { line: found.line, inferred: found.certainty == java::Certainty::Inferred });
    (failed, java::oracle_lines(failure))
}

/// The lines of one view of a failure, as they are drawn.
pub fn document_lines(failure: &Failure, view: CodeView) -> Vec<String> {
    match view {
        CodeView::Test => source_lines(&failure.generated_test),
        CodeView::Prefix => source_lines(&failure.test_prefix),
        CodeView::FocalMethod => focal_lines(failure),
        CodeView::Source => Vec::new(),
    }
}

/// Returns the number of lines of the focal method's view that are its Javadoc.
pub fn javadoc_lines(failure: &Failure) -> usize {
    source_lines(&failure.docstring).len()
}

fn source_lines(source: &str) -> Vec<String> {
    if source.trim().is_empty() {
        Vec::new()
    } else {
        text::sanitize_lines(source.trim_end_matches(['\n', '\r']))
    }
}

/// Javadoc and method, each moved to the left margin: extraction leaves the indentation of the class on all lines but the first.
fn focal_lines(failure: &Failure) -> Vec<String> {
    let mut lines = Vec::new();
    for line in source_lines(&failure.docstring) {
        let line = line.trim_start();
        lines.push(if line.starts_with('*') { format!(" {line}") } else { line.to_owned() });
    }
    let method = source_lines(&failure.focal_method);
    let indentation = |line: &String| line.len() - line.trim_start_matches(' ').len();
    let margin = method.iter().filter(|line| !line.trim().is_empty()).map(indentation).min().unwrap_or(0);
    lines.extend(method.into_iter().map(|line| line.get(margin..).unwrap_or("").to_owned()));
    lines
}

/// Colours of documents seen lately, so that stepping back and forth never shows a plain text first.
#[derive(Debug, Default)]
pub struct Highlights {
    known: HashMap<DocumentKey, Arc<Vec<Vec<CodeSpan>>>>,
    pending: Vec<DocumentKey>,
    age: VecDeque<DocumentKey>,
}

impl Highlights {
    const KEPT: usize = 64;

    /// The colours of a document, when they are known.
    pub fn get(&self, key: DocumentKey) -> Option<&Arc<Vec<Vec<CodeSpan>>>> {
        self.known.get(&key)
    }

    /// Notes that colours are being computed; false when they are known or on their way already.
    pub fn request(&mut self, key: DocumentKey) -> bool {
        if self.known.contains_key(&key) || self.pending.contains(&key) {
            return false;
        }
        self.pending.push(key);
        true
    }

    /// Those of documents that are the same after the results were read again; `moved` says which failure they belong to now.
    /// None is on its way any more.
    #[must_use]
    pub fn reload(self, moved: impl Fn(FailureId) -> Option<FailureId>) -> Highlights {
        let mut kept = Highlights::default();
        let mut known = self.known;
        for key in self.age {
            // A source file is opened anew.
            let DocumentKey::Text(failure, view) = key else { continue };
            if let (Some(place), Some(spans)) = (moved(failure), known.remove(&key)) {
                let key = DocumentKey::Text(place, view);
                kept.known.insert(key, spans);
                kept.age.push_back(key);
            }
        }
        kept
    }

    /// Keeps the colours of a document; the oldest make room.
    pub fn insert(&mut self, key: DocumentKey, spans: Vec<Vec<CodeSpan>>) {
        self.pending.retain(|&other| other != key);
        if self.known.insert(key, Arc::new(spans)).is_none() {
            self.age.push_back(key);
        }
        while self.age.len() > Self::KEPT {
            if let Some(oldest) = self.age.pop_front() {
                self.known.remove(&oldest);
            }
        }
    }
}

/// Returns true if a text is to be read by a worker.
pub(in crate::tui::app) fn is_long(lines: &[String]) -> bool {
    lines.len() > MOST_LINES
}

/// A piece of a line that a row shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The line, from 0.
    pub line: usize,
    /// The bytes of the line.
    pub bytes: Range<usize>,
    /// Its indentation from the margin in cells, so that it stays below its line's beginning.
    pub indent: usize,
}

/// The rows of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CodeRows {
    lines: usize,
    /// None where each line has one row.
    parts: Option<Vec<Part>>,
}

impl CodeRows {
    /// The rows of these lines: wrapped to so many cells, or one for each.
    pub fn new(lines: &[String], cells: Option<usize>) -> CodeRows {
        let parts = cells.map(|cells| {
            lines.iter().enumerate().flat_map(|(index, line)| parts_of(index, line, cells)).collect()
        });
        CodeRows { lines: lines.len(), parts }
    }

    /// Returns the number of lines that the rows were made of.
    pub(in crate::tui::app) fn lines(&self) -> usize {
        self.lines
    }

    /// Returns the number of them.
    pub fn count(&self) -> usize {
        self.parts.as_ref().map_or(self.lines, Vec::len)
    }

    /// The line in a row; behind the last row, the last line.
    pub fn line(&self, row: usize) -> usize {
        match &self.parts {
            Some(parts) => parts.get(row).or(parts.last()).map_or(0, |part| part.line),
            None => row.min(self.lines.saturating_sub(1)),
        }
    }

    /// Returns the text of a row; `lines` are those that the rows were made of.
    pub fn part(&self, row: usize, lines: &[String]) -> Option<Part> {
        match &self.parts {
            Some(parts) => parts.get(row).cloned(),
            None => lines.get(row).map(|line| Part { line: row, bytes: 0..line.len(), indent: 0 }),
        }
    }

    /// The row that shows a place.
    pub fn row_of(&self, place: TextPosition) -> usize {
        match &self.parts {
            Some(parts) => {
                parts.partition_point(|part| (part.line, part.bytes.start) <= place).saturating_sub(1)
            }
            None => place.0,
        }
    }
}

/// A line in parts of at most so many cells (a character that is wider alone), all but the first as far in as the line itself;
/// broken behind a blank where that leaves no large gap.
pub fn parts_of(index: usize, line: &str, cells: usize) -> Vec<Part> {
    let cells = cells.max(1);
    let margin = (line.len() - line.trim_start_matches(' ').len()).min(cells / 3);
    let mut parts = Vec::new();
    let mut start = 0;
    loop {
        let indent = if start == 0 { 0 } else { margin };
        let rest = &line[start..];
        let fitting = text::take_cells(rest, cells - indent);
        let blank = fitting.rfind(' ').map(|blank| blank + 1).filter(|&behind| behind > fitting.len() / 2);
        let len = match blank {
            _ if fitting.len() == rest.len() => rest.len(),
            Some(behind) => behind,
            None if fitting.is_empty() => text::first_character(rest).len(),
            None => fitting.len(),
        };
        parts.push(Part { line: index, bytes: start..start + len, indent });
        start += len;
        if start == line.len() {
            return parts;
        }
    }
}

/// Rows that stay in sight below a line that is shown.
const BELOW: usize = 3;

impl CodePane {
    /// Rows of code that the pane shows.
    pub fn code_height(&self, cx: &Cx) -> usize {
        let height = cx.layout().map_or(0, |layout| layout.content_height(self.pane));
        height.saturating_sub(usize::from(self.terms.shown))
    }

    /// Makes the rows of the code anew, after text, width or wrapping have changed; what stood in the first row stays there.
    pub(in crate::tui::app) fn lay_code(&mut self, cx: &mut Cx) {
        let area = cx.layout().and_then(|layout| layout.pane(self.pane));
        let width = usize::from(area.map_or(cx.panes.size.0, |area| area.width));
        let height = self.code_height(cx);
        let Some(document) = &self.document else {
            self.rows = CodeRows::default();
            return;
        };
        let top = self.rows.part(self.offset, &document.lines);
        let cells = cx.panes.wraps.then(|| width.saturating_sub(document.gutter()));
        let rows = CodeRows::new(&document.lines, cells);
        self.offset = top.map_or(0, |part| rows.row_of((part.line, part.bytes.start)));
        // Only the code pane keeps the signature in sight that was scrolled past.
        let scrolls = rows.count() > height && self.pane == Pane::Code;
        self.rows = rows;
        if scrolls {
            self.know_structure();
        }
    }

    /// The methods and brackets of the text that is shown; None while a worker finds those of a long one.
    pub(in crate::tui::app) fn know_structure(&mut self) -> Option<&Structure> {
        let document = self.document.as_mut()?;
        if document.structure.is_none() && !is_long(&document.lines) {
            document.structure = Some(Structure::of(&document.lines));
        }
        document.structure.as_ref()
    }

    /// The line with the signature of the method that the code pane was scrolled into: it stays in the first row.
    pub fn sticky_line(&self, cx: &Cx) -> Option<usize> {
        let (document, rows) = (self.document.as_ref()?, &self.rows);
        let structure = document.structure.as_ref()?;
        let first = self.offset;
        if first == 0 || self.code_height(cx) < 4 {
            return None;
        }
        // It replaces the first row: what can be read begins below it.
        structure.signature_above(rows.line(first + 1)).filter(|&above| above < rows.line(first))
    }

    /// The lines of code that can be read.
    pub(in crate::tui::app) fn lines_in_sight(&self, cx: &Cx) -> Range<usize> {
        let first = self.offset + usize::from(self.sticky_line(cx).is_some());
        let last = (self.offset + self.code_height(cx)).saturating_sub(1);
        self.rows.line(first)..self.rows.line(last) + 1
    }

    /// Scrolls the code so that a line is in the middle, as far as there is code.
    pub(in crate::tui::app) fn show_code_line(&mut self, line: usize, cx: &mut Cx) {
        self.show_code_row(self.rows.row_of((line, 0)), cx);
    }

    fn show_code_row(&mut self, row: usize, cx: &mut Cx) {
        let (height, rows) = (self.code_height(cx), self.rows.count());
        // A pane that is not shown has no height: whatever it gets, the signature in its first row must not hide this one.
        let above = (height / 2).max(2);
        // Nor does it stand at the lower edge, where nothing of what follows can be seen.
        let below = BELOW.min(height / 3);
        let is_first_page = row + below < height.max(above + below);
        self.offset =
            if is_first_page { 0 } else { row.saturating_sub(above).min(rows.saturating_sub(height)) };
    }

    /// Scrolls the code so that a piece of a line can be read, if it can't be yet.
    pub(in crate::tui::app) fn show_code_place(&mut self, line: usize, bytes: Range<usize>, cx: &mut Cx) {
        /// Cells that stay in sight before and behind it.
        const MARGIN: usize = 8;
        let Some(area) = cx.layout().and_then(|layout| layout.pane(self.pane)) else { return };
        let Some(source) = self.document.as_ref().and_then(|document| document.lines.get(line)) else {
            return;
        };
        let cells = |to: usize| source.get(..to).map_or(0, text::width);
        let (start, end) = (cells(bytes.start), cells(bytes.end));
        let room = usize::from(area.width).saturating_sub(MARGIN);
        let column = self.column;
        if !cx.panes.wraps && (end + 1 > column + room || start < column) {
            self.column = if end < room { 0 } else { start.saturating_sub(MARGIN) };
        }
        let row = self.rows.row_of((line, bytes.start));
        let first = self.offset + usize::from(self.sticky_line(cx).is_some());
        if !(first..self.offset + self.code_height(cx)).contains(&row) {
            self.show_code_row(row, cx);
        }
    }

    /// Scrolls by so many rows, as far as there are any.
    pub(in crate::tui::app) fn scroll(&mut self, by: isize, cx: &Cx) {
        self.offset = scrolled(self.offset, by, self.rows.count(), self.code_height(cx));
    }

    /// Removes the text with everything of it. Returns it, and keeps what stays when the selection moves.
    pub(in crate::tui::app) fn take_text(&mut self) -> CodePane {
        let query = std::mem::take(&mut self.search.query);
        let terms = std::mem::take(&mut self.terms);
        let search = CodeSearch { query, found: None };
        let kept = CodePane { view: self.view, terms, search, ..CodePane::new(self.pane) };
        std::mem::replace(self, kept)
    }

    /// Wraps long lines, or scrolls them again.
    pub(in crate::tui::app) fn toggle_wrap(&mut self, cx: &mut Cx) {
        cx.panes.wraps = !cx.panes.wraps;
        self.column = 0;
        let said = if cx.panes.wraps {
            "long lines are wrapped"
        } else {
            "long lines are scrolled: {left} and {right}"
        };
        cx.messages.info(cx.keys.fill(said));
        cx.dirty.layout = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lines(lines: &[&str]) -> Vec<String> {
        lines.iter().map(|line| (*line).to_owned()).collect()
    }

    fn shown(line: &str, cells: usize) -> Vec<String> {
        parts_of(0, line, cells)
            .iter()
            .map(|part| format!("{}{}", " ".repeat(part.indent), &line[part.bytes.clone()]))
            .collect()
    }

    #[test]
    fn a_long_line_goes_on_below_its_beginning() {
        assert_eq!(shown("  call(alpha, beta, gamma);", 16), ["  call(alpha, ", "  beta, gamma);"]);
        assert_eq!(shown("aaaaaaaaaa bbbb", 8), ["aaaaaaaa", "aa bbbb"]);
        assert_eq!(shown("日本語日本語", 5), ["日本", "語日", "本語"]);
        assert_eq!(shown("日本", 1), ["日", "本"]);
        assert_eq!(shown("e\u{301}e\u{301}", 1), ["e\u{301}", "e\u{301}"]);
        assert_eq!(shown("", 8), [""]);
    }

    #[test]
    fn places_are_found_in_rows_and_rows_in_lines() {
        let text = lines(&["a", "bbbb bbbb", "", "c"]);
        let wrapped = CodeRows::new(&text, Some(5));
        assert_eq!(wrapped.count(), 5);
        assert_eq!((0..6).map(|row| wrapped.line(row)).collect::<Vec<_>>(), [0, 1, 1, 2, 3, 3]);
        assert_eq!(
            [(0, 0), (1, 4), (1, 5), (2, 0), (3, 0), (9, 0)].map(|place| wrapped.row_of(place)),
            [0, 1, 2, 3, 4, 4]
        );
        let plain = CodeRows::new(&text, None);
        assert_eq!((plain.count(), plain.row_of((1, 5)), plain.line(9)), (4, 1, 3));
        assert_eq!(plain.part(1, &text), Some(Part { line: 1, bytes: 0..9, indent: 0 }));
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_everything_fits(line in " {0,9}([a-c ]|\\PC){0,40}", cells in 1usize..20) {
            let parts = parts_of(0, &line, cells);
            prop_assert_eq!(parts.iter().map(|part| &line[part.bytes.clone()]).collect::<String>(), line.clone());
            for part in parts {
                let piece = &line[part.bytes];
                let is_single = text::first_character(piece).len() == piece.len();
                prop_assert!(part.indent + text::width(piece) <= cells || is_single, "{piece:?}");
            }
        }
    }
}
