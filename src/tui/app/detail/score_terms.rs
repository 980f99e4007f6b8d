//! The terms that tie a test to its Javadoc: what the similarity of the two is made of, marked in both on demand, the strongest
//! named below the code.

use super::code;
use super::code::CodeView;
use crate::features::{SharedTerm, places_of_terms};
use crate::model::FailureId;
use crate::tui::app::search::document::Match;
use crate::tui::app::{Cx, Job, Triage, text};

/// Terms with at least this share in the similarity are strong ones.
const STRONG: f64 = 0.1;

/// The terms that were found, and those that are marked.
#[derive(Debug, Default)]
pub struct Terms {
    /// They are shown.
    pub shown: bool,
    /// Index of a failure, and its terms, the strongest first.
    found: Option<(FailureId, Vec<SharedTerm>)>,
    /// Their places in the text that is shown, ascending, each with true if the term is a strong one.
    places: Vec<(Match, bool)>,
    /// The line below the code.
    pub line: String,
}

impl Terms {
    /// The places of terms in a line of the text that is shown.
    pub fn in_line(&self, line: usize) -> &[(Match, bool)] {
        let start = self.places.partition_point(|(place, _)| place.line < line);
        let end = self.places.partition_point(|(place, _)| place.line <= line);
        &self.places[start..end]
    }
}

impl Triage {
    /// Shows the terms, or hides them.
    pub(in crate::tui::app) fn toggle_terms(&mut self, cx: &mut Cx) {
        self.viewer.terms.shown = !self.viewer.terms.shown;
        self.ask_terms(cx);
        (cx.dirty.terms, cx.dirty.layout) = (true, true);
    }

    /// Asks for the terms of the selected failure, if they are to be shown.
    pub(in crate::tui::app) fn ask_terms(&mut self, cx: &mut Cx) {
        let Some(&group) = cx.session.order.get(cx.session.current).filter(|_| self.viewer.terms.shown)
        else {
            return;
        };
        let Some(failure) = cx.session.groups[group].selected_failure() else { return };
        if self.viewer.terms.found.as_ref().is_none_or(|(of, _)| *of != failure) {
            cx.start(Job::Terms { group, failure });
        }
    }

    /// Takes over the terms of a failure.
    pub(in crate::tui::app) fn terms_found(
        &mut self,
        failure: FailureId,
        terms: Vec<SharedTerm>,
        cx: &mut Cx,
    ) {
        self.viewer.terms.found = Some((failure, terms));
        cx.dirty.terms = true;
    }

    /// Forgets what is known of failures that are shown no more.
    pub(in crate::tui::app) fn forget_terms(&mut self, cx: &mut Cx) {
        self.viewer.terms.found = None;
        cx.dirty.terms = true;
    }

    /// Marks the terms in the text that is shown: the test, or the Javadoc above the focal method.
    pub(in crate::tui::app) fn mark_terms(&mut self, cx: &mut Cx) {
        self.viewer.terms.places.clear();
        self.viewer.terms.line.clear();
        if !self.viewer.terms.shown {
            return;
        }
        let Some((selected, failure)) = cx.session.selected() else { return };
        let Some((_, found)) = self.viewer.terms.found.as_ref().filter(|(of, _)| *of == selected) else {
            " terms …".clone_into(&mut self.viewer.terms.line);
            return;
        };
        let lines = match self.viewer.view {
            _ if self.detail.source.is_some() => 0,
            CodeView::Test => usize::MAX,
            CodeView::FocalMethod => code::javadoc_lines(failure),
            CodeView::Prefix | CodeView::Source => 0,
        };
        let mut places = Vec::new();
        let document = self.detail.document.as_ref();
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
        self.viewer.terms.line = format!(" {named} ");
        self.viewer.terms.places = places;
    }
}

/// A share of 0..=1 in percent.
fn percent(share: f64) -> String {
    if share < 0.01 { "<1%".to_owned() } else { format!("{:.0}%", share * 100.0) }
}
