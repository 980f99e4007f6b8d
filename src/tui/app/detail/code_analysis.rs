//! Analysis of the text in the code pane: the line that failed, the predicted oracle, methods and brackets. A long text
//! takes it longer than a step from failure to failure may: a worker reads that, and the marks follow.

use std::sync::Arc;

use super::code;
use super::code::{CodeView, Document, DocumentKey, FailedLine};
use crate::java::Structure;
use crate::model::Corpus;
use crate::tui::app::layout::Pane;
use crate::tui::app::{Action, Cx, Job, Triage};

/// A text that is to be read.
#[derive(Debug, Clone, PartialEq)]
pub struct AnalysisJob {
    /// The corpus that the text belongs to.
    pub corpus: Arc<Corpus>,
    /// The document.
    pub key: DocumentKey,
    /// Its lines, as they are drawn.
    pub lines: Arc<Vec<String>>,
}

/// The result of the analysis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeAnalysis {
    /// The document.
    key: DocumentKey,
    /// The line that failed, where it can be told.
    failed: Option<FailedLine>,
    /// The lines that are the predicted oracle.
    oracle: Vec<usize>,
    structure: Structure,
}

impl AnalysisJob {
    /// Reads the text.
    pub fn answer(&self) -> Action {
        let (number, view) = self.key;
        let failure = self.corpus.failure(number).filter(|_| view == CodeView::Test);
        let (failed, oracle) = failure.map(code::marks).unwrap_or_default();
        Action::CodeAnalysed(Box::new(CodeAnalysis {
            key: self.key,
            failed,
            oracle,
            structure: Structure::of(&self.lines),
        }))
    }
}

impl Cx {
    /// Asks for what is in the text that is shown, if a worker is to tell.
    pub(in crate::tui::app) fn ask_code_read(&mut self, document: &Document) {
        if code::is_long(&document.lines) {
            let (corpus, lines) = (Arc::clone(&self.session.corpus), Arc::clone(&document.lines));
            self.start(Job::AnalyseCode(AnalysisJob { corpus, key: document.key, lines }));
        }
    }
}

impl Triage {
    /// Takes over what was found; the line that failed is shown, unless one has scrolled meanwhile.
    pub(in crate::tui::app) fn code_read(&mut self, read: CodeAnalysis, cx: &mut Cx) {
        let Some(document) = self.detail.document.as_mut().filter(|document| document.key == read.key) else {
            return;
        };
        self.detail.structure = Some((read.key, read.structure));
        if read.key.1 != CodeView::Test {
            return;
        }
        let was_known = document.failed.is_some();
        (document.failed, document.oracle) = (read.failed, read.oracle);
        if let Some(failed) = read.failed.filter(|_| !was_known && self.detail.code_offset == 0) {
            self.show_code_line(failed.line, cx);
            self.scroll(Pane::Code, 0, cx);
        }
    }
}
