//! Analysis of the text in the code pane: the line that failed, the predicted oracle, and methods. Analysing
//! a long text takes longer than a step from failure to failure should, so a worker does it and the marks follow.

use super::code;
use super::code::{CodeView, Document, DocumentKey, FailedLine};
use crate::features::{SharedTerm, distinct_code_rows, places_of_terms};
use crate::java::Structure;
use crate::model::{Cancel, Corpus, FailureId};
use crate::tui::app::CodePane;
use crate::tui::app::Lazy;
use crate::tui::app::search::document::Match;
use crate::tui::app::{Action, Cx, Job, text};
use std::sync::Arc;

/// A text to be analysed.
#[derive(Debug, Clone, PartialEq)]
pub struct AnalysisJob {
    /// The corpus that the text belongs to.
    pub corpus: Arc<Corpus>,
    /// The document.
    pub key: DocumentKey,
    /// Its lines, as drawn.
    pub lines: Arc<Vec<String>>,
}

/// The result of the analysis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeAnalysis {
    /// The document.
    key: DocumentKey,
    /// The line that failed, if it can be determined.
    failed: Option<FailedLine>,
    /// The lines that are the predicted oracle.
    oracle: Vec<usize>,
    structure: Structure,
}

impl AnalysisJob {
    /// Analyses the text.
    pub fn answer(&self) -> Action {
        let failure = self.key.failure().filter(|_| self.key.is_test());
        let failure = failure.and_then(|failure| self.corpus.failure(failure));
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
    /// Requests the analysis of the shown text, if a worker has to do it.
    pub(in crate::tui::app) fn ask_code_read(&mut self, document: &Document) {
        if code::is_long(&document.lines) {
            let (corpus, lines) = (Arc::clone(&self.session.corpus), Arc::clone(&document.lines));
            self.start(Job::AnalyseCode(AnalysisJob { corpus, key: document.key, lines }));
        }
    }
}

impl CodePane {
    /// Stores the result; scrolls to the line that failed, unless the user has scrolled meanwhile.
    pub(in crate::tui::app) fn code_read(&mut self, read: &CodeAnalysis, cx: &mut Cx) {
        let Some(document) = self.document.as_mut().filter(|document| document.key == read.key) else {
            return;
        };
        document.structure = Some(read.structure.clone());
        if !read.key.is_test() {
            return;
        }
        let was_known = document.failed.is_some();
        (document.failed, document.oracle) = (read.failed, read.oracle.clone());
        if let Some(failed) = read.failed.filter(|_| !was_known && self.offset == 0) {
            self.show_code_line(failed.line, cx);
            self.scroll(0, cx);
        }
    }
}

/// The rows of each failure's test that no other test has, in the order of the group's failures.
pub type DistinctLines = Arc<Vec<Vec<usize>>>;

/// Finds the distinct lines of a group.
pub fn find_distinct_lines(corpus: &Corpus, group: usize, cancel: &Cancel) -> Option<Action> {
    let failures = &corpus.groups.get(group)?.failures;
    let tests: Vec<&str> =
        failures.iter().map(|&failure| &*corpus.failures[failure].generated_test).collect();
    Some(Action::DistinctLines { group, lines: distinct_code_rows(&tests, cancel).map(Arc::new) })
}

impl Cx {
    /// Stores the distinct lines of a group; with None, they can be requested again.
    pub(in crate::tui::app) fn distinct_lines_found(&mut self, index: usize, lines: Option<DistinctLines>) {
        let failures = self.session.corpus.groups.get(index).map_or(0, |group| group.failures.len());
        let Some(group) = self.session.groups.get_mut(index) else { return };
        match lines {
            Some(lines) if lines.len() == failures => group.distinct_lines = Lazy::Ready(lines),
            Some(_) => {}
            None => {
                group.distinct_lines.cancelled();
                self.ask_distinct_lines();
            }
        }
    }

    /// Requests the distinct lines of the current group, once.
    pub(in crate::tui::app) fn ask_distinct_lines(&mut self) {
        let Some(&index) = self.session.order.get(self.session.current) else { return };
        let group = &mut self.session.groups[index];
        if group.is_ranked() && group.distinct_lines.ask() {
            self.start(Job::DistinctLines { group: index });
        }
    }
}

impl CodePane {
    /// Returns the lines of the shown text that only the selected test has, ascending; none while they are unknown,
    /// and in other texts.
    pub fn distinct_lines<'a>(&self, cx: &'a Cx) -> &'a [usize] {
        let known = || {
            let (group, state) = cx.session.current_group()?;
            let row = group.failures.binary_search(&state.selected_failure()?).ok()?;
            state.distinct_lines.ready()?.get(row)
        };
        let is_test = self.view == CodeView::Test && self.source.open.is_none();
        if is_test { known().map_or(&[], Vec::as_slice) } else { &[] }
    }
}

