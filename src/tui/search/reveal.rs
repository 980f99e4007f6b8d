//! Making the words of a search visible in the selected failure: in the code, and in the trace.
//!
//! Frames of frameworks and the JDK are folded, and packages are not shown, but both are searched. If a word occurs
//! in no other visible text, its frames are unfolded, with the packages if it occurs in these; if there is room for
//! only one pane, the trace replaces code without a match. When the search ends, or continues with another failure,
//! the previous state is restored.

use std::sync::Arc;

use super::query::{Field, Query};
use crate::model::{Failure, FailureId};
use crate::tui::frame::layout::Pane;
use crate::tui::search::failures::FailureSearch;
use crate::tui::triage::trace::row::TraceRow;
use crate::tui::triage::trace::{FramesShown, TraceRows};
use crate::tui::{App, CodePane, Cx, TracePane};

/// The width below which a trace is not wrapped.
const LEAST_WIDTH: usize = 20;

impl Cx {
    /// Returns the trace with unfolded frames for words that no other visible text has, and the first one.
    fn unfolded_for_search(
        &self,
        index: FailureId,
        failure: &Failure,
        shown: &TraceRows,
        width: usize,
    ) -> Option<(TraceRows, Query)> {
        let search = self.search.as_ref()?;
        if !search.found.has(index) || search.pane_changes.stays_folded {
            return None;
        }
        let word = search.words.wanted_alone().find(|word| {
            let contains = |field: Field| field.any_of(failure, |text| word.matches_text(text));
            contains(Field::Trace)
                && !contains(Field::Test)
                && !contains(Field::Code)
                && !shown.rows.iter().any(|row| is_in_row(word, row))
        })?;
        [FramesShown::All, FramesShown::WithPackages]
            .into_iter()
            .map(|frames| TraceRows::new(failure, frames, width))
            .find(|pane| pane.rows.iter().any(|row| is_in_row(&word, row)))
            .map(|pane| (pane, word))
    }

    /// Returns the text of a matching failure that has the words of the search, if its row in the list has
    /// none of them.
    pub(crate) fn found_elsewhere(&self, failure: &Failure, row: &str) -> Option<&'static str> {
        let words = &self.search.as_ref()?.words;
        let fields = words.spans(row).is_empty().then(|| words.fields(failure))?;
        fields.first().map(|field| field.title())
    }
}

impl TracePane {
    pub(in crate::tui) fn show_trace(&mut self, cx: &mut Cx) {
        let area = cx.layout().and_then(|layout| layout.pane(Pane::Trace));
        // A pane that is not shown gets the width of the screen where it is shown at last.
        let width = area.map_or(cx.panes.size.0, |area| area.width);
        let width = usize::from(width).saturating_sub(2).max(LEAST_WIDTH);
        // Few failures leave room.
        let is_few = cx.lists.current_group().is_some_and(|(_, group)| group.is_too_small());
        let frames = match cx.panes.unfolded {
            true => FramesShown::All,
            false if is_few => FramesShown::OwnAndOutput,
            false => FramesShown::Own,
        };
        let (trace, unfolding) = match cx.lists.shown_failure() {
            Some((index, failure)) => {
                let trace = TraceRows::new(failure, frames, width);
                cx.unfolded_for_search(index, failure, &trace, width).unwrap_or((trace, Query::default()))
            }
            None => Default::default(),
        };
        (self.content, self.unfolding_query) = (trace, unfolding);
        self.show_frames(cx);
    }

    pub(crate) fn shows_all_frames(&self, cx: &Cx) -> bool {
        cx.panes.unfolded || !self.unfolding_query.is_empty()
    }

    pub(in crate::tui) fn unfold_frames(&mut self, cx: &mut Cx) {
        match &mut cx.search {
            Some(search) if !self.unfolding_query.is_empty() => search.pane_changes.stays_folded = true,
            _ => cx.panes.unfolded = !cx.panes.unfolded,
        }
    }

    /// Returns the first row of the trace with a match: of a word for which frames are unfolded, if there is one.
    fn found_row(&self, search: Option<&FailureSearch>) -> Option<usize> {
        let search = search?;
        let unfolding = &self.unfolding_query;
        let words = if unfolding.is_empty() { &search.words } else { unfolding };
        self.content.rows.iter().position(|row| is_in_row(words, row))
    }
}

impl CodePane {
    fn lines(&self) -> Arc<Vec<String>> {
        self.document.as_ref().map(|document| Arc::clone(&document.lines)).unwrap_or_default()
    }
}

impl App {
    /// Scrolls code and trace to the first match, if none is visible.
    pub(in crate::tui) fn show_found(&mut self) {
        self.show_found_pane();
        let Some(search) = &self.cx.search else { return };
        let place = |line: &String| search.words.spans(line).first().copied();
        let lines = self.triage.code.lines();
        let first = self.triage.code.offset;
        let shown = [first, first + self.triage.code.code_height(&self.cx).saturating_sub(1)];
        let [first, last] = shown.map(|row| self.triage.code.rows.line(row));
        let is_visible =
            lines.get(first..=last).is_some_and(|shown| shown.iter().any(|line| place(line).is_some()));
        let found = lines.iter().enumerate().find_map(|(line, text)| Some((line, place(text)?)));
        let found = found.filter(|_| !is_visible);
        let row = self.triage.trace.found_row(self.cx.search.as_ref());
        if let Some((line, (start, end))) = found {
            self.triage.code.show_code_place(line, start..end, &mut self.cx);
        }
        let height = self.cx.content_height(Pane::Trace);
        let shown = self.triage.trace.offset..self.triage.trace.offset + height;
        if let Some(row) = row.filter(|row| !shown.contains(row)) {
            self.triage.trace.offset = row.saturating_sub(height / 2);
            self.triage.scroll(Pane::Trace, 0, &mut self.cx);
        }
    }

    /// Shows the trace instead of the code if one detail pane is shown and only the trace has a match.
    fn show_found_pane(&mut self) {
        let is_alone = self.cx.layout().is_some_and(|layout| layout.tabs.is_some());
        let is_in_code = self.cx.search.as_ref().is_none_or(|search| {
            self.triage.code.lines().iter().any(|line| !search.words.spans(line).is_empty())
        });
        let wanted = if is_alone
            && self.cx.panes.focus == Pane::List
            && !is_in_code
            && self.triage.trace.found_row(self.cx.search.as_ref()).is_some()
        {
            Pane::Trace
        } else {
            Pane::Code
        };
        let Some(search) = &mut self.cx.search else { return };
        let before = &mut search.pane_changes.pane_before;
        match (wanted, *before, self.cx.panes.detail) {
            (Pane::Trace, None, Pane::Code) => *before = Some(Pane::Code),
            (Pane::Code, Some(_), Pane::Trace) => *before = None,
            _ => return,
        }
        self.cx.panes.detail = wanted;
        self.derive();
    }
}

/// Returns true if a drawn row contains one of the words; the description of folded frames is not part of the trace.
fn is_in_row(words: &Query, row: &TraceRow) -> bool {
    let line: String = row.pieces.iter().map(|(_, piece)| piece.as_str()).collect();
    let is_fold = line.trim_start().starts_with('┄');
    !is_fold && !words.spans(&line).is_empty() || !words.spans(&row.location).is_empty()
}
