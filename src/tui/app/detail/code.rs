//! The code pane: which text it shows, which of its lines matter, and its colours.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use crate::java;
use crate::model::{Failure, FailureId};

use crate::model::text;
use crate::tui::app::Ticket;

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

/// A text as the code pane shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// The key of the document.
    pub key: DocumentKey,
    /// Its lines as they are drawn; none when there is no such text.
    pub lines: Arc<Vec<String>>,
    /// The line that failed, where it can be told.
    pub failed: Option<FailedLine>,
    /// Lines that are the predicted oracle and not the prefix, ascending.
    pub oracle: Vec<usize>,
    /// Cells of the widest line.
    pub width: usize,
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

    /// The document of one view of a failure; of a long test without the marks, which a worker finds.
    pub fn new(index: FailureId, failure: &Failure, view: CodeView) -> Document {
        let lines = document_lines(failure, view);
        let (failed, oracle) = match view {
            CodeView::Test if !is_long(&lines) => marks(failure),
            _ => (None, Vec::new()),
        };
        let width = lines.iter().map(|line| text::width(line)).max().unwrap_or(0);
        Document { key: DocumentKey::Text(index, view), lines: Arc::new(lines), failed, oracle, width }
    }
}

/// The line of a failure's test that failed, where it can be told, and the lines that are its predicted oracle.
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
