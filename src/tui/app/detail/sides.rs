//! Two texts of a comparison: their lines side by side, and the rows that show them.
//!
//! ```text
//! two failures ──Sides::new──▶ pairs of lines, differences ──rows──▶ a row for each piece of either text
//! ```

use super::TraceClass;
use super::code::{CodeView, Part, parts_of};
use super::diff::Pair;
use super::trace::TraceRows;
use super::{code, diff};
use crate::model::{Failure, FailureId, text};
use std::ops::Range;
use std::sync::Arc;

/// The kind of text that is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompareText {
    /// The generated tests.
    Tests,
    /// The stack traces.
    Traces,
}

impl CompareText {
    /// In the order in which they are shown.
    pub(super) const ALL: [CompareText; 2] = [CompareText::Tests, CompareText::Traces];
}

/// Cells before a line, beside its number: the sign, and blanks.
const SIGNS: usize = 3;

/// One of the texts.
#[derive(Debug)]
pub struct Side {
    /// Index into the corpus's failures.
    pub failure: FailureId,
    /// As they are drawn.
    pub lines: Arc<Vec<String>>,
    /// Of a test, the line that failed.
    pub failed: Option<usize>,
    /// Of a trace, what the pieces of each line are; of a test nothing, its colours come from elsewhere.
    pub classes: Vec<Vec<(Range<usize>, TraceClass)>>,
    /// Of a trace, the rows that stand for folded frames, ascending, and the lines of the trace that these are.
    folds: Vec<(usize, Range<usize>)>,
}

impl Side {
    /// The lines as they are compared.
    fn compared(&self) -> Vec<&str> {
        let mut lines: Vec<&str> = self.lines.iter().map(String::as_str).collect();
        for (row, _) in &self.folds {
            lines[*row] = FOLD;
        }
        for (line, pieces) in lines.iter_mut().zip(&self.classes) {
            if pieces.iter().any(|(_, class)| *class == TraceClass::Test) {
                *line = TEST;
            }
        }
        lines
    }

    /// The lines of the trace that are folded away in a row.
    fn folded<'a>(&self, row: usize, trace: &[&'a str]) -> Vec<&'a str> {
        let fold = self.folds.binary_search_by_key(&row, |(row, _)| *row);
        let lines = fold.ok().and_then(|fold| trace.get(self.folds[fold].1.clone()));
        lines.map_or_else(Vec::new, <[&str]>::to_vec)
    }
}

/// A row of the view: a piece of either text, or of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompareRow {
    /// The text that it is of.
    pub text: CompareText,
    /// Index into its pairs.
    pub pair: usize,
    /// The lines of the neighbour's text and of the selected failure's; none in the heading of the traces.
    pub parts: [Option<Part>; 2],
}

impl CompareRow {
    /// Returns true if it is the heading of a text.
    pub fn is_heading(&self) -> bool {
        self.parts == [None, None]
    }
}

/// Both texts.
#[derive(Debug)]
pub struct Sides {
    /// The neighbour's, and the selected failure's.
    pub texts: [Side; 2],
    /// Their lines side by side.
    pub pairs: Vec<Pair>,
    /// Cells of the widest line.
    pub width: usize,
    /// The pairs with which stretches of changed lines begin, ascending.
    pub differences: Vec<usize>,
    /// Frames that are folded away differ.
    pub folds_differ: bool,
}

/// A row of folded frames, when traces are compared: what is folded away makes no difference.
const FOLD: &str = "┄";
/// A call in the test itself: each test has another name, which makes no difference either.
const TEST: &str = "test";

impl Sides {
    /// The texts of two failures: the neighbour, and the selected one.
    pub(super) fn new(failures: &[Failure], of: [FailureId; 2], text: CompareText, unfolded: bool) -> Sides {
        let texts = of.map(|index| {
            let failure = &failures[index];
            match text {
                CompareText::Tests => {
                    let lines = Arc::new(code::document_lines(failure, CodeView::Test));
                    let failed = if code::is_long(&lines) { None } else { code::marks(failure).0 };
                    let failed = failed.map(|failed| failed.line);
                    Side { failure: index, lines, failed, classes: Vec::new(), folds: Vec::new() }
                }
                CompareText::Traces => trace(index, failure, unfolded),
            }
        });
        let [before, after] = texts.each_ref().map(Side::compared);
        let pairs = match text {
            CompareText::Tests => diff::lines(&before, &after),
            CompareText::Traces => diff::frames(&before, &after),
        };
        let lines = texts.iter().flat_map(|side| side.lines.iter());
        let width = lines.map(|line| text::width(line)).max().unwrap_or(0);
        let begins = |pair: &usize| !pairs[*pair].is_same && (*pair == 0 || pairs[*pair - 1].is_same);
        let differences = (0..pairs.len()).filter(begins).collect();
        let traces = of.map(|index| failures[index].trace.0.lines().collect::<Vec<&str>>());
        let folds_differ = pairs.iter().any(|pair| match (pair.before, pair.after) {
            (Some(before), Some(after)) => {
                texts[0].folded(before, &traces[0]) != texts[1].folded(after, &traces[1])
            }
            _ => false,
        });
        Sides { texts, pairs, width, differences, folds_differ }
    }

    /// Digits of the line numbers; 0 for traces, whose lines have none.
    pub fn digits(&self) -> usize {
        if self.texts.iter().any(|side| !side.classes.is_empty()) {
            return 0;
        }
        let lines = self.texts.iter().map(|side| side.lines.len()).max().unwrap_or(0);
        lines.to_string().len().max(2)
    }

    /// Cells before a line.
    pub fn gutter(&self) -> usize {
        self.digits().max(1) + SIGNS
    }

    /// Returns true if nothing differs that is shown.
    pub fn are_same(&self) -> bool {
        self.differences.is_empty()
    }

    /// Makes the rows for columns of so many cells.
    pub(super) fn rows(
        &self,
        text: CompareText,
        width: usize,
        is_split: bool,
        wraps: bool,
    ) -> Vec<CompareRow> {
        let cells = wraps.then(|| width.saturating_sub(self.gutter()));
        let parts = |side: usize, line: Option<usize>| -> Vec<Part> {
            let Some(line) = line else { return Vec::new() };
            let source = &self.texts[side].lines[line];
            match cells {
                Some(cells) => parts_of(line, source, cells),
                None => vec![Part { line, bytes: 0..source.len(), indent: 0 }],
            }
        };
        let mut rows = Vec::new();
        if is_split {
            for (index, pair) in self.pairs.iter().enumerate() {
                let (mut left, mut right) =
                    (parts(0, pair.before).into_iter(), parts(1, pair.after).into_iter());
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
                if !block[0].is_same {
                    for index in indices.clone() {
                        let before = parts(0, self.pairs[index].before).into_iter();
                        rows.extend(before.map(|part| CompareRow {
                            text,
                            pair: index,
                            parts: [Some(part), None],
                        }));
                    }
                }
                for index in indices {
                    let after = parts(1, self.pairs[index].after).into_iter();
                    rows.extend(after.map(|part| CompareRow {
                        text,
                        pair: index,
                        parts: [None, Some(part)],
                    }));
                }
            }
        }
        rows
    }
}

fn trace(index: FailureId, failure: &Failure, unfolded: bool) -> Side {
    let mut lines = Vec::new();
    let mut classes = Vec::new();
    let mut folds = Vec::new();
    for row in TraceRows::bare(failure, unfolded).rows {
        if !row.folded.is_empty() {
            folds.push((lines.len(), row.folded));
        }
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
    Side { failure: index, lines: Arc::new(lines), failed: None, classes, folds }
}
