//! The progress screen: the groups, the failures to judge next, and the quality of the list, as far as it is known.
//!
//! `2` opens it and requests the figures, which [`evaluate`](crate::evaluate) computes on a worker. The screen only
//! shows them: label keys have no effect here. `tab` shows the generated oracles instead.

pub mod curves;
pub(crate) mod draw;
pub(crate) mod draw_chart;
pub mod measure;
pub(crate) mod results;
pub mod words;

use ratatui::layout::Rect;

use super::{App, Cx, Screen};
use crate::model::text;
use crate::tui::frame::layout::{below_headline, progress_areas, scrolled};
use crate::tui::progress::curves::Curves;
use crate::tui::progress::measure::MeasuredProgress;
use crate::tui::triage::compare::TestText;

const MOST_TESTS: usize = 16;

#[derive(Debug, Default)]
pub struct ProgressScreen {
    pub measured: Option<Box<MeasuredProgress>>,
    pub offset: usize,
    /// The tests of the failures to judge next. If none is left, of the judged ones, the bugs first; without
    /// a bug, of the first one below the top K of each group.
    pub next: Vec<TestText>,
}

impl App {
    /// Opens the next failure to judge on the triage screen, or the first of the judged ones that are shown.
    pub(super) fn judge_next(&mut self) {
        let next = self.cx.judging.next_to_judge(&self.cx.lists).next();
        let shown = self.progress.next.first().map(|test| test.failure);
        if let Some(failure) = next.or(shown) {
            // Its failures are those without the filter, which none passes.
            if !self.cx.lists.is_narrowed() {
                self.cx.end_filter();
            }
            self.cx.go_to_failure(failure);
        }
        self.turn_to(Screen::Triage);
    }
}

impl ProgressScreen {
    /// Requests the figures, and the tests of the failures to judge next.
    pub(super) fn measure(&mut self, cx: &mut Cx) {
        let is_narrowed = cx.lists.is_narrowed();
        for group in (0..cx.lists.groups.len()).filter(|_| is_narrowed) {
            cx.update_rows_if_small(group);
        }
        self.next = match cx.judging.judged_tests(&cx.lists) {
            Some(tests) => TestText::of(&cx.lists.corpus, tests.into_iter(), MOST_TESTS),
            None => TestText::of(&cx.lists.corpus, cx.judging.next_to_judge(&cx.lists), MOST_TESTS),
        };
        cx.highlight_tests(&self.next);
        cx.request_figures();
    }

    pub(crate) fn areas(&self, cx: &Cx) -> [Rect; 3] {
        /// The rows of the advice that is shown without figures, at the usual width.
        const ADVICE: usize = 7;
        let measured = self.measured.as_deref();
        let curves = measured.and_then(|measured| measured.curves.as_ref());
        let is_begun = measured.is_some_and(|measured| measured.is_begun);
        let advice = if is_begun { 0 } else { ADVICE };
        let lines = advice + measured.map_or(0, |measured| measured.lines.len());
        let room = usize::from(cx.panes.size.0.saturating_sub(3));
        let is_one_line = measured.is_some_and(|measured| text::width(&measured.headline) <= room);
        let top = below_headline(cx.panes.size, is_one_line);
        let groups = cx.lists.shown_places().count();
        progress_areas(cx.panes.size, top, groups, curves.map_or(0, Curves::rows), lines)
    }

    pub(super) fn scroll_lines(&mut self, by: isize, cx: &mut Cx) {
        let rows = self.measured.as_ref().map_or(0, |measured| measured.lines.len());
        // The last row says how many are above and below.
        let height = usize::from(self.areas(cx)[2].height).saturating_sub(1);
        self.offset = if rows > height + 1 { scrolled(self.offset, by, rows, height) } else { 0 };
    }
}
