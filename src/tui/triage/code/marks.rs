//! Analysis of the text in the code pane: the line that failed, the predicted oracle, and methods. Analysing
//! a long text takes longer than a step from failure to failure should, so a worker does it and the marks follow.

use std::sync::Arc;

use crate::features::distinct_code_rows;
use crate::lang::{FailingLine, Structure};
use crate::model::{Cancel, Corpus, FailureId, Language};
use crate::tui::triage::code;
use crate::tui::triage::code::{CodeView, Document, DocumentKey};
use crate::tui::{Action, CodePane, Cx, Job, Lazy};

#[derive(Debug, Clone, PartialEq)]
pub struct AnalysisJob {
    pub corpus: Arc<Corpus>,
    pub key: DocumentKey,
    pub language: Language,
    pub lines: Arc<Vec<String>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeAnalysis {
    key: DocumentKey,
    failed: Option<FailingLine>,
    oracle: Vec<usize>,
    structure: Structure,
}

impl AnalysisJob {
    pub fn answer(&self) -> Action {
        let failure = self.key.failure().filter(|_| self.key.is_test());
        let failure = failure.and_then(|failure| self.corpus.failure(failure));
        let (failed, oracle) = failure.map(code::marks).unwrap_or_default();
        Action::CodeAnalysed(Box::new(CodeAnalysis {
            key: self.key,
            failed,
            oracle,
            structure: self.language.answers().structure(&self.lines),
        }))
    }
}

impl Cx {
    pub(in crate::tui) fn ask_code_read(&mut self, document: &Document) {
        if code::is_long(&document.lines) {
            let (corpus, lines) = (Arc::clone(&self.lists.corpus), Arc::clone(&document.lines));
            self.start(Job::AnalyseCode(AnalysisJob {
                corpus,
                key: document.key,
                language: document.language,
                lines,
            }));
        }
    }

    /// Stores the distinct lines of a group; with None, they can be requested again.
    pub(in crate::tui) fn distinct_lines_found(&mut self, index: usize, lines: Option<DistinctLines>) {
        let failures = self.lists.corpus.groups.get(index).map_or(0, |group| group.failures.len());
        let Some(group) = self.lists.groups.get_mut(index) else { return };
        match lines {
            Some(lines) if lines.len() == failures => group.distinct_lines = Lazy::Ready(lines),
            Some(_) => {}
            None => {
                group.distinct_lines.cancelled();
                self.ask_distinct_lines();
            }
        }
    }

    pub(in crate::tui) fn ask_distinct_lines(&mut self) {
        let Some(index) = self.lists.current_index() else { return };
        let group = &mut self.lists.groups[index];
        if group.is_ranked() && group.distinct_lines.ask() {
            self.start(Job::DistinctLines { group: index });
        }
    }
}

impl CodePane {
    /// Stores the result; scrolls to the line that failed, unless the user has scrolled meanwhile.
    pub(in crate::tui) fn code_read(&mut self, read: &CodeAnalysis, cx: &mut Cx) {
        let Some(document) = self.document.as_mut().filter(|document| document.key == read.key) else {
            return;
        };
        document.structure = Some(read.structure.clone());
        if !read.key.is_test() {
            return;
        }
        let was_known = document.failed.is_some();
        (document.failed, document.oracle) = (read.failed, read.oracle.clone());
        self.lay_out_code(cx);
        if let Some(failed) = read.failed.filter(|_| !was_known && self.offset == 0) {
            self.show_code_line(failed.line, cx);
            self.scroll(0, cx);
        }
    }

    /// Returns the lines of the shown text that only the selected test has, ascending; none while they are unknown,
    /// in other texts, and where most lines would have the mark.
    pub fn distinct_lines<'a>(&self, cx: &'a Cx) -> &'a [usize] {
        if self.view != CodeView::Test || self.source.open.is_some() {
            return &[];
        }
        self.known_distinct_lines(cx).unwrap_or_default()
    }

    fn known_distinct_lines<'a>(&self, cx: &'a Cx) -> Option<&'a [usize]> {
        let (group, state) = cx.lists.current_group()?;
        let row = group.failures.binary_search(&state.failure_at(state.selected)?).ok()?;
        let lines = state.distinct_lines.ready()?.get(row)?;
        let all = self.document.as_ref()?.lines.len();
        (2 * lines.len() <= all).then_some(lines)
    }
}

/// The rows of each failure's test that no other test has, in the order of the group's failures.
pub type DistinctLines = Arc<Vec<Vec<usize>>>;

pub fn find_distinct_lines(corpus: &Corpus, group: usize, cancel: &Cancel) -> Option<Action> {
    let failures = &corpus.groups.get(group)?.failures;
    let tests: Vec<(&str, Language)> = failures
        .iter()
        .map(|&failure: &FailureId| {
            let failure = &corpus.failures[failure];
            (&*failure.generated_test, failure.language)
        })
        .collect();
    Some(Action::DistinctLines { group, lines: distinct_code_rows(&tests, cancel).map(Arc::new) })
}