/// Terms with at least this share of the similarity are strong.
const STRONG: f64 = 0.1;

/// The terms that were found, and those that are marked.
#[derive(Debug, Default)]
pub struct Terms {
    /// True if they are shown.
    pub shown: bool,
    /// A failure and its terms, the strongest first.
    found: Option<(FailureId, Vec<SharedTerm>)>,
    /// Their occurrences in the shown text, ascending, each with true if the term is strong.
    places: Vec<(Match, bool)>,
    /// The line below the code.
    pub line: String,
}

impl Terms {
    /// Returns the occurrences of terms in a line of the shown text.
    pub fn in_line(&self, line: usize) -> &[(Match, bool)] {
        let start = self.places.partition_point(|(place, _)| place.line < line);
        let end = self.places.partition_point(|(place, _)| place.line <= line);
        &self.places[start..end]
    }
}

impl CodePane {
    /// Shows or hides the terms.
    pub(in crate::tui::app) fn toggle_terms(&mut self, cx: &mut Cx) {
        self.terms.shown = !self.terms.shown;
        self.ask_terms(cx);
        (cx.dirty.terms, cx.dirty.layout) = (true, true);
    }

    /// Requests the terms of the selected failure, if they are shown.
    pub(in crate::tui::app) fn ask_terms(&mut self, cx: &mut Cx) {
        let Some(&group) = cx.session.order.get(cx.session.current).filter(|_| self.terms.shown) else {
            return;
        };
        let Some(failure) = cx.session.groups[group].selected_failure() else { return };
        if self.terms.found.as_ref().is_none_or(|(of, _)| *of != failure) {
            cx.start(Job::Terms { group, failure });
        }
    }

    /// Stores the terms of a failure.
    pub(in crate::tui::app) fn terms_found(
        &mut self,
        failure: FailureId,
        terms: Vec<SharedTerm>,
        cx: &mut Cx,
    ) {
        self.terms.found = Some((failure, terms));
        cx.dirty.terms = true;
    }

    /// Discards the terms of failures that are no longer shown.
    pub(in crate::tui::app) fn forget_terms(&mut self, cx: &mut Cx) {
        self.terms.found = None;
        cx.dirty.terms = true;
    }

    /// Marks the terms in the shown text: the test, or the Javadoc above the focal method.
    pub(in crate::tui::app) fn mark_terms(&mut self, cx: &mut Cx) {
        self.terms.places.clear();
        self.terms.line.clear();
        if !self.terms.shown {
            return;
        }
        let Some((selected, failure)) = cx.session.selected() else { return };
        let Some((_, found)) = self.terms.found.as_ref().filter(|(of, _)| *of == selected) else {
            " terms …".clone_into(&mut self.terms.line);
            return;
        };
        let lines = match self.view {
            _ if self.source.open.is_some() => 0,
            CodeView::Test => usize::MAX,
            CodeView::FocalMethod => code::javadoc_lines(failure),
            CodeView::Prefix | CodeView::Source => 0,
        };
        let mut places = Vec::new();
        let document = self.document.as_ref();
        for (line, source) in
            document.iter().flat_map(|document| document.lines.iter()).take(lines).enumerate()
        {
            for (bytes, term) in places_of_terms(source, found) {
                let is_strong = found.get(term).is_some_and(|term| term.share >= STRONG);
                places.push((Match { line, start: bytes.start, end: bytes.end }, is_strong));
            }
        }
        let named = match &found[..] {
            [] if failure.docstring.trim().is_empty() => "there is no Javadoc".to_owned(),
            [] => "test and Javadoc have no term in common".to_owned(),
            terms => {
                let named = |shared: &SharedTerm| {
                    format!("{} {}", text::sanitize(&shared.term), percent(shared.share))
                };
                format!("terms in common: {}", terms.iter().map(named).collect::<Vec<_>>().join(" · "))
            }
        };
        self.terms.line = format!(" {named} ");
        self.terms.places = places;
    }
}

/// Formats a share of 0..=1 in percent.
fn percent(share: f64) -> String {
    if share < 0.01 { "<1%".to_owned() } else { format!("{:.0}%", share * 100.0) }
}
